"""The wiring: makes the objects, introduces them to each other, and binds the browser's events.

This file knows everyone and decides nothing. To see what happens on a click, begin at `play`.

Every handler is a plain `def`: with `async def` handlers, clicks in quick succession get lost.
What has to wait is done in a task (`asyncio.create_task`).
"""

import asyncio
import random

import js
from pyscript.ffi import create_proxy

from ui import grid, text
from ui.address import Address
from ui.board import Board
from ui.controller import LOOK, NEW_ROUND, RETURN, Controller
from ui.explained import Explained
from ui.inside import Inside
from ui.offline import Offline
from ui.panel import Panel
from ui.rounds import Rounds, parse_link, spell_link
from ui.scores import Scores
from ui.settings import NAMES as SETTINGS
from ui.settings import Settings
from ui.sound import Sound
from ui.storage import PREFIX, Storage
from ui.tab import Tab
from ui.view import View

# On a slow phone, all that follows takes its time. So the browser gets its turn in between. It may
# be short: no other task is there yet that could fill it (see `slices.BREATH`).
TURN = 0.001  # seconds

await asyncio.sleep(TURN)

READ_KEY = "F2"  # screen readers and browsers leave it alone

# What the player may leaf through, see `Speech.say`.
SEARCH = "search"
LIVE_BOARD = "live board"

board = Board()
view = View(board)
storage = Storage("localStorage", on_kept=view.show_kept)
tab_storage = Storage("sessionStorage")
tab = Tab(tab_storage)
scores = Scores(storage, on_change=view.show_scores)
settings = Settings(storage)
rounds = Rounds(tab_storage, storage)
address = Address(tab_storage)
sound = Sound()
explained = Explained()
offline = Offline(storage, view.announce)
controller = Controller(random)
panel = Panel()
inside = Inside(
    must_wait=lambda: controller.is_choosing,
    on_value=board.show_value,
    on_hint=view.show_hint,
    on_turning_points=view.show_turning_points,
    on_study=panel.show,
)


def ignore_held_keys(event):
    """A key held down repeats itself, and the focus may have moved on in the meantime.

    Enter pressed on New Round and still held would play the first square, because the focus goes
    there. On a button a key counts when it goes down, and once.
    """
    if getattr(event, "repeat", False) and event.key in ("Enter", " "):
        event.preventDefault()


def play(event):
    """A click on the board, or Enter or Space on a square, which the browser makes a click."""
    cell = board.cell_of(event)
    if cell is None or view.is_help_just_closed:
        return
    sound.unlock()  # before the move that is to be heard
    board.move_tab_stop(cell)  # a click does not bring the focus along in every browser
    refusal = controller.refusal(cell)
    controller.click(cell)
    if refusal is not None:
        view.refuse(cell, refusal)


def press(event):
    """A key on the board."""
    cell = board.cell_of(event)
    if cell is None or event.ctrlKey or event.altKey or event.metaKey:
        return
    destination = grid.destination(event.key, cell, board.row_length)
    if destination is not None:
        event.preventDefault()
        board.focus(destination)


def focus(event):
    """The focus has come to a square, by whatever way: Tab will lead there again."""
    cell = board.cell_of(event)
    if cell is not None:
        board.move_tab_stop(cell)


def press_anywhere(event):
    """A key wherever the focus is. No letter: those belong to screen readers and to voices."""
    if getattr(event, "key", None) != READ_KEY:  # what a browser fills in has no key
        return
    if not (event.repeat or event.ctrlKey or event.altKey or event.metaKey or event.shiftKey):
        event.preventDefault()
        view.read()


def read_board(event):
    view.read()


def open_help(event):
    view.open_help()


def close_help(event):
    view.shut_help()


def help_is_closed(event):
    view.help_is_closed()


def restart(event):
    controller.new_round()
    board.focus(0)


def undo(event):
    if not controller.undo():
        view.announce(text.NOTHING_TO_UNDO)


def redo(event):
    if not controller.redo():
        view.announce(text.NOTHING_TO_REDO)


def look_back(event):
    ply = view.ply_of(event)
    if ply is not None:
        controller.look(ply)


def look_at_now(event):
    controller.look(None)


def ask_hint(event):
    if not inside.ask_hint():
        view.announce(text.NO_HINT)


def change_thinking(event):
    shown = view.thinking.checked
    settings.set("thinking", "on" if shown else "off")
    view.show_thinking(shown)
    inside.show_thinking(shown)


def show_turning_point(event):
    point = view.turning_point_of(event)
    if point is not None:
        controller.look(point.ply)
        view.show_better(point)


def study(event):
    inside.study(panel.whole.open)


def search_from_start(event):
    view.announce(panel.start(), SEARCH)


def search_back(event):
    view.announce(panel.walk(-1), SEARCH)


def search_on(event):
    view.announce(panel.walk(1), SEARCH)


def show_all_values(event):
    view.announce(panel.show_all(), SEARCH)


def reset_scores(event):
    view.announce(text.SCORES_RESET if scores.reset() else text.NOTHING_TO_RESET)


def undo_reset(event):
    if scores.restore():
        view.announce(text.SCORES_RESTORED)
        view.reset_scores.focus()  # the button that had the focus is gone


def change_mode(event):
    controller.set_mode(view.mode.value)


def change_level(event):
    controller.set_level(view.level.value)


def change_side(event):
    controller.set_side(view.side.value)


def change_board(event):
    controller.set_board(view.size.value)


def change_theme(event):
    settings.set("theme", view.theme.value)
    view.show_theme(view.theme.value)


def change_sound(event):
    sound.on = view.sound.checked
    sound.unlock()
    settings.set("sound", "on" if sound.on else "off")


def change_names(event):
    settings.set("names", view.names.value)
    view.show_names(view.names.value)


def change_pause(event):
    settings.set("pause", view.pause.value)
    controller.set_pause(view.pause.value)


def show_statistics(event):
    view.show_statistics()


def explain(event):
    explained.fill()


def press_in_explanation(event):
    said = explained.press(event)
    if said:
        view.announce(said, LIVE_BOARD)


def copy_link(event):
    snapshot = controller.snapshot(LOOK)
    shown = snapshot.round.played if snapshot.looking is None else snapshot.looking
    link = spell_link(snapshot.board, snapshot.round.moves[:shown], snapshot.mode)
    asyncio.create_task(copy(link))


async def copy(link):
    if await address.copy(link):
        view.announce(text.LINK_TO_DISK if address.is_on_disk else text.LINK_COPIED)
    else:
        view.announce(text.LINK_IN_ADDRESS if address.is_in_sight else text.LINK_NOT_COPIED)


def open_link(event=None):
    """Show the position in the address, if there is one that was not opened here before."""
    link = address.take_new()
    if link is not None:
        position = parse_link(link)
        if position is None or not controller.open_shared(*position):
            view.announce(text.BAD_LINK)


def forget_link(snapshot):
    if snapshot.event in (NEW_ROUND, RETURN):
        address.forget()


def update(event):
    offline.press_update()


def install(event):
    offline.press_install()


def offer_install(event):
    offline.show_install()


def installed(event):
    offline.hide_install()


def look_for_update(event):
    offline.look_for_update()


def show_network(event):
    offline.show_network()


def leave(event):
    controller.suspend()
    inside.suspend()


def come_back(event):
    controller.resume()
    inside.resume()


def other_tab_stored(event):
    name = event.key and event.key[len(PREFIX) :]
    if name in SETTINGS:
        settings.note(name, event.newValue)
        if name == "theme":
            view.show_theme(event.newValue)
    elif event.key is None or event.key.startswith(PREFIX):
        asyncio.create_task(scores.load())


controller.listeners = (
    view.render, scores.follow, settings.follow, rounds.follow, sound.follow, inside.follow,
    forget_link,
)  # fmt: skip

# A click that comes while this waits is kept by boot.js, and played below.
await storage.open()
await tab_storage.open()
is_own = await tab.open()
await settings.load()
await scores.open(tab.number)
saved_round = await rounds.load(is_own, tab.number if tab.is_certain else None)
await address.open()
await asyncio.sleep(TURN)

view.show_theme(view.page.getAttribute("data-theme"))  # boot.js has read it from the storage
sound.on = view.sound.checked = settings.get("sound") == "on"
view.show_thinking(settings.get("thinking") == "on")
inside.show_thinking(view.thinking.checked)
view.show_names(settings.get("names"))
controller.set_pause(settings.get("pause"))
view.pause.value = controller.pause
controller.start(settings.choice, saved_round)
open_link()
await asyncio.sleep(TURN)

# Nothing waits from here on, or a click could be heard here and kept by boot.js as well.
for target, name, handler in (
    (view.page, "keydown", ignore_held_keys),
    (view.page, "keydown", press_anywhere),
    (board.element, "click", play),
    (board.element, "keydown", press),
    (board.element, "focusin", focus),
    (view.restart, "click", restart),
    (view.undo, "click", undo),
    (view.redo, "click", redo),
    (view.moves, "click", look_back),
    (view.now, "click", look_at_now),
    (view.hint, "click", ask_hint),
    (view.copy_link, "click", copy_link),
    (view.read_board, "click", read_board),
    (view.show_help, "click", open_help),
    (view.close_help, "click", close_help),
    (view.help, "close", help_is_closed),
    (view.thinking, "change", change_thinking),
    (view.lesson, "click", show_turning_point),
    (panel.whole, "toggle", study),
    (panel.to_start, "click", search_from_start),
    (panel.back, "click", search_back),
    (panel.forward, "click", search_on),
    (panel.all, "click", show_all_values),
    (panel.tree, "click", panel.click),
    (panel.tree, "keydown", panel.press),
    (view.reset_scores, "click", reset_scores),
    (view.undo_reset, "click", undo_reset),
    (view.mode, "change", change_mode),
    (view.level, "change", change_level),
    (view.side, "change", change_side),
    (view.size, "change", change_board),
    (view.names, "change", change_names),
    (view.pause, "change", change_pause),
    (view.theme, "change", change_theme),
    (view.sound, "change", change_sound),
    (view.statistics, "toggle", show_statistics),
    (explained.element, "toggle", explain),
    (explained.element, "click", press_in_explanation),
    (offline.update, "click", update),
    (offline.install, "click", install),
    (js.globalThis, "beforeinstallprompt", offer_install),
    (js.globalThis, "appinstalled", installed),
    (js.document, "visibilitychange", look_for_update),
    (js.globalThis, "online", show_network),
    (js.globalThis, "offline", show_network),
    (js.globalThis, "pagehide", leave),
    (js.globalThis, "pageshow", come_back),
    (js.globalThis, "hashchange", open_link),
    (js.globalThis, "storage", other_tab_stored),
):
    target.addEventListener(name, create_proxy(handler))

# Both may have been unfolded while Python was loading.
inside.study(panel.whole.open)
explained.fill()
early = view.ready()
if early is not None:
    board.move_tab_stop(early)
if board.was_clicked_early and (early is None or not controller.click(early)):
    view.announce(text.EARLY_CLICK_LOST)
view.begin_to_speak()
asyncio.create_task(offline.open())  # last, so that nothing waits for it
