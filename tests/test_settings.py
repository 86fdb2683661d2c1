"""The settings: what is stored, and when."""

from tests.loop import in_loop, settle
from ui.controller import COMPUTER, NEW_ROUND, TWO_PLAYERS, Controller
from ui.settings import Settings


class Stored:
    """A storage like `ui/storage.py`'s that writes down what it is asked to keep."""

    def __init__(self, **stored):
        self.stored = stored
        self.writes = []

    async def get(self, name):
        return self.stored.get(name)

    def set(self, name, value):
        self.writes.append((name, value))
        self.stored[name] = value


def followed_by(settings):
    controller = Controller(None)
    controller.listeners = (settings.follow,)
    return controller


@in_loop
async def test_what_was_chosen_comes_back():
    storage = Stored()
    controller = followed_by(Settings(storage))
    controller.start(COMPUTER, "unbeatable")
    controller.set_level("easy")
    controller.set_mode(TWO_PLAYERS)
    await settle()
    assert await Settings(storage).load() == (TWO_PLAYERS, "easy")


@in_loop
async def test_nothing_stored_is_told_as_none():
    assert await Settings(Stored()).load() == (None, None)


@in_loop
async def test_only_what_changed_is_stored():
    storage = Stored(mode=COMPUTER, level="medium")
    settings = Settings(storage)
    controller = followed_by(settings)
    controller.start(*await settings.load())
    controller.new_round()
    controller.set_level("easy")
    await settle()
    assert storage.writes == [("level", "easy")]
    assert controller.snapshot(NEW_ROUND).level == "easy"


@in_loop
async def test_junk_is_replaced_by_what_is_really_played():
    storage = Stored(mode="hot-seat", level="godlike")
    settings = Settings(storage)
    followed_by(settings).start(*await settings.load())
    await settle()
    assert storage.stored == {"mode": COMPUTER, "level": "unbeatable"}
