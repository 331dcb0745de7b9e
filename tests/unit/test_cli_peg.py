"""`cribscore peg`."""

import json

import pytest

from cribscore import Pegging, _cli, best_peg
from documents import validator

HANDS = ["5H 4D 6S KC", "JC 5D 2H 9S"]

pytestmark = pytest.mark.native


@pytest.fixture
def said(capsys):
    def run(*words):
        status = _cli.main(["peg", *words])
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return run


@pytest.fixture
def lines(said):
    def run(*words):
        status, out, err = said(*words)
        assert (status, err) == (0, "")
        return out.splitlines()

    return run


def test_the_play_is_printed_card_by_card(lines):
    assert lines(*HANDS, "--plays", "5H JC KC 5D") == [
        "player  card  count  points  said",
        "0       5H        5       0",
        "1       JC       15       2  fifteen for two",
        "0       KC       25       0",
        "1       5D       30       1  go for one",
        "",
        "player 0 to play, count 0, points 0 3",
    ]
    symbols = lines(*HANDS, "--lead", "1", "--plays", "JC", "--unicode")
    assert symbols[1] == "1       J♣       10       0"
    hidden = lines("KC 9D", "2", "--plays", "KC", "QH", "9D")
    assert hidden[-1] == "player 1 to play, count 29, points 0 0"


def test_the_best_card_and_the_line_are_printed(lines):
    # Only one order is possible: the jack makes fifteen and is the last card.
    assert lines("5H", "JC", "--best")[-1] == "best 5H, value -3: 5H JC"
    assert lines("5H", "JC", "--best", "--plays", "5H")[-1] == "best JC, value +3: JC"


@pytest.mark.parametrize("more", [(), ("--best",)])
def test_json_is_what_the_schema_describes(more, said):
    _, out, _ = said(*HANDS, "--plays", "5H JC", "--json", *more)
    document = json.loads(out)
    validator().validate(document)
    play = Pegging.replay(HANDS, "5H JC")
    assert document.pop("best", None) == (best_peg(play).to_dict() if more else None)
    assert document == {"schema": "cribscore.peg/1", **play.to_dict()}


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["5H 4D"], "the play has 2 to 4 hands, got 1"),
        (["5H", "14"], "hand 1 has 1 to 13 cards, got 14"),
        (["KC", "QC", "--plays", "QC"], "hand 0 is to play, and QC is in hand 1"),
        (["KC", "QC", "--plays", "KC QC", "--best"], "the play is over"),
    ],
)
def test_what_cannot_be_played_is_said_in_one_line(words, why, said):
    assert said(*words) == (2, "", f"cribscore: {why}\n")
