"""Bound the mean final score of all players of the standard game that do not peep.

    python benchmarks/upper_bound.py                  # learns and measures: some minutes; writes the results
    python benchmarks/upper_bound.py --learn 2000 --deals 50 --no-results

docs/background/upper-bound.md says why it is a bound. Penalties are learned on the deals with the seeds
LEARN, LEARN + 1, ...; then they stay as they are. The bound is measured on the deals with the seeds FIRST,
FIRST + 1, ... Two legal players play these deals too, as checks.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from math import sqrt
from pathlib import Path

import cffi
import yardstick
from strength import FIRST, mean_of

from cribscore import deal
from cribscore.squares import STANDARD, Game, Player, greedy_move, outlook
from cribscore.squares.tables import standard_table

RESULTS = yardstick.HERE / "results" / "upper_bound.json"
LEARN = 10_000_000
BLOCK = 2000  # deals that are learned from at the same rate
RATE = 0.2  # of the first block; it falls to 0 with the root of the blocks that are left
ALL_FROM = 0.1  # before, only the numbers for the growth of lines are learned
MEAN_FROM = 0.6  # the penalties are the mean of those of the blocks from here on
UNIT = 4096  # of the values of lines
HEELS = 2 * 4 / 52  # what they make on average
SOURCES = ["crib_values.c", "crib_hand.c", "crib_tables.c"]

DECLARATIONS = """
    uint32_t crib_values_size(void);
    void crib_values_start(void *values, const uint8_t *weights, uint32_t size);
    uint32_t bound_learner_size(void);
    typedef struct bound_table {
        float rank[8][560][13];
        float pair[16][4][13][5][13];
        float suit[16][4][14];
        float growth[16][4];
    } bound_table;
    bound_table *bound_penalties(void *learner);
    void bound_learn(const void *values, void *learner, const uint8_t *cards, int64_t deals, float rate,
                     int all, int average);
    void bound_lines(const void *values, const void *learner, const uint8_t *cards, int32_t *value);
    int32_t bound_best(int32_t *value, uint32_t *lines);
"""


class Bound:
    """The penalties, and what they make of deals."""

    def __init__(self, folder):
        """Compile the C code in a folder. Without learning, all penalties are 0."""
        binary = Path(folder, "upper_bound.so")
        sources = [yardstick.HERE / "upper_bound.c", *(yardstick.CSRC / name for name in SOURCES)]
        options = ["-DCRIB_VERSION=", "-shared", "-fPIC", f"-I{yardstick.CSRC}"]
        subprocess.run([*yardstick.COMPILER, *options, *sources, "-lm", "-o", binary], check=True)
        self.ffi = cffi.FFI()
        self.ffi.cdef(DECLARATIONS)
        self.lib = self.ffi.dlopen(str(binary))
        self.values = self.ffi.new("uint64_t[]", self.lib.crib_values_size() // 8 + 1)
        weights = standard_table(STANDARD).weights
        self.lib.crib_values_start(self.values, weights, len(weights))
        self.learner = self.ffi.new("uint64_t[]", self.lib.bound_learner_size() // 8 + 1)
        self.line = self.ffi.new("int32_t[]", 1 << 16)

    def penalties(self):
        """Return the numbers that the penalties are made of; they can be set."""
        return self.lib.bound_penalties(self.learner)

    def learn(self, deals, report=lambda done: None):
        """Learn penalties that make the mean of the largest values small."""
        blocks = deals // BLOCK
        for block in range(blocks):
            first = LEARN + BLOCK * block
            cards = b"".join(bytes(map(index_of, deal(seed))) for seed in range(first, first + BLOCK))
            rate = RATE * sqrt(1 - block / blocks)
            average = block >= int(MEAN_FROM * blocks)
            everything = block >= int(ALL_FROM * blocks)
            self.lib.bound_learn(self.values, self.learner, cards, BLOCK, rate, everything, average)
            report(BLOCK * (block + 1))

    def read(self, cards):
        """Set the values of all lines of a deal: sixteen cards in their order, and the starter."""
        self.lib.bound_lines(self.values, self.learner, bytes(map(index_of, cards)), self.line)

    def value_of(self, cards, grid):
        """Return the value of a grid of the deal that was read: the score less the penalties."""
        at = [cards.index(card) for card in grid.cards]
        rows = [at[4 * i : 4 * i + 4] for i in range(4)]
        lines = [*rows, *zip(*rows, strict=True)]
        return sum(self.line[sum(1 << place for place in line)] for line in lines) / UNIT + HEELS

    def largest(self):
        """Return the largest value of all grids of the deal that was read."""
        return self.lib.bound_best(self.line, self.ffi.new("uint32_t[8]")) / UNIT + HEELS


def index_of(card):
    return card.index


def play(seed, choose):
    """Play a deal; return the grid, the total, and the luck by the table, of which the mean is 0."""
    game = Game(STANDARD, seed=seed)
    luck = 0.0
    while not game.over:
        ahead = outlook(game.grid)
        luck += ahead.by_card[game.card] - ahead.mean
        game.play(choose(game))
    ahead = outlook(game.grid)
    return game.grid, game.score.total, luck + ahead.by_card[game.starter] - ahead.mean


def measure(bound, deals):
    """Return the figures of the deals from FIRST on."""
    players = {"level 0": Player(0).choose, "greedy": greedy_move}
    largest, gaps, corrected = [], [], []
    penalties = {name: [] for name in players}
    began = time.process_time()
    searching = 0.0
    for seed in range(FIRST, FIRST + deals):
        cards = deal(seed)
        bound.read(cards)
        made = {}
        for name, choose in players.items():
            grid, total, luck = play(seed, choose)
            made[name] = bound.value_of(cards, grid)
            penalties[name].append(total - made[name])
            if name == "level 0":
                corrected.append(total - luck)
        before = time.process_time()
        largest.append(bound.largest())
        searching += time.process_time() - before
        if max(made.values()) > largest[-1]:
            sys.exit(f"a player made {max(made.values())} of deal {seed}, more than the most, {largest[-1]}")
        gaps.append(largest[-1] - made["level 0"])
    figures = {"deals": deals, "first": FIRST}
    figures["raw"], figures["raw_error"] = mean_of(largest)
    figures["gap"], figures["gap_error"] = mean_of(gaps)
    figures["level_0"], figures["level_0_error"] = mean_of(corrected)
    figures["bound"], figures["error"] = mean_of([a + b for a, b in zip(gaps, corrected, strict=True)])
    figures["checks"] = {}
    for name, ones in penalties.items():
        mean, error = mean_of(ones)
        figures["checks"][name] = {"penalty": mean, "error": error}
    figures["least_gap"] = min(gaps)
    figures["milliseconds"] = 1000 * searching / deals
    figures["seconds"] = time.process_time() - began
    return figures


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--learn", type=int, default=80_000, help="deals to learn from")
    parser.add_argument("--deals", type=int, default=1000, help="deals to measure with")
    parser.add_argument("--no-results", action="store_true", help="do not write the results")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bound = Bound(folder)
        began = time.process_time()
        bound.learn(chosen.learn, lambda done: print(f"learned from {done:,}", file=sys.stderr))
        learning = time.process_time() - began
        figures = {"learned": chosen.learn, "first_learned": LEARN, "learning_seconds": learning}
        figures |= measure(bound, chosen.deals)
    print(
        f"no player that does not peep has a mean above {figures['bound']:.3f} +- {figures['error']:.3f}"
        f" (raw {figures['raw']:.2f} +- {figures['raw_error']:.2f})"
    )
    failed = False
    for name, check in figures["checks"].items():
        wrong = abs(check["penalty"]) > 3 * check["error"]
        failed |= wrong
        verdict = ": not 0" if wrong else ""
        print(f"mean penalty of {name}: {check['penalty']:.3f} +- {check['error']:.3f}{verdict}")
    if failed:
        sys.exit("a check failed")
    if not chosen.no_results:
        RESULTS.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
