"""`cribscore discard`: which cards to throw into the crib."""

from __future__ import annotations

import argparse

from cribscore import discards

from ._output import json_text, number, write


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the subcommand."""
    parser.add_argument(
        "cards", nargs="+", metavar="CARD", help="the cards dealt: six, or five for three and four players"
    )
    role = parser.add_mutually_exclusive_group(required=True)
    role.add_argument("--dealer", action="store_true", help="the crib is mine, or my side's")
    role.add_argument("--pone", action="store_true", help="the crib is another's")
    parser.add_argument(
        "--players", type=number, default=2, metavar="N", help="how many players there are (default: 2)"
    )
    parser.add_argument("--random", action="store_true", help="the others throw any of their cards alike")
    parser.add_argument(
        "--dead",
        nargs="+",
        action="extend",
        default=[],
        metavar="CARD",
        help="cards that are known to be elsewhere",
    )
    parser.add_argument("--play", action="store_true", help="count what each hand makes in the play too")
    style = parser.add_mutually_exclusive_group()
    style.add_argument("--json", action="store_true", help="print JSON")
    style.add_argument("--unicode", action="store_true", help="print the suits as symbols")


def run(arguments: argparse.Namespace) -> None:
    """Print every throw, the best first."""
    if arguments.play and arguments.players in (3, 4):
        raise ValueError(f"--play is for two players, not {arguments.players}")
    found = discards(
        " ".join(arguments.cards),
        dealer=arguments.dealer,
        thrower="random" if arguments.random else "policy",
        players=arguments.players,
        dead=" ".join(arguments.dead),
        play=arguments.play,
    )
    if arguments.json:
        write(json_text("cribscore.discard/1", found.to_dict()))
        return
    text = format(found, "u" if arguments.unicode else "")
    if not found[0].exact:
        text += "\n\n~ The crib of three and four players is an approximation."
    write(text)
