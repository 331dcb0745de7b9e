"""`cribscore grid`: score a board in a file."""

from __future__ import annotations

import argparse
import json

from cribscore import explain_grid
from cribscore._text import draw_board

from ._output import add_explain_argument, add_output_arguments, board_json, card_style, read_file

NAME = "grid"
HELP = "Score the rows and columns of a board in a file: four lines of four cards, then the starter."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the subcommand."""
    parser.add_argument("file", metavar="FILE", help="the board's file; - reads standard input")
    add_explain_argument(parser)
    add_output_arguments(parser)


def run(arguments: argparse.Namespace) -> str:
    """Return the text to print."""
    grid, starter = read_file(arguments.file)
    explanation = explain_grid(grid, starter)
    if arguments.json:
        document = {"schema": "cribscore.grid/1", **board_json(explanation, arguments.explain)}
        return json.dumps(document, indent=2)
    style = card_style(arguments)
    return (
        format(explanation, style)
        if arguments.explain
        else draw_board(grid, starter, explanation.score, style)
    )
