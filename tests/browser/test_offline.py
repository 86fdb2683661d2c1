"""Playing offline, and how a new version comes: with a host that changes and goes away.

Two versions of the page differ in a sentence and in their runtime. Whatever happens, a page that
plays must be of one of them.
"""

import random
import re
import shutil

import pytest
from playwright.sync_api import Error, expect

from tests.browser.game import Game
from tests.browser.host import PLACE, UPDATE, VERSION, Host, build_versions

# In all other tests they are blocked.
pytestmark = pytest.mark.browser_context_args(service_workers="allow")

# Where the game finds no way to be kept: what the browser does, and that it must not matter.
REFUSALS = (
    "delete Navigator.prototype.serviceWorker",
    """Object.defineProperty(Navigator.prototype, "serviceWorker", {
      get() { throw new DOMException("sandboxed", "SecurityError"); },
    })""",
    """if (globalThis.ServiceWorkerContainer) {
      ServiceWorkerContainer.prototype.register =
        () => Promise.reject(new DOMException("blocked", "SecurityError"));
    }""",
)

FORGET = "async () => { for (const name of await caches.keys()) await caches.delete(name); }"

UNREGISTER = """
async () => {
  for (const it of await navigator.serviceWorker.getRegistrations()) await it.unregister();
}
"""

COUNT_LOOKS = """
() => {
  const update = ServiceWorkerRegistration.prototype.update;
  window.looks = 0;
  ServiceWorkerRegistration.prototype.update = function () {
    looks += 1;
    return update.call(this);
  };
}
"""

OFFER_INSTALL = """
(answer) => {
  const event = new Event("beforeinstallprompt", { cancelable: true });
  event.prompt = () => {
    window.asked = (window.asked ?? 0) + 1;
    return answer ? Promise.resolve({}) : Promise.reject(new Error("no"));
  };
  dispatchEvent(event);
}
"""


@pytest.fixture(scope="module")
def versions(tmp_path_factory):
    """Where the two versions of the page are."""
    return build_versions(tmp_path_factory.mktemp("versions"))


@pytest.fixture
def host(versions):
    host = Host(versions[0])
    yield host
    host.stop()


@pytest.fixture
def visit(new_context, host):
    """Make a visitor: a game in a tab of a browser that was never here, not yet opened."""
    return lambda: Game(new_context().new_page(), host.url)


def test_after_the_first_visit_no_server_is_needed(visit, host):
    game = visit()
    page = game.page
    page.goto(host.origin + "/elsewhere")
    others = ["another", "tic-tac-toe:/:0", f"tic-tac-toe:{PLACE}:x/:0", f"tic-tac-toe:{PLACE}x:0"]
    page.evaluate(
        "names => Promise.all(names.map((name) => caches.open(name)))",
        [*others, f"tic-tac-toe:{PLACE}:0"],
    )
    game.errors.clear()  # that there is nothing elsewhere
    game.open()
    expect(page.locator("#offline")).to_have_text("Ready to play offline.")
    own = f"tic-tac-toe:{PLACE}:{page.locator('html').get_attribute('data-version')}"
    game.wait_for("navigator.serviceWorker.controller?.state === 'activated'")
    assert sorted(page.evaluate("caches.keys()")) == sorted([*others, own])

    host.stop()
    page.reload()
    game.ready()
    game.click(4)
    game.wait_status("Computer played")
    page.select_option("#size", label="4 × 4")
    game.click(5)
    game.wait_status("Computer played")
    page.click("#explained > summary")
    page.click("#explained .code summary >> nth=0")
    expect(page.locator("#explained .code").first).to_contain_text("return")
    for path in ("?from=there#x=1", "index.html"):
        game.open(path)
        assert version(game) == "A"
    expect(page.locator("#offline")).to_be_hidden()
    expect(page.locator("#update-offer")).to_be_hidden()
    assert game.errors == []

    page.goto(host.url + "engine/search.py")
    expect(page.locator("body")).to_contain_text("def best_moves")
    for path in ("engine/search.py?1", "engine/", "else"):
        assert_unreachable(page.context, host.url + path)
    host.start()
    before = len(host.asked)
    assert page.goto(host.url + "else").status == 404
    assert page.goto(host.url).status == 200
    game.ready()
    assert f"{PLACE}else" in host.asked[before:]
    assert PLACE not in host.asked[before:]


@pytest.mark.only_browser("chromium")  # the one that can be asked
def test_the_browser_finds_the_page_fit_to_be_installed(visit):
    game = visit().open()
    expect(game.page.locator("#offline")).to_be_visible()
    browser = game.page.context.new_cdp_session(game.page)
    manifest = browser.send("Page.getAppManifest")
    assert manifest["url"].endswith("manifest.webmanifest")
    assert manifest["errors"] == []
    found = browser.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A test's browser keeps nothing of what it does: that alone speaks against installing.
    assert {error["errorId"] for error in found} <= {"in-incognito"}


def test_a_new_version_comes_when_the_player_wants_it(visit, host, versions):
    """And then into this tab; the other one plays on."""
    one = visit().open()
    expect(one.page.locator("#offline")).to_be_visible()
    other = Game(one.page.context.new_page(), host.url).open()
    for game, cell in ((one, 4), (other, 0)):
        game.two_players()
        game.click(cell)
        game.wait_mark(cell, "X")
    host.folder = versions[1]
    assert reload(one) == "A"
    for game in (one, other):
        expect(game.page.get_by_text("A new version is ready.")).to_be_visible()
    assert reload(one) == "A"
    one.click(0)
    one.wait_mark(0, "O")
    expect(one.page.locator("#update")).to_be_visible()

    with one.page.expect_navigation():
        one.page.click("#update")
    one.ready()
    assert version(one) == "B"
    assert one.marks()[:5] == ["O", "", "", "", "X"]
    other.click(8)
    other.wait_mark(8, "O")
    assert version(other) == "A"
    with other.page.expect_navigation():
        other.page.click("#update")
    other.ready()
    assert version(other) == "B"
    assert other.marks()[0::8] == ["X", "O"]
    other.click(1)
    other.wait_mark(1, "X")
    for game in (one, other):
        expect(game.page.locator("#offline")).to_be_hidden()
        expect(game.page.locator("#update-offer")).to_be_hidden()
        assert game.errors == []
    assert len(one.page.evaluate("caches.keys()")) == 1


def test_a_half_done_deployment_changes_nothing_and_a_whole_one_waits(
    visit, host, versions, tmp_path
):
    game = visit()
    # At the beginning of an hour, so that it is the same one until the test moves on.
    game.page.clock.install(time="2030-01-01T12:00:00")
    game.open()
    expect(game.page.locator("#offline")).to_be_visible()
    for name in ("runtime-*/micropython.js", "index.html"):
        host.folder = shutil.copytree(versions[1], tmp_path / name[:5])
        late = next(host.folder.glob(name))
        late.unlink()
        if name == "index.html":
            shutil.copy(versions[0] / name, late)
        looked = len(host.asked)
        assert not game.page.evaluate(UPDATE)
        assert f"{PLACE}sw.js" in host.asked[looked:]
        assert len(host.asked) > looked + 1  # it did try
    assert reload(game) == "A"
    expect(game.page.locator("#update-offer")).to_be_hidden()

    # A page that is left open looks for itself, once in an hour at most.
    host.folder = versions[1]
    game.page.evaluate(COUNT_LOOKS)
    come_into_sight = "document.dispatchEvent(new Event('visibilitychange'))"
    game.page.evaluate(come_into_sight)
    game.page.clock.fast_forward(3_600_000)
    assert game.page.evaluate("looks") == 0
    game.page.evaluate(come_into_sight)
    game.page.evaluate(come_into_sight)
    expect(game.page.locator("#update-offer")).to_be_visible()
    assert game.page.evaluate("looks") == 1
    assert version(game) == "A"

    # Nobody pressed Update. When no tab has the old version any more, the new one is there.
    next_time = Game(game.page.context.new_page(), host.url)
    next_time.page.goto(host.origin + "/elsewhere")
    game.page.close()
    next_time.wait_for(
        f"""() => navigator.serviceWorker.getRegistration("{PLACE}").then(
          (registration) => !registration.waiting && registration.active.state === "activated")"""
    )
    next_time.errors.clear()
    next_time.open()
    assert version(next_time) == "B"
    assert next_time.errors == []


def test_an_emptied_cache_is_filled_again_or_it_is_said_what_is_missing(visit, host, versions):
    game = visit().open()
    page = game.page
    expect(page.locator("#offline")).to_be_visible()
    page.evaluate(FORGET)
    assert reload(game) == "A"
    host.stop()
    assert reload(game) == "A"
    assert game.errors == []

    page.evaluate(
        """async () => {
          const cache = await caches.open((await caches.keys())[0]);
          for (const { url } of await cache.keys()) if (/wasm$/.test(url)) await cache.delete(url);
        }"""
    )
    page.reload()
    expect(game.status).to_contain_text("micropython.wasm could not be loaded")
    host.start()
    assert reload(game) == "A"  # as "Try again" does, unless it has become ready by itself

    page.evaluate(FORGET)
    host.stop()
    assert_unreachable(page.context, host.url)
    host.start()
    host.folder = versions[1]
    assert reload(game) == "B"


def test_a_page_that_is_older_than_its_worker_offers_the_new_version(visit, host, versions):
    game = visit()
    host.switch(versions[1], "sw.js")
    game.open()
    expect(game.page.locator("#update-offer")).to_be_visible()
    game.wait_status("A new version is ready: the Update button is at the end of the page.")
    assert version(game) == "A"
    with game.page.expect_navigation():
        game.page.click("#update")
    game.ready()
    assert version(game) == "B"
    expect(game.page.locator("#update-offer")).to_be_hidden()


def test_what_else_can_become_of_two_versions(visit, host, versions):
    game = visit().open()
    expect(game.page.locator("#offline")).to_be_visible()
    if game.page.context.browser.browser_type.name == "chromium":
        # Past the worker, as by Shift+reload: the newest, and so it remains.
        host.folder = versions[1]
        browser = game.page.context.new_cdp_session(game.page)
        with game.page.expect_navigation():
            browser.send("Page.reload", {"ignoreCache": True})
        game.ready()
        assert version(game) == "B"
        game.wait_for("navigator.serviceWorker.controller?.state === 'activated'")
        assert reload(game) == "B"
        host.folder = versions[0]
        assert reload(game) == "B"
    else:
        host.folder = versions[1]
        assert reload(game) == "A"
    # The server goes to another version and back, before anybody has changed to that.
    now = versions["AB".index(version(game))]
    expect(game.page.locator("#update")).to_be_visible()
    host.folder = now
    game.page.evaluate(UPDATE)
    expect(game.page.locator("#update-offer")).to_be_hidden()
    reload(game)
    game.wait_for(
        """async () => {
          const registration = await navigator.serviceWorker.getRegistration();
          return !registration.waiting && (await caches.keys()).length === 1;
        }"""
    )
    expect(game.page.locator("#update-offer")).to_be_hidden()
    assert versions["AB".index(reload(game))] == now
    assert game.errors == []


def test_a_login_page_or_a_broken_cache_do_not_make_a_dead_page(visit, host, versions, tmp_path):
    # A worker that can be told to find its cache broken from now on.
    host.folder = shutil.copytree(versions[0], tmp_path / "site")
    with (host.folder / "sw.js").open("a") as file:
        file.write(
            """addEventListener("message", ({ data }) => {
              if (data === "break") CacheStorage.prototype.open = () => Promise.reject(new Error());
            });"""
        )
    portal = tmp_path / "portal"
    portal.mkdir()
    (portal / "index.html").write_text("<title>Log in</title><p>Welcome to the hotel")
    game = visit().open()
    page = game.page
    expect(page.locator("#offline")).to_be_visible()

    # A file is lost, and the network has only its own page: the game's is not given up for it.
    page.evaluate(
        """async () => {
          const cache = await caches.open((await caches.keys())[0]);
          for (const { url } of await cache.keys()) if (/wasm$/.test(url)) await cache.delete(url);
        }"""
    )
    site, host.folder = host.folder, portal
    page.reload()
    expect(game.status).to_contain_text("micropython.wasm could not be loaded")
    host.folder = site
    assert reload(game) == "A"

    page.evaluate("navigator.serviceWorker.controller.postMessage('break')")
    host.folder = versions[1]
    assert reload(game) == "B"
    game.click(4)
    game.wait_status("Computer played")


def test_a_worker_that_does_not_arrive_or_has_no_room_keeps_nothing_from_being_played(
    visit, host, versions, tmp_path, browser_name
):
    host.folder = shutil.copytree(versions[0], tmp_path / "site")
    worker = host.folder / "sw.js"
    whole = worker.read_bytes()
    for fault in ("missing", "cut short", "no room"):
        game = visit()
        if fault == "missing":
            worker.unlink()
        elif fault == "cut short":
            worker.write_bytes(whole[: len(whole) // 2])
        elif browser_name == "chromium":
            worker.write_bytes(whole)
            browser = game.page.context.new_cdp_session(game.page)
            room = {"origin": host.origin, "quotaSize": 10_000}
            browser.send("Storage.overrideQuotaForOrigin", room)
        game.open()
        game.click(4)
        game.wait_status("Your turn: X")
        expect(game.page.locator("#offline")).to_be_hidden()
        # Browsers themselves tell of the script.
        told = re.compile(r"sw\.js|fetching the script")
        assert not [error for error in game.errors if not told.search(error)], fault


@pytest.mark.only_browser("chromium")  # the others cannot be told
def test_when_all_that_is_kept_is_cleared_in_mid_game_it_plays_on(visit, host):
    game = visit().open()
    expect(game.page.locator("#offline")).to_be_visible()
    game.two_players()
    game.click(4)
    browser = game.page.context.new_cdp_session(game.page)
    browser.send("Storage.clearDataForOrigin", {"origin": host.origin, "storageTypes": "all"})
    game.wait_for("navigator.serviceWorker.controller === null")
    game.click(0)
    game.wait_status("Player X's turn")
    assert reload(game) == "A"
    expect(game.page.locator("#offline")).to_be_visible()
    assert game.errors == []


def test_what_has_to_be_fetched_is_offered_only_with_a_network(visit):
    game = visit().open()
    file = game.page.get_by_role("link", name="The game as one file")
    expect(file).to_be_visible()
    last = game.page.locator("#offline")
    expect(last).to_be_visible()
    place = last.bounding_box()
    for offline in (True, False):
        game.page.context.set_offline(offline)
        expect(file).to_be_visible(visible=not offline)
        assert last.bounding_box() == place
    file.focus()
    game.page.context.set_offline(True)
    game.wait_for("!navigator.onLine")
    expect(file).to_be_focused()


def test_where_the_browser_refuses_the_game_plays_on(visit):
    for refusal in REFUSALS:
        game = visit()
        game.page.add_init_script(refusal)
        game.open()
        game.click(4)
        game.wait_status("Computer played")
        expect(game.page.locator("#offline")).to_be_hidden()
        assert game.errors == [], refusal
        game.page.context.close()


def test_installing_is_offered_when_the_browser_offers_it(visit):
    game = visit()
    game.page.add_init_script(
        f"addEventListener('DOMContentLoaded', () => ({OFFER_INSTALL})(true))"
    )
    game.open()
    install = game.page.get_by_role("button", name="Install")
    for answer in (False, True):
        install.click()
        expect(install).to_be_hidden()
        game.page.evaluate(OFFER_INSTALL, answer)
        expect(install).to_be_visible()
    assert game.page.evaluate("window.asked") == 2
    install.focus()
    game.page.evaluate("dispatchEvent(new Event('appinstalled'))")
    expect(install).to_be_hidden()
    expect(game.page.get_by_role("link", name="The game as one file")).to_be_focused()
    assert game.errors == []


def test_a_deployment_at_any_moment_never_mixes_two_versions(visit, host, versions, browser_name):
    """From one version to the other and back, while a page is loaded or a worker is installed."""
    chance = random.Random(20)
    game = visit().open()
    page = game.page
    for _ in range(20 if browser_name == "chromium" else 4):
        other = versions[1 - versions.index(host.folder)]
        kind = chance.choice(("first visit", "emptied", "new version"))
        requests = chance.randrange(30 if kind == "first visit" else 12)
        said = f"{kind}, another version after {requests} requests"
        if kind == "new version":
            host.folder, other = other, host.folder
            host.switch(other, requests)
            page.evaluate(UPDATE)
            if page.locator("#update").is_visible() and chance.random() < 0.5:
                with page.expect_navigation():
                    page.click("#update")
            else:
                page.reload()
        else:
            if kind == "first visit":
                page.evaluate(UNREGISTER)
            page.evaluate(FORGET)
            host.switch(other, requests)
            page.reload()
        expect(page.locator('html:not([data-state="loading"])')).to_be_attached()
        host.switch(other, 0)
        state, words = page.evaluate(
            "[document.documentElement.dataset.state, document.getElementById('status').innerText]"
        )
        if state == "failed":
            assert "could not be loaded" in words, said
            page.reload()  # as "Try again" does
        game.ready()
        assert page.evaluate(VERSION) in ("AA", "BB"), said


def version(game):
    """Give "A" or "B"; a mix of both fails the test."""
    found = game.page.evaluate(VERSION)
    assert found in ("AA", "BB")
    return found[0]


def reload(game):
    game.page.reload()
    game.ready()
    return version(game)


def assert_unreachable(context, address):
    page = context.new_page()
    with pytest.raises(Error):
        page.goto(address)
    page.close()
