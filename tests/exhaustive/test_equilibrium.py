"""The shipped policy is an equilibrium, and its cribs are those of the best published tables."""

import runpy
from fractions import Fraction
from itertools import combinations_with_replacement, product
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from cribscore import _five_cards, best_throws, crib_table, forecast_hands, policy, score_hands
from oracles import load

pytestmark = [pytest.mark.native, pytest.mark.exhaustive]

ROOT = Path(__file__).parents[2]
TABLES = load("crib_tables.json")
NAMES = "A23456789TJQK"


@pytest.fixture(scope="module")
def found():
    return policy.evaluate(policy.shipped())


def test_no_other_throws_gain_anything_to_speak_of(found):
    assert found.policy == policy.shipped()
    for gain in found.gains:
        assert 0 <= gain < Fraction(1, 100_000)


def test_both_players_see_one_crib(found):
    dealer, pone = found.cribs
    assert dealer == pone


def test_hands_and_crib_are_those_of_another_search(found):
    assert float(found.hands[0]) == pytest.approx(7.86208, abs=0.005)
    assert float(found.hands[1]) == pytest.approx(8.00598, abs=0.005)
    assert float(found.cribs[0]) == pytest.approx(4.80060, abs=0.005)


def test_another_policy_is_not_an_equilibrium():
    throws = bytearray(policy.shipped())
    throws[:18395] = bytes(18395)  # the dealer throws his two lowest cards
    gain, other = policy.evaluate(bytes(throws)).gains
    assert gain > 1
    assert other > Fraction(1, 100)


@pytest.mark.parametrize(("dealer", "most"), [(True, 0.05), (False, 0.09)])
def test_the_mean_cribs_are_those_that_hessel_published(dealer, most):
    table = crib_table(dealer=dealer)
    wrong = [
        abs(table[i][j] - TABLES["hessel"][NAMES[min(i, j)] + NAMES[max(i, j)]][0 if dealer else 1])
        for i, j in product(range(13), repeat=2)
        if i <= j
    ]
    assert max(wrong) <= most
    assert np.mean(wrong) <= 0.02


@pytest.mark.parametrize("dealer", [True, False])
def test_the_mean_cribs_are_those_of_another_search(dealer):
    table = crib_table(dealer=dealer)
    for pair, means in TABLES["rank_model"].items():
        mean = table[NAMES.index(pair[0])][NAMES.index(pair[1])]
        assert mean == table[NAMES.index(pair[1])][NAMES.index(pair[0])]
        assert mean == pytest.approx(means[0 if dealer else 1], abs=0.03)


def test_many_deals_average_what_is_published():
    deals = 200_000
    deck = np.tile(np.arange(52, dtype=np.uint8), (deals, 1))
    dealt = np.random.default_rng(2026).permuted(deck, axis=1)[:, :13]
    pone, dealer, starter = dealt[:, :6], dealt[:, 6:12], dealt[:, 12]
    crib, hands = [], []
    for cards, is_dealer in ((pone, False), (dealer, True)):
        thrown = best_throws(cards, dealer=is_dealer)
        out = (cards[:, :, None] == thrown[:, None, :]).any(axis=2)
        hands.append(score_hands(cards[~out].reshape(-1, 4), starter))
        crib.append(thrown)
    means = [*hands, score_hands(np.hstack(crib), starter, crib=True)]
    # The other throws by suits here too, so the crib is a little smaller than that of the policy.
    for points, mean in zip(means, (8.127, 7.982, 4.784), strict=True):
        error = points.std() / deals**0.5
        assert abs(points.mean() - mean) < 4 * error


@pytest.mark.parametrize("name", ["own-crib.svg", "other-crib.svg"])
def test_the_pictures_show_the_mean_cribs(name):
    script = runpy.run_path(str(ROOT / "benchmarks" / "crib_tables.py"))
    dealer, title = script["PICTURES"][name]
    picture = (script["FOLDER"] / name).read_text(encoding="utf-8")
    assert picture == script["draw"](crib_table(dealer=dealer), title)
    means = [text.text for text in ElementTree.fromstring(picture).iter() if text.get("class") == "mean"]
    pairs = [low + high for low, high in combinations_with_replacement(NAMES, 2)]
    for pair, mean in zip(pairs, means, strict=True):
        assert float(mean) == pytest.approx(TABLES["rank_model"][pair][0 if dealer else 1], abs=0.03)


# ---------------------------------------------------------------- five cards


class Simulation:
    """Deals of three or four players, who throw what is best by the hand and the mean crib of each rank."""

    def __init__(self, players, deals=60_000):
        deck = np.tile(np.arange(52, dtype=np.uint8), (deals, 1))
        dealt = np.random.default_rng(players).permuted(deck, axis=1)
        self.dealt = [dealt[:, 5 * seat : 5 * seat + 5] for seat in range(players)]
        self.sides = [0 if seat == 0 or (players, seat) == (4, 2) else 1 for seat in range(players)]
        self.pack, self.starter = [dealt[:, 20]] if players == 3 else [], dealt[:, 21].copy()
        self.hands = [
            np.stack([self.keep(cards, place) for place in range(5)], axis=1) for cards in self.dealt
        ]

    @staticmethod
    def keep(cards, place):
        counts = forecast_hands(np.delete(cards, place, axis=1), dead=cards[:, [place]])
        return counts @ np.arange(30) / 47

    def mean_cribs(self, means):
        """Return the mean crib of each rank for both sides, over all cards that may be thrown."""
        throws = []
        for cards, hands, side in zip(self.dealt, self.hands, self.sides, strict=True):
            values = hands + (-1 if side else 1) * means[side][cards // 4]
            throws.append(np.take_along_axis(cards, values.argmax(axis=1)[:, None], axis=1)[:, 0])
        sums, counts = np.zeros((2, 13)), np.zeros((2, 13))
        for seat, side in enumerate(self.sides):
            others = [throw for other, throw in enumerate(throws) if other != seat] + self.pack
            for mine in self.dealt[seat].T:
                points = score_hands(np.stack([mine, *others], axis=1), self.starter, crib=True)
                sums[side] += np.bincount(mine // 4, points, 13)
                counts[side] += np.bincount(mine // 4, minlength=13)
        return sums / counts


@pytest.mark.parametrize("players", [3, 4])
def test_cribs_of_three_and_four_players_are_about_those_of_an_equilibrium_of_simulated_deals(players):
    simulation = Simulation(players)
    means = np.zeros((2, 13))
    for number in range(12):  # best answers to the mean of the rounds, of which the first four are forgotten
        found = simulation.mean_cribs(means)
        means = found if number < 5 else means + (found - means) / (number - 3)
    for side, own in enumerate((True, False)):
        for rank, mean in enumerate(simulation.mean_cribs(means)[side]):
            left = [4 - (rank == other) for other in range(13)]
            (points,), ways = _five_cards.mean_cribs(players, [rank], left, dealer=own, chance=False)
            assert points / ways / 256 == pytest.approx(mean, abs=0.15)
