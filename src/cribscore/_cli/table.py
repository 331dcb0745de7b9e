"""`cribscore table`: how often each score comes among all hands."""

from __future__ import annotations

import argparse
import json
from fractions import Fraction
from time import perf_counter

from cribscore import hand_counts

NAME = "table"
HELP = "Score all 12,994,800 hands and print how many make each score."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the subcommand."""
    parser.add_argument("--crib", action="store_true", help="score them as cribs")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run(arguments: argparse.Namespace) -> str:
    """Return the text to print."""
    start = perf_counter()
    counts = hand_counts(crib=arguments.crib)
    seconds = perf_counter() - start
    hands = sum(counts)
    mean = Fraction(sum(score * count for score, count in enumerate(counts)), hands)
    impossible = [score for score, count in enumerate(counts) if not count]
    if arguments.json:
        document = {
            "schema": "cribscore.table/1",
            "crib": arguments.crib,
            "hands": hands,
            "counts": counts,
            "mean": float(mean),
            "impossible": impossible,
            "seconds": seconds,
        }
        return json.dumps(document, indent=2)
    lines = [f"score {'cribs' if arguments.crib else 'hands':>9} {'%':>10}"]
    lines += [f"{score:>5} {count:>9} {100 * count / hands:>10.5f}" for score, count in enumerate(counts)]
    lines.append(f"  all {hands:>9} {100:>10.5f}")
    lines.append("")
    lines.append(f"mean        {float(mean):.6f} ({mean})")
    lines.append(f"impossible  {' '.join(map(str, impossible))}")
    lines.append(f"time        {1000 * seconds:.1f} ms")
    return "\n".join(lines)
