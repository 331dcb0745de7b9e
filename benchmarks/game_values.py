"""Measure the totals of random deals of Cribbage Squares, placed as dealt and placed as well as possible.

    python benchmarks/game_values.py run     # about three minutes; writes benchmarks/results/game_values.json
    python benchmarks/game_values.py plot    # draws docs/background/game-values.svg from it

The deals have the seeds 0, 1, 2, ..., so each figure can be repeated.
"""

import json
import platform
import statistics
import sys
from collections import Counter
from pathlib import Path

from cribscore import backend, best_grid, deal, score_grid

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "benchmarks" / "results" / "game_values.json"
PLOT = ROOT / "docs" / "background" / "game-values.svg"
FIRST = 100  # how many totals of each kind are saved one by one, for the tests
DEALS = {"dealt": 100_000, "best": 10_000, "best_any_starter": 10_000}


def dealt(seed):
    """Return the total of sixteen cards placed in the order dealt, the seventeenth as starter."""
    *cards, starter = deal(seed)
    return score_grid(cards, starter).total, None


def best(seed):
    """Return the largest total of the same sixteen cards and starter, and the seconds of the search."""
    *cards, starter = deal(seed)
    found = best_grid(cards, starter)
    return found.score.total, found.seconds


def best_any_starter(seed):
    """Do the same for all seventeen cards, with the starter chosen too."""
    found = best_grid(deal(seed))
    return found.score.total, found.seconds


KINDS = {"dealt": dealt, "best": best, "best_any_starter": best_any_starter}


def measure(name, deals):
    """Return the statistics of the totals of the first deals."""
    totals, times = [], []
    for seed in range(deals):
        total, seconds = KINDS[name](seed)
        totals.append(total)
        if seconds is not None:
            times.append(seconds)
        if seed % 100 == 99 or seed + 1 == deals:
            print(f"\r{name}: {seed + 1:,} of {deals:,} deals", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    found = {
        "deals": deals,
        "mean": statistics.fmean(totals),
        "standard_deviation": statistics.pstdev(totals),
        "least": min(totals),
        "least_seed": totals.index(min(totals)),
        "median": statistics.median_low(totals),
        "most": max(totals),
        "most_seed": totals.index(max(totals)),
        "reach_61": sum(total >= 61 for total in totals),
        "first": totals[:FIRST],
        "histogram": {str(total): count for total, count in sorted(Counter(totals).items())},
    }
    if times:
        times.sort()
        found["milliseconds"] = {
            "median": round(1000 * times[len(times) // 2], 3),
            "95 %": round(1000 * times[len(times) * 95 // 100], 3),
            "longest": round(1000 * times[-1], 3),
        }
    return found


def run():
    """Measure all kinds and write the results."""
    results = {
        "command": "python benchmarks/game_values.py run",
        "core": backend(),
        "machine": platform.machine(),
        "python": platform.python_version(),
        **{name: measure(name, deals) for name, deals in DEALS.items()},
    }
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


WIDTH, HEIGHT, LEFT, BOTTOM, TOP, LAST = 760, 340, 40, 300, 30, 150
COLOURS = {"dealt": "#8a8f98", "best": "#1f77b4", "best_any_starter": "#d9822b"}
NAMES = {"dealt": "placed as dealt", "best": "best placement", "best_any_starter": "best, any starter"}


def plot():
    """Draw the three distributions."""
    results = json.loads(RESULTS.read_text(encoding="utf-8"))
    shares = {
        name: {
            int(total): 100 * count / results[name]["deals"]
            for total, count in results[name]["histogram"].items()
        }
        for name in KINDS
    }
    tallest = max(max(share.values()) for share in shares.values())

    def x(total):
        return round(LEFT + (WIDTH - LEFT - 10) * total / LAST, 1)

    def y(share):
        return round(BOTTOM - (BOTTOM - TOP) * share / tallest, 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        "<title>How often a total comes up, in per cent of the deals</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
    ]
    for total in range(0, LAST + 1, 10):
        parts.append(
            f'<text x="{x(total)}" y="{BOTTOM + 16}" text-anchor="middle" fill="#333">{total}</text>'
        )
    for share in range(int(tallest) + 1):
        parts.append(
            f'<path d="M{LEFT} {y(share)}H{WIDTH - 10}" stroke="#ddd"/>'
            f'<text x="{LEFT - 6}" y="{y(share) + 4}" text-anchor="end" fill="#333">{share} %</text>'
        )
    parts.append(
        f'<path d="M{x(61)} {TOP}V{BOTTOM}" stroke="#c0392b" stroke-dasharray="4 3"/>'
        f'<text x="{x(61)}" y="{TOP - 8}" text-anchor="middle" fill="#c0392b">61 wins</text>'
    )
    for place, (name, share) in enumerate(shares.items()):
        points = " ".join(
            f"{x(total)},{y(share.get(total, 0))}" for total in range(min(share), max(share) + 1)
        )
        mean = results[name]["mean"]
        parts.append(f'<polyline points="{points}" fill="none" stroke="{COLOURS[name]}" stroke-width="1.8"/>')
        parts.append(
            f'<text x="{WIDTH - 200}" y="{TOP + 18 + 18 * place}" fill="{COLOURS[name]}">'
            f"{NAMES[name]}: mean {mean:.1f}</text>"
        )
    parts.append(
        f'<text x="{(LEFT + WIDTH) // 2}" y="{HEIGHT - 6}" text-anchor="middle" fill="#333">total</text>'
    )
    parts.append("</svg>")
    PLOT.write_text("\n".join(parts) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] not in (["run"], ["plot"]):
        sys.exit("usage: game_values.py run | plot")
    {"run": run, "plot": plot}[sys.argv[1]]()
