"""`--explain` on the command line, and what `--json` prints against its published schema."""

import io
import json
import sys
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cribscore import CombinationKind, explain_grid, explain_hand, read_board
from cribscore._cli import main
from documents import SCHEMA, validator
from naive import NAMES_OF_RUNS
from oracles import KNOWN_HANDS, PARTS, TABLES
from strategies import boards, hands

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.txt"))
VALIDATOR = validator()


def printed(*words, board=None):
    """What a command prints, given a board on standard input."""
    before = sys.stdin, sys.stdout
    sys.stdin = io.TextIOWrapper(io.BytesIO((board or "").encode()), encoding="utf-8")
    sys.stdout = io.StringIO()
    try:
        assert main(words) == 0
        return sys.stdout.getvalue()
    finally:
        sys.stdin, sys.stdout = before


def document(*words, board=None):
    """What a command prints as JSON, held against the schema."""
    result = json.loads(printed(*words, "--json", board=board))
    VALIDATOR.validate(result)
    return result


def hand_words(hand, starter, crib):
    return [*hand, *([] if starter is None else [starter]), *(["--crib"] if crib else [])]


def board_text(cells, starter):
    names = [".." if cell is None else cell for cell in cells]
    rows = [" ".join(names[start : start + 4]) for start in range(0, 16, 4)]
    return "\n".join([*rows, starter or ""])


# Text


@pytest.mark.parametrize("known", KNOWN_HANDS, ids=lambda known: known["mistake"])
@pytest.mark.parametrize("style", ["", "u"])
def test_the_count_of_a_hand_follows_its_parts(known, style):
    words = hand_words(known["hand"].split(), known["starter"], known["crib"])
    option = ["--unicode"] if style else []
    explanation = explain_hand(known["hand"], known["starter"], crib=known["crib"])
    assert printed("hand", *words, "--explain", *option) == (
        f"{printed('hand', *words, *option)}\n{explanation:{style}}\n"
    )


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
@pytest.mark.parametrize("style", ["", "u"])
def test_the_counts_of_a_board_follow_it(path, style):
    option = ["--unicode"] if style else []
    plain = printed("grid", str(path), *option)
    explained = printed("grid", str(path), "--explain", *option)
    assert explained == f"{explain_grid(*read_board(path)):{style}}\n"
    assert explained.startswith(f"{plain}\nrow 1 ")


def test_without_unicode_what_is_printed_is_ascii():
    for path in EXAMPLES:
        assert printed("grid", str(path), "--explain").isascii()


# JSON


@pytest.mark.coreless
def test_the_schema_is_a_schema():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.slow
@pytest.mark.native
def test_what_the_searches_print_as_json_is_in_the_schema():
    assert document("best", "--deal", "1", "--any-starter")["schema"] == "cribscore.best/1"
    assert document("maximum")["schema"] == "cribscore.maximum/1"
    assert document("table")["schema"] == "cribscore.table/1"


@pytest.mark.native
@pytest.mark.parametrize("crib", [False, True])
def test_the_table_as_json_is_in_the_schema(crib):
    table = document("table", *["--crib"] * crib)
    assert table["schema"] == "cribscore.table/1"
    assert table["counts"] == TABLES["crib" if crib else "hand"]


def test_an_explained_hand_as_json_is_what_stands_here():
    # Counted by hand.
    assert document("hand", "JH JC 5D 6S 7H", "--explain") == {
        "schema": "cribscore.hand/1",
        "hand": ["JH", "JC", "5D", "6S"],
        "starter": "7H",
        "crib": False,
        "score": {
            "total": 10,
            "fifteens": 4,
            "pairs": 2,
            "runs": 3,
            "flush": 0,
            "nobs": 1,
        },
        "items": [
            {"kind": "fifteen", "name": "fifteen", "cards": ["JH", "5D"], "points": 2},
            {"kind": "fifteen", "name": "fifteen", "cards": ["JC", "5D"], "points": 2},
            {"kind": "pair", "name": "pair", "cards": ["JH", "JC"], "points": 2},
            {"kind": "run", "name": "run of three", "cards": ["5D", "6S", "7H"], "points": 3},
            {"kind": "nobs", "name": "nobs", "cards": ["JH"], "points": 1},
        ],
        "groups": [
            {"kind": "fifteen", "name": "fifteen", "cards": ["JH", "5D"], "points": 2},
            {"kind": "fifteen", "name": "fifteen", "cards": ["JC", "5D"], "points": 2},
            {"kind": "pair", "name": "pair", "cards": ["JH", "JC"], "points": 2},
            {"kind": "run", "name": "run of three", "cards": ["5D", "6S", "7H"], "points": 3},
            {"kind": "nobs", "name": "nobs", "cards": ["JH"], "points": 1},
        ],
    }


def check_line(line, explanation):
    """A hand in JSON has the combinations of an explanation, and both its lists sum to the total."""
    score = line["score"]
    for name, combinations in ("items", explanation.items), ("groups", explanation.groups):
        assert line[name] == [
            {
                "kind": str(combination.kind),
                "name": combination.name,
                "cards": list(map(str, combination.cards)),
                "points": combination.points,
            }
            for combination in combinations
        ]
        assert sum(combination["points"] for combination in line[name]) == score["total"]
    assert sum(score[part] for part in PARTS) == score["total"]
    assert line["hand"] == list(map(str, explanation.cards))


@given(hand=hands(), crib=st.booleans())
def test_any_hand_as_json_keeps_to_the_schema_and_explained_adds_only_the_combinations(hand, crib):
    words = hand_words(*hand, crib)
    explained = document("hand", *words, "--explain")
    check_line(explained, explain_hand(*hand, crib=crib))
    del explained["items"], explained["groups"]
    assert document("hand", *words) == explained


@pytest.mark.slow
@given(board=boards())
def test_any_grid_as_json_keeps_to_the_schema_and_explained_adds_only_the_lines(board):
    text = board_text(*board)
    explained = document("grid", "-", "--explain", board=text)
    explanation = explain_grid(*board)
    lines = explained["rows"] + explained["columns"]
    scores = explained["score"]["rows"] + explained["score"]["columns"]
    for line, score, expected in zip(lines, scores, explanation.rows + explanation.columns, strict=True):
        check_line(line, expected)
        assert line["score"] == score
    del explained["rows"], explained["columns"]
    assert document("grid", "-", board=text) == explained


def spoilt(change):
    """An explained hand in JSON after a change."""
    result = json.loads(printed("hand", "JH JC 5D 6S 7H", "--explain", "--json"))
    change(result)
    return result


@pytest.mark.parametrize(
    "change",
    [
        lambda result: result.update(schema="cribscore.hand/2"),
        lambda result: result.pop("starter"),
        lambda result: result.update(starter="10H"),
        lambda result: result["hand"].append("2C"),
        lambda result: result.update(more=1),
        lambda result: result.pop("groups"),
        lambda result: result["score"].update(nobs=2),
        lambda result: result["items"][0].update(kind="fifteens"),
        lambda result: result["groups"][0].pop("name"),
    ],
    ids=range(9),
)
def test_the_schema_refuses_what_is_not_printed(change):
    assert VALIDATOR.is_valid(spoilt(lambda result: None))
    assert not VALIDATOR.is_valid(spoilt(change))


@pytest.mark.coreless
def test_the_schema_knows_every_kind_and_every_name():
    properties = SCHEMA["$defs"]["combination"]["properties"]
    assert properties["kind"]["enum"] == list(CombinationKind)
    others = {
        "fifteen",
        "pair",
        "pair royal",
        "double pair royal",
        "four-card flush",
        "five-card flush",
        "nobs",
    }
    assert set(properties["name"]["enum"]) == {*NAMES_OF_RUNS.values(), *others}
