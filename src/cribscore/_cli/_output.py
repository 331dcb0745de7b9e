"""What the subcommands read and print alike."""

from __future__ import annotations

import argparse
import os
import re
import sys
from typing import Any

from cribscore import Card, Combination, Grid, GridExplanation, HandExplanation, HandScore, deal, read_board
from cribscore._messages import shown


class Failure(Exception):  # noqa: N818, it is no error of the user's
    """What a subcommand says when it must end with status 1."""


def read_file(name: str) -> tuple[Grid, Card | None]:
    """The board in a file, or on standard input for "-"."""
    if name != "-":
        return read_board(name)
    if sys.stdin is None:  # it was closed before the program began
        raise ValueError("there is no input to read a board from")
    return read_board(sys.stdin.buffer)


def seed(text: str) -> int:
    """The argument that is a deal's number."""
    try:
        number = int(text)
        deal(number, 0)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{shown(text)} is not a whole number, 0 to {2**64 - 1}") from None
    return number


def add_output_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments that say how the result is printed."""
    style = parser.add_mutually_exclusive_group()
    style.add_argument("--json", action="store_true", help="print the result as JSON")
    style.add_argument("--unicode", action="store_true", help="print the suits as symbols")


def add_explain_argument(parser: argparse.ArgumentParser) -> None:
    """Declare the argument that asks for the single combinations."""
    parser.add_argument("--explain", action="store_true", help="say which cards make which points")


def card_style(arguments: argparse.Namespace) -> str:
    """The format code in which the cards are printed."""
    return "u" if arguments.unicode else ""


def score_json(score: HandScore) -> dict[str, int]:
    """A hand's score as JSON has it."""
    parts = {name: getattr(score, name) for name in ("fifteens", "pairs", "runs", "flush", "nobs")}
    return {"total": int(score), **parts}


def explanation_json(explanation: HandExplanation, itemised: bool) -> dict[str, Any]:
    """A hand's score as JSON has it; itemised, with the combinations that make it."""
    if not itemised:
        return score_json(explanation.score)
    return {
        **score_json(explanation.score),
        "items": [_combination_json(item) for item in explanation.items],
        "groups": [_combination_json(group) for group in explanation.groups],
    }


def board_json(explanation: GridExplanation, itemised: bool) -> dict[str, Any]:
    """A board and its score as JSON has them."""
    score = explanation.score
    return {
        "grid": cells_json(explanation.grid),
        "starter": None if explanation.starter is None else str(explanation.starter),
        "rows": [explanation_json(row, itemised) for row in explanation.rows],
        "columns": [explanation_json(column, itemised) for column in explanation.columns],
        "heels": score.heels,
        "total": int(score),
        "won": score.won,
    }


def cells_json(grid: Grid) -> list[list[str | None]]:
    """The cells of a grid as JSON has them."""
    return [[None if cell is None else str(cell) for cell in row] for row in grid.rows]


def _combination_json(combination: Combination) -> dict[str, Any]:
    return {
        "kind": str(combination.kind),
        "name": combination.name,
        "cards": [str(card) for card in combination.cards],
        "points": combination.points,
    }


def plain(text: str) -> str:
    """The text with all that is not printable ASCII written out, as what was typed may be anything."""
    return re.sub(r"[^ -~]", lambda match: ascii(match[0])[1:-1], text)


class OutputError(Exception):
    """The output cannot be written any more; the message is empty where its reader has just gone away."""


def write(text: str, end: str = "\n") -> None:
    """Write all of the text or, where the output cannot show it, none."""
    if sys.stdout is None:  # it was closed before the program began
        raise OutputError("there is no output to write to")
    encoding = sys.stdout.encoding or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError as error:
        character = error.object[error.start]
        raise ValueError(
            f"the output is {encoding} and cannot show {character!r}: leave --unicode out"
        ) from None
    try:
        sys.stdout.write(text + end)
        sys.stdout.flush()
    except OSError as error:
        # Keep the interpreter from writing again, at exit, what could not be written.
        devnull = os.open(os.devnull, os.O_WRONLY)
        os.dup2(devnull, sys.stdout.fileno())
        os.close(devnull)
        gone = isinstance(error, BrokenPipeError)
        raise OutputError("" if gone else error.strerror or str(error)) from None
