"""Measure how strong the players of Cribbage Squares are.

    python benchmarks/strength.py                         # all levels, 2,000 deals each: some ten minutes
    python benchmarks/strength.py --rules waste --levels greedy 0 1 --deals 500

The deals have the seeds FIRST, FIRST + 1, ... The raw mean of the totals has a large error, most of which
is the luck of the cards. The corrected mean takes the luck away. The luck of a turn is what the table
expects with the card that came, less what it expected before: on average it is 0, whoever plays, as no
player sees the card before it comes. (In poker the method is known as AIVAT.) So the corrected mean is
right whatever the table is worth; a good table only makes its error small. The chance to win is corrected
by its regression on the luck.
"""

import argparse
import json
import statistics
import sys
import time
from math import sqrt

from cribscore.squares import PRESETS, Game, Player, Rules, greedy_move, outlook, play_games

FIRST = 1_000_000


def play(rules, seed, choose):
    """Play a game; return its total, all luck in it, the processor time of the choices and their number."""
    game = Game(rules, seed=seed)
    luck = seconds = 0.0
    choices, seen = 0, None
    while not game.over:
        if game.card != seen:  # a new one has come
            seen = game.card
            ahead = outlook(game.grid, game.reserves, rules=rules)
            luck += ahead.by_card[seen] - ahead.mean
        began = time.process_time()
        move = choose(game)
        seconds += time.process_time() - began
        choices += 1
        game.play(move)
    if game.starter != seen:  # else a pile filled the grid, and the card that was face up is the starter
        ahead = outlook(game.grid, game.reserves, rules=rules)
        luck += ahead.by_card[game.starter] - ahead.mean
    return game.score.total, luck, seconds, choices


def mean_of(values):
    """Return a mean and its standard error."""
    return statistics.fmean(values), statistics.stdev(values) / sqrt(len(values))


def measure(rules, choose, deals, first=FIRST):
    """Play the deals, and return the figures of the player and the corrected total of each deal."""
    played = [play(rules, seed, choose) for seed in range(first, first + deals)]
    totals = [total for total, *_ in played]
    lucks = [luck for _, luck, *_ in played]
    corrected = [total - luck for total, luck in zip(totals, lucks, strict=True)]
    won = [float(total >= rules.win_at) for total in totals]
    mean_luck, error_of_luck = mean_of(lucks)
    if abs(mean_luck) > 3 * error_of_luck:
        sys.exit(f"the luck of the cards is {mean_luck:.3f} on average, and not 0")
    slope = statistics.covariance(won, lucks) / statistics.variance(lucks) if any(lucks) else 0.0
    figures = {"deals": deals}
    figures["raw"], figures["raw_error"] = mean_of(totals)
    figures["mean"], figures["error"] = mean_of(corrected)
    figures["wins"], figures["wins_error"] = mean_of(
        [one - slope * luck for one, luck in zip(won, lucks, strict=True)]
    )
    seconds, choices = (sum(column) for column in list(zip(*played, strict=True))[2:])
    figures["milliseconds"] = 1000 * seconds / choices
    return figures, corrected


def measure_open(rules, deals):
    """Return the figures where all cards are seen."""
    totals = list(bytes(play_games(deals, rules=rules, seed=FIRST)))
    figures = {"deals": deals}
    figures["raw"], figures["raw_error"] = figures["mean"], figures["error"] = mean_of(totals)
    figures["wins"], figures["wins_error"] = mean_of([float(total >= rules.win_at) for total in totals])
    return figures


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rules", choices=[*PRESETS, "no-adjacency"], default="standard")
    parser.add_argument("--levels", nargs="+", default=["greedy", "0", "1", "2", "3"])
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--first", type=int, default=FIRST, help="the seed of the first deal")
    parser.add_argument("--aim", default="points")
    parser.add_argument("--table", help="a file that the players use in place of the table of the package")
    parser.add_argument("--at-least", type=float, default=0.0, help="fail where the corrected mean is below")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    rules = Rules(adjacency=False) if chosen.rules == "no-adjacency" else PRESETS[chosen.rules]
    found, before = {}, None
    for level in chosen.levels:
        if rules.open or rules.shuffle:
            found[level], corrected = measure_open(rules, chosen.deals), None
        else:
            choose = (
                greedy_move
                if level == "greedy"
                else Player(int(level), aim=chosen.aim, table=chosen.table).choose
            )
            found[level], corrected = measure(rules, choose, chosen.deals, chosen.first)
        figures = found[level]
        line = (
            f"{chosen.rules} {level:>6}: {figures['mean']:.3f} +- {figures['error']:.3f}"
            f" (raw {figures['raw']:.2f} +- {figures['raw_error']:.2f}),"
            f" wins {100 * figures['wins']:.1f} +- {100 * figures['wins_error']:.1f} %"
        )
        if "milliseconds" in figures:
            line += f", {figures['milliseconds']:.3f} ms a move"
        if before and corrected:
            more, error = mean_of([one - other for one, other in zip(corrected, before, strict=True)])
            line += f"; {more:+.3f} +- {error:.3f} than the one before"
        print(line, file=sys.stderr if chosen.json else sys.stdout, flush=True)
        before = corrected
    if any(figures["mean"] < chosen.at_least for figures in found.values()):
        sys.exit(f"a mean is below {chosen.at_least}")
    if chosen.json:
        print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
