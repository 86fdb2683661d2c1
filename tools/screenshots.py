"""Take the README's pictures: the page in the middle of a game, showing its thinking.

They are committed, so this is run only when the page looks different. Letters are those of this
machine's fonts.

This module knows the page's public names, and what to show of it; not how it is built or served.
"""

import sys
import tempfile
from pathlib import Path

# As in tools/build.py: for both ways to start this file.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import Browser, expect, sync_playwright

from tools import build, pictures, runtime, serve

FOLDER = runtime.ROOT / "docs"
SCHEMES = ("light", "dark")
WIDTH, HEIGHT = 960, 600

# Corner, centre, the corner across, and a third one, which loses: X can block and threaten twice.
MOVES = (0, 4, 8, 2)


def path(scheme: str) -> Path:
    """Where the picture of the light or of the dark page is."""
    return FOLDER / f"page-{scheme}.png"


def take() -> None:
    """Build the page, and write a picture of it in each scheme."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Path(folder) / "dist"
        build.build(runtime.ROOT, site)
        browser = pictures.open_chromium(playwright)
        with serve.serving(site) as url:
            for scheme in SCHEMES:
                path(scheme).write_bytes(picture(browser, url, scheme))
        browser.close()


def picture(browser: Browser, url: str, scheme: str) -> bytes:
    """A PNG of the page at `url`."""
    page = browser.new_page(
        color_scheme=scheme,
        viewport={"width": WIDTH, "height": HEIGHT},
        reduced_motion="reduce",
        service_workers="block",
    )
    page.goto(url)
    page.select_option("#mode", label="2 Players")
    for cell in MOVES:
        page.click(f'.cell[data-index="{cell}"]')
        # Each is said before the next, as with people.
        place = f"played row {cell // 3 + 1}, column {cell % 3 + 1}"
        expect(page.locator("#status .happened")).to_contain_text(place)
    page.check("#thinking")
    expect(page.locator(".cell.best")).not_to_have_count(0)  # they are known once all values are
    expect(page.locator("#status")).to_contain_text("X's turn")
    page.locator("#thinking").blur()
    page.evaluate("scrollTo(0, 0)")  # ticking the box has brought that into sight
    png = page.screenshot()
    page.close()
    return png


def main() -> int:
    """Take them; say how large the files are."""
    take()
    for scheme in SCHEMES:
        print(f"{path(scheme).name:<22}{path(scheme).stat().st_size / 1000:.1f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
