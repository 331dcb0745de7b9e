"""The reference core, continued: advice in the play.

It offers to `_core` what csrc/crib_advice.c offers there, in the same integers. It plays each hand that the
other may hold from the first card on. A pile and a set of cards are those of `_reference_pegging`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Any, Final, NamedTuple

from ._reference_pegging import FULL, WITHIN, after, best_peg, choices, count_of, total
from ._reference_policy import kept_hands
from ._reference_random import GAMMA, mix
from ._wire import BY_DEALER, BY_PONE, PEG_DEALT, THROWS

_SURE: Final = 12  # the chance of a careful player's card, and of any of his cards, in units
_ALIKE: Final = 12


class _World(NamedTuple):
    weight: int
    mine: int
    other: int
    pile: int


def advise_peg(
    policy: bytes, hand: int, unseen: int, played: bytes, worlds: int, seed: int
) -> tuple[int, int, dict[int, int]] | None:
    """Value the cards of a player, as `_core.advise_peg` says."""
    if len({*played}) < len(played) or any(not (hand | unseen) >> card & 1 for card in played):
        return None
    leads = not played or hand >> played[0] & 1
    weights = keep_weights(policy, BY_DEALER if leads else BY_PONE)
    found = list(_worlds(weights, hand, unseen, played))
    if not found:
        return None
    to_the_end: Any = _solve if len(found) == 1 else _play_out
    if len(found) > worlds:
        found = _sample(found, worlds, seed)
    nets: dict[int, int] = {}
    for weight, mine, other, pile in found:
        for card, packed, *position in choices(mine, other, pile):
            net = total(packed) + to_the_end(*position)
            nets[card // 4 + 1] = nets.get(card // 4 + 1, 0) + weight * net
    return sum(world.weight for world in found), len(found), nets


@cache
def keep_weights(policy: bytes, player: int) -> dict[tuple[int, ...], int]:
    """How often a player keeps any four cards with these ranks, counted from 1; no hand is impossible."""
    if max(policy) >= THROWS:
        raise ValueError("not a policy")
    kept = kept_hands(policy, player)
    return {
        tuple(rank + 1 for rank in ranks): 2304 + kept[ranks] * 2304 // _ways(ranks, [4] * 13)
        for ranks in combinations_with_replacement(range(13), PEG_DEALT)
    }


def _ways(ranks: tuple[int, ...], counts: list[int]) -> int:
    """How many choices of cards have these ranks, if there are so many of each rank."""
    return prod(comb(counts[rank], ranks.count(rank)) for rank in {*ranks})


def _worlds(weights: dict[tuple[int, ...], int], hand: int, unseen: int, played: bytes) -> Iterator[_World]:
    """The hands that the other may hold."""
    shown = [card for card in played if unseen >> card & 1]
    left = unseen & ~sum(1 << card for card in shown)
    counts = [0, *((left >> 4 * rank & 15).bit_count() for rank in range(13))]
    if len(shown) > PEG_DEALT:
        return
    sets = combinations_with_replacement(range(1, 14), PEG_DEALT - len(shown))
    for ranks in sorted(sets, key=lambda ranks: ranks[::-1]):
        weight = _ways(ranks, counts)
        weight *= weights[tuple(sorted([*ranks, *(card // 4 + 1 for card in shown)]))]
        if not weight:
            continue
        cards = sum(1 << card for card in shown)
        for rank in {*ranks}:
            alike = [card for card in range(4 * rank - 4, 4 * rank) if left >> card & 1]
            cards |= sum(1 << card for card in alike[: ranks.count(rank)])
        world = _replay(hand, cards, played)
        if world is not None:
            yield world._replace(weight=weight * world.weight)


def _replay(hand: int, other: int, played: bytes) -> _World | None:
    """Play with known hands: how likely the other's plays are, and the position; None if it is not so."""
    likely, pile = 1, 0
    mine, turn_is_mine = hand, not played or bool(hand >> played[0] & 1)
    for card in played:
        mover, waiting = (mine, other) if turn_is_mine else (other, mine)
        if not mover >> card & 1 or not 1 << card & WITHIN[FULL - count_of(pile)]:
            return None
        if not turn_is_mine:
            ranks = [choice // 4 for choice, *_ in choices(mover, waiting, pile)]
            same = _careful(mover, waiting, pile) // 4 == card // 4
            likely *= _ALIKE // len(ranks) + (_SURE if same else 0)
        _, pile, waiting, mover, again = after(card, mover, waiting, pile)
        mine, other = (mover, waiting) if turn_is_mine else (waiting, mover)
        turn_is_mine = turn_is_mine == again
    if not turn_is_mine or not mine:
        return None
    return _World(likely, mine, other, pile)


def _sample(worlds: list[_World], places: int, seed: int) -> list[_World]:
    """The worlds at places evenly apart on the line of all weights, each with how many of them it covers."""
    everything = sum(world.weight for world in worlds)
    start = mix(seed + GAMMA) % everything
    found, reached, place = [], 0, 0
    for world in worlds:
        reached += world.weight
        covered = 0
        while (start + place * everything) // places < reached and place < places:
            place += 1
            covered += 1
        if covered:
            found.append(world._replace(weight=covered))
    return found


def _careful(mover: int, other: int, pile: int) -> int:
    """The card of a careful player."""

    def worth(choice: tuple[int, ...]) -> tuple[int, bool, bool, int]:
        card, packed, *_ = choice
        rank = card // 4 + 1
        count = count_of(pile << 4 | rank)
        return total(packed & 127), count not in (5, 21), not pile and rank < 5, rank

    return max(choices(mover, other, pile), key=worth)[0]


def _play_out(pile: int, other: int, mine: int, again: bool) -> int:
    """What the player who has just played makes from here, less the other, if both play carefully."""
    mover, waiting, sign = (mine, other, 1) if again else (other, mine, -1)
    net = 0
    while mover:
        card = _careful(mover, waiting, pile)
        packed, pile, waiting, mover, again = after(card, mover, waiting, pile)
        net += sign * total(packed)
        if not again:
            mover, waiting, sign = waiting, mover, -sign
    return net


def _solve(pile: int, other: int, mine: int, again: bool) -> int:
    """The same if both know both hands and play their best."""
    if not mine | other:
        return 0
    return best_peg(mine, other, pile)[1] if again else -best_peg(other, mine, pile)[1]
