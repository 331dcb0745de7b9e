"""Deals: the same seed gives the same cards on every platform."""

from __future__ import annotations

from typing import Final

from . import _core
from ._messages import whole
from .cards import DECK, Card

__all__ = ["Deal", "deal"]

_MOST_SEED: Final = 2**64 - 1


class Deal(tuple[Card, ...]):
    """The cards of a deal, in the order dealt: a tuple with a rich display in notebooks.

    >>> deal(1, 2)
    (Card('QD'), Card('9S'))
    """

    __module__ = "cribscore"
    __slots__ = ()

    def to_html(self) -> str:
        """Return the cards as HTML, as a notebook shows them."""
        from . import _html  # only a notebook needs it

        return _html.cards([card.face for card in self])

    _repr_html_ = to_html


def deal(seed: int, n: int = 17) -> Deal:
    """Deal cards from a deck that a seed shuffles: the same cards on every platform and in every version.

    >>> " ".join(str(card) for card in deal(1, 5))
    'QD 9S JH 8S 4D'
    >>> deal(1, 5) == deal(1)[:5]
    True

    The deck begins in the order of `DECK` and is shuffled from the front. SplitMix64 (Steele, Lea and Flood,
    "Fast splittable pseudorandom number generators", OOPSLA 2014), started at `seed`, gives the numbers. For
    i = 0, 1, ... the next number below the largest multiple of 52 - i is taken; its remainder r modulo 52 - i
    swaps the cards in places i and i + r. 2**64 seeds cannot deal all 52! decks.

    Many deals at once are faster with `random_deals`, `random_hands` and `random_grids`. They draw in
    another way: the same seed gives other cards.

    Args:
        seed: 0 to 2**64 - 1.
        n: The number of cards, 0 to 52. A grid and its starter are 17 cards.

    Returns:
        A tuple of `n` different cards in the order dealt.

    Raises:
        CribscoreError: `seed` or `n` is outside its range.
        TypeError: `seed` or `n` is not a whole number.
    """
    dealt = _core.deal_cards(whole("seed", seed, _MOST_SEED), whole("n", n, len(DECK)))
    return Deal([DECK[index] for index in dealt])
