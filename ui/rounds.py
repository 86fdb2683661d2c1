"""The round that a reload brings back, and how a position is written in a link.

`Rounds` listens to the controller and keeps the round, in two storages that are handed to it
(`get` and `set`, see `storage.py`): the tab's own, which a reload finds again, and the one shared
by all tabs, for a tab that was closed: there under the tab's number, so that a round is never in
the hands of two. It knows the form of what it keeps, not whether it makes
sense: the controller drops a round that cannot be.
"""

from .controller import COMPUTER, LOOK, TROUBLE, TWO_PLAYERS, Round

NAME = "round"  # in both storages

# No round and no link is longer. What is longer is not even looked at.
LONGEST = 1000


def spell_position(board: str, moves) -> str:
    """Write a board's key and moves, as in "4x4-4=0.5.10"."""
    return f"{board}={'.'.join(str(cell) for cell in moves)}"


def spell_link(board: str, moves, mode: str) -> str:
    """Write a position for a link, as in "4x4-4=0.5.10" or "3x3-3=4&two-players"."""
    position = spell_position(board, moves)
    return f"{position}&{mode}" if mode == TWO_PLAYERS else position


def parse_link(text: str) -> tuple[str, tuple[int, ...], str] | None:
    """Read what `spell_link` wrote: `(board, moves, mode)`; None if it is of another form."""
    position, sign, mode = text.partition("&")
    if len(text) > LONGEST or (sign and mode != TWO_PLAYERS):
        return None
    parsed = parse_position(position)
    return None if parsed is None else parsed + (mode or COMPUTER,)


def parse_position(text: str) -> tuple[str, tuple[int, ...]] | None:
    """Read what `spell_position` wrote; None if it is of another form."""
    board, sign, cells = text.partition("=")
    if len(text) > LONGEST or not sign:
        return None
    moves = _whole_numbers(cells.split(".")) if cells else ()
    return None if moves is None else (board, moves)


def spell_round(round_) -> str:
    """Write a whole `Round`, as in "4x4-4=0.5.10 3 0 computer easy X"."""
    position = spell_position(round_.board, round_.moves)
    return f"{position} {round_.played} {round_.shared} {round_.mode} {round_.level} {round_.mine}"


def parse_round(text: str | None) -> Round | None:
    """Read what `spell_round` wrote; None if it is of another form."""
    if text is None or len(text) > LONGEST:
        return None
    parts = text.split(" ")
    if len(parts) < 6:
        return None
    position = parse_position(parts[0])
    numbers = _whole_numbers(parts[1:3])
    if position is None or numbers is None:
        return None
    board, moves = position
    played, shared = numbers
    mode, mine = parts[3], parts[-1]
    level = " ".join(parts[4:-1])  # the key of a level may be several words
    return Round(mode, level, board, mine, played, shared, moves)


class Rounds:
    """The present round, kept."""

    def __init__(self, tab, browser):
        """Keep it in `tab`, a storage of this tab's alone, and in `browser`, which all share."""
        self._tab = tab
        self._browser = browser
        self._browser_name = None
        self._kept = None

    async def load(self, is_own: bool, number: str | None) -> Round | None:
        """Return the round that was going on, or None.

        `is_own` tells whether what is in the tab's storage is this tab's (see `tab.py`). `number`
        is the tab's; None if it is not certain, and then no round is left for another tab.
        """
        text = None
        if is_own:
            text = await self._tab.get(NAME)
        if number is not None:
            self._browser_name = f"{NAME}:{number}"
            if text is None:
                text = await self._browser.get(self._browser_name)
        return parse_round(text)

    def follow(self, snapshot) -> None:
        """Take note of what the controller tells."""
        if snapshot.event in (LOOK, TROUBLE):
            return
        text = spell_round(snapshot.round)
        if text != self._kept:
            self._kept = text
            self._tab.set(NAME, text)
            # Somebody else's position must not take the place of an own round.
            if snapshot.counts and self._browser_name is not None:
                self._browser.set(self._browser_name, text)


def _whole_numbers(texts) -> tuple[int, ...] | None:
    """Read numbers of one to three decimal digits, or return None."""
    for text in texts:
        if not 1 <= len(text) <= 3 or any(c not in "0123456789" for c in text):
            return None
    return tuple(int(text) for text in texts)
