"""The main path in WebKit: load, play against the computer and with two, keep the score, offline.

Driven by Selenium, because Playwright cannot drive the WebKit that Linux distributions ship.
"""

from collections import Counter

import pytest
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait

from tests.browser.host import VERSION, Host, build_versions

# The browser keeps its profile from test to test.
CLEAN_UP = """
(async (done) => {
  for (const it of await navigator.serviceWorker.getRegistrations()) await it.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
  done();
})(arguments[0])
"""


class WebKitGame:
    """The few verbs that this test needs, over the page's public names."""

    def __init__(self, driver):
        self.driver = driver

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def ready(self):
        self.wait(lambda: self.find("html").get_attribute("data-state") == "ready")

    def cell(self, index):
        return self.find(f'.cell[data-index="{index}"]')

    def marks(self):
        names = [self.cell(index).get_attribute("aria-label") for index in range(9)]
        return "".join({"empty": "."}.get(mark, mark) for mark in (n.split(", ")[2] for n in names))

    def says(self, words):
        self.wait(lambda: words in self.find("#status").text.replace("\n", " "))

    def choose(self, menu, name):
        Select(self.find(menu)).select_by_visible_text(name)

    def wait(self, condition):
        try:
            WebDriverWait(self.driver, 15).until(lambda _: condition())
        except TimeoutException:
            names = [self.cell(index).get_attribute("aria-label") for index in range(9)]
            pytest.fail(f"waited in vain; {self.find('#status').text!r}, {names}")


# With this, it is not said that the game can be played offline. That may come at any time, and so
# between any two sentences that a test waits for. (Elsewhere the tests have no service worker.)
BEGIN_ANEW = """
localStorage.clear();
sessionStorage.clear();
localStorage.setItem("tic-tac-toe:offline", "said");
"""


@pytest.fixture
def game(webkit, dist_url):
    webkit.get(dist_url)
    webkit.execute_script(BEGIN_ANEW)
    webkit.refresh()
    game = WebKitGame(webkit)
    game.ready()
    return game


def test_the_computer_answers(game):
    game.says("Your turn: X")
    game.cell(4).click()
    game.says("Computer played")
    game.says("Your turn: X")
    assert sorted(game.marks()) == sorted(".......XO")


def test_two_players_win_and_the_score_is_kept(game):
    game.choose("#mode", "2 Players")
    for cell in (0, 3, 1, 4, 2):
        game.cell(cell).click()
    game.says("Player X wins! Three in row 1.")
    assert game.find("#score-x").text == "1"
    game.driver.refresh()
    game.ready()
    game.says("Your last round. Player X wins!")
    assert game.find("#score-x").text == "1"
    game.find("#reset-scores").click()
    game.says("Scores reset.")
    assert game.find("#score-x").text == "0"
    game.find("#undo-reset").click()
    game.wait(lambda: game.find("#score-x").text == "1")


def test_keys_move_and_play(game):
    game.choose("#mode", "2 Players")
    game.find("#restart").send_keys(Keys.ENTER)
    for key in (Keys.ARROW_DOWN, Keys.ARROW_RIGHT, Keys.ENTER):
        game.driver.switch_to.active_element.send_keys(key)
    game.wait(lambda: game.marks() == "....X....")
    assert game.driver.switch_to.active_element.get_attribute("data-index") == "4"


def test_new_round_drops_the_computers_move(game):
    game.driver.execute_script(
        "document.querySelector('.cell').click(); document.querySelector('#restart').click()"
    )
    game.says("New round. Your turn: X")
    # Longer than the computer's pause; `wait` would be satisfied at once.
    game.driver.execute_async_script("setTimeout(arguments[0], 1000)")
    assert game.marks() == "." * 9


def test_four_by_four_undo_and_a_reload_in_the_computers_pause(game):
    game.choose("#size", "4 × 4")
    game.driver.execute_script("document.querySelector('.cell[data-index=\"5\"]').click()")
    game.driver.refresh()
    game.ready()
    game.says("Computer played")
    game.find("#undo").click()
    game.says("Taken back: now before the first move. Your turn: X")
    game.find("#redo").click()
    game.says("Played again")


def test_the_thinking_a_hint_and_the_tree(game):
    game.choose("#mode", "2 Players")
    game.find("#thinking").click()
    for cell in (0, 4, 8):
        game.cell(cell).click()
    name = "Row 1, column 3, empty, X wins in 4, −6"
    game.wait(lambda: game.cell(2).get_attribute("aria-label") == name)
    game.find("#hint").click()
    game.says("Hint: row 1, column 2. Holds the draw. Two others lose in 4.")
    game.cell(2).click()
    game.find("#inside summary").click()
    game.wait(lambda: "(max): +7" in game.find("#tree .node").text.replace("\n", " "))
    game.find("#tree-start").click()
    game.find("#tree-step").click()
    game.says("This position: X is to move (max).")


@pytest.fixture
def host(webkit, tmp_path):
    versions = build_versions(tmp_path)
    host = Host(versions[0])
    host.versions = versions
    yield host
    webkit.execute_async_script(CLEAN_UP)
    host.stop()


def test_without_a_server_and_a_new_version(webkit, host):
    game = WebKitGame(webkit)
    webkit.get(host.url)
    game.ready()
    game.wait(lambda: game.find("#offline").text == "Ready to play offline.")
    # Once by the page, and once by its worker.
    asked = Counter(path for path in host.asked if path.endswith((".js", ".wasm")))
    assert asked.pop("/game/sw.js") == 1
    assert set(asked.values()) == {2}, asked
    host.stop()
    webkit.refresh()
    game.ready()
    game.cell(4).click()
    game.says("Computer played")
    marks = game.marks()
    assert game.find("#offline").text == ""

    host.start()
    host.folder = host.versions[1]
    webkit.refresh()
    game.ready()
    game.wait(lambda: game.find("#update").is_displayed())
    assert webkit.execute_script(f"return ({VERSION})()") == "AA"
    game.find("#update").click()
    game.wait(lambda: webkit.execute_script(f"return ({VERSION})()") == "BB")
    game.ready()
    assert game.marks() == marks
    assert not game.find("#update").is_displayed()


def test_a_square_is_played_though_its_value_changes_under_the_finger(game):
    game.choose("#mode", "2 Players")
    for appears in (True, False):
        hold = ActionChains(game.driver).click_and_hold(game.cell(4))
        hold.perform()
        game.driver.execute_script("document.querySelector('#thinking').click()")
        game.wait(lambda: bool(game.cell(4).text) == appears)  # noqa: B023 - this round's
        ActionChains(game.driver).release().perform()
        game.wait(lambda: game.marks() == "....X....")
        game.find("#undo").click()
        game.wait(lambda: game.marks() == "." * 9)
