"""What a wrong call says: one short sentence, and a traceback that ends with it alone."""

import io

import pytest

from cribscore import (
    Card,
    Combination,
    CombinationKind,
    Grid,
    GridScore,
    Hand,
    HandScore,
    InvalidGridError,
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
from cribscore._messages import in_words
from cribscore.squares import Game, Move, Rules, solitaire_score

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


class Rude:
    """What has terminal escapes and a change of direction for a repr."""

    def __repr__(self):
        return "\x1b[31mred\a\n\N{RIGHT-TO-LEFT OVERRIDE}"


HUGE = {"digits": 10**5000, "letters": "x" * 10**6, "escapes": "\x1b[31m\n" * 10**5, "rude": Rude()}
TAKES_ANYTHING = {
    "Card": Card,
    "Hand": Hand,
    "a card of a hand": lambda value: Hand([value, "5C", "5S", "JD"]),
    "Grid": Grid,
    "a cell": lambda value: Grid([value] + [None] * 15),
    "a row number": lambda value: Grid([None] * 16)[value, 0],
    "a place": lambda value: Grid([None] * 16)[value],
    "a starter": lambda value: score_hand(HAND, value),
    "fifteens": HandScore,
    "a line": lambda value: GridScore([value] * 4, [HandScore()] * 4),
    "heels": lambda value: GridScore([HandScore()] * 4, [HandScore()] * 4, value),
    "a batch": lambda value: score_hands([(HAND, value)]),
    "starters": lambda value: score_hands([HAND], [value]),
    "threads": lambda value: score_hands(b"", threads=-value if isinstance(value, int) else value),
    "a combination's points": lambda value: Combination(CombinationKind.RUN, (), value).name,
    "a time limit": lambda value: best_grid(deal(1), time_limit=-value if isinstance(value, int) else value),
    "a seed": deal,
    "win_at": lambda value: Rules(win_at=value),
    "a kind": Move,
    "a move's cell": lambda value: Move("place", cell=value),
    "a reserve": Move.to_reserve,
    "a move": Move.parse,
    "a move in a game": lambda value: Game().play(value),
    "rules": Game,
    "a deck": lambda value: Game(deck=value),
    "a saved game": Game.from_dict,
    "the schema": lambda value: Game.from_dict({"schema": value}),
    "seen": lambda value: Game.from_dict({**Game(seed=1).to_dict(), "seen": value}),
    "a key": lambda value: Game.from_dict({**Game(seed=1).to_dict(), value: 1}),
    "won": lambda value: solitaire_score(1, moves=1, seconds=1, won=value),
}


@pytest.mark.coreless
@pytest.mark.parametrize("value", HUGE.values(), ids=HUGE)
@pytest.mark.parametrize("call", TAKES_ANYTHING.values(), ids=TAKES_ANYTHING)
def test_whatever_is_given_the_message_is_one_short_line_that_prints(call, value):
    with pytest.raises((ValueError, TypeError, IndexError)) as refusal:
        call(value)
    message = str(refusal.value)
    assert message.isprintable()
    assert 0 < len(message) < 300
    assert "Exceeds the limit" not in message


@pytest.mark.coreless
def test_a_board_s_file_is_named_so_that_its_name_prints():
    file = io.BytesIO(b"5H\n")
    file.name = "a\x1b[31m\nb"
    with pytest.raises(InvalidGridError) as refusal:
        read_board(file)
    assert str(refusal.value) == "a\\x1b[31m\\nb, line 1: a row holds 4 cards, got 1: 5H"


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "zero"),
        (13, "thirteen"),
        (40, "forty"),
        (99, "ninety-nine"),
        (200, "two hundred"),
        (215, "two hundred and fifteen"),
        (3000, "three thousand"),
        (3007, "three thousand and seven"),
        (9680, "nine thousand six hundred and eighty"),
    ],
)
def test_a_number_is_said_in_words(number, words):
    assert in_words(number) == words
