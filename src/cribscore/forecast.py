"""The forecast of a hand: its points over all the starters that are left."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final

from . import _core, _wire
from ._messages import flag, integer, shown
from ._values import Immutable, format_styled, set_once
from .cards import DECK, Card, CardLike, CardsLike, Hand, dead_cards, indexes_of, spaced
from .errors import CribscoreError, InvalidHandError
from .scoring import HandScore, score_hand

if TYPE_CHECKING:  # its import takes longer than all of cribscore's
    from fractions import Fraction

__all__ = ["Forecast", "forecast"]

_SCORES: Final = 30
_BAR: Final = 40  # at most as many signs in a bar


class Forecast(Immutable):
    """How many points four cards make over the starters that are left; `forecast` makes it.

    >>> cut = forecast("5H 5C 5S JD")
    >>> cut
    <Forecast 14 to 29, mean 16.54, over 48 starters>
    >>> cut.mean, cut.counts[29], cut.best
    (Fraction(397, 24), 1, (Card('5D'),))
    >>> print(cut)
    hand 5H 5C 5S JD: 48 starters, mean 16.54
    14  24  ########################
    15   8  ########
    20   9  #########
    21   3  ###
    22   3  ###
    29   1  #
    >>> for starter, score in forecast("7H 8H 8C 9D", "TS TC"):
    ...     if score > 20:
    ...         print(starter, score)
    7C 24
    7D 24
    7S 24
    8D 21
    8S 21

    Two forecasts are equal if they are of the same cards and the same dead cards, both as hand or both as
    crib. A format ends in `u` for suits as symbols: `f"{cut:u}"`.

    Attributes:
        cards: The `Hand`.
        dead: The cards that cannot be the starter, in the order given.
        crib: Whether the cards are scored as the crib.
        counts: How many starters give 0, 1, ... 29 points.
    """

    __module__ = "cribscore"
    __slots__ = ("cards", "counts", "crib", "dead")

    cards: Hand
    dead: tuple[Card, ...]
    crib: bool
    counts: tuple[int, ...]

    def __new__(cls, *_: object, **__: object) -> Forecast:
        raise TypeError("a Forecast is made by forecast")

    @classmethod
    def _of(cls, cards: Hand, dead: tuple[Card, ...], crib: bool) -> Forecast:
        made = object.__new__(cls)
        counts = bytearray(_SCORES)
        hand, gone = bytes(cards), indexes_of(dead)
        _core.forecast_hands(
            _wire.CardRows(hand, 0, 4, 1, 4), _wire.CardRows(gone, 0, 0, 1, len(gone)), crib, 0, 1, counts
        )
        set_once(made, cards=cards, dead=dead, crib=crib, counts=tuple(counts))
        return made

    @property
    def starters(self) -> int:
        """The number of starters that are left."""
        return sum(self.counts)

    @property
    def least(self) -> int:
        """The least that a starter gives."""
        return next(points for points, count in enumerate(self.counts) if count)

    @property
    def most(self) -> int:
        """The most that a starter gives."""
        return max(points for points, count in enumerate(self.counts) if count)

    @property
    def mean(self) -> Fraction:
        """The mean of the points, exactly."""
        return self._mean_of(1)

    @property
    def variance(self) -> Fraction:
        """The variance of the points, exactly: the mean square of their distance from the mean."""
        return self._mean_of(2) - self._mean_of(1) ** 2

    def _mean_of(self, power: int) -> Fraction:
        from fractions import Fraction

        return Fraction(sum(count * points**power for points, count in enumerate(self.counts)), self.starters)

    @property
    def best(self) -> tuple[Card, ...]:
        """The starters that give most, in the order of the cards."""
        most = self.most
        return tuple(starter for starter, score in self if score == most)

    def quantile(self, share: float | Fraction) -> int:
        """Return the least number of points that at least this share of the starters does not exceed.

        >>> forecast("5H 5C 5S JD").quantile(0.5)
        14

        Args:
            share: A number from 0 to 1; with 0, the result is the least that a starter gives.

        Raises:
            CribscoreError: It is not from 0 to 1.
            TypeError: It is not a number.
        """
        from fractions import Fraction
        from numbers import Real

        if not isinstance(share, Real) or isinstance(share, bool):
            raise TypeError(f"share is a number, not {type(share).__name__}: {shown(share)}")
        if not 0 <= share <= 1:
            raise CribscoreError(f"share {shown(share)} is not 0 to 1")
        starters = self.starters

        def reached(seen: int) -> bool:
            # A float is compared with a float: 0.1 reaches just as far as a tenth of the starters.
            return bool((seen / starters if isinstance(share, float) else Fraction(seen, starters)) >= share)

        return next(points for points, seen in enumerate(accumulate(self.counts)) if seen and reached(seen))

    def at_least(self, points: int) -> Fraction:
        """Return the share of the starters that give so many points or more.

        >>> forecast("5H 5C 5S JD").at_least(20)
        Fraction(1, 3)

        Raises:
            TypeError: It is not a whole number.
        """
        try:
            least = integer(points)
        except TypeError:
            raise TypeError(f"points {shown(points)} is not a whole number") from None
        from fractions import Fraction

        return Fraction(sum(self.counts[max(least, 0) :]), self.starters)

    def score(self, starter: CardLike) -> HandScore:
        """Return the score with a starter.

        >>> forecast("5H 5C 5S JD").score("5D")
        <HandScore 29: fifteens 16, pairs 12, runs 0, flush 0, nobs 1>

        Raises:
            InvalidHandError: The starter is in the hand, or dead.
            InvalidCardError: The value is not a card.
            TypeError: It is of another type.
        """
        starter = Card(starter)
        if starter in self.dead:
            raise InvalidHandError(f"{starter} is dead")
        return score_hand(self.cards, starter, crib=self.crib)

    def __iter__(self) -> Iterator[tuple[Card, HandScore]]:
        """Yield each starter that is left, in the order of the cards, with the score that it gives."""
        out = {*self.cards, *self.dead}
        for starter in DECK:
            if starter not in out:
                yield starter, score_hand(self.cards, starter, crib=self.crib)

    def to_dict(self) -> dict[str, Any]:
        """Return the cards, the counts and what follows from them as plain values, as JSON has them.

        >>> document = forecast("4C 5D 6H 6S", "9C TD").to_dict()
        >>> document["mean"], document["mean_exact"], document["best"]
        (15.391304347826088, '354/23', ['4D', '4H', '4S', '5C', '5H', '5S'])
        """
        mean, variance = self.mean, self.variance
        return {
            "hand": [str(card) for card in self.cards],
            "dead": [str(card) for card in self.dead],
            "crib": self.crib,
            "starters": self.starters,
            "counts": list(self.counts),
            "least": self.least,
            "most": self.most,
            "mean": float(mean),
            "mean_exact": str(mean),
            "variance": float(variance),
            "variance_exact": str(variance),
            "best": [str(card) for card in self.best],
        }

    def __eq__(self, other: object) -> bool:
        return self._what() == other._what() if isinstance(other, Forecast) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._what())

    def _what(self) -> tuple[object, ...]:
        return self.cards, frozenset(self.dead), self.crib

    def _bars(self) -> list[tuple[int, int]]:
        """Each number of points that a starter gives, and how many give it."""
        return [(points, count) for points, count in enumerate(self.counts) if count]

    def _title(self, style: str) -> str:
        dead = f", dead {spaced(self.dead, style)}" if self.dead else ""
        return f"{'crib' if self.crib else 'hand'} {self.cards:{style}}{dead}: {self._summary()}"

    def _summary(self) -> str:
        return f"{self._numbered()}, mean {float(self.mean):.2f}"

    def _numbered(self) -> str:
        return f"{self.starters} starter{'s' if self.starters != 1 else ''}"

    def _text(self, style: str) -> str:
        sign, longest = "█" if style else "#", max(self.counts)
        lines = [
            f"{points:>2}  {count:>2}  {sign * -(-count * min(longest, _BAR) // longest)}"
            for points, count in self._bars()
        ]
        return "\n".join([self._title(style), *lines])

    def __str__(self) -> str:
        return self._text("")

    def __format__(self, spec: str) -> str:
        return format_styled(spec, self._text(""), self._text("u"), None)

    def __repr__(self) -> str:
        return f"<Forecast {self.least} to {self.most}, mean {float(self.mean):.2f}, over {self._numbered()}>"

    def to_html(self) -> str:
        """Return the forecast as HTML, as a notebook shows it: a bar for each number of points."""
        from . import _bars  # only a notebook needs it

        best = {self.most: [card.face for card in self.best]}
        return _bars.bars(
            [card.face for card in self.cards],
            [card.face for card in self.dead],
            crib=self.crib,
            summary=self._summary(),
            bars=[(points, count, best.get(points, ())) for points, count in self._bars()],
        )

    _repr_html_ = to_html

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return Forecast._of, (self.cards, self.dead, self.crib)


def forecast(cards: CardsLike, dead: CardsLike = (), *, crib: bool = False) -> Forecast:
    """Forecast the points of four cards: score them with each starter that is left.

    >>> forecast("4C 5D 6H 6S", dead="9C TD").mean
    Fraction(354, 23)
    >>> forecast("4C 5D 6H 6S", dead="9C 4C")
    Traceback (most recent call last):
    ...
    cribscore.InvalidHandError: 4C is dead and in the hand

    Args:
        cards: A `Hand` or what `Hand` takes: the four cards that are kept.
        dead: Cards that cannot be the starter, such as those that are thrown, as one text or one by one.
        crib: Whether the cards are the crib, in which only five cards of one suit are a flush.

    Returns:
        The forecast.

    Raises:
        InvalidHandError: There are not four cards, a card appears twice or is both dead and in the hand, or
            no starter is left.
        InvalidCardError: A value is not a card.
        TypeError: An argument is of another type.
    """
    hand, gone, crib = Hand(cards), dead_cards(dead), flag("crib", crib)
    for card in gone:
        if card in hand:
            raise InvalidHandError(f"{card} is dead and in the hand")
    if len(hand) + len(gone) == len(DECK):
        raise InvalidHandError(f"no starter is left: {len(hand)} cards and {len(gone)} dead")
    return Forecast._of(hand, gone, crib)
