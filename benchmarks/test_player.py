"""Time the player of Cribbage Squares: a move at each level, and many games at level 0."""

import pytest

from cribscore.squares import Game, Player, play_games

DEALS = 20


@pytest.fixture(scope="module")
def games():
    """Positions from all stages of games: number i has i cards placed, at most fifteen."""
    begun = []
    for number in range(DEALS):
        game = Game(seed=number)
        for _ in range(number * 16 // DEALS):
            game.play(Player(0).choose(game))
        begun.append(game)
    return begun


@pytest.mark.benchmark(group="player")
@pytest.mark.parametrize("level", range(4))
def test_a_move(benchmark, games, level):
    player = Player(level)
    moves = benchmark.pedantic(
        lambda: [player.choose(game) for game in games], rounds=1 if level == 3 else 5, warmup_rounds=1
    )
    assert all(move in game.legal_moves() for move, game in zip(moves, games, strict=True))
    benchmark.extra_info.update(moves=DEALS, correct=True)


@pytest.mark.benchmark(group="player")
def test_many_games_at_level_0(benchmark):
    scores = benchmark.pedantic(play_games, (20_000,), {"level": 0}, rounds=5, warmup_rounds=1)
    assert 60 < sum(map(int, scores)) / len(scores) < 61
    benchmark.extra_info.update(games=20_000, correct=True)
