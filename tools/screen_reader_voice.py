"""A voice for speech-dispatcher that writes down what it is given to say, and how far it got.

Speech-dispatcher starts it as an output module and talks to it by lines on its standard input and
output. It takes its time over a text, as a voice does, so that what comes too soon after it can cut
it off. Each line of the file is one of

    begin <text>    it has begun to say this
    end             it has said all of that
    cut             it was told to stop before

This program must not know who wants to speak, nor what about. It imports nothing of this
repository, because a screen reader's session starts it anew for every session.
"""

import html
import re
import sys
import threading
from pathlib import Path
from typing import TextIO

# Seconds for a text of no length, and for each character. That is some 800 words a minute, as fast
# as people listen who have done so for years.
BREATH = 0.05
CHARACTER = 0.015

_SPEECH = ("SPEAK", "CHAR", "KEY", "SOUND_ICON")
_MARKUP = re.compile(r"<[^>]*>")

# What is answered where there is nothing to do; a command of several lines is answered twice.
_ANSWERS = {
    "INIT": "299-It is there.\n299 OK LOADED SUCCESSFULLY",
    "LIST": "200-ear\ten\tnone\n200 OK VOICE LIST SENT",
    "DEBUG": "200 OK DEBUGGING",
    "QUIT": "210 OK QUIT",
}
_SETTINGS = {
    "AUDIO": ("207 OK RECEIVING AUDIO SETTINGS", "203 OK AUDIO INITIALIZED"),
    "LOGLEVEL": ("207 OK RECEIVING LOGLEVEL SETTINGS", "203 OK LOG LEVEL SET"),
    "SET": ("203 OK RECEIVING SETTINGS", "203 OK SETTINGS RECEIVED"),
}


class Voice:
    """Says one text at a time into a file."""

    def __init__(self, log: TextIO, answers: TextIO) -> None:
        self._log = log
        self._answers = answers
        self._lock = threading.Lock()  # a text ends in a thread of its own
        self._speaking: threading.Timer | None = None

    def answer(self, lines: str) -> None:
        """Tell speech-dispatcher something."""
        self._answers.write(lines + "\n")
        self._answers.flush()

    def say(self, text: str) -> None:
        """Begin to say this."""
        with self._lock:
            self._write(f"begin {text}")
            self.answer("200 OK SPEAKING\n701 BEGIN")
            seconds = BREATH + CHARACTER * len(text)
            speaking = threading.Timer(seconds, lambda: self._end(speaking))
            speaking.daemon = True
            self._speaking = speaking
            speaking.start()

    def stop(self, event: str) -> None:
        """Be silent at once; `event` is what speech-dispatcher calls that."""
        with self._lock:
            if self._speaking is not None:
                self._speaking.cancel()
                self._speaking = None
                self._write("cut")
                self.answer(event)

    def _end(self, speaking: threading.Timer) -> None:
        with self._lock:
            if speaking is self._speaking:  # else it was cut off in this very moment
                self._speaking = None
                self._write("end")
                self.answer("702 END")

    def _write(self, line: str) -> None:
        self._log.write(line + "\n")
        self._log.flush()


def plain(lines: list[str]) -> str:
    """The text without speech-dispatcher's markup, in one line."""
    text = html.unescape(_MARKUP.sub("", " ".join(lines)))
    # Not split(): a no-break space and its like are the page's, and may matter.
    return re.sub(r"[ \t\r\n]+", " ", text).strip(" ")


def serve(commands: TextIO, voice: Voice) -> None:
    """Do what speech-dispatcher says, until it says QUIT or is gone."""
    for line in commands:
        command = line.split()[0] if line.strip() else ""
        if command in _SPEECH:
            voice.answer("202 OK RECEIVING MESSAGE")
            voice.say(plain(_body(commands)))
        elif command in _SETTINGS:
            before, after = _SETTINGS[command]
            voice.answer(before)
            _body(commands)
            voice.answer(after)
        elif command == "STOP":
            voice.stop("703 STOP")
        elif command == "PAUSE":
            voice.stop("704 PAUSE")
        else:
            voice.answer(_ANSWERS.get(command, "300 ERR UNKNOWN COMMAND"))
            if command == "QUIT":
                return


def _body(commands: TextIO) -> list[str]:
    """The lines up to the one that is a dot; a line that begins with a dot has one more."""
    lines = []
    for line in commands:
        line = line.rstrip("\n")
        if line == ".":
            break
        lines.append(line[1:] if line.startswith("..") else line)
    return lines


if __name__ == "__main__":
    with Path(sys.argv[1]).open("a", encoding="utf-8") as heard:
        serve(sys.stdin, Voice(heard, sys.stdout))
