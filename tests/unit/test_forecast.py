"""Four cards over the starters that are left: one forecast, many, and the keeps of six cards."""

import copy
import pickle
import re
from array import array
from collections import Counter
from contextlib import suppress
from fractions import Fraction
from itertools import combinations, repeat
from random import Random
from statistics import pvariance

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cribscore import (
    Card,
    CribscoreError,
    Forecast,
    Hand,
    InvalidCardError,
    InvalidHandError,
    _core,
    _work,
    explain_cards,
    explain_hand,
    forecast,
    forecast_hands,
    keep_sums,
    score_cards,
    score_hand,
    throw_counts,
)
from naive import hand_parts, parse, row_parts
from oracles import TABLES, load
from samples import PROTOCOLS
from strategies import NAMES, distinct, examples
from wording import exactly

CASES = load("discard_cases.json")
DEALS = CASES["deals"]
PAIRS = list(combinations(range(6), 2))


def right_counts(hand, dead, crib):
    """The counts of points by the naive scorer, card by card."""
    cards = [parse(card) for card in hand]
    found = Counter(
        sum(hand_parts(cards, parse(starter), crib))
        for starter in NAMES
        if starter not in hand and starter not in dead
    )
    return [found[points] for points in range(30)]


def right_sums(deal):
    """The fifteen sums of six card indexes by the naive scorer."""
    starters = [index for index in range(52) if index not in deal]
    return [
        sum(sum(row_parts([*(deal[i] for i in range(6) if i not in thrown), card])) for card in starters)
        for thrown in PAIRS
    ]


@st.composite
def hands_with_dead_cards(draw):
    """Four cards, often of one suit or with jacks, and some that are dead."""
    packs = [NAMES, NAMES[2::4], NAMES[36:48], NAMES[12:32]]
    size = draw(st.integers(0, 5))
    pack = draw(st.sampled_from(packs))
    cards = draw(st.lists(st.sampled_from(pack), min_size=4 + size, max_size=4 + size, unique=True))
    return cards[:4], cards[4:]


# ---------------------------------------------------------------- one forecast


@examples(100)
@given(hands_with_dead_cards(), st.booleans())
def test_a_forecast_counts_what_each_starter_left_gives_by_the_rules(drawn, crib):
    hand, dead = drawn
    made = forecast(hand, dead, crib=crib)
    assert list(made.counts) == right_counts(hand, dead, crib)


@pytest.mark.parametrize("case", CASES["forecast"], ids=lambda case: f"{case['cards']} {case['dead']}")
def test_the_known_forecasts_are_met(case):
    made = forecast(case["cards"], case["dead"], crib=case["crib"])
    most, best = case["best"]
    assert list(made.counts) == case["counts"]
    assert (made.starters, made.starters * made.mean) == (case["starters"], case["sum"])
    assert (made.most, " ".join(map(str, made.best))) == (most, best)


@examples(30)
@given(hands_with_dead_cards(), st.booleans())
def test_the_numbers_of_a_forecast_are_those_of_its_scores(drawn, crib):
    hand, dead = drawn
    made = forecast(hand, dead, crib=crib)
    scores = list(made)
    assert [starter for starter, _ in scores] == [
        Card(name) for name in NAMES if name not in hand and name not in dead
    ]
    points = [score.total for _, score in scores]
    assert all(score is made.score(starter) for starter, score in scores)
    assert all(score.parts == score_hand(hand, card, crib=crib).parts for card, score in scores)
    assert made.counts == tuple(points.count(number) for number in range(30))
    assert (made.starters, made.least, made.most) == (len(points), min(points), max(points))
    mean = Fraction(sum(points), len(points))
    assert made.mean == mean
    assert made.variance == sum((number - mean) ** 2 for number in points) / len(points)
    assert made.best == tuple(card for card, score in scores if score == max(points))
    for share in (0, Fraction(1, 7), 0.5, Fraction(1, 2), 0.9, 1):
        enough = [p for p in sorted(points) if sum(q <= p for q in points) >= share * len(points)]
        assert made.quantile(share) == enough[0]
    for least in range(-1, 32):
        assert made.at_least(least) == Fraction(sum(p >= least for p in points), len(points))


def test_the_best_known_hand_is_forecast_as_published():
    made = forecast("5H 5C 5S JD")
    assert (made.mean, made.starters, made.least, made.most) == (Fraction(397, 24), 48, 14, 29)
    assert {points: count for points, count in enumerate(made.counts) if count} == {
        14: 24,
        15: 8,
        20: 9,
        21: 3,
        22: 3,
        29: 1,
    }
    assert made.best == (Card("5D"),)
    assert forecast("4C 4D 6H 6S").best == tuple(map(Card, ("5C", "5D", "5H", "5S")))


def test_a_share_as_a_float_reaches_as_far_as_the_fraction_it_is_written_for():
    made = forecast("5H 5C 5S JD", [card for card in NAMES if card[0] in "7K"])  # 40 starters are left
    assert made.starters == 40
    for tenths in range(11):
        assert made.quantile(tenths / 10) == made.quantile(Fraction(tenths, 10))


def test_dead_cards_come_as_text_or_one_by_one_or_not_at_all():
    some = forecast("4C 5D 6H 6S", "9C TD")
    assert some.dead == (Card("9C"), Card("TD"))
    assert some == forecast("4C 5D 6H 6S", [Card("TD"), 32]) == forecast(Hand("6S 6H 5D 4C"), "TD,9C")
    assert some.mean == Fraction(354, 23)
    none = forecast("4C 5D 6H 6S")
    assert none == forecast("4C 5D 6H 6S", "") == forecast("4C 5D 6H 6S", " ") == forecast("4C 5D 6H 6S", [])
    assert none.dead == ()
    assert some != none
    assert none != forecast("4C 5D 6H 6S", crib=True)
    assert none != "4C 5D 6H 6S"
    assert len({some, forecast("6S 6H 5D 4C", "TD 9C"), none}) == 2


def test_one_starter_may_be_left_but_not_none():
    dead = NAMES[4:51]
    made = forecast(NAMES[:4], dead)
    assert list(made) == [(Card("KS"), score_hand(NAMES[:4], "KS"))]
    assert (made.variance, made.starters) == (0, 1)
    assert repr(made) == "<Forecast 12 to 12, mean 12.00, over 1 starter>"
    with pytest.raises(InvalidHandError, match=exactly("no starter is left: 4 cards and 48 dead")):
        forecast(NAMES[:4], NAMES[4:])


@pytest.mark.parametrize(
    ("cards", "dead", "error", "why"),
    [
        ("AC AD AH", "", InvalidHandError, "a hand holds 4 cards, got 3: AC AD AH"),
        ("AC AD AH AC", "", InvalidHandError, "AC appears twice"),
        ("AC AD AH AS", "2C AC", InvalidHandError, "AC is dead and in the hand"),
        ("AC AD AH AS", "2C 3C 2C", InvalidHandError, "2C appears twice"),
        ("AC AD AH AS", [52], InvalidCardError, "card index 52 is above 51"),
    ],
)
def test_cards_that_cannot_be_are_refused(cards, dead, error, why):
    with pytest.raises(error, match=exactly(why)):
        forecast(cards, dead)


def test_an_endless_row_of_dead_cards_is_refused():
    with pytest.raises(InvalidHandError, match=exactly("2C appears twice")):
        forecast("AC AD AH AS", repeat("2C"))


@pytest.mark.parametrize("starter", ["4C", "9C"])
def test_a_starter_that_cannot_come_has_no_score(starter):
    why = "9C is dead" if starter == "9C" else "4C appears twice"
    with pytest.raises(InvalidHandError, match=exactly(why)):
        forecast("4C 5D 6H 6S", "9C TD").score(starter)


@pytest.mark.native
@pytest.mark.parametrize("share", [-0.1, 1.5, Fraction(3, 2), float("nan")])
def test_a_share_beyond_all_is_refused(share):
    with pytest.raises(CribscoreError, match=r"^share .* is not 0 to 1$"):
        forecast("4C 5D 6H 6S").quantile(share)


@pytest.mark.native
@pytest.mark.parametrize("share", ["0.5", None, True, 1j])
def test_a_share_that_is_not_a_number_is_refused(share):
    with pytest.raises(TypeError, match=r"^share is a number, not "):
        forecast("4C 5D 6H 6S").quantile(share)


@pytest.mark.native
@pytest.mark.parametrize("points", [1.5, "12", None, True])
def test_points_are_a_whole_number(points):
    with pytest.raises(TypeError, match=r"^points .* is not a whole number$"):
        forecast("4C 5D 6H 6S").at_least(points)


@pytest.mark.native
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_forecast_survives_pickling_and_copying(protocol):
    made = forecast("4C 5D 6H 6S", "9C TD", crib=True)
    for copied in (pickle.loads(pickle.dumps(made, protocol)), copy.copy(made), copy.deepcopy(made)):
        assert copied == made
        assert (copied.dead, copied.counts) == (made.dead, made.counts)


def test_a_forecast_cannot_change_and_is_made_by_forecast():
    made = forecast("4C 5D 6H 6S")
    with pytest.raises(AttributeError, match="a Forecast cannot change"):
        made.crib = True
    with pytest.raises(AttributeError, match="a Forecast cannot change"):
        del made.crib
    with pytest.raises(TypeError, match=exactly("a Forecast is made by forecast")):
        Forecast("4C 5D 6H 6S")


def test_a_forecast_prints_a_bar_for_each_number_of_points():
    assert str(forecast("4C 5D 6H 6S", "9C TD", crib=True)).splitlines() == [
        "crib 4C 5D 6H 6S, dead 9C TD: 46 starters, mean 15.39",
        f"12  12  {'#' * 12}",
        f"14  19  {'#' * 19}",
        f"16   7  {'#' * 7}",
        f"21   2  {'#' * 2}",
        f"24   6  {'#' * 6}",
    ]
    made = forecast("4C 5D 6H 6S", "9C TD")
    title, first, *_ = f"{made:u}".splitlines()
    assert title == "hand 4♣ 5♦ 6♥ 6♠, dead 9♣ 10♦: 46 starters, mean 15.39"
    assert first == f"12  12  {'█' * 12}"


def test_a_bar_is_never_longer_than_forty_and_never_missing():
    made = forecast("KC KD KH KS")  # 12 points, or 20 with a five
    lines = [line.split() for line in str(made).splitlines()[1:]]
    assert [int(count) for _, count, _ in lines] == [count for count in made.counts if count]
    assert max(made.counts) == 44
    assert max(len(bar) for *_, bar in lines) == 40
    assert min(len(bar) for *_, bar in lines) >= 1


def test_a_forecast_as_plain_values_says_what_its_attributes_say():
    points = [Fraction(12)] * 12 + [Fraction(14)] * 19 + [Fraction(16)] * 7 + [Fraction(21)] * 2
    points += [Fraction(24)] * 6
    assert forecast("4C 5D 6H 6S", "9C TD").to_dict() == {
        "hand": ["4C", "5D", "6H", "6S"],
        "dead": ["9C", "TD"],
        "crib": False,
        "starters": 46,
        "counts": [*[0] * 12, 12, 0, 19, 0, 7, 0, 0, 0, 0, 2, 0, 0, 6, 0, 0, 0, 0, 0],
        "least": 12,
        "most": 24,
        "mean": 354 / 23,
        "mean_exact": "354/23",
        "variance": float(pvariance(points)),
        "variance_exact": str(pvariance(points)),
        "best": ["4D", "4H", "4S", "5C", "5H", "5S"],
    }


def test_a_notebook_shows_a_bar_for_each_number_of_points_and_the_best_starters():
    made = forecast("4C 5D 6H 6S", "9C TD")
    shown = made.to_html()
    assert made._repr_html_() == shown
    rows = re.findall(r'<tr><th scope="row"[^>]*>(\d+)</th><td[^>]*>(\d+)</td>.*?width:([\d.]+)em', shown)
    assert [(int(points), int(count)) for points, count, _ in rows] == [
        (points, count) for points, count in enumerate(made.counts) if count
    ]
    assert [float(width) for *_, width in rows] == pytest.approx(
        [20 * count / 19 for count in made.counts if count], abs=0.01
    )
    names = re.findall(r'aria-label="([^"]* of [^"]*)"', shown)
    assert names == [card.name for card in [*made.cards, *made.dead, *made.best]]
    assert "crib" not in shown
    assert "crib" in forecast("4C 5D 6H 6S", crib=True).to_html()


# ---------------------------------------------------------------- many forecasts and the keeps


NUMBERS = Random("forecasts")
COUNT = 40
ROWS = np.array([NUMBERS.sample(range(52), 10) for _ in range(COUNT)], np.uint8)
HANDS, DEAD = ROWS[:, :4], ROWS[:, 4:6]


def names(row):
    return [NAMES[index] for index in row]


RIGHT_COUNTS = np.array(
    [right_counts(names(hand), names(dead), False) for hand, dead in zip(HANDS, DEAD, strict=True)], np.uint8
)
DEALT = np.array([[NAMES.index(name) for name in deal["cards"].split()] for deal in DEALS], np.uint8)
RIGHT_SUMS = np.array([[keep[1] for keep in deal["keeps"]] for deal in DEALS], np.uint16)

LAYOUTS = {
    "rows": np.ascontiguousarray,
    "columns": np.asfortranarray,
    "a part of larger rows": lambda rows: np.pad(rows, ((1, 2), (3, 1)), constant_values=255)[1:-2, 3:-1],
    "every third row": lambda rows: np.repeat(rows, 3, axis=0)[::3],
    "reversed twice": lambda rows: np.ascontiguousarray(rows[::-1, ::-1])[::-1, ::-1],
    "read-only": lambda rows: np.frombuffer(rows.tobytes(), np.uint8).reshape(rows.shape),
    "texts": lambda rows: np.array([names(row) for row in rows]),
}


def test_the_sums_of_the_known_deals_are_met():
    sums = keep_sums([deal["cards"] for deal in DEALS])
    assert type(sums) is array
    assert list(sums) == RIGHT_SUMS.ravel().tolist()
    for deal in DEALS:
        for (one, other), (thrown, *_) in zip(PAIRS, deal["keeps"], strict=True):
            cards = deal["cards"].split()
            assert f"{cards[one]} {cards[other]}" == thrown


@pytest.mark.native  # the Python core has the known deals
@examples(10)
@given(
    st.one_of(
        distinct(6),
        st.permutations([*NAMES[2::4], *NAMES[40:44]]).map(lambda pack: [*dict.fromkeys(pack)][:6]),
    )
)
def test_the_sums_of_any_deal_are_those_of_the_rules(deal):
    assert list(keep_sums([deal])) == right_sums([NAMES.index(name) for name in deal])


@pytest.mark.parametrize("layout", LAYOUTS)
def test_an_array_in_any_layout_gives_an_array(layout):
    sums = keep_sums(LAYOUTS[layout](DEALT))
    assert sums.dtype == np.uint16
    assert np.array_equal(sums, RIGHT_SUMS)
    counts = forecast_hands(LAYOUTS[layout](HANDS), dead=DEAD)
    assert counts.dtype == np.uint8
    assert np.array_equal(counts, RIGHT_COUNTS)


@pytest.mark.parametrize("layout", [name for name in LAYOUTS if name != "texts"])
def test_dead_cards_may_be_an_array_in_any_layout(layout):
    assert np.array_equal(forecast_hands(HANDS, dead=LAYOUTS[layout](DEAD)), RIGHT_COUNTS)


@pytest.mark.parametrize("wrap", [bytes, bytearray, memoryview, lambda data: array("B", data)])
def test_flat_buffers_give_flat_buffers(wrap):
    sums = keep_sums(wrap(DEALT.tobytes()))
    assert (type(sums), sums.typecode, sums.itemsize) == (array, "H", 2)
    assert list(sums) == RIGHT_SUMS.ravel().tolist()
    counts = forecast_hands(wrap(HANDS.tobytes()), dead=DEAD)
    assert bytes(counts) == RIGHT_COUNTS.tobytes()
    assert type(forecast_hands(wrap(HANDS.tobytes()))) is bytearray


def test_hands_and_deals_may_come_one_by_one():
    texts = [" ".join(names(hand)) for hand in HANDS[:3]]
    hands = [texts[0], Hand(texts[1]), [Card(name) for name in texts[2].split()]]
    counts = forecast_hands(iter(hands), dead="")
    assert list(counts) == [count for hand in hands for count in forecast(hand).counts]
    deals = [DEALS[0]["cards"], DEALS[1]["cards"].split(), DEALT[2].tolist()]
    assert list(keep_sums(iter(deals))) == RIGHT_SUMS[:3].ravel().tolist()


@pytest.mark.parametrize("crib", [False, True])
def test_dead_cards_may_be_the_same_for_all_hands(crib):
    for dead in ("KS QS", [51, 47], np.array([51, 47], np.uint8), bytes([51, 47])):
        hands = [hand for hand in HANDS[:6] if not {51, 47} & {*hand.tolist()}]
        counts = forecast_hands(np.array(hands), dead=dead, crib=crib)
        right = [right_counts(names(hand), ["KS", "QS"], crib) for hand in hands]
        assert counts.tolist() == right


def test_255_among_the_dead_cards_of_an_array_is_not_a_card():
    dead = np.full((COUNT, 4), 255, np.uint8)
    dead[:, 1], dead[:, 3] = DEAD[:, 0], DEAD[:, 1]
    assert np.array_equal(forecast_hands(HANDS, dead=dead), RIGHT_COUNTS)
    assert np.array_equal(forecast_hands(HANDS, dead=dead[:, :0]), forecast_hands(HANDS))


def test_no_rows_give_nothing():
    assert keep_sums([]) == array("H")
    assert forecast_hands(b"") == bytearray()
    assert keep_sums(np.empty((0, 6), np.uint8)).shape == (0, 15)
    assert forecast_hands(np.empty((0, 4), np.uint8), dead=np.empty((0, 2), np.uint8)).shape == (0, 30)


@pytest.mark.parametrize(
    ("crib", "shown"),
    [([False], "[False]"), ("False", "'False'"), (1, "1"), (np.array([True]), "array([ True])")],
)
def test_a_crib_is_true_or_false(crib, shown):
    """A list that holds False is true to Python."""
    hand, why = "2H 4H 8H KH", exactly(f"crib is True or False, not {shown}")
    with pytest.raises(TypeError, match=why):
        forecast_hands([hand], crib=crib)
    for function in (forecast, score_hand, score_cards, explain_hand, explain_cards):
        with pytest.raises(TypeError, match=why):
            function(hand, crib=crib)


@pytest.mark.parametrize("bad", [None, 1, 2])
def test_a_hand_for_which_no_starter_is_left_is_refused(bad):
    hands = np.array([[0, 1, 2, 3], [0, 1, 2, 3], [0, 1, 2, 3]], np.uint8)
    dead = np.array([[*range(4, 51), 255], [*range(4, 52)], [*range(4, 51), 255]], np.uint8)
    with pytest.raises(InvalidHandError, match=exactly("hand 1: no starter is left: 4 cards and 48 dead")):
        forecast_hands(hands, dead=dead)
    if bad is not None:  # the first bad row is named
        hands[bad, 3] = 0
        why = "hand 1: AC appears twice" if bad == 1 else "hand 1: no starter is left: 4 cards and 48 dead"
        with pytest.raises(InvalidHandError, match=exactly(why)):
            forecast_hands(hands, dead=dead)
    assert forecast_hands(hands[:1], dead=dead[:1]).sum() == 1
    with pytest.raises(InvalidHandError, match=exactly("hand 0: no starter is left: 4 cards and 48 dead")):
        forecast_hands(["AC AD AH AS"], dead=range(4, 52))


@pytest.mark.parametrize("as_flag", [np.bool_, np.array])
def test_a_flag_of_numpy_is_a_flag(as_flag):
    hand = "2H 4H 8H KH"
    for flag in (True, False):
        given = as_flag(flag)
        assert forecast_hands([hand], crib=given) == forecast_hands([hand], crib=flag)
        assert forecast(hand, crib=given) == forecast(hand, crib=flag)
        assert score_hand(hand, crib=given).parts == score_hand(hand, crib=flag).parts
        assert explain_hand(hand, crib=given) == explain_hand(hand, crib=flag)
        assert throw_counts(dealer=given) == throw_counts(dealer=flag)


def test_out_is_filled_and_returned():
    sums, counts = np.zeros((len(DEALT), 15), np.uint16), bytearray(30 * COUNT)
    assert keep_sums(DEALT, out=sums) is sums
    assert np.array_equal(sums, RIGHT_SUMS)
    assert forecast_hands(HANDS, dead=DEAD, out=counts) is counts
    assert counts == RIGHT_COUNTS.tobytes()
    plain = array("H", bytes(2 * RIGHT_SUMS.size))
    assert keep_sums(DEALT.tobytes(), out=plain) is plain
    assert list(plain) == RIGHT_SUMS.ravel().tolist()


def test_out_may_be_at_an_odd_address():
    memory = bytearray(RIGHT_SUMS.nbytes + 1)
    keep_sums(DEALT, out=memoryview(memory)[1:].cast("H"))
    assert memory == b"\0" + RIGHT_SUMS.tobytes()


GAPS = "out has gaps or is in another order: it must be contiguous"


@pytest.mark.native
@pytest.mark.parametrize(
    ("out", "error", "why"),
    [
        (bytearray(30), TypeError, "each sum in out is uint16, not of format 'B'"),
        (np.zeros((1, 15), ">u2"), TypeError, "each sum in out is uint16, not of format '>H'"),
        (np.zeros((1, 15), np.int16), TypeError, "each sum in out is uint16, not of format 'h'"),
        (np.zeros(15, "M8[s]"), TypeError, "each sum in out is uint16, not datetime64[s]"),
        (np.zeros((1, 30), np.uint16)[:, ::2], CribscoreError, GAPS),
        (np.zeros(14, np.uint16), CribscoreError, "out holds 28 bytes, and the scores are 30"),
        (memoryview(bytes(30)).cast("H"), TypeError, "out is read-only"),
        ([0] * 15, TypeError, "out is a writable buffer of uint16, not list"),
    ],
)  # fmt: skip
def test_out_that_does_not_fit_is_refused(out, error, why):
    with pytest.raises(error, match=exactly(why)):
        keep_sums(DEALT[:1], out=out)


def test_out_that_overlaps_the_input_is_refused():
    memory = np.zeros(300, np.uint8)
    memory[:4] = HANDS[0]
    why = exactly("out overlaps the cards, which would change while they are scored")
    with pytest.raises(CribscoreError, match=why):
        forecast_hands(memory[:4], out=memory[2:32])
    with pytest.raises(CribscoreError, match=why):
        forecast_hands(HANDS[:1], dead=memory[100:102].reshape(1, 2), out=memory[80:110])
    with pytest.raises(CribscoreError, match=why):
        keep_sums(memory[:6], out=memory[:30].view(np.uint16))


COLUMNS = "deals of shape (6, 2) are columns: give their .T, rows of 6 cards"


@pytest.mark.parametrize(
    ("deals", "error", "why"),
    [
        (["AC 2C"], InvalidHandError, "deal 0: a deal holds 6 cards for two players, got 2: AC 2C"),
        (["AC 2C 3C 4C 5C 6C", "AC 2C 3C 4C 5C AC"], InvalidHandError, "deal 1: AC appears twice"),
        ([[0, 1, 2, 3, 4, 52]], InvalidHandError, "deal 0: card index 52 is above 51"),
        ([3], TypeError, "deal 0: cards are given as text or one by one, not int: 3"),
        ("AC 2C 3C 4C 5C 6C", TypeError, "deals are a buffer or an iterable of deals, not one text"),
        (7, TypeError, "deals are a buffer or an iterable of deals, not int"),
        (bytes(7), CribscoreError, "7 bytes cannot be divided into deals of 6 cards"),
        (bytes([0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 52]), InvalidHandError, "deal 1: card index 52 is above 51"),
        (bytes([0, 1, 2, 3, 255, 5]), InvalidHandError, "deal 0: card index 255 is above 51"),
        (bytes([0, 1, 2, 3, 4, 5, 9, 1, 2, 3, 4, 9]), InvalidHandError, "deal 1: 3D appears twice"),
        (np.zeros((6, 2), np.uint8), CribscoreError, COLUMNS),
        (np.zeros((2, 5), np.uint8), CribscoreError, "deals of shape (2, 5) are not rows of 6 cards"),
        (np.zeros((1, 1, 6), np.uint8), CribscoreError, "deals have 1 or 2 dimensions, not 3"),
    ],
)  # fmt: skip
def test_deals_that_are_not_are_refused_by_number(deals, error, why):
    with pytest.raises(error, match=exactly(why)):
        keep_sums(deals)


def test_arrays_of_another_type_are_refused():
    with pytest.raises(TypeError, match=r"^each deal is whole numbers, such as uint8 or int64, not float64"):
        keep_sums(DEALT.astype(np.float64))
    with pytest.raises(TypeError, match=r"^each row of dead card is whole numbers"):
        forecast_hands(HANDS, dead=DEAD.astype(bool))


@pytest.mark.parametrize("dtype", ["uint16", "int64", ">i4"])
def test_whole_numbers_of_any_width_are_read(dtype):
    assert np.array_equal(keep_sums(DEALT.astype(dtype)), keep_sums(DEALT))
    wide = forecast_hands(HANDS.astype(dtype), dead=DEAD.astype(dtype))
    assert np.array_equal(wide, forecast_hands(HANDS, dead=DEAD))
    bad = DEALT.astype(dtype)
    bad[1, 2] = 300
    with pytest.raises(InvalidHandError, match=exactly("deal 1: card index 300 is above 51")):
        keep_sums(bad)
    dead = DEAD.astype(dtype)
    dead[2, 0] = 256
    with pytest.raises(InvalidHandError, match=exactly("hand 2: card index 256 is above 51")):
        forecast_hands(HANDS, dead=dead)


TWO_ROWS = "dead cards are the same for all hands, or 1 rows, not 2"


@pytest.mark.parametrize(
    ("dead", "error", "why"),
    [
        ("AC", InvalidHandError, "hand 0: AC is dead and in the hand"),
        ("2C 3C 2C", InvalidHandError, "2C appears twice"),
        (np.array([[9, 9]], np.uint8), InvalidHandError, "hand 0: 3D appears twice"),
        (np.array([[9, 1]], np.uint8), InvalidHandError, "hand 0: AD is dead and in the hand"),
        (np.array([[9, 99]], np.uint8), InvalidHandError, "hand 0: card index 99 is above 51"),
        (np.array([[9, 8]] * 2, np.uint8), CribscoreError, TWO_ROWS),
        (7, TypeError, "cards are given as text or one by one, not int: 7"),
    ],
)  # fmt: skip
def test_dead_cards_that_cannot_be_are_refused(dead, error, why):
    with pytest.raises(error, match=exactly(why)):
        forecast_hands(bytes([0, 1, 2, 3]), dead=dead)


@pytest.mark.parametrize("bad", [0, 7, COUNT - 1])
def test_the_first_bad_row_is_named(bad):
    rows = ROWS.copy()
    rows[bad:, 3] = rows[bad:, 0]
    name = NAMES[rows[bad, 0]]
    with pytest.raises(InvalidHandError, match=exactly(f"hand {bad}: {name} appears twice")):
        forecast_hands(rows[:, :4])
    with pytest.raises(InvalidHandError, match=exactly(f"deal {bad}: {name} appears twice")):
        keep_sums(rows[:, :6])


def test_rows_that_were_bad_but_are_no_longer_are_still_an_error(monkeypatch):
    monkeypatch.setattr(_core, "keep_sums", lambda *_: 0)
    with pytest.raises(InvalidHandError, match=exactly("deal 0: its bytes changed while it was scored")):
        keep_sums(DEALT)


@pytest.mark.parametrize("threads", [0, 1, 2, 3])
def test_the_results_do_not_depend_on_threads(threads, monkeypatch):
    monkeypatch.setattr(_work, "THREAD_ROWS", 8)
    monkeypatch.setattr(_work, "_LANES", 8)
    assert np.array_equal(keep_sums(DEALT, threads=threads), RIGHT_SUMS)
    assert np.array_equal(forecast_hands(HANDS, dead=DEAD, threads=threads), RIGHT_COUNTS)


def test_threads_that_are_not_a_number_are_refused():
    with pytest.raises(TypeError, match=exactly("threads 1.5 is not a whole number")):
        keep_sums(DEALT, threads=1.5)
    with pytest.raises(CribscoreError, match=exactly("threads -1 is below 0")):
        forecast_hands(HANDS, threads=-1)


@pytest.mark.native
@pytest.mark.parametrize(("crib", "table"), [(False, "hand"), (True, "crib")])
def test_the_forecasts_of_all_hands_add_up_to_the_published_counts(crib, table):
    hands = np.fromiter(combinations(range(52), 4), np.dtype((np.uint8, 4)), count=270_725)
    counts = forecast_hands(hands, crib=crib).sum(axis=0, dtype=np.int64)
    assert counts.tolist() == TABLES[table]
    if not crib:
        mean = Fraction(int(counts @ np.arange(30)), 270_725 * 48)
        assert mean == Fraction(60759, 12740)


@pytest.mark.native
def test_any_bytes_are_counted_or_refused_and_nothing_is_written_beside_out():
    generator = np.random.default_rng(1)
    for _ in range(200):
        rows = generator.integers(0, 256, (50, 6), np.uint8)
        rows[:, 0] &= 63
        out = np.full(50 * 30 + 2, 77, np.uint8)
        with suppress(InvalidHandError):
            forecast_hands(rows[:, :4], dead=rows[:, 4:], out=out[1:-1])
        assert out[0] == out[-1] == 77
