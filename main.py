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
from ui.controller import Controller
from ui.scores import Scores
from ui.settings import Settings
from ui.storage import PREFIX, Storage
from ui.view import View

view = View()
storage = Storage(on_kept=view.show_kept)
scores = Scores(storage, on_change=view.show_scores)
settings = Settings(storage)
controller = Controller(random)
controller.listeners = (view.render, scores.follow, settings.follow)


def ignore_held_keys(event):
    """A key held down repeats itself, and the focus may have moved on in the meantime.

    So Enter since New Round would play a square, and since Undo Reset it would reset again. On a
    button a key counts when it goes down, and once.
    """
    if getattr(event, "repeat", False) and event.key in ("Enter", " "):
        event.preventDefault()


def play(event):
    """A click on the board, or Enter or Space on a square, which the browser makes a click."""
    cell = view.cell_of(event)
    if cell is not None:
        view.move_tab_stop(cell)  # a click does not bring the focus along in every browser
        controller.click(cell)


def press(event):
    """A key on the board."""
    cell = view.cell_of(event)
    if cell is None or event.ctrlKey or event.altKey or event.metaKey:
        return
    destination = grid.destination(event.key, cell, view.size)
    if destination is not None:
        event.preventDefault()
        view.focus(destination)


def focus(event):
    """The focus has come to a square, by whatever way: Tab will lead there again."""
    cell = view.cell_of(event)
    if cell is not None:
        view.move_tab_stop(cell)


def restart(event):
    controller.new_round()
    view.focus(0)


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


def leave(event):
    controller.suspend()


def come_back(event):
    controller.resume()


def other_tab_stored(event):
    if event.key is None or event.key.startswith(PREFIX):
        asyncio.create_task(scores.load())


# Before the events are bound: a click that comes while this waits is kept by boot.js, and played
# below. If it were heard here too, it would be played twice.
await storage.open()
chosen = await settings.load()
await scores.load()

for target, name, handler in (
    (view.page, "keydown", ignore_held_keys),
    (view.board, "click", play),
    (view.board, "keydown", press),
    (view.board, "focusin", focus),
    (view.restart, "click", restart),
    (view.reset_scores, "click", reset_scores),
    (view.undo_reset, "click", undo_reset),
    (view.mode, "change", change_mode),
    (view.level, "change", change_level),
    (js.globalThis, "pagehide", leave),
    (js.globalThis, "pageshow", come_back),
    (js.globalThis, "storage", other_tab_stored),
):
    target.addEventListener(name, create_proxy(handler))

controller.start(*chosen)
early = view.ready()
if early is not None:
    view.move_tab_stop(early)
    controller.click(early)
await scores.claim()  # nobody has to wait for it
