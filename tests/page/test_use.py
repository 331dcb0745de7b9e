"""The page as a person uses it: by keyboard, mouse and touch, without a network; and what can go wrong."""

import gzip
import json
import re
import shutil

import pytest

from cribscore import best_grid, deal, discards, explain_hand, score_grid
from cribscore.squares import PRESETS, Game, Player
from oracles import RECORD_165, RECORD_172

pytestmark = [pytest.mark.browser, pytest.mark.native, pytest.mark.needs("playwright")]

RECORD = "\n".join([*RECORD_165["grid"], RECORD_165["starter"]])
PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
NAMES = [f"{column}{row}" for row in "1234" for column in "abcd"]
SNAKE = [0, 1, 2, 3, 7, 6, 5, 4, 8, 9, 10, 11, 15, 14, 13, 12]


def cell(page, name):
    row, column = int(name[1]) - 1, "abcd".index(name[0])
    return page.locator(f'#board [data-place="{5 * row + column}"]')


def moves(page):
    return page.evaluate("cribscore.currentGame().save().moves")


def said(page):
    """What was announced last."""
    return "".join(page.locator(".live").all_text_contents())


def lines(page):
    """The points at the ends of the rows, then of the columns, as they are shown."""
    places = [4, 9, 14, 19, 20, 21, 22, 23]
    return [int(page.locator(f'#board [data-place="{place}"]').text_content()) for place in places]


def check_board(page, game):
    """What is shown is what the library says of the same game."""
    score = game.score
    assert lines(page) == [*map(int, score.rows), *map(int, score.columns)]
    assert page.locator("#total").text_content() == str(score.total)
    for place, card in enumerate(game.grid):
        label = cell(page, NAMES[place]).get_attribute("aria-label")
        assert label.startswith(f"{NAMES[place]}: {'empty' if card is None else card.name}")


def check_result(page, game):
    assert game.over
    check_board(page, game)
    best = best_grid([*game.grid], game.starter)
    words = re.compile(f"The best is {best.score}, proved in|No placement makes more, proved in")
    page.locator("#state", has_text=words).wait_for()
    assert ("Won" in page.locator("#state").text_content()) == game.won
    assert game.starter.name in page.locator("#starter [role=img]").get_attribute("aria-label")


def focused(page):
    return page.evaluate("document.activeElement.dataset.place ?? document.activeElement.id ?? ''")


# ---------------------------------------------------------------- whole games


def test_a_whole_game_by_keyboard(open_page):
    page = open_page("#deal=29")
    game = Game(seed=29)
    for _ in range(20):
        page.keyboard.press("Tab")
        if focused(page) == "0":
            break
    assert focused(page) == "0"
    for number, place in enumerate(SNAKE):
        before = game.score
        game.play(NAMES[place])
        page.keyboard.press("Enter")
        assert game.history[-1] == game.history[number]
        if number < 15:
            assert f"on {NAMES[place]}." in said(page)
            assert f"Next: {game.card.name}." in said(page)
            assert f"Total {game.score.total}." in said(page)
            row = place // 4
            gain = game.score.rows[row] - before.rows[row]
            assert (f"Row {row + 1}: {game.score.rows[row]} (+{gain})." in said(page)) == (gain > 0)
            step = SNAKE[number + 1] - place
            page.keyboard.press({1: "ArrowRight", -1: "ArrowLeft", 4: "ArrowDown"}[step])
            assert focused(page) == str(5 * (SNAKE[number + 1] // 4) + SNAKE[number + 1] % 4)
    page.locator(".live", has_text="proved in").wait_for()
    assert f"Starter: {game.starter.name}." in said(page)
    check_result(page, game)
    assert focused(page) == str(5 * 3)
    page.keyboard.press("h")  # the best placement, and back
    assert page.locator("#total").text_content() == str(best_grid([*game.grid], game.starter).score)
    page.keyboard.press("h")
    check_board(page, game)
    page.keyboard.press("End")
    page.keyboard.press("ArrowRight")  # the points of the last row
    page.keyboard.press("Enter")
    assert page.locator("#dialog-title").text_content() == "Row 4"
    page.keyboard.press("Escape")
    assert focused(page) == "19"


def test_a_whole_game_by_mouse_with_reserves(open_page):
    page = open_page("#deal=5&rules=two-reserves")
    game = Game("two-reserves", seed=5)

    def put(pile):
        page.locator(".put").nth(pile).click()
        game.play(f"r{pile + 1}")

    put(0)
    put(0)
    put(1)
    page.locator("#piles [role=radio]").first.click()
    cell(page, "b2").click()
    game.play("r1 b2")
    while not game.over:
        legal = next(
            str(move) for move in game.legal_moves() if len(str(move)) == 2 and str(move)[0] in "abcd"
        )
        cell(page, legal).hover()
        gains = page.locator("#board [data-gain]").count()
        before = game.score
        cell(page, legal).click()
        game.play(legal)
        pairs = zip([*before.rows, *before.columns], [*game.score.rows, *game.score.columns], strict=True)
        if not game.over:  # the starter adds more
            assert gains == sum(one < other for one, other in pairs)
        check_board(page, game)
    check_result(page, game)
    assert moves(page) == list(map(str, game.history))


def test_a_whole_game_by_touch(open_page):
    page = open_page("#deal=7&rules=open", **PHONE)
    game = Game("open", seed=7)
    best = best_grid(deal(7)[:16], deal(7)[16])
    wanted = dict(zip(best.grid, NAMES, strict=True))
    while not game.over:
        move = next(move for move in game.legal_moves() if wanted[move.card] == str(move)[-2:])
        page.get_by_role("radio", name=move.card.name).or_(
            page.locator(f'#hand [aria-label="{move.card.name}"]')
        ).first.tap()
        cell(page, wanted[move.card]).tap()
        game.play(move)
        check_board(page, game)
    check_result(page, game)
    assert "No placement makes more" in page.locator("#state").text_content()


def test_a_whole_shuffle(open_page):
    page = open_page("#deal=3&rules=shuffle")
    game = Game("shuffle", seed=3)
    check_board(page, game)
    for one, other in (("a1", "d4"), ("b2", "a1"), ("c3", "d1")):
        cell(page, one).click()
        cell(page, other).click()
        game.play(f"{one} {other}")
        check_board(page, game)
    cell(page, "a1").click()
    cell(page, "a1").click()  # chosen, and let go
    page.click("#finish")
    game.play("finish")
    check_result(page, game)
    assert focused(page) != ""


@pytest.mark.parametrize("preset", PRESETS)
def test_each_game_begins_as_in_the_library(open_page, preset):
    page = open_page(f"#deal=18446744073709551615&rules={preset}")
    check_board(page, Game(preset, seed=2**64 - 1))
    assert page.evaluate("document.activeElement === document.body")


# ---------------------------------------------------------------- what is not a move


def test_a_cell_that_touches_nothing_says_why(open_page):
    page = open_page("#deal=1")
    cell(page, "a1").click()
    cell(page, "d4").click(force=True)
    assert page.locator("#toast").text_content() == said(page) == "d4 does not touch a placed card"
    assert cell(page, "d4").get_attribute("aria-disabled") == "true"
    assert cell(page, "b2").get_attribute("aria-disabled") is None
    cell(page, "a1").click(force=True)
    assert said(page) == "a1 holds QD"
    assert moves(page) == ["a1"]


def test_undo_and_redo_go_back_and_forth(open_page):
    page = open_page("#deal=1")
    page.click("#undo", force=True)
    assert said(page) == "nothing to undo"
    for name in ("a1", "b1", "c1"):
        cell(page, name).click()
    page.click("#undo")
    page.keyboard.press("Enter")  # the button keeps the focus
    assert focused(page) == "undo"
    assert moves(page) == ["a1"]
    game = Game(seed=1)
    game.play("a1")
    check_board(page, game)
    page.click("#redo")
    assert moves(page) == ["a1", "b1"]
    cell(page, "b2").click()
    page.click("#redo", force=True)
    assert said(page) == "nothing to redo"
    assert moves(page) == ["a1", "b1", "b2"]
    assert "2 undone" in page.locator("#deal-name").text_content()


def test_a_hint_shows_a_value_in_each_free_cell_and_marks_the_best(open_page):
    page = open_page("#deal=1")
    for name in ("a1", "b1", "c1"):
        cell(page, name).click()
    page.click("#hint")
    game = Game(seed=1)
    for name in ("a1", "b1", "c1"):
        game.play(name)
    page.locator(".cell.top").first.wait_for()
    chips = {name: cell(page, name).locator(".chip").text_content() for name in NAMES}
    assert {name for name, text in chips.items() if text} == set(map(str, game.legal_moves()))
    best = max((float(text), name) for name, text in chips.items() if text)[1]
    assert "top" in cell(page, best).get_attribute("class").split()
    assert f"{game.card.name} on {best}" in page.locator("#state").text_content()
    page.click("#hint")
    assert page.locator(".chip:not(:empty)").count() == 0


# ---------------------------------------------------------------- with the table of the player


def await_player(page):
    page.wait_for_selector("html[data-player=table]")


def test_where_the_page_is_served_a_hint_is_that_of_the_player(open_page, served):
    page = open_page("#deal=1", at=served)
    await_player(page)
    game = Game(seed=1)
    for _ in range(3):
        best = Player(level=2).advise(game)[0]
        page.click("#hint")
        words = f"{game.card.name} on {best.move}: {best.score:.1f} points expected at the end."
        page.locator("#state", has_text=words).wait_for()
        cell(page, str(best.move)).click()
        game.play(best.move)
    check_board(page, game)


@pytest.mark.parametrize("size", [(360, 640), (1440, 900)], ids=str)
def test_the_coach_says_what_luck_and_skill_were_worth(open_page, served, size):
    from axe_playwright_python.sync_playwright import Axe

    page = open_page("#deal=29", at=served, viewport={"width": size[0], "height": size[1]})
    await_player(page)
    for place in SNAKE:
        cell(page, NAMES[place]).click()
    page.locator("#coach-said", has_text="The costliest move").wait_for(state="attached")
    texts = page.locator("#coach .sum .points").all_text_contents()
    start, luck, skill, starter, result = (float(text.replace("\u2212", "-")) for text in texts)
    assert start + luck + skill + starter == pytest.approx(result)
    assert result == int(page.locator("#total").text_content())
    said = page.locator("#coach-said").text_content()
    assert f"luck of the cards {texts[1]}, skill {texts[2]}, luck of the starter {texts[3]}." in said
    assert page.locator("#coach .mistakes li").count() == 3
    assert page.evaluate("document.querySelector('main').scrollWidth <= innerWidth")
    assert Axe().run(page).response["violations"] == []
    page.select_option("#language", "ru")
    assert page.locator("#coach h3").text_content() == "Тренер"
    page.click("#undo")
    assert page.locator("#coach").is_hidden()
    assert page.locator("#coach-said").text_content() == ""
    page.click("#redo")
    page.locator("#coach .mistakes").wait_for()
    page.reload()  # the table comes after the game
    page.locator("#coach .mistakes").wait_for()


def test_the_search_for_mistakes_can_be_stopped(open_page, served):
    page = open_page("#deal=29", at=served)
    await_player(page)
    moves = [NAMES[place] for place in SNAKE]
    looked = """async (moves) => {
      const game = new cribscore.Game("standard", 29n);
      for (const text of moves) game.play(cribscore.readMove(text));
      const stop = new AbortController();
      const found = cribscore.findMistakes(game, { signal: stop.signal });
      stop.abort();
      return (await found).looked;
    }"""
    assert page.evaluate(looked, moves) < 16


def test_a_page_without_its_table_plays_as_a_file_does(open_page, bare):
    page = open_page("#deal=29", at=bare)
    with page.expect_response(lambda response: response.url.endswith("standard.table.gz")) as answer:
        page.reload()
    assert answer.value.status == 404
    page.wait_for_selector("html[data-player=playouts]")
    page.click("#hint")
    page.locator("#state", has_text="on average if the rest falls at random").wait_for()
    for place in SNAKE:
        cell(page, NAMES[place]).click()
    page.locator("#state", has_text="proved in").wait_for()
    assert page.locator("#coach").is_hidden()
    assert not page.evaluate("cribscore.hasPlayer()")


def test_another_table_is_not_taken(open_page, build, file, serve, tmp_path):
    shutil.copy(file, tmp_path)
    other = bytearray(gzip.decompress(build.table()))
    other[30] ^= 1
    for content in (gzip.compress(other), gzip.compress(other[:-1]), b"nothing", b""):
        (tmp_path / "standard.table.gz").write_bytes(content)
        with serve(tmp_path) as root:
            page = open_page(at=root + file.name)
            page.wait_for_selector("html[data-player=playouts]")
            assert not page.evaluate("cribscore.hasPlayer()")


# ---------------------------------------------------------------- what is kept, and what is shared


def test_a_game_goes_on_after_a_reload(open_page):
    page = open_page("#deal=12345678901234567890")
    for name in ("b2", "c2", "c3"):
        cell(page, name).click()
    page.click("#undo")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert moves(page) == ["b2", "c2"]
    page.click("#redo")
    assert moves(page) == ["b2", "c2", "c3"]


def test_a_link_shares_the_deal_and_its_rules(open_page):
    page = open_page("#deal=99&rules=waste")
    cell(page, "b2").click()
    page.click("#new")
    link = page.locator("#share-link").input_value()
    assert link == page.url
    other = open_page(f"#{link.partition('#')[2]}")
    check_board(other, Game("waste", seed=99))
    page.fill("#new-deal", "100")
    page.select_option("#new-rules", "one-reserve")
    page.locator("#dialog [type=submit]").click()
    assert page.url.endswith("#deal=100&rules=one-reserve")
    check_board(page, Game("one-reserve", seed=100))
    page.evaluate("location.hash = '#deal=7'")
    page.locator("#deal-name", has_text="Deal 7 · Standard").wait_for()
    assert moves(page) == []


@pytest.mark.parametrize(
    ("fragment", "message"),
    [
        ("#deal=18446744073709551616", "seed 18446744073709551616 is not 0 to 18446744073709551615"),
        ("#deal=five", "seed 'five' is not a whole number"),
        ("#deal=5&rules=poker", "'poker' is not a preset: it is not one of " + ", ".join(PRESETS)),
    ],
)
def test_a_link_that_names_no_game_says_why_and_another_is_there(open_page, fragment, message):
    page = open_page(fragment)
    assert page.locator("#toast").text_content() == message
    cell(page, "a1").click()
    assert moves(page) == ["a1"]


@pytest.mark.parametrize(
    "kept",
    [
        "nonsense",
        "5",
        "[]",
        json.dumps(
            {
                "game": None,
                "theme": 7,
                "view": "toString",
                "count": 5,
                "board": {},
                "discard": [],
                "language": "xx",
            }
        ),
        json.dumps({"game": {"rules": "open", "deal": "1", "moves": ["a1", "a1"], "undone": []}}),
        json.dumps(
            {"game": {"rules": "poker", "deal": "x", "moves": 5}, "discard": {"cards": "XX"}, "board": "XX"}
        ),
        json.dumps(
            {"game": {"rules": "standard", "deal": "1", "moves": ["5H a1"], "undone": ["b2"], "undos": "no"}}
        ),
    ],
)
def test_what_is_kept_may_be_anything(open_page, kept):
    page = open_page()
    page.evaluate("kept => localStorage.setItem('cribscore', kept)", kept)
    page.reload()
    page.wait_for_selector("html[data-ready]")
    cell(page, "a1").click()
    assert moves(page) == ["a1"]


def test_nothing_can_be_kept_and_it_is_played_all_the_same(open_page):
    page = open_page()
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('denied') } })"
    )
    page.reload()
    page.wait_for_selector("html[data-ready]")
    cell(page, "a1").click()
    assert moves(page) == ["a1"]


# ---------------------------------------------------------------- the other views


def test_a_hand_is_typed_or_tapped_and_counted_aloud(open_page):
    page = open_page()
    page.click("[data-view=count]")
    page.fill("#count-hand", "5H 5C 5S JD | 5D")
    count = explain_hand("5H 5C 5S JD", "5D")
    words = [line.partition("  ")[0] for line in str(count).splitlines()]
    table = page.locator("#count-answer table.count").first
    assert table.locator("tbody th").all_text_contents() == words
    assert table.locator("tfoot .points").text_content() == "29"
    assert page.locator("#count-answer .big b").text_content() == "29"
    assert [int(part) for part in page.locator("#count-answer dd").all_text_contents()] == [
        *count.score.parts
    ]
    page.click("#count-answer summary")
    items = page.locator("#count-answer details tbody tr")
    assert items.count() == len(count.items)

    page.click("#count-clear")
    for name in ("Two of Hearts", "Four of Hearts", "Eight of Hearts", "King of Hearts", "Nine of Clubs"):
        page.locator("#count-picker").get_by_role("button", name=name).click()
    assert page.input_value("#count-hand") == "2H 4H 8H KH"
    assert page.input_value("#count-starter") == "9C"
    assert page.locator("#count-answer .big b").text_content() == str(explain_hand("2H 4H 8H KH", "9C").score)
    page.locator("label", has_text="As the crib").click()
    assert page.locator("#count-answer .big b").text_content() == str(
        explain_hand("2H 4H 8H KH", "9C", crib=True).score
    )


def test_the_picker_is_one_stop_of_the_keyboard(open_page):
    page = open_page()
    page.click("[data-view=count]")
    page.focus("#count-picker button")
    for key in ("ArrowRight", "ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
    page.keyboard.press("Space")
    assert page.input_value("#count-hand") == "3H"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "count-clear"


def test_a_bad_text_is_refused_in_the_words_of_the_library(open_page):
    page = open_page()
    page.click("[data-view=count]")
    page.fill("#count-hand", "5H 5C 5S 5X")
    wrong = page.locator("#count-wrong")
    assert wrong.text_content() == "'5X' is not a card: suit 'X' is not one of C D H S"
    page.fill("#count-hand", "5H 5C 5S JD")
    assert wrong.text_content() == ""
    page.click("[data-view=board]")
    page.fill("#board-text", "5C 5D 5S JH\n4C 4D 6S\n")
    assert (
        page.locator("#board-wrong").text_content() == "<board>, line 2: a row holds 4 cards, got 3: 4C 4D 6S"
    )
    page.click("[data-view=discard]")
    page.fill("#discard-cards", "5C 5D 5S JH 4C 5C")
    assert page.locator("#discard-wrong").text_content() == "5C appears twice"


def test_a_board_is_scored_line_by_line_and_rearranged(open_page):
    page = open_page()
    page.click("[data-view=board]")
    page.fill("#board-text", RECORD)
    answer = page.locator("#board-answer")
    points = [int(text) for text in answer.locator(".line").all_text_contents()]
    assert points == [*RECORD_165["rows"], *RECORD_165["columns"]]
    assert answer.locator(".big b").text_content() == "165"
    answer.locator(".line").nth(1).click()
    assert page.locator("#dialog-title").text_content() == "Row 2"
    assert page.locator("#dialog-body tfoot .points").first.text_content() == str(RECORD_165["rows"][1])
    page.click("#dialog-close")
    assert page.evaluate("document.activeElement.textContent") == str(RECORD_165["rows"][1])
    cards = " ".join(RECORD_165["grid"])
    for key, best in (
        ("score.best", best_grid(cards, RECORD_165["starter"])),
        ("score.any", best_grid(f"{cards} {RECORD_165['starter']}")),
    ):
        page.click(f'[data-key="{key}"]')
        page.locator("#board-best", has_text=f"The best is {best.score}, proved in").wait_for()
        assert answer.locator(".big b").last.text_content() == str(best.score)
        assert page.evaluate("document.activeElement.dataset.key") == key
    page.click("#board-record")
    assert answer.locator(".big b").first.text_content() == str(RECORD_172["total"])


def test_a_long_search_says_how_far_it_is_and_can_be_stopped(open_page):
    page = open_page()
    longest = max(range(30), key=lambda seed: best_grid(deal(seed)).nodes)
    page.click("[data-view=board]")
    page.fill(
        "#board-text", "\n".join(" ".join(map(str, deal(longest)[row : row + 4])) for row in range(0, 17, 4))
    )
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 20})
    page.click('[data-key="score.any"]')
    page.locator("#board-progress", has_text=re.compile("Found [0-9]+, at most [0-9]+ …")).wait_for()
    page.keyboard.press("Enter")  # the button that began it stops it
    page.locator(
        "#board-best", has_text=re.compile("Stopped: [0-9]+ found, at most [0-9]+ possible")
    ).wait_for()
    assert page.locator('[data-key="score.any"]').text_content() == "… with any starter"


def test_a_board_in_progress_is_scored_too(open_page):
    page = open_page("#deal=1")
    game = Game(seed=1)
    for name in ("b2", "c2", "d2"):
        cell(page, name).click()
        game.play(name)
    page.click("[data-view=board]")
    page.click("#board-mine")
    assert page.locator("#board-answer .big b").text_content() == str(score_grid(game.grid).total)
    assert page.locator("#board-answer").get_by_text("A full board has a best rearrangement.").is_visible()


def test_the_throws_of_a_deal_are_shown_best_first(open_page):
    page = open_page()
    page.click("[data-view=discard]")
    page.fill("#discard-cards", "4C 5D 6H 6S 9C TD")
    for crib, dealer in (("mine", True), ("other", False)):
        page.locator("#discard label", has_text={"mine": "Mine", "other": "The other’s"}[crib]).click()
        rows = page.locator("#discard-answer tbody tr")
        for row, throw in zip(rows.all(), discards("4C 5D 6H 6S 9C TD", dealer=dealer), strict=True):
            names = [one.get_attribute("aria-label") for one in row.locator("th .card").all()]
            assert names == [card.name for card in throw.thrown]
            shown = [float(text) for text in row.locator("td:not(.kept)").all_text_contents()]
            assert shown == [round(float(value), 3) for value in (throw.hand.mean, throw.crib, throw.value)]


# ---------------------------------------------------------------- languages and looks


def test_the_language_of_the_browser_is_spoken_and_a_switch_is_remembered(open_page):
    page = open_page("#deal=1", locale="es-MX")
    assert page.evaluate("document.documentElement.lang") == "es"
    assert page.locator("#undo").text_content().strip() == "Deshacer"
    page.select_option("#language", "ru")
    assert page.locator("#undo").text_content().strip() == "Назад"
    assert page.evaluate("document.activeElement.id") in ("language", "")
    cell(page, "a1").click()
    assert said(page) == "Дама бубен на a1. Всего 0. Следующая: девятка пик."
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert page.evaluate("document.documentElement.lang") == "ru"
    assert moves(page) == ["a1"]
    assert open_page(locale="ja-JP").evaluate("document.documentElement.lang") == "en"


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("es", ["quince dos", "quince cuatro", "y un par: seis", "y la jota del palo: siete"]),
        ("ru", ["пятнадцать — два", "пятнадцать — четыре", "и пара — шесть", "и валет в масть — семь"]),
    ],
)
def test_a_hand_is_counted_in_the_other_languages(open_page, language, words):
    page = open_page(locale=language)
    page.click("[data-view=count]")
    page.fill("#count-hand", "5H JD 2C 2S")
    page.fill("#count-starter", "KD")
    assert page.locator("#count-answer table.count").first.locator("tbody th").all_text_contents() == words


def test_four_colours_and_the_dark_can_be_chosen_and_are_remembered(open_page):
    page = open_page("#deal=1")

    def ink(suit):
        return page.evaluate(f"getComputedStyle(document.querySelector('#count-picker .face.{suit}')).color")

    assert ink("D") == ink("H") != ink("S") == ink("C")
    page.click("#open-settings")
    page.locator("#dialog label", has_text="Four colours").click()
    page.locator("#dialog label", has_text="Dark").click()
    for _ in range(2):
        assert len({ink(suit) for suit in "CDHS"}) == 4
        assert page.evaluate("document.documentElement.dataset.theme") == "dark"
        page.reload()
        page.wait_for_selector("html[data-ready]")


def test_the_page_is_dark_where_the_system_is(open_page):
    page = open_page(color_scheme="dark")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.emulate_media(color_scheme="light")
    page.wait_for_selector("html[data-theme=light]")


OUTSIDE = """() => {
  const elements = [...document.querySelectorAll("button:not(.link), .card, .label, .info p")];
  const outside = one => {
    const box = one.getBoundingClientRect();
    const down = box.top >= 0 && box.bottom <= innerHeight + .5;
    const across = box.left >= 0 && box.right <= innerWidth + .5;
    return box.width && !(down && across && one.scrollWidth <= one.clientWidth + 1);
  };
  return elements.filter(outside).map(one => one.outerHTML);
}"""
SCROLLS = """() => [document.querySelector("main"), document.documentElement].some(
  one => one.scrollHeight > one.clientHeight || one.scrollWidth > one.clientWidth)"""


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (768, 1024), (1024, 700), (1440, 900)], ids=str)
def test_a_game_fits_without_scrolling(open_page, size):
    page = open_page(viewport={"width": size[0], "height": size[1]})
    for preset in PRESETS:
        page.evaluate("rules => { location.hash = `#deal=5&rules=${rules}` }", preset)
        page.locator(f"#tray.{preset}").wait_for()
        for language in ("en", "es", "ru"):
            page.select_option("#language", language)
            assert not page.evaluate(SCROLLS), (preset, language)
            assert page.evaluate(OUTSIDE) == [], (preset, language)
            assert page.locator(".cell").first.bounding_box()["width"] >= 44


def test_what_is_tapped_is_large_enough_on_a_phone(open_page):
    page = open_page("#deal=5&rules=two-reserves", **PHONE)
    for view in ("play", "count", "board", "discard"):
        page.click(f"[data-view={view}]")
        small = """() => [...document.querySelectorAll("button, select, summary")]
          .map(one => [one.outerHTML, one.getBoundingClientRect()])
          .filter(([, box]) => box.width && Math.min(box.width, box.height) < 24).map(([html]) => html)"""
        assert page.evaluate(small) == []


@pytest.mark.parametrize("view", ["play", "count", "board", "discard"])
def test_nothing_is_cut_off_at_320_pixels(open_page, view):
    page = open_page("#deal=5", viewport={"width": 320, "height": 568})
    page.click(f"[data-view={view}]")
    page.fill("#count-hand", "5H 5C 6S 4D | 4C") if view == "count" else None
    page.fill("#board-text", RECORD) if view == "board" else None
    page.fill("#discard-cards", "4C 5D 6H 6S 9C TD") if view == "discard" else None
    for language in ("en", "es", "ru"):
        page.select_option("#language", language)
        assert page.evaluate("document.querySelector('main').scrollWidth <= innerWidth")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# ---------------------------------------------------------------- accessibility


@pytest.mark.parametrize(("scheme", "width"), [("dark", 320), ("light", 1280)])
def test_axe_finds_nothing(open_page, scheme, width):
    from axe_playwright_python.sync_playwright import Axe

    page = open_page(
        "#deal=5&rules=two-reserves", color_scheme=scheme, viewport={"width": width, "height": 800}
    )

    def check(what):
        violations = Axe().run(page).response["violations"]
        assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in violations] == [], what

    for move in ("r1", "b2", "r2", "c2"):
        page.locator(".put").nth(int(move[1]) - 1).click() if move[0] == "r" else cell(page, move).click()
    page.click("#hint")
    check("a hint")
    for button in ("#open-settings", "#open-help", "#new"):
        page.click(button)
        check(button)
        page.keyboard.press("Escape")
    page.evaluate("location.hash = '#deal=29&rules=standard'")
    page.locator("#deal-name", has_text="29").wait_for()
    for place in SNAKE:
        cell(page, NAMES[place]).click()
    page.locator("#state", has_text="proved").wait_for()
    check("the end")
    page.click("[data-view=count]")
    page.fill("#count-hand", "5H 5C 6S 4D | 4C")
    check("a count")
    page.fill("#count-hand", "5H 5C 6S 4X")
    check("a refusal")
    page.click("[data-view=board]")
    page.click("#board-record")
    page.click('[data-key="score.best"]')
    page.locator("#board-best").wait_for()
    check("a board")
    page.locator("#board-answer .line").first.click()
    check("a line")
    page.keyboard.press("Escape")
    page.click("[data-view=discard]")
    page.fill("#discard-cards", "4C 5D 6H 6S 9C TD")
    check("the throws")
    page.click("#open-settings")
    page.locator("#dialog label", has_text="Four colours").click()
    page.keyboard.press("Escape")
    check("four colours")


# ---------------------------------------------------------------- the file


def test_the_page_is_built_the_same_each_time_and_names_no_address(build, file):
    made = build.page().encode()
    assert made == file.read_bytes()
    assert len(made) <= build.LARGEST
    assert set(re.findall(rb"https?://[^\s'\"]+", made)) == {b"http://www.w3.org/2000/svg"}
