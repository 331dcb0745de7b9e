"""`cribscore discard`."""

import json

import jsonschema
import pytest

from cribscore import _cli, discards
from documents import SCHEMA

pytestmark = pytest.mark.native


def said(capsys, *words):
    status = _cli.main(["discard", *words])
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def test_the_throws_are_printed_the_best_first(capsys):
    status, out, err = said(capsys, *["4C", "5D", "6H", "6S", "9C", "TD", "--dealer"])
    assert (status, err) == (0, "")
    assert out == f"{discards('4C 5D 6H 6S 9C TD', dealer=True)}\n"
    assert out.splitlines()[1].startswith("9C TD    15.391  3.99")


def test_symbols_dead_cards_and_a_random_thrower_are_taken_if_they_are_asked_for(capsys):
    _, out, _ = said(
        capsys, *["4C", "5D", "6H", "6S", "9C", "TD", "--pone", "--random", "--unicode", "--dead", "AC", "AD"]
    )
    found = discards("4C 5D 6H 6S 9C TD", dealer=False, thrower="random", dead="AC AD")
    assert out == f"{found:u}\n"


def test_approximate_cribs_are_called_so(capsys):
    _, out, _ = said(capsys, *["5H", "5C", "6D", "7S", "9C", "--pone", "--players", "4"])
    *table, empty, remark = out.splitlines()
    assert "\n".join(table) == str(discards("5H 5C 6D 7S 9C", dealer=False, players=4))
    assert (empty, remark) == ("", "~ The crib of three and four players is an approximation.")


@pytest.mark.parametrize(
    ("words", "given"),
    [
        ("4C 5D 6H 6S 9C TD --dealer", {"dealer": True}),
        ("AC 2D 7H 9S JC QD --pone --random", {"dealer": False, "thrower": "random"}),
        ("5H 5C 6D 7S 9C --dealer --players 3", {"dealer": True, "players": 3}),
        ("AC 2D 7H 9S JC QD --pone --play", {"dealer": False, "play": True}),
    ],
)
def test_json_is_what_the_schema_describes(words, given, capsys):
    _, out, _ = said(capsys, *words.split(), "--json")
    document = json.loads(out)
    jsonschema.validate(document, SCHEMA)
    assert document.pop("schema") == "cribscore.discard/1"
    assert document == discards(words.partition(" --")[0], **given).to_dict()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("4C 5D 6H --dealer", "a deal holds 6 cards for two players, got 3: 4C 5D 6H"),
        ("4C 5D 6H 6S 9C TD --dealer --players 7", "players 7 is not 2, 3 or 4"),
        ("4C 5D 6H 6S 9C --dealer --players 3 --play", "--play is for two players, not 3"),
    ],
)
def test_what_is_not_a_deal_is_said_in_one_line(words, why, capsys):
    assert said(capsys, *words.split()) == (2, "", f"cribscore: {why}\n")


def test_the_crib_is_of_the_dealer_or_of_the_pone(capsys):
    for words in ("4C 5D 6H 6S 9C TD", "4C 5D 6H 6S 9C TD --dealer --pone"):
        with pytest.raises(SystemExit):
            _cli.main(["discard", *words.split()])
        assert "--dealer" in capsys.readouterr().err
