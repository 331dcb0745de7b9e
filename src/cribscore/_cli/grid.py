"""`cribscore grid`: score a board in a file."""

from __future__ import annotations

import argparse
import json
import sys

from cribscore import explain_grid, read_board
from cribscore.explain import draw_board

from ._output import add_explain_argument, add_output_arguments, card_style, explanation_json

NAME = "grid"
HELP = "Score the rows and columns of a board in a file: four lines of four cards, then the starter."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the subcommand."""
    parser.add_argument("file", metavar="FILE", help="the board's file; - reads standard input")
    add_explain_argument(parser)
    add_output_arguments(parser)


def run(arguments: argparse.Namespace) -> str:
    """Return the text to print."""
    grid, starter = read_board(sys.stdin.buffer if arguments.file == "-" else arguments.file)
    explanation = explain_grid(grid, starter)
    score = explanation.score
    if arguments.json:
        document = {
            "schema": "cribscore.grid/1",
            "grid": [[None if cell is None else str(cell) for cell in row] for row in grid.rows],
            "starter": None if starter is None else str(starter),
            "rows": [explanation_json(row, arguments.explain) for row in explanation.rows],
            "columns": [explanation_json(column, arguments.explain) for column in explanation.columns],
            "heels": score.heels,
            "total": int(score),
            "won": score.won,
        }
        return json.dumps(document, indent=2)
    style = card_style(arguments)
    return format(explanation, style) if arguments.explain else draw_board(grid, starter, score, style)
