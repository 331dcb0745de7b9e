"""`cribscore best`: place known cards for the largest total."""

from __future__ import annotations

import argparse
from typing import Final

from cribscore import BestGrid, Card, Grid, InvalidGridError, best_grid, deal
from cribscore._text import draw_board
from cribscore.cards import cards_of

from ._output import (
    GRID_COLUMNS,
    STDIN,
    Refusals,
    add_output_arguments,
    card_style,
    csv_text,
    grid_row,
    json_text,
    plain,
    read_file,
    seed,
    write,
)
from ._progress import each

_SCHEMA: Final = "cribscore.best/1"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the subcommand."""
    parser.add_argument(
        "file",
        nargs="*",
        metavar="FILE",
        help="a board's file, its cards in any order; - reads a board from standard input",
    )
    parser.add_argument("--deal", type=seed, metavar="SEED", help="the seventeen cards of a deal instead")
    parser.add_argument("--cards", default="", metavar="CARDS", help="more cards to place, in one text")
    parser.add_argument("--keep", action="store_true", help="leave the cards of the file in their cells")
    parser.add_argument(
        "--any-starter", action="store_true", help="let any of the cards to place be the starter"
    )
    add_output_arguments(parser, many="file")


def run(arguments: argparse.Namespace) -> int:
    """Place the cards; return the exit status."""
    if bool(arguments.file) == (arguments.deal is not None):
        raise ValueError("give a board's FILE or --deal SEED" + ", not both" * bool(arguments.file))
    if arguments.keep and not arguments.file:
        raise ValueError("--keep needs a FILE, whose cards stay in their cells")
    header = csv_text((*GRID_COLUMNS, "optimal", "nodes", "seconds")) + "\n" if arguments.csv else ""
    if len(arguments.file) <= 1:
        name = arguments.file[0] if arguments.file else None
        write(header + _shown(name, _solve(name, arguments), arguments))
        return 0
    write(header, end="")
    refusals = Refusals(arguments.strict)
    for name in each(arguments.file, "board", printed=True):
        try:
            solution = _solve(name, arguments)
        except (OSError, ValueError) as error:
            refusals.add(error)
        else:
            write(_shown(name, solution, arguments))
    return refusals.status


def _shown(name: str | None, solution: BestGrid, arguments: argparse.Namespace) -> str:
    many = len(arguments.file) > 1
    if arguments.json:
        return json_text(_SCHEMA, solution.to_dict(), one_line=many)
    grid, starter, score, optimal, _, nodes, seconds = solution
    if arguments.csv:
        return csv_text([*grid_row(name, grid, starter, score), optimal, nodes, f"{seconds:.6f}"])
    board = draw_board(grid, starter, score, card_style(arguments))
    took = f"{1000 * seconds:.1f} ms"
    text = f"{board}\nproved in {took}, {nodes:,} partitions into rows looked at"
    return f"# {plain(name or '')}\n{text}\n" if many else text


def _solve(name: str | None, arguments: argparse.Namespace) -> BestGrid:
    more = cards_of(arguments.cards)
    starter: Card | None
    if name is None:
        *loose, starter = deal(arguments.deal)
        return _placed([*loose, *more], starter, Grid([None] * 16), arguments)
    grid, starter = read_file(name)
    try:
        return _placed(more, starter, grid, arguments)
    except ValueError as error:
        raise ValueError(f"{'<stdin>' if name == STDIN else name}: {error}") from None


def _placed(loose: list[Card], starter: Card | None, grid: Grid, arguments: argparse.Namespace) -> BestGrid:
    if not arguments.keep:
        loose, grid = [*grid.cards, *loose], Grid([None] * 16)
    if arguments.any_starter:
        loose, starter = [*loose, *([] if starter is None else [starter])], None
    elif starter is None:
        raise InvalidGridError("no starter is turned: with --any-starter any card to place can be it")
    return best_grid(loose, starter, fixed=grid)
