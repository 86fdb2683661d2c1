"""The settings: what is stored, and when."""

from tests.loop import in_loop
from tests.stored import Stored
from ui.controller import COMPUTER, NEW_ROUND, TWO_PLAYERS, Controller
from ui.settings import Settings


def followed_by(settings):
    controller = Controller(None)
    controller.listeners = (settings.follow,)
    return controller


async def reopened(storage):
    settings = Settings(storage)
    await settings.load()
    return settings


@in_loop
async def test_what_was_chosen_comes_back():
    storage = Stored()
    settings = await reopened(storage)
    controller = followed_by(settings)
    controller.start(settings.choice)
    controller.set_level("easy")
    controller.set_mode(TWO_PLAYERS)
    controller.set_side("change")
    controller.set_board("4x4-4")
    settings.set("theme", "dark")
    again = await reopened(storage)
    assert again.choice == (TWO_PLAYERS, "easy", "change", "4x4-4")
    assert (again.get("theme"), again.get("sound")) == ("dark", None)


@in_loop
async def test_nothing_stored_is_told_as_none():
    assert (await reopened(Stored())).choice == (None, None, None, None)


@in_loop
async def test_only_what_changed_is_stored():
    storage = Stored(mode=COMPUTER, level="medium", side="x", board="3x3-3", theme="dark")
    settings = await reopened(storage)
    controller = followed_by(settings)
    controller.start(settings.choice)
    controller.new_round()
    controller.set_level("easy")
    settings.set("theme", "dark")
    assert storage.writes == [("level", "easy")]
    assert controller.snapshot(NEW_ROUND).level == "easy"


@in_loop
async def test_junk_is_replaced_by_what_is_really_played():
    storage = Stored(mode="hot-seat", level="godlike", side="z", board="0x0")
    settings = await reopened(storage)
    followed_by(settings).start(settings.choice)
    assert storage.stored == {
        "mode": COMPUTER,
        "level": "unbeatable",
        "side": "x",
        "board": "3x3-3",
    }
