"""Train tables of weights for the player of Cribbage Squares.

    python -m cribscore.squares.training             # makes the table of the package again, in some minutes
    python -m cribscore.squares.training --rules waste -o waste.table

The same games, seed and rules make the same file, byte for byte, on every platform. A table for rules with
piles has weights of its own only for the piles, and else those of the standard table of the package.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from hashlib import sha256
from typing import Final

from .. import _steps
from .._files import check_writable, complaining
from .._messages import whole
from .._wire import WEIGHTS
from .players import position_of
from .rules import PRESETS, STANDARD, Rules, rules_of
from .tables import Table, read_table, size_of, standard_table

__all__ = ["Table", "main", "read_table", "standard_table", "train"]

GAMES: Final = (8_000_000, 2_000_000)
PILE_GAMES: Final = (400_000, 200_000)  # where only the weights of the piles are trained
SEED: Final = 1
_RATE: Final = 256  # 1
_SLOW_RATE: Final = 38  # 0.15
_MOST_GAMES: Final = 10**12
_WORD: Final = 2**64


def train(
    rules: Rules | str = STANDARD,
    *,
    games: int | None = None,
    slow_games: int | None = None,
    seed: int = SEED,
    progress: Callable[[int], object] | None = None,
) -> Table:
    """Train a table: the player plays against itself, and learns from each game.

    >>> table = train(games=100, slow_games=0)
    >>> table
    <Table: 100 games>

    Args:
        rules: The rules, which are not those of an open game or a shuffle. `win_at` makes no difference.
        games: How many games; as many as for the tables of the package when it is left out.
        slow_games: How many more games, in which each weight moves more slowly.
        seed: The seed of the deals, 0 to 2**64 - 1.
        progress: Called with the number of games played, many times.

    Raises:
        CribscoreError: The rules are of an open game or a shuffle, or a number is outside its range.
        TypeError: An argument is of another type.
        RuntimeError: The Python core is in use; training needs the C core.
    """
    rules = rules_of(rules)
    position, piles = position_of(rules), rules.piles > 0
    usual, usual_slow = PILE_GAMES if piles else GAMES
    games = usual if games is None else whole("games", games, _MOST_GAMES)
    slow_games = usual_slow if slow_games is None else whole("slow_games", slow_games, _MOST_GAMES)
    state = whole("seed", seed, _WORD - 1)
    weights, before = standard_table(STANDARD).weights if piles else b"", 0
    for number, rate in ((games, _RATE), (slow_games, _SLOW_RATE)):
        for played, trained in _steps.train(weights, position, piles, number, state, rate):  # noqa: B007, the last counts
            if progress is not None:
                progress(before + played)
        weights, before, state = trained, number, (state + (1 << 32)) % _WORD
    size = WEIGHTS + size_of(rules) if piles else WEIGHTS
    return Table(rules, games, slow_games, seed, weights[:size])


def main(arguments: list[str] | None = None) -> None:
    """Train a table and write it to a file."""
    parser = argparse.ArgumentParser(
        prog="python -m cribscore.squares.training", description=__doc__.split("\n")[0]
    )
    presets = [name for name, rules in PRESETS.items() if not (rules.open or rules.shuffle)]
    parser.add_argument("--rules", choices=presets, default="standard")
    parser.add_argument("--no-adjacency", action="store_true", help="cards need not touch")
    usual = "as many as for the tables of the package when it is left out"
    parser.add_argument("--games", type=int, metavar="N", help=usual)
    parser.add_argument("--slow-games", type=int, metavar="N", help=usual)
    parser.add_argument("--seed", type=int, default=SEED, metavar="N", help="%(default)s when left out")
    parser.add_argument(
        "-o", "--output", metavar="FILE", default="standard.table", help="%(default)s when left out"
    )
    chosen = parser.parse_args(arguments)
    preset = PRESETS[chosen.rules]
    rules = Rules(adjacency=not chosen.no_adjacency, reserves=preset.reserves, waste=preset.waste)

    def progress(played: int) -> None:
        if sys.stderr.isatty() and played % 10_000 == 0:
            print(f"\r{played:,} games", end="", file=sys.stderr, flush=True)

    with complaining(parser, chosen.output):
        check_writable(chosen.output)
    try:
        table = train(
            rules, games=chosen.games, slow_games=chosen.slow_games, seed=chosen.seed, progress=progress
        )
    except (RuntimeError, ValueError) as error:
        parser.error(str(error))
    with complaining(parser, chosen.output):
        table.write(chosen.output)
    print(f"{sha256(table.to_bytes()).hexdigest()}  {chosen.output}")


if __name__ == "__main__":
    main()
