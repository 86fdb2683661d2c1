"""The text of index.html, and the changes that the build makes to it.

Knows HTML by the few elements that are named here, each of which must stand in the page exactly as
often as expected: a page that is built differently than its maker thought is refused, not guessed
at. This module must not know folders, nor what any of the files is for.
"""

import base64
import hashlib
import html
import json
import re
from collections.abc import Callable

# The elements of index.html that the build replaces. Each pattern matches one whole element.
STYLESHEET = re.compile(r' *<link rel="stylesheet" href="(?P<name>[^"]+)">\n')
BOOT = re.compile(r'<script src="(?P<name>boot\.js)"></script>')
PRELOAD = re.compile(r'<link rel="modulepreload" href="[^"]*" crossorigin>')
ICON = re.compile(r'(?<=<link rel="icon" href=")[^"]+')
FOR_A_SITE = re.compile(
    r' *<(?:link rel="(?:manifest|apple-touch-icon)"|meta (?:property="og:|name="twitter:))[^>]*>\n'
)
CORE = re.compile(r'<script id="pyscript-core" [^>]*\bsrc="(?P<address>[^"]*)"[^>]*></script>')
PYTHON = re.compile(
    r'<script type="mpy" src="(?P<name>main\.py)" '
    r"config=(?P<config>\"pyscript\.toml\"|'[^']*')></script>"
)
OTHER_CONFIG = re.compile(r'<py-config src="pyscript\.toml" hidden></py-config>')
PICTURE = re.compile(r'(?<=<meta property="og:image" content=")(?P<name>[^"]+)')
CHARSET = re.compile(r'(?P<indent> *)<meta charset="utf-8">\n')
ROOT = re.compile(r"(?i)\A<!doctype html>\s*<html\b[^>]*")
QUOTED = re.compile(r'<code data-file="(?P<name>[^"]+)"')
OWN_LINK = re.compile(r'<a href="(?P<name>[\w./-]+)">(?P<words>[^<]*)</a>')

# What a policy has to allow by its hash: styles and scripts whose text stands in the page. A script
# of another type is data to the browser, Python included.
_INLINE = re.compile(
    r"<(?P<kind>style|script)(?: id=\"[\w-]+\")?(?: type=\"(?:module|importmap)\")?>"
    r"(?P<text>.*?)</(?P=kind)>",
    re.DOTALL,
)

# What the browser would take for the end of an element, or for the beginning of a comment.
_ENDS_ELEMENT = re.compile(r"</(?:style|script)|<!--", re.IGNORECASE)


class PageError(Exception):
    """A page that cannot be built; the message is one sentence for the person at the keyboard."""


def replace(
    page: str, element: re.Pattern[str], what: str, new: Callable[[re.Match[str]], str]
) -> str:
    """`page` with the one `element` in it replaced by `new(match)`; `what` names it in errors."""
    count = len(element.findall(page))
    if count != 1:
        raise PageError(f"The page must hold {what} exactly once, and holds it {count} times.")
    return element.sub(new, page)


def check_inside(name: str, text: str) -> None:
    """Raise PageError if `text`, the content of a file, would not stay within an element."""
    end = _ENDS_ELEMENT.search(text)
    if end:
        line = text[: end.start()].count("\n") + 1
        raise PageError(f"{name} has {end[0]} in line {line}, which cannot stand within the page.")


def style(css: str) -> str:
    """A <style> element."""
    return f"<style>\n{css}</style>"


def script(text: str, attributes: str = "") -> str:
    """A <script> element; `attributes` with a space before each."""
    return f"<script{attributes}>\n{text}</script>"


def python_block(name: str, text: str) -> str:
    """A Python file as a block of data: the browser keeps it and does not run it."""
    return script(text, f' type="text/x-python" data-file="{html.escape(name)}"')


def as_json(value: object) -> str:
    """Compact JSON that can stand between single quotes, or between tags, of HTML."""
    compact = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return html.escape(compact, quote=False).replace("'", "&#39;")


def integrity(content: bytes) -> str:
    """The hash by which a browser checks that it got `content`."""
    return "sha256-" + base64.b64encode(hashlib.sha256(content).digest()).decode()


def with_attribute(page: str, attribute: str) -> str:
    """`page` with one more attribute of its root element."""
    return replace(page, ROOT, "<html>", lambda match: f"{match[0]} {attribute}")


def with_policy(page: str, directives: dict[str, str]) -> str:
    """`page` with a Content-Security-Policy, first of all in its head.

    A directive's "{scripts}" and "{styles}" stand for the hashes of those in the page.
    """
    hashes: dict[str, list[str]] = {"script": [], "style": []}
    for match in _INLINE.finditer(page):
        hashes[match["kind"]].append(f"'{integrity(match['text'].encode())}'")
    policy = "; ".join(
        f"{name} {sources}".format(
            scripts=" ".join(hashes["script"]), styles=" ".join(hashes["style"])
        ).strip()
        for name, sources in directives.items()
    )

    def add(match: re.Match[str]) -> str:
        meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        return f"{match[0]}{match['indent']}{meta}\n"

    return replace(page, CHARSET, '<meta charset="utf-8">', add)
