"""explain_cards: every combination of cards of any number, by brute force, and how it is named and said."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cribscore import (
    CardsScore,
    Combination,
    CombinationKind,
    CribscoreError,
    HandExplanation,
    InvalidHandError,
    explain_cards,
    explain_hand,
    score_cards,
)
from naive import parse
from naive_cards import cards_items, cards_parts
from strategies import cards_of_any_number, examples, hands
from wording import exactly


def plain(combinations):
    """Combinations as the naive scorer has them, in an order that does not depend on who lists them."""
    return sorted(
        (str(kind), sorted((card.rank, card.suit.index) for card in cards), points)
        for kind, cards, points in combinations
    )


@examples(60)
@given(cards_of_any_number(), st.booleans())
def test_the_items_are_all_combinations_that_the_rules_find_among_all_subsets(drawn, crib):
    names, turned = drawn
    cards, starter = [parse(name) for name in names], turned and parse(turned)
    explanation = explain_cards(names, turned, crib=crib)
    right = cards_items(cards, starter)
    *_, flush, nobs = cards_parts(cards, starter, crib)
    if flush:
        right.append(("flush", cards if flush == len(cards) else [*cards, starter], flush))
    if nobs:
        right.append(("nobs", [(11, starter[1])], 1))
    assert plain(explanation.items) == sorted(
        (kind, sorted(chosen), points) for kind, chosen, points in right
    )
    assert explanation.score.parts == score_cards(names, turned, crib=crib).parts


@examples(60)
@given(cards_of_any_number(), st.booleans())
def test_the_groups_add_up_to_the_score_and_hold_each_pair_and_run_once(drawn, crib):
    names, starter = drawn
    explanation = explain_cards(names, starter, crib=crib)
    assert sum(points for _, _, points in explanation.groups) == explanation.score
    named = [set(cards) for kind, cards, _ in explanation.groups if kind in ("pair", "run")]
    for kind, cards, _ in explanation.items:
        if kind in ("pair", "run"):
            assert sum(set(cards) <= group for group in named) == 1
    assert len(str(explanation).splitlines()) == max(len(explanation.groups), 1)
    assert explanation.to_html().count("<tr>") == 2 + max(len(explanation.groups), 1)
    assert [group["name"] for group in explanation.to_dict()["groups"]] == [
        group.name for group in explanation.groups
    ]


@examples(40)
@given(hands(), st.booleans())
def test_four_cards_are_explained_as_a_hand(drawn, crib):
    hand, starter = drawn
    assert explain_cards(hand, starter, crib=crib) == explain_hand(hand, starter, crib=crib)


# The points are by the rules: the length of each run, and two for each pair of a rank in it.
@pytest.mark.parametrize(
    ("cards", "name", "points"),
    [
        ("AH 2H 3H 4C 5C 6C", "run of six", 6),
        ("AH 2H 3H 4C 5C 6C 6D", "double run of six", 12 + 2),
        ("AH 2H 2C 2D 3C 4C", "triple run of four", 12 + 6),
        ("AH 2H 2C 2D 2S 3C", "quadruple run of three", 12 + 12),
        ("AH AC 2H 2D 3C 4C", "double double run of four", 16 + 4),
        ("AH AC 2H 2D 3C 3H", "eightfold run of three", 24 + 6),
        ("AH AC AD 2H 2D 3C", "sixfold run of three", 18 + 6 + 2),
        ("AH AC AD AS 2H 2D 2C 2S 3H 3D 3C 3S", "sixty-fourfold run of three", 192 + 36),
        (
            "AH AC AD AS 2H 2D 2C 2S 3H 3D 3C 4C 4S",
            "ninety-sixfold run of four",
            384 + 32,
        ),
    ],
)
def test_a_run_of_more_than_five_cards_is_named_by_its_length_and_how_often_it_is_there(cards, name, points):
    runs = [group for group in explain_cards(cards).groups if group.kind == "run"]
    assert [(run.name, run.points) for run in runs] == [(name, points)]


def test_a_flush_is_named_by_its_number_of_cards():
    explanation = explain_cards("2H 4H 6H 8H TH QH KH", "AH")
    flush = explanation.groups[-1]
    assert (flush.name, flush.points, len(flush.cards)) == ("eight-card flush", 8, 8)
    assert "and an eight-card flush is" in str(explanation)
    assert "ten-card" not in str(explain_cards("2H 4H 6H 8H TH QH KH 3H 5H", "AC", crib=True))


def test_two_runs_are_named_apart():
    explanation = explain_cards("2H 3C 4S JH JD QH KS")
    assert [(group.name, group.points) for group in explanation.groups[-2:]] == [
        ("run of three", 3),
        ("double run of three", 8),
    ]
    assert isinstance(explanation.score, CardsScore)


@pytest.mark.parametrize(("kind", "points"), [("run", 7), ("flush", 5), ("pair", 30), ("fifteen", 2.5)])
def test_long_combinations_that_no_rule_knows_have_no_name(kind, points):
    cards = explain_cards("AH 2H 3H 4H 5H 6H").cards
    with pytest.raises(CribscoreError, match=f"^no {kind} is worth {points} points$"):
        _ = Combination(CombinationKind(kind), cards, points).name


def test_an_explanation_survives_copies():
    explanation = explain_cards("2H 3C 4S JH JD QH KS", "JC", crib=True)
    for twin in copy.copy(explanation), copy.deepcopy(explanation), pickle.loads(pickle.dumps(explanation)):
        assert isinstance(twin, HandExplanation)
        assert (twin, twin.items, twin.score.parts) == (
            explanation,
            explanation.items,
            explanation.score.parts,
        )


@pytest.mark.parametrize(
    ("cards", "starter", "error"),
    [
        ("", None, "1 to 13 cards are scored, got 0"),
        ("5H 5C", "5H", "5H appears twice"),
        ("5H 5C 5H", None, "5H appears twice"),
    ],
)
def test_cards_that_are_not_scored_are_not_explained(cards, starter, error):
    with pytest.raises(InvalidHandError, match=exactly(error)):
        explain_cards(cards, starter)
