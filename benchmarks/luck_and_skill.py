"""Measure what luck and skill are worth in Cribbage Squares, for players of different strength.

    python benchmarks/luck_and_skill.py run     # some minutes; writes benchmarks/results/luck_and_skill.json
    python benchmarks/luck_and_skill.py plot    # draws docs/guide/luck-and-skill.svg from it

The deals have the seeds 0, 1, 2, ..., the same for all players, so each figure can be repeated. Luck and
skill are those of `analyse(game, level=0)`: start + luck + skill = the final score.
"""

import json
import platform
import statistics
import sys
from collections import Counter
from pathlib import Path

from cribscore import backend
from cribscore.squares import Game, Player, analyse, greedy_move

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "benchmarks" / "results" / "luck_and_skill.json"
PLOT = ROOT / "docs" / "guide" / "luck-and-skill.svg"
DEALS = 2000
FIRST = 5  # how many games of each player are saved one by one, for the tests
PLAYERS = {"greedy": greedy_move, "level 0": Player(0).choose, "level 2": Player(2).choose}
PARTS = ("luck", "skill")


def play(name, seed):
    """Return luck and skill of a player's game, and its total."""
    game = Game(seed=seed)
    while not game.over:
        game.play(PLAYERS[name](game))
    analysis = analyse(game, level=0)
    return analysis.luck, analysis.skill, game.score.total


def measure(name):
    """Return the statistics of a player's games."""
    games = []
    for seed in range(DEALS):
        games.append(play(name, seed))
        if seed % 50 == 49:
            print(f"\r{name}: {seed + 1:,} of {DEALS:,} deals", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    *parts, totals = zip(*games, strict=True)
    found = {"deals": DEALS, "mean": statistics.fmean(totals), "first": games[:FIRST]}
    for part, values in zip(PARTS, parts, strict=True):
        found[part] = {
            "mean": statistics.fmean(values),
            "deviation": statistics.stdev(values),
            "histogram": {str(points): n for points, n in sorted(Counter(map(round, values)).items())},
        }
    return found


def run():
    """Measure all players and write the results."""
    results = {
        "command": "python benchmarks/luck_and_skill.py run",
        "core": backend(),
        "machine": platform.machine(),
        "python": platform.python_version(),
        "start": analyse(Game(seed=0), level=0).start,
        **{name: measure(name) for name in PLAYERS},
    }
    RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


WIDTH, HEIGHT, TOP, BOTTOM, PANEL = 760, 340, 46, 290, 330
LEFT = {"luck": 40, "skill": 420}  # where a panel begins
WORDS = {"luck": 205, "skill": 12}  # where its words begin in it
RANGE = {"luck": (-40, 40), "skill": (-30, 10)}
BAR = {"luck": 4, "skill": 1}  # how many points are drawn as one
COLOURS = {"greedy": "#8a8f98", "level 0": "#1f77b4", "level 2": "#d9822b"}


def plot():
    """Draw the distributions of luck and of skill."""
    results = json.loads(RESULTS.read_text(encoding="utf-8"))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        "<title>How many points luck and skill are worth, in per cent of the games</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
    ]
    for part in PARTS:
        parts += panel(results, part)
    parts.append("</svg>")
    PLOT.write_text("\n".join(parts) + "\n", encoding="utf-8")


def panel(results, part):
    """Yield the elements of one of the two."""
    left, (low, high), bar = LEFT[part], RANGE[part], BAR[part]
    shares = {name: Counter() for name in PLAYERS}
    for name, share in shares.items():
        for points, count in results[name][part]["histogram"].items():
            share[(int(points) + bar // 2) // bar * bar] += 100 * count / results[name]["deals"]
    tallest = max(max(share.values()) for share in shares.values())

    def x(points):
        return round(left + PANEL * (min(max(points, low), high) - low) / (high - low), 1)

    def y(share):
        return round(BOTTOM - (BOTTOM - TOP) * share / tallest, 1)

    yield (
        f'<text x="{left + PANEL // 2}" y="18" text-anchor="middle" font-size="14" fill="#333">{part}</text>'
    )
    for points in range(low, high + 1, 10):
        yield f'<text x="{x(points)}" y="{BOTTOM + 16}" text-anchor="middle" fill="#333">{points}</text>'
    step = 5 if tallest < 20 else 10
    for share in range(0, int(tallest) + 1, step):
        yield (
            f'<path d="M{left} {y(share)}H{left + PANEL}" stroke="#ddd"/>'
            f'<text x="{left - 4}" y="{y(share) + 4}" text-anchor="end" fill="#333">{share} %</text>'
        )
    for place, (name, share) in enumerate(shares.items()):
        ends = max(low, min(share) - bar), min(high, max(share) + bar)
        line = " ".join(f"{x(at)},{y(share[at])}" for at in range(ends[0], ends[1] + 1, bar))
        mean, deviation = round(results[name][part]["mean"], 1), results[name][part]["deviation"]
        yield f'<polyline points="{line}" fill="none" stroke="{COLOURS[name]}" stroke-width="1.8"/>'
        yield (
            f'<text x="{left + WORDS[part]}" y="{TOP + 14 + 16 * place}" fill="{COLOURS[name]}">'
            f"{name}: {mean if mean else 0:.1f} ± {deviation:.1f}</text>"
        )
    yield f'<text x="{left + PANEL // 2}" y="{HEIGHT - 10}" text-anchor="middle" fill="#333">points</text>'


if __name__ == "__main__":
    if sys.argv[1:] not in (["run"], ["plot"]):
        sys.exit("usage: luck_and_skill.py run | plot")
    {"run": run, "plot": plot}[sys.argv[1]]()
