"""Time the play beside single hands in a scalar loop, and one card from Python beside the cheapest call."""

import random

import numpy as np
import pytest

from cribscore import (
    DECK,
    Pegging,
    _core,
    _steps,
    best_peg,
    best_throws,
    peg_deals,
    policy,
    score_peg,
    score_pegs,
)

DEALS = 20_000
DECIDED = 20  # deals; a longer call would seldom go undisturbed
FFI, LIB = _core.native()


@pytest.fixture(scope="module")
def plays():
    """Return random deals played at random: the cards, the order of play, and the points of each card."""
    numbers = random.Random(1)
    hands, places, points = bytearray(), bytearray(), bytearray()
    for _ in range(DEALS):
        cards = numbers.sample(DECK, 8)
        play = Pegging([cards[:4], cards[4:]])
        while not play.over:
            play.play(numbers.choice(play.legal))
        hands += bytes(cards)
        places += bytes(cards.index(played.card) for played in play.plays)
        points += bytes(played.score for played in play.plays)
    return tuple(np.frombuffer(rows, np.uint8).reshape(DEALS, 8) for rows in (hands, places, points))


def piles_of(hands, places):
    """The pile with each card, 255 after it, and its points without the point for a last card."""
    piles, points = [], []
    for cards, order in zip(hands[:3000].tolist(), places[:3000].tolist(), strict=True):
        play = Pegging([cards[:4], cards[4:]])
        for place in order:
            pile = [card.index for card in play.pile] + [cards[place]]
            score = play.play(cards[place])
            piles.append(pile + [255] * (8 - len(pile)))
            points.append(score - score.last)
    return np.array(piles, np.uint8), points


def scalar_loop(yard, batch, count):
    """Return a call that scores `count` random hands one after the other in C."""
    rows, expected = batch("rows", count)
    scores = np.zeros(count, np.uint8)
    hands, out = yard.ffi.from_buffer("uint8_t[]", rows), yard.ffi.from_buffer("uint8_t[]", scores)
    yard.lib.yard_score(hands, count, out)
    assert np.array_equal(scores, expected)
    return lambda: yard.lib.yard_score(hands, count, out)


@pytest.mark.benchmark(group="play")
def test_points_of_a_card_beside_a_hand(time_beside, batch, yard, plays):
    piles, points = piles_of(*plays[:2])
    out = np.zeros(len(piles), np.uint8)
    assert score_pegs(piles, out=out).tolist() == points
    other = scalar_loop(yard, batch, len(piles))
    time_beside(lambda: score_pegs(piles, out=out), other, cards=len(piles))


@pytest.mark.benchmark(group="play")
def test_replay_of_a_deal_beside_eight_hands(time_beside, batch, yard, plays):
    hands, places, points = plays
    out = np.zeros_like(points)
    assert np.array_equal(peg_deals(hands, places, out=out), points)
    other = scalar_loop(yard, batch, 8 * len(hands))
    time_beside(lambda: peg_deals(hands, places, out=out), other, deals=len(hands))


@pytest.mark.benchmark(group="play")
def test_exact_values_beside_replays(time_beside, plays):
    """Solve 500 deals from the first card, beside 500 replays."""
    hands, places, points = (rows[:500].copy() for rows in plays)
    sets = [[sum(1 << card for card in side) for side in (row[:4], row[4:])] for row in hands.tolist()]
    card, value, solve = FFI.new("uint8_t *"), FFI.new("int *"), LIB.crib_play_best
    for row, (one, other) in zip(hands[:20].tolist(), sets, strict=False):
        assert solve(one, other, 0, card, value) == LIB.CRIB_OK
        play = Pegging([row[:4], row[4:]])
        for played in best_peg(play).line:
            play.play(played)
        assert play.points[0] - play.points[1] == value[0]

    def solve_all():
        for one, other in sets:
            solve(one, other, 0, card, value)

    out = np.zeros_like(points)
    time_beside(solve_all, lambda: peg_deals(hands, places, out=out), deals=len(hands))


def decisions():
    """Where a player has a choice, in deals thrown by the policy and played for points at once."""
    numbers, found = random.Random(2), []
    for _ in range(DECIDED):
        cards = numbers.sample(range(52), 12)
        kept = []
        for six, dealer in ((cards[:6], False), (cards[6:], True)):
            thrown = best_throws(bytes(six), dealer=dealer)
            kept.append([DECK[card] for card in six if card not in thrown])
        play = Pegging(kept)
        while not play.over:
            if len({card.rank for card in play.legal}) > 1:
                played = bytes(played.card.index for played in play.plays)
                sets = [sum(1 << card.index for card in hand) for hand in kept]
                found.append((sets[play.turn], sets[1 - play.turn], played))

            def points(card, play=play):
                return score_peg([*play.pile, card]), card

            play.play(max(play.legal, key=points))
    return found


@pytest.mark.benchmark(group="play")
def test_advice_beside_exact_values(time_beside):
    """Advise on all decisions of 20 deals, beside as many exact values of whole deals."""
    asked, weights = decisions(), _steps.keep_weights(policy.shipped())
    advice, everything = FFI.new("crib_advice *"), (1 << 52) - 1
    card, value, solve = FFI.new("uint8_t *"), FFI.new("int *"), LIB.crib_play_best
    for mine, _, played in asked:
        assert (
            LIB.crib_advise_peg(weights, mine, everything & ~mine, played, len(played), 100, 0, advice) == 0
        )

    def advise_all():
        for mine, _, played in asked:
            LIB.crib_advise_peg(weights, mine, everything & ~mine, played, len(played), 100, 0, advice)

    def solve_all():
        for mine, other, _ in asked:
            solve(mine, other, 0, card, value)

    time_beside(advise_all, solve_all, decisions=len(asked))


@pytest.mark.benchmark(group="play")
def test_a_card_from_python_beside_a_trivial_call(time_beside, yard, plays):
    """Play the eight cards of 100 deals, beside 800 calls that do nothing."""
    hands, places, points = (rows[:100].tolist() for rows in plays)
    begun = [Pegging([row[:4], row[4:]]) for row in hands]
    orders = [[DECK[row[place]] for place in order] for row, order in zip(hands, places, strict=True)]
    for play, order, expected in zip(begun, orders, points, strict=True):
        again = play.copy()
        assert [again.play(card) for card in order] == expected
    trivial = yard.lib.yard_trivial

    def play_all():
        for play, order in zip([play.copy() for play in begun], orders, strict=True):
            for card in order:
                play.play(card)

    def trivial_calls():
        for order in orders:
            for _card in order:
                trivial(1)

    time_beside(play_all, trivial_calls, calls=800)
