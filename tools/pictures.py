"""Redraw the PNG pictures from their SVGs in icons/, with the Chromium that the tests use.

Browsers take icons/icon.svg itself; the PNGs are for whoever does not: phones that put the page on
their home screen, and whoever shows a picture beside a link to it. They are committed, so this is
run only after an SVG was changed. Letters in the SVGs come from this machine's fonts.

This module must not know the game, nor the page.
"""

import base64
import struct
import sys
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

# As in tools/build.py: for both ways to start this file.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import Browser, Playwright, sync_playwright

from tools import browsers

FOLDER = Path(__file__).resolve().parent.parent / "icons"


class Picture(NamedTuple):
    """A PNG to be made: from which SVG, how large, and what shows where nothing is drawn."""

    name: str
    source: str
    width: int
    height: int
    background: str = "transparent"


PICTURES = (
    Picture("icon-192.png", "icon.svg", 192, 192),
    Picture("icon-512.png", "icon.svg", 512, 512),
    Picture("maskable-512.png", "maskable.svg", 512, 512),
    # iOS cuts the corners itself, and would show black where a picture is transparent. The colour
    # is that of the drawing's square, which so has no corners any more.
    Picture("apple-touch-icon.png", "icon.svg", 180, 180, "#1b2330"),
    Picture("preview.png", "preview.svg", 1200, 630),
)


# Gives what an SVG looks like, as base64 of the pixels.
_PIXELS = """async ([address, width, height, background]) => {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  context.fillStyle = background;
  context.fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0, width, height);
  const pixels = context.getImageData(0, 0, width, height).data;
  const reader = new FileReader();
  const done = new Promise((resolve) => { reader.onload = resolve; });
  reader.readAsDataURL(new Blob([pixels]));
  await done;
  return reader.result.split(",")[1];
}"""


def open_chromium(playwright: Playwright) -> Browser:
    """Start the Chromium that is on this machine. Ends the program if there is none."""
    found = browsers.find()["chromium"]
    if found is None:
        raise SystemExit(f"chromium is missing: {browsers.how_to_get('chromium')}")
    return playwright.chromium.launch(**found.launch_options(), args=browsers.chromium_args())


def draw(pictures: Iterable[Picture], folder: Path) -> None:
    """Write each of `pictures` into `folder`, where their SVGs are."""
    with sync_playwright() as playwright:
        browser = open_chromium(playwright)
        for picture in pictures:
            (folder / picture.name).write_bytes(_png(browser, picture, folder))
        browser.close()


def _png(browser: Browser, picture: Picture, folder: Path) -> bytes:
    page = browser.new_page()
    svg = base64.b64encode((folder / picture.source).read_bytes()).decode()
    values = page.evaluate(
        _PIXELS,
        [f"data:image/svg+xml;base64,{svg}", picture.width, picture.height, picture.background],
    )
    page.close()
    return encode(picture.width, picture.height, base64.b64decode(values))


def encode(width: int, height: int, values: bytes) -> bytes:
    """A PNG of `values`, which are red, green, blue and alpha of each pixel in turn.

    It has no alpha if all of it is opaque. A browser writes PNGs too, but a third larger: it
    filters the rows, which is good for photographs and bad for flat colours.
    """
    channels = 4
    if values[3::4].count(255) == width * height:
        channels = 3
        opaque = bytearray(3 * width * height)
        for channel in range(3):
            opaque[channel::3] = values[channel::4]
        values = bytes(opaque)
    length = channels * width
    rows = (values[start : start + length] for start in range(0, len(values), length))
    kind = {3: 2, 4: 6}[channels]
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0)),
            _chunk(b"IDAT", zlib.compress(b"".join(b"\0" + row for row in rows), 9)),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(name: bytes, content: bytes) -> bytes:
    check = zlib.crc32(name + content)
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", check)


def main() -> int:
    """Redraw all of them; say how large the files are."""
    draw(PICTURES, FOLDER)
    for picture in PICTURES:
        size = (FOLDER / picture.name).stat().st_size
        print(f"{picture.name:<22}{picture.width} x {picture.height}, {size / 1000:.1f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
