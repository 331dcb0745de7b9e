"""Fuzz what reads text: cards, boards, moves, saved games, the command line.

Whatever the text, it is read or refused with the error that is documented, and what was read is read again
from what is written of it. Run with the arguments of libFuzzer; the first byte of an input picks the reader.
"""

import contextlib
import io
import json
import os
import shlex
import sys
import tempfile

import atheris

with atheris.instrument_imports(include=["cribscore"]):
    import cribscore._cli
    from cribscore import (
        Card,
        Grid,
        Hand,
        InvalidCardError,
        InvalidGridError,
        InvalidHandError,
        read_board,
    )
    from cribscore._cli import (  # noqa: F401
        advise,
        best,
        discard,
        forecast,
        grid,
        hand,
        maximum,
        peg,
        selftest,
        squares,
        table,
    )
    from cribscore.squares import PRESETS, Game, IllegalMoveError, InvalidGameError, Move


def read_card(text):
    card = Card(text)
    assert Card(str(card)) is card
    assert Card(f"{card:u}") is card


def read_hand(text):
    hand = Hand(text)
    assert list(Hand(str(hand))) == list(hand)
    assert list(Hand(f"{hand:u}")) == list(hand)


def read_grid(text):
    grid = Grid(text)
    assert Grid(str(grid)) == grid


def read_file(file):
    grid, starter = read_board(file)
    written = f"{grid}\n{starter or '..'}\n"
    assert read_board(io.StringIO(written)) == (grid, starter)


def read_move(text):
    move = Move.parse(text)
    assert Move.parse(str(move)) == move


def read_game(text):
    try:
        saved = json.loads(text)
    except (ValueError, RecursionError):
        return
    if not isinstance(saved, dict):
        return
    game = Game.from_dict(saved)
    again = Game.from_dict(json.loads(json.dumps(game.to_dict())))
    assert again.to_dict() == game.to_dict()
    assert again.view() == game.view()


LONG = ("maximum", "selftest", "table", "discard", "--auto", "--level")  # what takes seconds
MANY = ("best", "grid", "hand")  # commands that go on with the next input


def run(words, data=b""):
    """Run a command: it ends with one of its exit statuses, and complains in one line for each input."""
    stdin, out, complaint = sys.stdin, io.StringIO(), io.StringIO()
    sys.stdin = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8")
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(complaint):
            status = cribscore._cli.main(words)
    except SystemExit as stop:
        status = stop.code
    finally:
        sys.stdin = stdin
    assert status in (0, None, 1, 2), (words, status)
    if status == 2:
        complaints = complaint.getvalue().splitlines(keepends=True)
        assert complaints, words
        assert all(line.startswith("cribscore") and line.endswith("\n") for line in complaints), complaints
        if words[0] not in MANY:
            assert out.getvalue() == "" or words[0] == "squares", words
            assert len(complaints) == 1, complaints


def read_command(text):
    words = [word for word in text.split(" ") if "/" not in word and "\0" not in word]
    if not any(word in LONG for word in words):
        run(words)


def read_board_of_command(data):
    with open("board", "wb") as file:
        file.write(data[1:])
    run(["grid", "board", *[["--json"], ["--explain"], []][data[0] % 3 if data else 0]])


def read_session(data):
    run(["squares", "--seed", "1", "--rules", list(PRESETS)[data[0] % len(PRESETS) if data else 0]], data[1:])


READERS = [  # each with what it takes, and the errors that it documents
    (read_card, str, InvalidCardError),
    (read_hand, str, (InvalidCardError, InvalidHandError)),
    (read_grid, str, (InvalidCardError, InvalidGridError)),
    (lambda data: read_file(io.BytesIO(data)), bytes, InvalidGridError),
    (lambda text: read_file(io.StringIO(text, newline="")), str, InvalidGridError),
    (read_move, str, IllegalMoveError),
    (read_game, str, InvalidGameError),
    (read_command, str, ()),
    (read_board_of_command, bytes, ()),
    (read_session, bytes, ()),
]


def test_one_input(data):
    reader, takes, errors = READERS[data[0] % 16 % len(READERS) if data else 0]
    given = data[1:] if takes is bytes else data[1:].decode("utf-8", "surrogateescape")
    try:
        reader(given)
    except errors as error:
        if not str(error):
            raise AssertionError("an error without a message") from error


if __name__ == "__main__":
    itself = shlex.join([sys.executable, os.path.abspath(__file__)])  # as libFuzzer starts it to merge
    files = [os.path.abspath(word) if os.path.exists(word) else word for word in sys.argv[1:]]
    os.chdir(tempfile.mkdtemp())
    atheris.Setup([itself, *files], test_one_input)
    atheris.Fuzz()
