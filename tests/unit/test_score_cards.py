"""Cards of any number, and his heels."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cribscore import (
    DECK,
    CardsScore,
    CribscoreError,
    HandScore,
    InvalidCardError,
    InvalidHandError,
    heels,
    score_cards,
)
from naive import hand_parts, parse
from naive_cards import cards_parts
from oracles import KNOWN_HANDS, PARTS
from samples import PROTOCOLS
from strategies import NAMES, cards_of_any_number, examples, hands
from wording import exactly

pytestmark = pytest.mark.coreless


@examples(150)
@given(cards_of_any_number(), st.booleans())
def test_cards_of_any_number_score_as_the_rules_tried_on_every_subset(drawn, crib):
    cards, starter = drawn
    score = score_cards(cards, starter, crib=crib)
    right = cards_parts([parse(card) for card in cards], starter and parse(starter), crib)
    assert score.parts == right
    assert score == score.total == sum(right)


@examples(100)
@given(hands(), st.booleans())
def test_four_cards_score_as_a_hand(drawn, crib):
    hand, starter = drawn
    right = hand_parts([parse(card) for card in hand], starter and parse(starter), crib)
    assert score_cards(hand, starter, crib=crib).parts == right


@pytest.mark.parametrize("known", KNOWN_HANDS, ids=lambda known: known["mistake"])
def test_four_cards_score_as_the_hands_that_other_programs_got_wrong(known):
    score = score_cards(known["hand"], known["starter"], crib=known["crib"])
    assert score.parts == tuple(known[part] for part in PARTS)


@pytest.mark.parametrize(
    ("cards", "starter", "crib", "parts"),
    [
        ("AC 2D 3H JS QS KD", None, False, (6, 0, 6, 0, 0)),  # two runs; 2 + 3 with each of three tens
        ("AC 2C 2D 3H JS QS KD KH", None, False, (24, 4, 12, 0, 0)),
        ("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC", None, False, (None, 0, 13, 13, 0)),
        ("KC", None, False, (0, 0, 0, 0, 0)),
        ("KC", "KD", False, (0, 2, 0, 0, 0)),
        ("JH", "9H", False, (0, 0, 0, 0, 1)),
        ("QC KC", "AC", False, (0, 0, 0, 0, 0)),  # an ace is low
        ("2H 4H 6H", "8H", False, (0, 0, 0, 0, 0)),  # three cards are not a flush
        ("2H 4H 6H 8H TH", None, False, (0, 0, 0, 5, 0)),
        ("2H 4H 6H 8H TH", "QH", False, (0, 0, 0, 6, 0)),
        ("2H 4H 6H 8H TH", "QD", True, (0, 0, 0, 0, 0)),
        ("2H 4H 6H 8H TH", "QH", True, (0, 0, 0, 6, 0)),
        ("2H 4H 6H 8H TD", "QH", False, (0, 0, 0, 0, 0)),  # a starter takes no card's place
    ],
)
def test_rules_hold_for_other_numbers_of_cards(cards, starter, crib, parts):
    score = score_cards(cards, starter, crib=crib)
    right = cards_parts([parse(card) for card in cards.split()], starter and parse(starter), crib)
    assert score.parts == right
    assert score.parts[1:] == parts[1:]
    assert parts[0] in (None, score.fifteens)


def test_a_score_is_an_int_that_knows_its_parts_and_is_a_hand_score():
    score = score_cards("2H 3C 5S 6H 6D 7H 7D")
    assert isinstance(score, HandScore)
    assert type(score) is CardsScore
    assert (score.fifteens, score.pairs, score.runs, score.flush, score.nobs) == score.parts
    assert repr(score) == "<CardsScore 30: fifteens 14, pairs 4, runs 12, flush 0, nobs 0>"
    assert f"{score}" == "30"
    assert score.to_dict() == {"total": 30, "fifteens": 14, "pairs": 4, "runs": 12, "flush": 0, "nobs": 0}
    with pytest.raises(AttributeError, match="a CardsScore cannot change"):
        score.runs = 1


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_score_survives_pickling(protocol):
    score = score_cards("AS 2S 3S 7S 8S 9S", "4S")
    copied = pickle.loads(pickle.dumps(score, protocol))
    assert (type(copied), copied.parts) == (CardsScore, score.parts)
    assert copy.deepcopy(score).parts == score.parts


def test_a_score_is_made_of_any_parts_but_those_below_zero():
    assert CardsScore(60, 12, 21, 13, 1) == 107
    with pytest.raises(CribscoreError, match=exactly("runs -3 is below 0")):
        CardsScore(runs=-3)
    with pytest.raises(TypeError, match=exactly("runs is a number of points, not float: 3.0")):
        CardsScore(runs=3.0)
    with pytest.raises(CribscoreError, match=r"runs 21 is not one of 0, 3, 4"):
        HandScore(runs=21)


@pytest.mark.parametrize(
    ("cards", "starter", "why"),
    [
        ([], None, "1 to 13 cards are scored, got 0"),
        (DECK[:14], None, "1 to 13 cards are scored, got 14: AC AD AH AS 2C 2D 2H 2S 3C 3D 3H 3S 4C 4D"),
        ("5H 5C 5H", None, "5H appears twice"),
        ("5H 5C", "5C", "5C appears twice"),
    ],
)
def test_other_numbers_and_cards_that_appear_twice_are_refused(cards, starter, why):
    with pytest.raises(InvalidHandError, match=exactly(why)):
        score_cards(cards, starter)


def test_what_is_not_a_card_is_refused():
    with pytest.raises(InvalidCardError):
        score_cards("5H 1H")
    with pytest.raises(TypeError):
        score_cards("5H", 3.0)
    with pytest.raises(TypeError):
        score_cards(5)


def test_heels_are_two_for_each_jack_and_nothing_for_other_cards():
    assert {name: heels(name) for name in NAMES} == {name: 2 if name[0] == "J" else 0 for name in NAMES}
    assert [heels(card) for card in (40, 43, DECK[39])] == [2, 2, 0]
    with pytest.raises(InvalidCardError):
        heels("1H")
    with pytest.raises(TypeError):
        heels(None)
