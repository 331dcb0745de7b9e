"""`cribscore best`: place known cards for the largest total."""

from __future__ import annotations

import argparse
import json

from cribscore import BestGrid, Card, Grid, InvalidGridError, best_grid, deal, explain_grid
from cribscore._text import draw_board
from cribscore.cards import cards_of

from ._output import add_output_arguments, board_json, card_style, read_file, seed

NAME = "best"
HELP = "Place the cards of a board for the largest total, and prove that there is none larger."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the subcommand."""
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument(
        "file",
        nargs="?",
        metavar="FILE",
        help="a board's file, in whatever order its cards stand; - reads standard input",
    )
    source.add_argument(
        "--deal", type=seed, metavar="SEED", help="the seventeen cards of a random deal instead"
    )
    parser.add_argument("--cards", default="", metavar="CARDS", help="more cards to place, in one text")
    parser.add_argument("--keep", action="store_true", help="leave the cards of the file in their cells")
    parser.add_argument(
        "--any-starter", action="store_true", help="let any of the cards to place be the starter"
    )
    add_output_arguments(parser)


def run(arguments: argparse.Namespace) -> str:
    """Return the text to print."""
    solution = _solve(arguments)
    grid, starter = solution.grid, solution.starter
    if arguments.json:
        document = {
            "schema": "cribscore.best/1",
            **board_json(explain_grid(grid, starter), itemised=False),
            "optimal": solution.optimal,
            "nodes": solution.nodes,
            "seconds": round(solution.seconds, 6),
        }
        return json.dumps(document, indent=2)
    board = draw_board(grid, starter, solution.score, card_style(arguments))
    took = f"{1000 * solution.seconds:.1f} ms"
    return f"{board}\nproved in {took}, {solution.nodes:,} partitions into rows looked at"


def _solve(arguments: argparse.Namespace) -> BestGrid:
    more = cards_of(arguments.cards)
    grid = Grid([None] * 16)
    starter: Card | None
    if arguments.file is None:
        if arguments.keep:
            raise ValueError("--keep needs a FILE, whose cards stay in their cells")
        *loose, starter = deal(arguments.deal)
    else:
        grid, starter = read_file(arguments.file)
        loose = []
    if not arguments.keep:
        loose, grid = [*loose, *grid.cards], Grid([None] * 16)
    if arguments.any_starter:
        loose, starter = [*loose, *([] if starter is None else [starter])], None
    elif starter is None:
        raise InvalidGridError("no starter is turned: with --any-starter any card to place can be it")
    return best_grid([*loose, *more], starter, fixed=grid)
