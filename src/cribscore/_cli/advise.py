"""`cribscore advise`: what each move of Cribbage Squares is worth in a position."""

from __future__ import annotations

import argparse
import os
from dataclasses import asdict
from typing import Any, Final

from cribscore import Card, Grid, read_board
from cribscore.cards import cards_of
from cribscore.squares import PRESETS, Advice, Player
from cribscore.squares.reasons import reason_on

from ._output import (
    STDIN,
    add_level_argument,
    add_output_arguments,
    card_style,
    json_text,
    read_file,
    usual_level,
    write,
)

_SCHEMA: Final = "cribscore.advise/1"
_RULES: Final = tuple(name for name, rules in PRESETS.items() if not (rules.open or rules.shuffle))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the subcommand."""
    parser.add_argument(
        "board",
        metavar="BOARD",
        help="a board's file, - for standard input, or the rows in one text: "
        '".. 5H .. .. / .. 6C .. .. / .. .. .. .. / .. .. .. .."',
    )
    parser.add_argument("card", metavar="CARD", help="the card to place")
    parser.add_argument(
        "--rules",
        metavar="NAME",
        choices=_RULES,
        default="standard",
        help=f"one of {', '.join(_RULES)}; standard when left out",
    )
    parser.add_argument(
        "--reserve",
        metavar="CARDS",
        action="append",
        default=[],
        help="the cards of a reserve or the waste, the top card last; once for each",
    )
    add_level_argument(parser)
    add_output_arguments(parser, csv=False)


def run(arguments: argparse.Namespace) -> None:
    """Print the advice."""
    grid, starter = _read(arguments.board)
    if starter is not None:
        raise ValueError(f"the starter {starter} is turned, so no card is to be placed")
    card, rules = Card(arguments.card), PRESETS[arguments.rules]
    piles = [tuple(cards_of(pile)) for pile in arguments.reserve]
    piles += [()] * (rules.piles - len(piles))
    chosen = usual_level() if arguments.level is None else arguments.level
    advice = Player(chosen).advise_board(grid, card, piles, rules=rules)
    style = card_style(arguments)
    why = [reason_on(grid, card, piles, one.move, waste=rules.waste, style=style) for one in advice]
    if arguments.json:
        document: dict[str, Any] = {
            "rules": asdict(rules),
            "grid": grid.to_lists(),
            "reserves": [[str(one) for one in pile] for pile in piles],
            "card": str(card),
            "level": chosen,
            "advice": [{**one.to_dict(), "reason": words} for one, words in zip(advice, why, strict=True)],
        }
        write(json_text(_SCHEMA, document))
        return
    write(_text(card, advice, why, style))


def _read(board: str) -> tuple[Grid, Card | None]:
    """Read a board from a file, from standard input or from the text itself."""
    if board != STDIN and not os.path.exists(board) and ("/" in board or "\n" in board) and " " in board:
        return read_board(board)
    return read_file(board)


def _text(card: Card, advice: tuple[Advice, ...], why: list[str], style: str) -> str:
    """Show the moves as a table, the best first."""
    lines = [f"{card:{style}} to be placed", f"{'move':<6}{'points':>8}{'win':>7}{'loss':>9}"]
    for one, words in zip(advice, why, strict=True):
        error = f"+- {one.loss_error:.2f}" if one.loss_error else ""
        lines.append(
            f"{one.move!s:<6}{one.score:>8.2f}{100 * one.win:>5.0f} %{one.loss:>9.2f} {error:<7}  {words}"
        )
    return "\n".join(lines)
