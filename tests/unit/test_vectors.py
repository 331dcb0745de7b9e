"""The published test vectors: the naive scorer says them, and the library agrees with all of them."""

import json
from itertools import combinations

import jsonschema
import pytest

import make_vectors
from cribscore import Card, Grid, Hand, Pegging, best_grid, discards, keep_sums, score_grid, score_hand
from documents import schema_of

VECTORS = json.loads(make_vectors.PATH.read_text(encoding="utf-8"))


@pytest.mark.coreless
@pytest.mark.slow
def test_the_vectors_are_those_of_the_naive_scorer_and_of_the_data_files():
    assert make_vectors.PATH.read_text(encoding="utf-8") == make_vectors.text_of(make_vectors.document())


@pytest.mark.coreless
def test_the_vectors_fit_their_schema_and_hold_every_kind_of_hand():
    jsonschema.validate(VECTORS, schema_of("vectors.schema.json"))
    seen = {(vector["crib"], tuple(vector["parts"])) for vector in VECTORS["hands"]}
    assert {total for _, parts in seen for total in [sum(parts)]} == {*range(30)} - {19, 25, 26, 27}
    for place, possible in enumerate([9, 6, 8, 3, 2]):
        assert len({parts[place] for _, parts in seen}) == possible


def test_every_hand_of_the_vectors_scores_its_parts():
    for vector in VECTORS["hands"]:
        score = score_hand(vector["hand"], vector["starter"], crib=vector["crib"])
        assert [*score.parts] == vector["parts"], vector
        assert score == vector["total"] == sum(vector["parts"])


def test_every_grid_of_the_vectors_scores_its_lines():
    for vector in VECTORS["grids"]:
        score = score_grid(vector["grid"], vector["starter"])
        assert [*score.rows] == vector["rows"], vector
        assert [*score.columns] == vector["columns"], vector
        assert (score.heels, score.total) == (vector["heels"], vector["total"]), vector


def test_every_play_of_the_vectors_scores_card_by_card():
    for vector in VECTORS["plays"]:
        play = Pegging.replay(vector["hands"], vector["cards"], lead=vector["lead"])
        assert play.over, vector
        assert [[*played.score.parts] for played in play.plays] == vector["points"], vector


def test_every_keep_of_the_vectors_has_its_sums():
    for vector in VECTORS["keeps"]:
        deal = bytes(Card(card).index for card in vector["cards"].split())
        assert [*keep_sums(deal)] == vector["sums"], vector


def test_every_throw_of_the_vectors_makes_its_cribs():
    for vector in VECTORS["keeps"][::8]:
        found = discards(vector["cards"], dealer=True, thrower="random")
        cribs = {frozenset(map(str, throw.thrown)): throw.crib for throw in found}
        pairs = map(frozenset, combinations(vector["cards"].split(), 2))
        assert [cribs[pair] * 45540 for pair in pairs] == vector["cribs"], vector


@pytest.mark.native
def test_every_search_of_the_vectors_finds_its_best_total():
    for vector in VECTORS["searches"]:
        best = best_grid(vector["cards"], vector["starter"], fixed=vector["grid"])
        assert (best.score, best.optimal) == (vector["best"], True), vector


@pytest.mark.parametrize(
    ("name", "read"),
    [("card", Card), ("hand", Hand), ("grid", Grid), ("starter", lambda pair: score_hand(*pair))],
)
def test_everything_that_the_vectors_refuse_is_refused(name, read):
    assert VECTORS["refused"][name]
    for wrong in VECTORS["refused"][name]:
        with pytest.raises(ValueError, match=r"\S"):
            read(wrong)
