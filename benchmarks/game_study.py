"""Measure the totals of Cribbage Squares over a hundred times the deals of game_values.py, in blocks.

    python benchmarks/game_study.py run JOURNAL                  # about three hours on one core
    python benchmarks/game_study.py run JOURNAL --cluster URL    # on a cluster of dask.distributed
    python benchmarks/game_study.py sum JOURNAL                  # writes benchmarks/results/game_study.json

Block b of a kind holds the deals of the seeds from b * size to (b + 1) * size - 1, so every figure can be
repeated. A finished block is one line of the journal. A run that was killed is run again with the same
journal: it computes the blocks that have no whole line there.
"""

import argparse
import json
import math
import os
import platform
import sys
from collections import Counter
from pathlib import Path

from cribscore import backend, best_grid, deal, score_grids

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "benchmarks" / "results" / "game_study.json"
SIZES = {"dealt": 100_000, "best": 10_000, "best_any_starter": 1_000}  # deals in a block
BLOCKS = {"dealt": 100, "best": 100, "best_any_starter": 1_000}


def block(kind, number, size):
    """Return the sums of one block: plain values, which JSON and a cluster carry.

    It uses nothing of this file, so a worker of a cluster needs only cribscore.
    """
    seeds = range(number * size, (number + 1) * size)
    deals = [deal(seed) for seed in seeds]
    gains = {}
    if kind == "dealt":
        totals = score_grids(bytes(card.index for cards in deals for card in cards))
        starters = [cards[-1] for cards in deals]
    elif kind == "best":
        totals = [best_grid(cards[:-1], cards[-1]).score.total for cards in deals]
        starters = [cards[-1] for cards in deals]
    else:
        found = [best_grid(cards) for cards in deals]
        totals = [best.score.total for best in found]
        starters = [best.starter for best in found]
        gains = Counter(
            total - best_grid(cards[:-1], cards[-1]).score.total
            for total, cards in zip(totals, deals, strict=True)
        )
    ranks = {}  # of the starters: deals, sum and sum of squares of the totals
    for total, starter in zip(totals, starters, strict=True):
        old = ranks.get(starter.rank, (0, 0, 0))
        ranks[starter.rank] = (old[0] + 1, old[1] + total, old[2] + total * total)
    least, most = min(totals), max(totals)
    return {
        "kind": kind,
        "number": number,
        "deals": size,
        "least": [least, seeds[totals.index(least)]],
        "most": [most, seeds[totals.index(most)]],
        "histogram": {str(total): count for total, count in sorted(Counter(totals).items())},
        "starters": {str(rank): sums for rank, sums in sorted(ranks.items())},
        "gains": {str(gain): count for gain, count in sorted(gains.items())},
    }


# ---------------------------------------------------------------- the journal


def finished(journal):
    """Return the blocks of a journal by kind and number, and how many bytes of it are whole lines."""
    text = journal.read_bytes() if journal.exists() else b""
    whole = text[: text.rfind(b"\n") + 1]  # a kill in the middle of a write leaves a part of a line
    blocks = [json.loads(line) for line in whole.splitlines()]
    return {(found["kind"], found["number"]): found for found in blocks}, len(whole)


def run(journal, blocks=None, cluster=None, kinds=tuple(SIZES)):
    """Compute the blocks that the journal does not hold, and add each to it as soon as it is finished."""
    done, length = finished(journal)
    first = {(kind, number) for kind in kinds for number in range(blocks or BLOCKS[kind])}
    wanted = sorted(first - done.keys(), key=lambda block: (block[1], block[0]))
    if done:
        print(f"{journal}: {len(done)} blocks are there, {len(wanted)} are left", file=sys.stderr)
    with journal.open("ab") as file:
        file.truncate(length)
        for count, found in enumerate(_results(wanted, cluster), 1):
            file.write(json.dumps(found).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
            print(f"\r{count} of {len(wanted)} blocks", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)


def _results(wanted, cluster):
    """Yield the blocks in the order in which they are finished."""
    if cluster is None or not wanted:
        for kind, number in wanted:
            yield block(kind, number, SIZES[kind])
        return
    from distributed import Client, as_completed

    kinds, numbers = zip(*wanted, strict=True)
    with Client(cluster) as client:
        futures = client.map(block, kinds, numbers, [SIZES[kind] for kind in kinds], pure=False)
        for future, found in as_completed(futures, with_results=True):
            yield found
            future.release()  # what is in the journal is not computed again if its worker dies


# ---------------------------------------------------------------- the sums


def added(counters):
    """Return the sum of counts by number."""
    total = Counter()
    for counter in counters:
        total.update({int(key): count for key, count in counter.items()})
    return dict(sorted(total.items()))


def summed(blocks):
    """Return the statistics of the blocks of one kind, with their standard errors."""
    histogram = added(found["histogram"] for found in blocks)
    deals = sum(found["deals"] for found in blocks)
    mean, deviation = moments(deals, *sums(histogram))
    reach = sum(count for total, count in histogram.items() if total >= 61)
    found = {
        "seeds": [0, deals - 1],
        "deals": deals,
        "mean": mean,
        "mean_error": deviation / math.sqrt(deals),
        "standard_deviation": deviation,
        "median": median(histogram, deals),
        "least": min(found["least"] for found in blocks),  # total and the first seed that has it
        "most": min((found["most"] for found in blocks), key=lambda most: (-most[0], most[1])),
        "reach_61": reach,
        "reach_61_error": math.sqrt(reach * (deals - reach) / deals),
        "histogram": histogram,
        "starters": {},
    }
    for rank in range(1, 14):
        held = [found["starters"][str(rank)] for found in blocks if str(rank) in found["starters"]]
        count, *powers = (sum(column) for column in zip(*held, strict=True))
        mean, deviation = moments(count, *powers)
        found["starters"][rank] = {
            "deals": count,
            "mean": mean,
            "mean_error": deviation / math.sqrt(count),
        }
    gains = added(found["gains"] for found in blocks)
    if gains:
        mean, deviation = moments(deals, *sums(gains))
        found["gain"] = {"mean": mean, "mean_error": deviation / math.sqrt(deals), "histogram": gains}
    return found


def sums(histogram):
    """Return the sum and the sum of squares of what a histogram counts."""
    return tuple(sum(value**power * count for value, count in histogram.items()) for power in (1, 2))


def moments(count, first, second):
    """Return the mean and the standard deviation of so many numbers, from their sum and sum of squares."""
    return first / count, math.sqrt((second - first * first / count) / max(count - 1, 1))


def median(histogram, deals):
    """Return the total that half of the deals do not exceed."""
    passed = 0
    for total, count in histogram.items():
        passed += count
        if 2 * passed >= deals:
            return total
    raise AssertionError("no deals")


def gather(journal, target=RESULTS):
    """Write the statistics of the blocks of a journal that have no gap before them."""
    done, _ = finished(journal)
    results = {
        "command": "python benchmarks/game_study.py run JOURNAL",
        "core": backend(),
        "machine": platform.machine(),
        "python": platform.python_version(),
    }
    for kind in SIZES:
        blocks = []
        while (kind, len(blocks)) in done:
            blocks.append(done[kind, len(blocks)])
        results[kind] = summed(blocks)
    target.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


def tables(results):
    """Return the lines of the tables in docs/background/statistics.md."""

    def row(title, value):
        return f"| {title} | {' | '.join(value(results[kind]) for kind in SIZES)} |"

    def share(found, of, digits):
        part, error = (100 * found[name] / found["deals"] for name in (of, f"{of}_error"))
        return f"{part:.{digits}f} ± {error:.{digits}f} %"

    def by_rank(title, value):
        return f"| {title} | {' | '.join(value(str(rank)) for rank in range(1, 14))} |"

    def mean(kind):
        return lambda rank: f"{results[kind]['starters'][rank]['mean']:.1f}"

    def chosen(rank):
        found = results["best_any_starter"]
        return f"{100 * found['starters'][rank]['deals'] / found['deals']:.1f}"

    return [
        row("deals", lambda found: f"{found['deals']:,}"),
        row("mean", lambda found: f"{found['mean']:.3f} ± {found['mean_error']:.3f}"),
        row("standard deviation", lambda found: f"{found['standard_deviation']:.2f}"),
        row("least (seed)", lambda found: "{} ({})".format(*found["least"])),
        row("most (seed)", lambda found: "{} ({})".format(*found["most"])),
        row("reach 61", lambda found: share(found, "reach_61", 3)),
        by_rank("placed as dealt", mean("dealt")),
        by_rank("best placement", mean("best")),
        by_rank("chosen, %", chosen),
    ]


def main():
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("action", choices=["run", "sum"])
    parser.add_argument("journal", type=Path)
    parser.add_argument("--blocks", type=int, help="how many of each kind; all by default")
    parser.add_argument("--kind", choices=[*SIZES], help="only this kind; all by default")
    parser.add_argument("--cluster", help="the address of a scheduler of dask.distributed")
    chosen = parser.parse_args()
    if chosen.action == "run":
        run(chosen.journal, chosen.blocks, chosen.cluster, [chosen.kind] if chosen.kind else tuple(SIZES))
    else:
        gather(chosen.journal)
        print(*tables(json.loads(RESULTS.read_text(encoding="utf-8"))), sep="\n")


if __name__ == "__main__":
    main()
