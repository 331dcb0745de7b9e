"""The reference core, continued: what the other player may throw, and the crib that it makes.

It offers to `_core` what crib_policy.c offers there, in the same integers. Ranks are counted from 0.
"""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from operator import mul

from ._reference import check
from ._reference_discard import _points_of_ranks
from ._wire import BY_CHANCE, BY_DEALER, CLEAR, DECK_SIZE, MOST_UNSEEN, RANK_PAIRS, SETS, THROWS

_RANKS = range(13)
_JACK = 10
_THROWS = tuple(combinations(range(6), 2))
_Choices = list[int]


@cache
def rank_sets() -> tuple[tuple[int, ...], ...]:
    """The sets of six ranks, in their order: none has five of a rank."""
    return tuple(
        ranks
        for ranks in combinations_with_replacement(_RANKS, 6)
        if ranks[0] != ranks[4] and ranks[1] != ranks[5]
    )


def throw_choices(policy: bytes, thrower: int, unseen: int) -> _Choices:
    """Count what the other may throw, as `_core.throw_choices` says."""
    counts = [(unseen >> 4 * rank & 15).bit_count() for rank in _RANKS]
    if not BY_DEALER <= thrower <= BY_CHANCE or unseen >> DECK_SIZE or unseen.bit_count() > MOST_UNSEEN:
        raise ValueError("not a thrower, or too many cards")
    if max(policy) >= THROWS:
        raise ValueError("not a policy")
    if thrower == BY_CHANCE:
        return [
            (comb(counts[low], 2) if low == high else counts[low] * counts[high])
            * (counts[starter] - (low == starter) - (high == starter))
            for low, high in RANK_PAIRS
            for starter in _RANKS
        ]
    ways = _ways(counts)
    found: _Choices = []
    for (low, high), group in zip(RANK_PAIRS, _groups(policy, thrower), strict=True):
        all_ways, kept = 0, [0] * 13
        for number, a, b, c, d in group:
            if way := ways[number]:
                all_ways += way
                kept[a] += way
                kept[b] += way
                kept[c] += way
                kept[d] += way
        found += [
            all_ways * (counts[starter] - (low == starter) - (high == starter)) - kept[starter]
            for starter in _RANKS
        ]
    return found


@lru_cache(4)
def _groups(policy: bytes, thrower: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """For each pair of ranks, the sets of which it is thrown: their numbers, and the ranks that are kept."""
    groups: dict[tuple[int, int], list[tuple[int, ...]]] = {pair: [] for pair in RANK_PAIRS}
    for number, ranks in enumerate(rank_sets()):
        one, other = _THROWS[policy[SETS * thrower + number]]
        kept = [rank for place, rank in enumerate(ranks) if place not in (one, other)]
        groups[ranks[one], ranks[other]].append((number, *kept))
    return tuple(map(tuple, groups.values()))


def _ways(counts: list[int]) -> list[int]:
    """In how many ways the unseen cards make each set of six ranks.

    The sets of n ranks are those with most of the lowest rank first, each with all sets of higher ranks.
    """
    lists: list[list[int]] = [[1], [], [], [], [], [], []]
    for count in reversed(counts):
        factors = [comb(count, k) for k in range(5)]
        lists = [
            [factors[k] * way for k in range(min(4, size), -1, -1) for way in lists[size - k]]
            for size in range(7)
        ]
    return lists[6]


def crib_sums(policy: bytes, thrower: int, cards: bytes, dead: int) -> list[int]:
    """Sum up the crib for fifteen throws, as `_core.crib_sums` says."""
    check(cards)
    mine = sum(1 << card for card in cards)
    if mine & dead:
        raise ValueError("a card is dead and in the hand")
    unseen = (1 << DECK_SIZE) - 1 & ~mine & ~dead
    choices = throw_choices(policy, thrower, unseen)
    rows = [choices[13 * number : 13 * number + 13] for number in range(len(RANK_PAIRS))]
    with_starter = [sum(column) for column in zip(*rows, strict=True)]
    # 12 divided by how many cards of the rank are unseen, if the card of this rank and suit is.
    shares = [
        [
            12 // (unseen >> 4 * rank & 15).bit_count() if unseen >> (4 * rank + suit) & 1 else 0
            for rank in _RANKS
        ]
        for suit in range(4)
    ]
    nobs = [
        144 * sum(ways * share[rank] for rank, ways in enumerate(with_starter) if rank != _JACK)
        for share in shares
    ]
    always = _nobs_of_other(rows, shares)
    sums = []
    for one, other in combinations(cards, 2):
        low, high = sorted((one // 4, other // 4))
        total = CLEAR * sum(
            sum(map(mul, row, points)) for row, points in zip(rows, _points(low, high), strict=True)
        )
        total += always + sum(nobs[card % 4] for card in (one, other) if card // 4 == _JACK)
        if one % 4 == other % 4:
            total += _flushes(rows, shares[one % 4])
        sums.append(total)
    return sums


@cache
def _points(low: int, high: int) -> tuple[tuple[int, ...], ...]:
    """The fifteens, pairs and runs of a pair of ranks with each other pair and each starter."""
    return tuple(
        tuple(
            0
            if max(Counter((low, high, *pair, starter)).values()) > 4
            else _points_of_ranks(tuple(sorted(rank + 1 for rank in (low, high, *pair, starter))))
            for starter in _RANKS
        )
        for pair in RANK_PAIRS
    )


def _nobs_of_other(rows: list[_Choices], shares: list[list[int]]) -> int:
    """Nobs of the jacks that the other throws: one of the unseen, as the starter is one of its rank."""
    same = [0 if rank == _JACK else sum(share[_JACK] * share[rank] for share in shares) for rank in _RANKS]
    return sum(
        12 * pair.count(_JACK) * sum(map(mul, row, same)) for pair, row in zip(RANK_PAIRS, rows, strict=True)
    )


def _flushes(rows: list[_Choices], share: list[int]) -> int:
    """Five points where the other's cards and the starter are of one suit."""
    return sum(
        5
        * share[low]
        * share[high]
        * sum(ways * share[rank] for rank, ways in enumerate(row) if rank not in (low, high))
        for (low, high), row in zip(RANK_PAIRS, rows, strict=True)
        if low != high
    )


def kept_hands(policy: bytes, player: int) -> Counter[tuple[int, ...]]:
    """How many of the 20,358,520 hands a player keeps each set of four ranks of."""
    kept: Counter[tuple[int, ...]] = Counter()
    for ranks, throw in zip(rank_sets(), policy[SETS * player :], strict=False):
        four = tuple(rank for place, rank in enumerate(ranks) if place not in _THROWS[throw])
        kept[four] += prod(comb(4, ranks.count(rank)) for rank in {*ranks})
    return kept
