"""`cribscore hand`: score one hand."""

from __future__ import annotations

import argparse
import json

from cribscore import Card, Hand, InvalidHandError, explain_hand
from cribscore.cards import cards_of

from ._output import add_explain_argument, add_output_arguments, card_style, explanation_json, score_json

NAME = "hand"
HELP = "Score a hand: four cards, and the starter as the fifth."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the subcommand."""
    parser.add_argument(
        "cards", nargs="+", metavar="CARD", help="such as 5H 5C 5S JD 5D; the fifth is the starter"
    )
    parser.add_argument("--crib", action="store_true", help="score it as the crib")
    add_explain_argument(parser)
    add_output_arguments(parser)


def run(arguments: argparse.Namespace) -> str:
    """Return the text to print."""
    cards = cards_of(" ".join(arguments.cards))
    if len(cards) not in (4, 5):
        raise InvalidHandError(f"give the 4 cards of a hand, or 5 with the starter last; got {len(cards)}")
    hand, starter = Hand(cards[:4]), cards[4] if len(cards) == 5 else None
    explanation = explain_hand(hand, starter, crib=arguments.crib)
    score = explanation.score
    if arguments.json:
        document = {
            "schema": "cribscore.hand/1",
            "hand": [str(card) for card in hand],
            "starter": None if starter is None else str(starter),
            "crib": arguments.crib,
            "score": explanation_json(explanation, arguments.explain),
        }
        return json.dumps(document, indent=2)
    style = card_style(arguments)
    lines = [_title(hand, starter, arguments.crib, style)]
    lines += [f"{name:<9}{points:>3}" for name, points in score_json(score).items() if name != "total"]
    lines.append(f"{'total':<9}{score:>3}")
    if arguments.explain:
        lines += ["", format(explanation, style)]
    return "\n".join(lines)


def _title(hand: Hand, starter: Card | None, crib: bool, style: str) -> str:
    turned = "no starter" if starter is None else f"starter {starter:{style}}"
    return f"{'crib' if crib else 'hand'} {hand:{style}}, {turned}"
