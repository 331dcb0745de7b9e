"""The crib of three and four players, each of whom throws one of five cards: approximately.

All that is known here about the other throws is how often each rank is thrown. The throws are taken to be
independent of each other and of the starter, and the suits are averaged. Ranks are counted from 0.

The cards of other players are not taken one by one, as from a pack. That would make the cribs smaller than
those of simulated deals, by 0.1 to 0.2 points: who throws a card of a rank often holds another.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement, permutations
from math import comb, prod
from operator import getitem, mul
from typing import Final

from ._reference_discard import _points_of_ranks as points_of_ranks

Throws = tuple[int, ...]
"""For each rank, how often it is thrown."""

UNIT: Final = 256  # a point, where suits are averaged
_JACK: Final = 10
THREES: Final = tuple(combinations_with_replacement(range(13), 3))

# The throws of the dealer's side and of the others, by the number of players, as `find_throws` finds them.
# fmt: off
THROWS: Final[dict[int, tuple[Throws, Throws]]] = {
    3: (
        (
            3_419_928, 4_393_984, 5_160_184, 3_228_584, 4_225_144, 4_230_104, 6_651_408,
            6_755_472, 4_252_048, 1_990_936, 5_134_016, 4_812_624, 5_521_648,
        ),
        (
            5_860_448, 4_078_216, 2_714_640, 2_391_920, 235_296, 3_450_852, 4_181_864,
            4_588_264, 5_327_348, 4_711_108, 2_720_244, 7_573_908, 11_941_972,
        ),
    ),
    4: (
        (
            3_302_760, 4_320_496, 4_926_288, 2_826_024, 4_117_176, 4_147_360, 7_748_432,
            7_521_504, 4_108_816, 1_917_592, 4_773_344, 4_044_816, 6_021_472,
        ),
        (
            6_419_744, 4_249_224, 2_944_560, 3_154_224, 245_376, 3_125_700, 2_930_568,
            3_571_448, 5_268_660, 5_846_276, 2_963_524, 7_368_820, 11_687_956,
        ),
    ),
}
# fmt: on


def _mean_points(*ranks: int) -> int:
    """The points of four ranks and a starter's, times `UNIT`, over all suits."""
    if max(map(ranks.count, ranks)) > 4:
        return 0
    nobs = 0 if ranks[4] == _JACK else ranks[:4].count(_JACK)
    points = points_of_ranks(tuple(sorted(rank + 1 for rank in ranks)))
    return UNIT * points + UNIT // 4 * nobs + 5 * (len({*ranks}) == 5)


@cache
def crib_points(rank: int) -> tuple[tuple[int, ...], ...]:
    """Return the mean points, times `UNIT`, of a crib of a rank, each of `THREES`, and each starter."""
    return tuple(tuple(_mean_points(rank, *three, starter) for starter in range(13)) for three in THREES)


def three_weights(throws: Sequence[Throws | None], unseen: Sequence[int]) -> list[list[int]]:
    """Weigh the other three cards of a crib and the starter.

    Args:
        throws: For each of the three cards, how often each rank is thrown, or None for a card of the pack.
        unseen: How many cards of each rank are unseen.

    Returns:
        For each of `THREES`, a weight for each rank of the starter.
    """
    thrown = [
        [often * cards for often, cards in zip(throw, unseen, strict=True)] for throw in throws if throw
    ]
    return [_starter_weights(three, thrown, unseen) for three in THREES]


def _starter_weights(
    three: tuple[int, ...], thrown: Sequence[Sequence[int]], unseen: Sequence[int]
) -> list[int]:
    weights = [0] * 13
    if any(three.count(rank) > unseen[rank] for rank in three):
        return weights
    by_pack: dict[tuple[int, ...], int] = {}  # the ways by the cards that are of the pack
    for ranks in {*permutations(three)}:
        pack = ranks[len(thrown) :]
        by_pack[pack] = by_pack.get(pack, 0) + prod(map(getitem, thrown, ranks))
    for pack, ways in by_pack.items():
        left, choices = list(unseen), ways
        for rank in pack:
            choices *= left[rank]
            left[rank] -= 1
        for rank in range(13):
            if three.count(rank) < unseen[rank]:
                weights[rank] += choices * left[rank]
    return weights


def other_throws(players: int, own: Throws, others: Throws, *, dealer: bool) -> tuple[Throws | None, ...]:
    """Say who else puts a card into the crib: with three players the pack is the third."""
    if players == 3:
        return (others if dealer else own, others, None)
    return (own, others, others) if dealer else (own, own, others)


def find_throws(players: int, rounds: int = 32) -> tuple[Throws, Throws]:
    """Find how often each rank is thrown of five cards, by the dealer's side and by the others.

    Each player knows the mean crib of each rank that he may throw, and looks at ranks alone. The throws are
    best answers to the mean of those cribs since round 9; how often each rank is thrown is the sum of the
    rounds since then, over all hands.
    """
    sets = [
        ranks for ranks in combinations_with_replacement(range(13), 5) if max(map(ranks.count, ranks)) < 5
    ]
    hands = [[_keep_of_five(ranks, place) for place in range(5)] for ranks in sets]
    weights = [prod(comb(4, ranks.count(rank)) for rank in {*ranks}) for ranks in sets]
    scale = 10**6
    cribs, sums = [[0] * 13, [0] * 13], [[0] * 13, [0] * 13]
    for number in range(1, rounds + 1):
        thrown = [[0] * 13, [0] * 13]
        seen = max(number - 9, 1)  # rounds whose cribs are in the sums
        for player in range(2):
            sign = -1 if player else 1
            for ranks, keeps, many in zip(sets, hands, weights, strict=True):
                worths = [
                    scale * seen * keep + sign * cribs[player][rank]
                    for rank, keep in zip(ranks, keeps, strict=True)
                ]
                thrown[player][ranks[worths.index(max(worths))]] += many
        if number < 10:
            cribs = [[0] * 13, [0] * 13]
        else:
            sums = [[a + b for a, b in zip(*pair, strict=True)] for pair in zip(sums, thrown, strict=True)]
        for player in range(2):
            throws = other_throws(players, *map(tuple, thrown), dealer=not player)
            for rank in range(13):
                (points,), ways = _over_all([rank], throws, [4 - (rank == one) for one in range(13)])
                cribs[player][rank] += scale * 47 * points // ways
    return tuple(sums[0]), tuple(sums[1])


def _keep_of_five(ranks: Sequence[int], thrown: int) -> int:
    """The points of four of five ranks over the 47 starters, times `UNIT`, over all suits of the cards."""
    kept = [rank for place, rank in enumerate(ranks) if place != thrown]
    total = sum(
        (4 - ranks.count(starter))
        * UNIT
        * points_of_ranks(tuple(sorted(rank + 1 for rank in (*kept, starter))))
        for starter in range(13)
        if ranks.count(starter) < 4
    )
    # Twelve other cards are of a jack's suit; each of mine that is not a jack is one of them in a quarter.
    total += kept.count(_JACK) * (4 * 12 - (5 - ranks.count(_JACK))) * (UNIT // 4)
    if len({*kept}) == 4:  # four of one suit in 1 of 64; nine cards more of it, the thrown one in a quarter
        total += 4 * 47 * 4 + 4 * 9 - (ranks[thrown] not in kept)
    return total


def mean_cribs(
    players: int, ranks: Sequence[int], unseen: Sequence[int], *, dealer: bool, chance: bool
) -> tuple[list[int], int]:
    """Return the mean crib for each rank that may be thrown, times `UNIT`, as numerators and a denominator.

    Args:
        players: 3 or 4.
        ranks: The ranks.
        unseen: How many cards of each rank are unseen.
        dealer: Whether the crib is of the thrower's side.
        chance: Whether the others throw any card alike.
    """
    throws = (None, None, None) if chance else other_throws(players, *THROWS[players], dealer=dealer)
    return _over_all(ranks, throws, unseen)


def _over_all(
    ranks: Sequence[int], throws: Sequence[Throws | None], unseen: Sequence[int]
) -> tuple[list[int], int]:
    """The points of the crib of each rank over the other cards, and how many ways there are."""
    rows = three_weights(throws, unseen)
    points = [
        sum(sum(map(mul, row, line)) for row, line in zip(rows, crib_points(rank), strict=True))
        for rank in ranks
    ]
    return points, sum(map(sum, rows))
