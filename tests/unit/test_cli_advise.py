"""`cribscore advise`: a position, and what each move is worth."""

import json

import pytest

from cribscore import backend, read_board
from cribscore.squares import Game, Player, greedy_move
from documents import validator

BOARD = "5H 5C .. JD / 6S 5D 4H .. / 7C .. 6H .. / 8C .. .. JC"
FILE = "examples/in-progress.txt"  # the same


def usual():
    return 0 if backend() == "python" else 2


def test_a_file_and_a_text_give_the_advice_of_the_player(run, monkeypatch, pytestconfig):
    monkeypatch.chdir(pytestconfig.rootpath)
    status, output, complaint = run("advise", FILE, "9H")
    assert (status, complaint) == (0, "")
    assert run("advise", BOARD, "9h") == (0, output, "")
    advice = Player(usual()).advise_board(read_board(BOARD)[0], "9H")
    first, heading, *lines = output.splitlines()
    assert first == "9H to be placed"
    assert heading.split() == ["move", "points", "win", "loss"]
    for line, one in zip(lines, advice, strict=True):
        shown = f"{one.move!s:<6}{one.score:8.2f}{100 * one.win:5.0f} %{one.loss:9.2f}"
        assert line.startswith(shown)
        assert (f"+- {one.loss_error:.2f}" in line) == bool(one.loss_error)
    assert "column c makes a fifteen" in output


@pytest.mark.parametrize("rules", ["standard", "one-reserve", "two-reserves", "waste"])
def test_json_is_what_the_schema_describes_and_what_a_game_says(run, rules):
    game = Game(rules, seed=3)
    for number in range(6):
        piles = [move for move in game.legal_moves() if move.kind.value == "to_reserve"]
        game.play(piles[-1] if piles and number in (1, 2) else greedy_move(game))
    reserves = [word for pile in game.reserves for word in ("--reserve", " ".join(map(str, pile)))]
    board = str(game.grid).replace("\n", " / ")
    words = ["advise", board, str(game.card), "--rules", rules, *reserves]
    status, output, _ = run(*words, "--level", "0", "--json")
    assert status == 0
    document = json.loads(output)
    validator("advise").validate(document)
    validator().validate(document)
    assert (document["schema"], document["level"]) == ("cribscore.advise/1", 0)
    assert document["reserves"] == [[str(card) for card in pile] for pile in game.reserves]
    for one in document["advice"]:
        assert one.pop("reason")
    assert document["advice"] == [one.to_dict() for one in Player(0).advise(game)]


def test_symbols_are_shown_if_they_are_asked_for(run):
    _, output, _ = run("advise", BOARD, "TH", "--unicode", "--rules", "one-reserve", "--level", "0")
    assert output.startswith("10♥ to be placed\n")
    assert "r1 " in output
    assert "10♥ is kept for later" in output


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ([BOARD, "5H"], "cribscore: 5H appears twice"),
        ([BOARD, "1H"], "cribscore: '1H' is not a card"),
        ([f"{BOARD} / 2S", "9H"], "cribscore: the starter 2S is turned, so no card is to be placed"),
        ([BOARD, "9H", "--reserve", "2S"], "cribscore: there is no reserve 1: these rules have none"),
        ([BOARD, "9H", "--rules", "open"], "cribscore advise: argument --rules: invalid choice: 'open'"),
        (["nowhere.txt", "9H"], "cribscore: nowhere.txt: No such file or directory"),
        (["a board / of words", "9H"], "cribscore: <board>, line 1: "),
        ([BOARD], "cribscore advise: the following arguments are required: CARD"),
    ],
)
def test_a_mistake_is_one_sentence(run, words, complaint):
    status, output, said = run("advise", *words)
    assert (status, output) == (2, "")
    assert said.startswith(complaint)
    assert said.count("\n") == 1
