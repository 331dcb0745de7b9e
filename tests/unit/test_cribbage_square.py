"""What examples/cribbage_square.py does before there is a window; tests/on_screen.py plays it in one."""

import ast
import runpy
import sys
from pathlib import Path

import pytest

from cribscore import DECK, deal
from cribscore.squares import Game
from naive import row_lines

SOURCE = Path(__file__).parents[2] / "examples" / "cribbage_square.py"
PLACES = [(row, column) for row in range(5) for column in range(5)]

pytestmark = pytest.mark.needs("_tkinter")  # of Python's own, but Debian has it in a package apart


@pytest.fixture(scope="module")
def square():
    """What the example defines, by name."""
    return runpy.run_path(str(SOURCE))


@pytest.mark.coreless
def test_it_is_short_and_needs_the_standard_library_and_cribscore_alone():
    text = SOURCE.read_text(encoding="utf-8")
    nodes = list(ast.walk(ast.parse(text)))
    imported = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    imported |= {node.module for node in nodes if isinstance(node, ast.ImportFrom)}
    packages = {name.partition(".")[0] for name in imported}
    assert packages - sys.stdlib_module_names == {"cribscore"}
    assert len(text.splitlines()) < 200


@pytest.mark.coreless
def test_each_place_is_found_from_its_corners_and_none_from_the_gaps(square):
    found = {}
    for y in range(square["HEIGHT"]):
        for x in range(square["PANEL_X"]):
            found.setdefault(square["place_at"](x, y), []).append((x, y))
    assert set(found) == {*PLACES, None}
    width, height = square["CARD_WIDTH"], square["CARD_HEIGHT"]
    for row, column in PLACES:
        left, top = square["corner"](row, column)
        points = found[row, column]
        assert points[0] == (left, top)
        if row < 4 and column < 4:
            assert points[-1] == (left + width - 1, top + height - 1)
            assert len(points) == width * height


@pytest.mark.coreless
@pytest.mark.parametrize("point", [(-1, -1), (-500, 100), (100, -500), (10_000, 100), (100, 10_000)], ids=str)
def test_there_is_no_place_off_the_board(square, point):
    assert square["place_at"](*point) is None


@pytest.mark.coreless
def test_no_two_cards_are_shown_alike_and_the_ten_is_not_a_letter(square):
    faces = [square["face"](card) for card in DECK]
    assert len(set(faces)) == 52
    assert faces[4 * 9 : 4 * 9 + 4] == ["10♣", "10♦", "10♥", "10♠"]
    assert faces[:4] == ["A♣", "A♦", "A♥", "A♠"]


def test_the_title_says_how_the_game_stands(square):
    full = [place for place in PLACES if max(place) < 4]
    game = Game(deck="7H 7D 8C 8S 8H 8D 7C 7S 3H 6D 6C 6S 9H 9D 9C 9S 6H")  # published, with its 165 points
    assert square["title"](game) == "Cribbage Square - 0 of 61"
    for cell in full:
        game.place(*cell)
    assert square["title"](game) == "Cribbage Square - 165 of 61 - won"
    deck = deal(1, 17)
    game = Game(deck=deck)
    for cell in full:
        game.place(*cell)
    _, total = row_lines([card.index for card in deck])
    assert total < 61
    assert square["title"](game) == f"Cribbage Square - {total} of 61 - lost"
