"""Hands, grids, averages and notations from other programs and pages; each case names its source."""

import re

import pytest

from cribscore import (
    Card,
    CribscoreError,
    InvalidHandError,
    forecast,
    keep_sums,
    score_cards,
    score_grid,
    score_hand,
)
from cribscore.cards import cards_of
from naive import parse
from naive_cards import cards_parts
from oracles import load

CASES = load("public_cases.json")


def of_kind(*kinds):
    found = [case for case in CASES if case["kind"] in kinds]
    assert found
    return found


def by_number(case):
    return f"{case['id']}" if isinstance(case, dict) else None


def points(score, part):
    if part == "fif_pairs_runs":
        return score.fifteens + score.pairs + score.runs
    return getattr(score, part)


def test_every_hand_scores_as_expected():
    cases = of_kind("test vector", "page example", "bug report / found bug")
    assert len(cases) >= 400
    wrong = []
    for case in cases:
        of_hand = score_hand(case["input"]["hand"], case["input"]["starter"], crib=case["input"]["crib"])
        of_cards = score_cards(case["input"]["hand"], case["input"]["starter"], crib=case["input"]["crib"])
        for score in (of_hand, of_cards):
            found = {part: points(score, part) for part in case["expected"]}
            wrong += [(case["id"], found)] if found != case["expected"] else []
    assert wrong == []


def test_every_hand_with_a_card_twice_is_refused():
    for case in of_kind("impossible hand"):
        given = case["input"]
        for score in (score_hand, score_cards):
            with pytest.raises(InvalidHandError, match="appears twice"):
                score(given["hand"], given["starter"], crib=given["crib"])


@pytest.mark.parametrize("case", of_kind("grid"), ids=by_number)
def test_every_grid_scores_line_by_line_as_expected(case):
    score = score_grid(case["input"]["grid"], case["input"]["starter"])
    found = {"rows": [*score.rows], "columns": [*score.columns], "heels": score.heels, "total": score.total}
    assert found == case["expected"]


def test_every_average_over_the_starters_is_the_mean_of_a_forecast_and_of_a_keep():
    for case in of_kind("average over starters"):
        kept, thrown = case["input"]["keep"], case["input"]["discard"]
        made = forecast(kept, thrown)
        assert made.starters == 46
        assert float(made.mean) == pytest.approx(case["expected"], abs=1e-8), case["id"]
        assert keep_sums([f"{thrown} {kept}"])[0] == 46 * made.mean


def test_hands_of_other_sizes_score_what_their_sources_say():
    said = {}
    for case in of_kind("other hand sizes"):
        cards, starter = case["input"]["hand"].split(), case["input"]["starter"]
        score = score_cards(cards, starter)
        assert score.parts == cards_parts([*map(parse, cards)], starter and parse(starter), False)
        for part, expected in re.findall(r"(fifteens|runs) (\d+)", case["expected"]):
            assert points(score, part) == int(expected)
            said[case["id"]] = part
    assert said == {809: "runs", 812: "fifteens", 814: "fifteens"}


# Numbers are not read as ranks: "1" may be an ace or a ten cut short, and "11" a jack or two aces. A tuple
# or a dictionary is not a card: `Card(11, "D")` and `Card("5 of hearts")` are.
REFUSED = {783: "1C", 784: "1H", 792: (11, "D"), 793: {"rank": "5", "suit": "hearts"}}
# What these describe in words is tested where files are read.
DESCRIBED = {800, 801, 802, 807, 808}


def written():
    return [case for case in of_kind("input form") if case["id"] not in DESCRIBED | set(REFUSED)]


@pytest.mark.parametrize("case", written(), ids=by_number)
def test_every_way_of_writing_cards_is_read(case):
    cards, _, starter = case["input"].replace("|", "/").partition(" / ")
    if isinstance(case["expected"], str):
        assert str(Card(cards)) == case["expected"]
    else:
        assert score_hand(cards, starter or None) == case["expected"]


@pytest.mark.parametrize("number", REFUSED)
def test_a_number_as_rank_and_a_card_in_parts_are_refused(number):
    (case,) = (case for case in of_kind("input form") if case["id"] == number)
    given = REFUSED[number]
    if isinstance(given, str):
        assert case["input"].startswith(given)
        with pytest.raises(CribscoreError, match=f"'{given}"):
            cards_of(case["input"].partition(" / ")[0])
    else:
        with pytest.raises(TypeError, match="a card is made from a card, an index or text"):
            Card(given)
        with pytest.raises(CribscoreError):
            Card(case["input"])
