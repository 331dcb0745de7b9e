"""`cribscore grid`: score the boards in files."""

from __future__ import annotations

import argparse
from typing import Final

from cribscore import GridExplanation, explain_grid
from cribscore._text import draw_board

from ._output import (
    GRID_COLUMNS,
    Refusals,
    add_explain_argument,
    add_output_arguments,
    card_style,
    check_explain,
    csv_text,
    grid_row,
    json_text,
    plain,
    read_file,
    write,
)
from ._progress import each

_SCHEMA: Final = "cribscore.grid/1"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the subcommand."""
    parser.add_argument(
        "file", nargs="+", metavar="FILE", help="a board's file; - reads a board from standard input"
    )
    add_explain_argument(parser)
    add_output_arguments(parser, many="file")


def run(arguments: argparse.Namespace) -> int:
    """Score the boards; return the exit status."""
    check_explain(arguments)
    header = csv_text(GRID_COLUMNS) + "\n" if arguments.csv else ""
    if len(arguments.file) == 1:
        write(header + _shown(arguments.file[0], explain_grid(*read_file(arguments.file[0])), arguments))
        return 0
    write(header, end="")
    refusals = Refusals(arguments.strict)
    for name in each(arguments.file, "board", printed=True):
        try:
            explanation = explain_grid(*read_file(name))
        except (OSError, ValueError) as error:
            refusals.add(error)
        else:
            write(_shown(name, explanation, arguments))
    return refusals.status


def _shown(name: str, explanation: GridExplanation, arguments: argparse.Namespace) -> str:
    many = len(arguments.file) > 1
    grid, starter, score = explanation.grid, explanation.starter, explanation.score
    if arguments.json:
        document = explanation.to_dict()
        if not arguments.explain:
            del document["rows"], document["columns"]
        return json_text(_SCHEMA, document, one_line=many)
    if arguments.csv:
        return csv_text(grid_row(name, grid, starter, score))
    style = card_style(arguments)
    board = format(explanation, style) if arguments.explain else draw_board(grid, starter, score, style)
    return f"# {plain(name)}\n{board}\n" if many else board
