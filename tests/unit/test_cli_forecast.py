"""`cribscore forecast`."""

import json
from pathlib import Path
from statistics import pstdev

import jsonschema
import pytest

from cribscore import _cli, forecast

SCHEMA = json.loads(
    (Path(__file__).parents[2] / "docs" / "reference" / "output.schema.json").read_text(encoding="utf-8")
)

pytestmark = pytest.mark.native


def said(capsys, *words):
    status = _cli.main(["forecast", *words])
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def test_a_forecast_is_printed_with_its_mean_and_its_best_starters(capsys):
    status, out, err = said(capsys, *["4C", "5D", "6H", "6S", "--dead", "9C", "TD"])
    assert (status, err) == (0, "")
    *drawing, empty, mean, deviation, best = out.splitlines()
    assert "\n".join(drawing) == str(forecast("4C 5D 6H 6S", "9C TD"))
    assert empty == ""
    assert mean == "mean       15.391304 (354/23)"
    points = [12] * 12 + [14] * 19 + [16] * 7 + [21] * 2 + [24] * 6
    assert deviation == f"deviation  {pstdev(points):.6f}"
    assert best == "best       24 with 4D 4H 4S 5C 5H 5S"


def test_symbols_and_cribs_are_printed_if_they_are_asked_for(capsys):
    _, out, _ = said(capsys, "4C 5D 6H 6S", "--unicode", "--crib")
    assert out.startswith("crib 4♣ 5♦ 6♥ 6♠: 48 starters")
    assert out.endswith("with 4♦ 4♥ 4♠ 5♣ 5♥ 5♠\n")


@pytest.mark.parametrize("words", ["4C 5D 6H 6S --dead 9C TD", "5H 5C 5S JD --crib"])
def test_json_is_what_the_schema_describes(words, capsys):
    _, out, _ = said(capsys, *words.split(), "--json")
    document = json.loads(out)
    jsonschema.validate(document, SCHEMA)
    assert document.pop("schema") == "cribscore.forecast/1"
    cards, _, dead = words.removesuffix(" --crib").partition(" --dead ")
    assert document == forecast(cards, dead, crib="--crib" in words).to_dict()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("4C 5D 6H", "a hand holds 4 cards, got 3: 4C 5D 6H"),
        ("4C 5D 6H 6S --dead 6S", "6S is dead and in the hand"),
    ],
)
def test_what_cannot_be_forecast_is_said_in_one_line(words, why, capsys):
    assert said(capsys, *words.split()) == (2, "", f"cribscore: {why}\n")
