"""What is heard: a short tone for a mark, a few for the end of a round, and a touch of vibration.

`Sound` listens to the controller and has the browser's Web Audio make the tones, so there is no
file to load. It knows neither the page nor where the setting is kept, and it is off until told
otherwise. Where the browser has no audio, or refuses it, nothing is heard and nothing else happens.
"""

import js
from pyscript.ffi import create_proxy

from .controller import MOVE

# Name of a sound: its notes, each with its frequency in hertz, the second that it begins at and
# the seconds that it lasts; then milliseconds of vibration, pause, vibration and so on.
SOUNDS = {
    "place": (((523.25, 0.0, 0.12),), (15,)),
    "win": (
        ((523.25, 0.0, 0.16), (659.25, 0.1, 0.16), (783.99, 0.2, 0.16), (1046.5, 0.3, 0.4)),
        (30, 50, 30, 50, 60),
    ),
    "lose": (((392.0, 0.0, 0.2), (329.63, 0.14, 0.2), (261.63, 0.28, 0.45)), (120,)),
    "draw": (((440.0, 0.0, 0.16), (440.0, 0.18, 0.3)), (30, 80, 30)),
}

# Quiet: 1 would be as loud as the device is set.
LOUDNESS = 0.12

# A tone that begins or breaks off at once clicks. It swells for so many seconds, and fades away to
# this loudness, which is not to be heard (a fade that is even to the ear never reaches 0).
SWELL = 0.01
SILENCE = 0.0001


def sound_of(snapshot) -> str | None:
    """Return the name of the sound for what `snapshot` tells of, or None for silence.

    A win is a win for someone at the screen: between two players it always is.
    """
    if snapshot.event != MOVE:
        return None
    if not snapshot.is_over:
        return "place"
    if snapshot.winner is None:
        return "draw"
    return "lose" if snapshot.winner == snapshot.computer else "win"


class Sound:
    """The sounds of the game; heard while `on` is true, once `unlock` was called."""

    def __init__(self):
        self.on = False
        # The browser's AudioContext. Who plays or resumes has one, or has asked for None before.
        self._context: js.Object = None  # pyright: ignore[reportAttributeAccessIssue]
        self._asked = False  # for it
        self._due = None  # the notes to be played as soon as the browser lets the context run
        # Handed to JavaScript again and again, so made once: such a proxy is never freed.
        self._take_up = create_proxy(self._take_up_context)
        self._go_on = create_proxy(self._play_what_is_due)
        self._give_up = create_proxy(lambda *reason: None)

    def unlock(self) -> None:
        """Get ready to be heard. To be called while a click or a key is being handled.

        Browsers let a page make sounds only if the player has done something on it, and the
        strictest only if the page asks right then.
        """
        if not self.on:
            return
        self._due = None
        if not self._asked:
            self._asked = True
            self._make_context()
        elif self._context is not None and self._context.state != "running":
            self._resume()

    def follow(self, snapshot) -> None:
        """Play the sound for what the controller tells."""
        name = sound_of(snapshot)
        if not self.on or name is None:
            return
        notes, vibration = SOUNDS[name]
        if self._context is not None and self._context.state == "running":
            self._play(notes)
        else:
            # The latest only: what was due before would be heard too late, and all at once.
            self._due = notes
        if getattr(js.navigator, "vibrate", None) is not None:
            js.navigator.vibrate(js.Array.of(*vibration))

    def _make_context(self):
        try:
            kind = js.AudioContext
        except AttributeError:  # a browser without Web Audio
            return
        # This is `new AudioContext()`, which may throw, made by a promise (see `storage.py`). Not
        # awaited: a task would run too late, when the click is over, and a callback does not.
        make = js.Reflect.construct.bind(js.Reflect, kind, js.Array.of(), kind)
        js.Promise.resolve(None).then(make).then(self._take_up, self._give_up)

    def _take_up_context(self, context):
        self._context = context
        self._resume()

    def _resume(self):
        # It may be refused, or closed for good; the next click asks again.
        self._context.resume().then(self._go_on, self._give_up)

    def _play_what_is_due(self, *nothing):
        # MicroPython passes an `undefined`, which is what `resume` promises, as no argument at all.
        notes, self._due = self._due, None
        if self.on and notes is not None:
            self._play(notes)

    def _play(self, notes):
        """Play `notes` from now on, each by an oscillator of its own.

        An oscillator is good for one tone. The browser takes it away when it has stopped, for
        nobody holds on to it here.
        """
        now = self._context.currentTime
        for frequency, begins, lasts in notes:
            start = now + begins
            end = start + lasts
            oscillator = self._context.createOscillator()
            oscillator.type = "triangle"  # softer than a square, and clearer than a sine
            oscillator.frequency.value = frequency
            volume = self._context.createGain()
            volume.gain.setValueAtTime(0, start)
            volume.gain.linearRampToValueAtTime(LOUDNESS, start + SWELL)
            volume.gain.exponentialRampToValueAtTime(SILENCE, end)
            oscillator.connect(volume)
            volume.connect(self._context.destination)
            oscillator.start(start)
            oscillator.stop(end)
