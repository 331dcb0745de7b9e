"""The crib of three and four players, each of whom throws one of five cards: approximately.

All that is known here about the other throws is how often each rank is thrown. They are taken to be
independent but for the cards that are seen, and the suits are averaged. Ranks are counted from 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement, permutations
from math import comb, prod
from operator import mul
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
            2052864,
            2853224,
            3372224,
            2562816,
            4136328,
            2668624,
            4135304,
            4214040,
            2496600,
            1218160,
            3576728,
            2697536,
            2999952,
        ),
        (
            4107444,
            2651880,
            1736032,
            1427300,
            108516,
            2014712,
            2756744,
            3181608,
            3640484,
            2995444,
            1605044,
            4973860,
            7785332,
        ),
    ),
    4: (
        (
            1829768,
            2673416,
            3143224,
            2065248,
            3915536,
            2696280,
            4935376,
            4631392,
            2499208,
            1525600,
            3432544,
            2781376,
            2855432,
        ),
        (
            4711268,
            2831928,
            1795816,
            1764692,
            114932,
            1995040,
            2027864,
            2470888,
            3680228,
            3079460,
            1706372,
            4935748,
            7870164,
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


def three_weights(throws: Sequence[Sequence[int]], unseen: Sequence[int]) -> list[list[int]]:
    """Weigh the other three cards of a crib and the starter by how often each rank is thrown.

    Args:
        throws: For each of the three cards, a weight for each rank.
        unseen: How many cards of each rank are unseen.

    Returns:
        For each of `THREES`, a weight for each rank of the starter.
    """
    rows = []
    for three in THREES:
        left, ways = list(unseen), 1
        for rank in three:
            ways *= left[rank]
            left[rank] -= 1
        ways *= sum(throws[0][a] * throws[1][b] * throws[2][c] for a, b, c in {*permutations(three)})
        rows.append([ways * cards for cards in left] if ways else [0] * 13)
    return rows


def other_throws(
    players: int, own: Sequence[int], others: Sequence[int], *, dealer: bool
) -> tuple[Sequence[int], ...]:
    """Who else puts a card into the crib: with three players the pack is the third."""
    pack = [1] * 13
    if players == 3:
        return (others, others, pack) if dealer else (own, others, pack)
    return (own, others, others) if dealer else (own, own, others)


def find_throws(players: int, rounds: int = 24) -> tuple[Throws, Throws]:
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
        seen = max(number - 10, 1)  # rounds whose cribs are in the sums
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
            throws = other_throws(players, *thrown, dealer=not player)
            for rank in range(13):
                points, ways = _over_all(rank, throws, [4 - (rank == one) for one in range(13)])
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


def mean_crib(
    players: int, rank: int, unseen: Sequence[int], *, dealer: bool, chance: bool
) -> tuple[int, int]:
    """Return the mean crib, times `UNIT`, as a numerator and a denominator, for a rank that is thrown.

    Args:
        players: 3 or 4.
        rank: The rank.
        unseen: How many cards of each rank are unseen.
        dealer: Whether the crib is of the thrower's side.
        chance: Whether the others throw any card alike.
    """
    own, others = ([1] * 13, [1] * 13) if chance else THROWS[players]
    return _over_all(rank, other_throws(players, own, others, dealer=dealer), unseen)


def _over_all(rank: int, throws: Sequence[Sequence[int]], unseen: Sequence[int]) -> tuple[int, int]:
    """The points of a crib over the other throws and the starter, and how many ways there are."""
    points = ways = 0
    for row, line in zip(three_weights(throws, unseen), crib_points(rank), strict=True):
        points += sum(map(mul, row, line))
        ways += sum(row)
    return points, ways
