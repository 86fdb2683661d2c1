"""The pictures and the manifest: what it says of the files is so, and they are small."""

import json
import re
import struct
import zlib
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tools import pictures, runtime

MANIFEST = json.loads((runtime.ROOT / "manifest.webmanifest").read_text("utf-8"))
HEAD = (runtime.ROOT / "index.html").read_text("utf-8").partition("</head>")[0]


def header(path: Path) -> tuple[int, int, bool]:
    """Width, height, and whether there is transparency, from the first bytes of a PNG."""
    start = path.read_bytes()[:26]
    assert start[:8] == b"\x89PNG\r\n\x1a\n" and start[12:16] == b"IHDR"
    width, height, depth, kind = struct.unpack(">IIBB", start[16:])
    assert depth == 8 and kind in (2, 6)
    return width, height, kind == 6


def test_the_files_that_the_manifest_names_are_there_and_of_the_sizes_it_says():
    purposes = set()
    for icon in MANIFEST["icons"]:
        path = runtime.ROOT / icon["src"]
        purposes.add(icon.get("purpose", "any"))
        if icon["type"] == "image/svg+xml":
            assert path.suffix == ".svg" and icon["sizes"] == "any"
            assert path.is_file()
        else:
            assert path.suffix == ".png" and icon["type"] == "image/png"
            assert icon["sizes"] == "{}x{}".format(*header(path)), icon["src"]
    assert purposes == {"any", "maskable"}


def test_every_address_in_the_manifest_is_relative():
    """The page may lie in any folder of a host that it shares with others."""
    addresses = [MANIFEST["start_url"], MANIFEST["scope"]]
    addresses += [icon["src"] for icon in MANIFEST["icons"]]
    for address in addresses:
        parts = urlsplit(address)
        assert not parts.scheme and not parts.netloc and not parts.path.startswith("/"), address
        assert ".." not in parts.path
    # One that is given is resolved against the origin, and would be every neighbour's too.
    assert "id" not in MANIFEST


def test_the_manifest_says_what_the_page_says():
    colours = re.findall(r'name="theme-color"[^>]*content="([^"]*)"', HEAD)
    assert MANIFEST["theme_color"] == MANIFEST["background_color"] == colours[0]
    assert f'name="description" content="{MANIFEST["description"]}"' in HEAD
    assert f"<title>{MANIFEST['name']}</title>" in HEAD


@pytest.mark.parametrize("picture", pictures.PICTURES, ids=lambda picture: picture.name)
def test_a_picture_is_drawn_and_has_its_size(picture):
    width, height, transparent = header(pictures.FOLDER / picture.name)
    assert (width, height) == (picture.width, picture.height)
    # Only icon.svg's round corners may show what is behind; other pictures are full to the edge.
    assert transparent == picture.name.startswith("icon-")
    assert (pictures.FOLDER / picture.source).is_file()


def test_no_picture_is_left_over():
    drawn = {picture.name for picture in pictures.PICTURES}
    assert {path.name for path in pictures.FOLDER.glob("*.png")} == drawn


def test_the_pictures_are_small():
    sizes = {path.name: path.stat().st_size for path in pictures.FOLDER.glob("*.png")}
    assert sizes.pop("preview.png") < 60_000
    assert sum(sizes.values()) < 60_000


def test_the_drawings_ask_nobody_and_hold_no_script():
    for path in pictures.FOLDER.glob("*.svg"):
        text = path.read_text("utf-8")
        assert text.count("http") == 1, "only the name of SVG itself"
        assert not re.search(r"<script|<style|<image|href|\son\w+=", text), path.name


@pytest.mark.parametrize(("alpha", "kind", "channels"), [(255, 2, 3), (254, 6, 4)])
def test_encoding(alpha, kind, channels):
    pixels = bytes([1, 2, 3, 255, 4, 5, 6, alpha])
    image = pictures.encode(1, 2, pixels)
    assert image[24:26] == bytes([8, kind])
    length = struct.unpack(">I", image[33:37])[0]
    assert image[37:41] == b"IDAT"
    rows = [pixels[0:channels], pixels[4 : 4 + channels]]
    assert zlib.decompress(image[41 : 41 + length]) == b"\0" + b"\0".join(rows)
    assert image.endswith(b"IEND\xae\x42\x60\x82")
