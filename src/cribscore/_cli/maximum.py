"""`cribscore maximum`: prove the largest total of all grids."""

from __future__ import annotations

import argparse
from typing import Final

from cribscore import Grid, ProofStep, prove_maximum

from ._output import add_output_arguments, card_style, json_text, write
from ._progress import each

_SCHEMA: Final = "cribscore.maximum/1"
_RANKS: Final = "A23456789TJQK"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the subcommand."""
    add_output_arguments(parser, csv=False)


def run(arguments: argparse.Namespace) -> None:
    """Prove, and print what was proved."""
    proof = prove_maximum()
    by_starter = {rank: prove_maximum(_RANKS.index(rank) + 1) for rank in each(_RANKS, "starter")}
    if arguments.json:
        of_ranks = {rank: of_rank.to_dict() for rank, of_rank in by_starter.items()}
        write(json_text(_SCHEMA, {**proof.to_dict(), "by_starter": of_ranks}))
        return
    style = card_style(arguments)
    lines = [
        f"The largest total is {proof.total}; the next that a grid can have is {proof.second}.",
        "",
        f"{'total':<13}{'sets of rows':>13}{'grids of ranks':>16}{'choices of suits':>18}{'boards':>8}",
        *map(_step, proof.steps),
        "",
        f"All boards of {proof.total}, up to the order of lines and the names of suits:",
        *(f"{_row_by_row(grid, style)}, starter {starter:{style}}" for grid, starter in proof.boards),
        "",
        f"{'starter':<9}{''.join(f'{rank:>5}' for rank in by_starter)}",
        f"{'largest':<9}{''.join(f'{of_rank.total:>5}' for of_rank in by_starter.values())}",
        f"{'next':<9}{''.join(f'{of_rank.second:>5}' for of_rank in by_starter.values())}",
        f"{'boards':<9}{''.join(f'{len(of_rank.boards):>5}' for of_rank in by_starter.values())}",
        "",
        f"{proof.total} was proved in {proof.seconds:.3f} s, "
        f"the table in {sum(of_rank.seconds for of_rank in by_starter.values()):.2f} s.",
    ]
    write("\n".join(lines))


def _step(step: ProofStep) -> str:
    target = f"{step.target} exactly" if step.exactly else f"{step.target} or more"
    boards = "some" if step.exactly and step.boards else step.boards
    return f"{target:<13}{step.row_sets:>13,}{step.grids:>16,}{step.suits:>18,}{boards:>8}"


def _row_by_row(grid: Grid, style: str) -> str:
    return " / ".join(format(grid, style).splitlines())
