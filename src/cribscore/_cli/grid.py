"""`cribscore grid`: score a board in a file."""

from __future__ import annotations

import argparse
import json
import sys

from cribscore import Card, Grid, GridScore, read_board, score_grid
from cribscore.scoring import WINNING_TOTAL

from ._output import add_output_arguments, card_style, score_json

NAME = "grid"
HELP = "Score the rows and columns of a board in a file: four lines of four cards, then the starter."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the subcommand."""
    parser.add_argument("file", metavar="FILE", help="the board's file; - reads standard input")
    add_output_arguments(parser)


def run(arguments: argparse.Namespace) -> str:
    """Return the text to print."""
    grid, starter = read_board(sys.stdin.buffer if arguments.file == "-" else arguments.file)
    score = score_grid(grid, starter)
    if arguments.json:
        document = {
            "schema": "cribscore.grid/1",
            "grid": [[None if cell is None else str(cell) for cell in row] for row in grid.rows],
            "starter": None if starter is None else str(starter),
            "rows": [score_json(line) for line in score.rows],
            "columns": [score_json(line) for line in score.columns],
            "heels": score.heels,
            "total": int(score),
            "won": score.won,
        }
        return json.dumps(document, indent=2)
    return _board(grid, starter, score, card_style(arguments))


def _board(grid: Grid, starter: Card | None, score: GridScore, style: str) -> str:
    """The board with each row's points at its end and each column's below it, then the total."""
    lines = [
        f"{' '.join(f'{_cell(cell, style):>3}' for cell in row)}  {points:>3}"
        for row, points in zip(grid.rows, score.rows, strict=True)
    ]
    lines.append(" ".join(f"{points:>3}" for points in score.columns))
    lines.append("")
    lines.append(f"starter  {'not turned' if starter is None else format(starter, style)}")
    lines.append(f"heels    {score.heels:>3}")
    reached = "reached" if score >= WINNING_TOTAL else "not reached"
    lines.append(f"total    {score:>3}  ({WINNING_TOTAL} {reached})")
    return "\n".join(lines)


def _cell(cell: Card | None, style: str) -> str:
    return ".." if cell is None else format(cell, style)
