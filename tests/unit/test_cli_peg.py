"""`cribscore peg`."""

import json

import pytest

from cribscore import Pegging, _cli, advise_peg, best_peg
from documents import validator

HANDS = ["5H 4D 6S KC", "JC 5D 2H 9S"]
VIEW = Pegging(["7S 6H JH KC", 4]).view(0)

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
    named = lines("KC QC JC 5H", "4", "4", "--plays", "KC 9D", "4H 5H 2:3H")
    assert named[-3] == "2       3H       31       5  thirty-one for two, a run of three for three"


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


# ---------------------------------------------------------------- advice


def test_advice_is_printed_the_best_card_first(lines):
    printed = lines(
        *["--mine", "7S", "6H", "JH", "KC", "--dealer", "--played", "KH KC 5D", "6H", "--pile", "JD"],
        *["--other", "1", "--thrown", "2C QD", "--starter", "9H"],
    )
    view = Pegging.replay([4, "7S 6H JH KC"], "KH KC 5D 6H JD").view(1)
    found = advise_peg(view, thrown="2C QD", starter="9H")
    assert printed == [
        "card  now     net",
        *(f"{card}  {int(now):>5}  {net:>+6.2f}" for card, now, net, _ in found),
        "",
        f"over {found[0].worlds} hands of the other",
    ]
    (jack,) = (line for line in printed if line.startswith("JH"))
    assert jack.split()[1] == "2"  # a pair


def test_advice_needs_no_pile_where_a_new_count_begins_unless_the_other_plays(lines):
    played = ("KC", "9S", "JH", "AD")  # at 30 neither the 7C nor the 6H fits
    mine = ("--mine", "KC", "JH", "7C", "6H", "--pone")
    assert lines(*mine, "--played", *played) == lines(*mine, "--pile", *played)


def test_advice_takes_symbols_and_a_number_of_hands(lines):
    printed = lines("--mine", "7S 6H JH KC", "--pone", "--worlds", "7", "--unicode")
    assert printed[1][1] in "\u2663\u2666\u2665\u2660"
    assert printed[-1] == f"over {advise_peg(VIEW, worlds=7)[0].worlds} hands of the other"


def test_advice_as_json_is_what_the_schema_describes(said):
    _, out, _ = said("--mine", "7S 6H JH KC", "--pone", "--pile", "KC 5D", "--json")
    document = json.loads(out)
    validator("peg").validate(document)
    play = Pegging.replay(["7S 6H JH KC", 4], "KC 5D")
    expected = [advice.to_dict() for advice in advise_peg(play.view(0))]
    assert document == {"schema": "cribscore.peg/1", **play.to_dict(), "advice": expected}


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("--mine 7S 6H JH --pone", "--mine takes the 4 cards that you kept, got 3"),
        ("--mine 7S 6H JH KC", "--mine needs --dealer or --pone"),
        ("KC 2 --mine 7S 6H JH KC --pone", "--mine takes the place of the hands: KC 2"),
        ("--mine 7S 6H JH KC --pone --best", "--best does not go with --mine"),
        ("KC 2 --pile KC", "--pile needs --mine"),
        ("--mine 7S 6H JH KC --dealer", "hand 0 is to play"),
        ("--mine 7S 6H JH KC --pone --pile KC 5D --other 4", "the other holds 3 cards after these, not 4"),
        (
            "--mine 7S 6H JH KC --pone --played KC --pile 5D",
            "the cards since the count was 0 are KC 5D, not 5D",
        ),
        (
            "--mine KC JH AC 6H --pone --played KC 9S JH AD",  # the AC fits at 30, so the count goes on
            "the cards since the count was 0 are KC 9S JH AD, not none: give them as --pile",
        ),
    ],
)
def test_what_is_not_a_question_for_advice_is_said_in_one_line(words, why, said):
    assert said(*words.split()) == (2, "", f"cribscore: {why}\n")
