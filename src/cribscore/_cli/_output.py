"""What the subcommands print alike."""

from __future__ import annotations

import argparse
import os
import sys
from typing import Any

from cribscore import Combination, HandExplanation, HandScore


class Failure(Exception):  # noqa: N818, it is no error of the user's
    """What a subcommand says when it must end with status 1."""


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


def _combination_json(combination: Combination) -> dict[str, Any]:
    return {
        "kind": str(combination.kind),
        "name": combination.name,
        "cards": [str(card) for card in combination.cards],
        "points": combination.points,
    }


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
