"""What holds for cards, hands and grids alike: their refusals, and that nothing else is changed by them."""

import copy
import locale
import random
from contextlib import suppress

import pytest
from hypothesis import given

from cribscore import (
    Card,
    Grid,
    Hand,
    InvalidCardError,
    InvalidGridError,
    InvalidHandError,
    deal,
    score_grid,
    score_hand,
)
from samples import FULL_ROWS, HAND, PARTIAL, PARTIAL_NAMES
from strategies import examples, things
from wording import exactly


@pytest.mark.coreless
@pytest.mark.parametrize("make", [Card, Hand, Grid], ids=lambda make: make.__name__)
@pytest.mark.parametrize("code", ["x", "U", "N", "uu", "d"])
def test_an_unknown_format_code_is_a_value_error(make, code):
    value = {Card: "5H", Hand: "5H 5C 5S JD", Grid: [None] * 16}[make]
    with pytest.raises(ValueError, match=r".+"):
        format(make(value), code)


@pytest.mark.coreless
def test_different_hands_and_different_grids_seldom_have_the_same_hash():
    assert len({hash(Hand(deal(seed, 4))) for seed in range(1000)}) > 900
    assert len({hash(Grid(deal(seed, 16))) for seed in range(1000)}) > 900


@pytest.mark.coreless
@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: Hand(5), TypeError, "a hand is made from text or from four cards, not int: 5"),
        (lambda: Grid(5), TypeError, "a grid is made from text, 4 rows or 16 cells, not int: 5"),
        (lambda: Grid([5, 6, 7, 8]), TypeError, "a row is made from text or four cells, not int: 5"),
        (
            lambda: Hand("5H 5C 5S .."),
            InvalidCardError,
            "'..' is not a card: it stands for an empty cell, which only a grid has",
        ),
    ],
    ids=["hand", "grid", "row", "empty"],
)
def test_what_makes_no_hand_or_grid_is_told_what_would(make, error, message):
    with pytest.raises(error, match=exactly(message)):
        make()


@pytest.mark.slow
@pytest.mark.coreless
@pytest.mark.parametrize("make", [Card, Hand, Grid], ids=lambda make: make.__name__)
@given(thing=things)
@examples(300)
def test_any_object_is_taken_or_is_a_value_error_or_a_type_error(make, thing):
    with suppress(InvalidCardError, InvalidHandError, InvalidGridError, TypeError):
        make(thing)


def test_a_list_that_is_given_is_not_changed():
    hand, grid, rows = HAND.split(), list(PARTIAL_NAMES), [row.split() for row in FULL_ROWS]
    for use in (Hand, score_hand):
        use(hand)
    for use in (Grid, score_grid):
        use(grid)
        use(rows)
    assert hand == HAND.split()
    assert grid == PARTIAL_NAMES
    assert rows == [row.split() for row in FULL_ROWS]


@pytest.mark.coreless
def test_a_list_that_is_changed_later_does_not_change_the_value_made_from_it():
    names, cells = HAND.split(), list(PARTIAL_NAMES)
    hand, grid = Hand(names), Grid(cells)
    names[0], cells[0] = "5D", "AH"
    assert str(hand) == HAND
    assert str(grid) == PARTIAL


def test_no_global_state_is_touched():
    before = random.getstate(), locale.setlocale(locale.LC_ALL)
    deal(7)
    score_hand(Hand(HAND), Card("5D"))
    score_grid(Grid(PARTIAL), "5H")
    format(copy.deepcopy(Card("5H")), "n")
    assert (random.getstate(), locale.setlocale(locale.LC_ALL)) == before
