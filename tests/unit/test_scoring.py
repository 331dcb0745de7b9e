"""score_hand and score_grid against hands and boards whose points are known, and the scores as values."""

import copy
import itertools
import json
import pickle

import pytest
from hypothesis import given

from cribscore import (
    DECK,
    Card,
    Grid,
    GridScore,
    Hand,
    HandScore,
    InvalidCardError,
    InvalidGridError,
    InvalidHandError,
    score_grid,
    score_hand,
)
from naive import grid_lines, parse
from oracles import EVERY_BOARD, KNOWN_HANDS, PARTS, RECORD_165, RECORD_170, RECORD_172, TABLES, cells_of
from strategies import boards, examples
from wording import exactly

PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)
COPIES = [copy.copy, copy.deepcopy] + [
    lambda score, protocol=protocol: pickle.loads(pickle.dumps(score, protocol)) for protocol in PROTOCOLS
]
COPY_NAMES = ["copy", "deepcopy", *(f"pickle{protocol}" for protocol in PROTOCOLS)]

TWENTY_NINE = "5C 5D 5S JH", "5H"
ZERO_HANDS = [
    ("2C 4D 6S 8H", "QH"),
    ("2C 4D 6S 8H", "JS"),
    ("AC 3D 7S 9H", "JC"),
    ("AC 3D 7S 9H", "KC"),
    ("2H 4H 8H KC", "6H"),
    ("9C TD QS KH", "7C"),
    ("TC QD KS 8H", "2H"),
]


# Hands


@pytest.mark.parametrize("known", KNOWN_HANDS, ids=lambda known: known["mistake"])
def test_the_hands_that_other_programs_got_wrong_are_scored_part_by_part(known):
    score = score_hand(known["hand"], known["starter"], crib=known["crib"])
    assert {part: getattr(score, part) for part in PARTS} == {part: known[part] for part in PARTS}
    assert score.parts == tuple(known[part] for part in PARTS)
    assert score == known["total"]


@pytest.mark.parametrize("suit", "CDHS")
@pytest.mark.parametrize("crib", [False, True])
def test_three_fives_and_the_jack_with_the_five_of_its_suit_turned_score_29(suit, crib):
    fives = [f"5{other}" for other in "CDHS" if other != suit]
    score = score_hand([*fives, f"J{suit}"], f"5{suit}", crib=crib)
    assert score == 29
    assert score.parts == (16, 12, 0, 0, 1)


def test_four_fives_and_a_ten_card_score_28_in_all_seventy_six_ways_that_are_not_29():
    fives = ["5C", "5D", "5H", "5S"]
    tens = [rank + suit for rank in "TJQK" for suit in "CDHS"]
    ways = [(fives, ten) for ten in tens]
    for starter, ten in itertools.product(fives, tens):
        if ten != f"J{starter[1]}":
            ways.append(([*(five for five in fives if five != starter), ten], starter))
    assert len(ways) == 76
    for hand, starter in ways:
        assert score_hand(hand, starter).parts == (16, 12, 0, 0, 0)


@pytest.mark.parametrize(("hand", "starter"), ZERO_HANDS)
def test_a_hand_without_a_combination_scores_nothing(hand, starter):
    for crib in (False, True):
        score = score_hand(hand, starter, crib=crib)
        assert score == 0
        assert score.parts == (0, 0, 0, 0, 0)


def test_a_four_card_flush_counts_four_in_the_hand_with_or_without_a_starter():
    assert score_hand("2H 4H 8H KH").flush == 4
    assert score_hand("2H 4H 8H KH", "6C").flush == 4


def test_a_four_card_flush_does_not_count_in_the_crib():
    assert score_hand("2H 4H 8H KH", crib=True).flush == 0
    assert score_hand("2H 4H 8H KH", "6C", crib=True).flush == 0


def test_a_five_card_flush_counts_five_in_the_hand_and_in_the_crib():
    assert score_hand("2H 4H 8H KH", "6H").flush == 5
    assert score_hand("2H 4H 8H KH", "6H", crib=True).flush == 5


def test_the_starter_does_not_make_a_flush_of_three_cards_in_the_hand():
    assert score_hand("2H 4H 8H KC", "6H").flush == 0


def test_the_jack_of_the_starters_suit_counts_one_and_any_other_jack_nothing():
    assert score_hand("2C 4D 8S JH", "6H").nobs == 1
    assert score_hand("2C 4D 8S JH", "6H", crib=True).nobs == 1
    assert score_hand("2C 4D 8S JH", "6C").nobs == 0
    assert score_hand("2C 4D 8S JH").nobs == 0
    assert score_hand("JC JD JS JH", "6H").nobs == 1


@pytest.mark.parametrize("crib", [False, True])
def test_a_jack_turned_as_starter_counts_neither_nobs_nor_heels_in_a_hand(crib):
    assert score_hand("2H 4D 6S 8H", "JH", crib=crib) == 0
    assert score_hand("JC 4D 6S 8H", "JH", crib=crib).nobs == 0


def test_the_ace_is_low_only():
    assert score_hand("QC KD AS 8H", "6C").runs == 0
    assert score_hand("AC 2D 3S 8H", "KC").runs == 3
    assert score_hand("JC QD KS AH", "2C").runs == 3


def test_a_hand_without_a_starter_is_four_cards():
    assert score_hand("5C 5D 5S JH").parts == (8, 6, 0, 0, 0)
    assert score_hand("5C 5D 5S JH", None).parts == (8, 6, 0, 0, 0)
    assert score_hand("3C 4D 5S 6H").parts == (2, 0, 4, 0, 0)


@pytest.mark.parametrize(
    "hand",
    [
        "5C 5D 5S JH",
        "5c,5d,5s,jh",
        "5C5D5SJH",
        "5♣ 5♦ 5♠ J♥",
        ["5C", "5D", "5S", "JH"],
        ("5♧", "5♢", "5♤", "J♡"),
        [16, 17, 19, 42],
        bytes([16, 17, 19, 42]),
        [DECK[16], "5D", 19, "jh"],
        {DECK[16], DECK[17], DECK[19], DECK[42]},
        Hand("5C 5D 5S JH"),
    ],
    ids=lambda hand: "set" if type(hand) is set else repr(hand),  # whose order is another each time
)
@pytest.mark.parametrize("starter", ["5H", " 5h ", "5♥", "5♡\ufe0f", 18, Card("5H")], ids=repr)
def test_hand_and_starter_are_taken_in_every_form(hand, starter):
    assert score_hand(hand, starter).parts == (16, 12, 0, 0, 1)


def test_a_hand_is_taken_from_an_iterator_and_by_keyword():
    assert score_hand(iter(["5C", "5D", "5S", "JH"]), "5H") == 29
    assert score_hand((index for index in (16, 17, 19, 42)), 18) == 29
    assert score_hand(hand="5C 5D 5S JH", starter="5H", crib=True) == 29


@pytest.mark.parametrize("hand", ["5H 5C 5S JD", [18, 16, 19, 41], Hand("5H 5C 5S JD")], ids=repr)
@pytest.mark.parametrize("starter", ["5H", "5♥", 18, Card("5H")], ids=repr)
def test_a_starter_that_is_in_the_hand_is_refused(hand, starter):
    with pytest.raises(InvalidHandError, match=exactly("5H appears twice")):
        score_hand(hand, starter)
    with pytest.raises(InvalidHandError, match=exactly("5H appears twice")):
        score_hand(hand, starter, crib=True)


def test_five_cards_as_the_hand_are_refused_with_the_number_and_the_cards():
    with pytest.raises(InvalidHandError, match="a hand holds 4 cards, got 5: 5H 5C 5S JD 5D"):
        score_hand("5H 5C 5S JD 5D")


@pytest.mark.parametrize(
    ("hand", "starter", "error"),
    [
        ("5H 5C 5S", None, InvalidHandError),
        ("5H 5C 5S 5H", None, InvalidHandError),
        ("5H 5C 5S 1D", None, InvalidCardError),
        ([1, 2, 3, 52], None, InvalidCardError),
        (*TWENTY_NINE[:1], "1H", InvalidCardError),
        (*TWENTY_NINE[:1], "", InvalidCardError),
        (*TWENTY_NINE[:1], "..", InvalidCardError),
        (*TWENTY_NINE[:1], "5H 6H", InvalidCardError),
        (*TWENTY_NINE[:1], 52, InvalidCardError),
        (*TWENTY_NINE[:1], -1, InvalidCardError),
        (*TWENTY_NINE[:1], 255, InvalidCardError),
        (None, None, TypeError),
        (5, None, TypeError),
        (TWENTY_NINE, None, ValueError),
        ([None, 1, 2, 3], None, TypeError),
        (*TWENTY_NINE[:1], True, TypeError),
        (*TWENTY_NINE[:1], 18.0, TypeError),
        (*TWENTY_NINE[:1], b"5H", TypeError),
        (*TWENTY_NINE[:1], ["5H"], TypeError),
        (*TWENTY_NINE[:1], Hand("5H 6H 7H 8H"), TypeError),
    ],
    ids=repr,
)
def test_a_refused_hand_or_starter_leaves_everything_working(hand, starter, error):
    for crib in (False, True):
        with pytest.raises(error):
            score_hand(hand, starter, crib=crib)
    assert score_hand(*TWENTY_NINE).parts == (16, 12, 0, 0, 1)


def test_crib_is_given_by_keyword_only():
    with pytest.raises(TypeError):
        score_hand("5C 5D 5S JH", "5H", True)


def test_hands_of_the_same_parts_share_one_score():
    score = score_hand(*TWENTY_NINE)
    assert score_hand("5H 5D 5S JC", "5C") is score
    assert score_hand(Hand("JD 5S 5C 5H"), Card("5D"), crib=True) is score
    nothing = score_hand(*ZERO_HANDS[0])  # which is false, as any 0
    assert all(score_hand(*hand) is nothing for hand in ZERO_HANDS)


# Grids


@pytest.mark.parametrize("board", EVERY_BOARD, ids=lambda board: "/".join(board["grid"]).replace(" ", ""))
def test_every_line_of_every_known_board_is_scored(board):
    score = score_grid(board["grid"], board["starter"])
    assert list(score.rows) == board["rows"]
    assert list(score.columns) == board["columns"]
    assert score.heels == board["heels"]
    assert score == board["total"]
    finished = ".." not in cells_of(board) and board["starter"] is not None
    assert score.won is (finished and board["total"] >= 61)


@given(board=boards())
@examples(300)
def test_grids_full_and_in_progress_are_scored_as_the_naive_scorer_does(board):
    cells, starter = board
    rows, columns, heels = grid_lines([parse(cell) for cell in cells], parse(starter))
    score = score_grid(cells, starter)
    assert [line.parts for line in score.rows] == rows
    assert [line.parts for line in score.columns] == columns
    assert score.heels == heels
    assert score == sum(map(sum, rows + columns)) + heels
    assert score.won is (score >= 61 and None not in cells and starter is not None)


@pytest.mark.parametrize("record", [RECORD_165, RECORD_170, RECORD_172], ids=lambda record: record["total"])
def test_a_record_is_not_won_before_the_starter_is_turned_or_while_a_cell_is_empty(record):
    grid = Grid(record["grid"])
    assert score_grid(grid, record["starter"]).won is True
    unturned = score_grid(grid)
    assert unturned >= 61
    assert unturned.won is False
    unfinished = score_grid(grid.replace(3, 3, None), record["starter"])
    assert unfinished >= 61
    assert unfinished.won is False


def test_an_empty_grid_scores_nothing_but_heels():
    empty = [None] * 16
    for starter, heels in ((None, 0), ("5H", 0), ("JC", 2), ("JS", 2)):
        score = score_grid(empty, starter)
        assert score == score.heels == heels
        assert [line.parts for line in score.rows + score.columns] == [(0, 0, 0, 0, 0)] * 8
        assert score.won is False


def test_a_line_in_progress_counts_the_cards_it_has_with_the_starter():
    score = score_grid("5C .. .. JH\n.. .. .. ..\n.. .. .. ..\n.. .. .. ..", "5H")
    assert [line.parts for line in score.rows] == [(4, 2, 0, 0, 1)] + [(0, 0, 0, 0, 0)] * 3
    assert [line.parts for line in score.columns] == [
        (0, 2, 0, 0, 0),
        (0, 0, 0, 0, 0),
        (0, 0, 0, 0, 0),
        (2, 0, 0, 0, 1),
    ]


def test_a_line_in_progress_has_no_flush_until_it_is_complete():
    grid = Grid("2H 4H 8H ..\n.. .. .. ..\n.. .. .. ..\n.. .. .. ..")
    assert score_grid(grid, "6H").rows[0].flush == 0
    assert score_grid(grid.replace(0, 3, "KH")).rows[0].flush == 4
    assert score_grid(grid.replace(0, 3, "KH"), "6C").rows[0].flush == 4
    assert score_grid(grid.replace(0, 3, "KH"), "6H").rows[0].flush == 5


def test_heels_count_once_for_the_whole_grid():
    grid = RECORD_172["grid"]
    assert score_grid(grid, "JC").heels == 2
    assert score_grid(grid, "JC") == sum(score_grid(grid, "JC").rows + score_grid(grid, "JC").columns) + 2
    assert score_grid(grid, "QC").heels == 0
    assert score_grid(grid).heels == 0


@pytest.mark.parametrize(
    "grid",
    [
        "\n".join(RECORD_172["grid"]),
        " / ".join(RECORD_172["grid"]),
        RECORD_172["grid"],
        cells_of(RECORD_172),
        [row.split() for row in RECORD_172["grid"]],
        [Hand(row) for row in RECORD_172["grid"]],
        [Card(cell).index for cell in cells_of(RECORD_172)],
        Grid(RECORD_172["grid"]),
    ],
    ids=repr,
)
@pytest.mark.parametrize("starter", ["5H", "5♥", 18, Card("5H")], ids=repr)
def test_grid_and_starter_are_taken_in_every_form(grid, starter):
    assert score_grid(grid, starter) == 172


@pytest.mark.parametrize("starter", ["5C", "5♣", 16, Card("5C")], ids=repr)
def test_a_starter_that_is_in_the_grid_is_refused(starter):
    with pytest.raises(InvalidGridError, match=exactly("5C appears twice")):
        score_grid(RECORD_172["grid"], starter)
    with pytest.raises(InvalidGridError, match=exactly("5C appears twice")):
        score_grid([*[None] * 15, "5C"], starter)


@pytest.mark.parametrize(
    ("grid", "starter", "error"),
    [
        ("", None, InvalidGridError),
        ([None] * 15, None, InvalidGridError),
        (["5H", "5H", *[None] * 14], None, InvalidGridError),
        (["1H", *[None] * 15], None, (InvalidCardError, InvalidGridError)),
        (RECORD_172["grid"], "1H", InvalidCardError),
        (RECORD_172["grid"], 52, InvalidCardError),
        (None, None, TypeError),
        (5, None, TypeError),
        (RECORD_172["grid"], True, TypeError),
        (RECORD_172["grid"], 18.0, TypeError),
        (RECORD_172["grid"], b"5H", TypeError),
    ],
    ids=repr,
)
def test_a_refused_grid_or_starter_leaves_everything_working(grid, starter, error):
    with pytest.raises(error):
        score_grid(grid, starter)
    assert score_grid(RECORD_172["grid"], "5H") == 172


# HandScore as a value


@pytest.mark.coreless
def test_a_hand_score_is_an_int_that_knows_its_parts():
    score = HandScore(fifteens=4, pairs=2, runs=6, flush=0, nobs=1)
    assert isinstance(score, int)
    assert score == 13
    assert (score.fifteens, score.pairs, score.runs, score.flush, score.nobs) == (4, 2, 6, 0, 1)
    assert score.parts == (4, 2, 6, 0, 1)
    assert isinstance(score.parts, tuple)
    assert HandScore(4, 2, 6, 0, 1).parts == score.parts
    assert HandScore() == 0
    assert HandScore().parts == (0, 0, 0, 0, 0)


def test_hand_scores_calculate_compare_and_sort_as_ints():
    scores = [score_hand(*TWENTY_NINE), score_hand("2C 4D 6S 8H"), score_hand("4C 5D 6H 7S", "KD")]
    assert sum(scores) == 37
    assert sorted(scores) == [0, 8, 29]
    assert max(scores) is scores[0]
    assert scores[0] + 1 == 1 + scores[0] == 30
    assert scores[0] - scores[2] == 21
    assert scores[0] / 2 == 14.5
    assert divmod(scores[0], 2) == (14, 1)
    assert -scores[2] == -8
    assert scores[2] < scores[0] > 28
    assert (bool(scores[0]), bool(scores[1])) == (True, False)
    assert list(range(30))[scores[0]] == 29
    assert {29: "the perfect hand"}[scores[0]] == "the perfect hand"
    assert hash(scores[0]) == hash(29)


@pytest.mark.coreless
def test_scores_of_one_total_are_equal_whatever_their_parts():
    assert HandScore(fifteens=6) == HandScore(pairs=6) == HandScore(runs=6) == 6
    assert HandScore(fifteens=6).parts != HandScore(pairs=6).parts


def test_a_hand_score_is_printed_as_its_number():
    score = score_hand(*TWENTY_NINE)
    assert str(score) == f"{score}" == "%s" % score == "%d" % score == format(score) == "29"  # noqa: UP031
    assert f"{score:>4}|{score:<4}|{score:03d}|{score:x}|{score:.1f}" == "  29|29  |029|1d|29.0"
    assert json.dumps({"score": score, "scores": [score]}) == '{"score": 29, "scores": [29]}'


def test_the_repr_of_a_hand_score_shows_the_parts():
    assert repr(score_hand(*TWENTY_NINE)) == "<HandScore 29: fifteens 16, pairs 12, runs 0, flush 0, nobs 1>"
    assert repr(HandScore()) == "<HandScore 0: fifteens 0, pairs 0, runs 0, flush 0, nobs 0>"


@pytest.mark.parametrize("duplicate", COPIES, ids=COPY_NAMES)
def test_a_hand_score_keeps_its_parts_through_copying_and_leaves_the_shared_one_alone(duplicate):
    shared = score_hand(*TWENTY_NINE)
    for score in (shared, HandScore(fifteens=6), HandScore(pairs=6), HandScore()):
        parts = score.parts
        same = duplicate(score)
        assert type(same) is HandScore
        assert same == score
        assert same.parts == parts
        assert score.parts == parts
    assert score_hand(*TWENTY_NINE) is shared
    assert shared.parts == (16, 12, 0, 0, 1)


@pytest.mark.parametrize("attribute", [*PARTS, "parts", "real", "colour", "__dict__", "__class__"])
def test_a_hand_score_cannot_be_changed(attribute):
    score = score_hand(*TWENTY_NINE)
    with pytest.raises(AttributeError, match=exactly("a HandScore cannot change")):
        setattr(score, attribute, 1)
    with pytest.raises(AttributeError, match=exactly("a HandScore cannot change")):
        delattr(score, attribute)
    assert score.parts == (16, 12, 0, 0, 1)
    assert score == 29


@pytest.mark.coreless
@pytest.mark.parametrize("part", PARTS)
def test_a_part_is_taken_exactly_when_some_hand_scores_it(part):
    possible = {int(points) for points in TABLES["parts"][part]}
    for points in range(-3, 40):
        if points in possible:
            assert getattr(HandScore(**{part: points}), part) == points
        else:
            with pytest.raises(ValueError, match=part):
                HandScore(**{part: points})


@pytest.mark.coreless
@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("thing", ["2", 2.0, None, (2,), b"2"], ids=repr)
def test_a_part_that_is_no_integer_is_a_type_error(part, thing):
    with pytest.raises(TypeError):
        HandScore(**{part: thing})


# GridScore as a value


NOTHING = (HandScore(),) * 4
FIFTY_EIGHT = (HandScore(16), HandScore(16), HandScore(16), HandScore(10))


def test_a_grid_score_is_an_int_that_knows_its_lines():
    score = score_grid(RECORD_172["grid"], "5H")
    assert isinstance(score, int)
    assert isinstance(score, GridScore)
    for lines in (score.rows, score.columns):
        assert isinstance(lines, tuple)
        assert [type(line) for line in lines] == [HandScore] * 4
    assert score.rows[0].parts == (16, 12, 0, 0, 1)
    assert score.columns[3].parts == (6, 0, 3, 5, 1)


@pytest.mark.coreless
def test_a_grid_score_is_the_sum_of_its_lines_and_heels():
    rows, columns = FIFTY_EIGHT, (HandScore(runs=3), *NOTHING[:3])
    assert GridScore(rows, columns) == 61
    assert GridScore(rows, columns, heels=2) == 63
    assert GridScore(rows, columns, heels=2).heels == 2
    assert GridScore(rows, columns).rows == rows
    assert GridScore(rows, columns).columns == columns


def test_a_complete_grid_is_won_with_61_points_and_not_with_60():
    sixty_one = FIFTY_EIGHT, (HandScore(runs=3), *NOTHING[:3])
    sixty = FIFTY_EIGHT, (HandScore(pairs=2), *NOTHING[:3])
    assert GridScore(*sixty_one, complete=True).won is True
    assert GridScore(*sixty_one, complete=False).won is False
    assert GridScore(*sixty_one).won is False
    assert GridScore(*sixty, complete=True).won is False
    assert GridScore(*sixty, 2, True).won is True


def test_grid_scores_calculate_compare_and_sort_as_ints():
    scores = [
        score_grid(record["grid"], record["starter"]) for record in (RECORD_172, RECORD_165, RECORD_170)
    ]
    assert sum(scores) == 507
    assert sorted(scores) == [165, 170, 172]
    assert max(scores) is scores[0]
    assert scores[0] - 61 == 111
    assert hash(scores[0]) == hash(172)
    assert scores[0] == 172 != scores[1]


def test_a_grid_score_is_printed_as_its_number():
    score = score_grid(RECORD_172["grid"], "5H")
    assert str(score) == f"{score}" == format(score) == "172"
    assert f"{score:>5}|{score:05d}" == "  172|00172"
    assert json.dumps([score, score.rows, score.heels]) == "[172, [29, 24, 24, 20], 0]"


def test_the_repr_of_a_grid_score_shows_the_lines():
    grid = RECORD_172["grid"]
    lines = "rows 29 24 24 20, columns 20 20 20 15"
    assert repr(score_grid(grid, "5H")) == f"<GridScore 172: {lines}, heels 0, won>"
    empty = "rows 0 0 0 0, columns 0 0 0 0"
    assert repr(score_grid([None] * 16, "JH")) == f"<GridScore 2: {empty}, heels 2, not won>"


@pytest.mark.parametrize("duplicate", COPIES, ids=COPY_NAMES)
def test_a_grid_score_keeps_its_lines_through_copying(duplicate):
    for starter in ("5H", "JC", None):
        score = score_grid(RECORD_172["grid"], starter)
        same = duplicate(score)
        assert type(same) is GridScore
        assert same == score
        assert [line.parts for line in same.rows] == [line.parts for line in score.rows]
        assert [line.parts for line in same.columns] == [line.parts for line in score.columns]
        assert (same.heels, same.won) == (score.heels, score.won)


@pytest.mark.parametrize(
    "attribute", ["rows", "columns", "heels", "won", "real", "colour", "__dict__", "__class__"]
)
def test_a_grid_score_cannot_be_changed(attribute):
    score = score_grid(RECORD_172["grid"], "5H")
    with pytest.raises(AttributeError, match=exactly("a GridScore cannot change")):
        setattr(score, attribute, 1)
    with pytest.raises(AttributeError, match=exactly("a GridScore cannot change")):
        delattr(score, attribute)
    assert list(score.rows) == RECORD_172["rows"]
    assert (score.heels, score.won) == (0, True)


@pytest.mark.coreless
@pytest.mark.parametrize(
    ("rows", "columns", "heels"),
    [
        (NOTHING[:3], NOTHING, 0),
        (NOTHING, NOTHING[:3], 0),
        ((*NOTHING, HandScore()), NOTHING, 0),
        ((), (), 0),
        (NOTHING, NOTHING, 1),
        (NOTHING, NOTHING, -2),
        (NOTHING, NOTHING, 4),
    ],
)
def test_impossible_lines_or_heels_are_refused(rows, columns, heels):
    with pytest.raises(ValueError, match=r".+"):
        GridScore(rows, columns, heels)


@pytest.mark.coreless
@pytest.mark.parametrize(
    ("rows", "columns", "heels"),
    [(None, NOTHING, 0), (NOTHING, 5, 0), (NOTHING, NOTHING, "2"), (NOTHING, NOTHING, None)],
)
def test_lines_or_heels_of_the_wrong_type_are_a_type_error(rows, columns, heels):
    with pytest.raises(TypeError):
        GridScore(rows, columns, heels)


@pytest.mark.coreless
def test_lines_without_end_are_refused_as_too_many_are():
    with pytest.raises(ValueError, match=exactly("a grid has 4 rows and 4 columns, got more than 52 and 4")):
        GridScore(itertools.repeat(HandScore()), NOTHING)
    with pytest.raises(TypeError, match=exactly("columns are 4 scores, not int: 5")):
        GridScore(NOTHING, 5)


@pytest.mark.parametrize("attribute", ["fifteens", "parts", "nobs"])
def test_the_dictionary_of_a_hand_score_is_a_copy(attribute):
    score = score_hand("5H 5C 5S JD", "5D")
    vars(score)[attribute] = 99
    del vars(score)["pairs"]
    score.__dict__.clear()
    again = score_hand("5H 5C 5S JD", "5D")
    assert (again.fifteens, again.pairs, again.runs, again.flush, again.nobs) == (16, 12, 0, 0, 1)
    assert again.parts == (16, 12, 0, 0, 1)
    assert vars(again) == {**dict(zip(PARTS, again.parts, strict=True)), "parts": again.parts}


def test_the_dictionary_of_a_grid_score_is_a_copy():
    score = score_grid("5C 5D 5S JH / 4C 4D 6S 6H / 6C 6D 4S 4H / TC TD TS TH", "5H")
    before = score.to_dict()
    for name in vars(score):
        vars(score)[name] = None
    assert score.to_dict() == before
    assert (score.won, score.total) == (True, 172)
    assert pickle.loads(pickle.dumps(score)).to_dict() == before
