"""to_dict: what each value says of itself, against the published schema and against the rules."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cribscore import best_grid, deal, explain_grid, explain_hand, prove_maximum, score_grid, score_hand
from documents import SCHEMA, validator
from naive import hand_parts, parse
from oracles import EVERY_BOARD, LARGEST_BY_STARTER, PARTS, RECORD_172
from strategies import boards, examples, hands

OBJECTS = [name for name, definition in SCHEMA["$defs"].items() if definition.get("type") == "object"]
VALIDATORS = {name: validator(name) for name in OBJECTS}


def checked(name, document):
    """A document after JSON, which the schema allows."""
    read = json.loads(json.dumps(document))
    assert read == document
    VALIDATORS[name].validate(read)
    return read


def parts_of(cards, starter, crib=False):
    """The score of a hand or a line as JSON has it, by the naive scorer."""
    parts = hand_parts([parse(card) for card in cards if card is not None], parse(starter), crib)
    return {"total": sum(parts), **dict(zip(PARTS, parts, strict=True))}


@given(hand=hands(), crib=st.booleans())
def test_a_hand_is_its_cards_its_score_and_its_combinations(hand, crib):
    cards, starter = hand
    explained = explain_hand(cards, starter, crib=crib).to_dict()
    document = checked("hand", {"schema": "cribscore.hand/1", **explained})
    assert (document["hand"], document["starter"], document["crib"]) == (cards, starter, crib)
    assert document["score"] == parts_of(cards, starter, crib)
    assert document["score"] == checked("handScore", score_hand(cards, starter, crib=crib).to_dict())
    for combinations in document["items"], document["groups"]:
        assert sum(combination["points"] for combination in combinations) == document["score"]["total"]
        for combination in combinations:
            assert {*combination["cards"]} <= {*cards, starter}


@given(board=boards())
@examples(50)
def test_a_grid_is_its_cells_its_score_and_its_lines(board):
    cells, starter = board
    document = checked("grid", {"schema": "cribscore.grid/1", **explain_grid(cells, starter).to_dict()})
    rows = [cells[start : start + 4] for start in range(0, 16, 4)]
    columns = [cells[start::4] for start in range(4)]
    assert (document["grid"], document["starter"]) == (rows, starter)
    score = document["score"]
    assert score == checked("gridScore", score_grid(cells, starter).to_dict())
    for name, lines in ("rows", rows), ("columns", columns):
        assert score[name] == [parts_of(line, starter) for line in lines]
        assert [line["score"] for line in document[name]] == score[name]
        cards = [[card for card in line if card is not None] for line in lines]
        assert [line["hand"] for line in document[name]] == cards
    assert score["heels"] == (2 if starter is not None and starter[0] == "J" else 0)
    assert score["total"] == score["heels"] + sum(line["total"] for line in score["rows"] + score["columns"])
    assert score["won"] == (None not in [*cells, starter] and score["total"] >= 61)


@pytest.mark.parametrize("board", EVERY_BOARD, ids=lambda board: "/".join(board["grid"]).replace(" ", ""))
def test_a_known_board_is_scored_as_published(board):
    score = checked("gridScore", score_grid(board["grid"], board["starter"]).to_dict())
    assert [line["total"] for line in score["rows"]] == board["rows"]
    assert [line["total"] for line in score["columns"]] == board["columns"]
    assert (score["heels"], score["total"]) == (board["heels"], board["total"])


@pytest.mark.native
def test_a_best_grid_is_its_board_and_the_figures_of_the_proof():
    document = checked("best", {"schema": "cribscore.best/1", **best_grid(deal(1)).to_dict()})
    cards = [card for row in document["grid"] for card in row]
    assert sorted([*cards, document["starter"]]) == sorted(map(str, deal(1)))
    assert document["score"] == score_grid(cards, document["starter"]).to_dict()
    assert (document["optimal"], document["bound"]) == (True, document["score"]["total"])
    early = best_grid(deal(1), time_limit=0).to_dict()
    assert checked("best", {"schema": "cribscore.best/1", **early})["bound"] >= early["score"]["total"]


@pytest.mark.native
@pytest.mark.parametrize("rank", [5, 13])
def test_a_proof_is_its_total_its_boards_and_its_searches(rank):
    document = checked("proof", prove_maximum(rank).to_dict())
    assert document["total"] == LARGEST_BY_STARTER[rank - 1]
    for board in document["boards"]:
        cards = [card for row in board["grid"] for card in row]
        assert score_grid(cards, board["starter"]) == document["total"]
    steps = document["steps"]
    assert [step["target"] for step in steps] == [*range(document["total"] + 1, document["second"] - 1, -1)]
    assert [step["boards"] for step in steps[:2]] == [0, len(document["boards"])]


def objects_in(value):
    """Every object of a document, from the top down."""
    found = [value] if isinstance(value, dict) else []
    for child in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        found += objects_in(child)
    return found


@pytest.mark.slow
def test_the_schema_refuses_a_document_that_lacks_a_member_or_has_another_or_one_of_nonsense():
    grid = explain_grid(RECORD_172["grid"], RECORD_172["starter"]).to_dict()
    hand = explain_hand("JH JC 5D 6S", "7H").to_dict()
    for document in {"schema": "cribscore.grid/1", **grid}, {"schema": "cribscore.hand/1", **hand}:
        whole = validator()
        whole.validate(document)
        first_of_each = {tuple(members): members for members in reversed(objects_in(document))}
        assert len(first_of_each) >= 3  # the document, a score, a combination
        for members in first_of_each.values():
            for name, value in [*members.items()]:
                del members[name]
                assert not whole.is_valid(document), name
                members[name] = "nonsense"
                assert not whole.is_valid(document), name
                members[name] = value
            members["more"] = 1
            assert not whole.is_valid(document), [*members]
            del members["more"]
        assert whole.is_valid(document)


@pytest.mark.parametrize("name", OBJECTS)
def test_the_schema_describes_each_member_in_words(name):
    for member, definition in SCHEMA["$defs"][name]["properties"].items():
        while "$ref" in definition and "description" not in definition:
            definition = SCHEMA["$defs"][definition["$ref"].rpartition("/")[2]]  # noqa: PLW2901
        assert "const" in definition or definition["description"].endswith("."), member
