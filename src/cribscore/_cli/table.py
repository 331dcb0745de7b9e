"""`cribscore table`: how often each score comes among all hands."""

from __future__ import annotations

import argparse
from fractions import Fraction
from time import perf_counter

from cribscore import backend, hand_counts

from ._output import add_output_arguments, csv_text, json_text, write
from ._progress import waiting


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the subcommand."""
    parser.add_argument("--crib", action="store_true", help="score them as cribs")
    add_output_arguments(parser, unicode=False)


def run(arguments: argparse.Namespace) -> None:
    """Score all hands, and print how many make each score."""
    start = perf_counter()
    with waiting("scoring 12,994,800 hands", long=backend() == "python"):
        counts = hand_counts(crib=arguments.crib)
    seconds = perf_counter() - start
    hands = sum(counts)
    mean = Fraction(sum(score * count for score, count in enumerate(counts)), hands)
    impossible = [score for score, count in enumerate(counts) if not count]
    if arguments.json:
        document = {
            "crib": arguments.crib,
            "hands": hands,
            "counts": counts,
            "mean": float(mean),
            "impossible": impossible,
            "seconds": seconds,
        }
        write(json_text("cribscore.table/1", document))
        return
    if arguments.csv:
        write(csv_text(("score", "hands"), *enumerate(counts)))
        return
    lines = [f"score {'cribs' if arguments.crib else 'hands':>9} {'%':>10}"]
    lines += [f"{score:>5} {count:>9} {100 * count / hands:>10.5f}" for score, count in enumerate(counts)]
    lines.append(f"  all {hands:>9} {100:>10.5f}")
    lines.append("")
    lines.append(f"mean        {float(mean):.6f} ({mean})")
    lines.append(f"impossible  {' '.join(map(str, impossible))}")
    lines.append(f"time        {1000 * seconds:.1f} ms")
    write("\n".join(lines))
