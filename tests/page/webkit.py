"""The page in WebKit, by hand: `python tests/page/webkit.py FILE [PICTURE]` on an X server.

It asks the page's functions what the library answers, plays a game by keyboard and one by mouse, and goes
through the views. WebKit's driver comes with the Debian package webkit2gtk-driver.
"""

import json
import shutil
import sys
from pathlib import Path

from selenium.webdriver import WebKitGTK, WebKitGTKOptions
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait
from selenium.webdriver.webkitgtk.service import Service

from cribscore import best_grid, deal, discards, explain_hand
from cribscore.squares import Game

NAMES = [f"{column}{row}" for row in "1234" for column in "abcd"]


class Page:
    """The page in a window."""

    def __init__(self, address):
        browser = next(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
        options = WebKitGTKOptions()
        options.binary_location = str(browser)
        options.add_argument("--automation")
        self.driver = WebKitGTK(options=options, service=Service(shutil.which("WebKitWebDriver")))
        self.driver.set_window_size(1280, 860)
        self.driver.set_script_timeout(60)
        self.address = address

    def open(self, fragment=""):
        self.driver.get("about:blank")
        self.driver.get(self.address + fragment)
        self.wait("html[data-ready]")

    def wait(self, selector, text=""):
        WebDriverWait(self.driver, 20).until(
            lambda driver: any(text in one.text for one in driver.find_elements(By.CSS_SELECTOR, selector))
        )

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def cell(self, name):
        place = 5 * (int(name[1]) - 1) + "abcd".index(name[0])
        return self.find(f'#board [data-place="{place}"]')

    def ask(self, script, argument=None):
        return json.loads(self.driver.execute_script(f"return JSON.stringify({script})", argument))

    def press(self, *keys):
        ActionChains(self.driver).send_keys(*keys).perform()


def check_answers(page):
    seeds = [0, 1, 2**53 + 1, 2**64 - 1, *range(1000, 1046)]
    dealt = page.ask("arguments[0].map(seed => cribscore.deal(BigInt(seed), 52))", list(map(str, seeds)))
    assert dealt == [[card.index for card in deal(seed, 52)] for seed in seeds]
    hands = [deal(seed, 5) for seed in range(2000)]
    sent = [[[card.index for card in hand[:4]], hand[4].index] for hand in hands]
    counts = page.ask(
        "arguments[0].map(([hand, starter]) => cribscore.explain(hand, starter, false).total)", sent
    )
    assert counts == [int(explain_hand(hand[:4], hand[4]).score) for hand in hands]
    cards = deal(7, 6)
    throws = page.ask(
        "cribscore.discards(arguments[0], true, 'policy')", sorted(card.index for card in cards)
    )
    assert [one["value"] for one in throws] == [float(one.value) for one in discards(cards, dealer=True)]
    print(f"{len(seeds)} deals, {len(hands)} counts and a discard as in the library")


def check_game(page, seed, place):
    page.open(f"#deal={seed}")
    game = Game(seed=seed)
    for number, name in enumerate(NAMES):
        place(page, number, name)
        game.play(name)
    best = best_grid([*game.grid], game.starter).score
    page.wait("#state", "proved")
    assert page.find("#total").text == str(game.score.total)
    assert str(best) in page.find("#state").text or best == game.score
    lines = [
        int(page.find(f'#board [data-place="{place}"]').text) for place in (4, 9, 14, 19, 20, 21, 22, 23)
    ]
    assert lines == [*map(int, game.score.rows), *map(int, game.score.columns)]


def by_keyboard(page, number, _name):
    if number == 0:
        page.driver.execute_script("document.querySelector('#board [data-place=\"0\"]').focus()")
    page.press(Keys.ENTER)
    if number < 15:
        page.press(*([Keys.ARROW_RIGHT] if number % 4 < 3 else [Keys.HOME, Keys.ARROW_DOWN]))


def check_views(page):
    page.find("[data-view=count]").click()
    page.find("#count-hand").send_keys("5H 5C 5S JD | 5D")
    assert page.find("#count-answer .big b").text == "29"
    page.find("[data-view=board]").click()
    page.find("#board-record").click()
    assert page.find("#board-answer .big b").text == "172"
    page.find("[data-key='score.best']").click()
    page.wait("#board-best", "172")
    page.find("[data-view=discard]").click()
    page.find("#discard-cards").send_keys("4C 5D 6H 6S 9C TD")
    page.wait("#discard-answer .words", "19.38")
    page.find("[data-view=play]").click()
    page.find("#new").click()
    page.wait("#dialog-title", "New game")
    page.press(Keys.ESCAPE)


def main(file, picture=None):
    page = Page(Path(file).resolve().as_uri())
    try:
        page.open()
        version = page.driver.capabilities.get("browserVersion")
        ready = page.ask("Number(document.documentElement.dataset.ready)")
        print(f"WebKitGTK {version}: ready in {ready} ms")
        check_answers(page)
        check_game(page, 29, by_keyboard)
        print("a game by keyboard")
        check_game(page, 30, lambda page, _, name: page.cell(name).click())
        print("a game by mouse")
        check_views(page)
        print("the other views, and a dialog")
        if picture:
            page.driver.save_screenshot(picture)
    finally:
        page.driver.quit()


if __name__ == "__main__":
    main(*sys.argv[1:])
