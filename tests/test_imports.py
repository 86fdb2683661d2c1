"""Who may import whom: the drawing of the house, held by reading the imports of every file."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FILES = sorted(
    path.relative_to(ROOT).as_posix()
    for pattern in ("engine/**/*.py", "ui/**/*.py", "main.py")
    for path in ROOT.glob(pattern)
)

# What a file may import of this project, where that is settled; a newcomer is not in the table.
MAY_IMPORT = {
    "engine/__init__.py": (),
    "engine/rules.py": (),
    "engine/game.py": ("engine.rules",),
    "engine/search.py": ("engine.rules",),
    "engine/opponents.py": ("engine",),
    "engine/textbook.py": ("engine.rules",),
    "engine/reasons.py": ("engine.rules",),
    "ui/controller.py": ("engine", "ui.slices"),
    "ui/slices.py": (),
}
# The controller hands them a snapshot each; none of them knows another.
LISTENERS = ("ui.view", "ui.scores", "ui.settings", "ui.rounds", "ui.sound", "ui.inside")
MAY_TOUCH_THE_BROWSER = (
    "main.py",
    "ui/address.py",
    "ui/board.py",
    "ui/dom.py",
    "ui/explained.py",
    "ui/offline.py",
    "ui/panel.py",
    "ui/sound.py",
    "ui/storage.py",
    "ui/tab.py",
    "ui/view.py",
)

PROJECT = ("engine", "ui", "main")
BROWSER = ("pyscript", "js", "polyscript", "pyodide", "jsffi")


def within(name, modules):
    """Tell whether the dotted `name` is one of `modules` or something in one of them."""
    return any(name == module or name.startswith(module + ".") for module in modules)


def imported(path, source):
    """Yield the dotted name of everything that a file imports, wherever in it and in every form.

    `from package import name` yields "package.name", for the name may be a module.
    """
    package = Path(path).parent.parts
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parents = package[: len(package) - node.level + 1] if node.level else ()
            module = (node.module,) if node.module else ()
            yield from (".".join((*parents, *module, alias.name)) for alias in node.names)


def violations(path, source):
    """Return a sentence for each import in the file that breaks a rule."""
    found = []
    for name in imported(path, source):
        if within(name, BROWSER) and path not in MAY_TOUCH_THE_BROWSER:
            found.append(f"{path} imports {name}: only {MAY_TOUCH_THE_BROWSER} touch the browser")
        if path.startswith("engine/") and within(name, ("ui", "main")):
            found.append(f"{path} imports {name}: the engine knows nothing of the page")
        if path == "engine/opponents.py" and within(name, ("engine.game",)):
            found.append(f"{path} imports {name}: an opponent is handed a game, it makes none")
        if path.startswith("ui/") and within(name, ("main",)):
            found.append(f"{path} imports {name}: main.py knows everyone, and nobody knows main.py")
        if path in MAY_IMPORT and within(name, PROJECT) and not within(name, MAY_IMPORT[path]):
            found.append(f"{path} imports {name}: of this project it may import {MAY_IMPORT[path]}")
        module = path.removesuffix(".py").replace("/", ".")
        if module in LISTENERS and within(name, LISTENERS):
            found.append(f"{path} imports {name}: no listener knows another")
    return found


@pytest.mark.parametrize("path", FILES)
def test_the_file_imports_only_what_it_may(path):
    found = violations(path, (ROOT / path).read_text(encoding="utf-8"))
    assert not found, "\n".join(found)


def test_every_file_that_the_rules_name_was_read():
    assert set(MAY_IMPORT) <= set(FILES)
    assert "main.py" in FILES


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("engine/game.py", "import engine.search"),
        ("engine/game.py", "from engine import search"),
        ("engine/game.py", "from . import search"),
        ("engine/game.py", "from .search import best_moves"),
        ("engine/game.py", "from .rules import lines\nfrom .opponents import easy"),
        ("engine/game.py", "import engine"),
        ("engine/search.py", "from .game import Game"),
        ("engine/rules.py", "from .game import Game"),
        ("engine/opponents.py", "from .game import Game"),
        ("engine/newcomer.py", "from ui.text import STATUS"),
        ("engine/newcomer.py", "from ..ui import text"),
        ("engine/newcomer.py", "import ui"),
        ("engine/newcomer.py", "def late():\n    import js"),
        ("ui/newcomer.py", "import js as x"),
        ("ui/newcomer.py", "import asyncio, js"),
        ("ui/newcomer.py", "from pyscript import window"),
        ("ui/newcomer.py", "import pyscript.web"),
        ("ui/newcomer.py", "class A:\n    def b(self):\n        from js import document"),
        ("ui/newcomer.py", "try:\n    import js\nexcept ImportError:\n    js = None"),
        ("ui/newcomer.py", "import main"),
        ("ui/controller.py", "from . import view"),
        ("ui/controller.py", "from .text import STATUS"),
        ("ui/controller.py", "from pyscript import window"),
        ("ui/view.py", "from .scores import Scores"),
        ("ui/sound.py", "from ui import settings"),
    ],
)
def test_a_forbidden_import_is_found(path, source):
    found = violations(path, source)
    assert len(found) == 1
    assert found[0].startswith(f"{path} imports ")


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("engine/game.py", "from .rules import EMPTY, lines"),
        ("engine/game.py", "import engine.rules"),
        ("engine/game.py", "import jsonlines, random"),
        ("engine/opponents.py", "from . import newcomer, rules, search"),
        ("ui/controller.py", "import asyncio\nfrom engine.game import Game"),
        ("ui/controller.py", "from engine import game"),
        ("ui/view.py", "import js\nfrom pyscript import document\nfrom .text import STATUS"),
        ("ui/newcomer.py", "'''import js'''\n# import js"),
        ("main.py", "from pyscript import window\nfrom ui import controller, sound, view"),
    ],
)
def test_a_permitted_import_is_let_through(path, source):
    assert violations(path, source) == []
