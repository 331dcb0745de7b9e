"""What a wrong call says: one sentence, and a traceback that ends with it alone."""

import io

import pytest

from cribscore import (
    Card,
    Grid,
    GridScore,
    Hand,
    HandScore,
    best_grid,
    deal,
    explain_grid,
    explain_hand,
    read_board,
    score_grid,
    score_grids,
    score_hand,
    score_hands,
)
from cribscore.game import Game, Move, Rules, solitaire_score

HAND = "5H 5C 5S JD"
WRONG_CALLS = {
    "a card": lambda: Card("1H"),
    "a hand in text": lambda: Hand("1H 5C 5S JD"),
    "a hand of texts": lambda: Hand(["1H", "5C", "5S", "JD"]),
    "five cards, one wrong": lambda: Hand(["1H", "5C", "5S", "JD", "5D"]),
    "five cards": lambda: Hand(["5H", "5C", "5S", "JD", "5D"]),
    "no hand": lambda: Hand(5),
    "a grid in text": lambda: Grid("1H / 5C / 5S / JD"),
    "a grid of texts": lambda: Grid(["1H"] + [None] * 15),
    "a cell": lambda: Grid([None] * 16)[4, 0],
    "a score of a hand in text": lambda: score_hand("1H 5C 5S JD", "5D"),
    "a score of a hand of texts": lambda: score_hand(["1H", "5C", "5S", "JD"], Card("5D")),
    "a score with a wrong starter": lambda: score_hand(HAND, "1H"),
    "a score with a wrong starter for a Hand": lambda: score_hand(Hand(HAND), "1H"),
    "a score with its starter in the hand": lambda: score_hand(Hand(HAND), "5h"),
    "a score of no hand": lambda: score_hand(None, Card("5D")),
    "a score of no hand without a starter": lambda: score_hand(None),
    "a score of a grid": lambda: score_grid("1H / 5C / 5S / JD", "5D"),
    "a score with its starter in the grid": lambda: score_grid(deal(1)[:16], deal(1)[0]),
    "a hand score": lambda: HandScore(1),
    "a grid score": lambda: GridScore([HandScore()] * 4, [5] * 4),
    "an explanation": lambda: explain_hand("1H 5C 5S JD", "5D"),
    "an explanation of a grid": lambda: explain_grid(["1H"] + [None] * 15),
    "a batch": lambda: score_hands([("1H 5C 5S JD", "5D")]),
    "a batch of bytes": lambda: score_hands(bytes(5)),
    "a batch with a wrong starter": lambda: score_hands([HAND], starters=["1H"]),
    "a batch of grids": lambda: score_grids([("1H / 5C / 5S / JD", "5D")]),
    "a board": lambda: read_board(io.StringIO("1H 5C 5S JD")),
    "cards to place": lambda: best_grid("1H 5C 5S JD"),
    "a deal": lambda: deal("1"),
    "rules": lambda: Rules(reserves=3),
    "a deck": lambda: Game(deck="1H 5C 5S JD"),
    "a move": lambda: Move.parse("e5"),
    "a move's card": lambda: Move("place", cell=(0, 0), card="1H"),
    "a move in a game": lambda: Game(seed=1).finish(),
    "a saved game": lambda: Game.from_dict(
        {**Game(seed=1).to_dict(), "history": [{"move": "e5", "cards": []}]}
    ),
    "points": lambda: solitaire_score(-1, moves=16, seconds=90, won=True),
}


@pytest.mark.parametrize("call", WRONG_CALLS.values(), ids=WRONG_CALLS)
def test_a_refusal_comes_alone_with_nothing_that_was_tried_before_it(call):
    with pytest.raises((ValueError, TypeError, IndexError)) as refusal:
        call()
    error = refusal.value
    assert error.__cause__ is None
    assert error.__context__ is None or error.__suppress_context__


class Quarrelsome:
    """What fails when it is asked for its index."""

    def __index__(self):
        raise AttributeError("no index today")


def test_an_error_of_the_caller_s_own_objects_reaches_the_caller():
    for call in (
        lambda: score_hand(HAND, Quarrelsome()),
        lambda: score_hand(Hand(HAND), Quarrelsome()),
        lambda: score_hand([Quarrelsome()] * 4, "5D"),
    ):
        with pytest.raises(AttributeError, match="no index today"):
            call()
