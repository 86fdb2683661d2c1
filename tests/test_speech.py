"""What is said when: nothing lost, nothing too soon, nothing for nobody. Time is the test's own."""

import asyncio
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tests.loop import in_loop, settle
from ui.speech import BLANK, GAP, UNHEARD, Speech, Standing

X_MOVES = Standing("Your turn: X", "", False)
O_MOVES = Standing("Computer is thinking...", "", False)
X_WINS = Standing("You win!", "Three in row 1.", True)


class Listener:
    """A line of speech and what is written there: (seconds, text), "" for a blank."""

    def __init__(self, begin=True):
        self.heard = []
        self._time = 0
        self._sleepers = []
        self.speech = Speech(self._write, self._sleep, lambda: self._time)
        if begin:
            self.speech.begin()

    @property
    def texts(self):
        """What was said, without when, and without the blanks."""
        return [text for _, text in self.heard if text]

    async def wait(self, seconds):
        """Let time pass: all who sleep so long wake up when they want to."""
        await settle()
        end = self._time + seconds
        while self._sleepers and min(self._sleepers)[0] <= end:
            self._sleepers.sort(key=lambda sleeper: sleeper[0])
            self._time, sleeper = self._sleepers.pop(0)
            sleeper.set_result(None)
            await settle()
        self._time = end

    async def _sleep(self, seconds):
        sleeper = asyncio.get_running_loop().create_future()
        self._sleepers.append((self._time + seconds, sleeper))
        await sleeper

    def _write(self, happened, standing, is_again):
        sentences = happened + [standing.words, standing.where] if standing else []
        text = " ".join(filter(None, sentences)) + ("~" if is_again else "")
        self.heard.append((round(self._time, 6), text))


@in_loop
async def test_what_happens_is_said_at_once_if_there_was_silence():
    listener = Listener()
    listener.speech.say("", X_MOVES)
    await listener.wait(1)
    listener.speech.say("You played row 1, column 1.", O_MOVES)
    assert listener.heard == [
        (0, "Your turn: X"),
        (1, "You played row 1, column 1. Computer is thinking..."),
    ]


@in_loop
async def test_what_happens_too_soon_waits_and_is_said_together_as_things_stand_then():
    listener = Listener()
    listener.speech.say("One.", X_MOVES)
    await listener.wait(0.1)
    listener.speech.say("Two.", O_MOVES)
    await listener.wait(0.1)
    listener.speech.say("Three.", X_MOVES)
    await listener.wait(10)
    assert listener.heard == [
        (0, "One. Your turn: X"), (0.1, ""), (GAP, "Two. Three. Your turn: X"),
    ]  # fmt: skip


@in_loop
async def test_what_is_still_true_stays_until_there_is_more_to_say():
    listener = Listener()
    listener.speech.say("", X_MOVES)
    listener.speech.say("Scores reset.")
    await listener.wait(0.1)
    assert listener.texts == ["Your turn: X"]
    listener.speech.say("You played.", O_MOVES)
    await listener.wait(1)
    assert listener.heard[1:] == [
        (0.1, ""), (GAP, "Scores reset. You played. Computer is thinking..."),
    ]  # fmt: skip


@in_loop
async def test_a_repeated_text_comes_after_a_blank_and_differs_from_the_last():
    listener = Listener()
    for _ in range(3):
        listener.speech.say("New round.", X_MOVES)
        await listener.wait(2)
    words = "New round. Your turn: X"
    assert listener.heard == [
        (0, words), (2, ""), (2 + BLANK, words + "~"), (4, ""), (4 + BLANK, words),
    ]  # fmt: skip


@in_loop
async def test_what_happens_during_the_blank_is_said_with_the_rest():
    listener = Listener()
    listener.speech.say("New round.", X_MOVES)
    await listener.wait(2)
    listener.speech.say("New round.", X_MOVES)
    await listener.wait(BLANK / 2)
    listener.speech.say("You played.", O_MOVES)
    await listener.wait(2)
    assert listener.heard[1][1] == ""
    assert listener.texts[1:] == ["New round. You played. Computer is thinking..."]


@in_loop
async def test_where_nothing_happened_nothing_is_said():
    listener = Listener()
    listener.speech.say("", X_MOVES)
    await listener.wait(1)
    listener.speech.say("", X_MOVES)
    listener.speech.say("")
    await listener.wait(1)
    assert listener.texts == ["Your turn: X"]


@in_loop
async def test_the_same_slip_twice_within_a_moment_is_said_once():
    listener = Listener()
    listener.speech.say("", X_MOVES)
    listener.speech.say("Row 1, column 1 is taken: O.")
    listener.speech.say("Row 1, column 1 is taken: O.")
    await listener.wait(1)
    assert listener.texts[1:] == ["Row 1, column 1 is taken: O. Your turn: X"]


@in_loop
async def test_who_leafs_through_something_hears_where_it_ended():
    listener = Listener()
    listener.speech.say("Step 1.", X_MOVES, "search")
    for number in (2, 3, 4):
        listener.speech.say(f"Step {number}.", topic="search")
        listener.speech.say(f"Move {number}.")
    await listener.wait(1)
    assert listener.texts[1:] == ["Move 2. Move 3. Step 4. Move 4. Your turn: X"]


@in_loop
async def test_a_result_is_said_even_if_the_next_round_comes_too_soon():
    listener = Listener()
    listener.speech.say("You played row 1, column 2.", O_MOVES)
    await listener.wait(0.1)
    listener.speech.say("You played row 1, column 3.", X_WINS)
    listener.speech.say("New round.", X_MOVES)
    await listener.wait(1)
    assert listener.texts[1:] == [
        "You played row 1, column 3. You win! Three in row 1. New round. Your turn: X"
    ]


@in_loop
async def test_a_result_that_was_said_is_not_said_as_news_again():
    listener = Listener()
    listener.speech.say("You played row 1, column 3.", X_WINS)
    await listener.wait(1)
    listener.speech.say("Scores reset.")
    await listener.wait(0.1)
    listener.speech.say("New round.", X_MOVES)
    await listener.wait(1)
    assert listener.texts[1:] == [
        "Scores reset. You win! Three in row 1.",
        "New round. Your turn: X",
    ]


@in_loop
async def test_nothing_is_said_before_the_beginning_and_then_all_in_one():
    listener = Listener(begin=False)
    listener.speech.say("Scores will not be kept.")  # before it is known how things stand
    listener.speech.say("", X_MOVES)
    listener.speech.say("A shared position.", O_MOVES)
    await listener.wait(5)
    assert listener.heard == []
    listener.speech.begin()
    assert listener.texts == ["Scores will not be kept. A shared position. Computer is thinking..."]


@in_loop
async def test_what_nobody_could_hear_is_held_back_and_said_later():
    listener = Listener()
    listener.speech.say("", O_MOVES)
    await listener.wait(1)
    listener.speech.hold()
    listener.speech.say("Computer played.", X_MOVES)
    await listener.wait(1)
    assert listener.texts == ["Computer is thinking..."]
    listener.speech.release()
    await listener.wait(1)
    assert listener.heard[-1] == (2 + GAP, "Computer played. Your turn: X")
    assert listener.texts[1:] == ["Computer played. Your turn: X"]


@in_loop
async def test_what_was_to_be_said_when_the_silence_began_is_kept_as_well():
    listener = Listener()
    listener.speech.say("", X_MOVES)
    listener.speech.say("Hint.")
    listener.speech.hold()
    await listener.wait(1)
    assert listener.texts == ["Your turn: X"]
    assert listener.heard[-1][1] == ""
    listener.speech.release()
    await listener.wait(GAP)
    listener.speech.say("", X_MOVES)
    assert listener.texts[1:] == ["Hint. Your turn: X"]


@in_loop
async def test_after_a_silence_in_which_nothing_happened_it_is_said_how_things_stand():
    listener = Listener()
    listener.speech.say("", X_MOVES)
    await listener.wait(1)
    listener.speech.hold()
    await listener.wait(1)
    listener.speech.release()
    await listener.wait(5)
    assert listener.heard == [(0, "Your turn: X"), (1, ""), (2 + GAP, "Your turn: X~")]


@in_loop
async def test_what_was_too_new_to_be_heard_when_the_silence_began_comes_again():
    listener = Listener()
    listener.speech.say("", X_MOVES)
    await listener.wait(1)
    listener.speech.say("Hint.")
    await listener.wait(GAP / 2)
    listener.speech.hold()
    listener.speech.say("Link copied.")
    await listener.wait(1)
    listener.speech.release()
    await listener.wait(1)
    assert listener.texts[1:] == ["Hint. Your turn: X", "Hint. Link copied. Your turn: X"]


@in_loop
async def test_what_was_there_for_an_instant_only_comes_again():
    listener = Listener()
    listener.speech.say("You played row 1, column 3.", X_WINS)
    listener.speech.say("New round.", X_MOVES)
    await listener.wait(1)
    assert listener.texts[1:] == [
        "You played row 1, column 3. You win! Three in row 1. New round. Your turn: X"
    ]


@in_loop
async def test_a_result_that_is_looked_back_from_too_soon_is_said_once():
    listener = Listener()
    listener.speech.say("You played.", O_MOVES)
    await listener.wait(0.1)
    listener.speech.say("You played again.", X_WINS)
    for _ in range(2):
        listener.speech.say("Looking back.", Standing("Press any square.", "", False), "look")
        listener.speech.say("Back.", X_WINS, "look")
    await listener.wait(1)
    listener.speech.hold()
    await listener.wait(1)
    listener.speech.say("New round.", X_MOVES)  # the result was said: it is no news
    listener.speech.release()
    await listener.wait(1)
    assert listener.texts[1:] == [
        "You played again. You win! Three in row 1. Back. You win! Three in row 1.",
        "New round. Your turn: X",
    ]


HAPPENINGS = st.lists(
    st.tuples(
        st.floats(0, 1).map(lambda seconds: round(seconds, 2)),
        st.sampled_from(["new", "again", "leafing", "hold", "release"]),
        st.sampled_from([X_MOVES, O_MOVES, X_WINS, None]),
    ),
    max_size=30,
)


@given(HAPPENINGS)
def test_whatever_happens_nothing_is_lost_and_nothing_comes_too_soon(happenings):
    in_loop(_say_all)(happenings)


async def _say_all(happenings):
    listener = Listener()
    listener.speech.say("", X_MOVES)
    expected, standing = [], X_MOVES
    happened = "Move."
    for number, (pause, kind, then) in enumerate(happenings):
        await listener.wait(pause)
        if kind == "hold":
            listener.speech.hold()
        elif kind == "release":
            listener.speech.release()
        elif kind == "leafing":
            listener.speech.say(f"Page {number}.", then, "leafing")
        else:
            if kind == "new":
                happened = f"Move {number}."
            listener.speech.say(happened, then)
            expected.append(happened)
        if kind not in ("hold", "release"):
            standing = then or standing
    listener.speech.release()
    await listener.wait(10)
    spoken = [entry for entry in listener.heard if entry[1]]
    for (earlier, _), (later, _) in pairwise(spoken):
        assert later - earlier >= GAP - 1e-6
    # What was there for an instant only does not count.
    ends = [time for time, _ in listener.heard[1:]] + [listener._time]
    spoken = [
        (time, text)
        for (time, text), end in zip(listener.heard, ends)
        if text and end - time >= UNHEARD - 1e-6
    ]
    for (blanked, blank), (written, _) in pairwise(listener.heard):
        assert blank or written - blanked >= BLANK - 1e-6
    # All sentences in their order; the same twice in a row may be said once.
    said = " ".join(text for _, text in spoken)
    place = 0
    for before, sentence in zip([None] + expected, expected):
        found = said.find(sentence, place)
        if found < 0:
            assert sentence == before
        else:
            place = found + len(sentence)
    assert spoken[-1][1].rstrip("~").endswith(" ".join(filter(None, standing[:2])))
    assert listener.heard[-1] == spoken[-1]
    # No two texts are the same for a screen reader that remembers the last one.
    for (_, earlier), (_, later) in pairwise(spoken):
        assert earlier != later
