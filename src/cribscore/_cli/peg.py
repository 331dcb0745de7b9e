"""`cribscore peg`: follow the play of a deal."""

from __future__ import annotations

import argparse

from cribscore import Pegging, PegLine, best_peg
from cribscore.cards import spaced

from ._output import json_text, write


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the subcommand."""
    parser.add_argument(
        "hands",
        nargs="+",
        metavar="HAND",
        help='2 to 4 hands, each one argument such as "5H 4D 6S KC", or a number of cards if it is hidden',
    )
    parser.add_argument(
        "--plays",
        nargs="+",
        action="extend",
        default=[],
        metavar="CARD",
        help="the cards that were played, in their order",
    )
    parser.add_argument(
        "--lead", type=int, default=0, metavar="N", help="the player who leads, counted from 0 (default: 0)"
    )
    parser.add_argument("--best", action="store_true", help="find the best card, with both hands known")
    style = parser.add_mutually_exclusive_group()
    style.add_argument("--json", action="store_true", help="print JSON")
    style.add_argument("--unicode", action="store_true", help="print the suits as symbols")


def run(arguments: argparse.Namespace) -> None:
    """Print the play so far, and the best card if it is asked for."""
    hands = [_hand(text) for text in arguments.hands]
    play = Pegging.replay(hands, " ".join(arguments.plays), lead=arguments.lead)
    best = best_peg(play) if arguments.best else None
    if arguments.json:
        document = play.to_dict() if best is None else {**play.to_dict(), "best": best.to_dict()}
        write(json_text("cribscore.peg/1", document))
        return
    style = "u" if arguments.unicode else ""
    text = format(play, style)
    write(text if best is None else f"{text}\n{_best_text(best, style)}")


def _hand(text: str) -> str | int:
    """Read a hand, or the number of cards of a hidden one."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else text


def _best_text(best: PegLine, style: str) -> str:
    return f"best {best.card:{style}}, value {best.value:+}: {spaced(best.line, style)}"
