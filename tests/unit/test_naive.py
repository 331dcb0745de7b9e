"""The yardstick itself, held against hands and boards whose points are known."""

import pytest

from naive import grid_lines, hand_parts, parse
from oracles import EVERY_BOARD, KNOWN_HANDS, PARTS, cells_of
from strategies import NAMES

pytestmark = pytest.mark.coreless


def test_the_naive_parser_gives_each_card_of_the_pack_its_rank_and_suit():
    assert [parse(name) for name in NAMES] == [(rank, suit) for rank in range(1, 14) for suit in range(4)]
    assert parse("JH") == (11, 2)
    assert parse("..") is None


@pytest.mark.parametrize("known", KNOWN_HANDS, ids=lambda known: known["mistake"])
def test_the_naive_scorer_knows_the_hands_that_other_programs_got_wrong(known):
    hand = [parse(name) for name in known["hand"].split()]
    parts = hand_parts(hand, parse(known["starter"]), known["crib"])
    assert parts == tuple(known[part] for part in PARTS)
    assert sum(parts) == known["total"]


@pytest.mark.parametrize("board", EVERY_BOARD, ids=lambda board: "/".join(board["grid"]).replace(" ", ""))
def test_the_naive_scorer_knows_every_line_of_every_board(board):
    rows, columns, heels = grid_lines([parse(cell) for cell in cells_of(board)], parse(board["starter"]))
    assert [sum(parts) for parts in rows] == board["rows"]
    assert [sum(parts) for parts in columns] == board["columns"]
    assert heels == board["heels"]
    assert sum(map(sum, rows + columns)) + heels == board["total"]
