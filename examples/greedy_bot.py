"""Let two bots play the same deals of Cribbage Squares, neither seeing more than a player may.

    python examples/greedy_bot.py [--games N] [--rules NAME] [--look-ahead N]

A bot is a function that takes a `Game` and returns one of its legal moves. The greedy one takes what scores
most at once. The other completes the grid at random, again and again, for each move that it could make, and
takes the move that came out best on average.
"""

import argparse
from collections.abc import Callable
from random import Random
from statistics import fmean

from cribscore.squares import PRESETS, Game, Move, greedy_move


def dreamer(look_ahead: int, random: Random) -> Callable[[Game], Move]:
    """Make a bot that looks ahead in reshuffled games, in which the hidden cards are in another order."""

    def choose(game: Game) -> Move:
        moves = game.legal_moves()
        if game.rules.shuffle or len(moves) == 1:
            return greedy_move(game)
        dreams = [game.reshuffled(random.getrandbits(64)) for _ in range(look_ahead)]
        return max(moves, key=lambda move: fmean(finished(dream.after(move), random) for dream in dreams))

    return choose


def finished(game: Game, random: Random) -> int:
    """Return the total of a game after its rest was played at random."""
    while not game.over:
        game.play(random.choice(game.legal_moves()))
    return game.score.total


def play(bot: Callable[[Game], Move], game: Game) -> Game:
    """Play a game to its end."""
    while not game.over:
        game.play(bot(game))
    return game


def main() -> None:
    """Play, and print how each bot did."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=100, metavar="N")
    parser.add_argument("--rules", choices=PRESETS, default="standard")
    parser.add_argument("--look-ahead", type=int, default=0, metavar="N")
    arguments = parser.parse_args()
    bots = {"greedy": greedy_move}
    if arguments.look_ahead:
        bots["dreamer"] = dreamer(arguments.look_ahead, Random(0))
    for name, bot in bots.items():
        games = [play(bot, Game(arguments.rules, seed=seed)) for seed in range(arguments.games)]
        won = sum(game.won for game in games)
        average = fmean(game.score for game in games)
        print(f"{name}: {average:.1f} points on average, {won} of {len(games)} won")


if __name__ == "__main__":
    main()
