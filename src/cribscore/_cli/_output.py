"""What the subcommands print alike."""

from __future__ import annotations

import argparse

from cribscore import HandScore


def add_output_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments that say how the result is printed."""
    style = parser.add_mutually_exclusive_group()
    style.add_argument("--json", action="store_true", help="print the result as JSON")
    style.add_argument("--unicode", action="store_true", help="print the suits as symbols")


def card_style(arguments: argparse.Namespace) -> str:
    """The format code in which the cards are printed."""
    return "u" if arguments.unicode else ""


def score_json(score: HandScore) -> dict[str, int]:
    """A hand's score as JSON has it."""
    parts = {name: getattr(score, name) for name in ("fifteens", "pairs", "runs", "flush", "nobs")}
    return {"total": int(score), **parts}
