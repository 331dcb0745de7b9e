"""`cribscore forecast`: the points of four cards over the starters that are left."""

from __future__ import annotations

import argparse
from math import sqrt

from cribscore import forecast
from cribscore.cards import spaced

from ._output import json_text, write


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the subcommand."""
    parser.add_argument("cards", nargs="+", metavar="CARD", help="the four cards that are kept")
    parser.add_argument(
        "--dead",
        nargs="+",
        action="extend",
        default=[],
        metavar="CARD",
        help="cards that cannot be the starter, such as those that are thrown",
    )
    parser.add_argument("--crib", action="store_true", help="score the cards as the crib")
    style = parser.add_mutually_exclusive_group()
    style.add_argument("--json", action="store_true", help="print JSON")
    style.add_argument("--unicode", action="store_true", help="print the suits as symbols")


def run(arguments: argparse.Namespace) -> None:
    """Print the forecast."""
    made = forecast(" ".join(arguments.cards), " ".join(arguments.dead), crib=arguments.crib)
    if arguments.json:
        write(json_text("cribscore.forecast/1", made.to_dict()))
        return
    style = "u" if arguments.unicode else ""
    lines = [
        format(made, style),
        "",
        f"mean       {float(made.mean):.6f} ({made.mean})",
        f"deviation  {sqrt(made.variance):.6f}",
        f"best       {made.most} with {spaced(made.best, style)}",
    ]
    write("\n".join(lines))
