"""`cribscore peg`: what it prints, from its arguments."""

import argparse
import json

import pytest

from cribscore import IllegalPegError, InvalidHandError, Pegging, best_peg
from cribscore._cli import peg
from wording import exactly

HANDS = ["5H 4D 6S KC", "JC 5D 2H 9S"]


def run(*words):
    parser = argparse.ArgumentParser()
    peg.add_arguments(parser)
    return peg.run(parser.parse_args(words))


def test_the_play_is_printed_card_by_card():
    assert run(*HANDS, "--plays", "5H JC KC 5D").splitlines() == [
        "player  card  count  points  said",
        "0       5H        5       0",
        "1       JC       15       2  fifteen for two",
        "0       KC       25       0",
        "1       5D       30       1  go for one",
        "",
        "player 0 to play, count 0, points 0 3",
    ]
    assert (
        run(*HANDS, "--lead", "1", "--plays", "JC", "--unicode").splitlines()[1]
        == "1       J♣       10       0"
    )
    assert (
        run("KC 9D", "2", "--plays", "KC QH 9D").splitlines()[-1] == "player 1 to play, count 29, points 0 0"
    )


def test_the_best_card_and_the_line_are_printed():
    # Only one order is possible: the jack makes fifteen and is the last card.
    assert run("5H", "JC", "--best").splitlines()[-1] == "best 5H, value -3: 5H JC"
    assert run("5H", "JC", "--best", "--plays", "5H").splitlines()[-1] == "best JC, value +3: JC"


def test_json_holds_the_play_and_the_best_card():
    document = json.loads(run(*HANDS, "--plays", "5H JC", "--json"))
    play = Pegging.replay(HANDS, "5H JC")
    assert document == {"schema": "cribscore.peg/1", **play.to_dict()}
    document = json.loads(run(*HANDS, "--plays", "5H JC", "--json", "--best"))
    assert document["best"] == best_peg(play).to_dict()


@pytest.mark.parametrize(
    ("words", "kind", "error"),
    [
        (["5H 4D"], InvalidHandError, "the play has 2 to 4 hands, got 1"),
        (["5H", "14"], InvalidHandError, "hand 1 has 1 to 13 cards, got 14"),
        (["KC", "QC", "--plays", "QC"], IllegalPegError, "hand 0 is to play, and QC is in hand 1"),
        (["KC", "QC", "--plays", "KC QC", "--best"], IllegalPegError, "the play is over"),
    ],
)
def test_what_cannot_be_played_is_refused(words, kind, error):
    with pytest.raises(kind, match=exactly(error)):
        run(*words)
