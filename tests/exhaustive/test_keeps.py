"""Every deal of six cards and of five, up to renaming suits: the best and the worst four that can be kept."""

from fractions import Fraction
from functools import cache
from itertools import accumulate, combinations, permutations
from math import comb

import numpy as np
import pytest

from cribscore import forecast, forecast_hands, keep_sums, score_hands
from oracles import load

pytestmark = [pytest.mark.native, pytest.mark.exhaustive]

FACTS = load("discard_cases.json")["facts"]
PAIRS = list(combinations(range(6), 2))


# The sets of so many ranks, each as the bits of a number.
RANK_SETS = [
    [sum(1 << rank for rank in ranks) for ranks in combinations(range(13), size)] for size in range(7)
]


def in_suits(size, suits, largest):
    """Yield the ways to give cards to suits without a name: rank sets, none larger than the one before."""
    for part in range(size if suits == 1 else 0, size + 1):
        for bits in RANK_SETS[part]:
            if bits <= largest:
                if suits == 1:
                    yield (bits,)
                else:
                    for others in in_suits(size - part, suits - 1, bits):
                        yield bits, *others


@cache
def names(*alike):
    """In how many ways four rank sets get the names of the suits, given which are alike to the one before."""
    return len({*permutations(accumulate(alike, lambda kind, same: kind + (not same), initial=0))})


def deals_up_to_suits(size):
    """Every set of so many cards up to renaming suits, in columns, and how many sets each stands for."""
    cards = [[4 * rank for rank in range(13) if bits >> rank & 1] for bits in range(1 << 13)]
    deals, weights = bytearray(), []
    for a, b, c, d in in_suits(size, 4, 1 << 13):
        for suit, bits in enumerate((a, b, c, d)):
            deals += bytes([card + suit for card in cards[bits]])
        weights.append(names(a == b, b == c, c == d))
    return np.asfortranarray(np.frombuffer(deals, np.uint8).reshape(-1, size)), np.array(weights)


@pytest.fixture(scope="module")
def sixes():
    return deals_up_to_suits(6)


def fraction(text):
    return tuple(map(int, text.split("/")))


def test_the_deals_up_to_suits_stand_for_all_deals(sixes):
    deals, weights = sixes
    assert len(deals) == FACTS["orbits_of_six"]
    assert weights.sum() == FACTS["hands_of_six"] == comb(52, 6)
    assert len(np.unique(np.sort(deals // 4, axis=1), axis=0)) == FACTS["sets_of_six_ranks"]


def test_the_best_and_the_worst_keep_of_all_deals_average_what_is_known(sixes):
    deals, weights = sixes
    sums = keep_sums(deals)
    for most, name in ((sums.max(axis=1), "mean_of_best_keep"), (sums.min(axis=1), "mean_of_worst_keep")):
        assert (most @ weights, weights.sum() * 46) == fraction(FACTS[name])


def test_the_largest_mean_of_a_keep_is_known(sixes):
    deals, _ = sixes
    sums = keep_sums(deals)
    largest, cards = FACTS["largest_mean_of_a_keep"]
    deal, throw = np.unravel_index(sums.argmax(), sums.shape)
    assert Fraction(int(sums.max()), 46) == Fraction(largest)
    kept = [int(deals[deal, place]) for place in range(6) if place not in PAIRS[throw]]
    assert forecast(kept, deals[deal, list(PAIRS[throw])]).mean == Fraction(largest)
    assert max(keep_sums([cards])) == sums.max()


def test_the_best_keep_with_the_starter_known_averages_what_is_known(sixes):
    deals, weights = sixes
    total = 0
    for starter in range(52):
        left = (deals != starter).all(axis=1)
        columns = [np.ascontiguousarray(column[left]) for column in deals.T]
        best = np.zeros(len(columns[0]), np.uint8)
        for thrown in PAIRS:
            kept = np.stack([columns[place] for place in range(6) if place not in thrown])
            np.maximum(best, score_hands(kept.T, starters=starter), out=best)
        total += best @ weights[left]
    assert (total, weights.sum() * 46) == fraction(FACTS["mean_with_starter_known"])


def test_the_best_four_of_five_cards_average_what_is_known():
    deals, weights = deals_up_to_suits(5)
    assert weights.sum() == comb(52, 5)
    points = np.arange(30)
    sums = [
        forecast_hands(np.delete(deals, thrown, axis=1), dead=deals[:, [thrown]]) @ points
        for thrown in range(5)
    ]
    total = np.max(sums, axis=0) @ weights
    assert (total, weights.sum() * 47) == fraction(FACTS["five_cards_mean_of_best_keep"])
