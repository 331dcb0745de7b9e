"""The play against OpenSpiel's cribbage: random deals, card by card.

Only the play: its cribbage counts four-card flushes in the crib.
"""

import re
from itertools import pairwise
from random import Random

import pytest

from cribscore import DECK, Pegging

pytestmark = [pytest.mark.needs("pyspiel"), pytest.mark.native]

PASS = 2756  # the action of a player who cannot play


def our_card(index):
    """A card of OpenSpiel, whose index is 13 * suit + rank with the suits as here."""
    return DECK[4 * (index % 13) + index // 13]


def scores(state):
    return [int(points) for points in re.search("Scores: (.*)", str(state))[1].split()]


def hands(state):
    return re.findall("P. Hand:(.*)", str(state))


def deal(numbers, players):
    """A state in which the play begins."""
    import pyspiel

    state = pyspiel.load_game(f"cribbage(players={players})").new_initial_state()
    while "Phase: Play" not in str(state) or state.is_chance_node():
        actions = state.legal_actions()
        state.apply_action(numbers.choice(actions))
    return state


def one_play(numbers, players):
    """Play a deal in both, at random; return the number of cards compared."""
    state = deal(numbers, players)
    ours = Pegging(hands(state), lead=state.current_player())
    points = [scores(state)]  # before each card, and after it with the passes that follow
    while not ours.over:
        while (actions := state.legal_actions()) == [PASS]:
            state.apply_action(PASS)
        points.append(scores(state))
        assert ours.turn == state.current_player()
        assert set(ours.legal) == {our_card(action) for action in actions}
        action = numbers.choice(actions)
        before = scores(state)[ours.turn]
        mover = ours.turn
        state.apply_action(action)
        score = ours.play(our_card(action))
        if not ours.over:  # after the last card OpenSpiel counts the show at once
            assert scores(state)[mover] - before == score - score.last
    for played, (before, after) in zip(ours.plays[:-1], pairwise(points[1:]), strict=True):
        assert after[played.player] - before[played.player] == played.score
    return len(ours.plays)


@pytest.mark.parametrize(("players", "deals"), [(2, 2000), (3, 600), (4, 600)])
def test_random_plays_score_as_in_open_spiel(players, deals):
    numbers = Random(players)
    cards = sum(one_play(numbers, players) for _ in range(deals))
    assert cards == deals * players * 4
    print(f"{deals} deals of {players} players, {cards} cards: the same points")
