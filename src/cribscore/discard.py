"""Which cards to throw, and the crib that they make."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations, islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar, overload

from . import _core, _steps, _wire, advice, policy
from ._arrays import Frame, flat
from ._buffers import Held
from ._messages import flag, shown, truth, whole
from ._work import thread_count
from .batch import DEALS, SupportsArray, card_rows, results, run_long, why_bad_cards
from .cards import (
    DECK,
    Card,
    CardsLike,
    Hand,
    cards_of,
    counted,
    dead_cards,
    first_repeated,
    indexes_of,
    spaced,
)
from .errors import CribscoreError, InvalidHandError, of_row
from .forecast import Forecast
from .scoring import score_hand

if TYPE_CHECKING:
    from fractions import Fraction

    from numpy import uint8
    from numpy.typing import NDArray
    from typing_extensions import Buffer

__all__ = [
    "Discard",
    "Discards",
    "best_discard",
    "best_throws",
    "crib_distribution",
    "crib_table",
    "discards",
    "throw_counts",
]

Out = TypeVar("Out", bound="Buffer | SupportsArray")

_THROWERS: Final = ("policy", "random")
_BAR: Final = 24  # signs in the longest bar


class Discard(NamedTuple):
    """One throw of a deal, as `discards` values it.

    >>> best = best_discard("4C 5D 6H 6S 9C TD", dealer=True)
    >>> best.thrown, str(best.kept), best.hand.mean
    ((Card('9C'), Card('TD')), '4C 5D 6H 6S', Fraction(354, 23))
    >>> round(float(best.crib), 3), round(float(best.value), 3)
    (3.993, 19.384)

    Attributes:
        thrown: The cards for the crib.
        kept: The four cards that are kept.
        hand: Their `Forecast`, with the thrown cards dead.
        crib: The mean of the crib, whoever it belongs to.
        value: The mean of the hand, and the crib for the dealer, less the crib for the pone.
        exact: Whether `crib` is exact for the thrower that is assumed, and with it `value` without `play`.
            With three and four players the crib is an approximation.
        play: What the hand makes in the play, less what the other makes, if it was asked for; `value` then
            includes it. It is an approximation.
    """

    thrown: tuple[Card, ...]
    kept: Hand
    hand: Forecast
    crib: Fraction
    value: Fraction
    exact: bool
    play: Fraction | None = None

    def _means(self) -> list[Fraction]:
        return [self.hand.mean, self.crib, *([] if self.play is None else [self.play]), self.value]

    def to_dict(self) -> dict[str, Any]:
        """Return the throw as plain values, as JSON has them.

        >>> document = best_discard("4C 5D 6H 6S 9C TD", dealer=True).to_dict()
        >>> document["thrown"], document["hand_exact"]
        (['9C', 'TD'], '354/23')
        """
        hand = self.hand.mean
        return {
            "thrown": [str(card) for card in self.thrown],
            "kept": [str(card) for card in self.kept],
            "hand": float(hand),
            "hand_exact": str(hand),
            "crib": float(self.crib),
            "crib_exact": str(self.crib),
            **({} if self.play is None else {"play": float(self.play)}),
            "value": float(self.value),
            "value_exact": str(self.value),
            "least": self.hand.least,
            "most": self.hand.most,
        }


Discard.__module__ = "cribscore"


class Discards(tuple[Discard, ...]):
    """The throws of a deal, best first, as `discards` returns them: a tuple that can be printed as a table.

    >>> print(discards("4C 5D 6H 6S 9C TD", dealer=True))  # doctest: +ELLIPSIS
    throw      hand   crib   value  least  most
    9C TD    15.391  3.993  19.384     12    24  ########################
    6H 9C     9.609  4.886  14.495      7    16  ##################
    ...

    A format ends in `u` for suits as symbols. In a notebook it is shown as a table.

    Attributes:
        cards: The cards of the deal, in their order.
        dead: The cards that are known to be elsewhere.
        dealer: Whether the crib is of the player who throws, or of his side.
        thrower: How the others throw: "policy" or "random".
        players: How many players there are.
    """

    __module__ = "cribscore"

    cards: tuple[Card, ...]
    dead: tuple[Card, ...]
    dealer: bool
    thrower: str
    players: int

    def to_dict(self) -> dict[str, Any]:
        """Return the deal and its throws as plain values, as JSON has them.

        >>> document = discards("4C 5D 6H 6S 9C TD", dealer=False).to_dict()
        >>> document["dealer"], len(document["throws"]), document["throws"][0]["thrown"]
        (False, 15, ['9C', 'TD'])
        """
        return {
            "cards": [str(card) for card in self.cards],
            "dead": [str(card) for card in self.dead],
            "dealer": self.dealer,
            "players": self.players,
            "thrower": self.thrower,
            "exact": self[0].exact,
            "throws": [throw.to_dict() for throw in self],
        }

    def _shares(self) -> list[float]:
        """How far the value of each throw is on the way from nothing, or from the worst, to the best."""
        values = [float(throw.value) for throw in self]
        floor = min(0.0, values[-1])
        return [(value - floor) / (values[0] - floor) if values[0] > floor else 1.0 for value in values]

    def _heads(self, about: str) -> list[str]:
        """The names of the means, each that is an approximation with a word for it."""
        played = self[0].play is not None
        crib = "" if self[0].exact else about
        return ["hand", f"{crib}crib", *[f"{about}play"] * played, f"{about if played else crib}value"]

    def _text(self, style: str) -> str:
        wide = 4 * len(self[0].thrown) + 1
        hand, *means = (f"{name:>7}" for name in self._heads("~"))
        head = f"{'throw':<{wide}}{hand[1:]}{''.join(means[:-1])} {means[-1]}{'least':>7}{'most':>6}"
        sign = "█" if style else "#"
        lines = [
            f"{spaced(throw.thrown, style):<{wide}}"
            f"{''.join(f'{float(mean):>7.3f}' for mean in throw._means()[:-1])[1:]}"
            f"{float(throw.value):>8.3f}{throw.hand.least:>7}{throw.hand.most:>6}  "
            f"{sign * round(_BAR * share)}"
            for throw, share in zip(self, self._shares(), strict=True)
        ]
        return "\n".join(line.rstrip() for line in [head, *lines])

    def __str__(self) -> str:
        return self._text("")

    def __format__(self, spec: str) -> str:
        from ._values import format_styled

        return format_styled(spec, self._text(""), self._text("u"), None)

    def __repr__(self) -> str:
        best = self[0]
        return f"<Discards of {spaced(self.cards)}: best {spaced(best.thrown)}, {float(best.value):.3f}>"

    def to_html(self) -> str:
        """Return the throws as HTML, as a notebook shows them: a table with a bar for each value."""
        from . import _bars  # only a notebook needs it

        return _bars.throws(
            [card.face for card in self.cards],
            [card.face for card in self.dead],
            summary=self._summary(),
            heads=self._heads("about "),
            throws=[
                (
                    [card.face for card in throw.thrown],
                    [float(mean) for mean in throw._means()],
                    (throw.hand.least, throw.hand.most),
                    share,
                )
                for throw, share in zip(self, self._shares(), strict=True)
            ],
        )

    _repr_html_ = to_html

    def _summary(self) -> str:
        """Whose crib it is, and what is not as usual."""
        parts = ["dealer" if self.dealer else "pone"]
        parts += [f"{self.players} players"] * (self.players > 2)
        parts += ["random throws"] * (self.thrower == "random")
        return ", ".join(parts)


def discards(
    cards: CardsLike,
    *,
    dealer: bool,
    thrower: str = "policy",
    players: int = 2,
    dead: CardsLike = (),
    play: bool = False,
) -> Discards:
    """Value every throw of a deal: the mean of the hand that is kept, and of the crib.

    >>> for throw in discards("5H 5C 6D 7S JH QD", dealer=False)[:3]:
    ...     print(*throw.thrown, round(float(throw.value), 3))
    JH QD 6.935
    6D 7S 6.475
    7S QD 5.337

    The mean of the crib is exact for the thrower that is assumed. The "policy" is the classical model: at
    equilibrium, the other looks at the ranks of his six cards and throws what is best for him. The mean is
    over all six cards that he may hold, given your six, what he throws of them, and all starters.

    With three or four players each is dealt five cards and throws one. Then only the hand is exact, and
    `exact` is False: the other throws are taken to be independent, and suits are averaged.

    Args:
        cards: Six cards, or five for three and four players, as one text or one by one.
        dealer: Whether the crib is yours; with four players, whether it is your side's.
        thrower: How the others throw: "policy", or "random" if they throw any of their cards alike.
        players: How many players there are: 2, 3 or 4. With three, the pack gives a card to the crib.
        dead: Cards that are known to be elsewhere: neither the others nor the starter can be one of them.
        play: Whether to count the play too. What each hand makes in it, less what the other makes, is the
            mean of 400 deals between two players who follow `advise_peg`.

    Returns:
        The throws, best first; of equal ones, the one with the lower cards first.

    Raises:
        InvalidHandError: There are not as many cards, a card appears twice or is dead and in the hand, or too
            few cards are left.
        InvalidCardError: A value is not a card.
        CribscoreError: `thrower` or `players` is none of those named, or `play` is True for three or four
            players.
        TypeError: An argument is of another type.
    """
    dealer, play = flag("dealer", dealer), flag("play", play)
    _check_thrower(thrower)
    players = _players(players)
    if play and players != 2:
        raise CribscoreError(f"play=True is for two players, not {players}")
    deal, gone = _deal_and_dead(cards, dead, players)
    throw_size = 2 if players == 2 else 1
    _check_left(deal, gone, _needed(players, thrower))
    throws = list(combinations(deal, throw_size))
    cribs = (_cribs_of_two if players == 2 else _cribs_of_more)(deal, gone, dealer, thrower, players)
    found = []
    for thrown, crib in zip(throws, cribs, strict=True):
        kept = Hand([card for card in deal if card not in thrown])
        hand = Forecast._of(kept, (*thrown, *gone), False)
        mean = hand.mean
        value = mean + crib if dealer else mean - crib
        net = advice.keep_net(kept, dealer=dealer) if play else None
        found.append(Discard(thrown, kept, hand, crib, value + (net or 0), players == 2, net))
    found.sort(key=lambda throw: -throw.value)
    made = Discards(found)
    made.__dict__.update(cards=deal, dead=gone, dealer=dealer, thrower=thrower, players=players)
    return made


def best_discard(
    cards: CardsLike,
    *,
    dealer: bool,
    thrower: str = "policy",
    players: int = 2,
    dead: CardsLike = (),
    play: bool = False,
) -> Discard:
    """Return the best throw of a deal: the first of `discards`, which has the arguments.

    >>> best_discard("AC 2D 7H 9S JC QD", dealer=True).thrown
    (Card('JC'), Card('QD'))
    """
    return discards(cards, dealer=dealer, thrower=thrower, players=players, dead=dead, play=play)[0]


def crib_distribution(
    cards: CardsLike,
    thrown: CardsLike,
    *,
    dealer: bool,
    thrower: str = "policy",
    dead: CardsLike = (),
    total: bool = False,
) -> dict[int, Fraction]:
    """Return how likely the points of the crib are, exactly, for one throw of six cards.

    >>> chances = crib_distribution("4C 5D 6H 6S 9C TD", "9C TD", dealer=True)
    >>> max(chances, key=chances.get), max(chances), sum(chances.values())
    (2, 17, Fraction(1, 1))
    >>> mean = sum(points * chance for points, chance in chances.items())
    >>> mean == best_discard("4C 5D 6H 6S 9C TD", dealer=True).crib
    True

    Args:
        cards: The six cards.
        thrown: The two of them that are thrown.
        dealer: Whether the crib is yours.
        thrower: How the other throws, as in `discards`.
        dead: Cards that are known to be elsewhere.
        total: Whether to count the hand too: the points of hand and crib for the dealer, those of the hand
            less the crib for the pone.

    Returns:
        For each number of points that is possible, in ascending order, how likely it is.

    Raises:
        InvalidHandError: As for `discards`, or `thrown` is not two of the cards.
        InvalidCardError: A value is not a card.
        CribscoreError: `thrower` is none of those named.
        TypeError: An argument is of another type.
    """
    from fractions import Fraction

    from .batch import score_hands

    dealer = flag("dealer", dealer)
    _check_thrower(thrower)
    deal, gone = _deal_and_dead(cards, dead, 2)
    _check_left(deal, gone, _needed(2, thrower))
    pair = cards_of(thrown)
    if len(pair) != 2 or (twice := first_repeated(pair)) is not None:
        raise InvalidHandError(
            f"2 cards are thrown, got {counted(pair)}" if len(pair) != 2 else f"{twice} appears twice"
        )
    for card in pair:
        if card not in deal:
            raise InvalidHandError(f"{card} is not in the deal")
    kept = Hand([card for card in deal if card not in pair])
    unseen = [card for card in DECK if card not in deal and card not in gone]
    hands = {card.index: int(score_hand(kept, card)) if total else 0 for card in unseen}
    choices = _core.throw_choices(policy.shipped(), _who(dealer, thrower), _bits(unseen))
    numbers = {ranks: number for number, ranks in enumerate(_wire.RANK_PAIRS)}
    mine, rows, places = indexes_of(pair), bytearray(), []
    for one, other in combinations(indexes_of(unseen), 2):
        number = numbers[one // 4, other // 4]
        for starter in hands:
            place = 13 * number + starter // 4
            if starter not in (one, other) and choices[place]:
                rows += bytes((*mine, one, other, starter))
                places.append(place)
    points = score_hands(rows, crib=True)
    sign = 1 if dealer else -1
    ways: dict[int, int] = {}  # of each kind of throw and starter: how many choices of real cards
    counts: dict[tuple[int, int], int] = {}
    for row, (place, crib) in enumerate(zip(places, points, strict=True)):
        sum_of_both = (hands[rows[5 * row + 4]] + sign * crib) if total else crib
        ways[place] = ways.get(place, 0) + 1
        counts[place, sum_of_both] = counts.get((place, sum_of_both), 0) + 1
    # All cards of a rank are thrown alike, so the choices of real cards of a kind share its weight.
    common = 1728  # each number of ways divides it: a product of four, at most, of 1 to 4 and halves of pairs
    everything = sum(choices)
    chances: dict[int, Fraction] = {}
    for (place, found), count in counts.items():
        chance = Fraction(choices[place] * count * common, ways[place] * common * everything)
        chances[found] = chances.get(found, Fraction()) + chance
    return dict(sorted(chances.items()))


def crib_table(*, dealer: bool) -> tuple[tuple[float, ...], ...]:
    """Return the mean crib of each two ranks, as in books: over all hands that throw them.

    >>> own = crib_table(dealer=True)
    >>> round(own[4][4], 2), round(own[6][7], 2)  # two fives; a seven and an eight
    (8.94, 6.58)

    Such a table knows two of the six cards. For a given hand it is wrong by about 0.15 points; `discards` is
    exact. The table is computed when it is first asked for, which takes a second or two.

    Args:
        dealer: Whether the crib is one's own, or the other's.

    Returns:
        Thirteen rows of thirteen, ace to king; each pair is there twice.

    Raises:
        RuntimeError: There is no C core.
        TypeError: `dealer` is not True or False.
    """
    dealer = flag("dealer", dealer)
    means = policy.mean_cribs(_wire.BY_DEALER if dealer else _wire.BY_PONE)
    ranks = policy.RANKS
    return tuple(tuple(means[ranks[min(i, j)] + ranks[max(i, j)]] for j in range(13)) for i in range(13))


def throw_counts(*, dealer: bool) -> Mapping[str, int]:
    """Count how many of the 20,358,520 hands of six cards throw each two ranks, by the policy.

    >>> counts = throw_counts(dealer=False)
    >>> counts["TK"], counts["55"], sum(counts.values())
    (1030384, 2688, 20358520)

    Args:
        dealer: Whether the dealer throws, or the pone.

    Returns:
        The counts by two letters of `A23456789TJQK`, the lower rank first.

    Raises:
        TypeError: `dealer` is not True or False.
    """
    dealer = flag("dealer", dealer)
    return policy.throw_weights(_wire.BY_DEALER if dealer else _wire.BY_PONE)


# ---------------------------------------------------------------- arguments


def _check_thrower(thrower: object) -> None:
    if not isinstance(thrower, str):
        raise TypeError(f"thrower is 'policy' or 'random', not {type(thrower).__name__}: {shown(thrower)}")
    if thrower not in _THROWERS:
        raise CribscoreError(f"thrower {shown(thrower)} is not 'policy' or 'random'")


def _players(players: object) -> int:
    try:
        return whole("players", players, 4, 2)
    except CribscoreError:
        raise CribscoreError(f"players {shown(players)} is not 2, 3 or 4") from None


def _deal_and_dead(
    cards: CardsLike, dead: CardsLike, players: int
) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    deal, gone = cards_of(cards), dead_cards(dead)
    wanted, whom = (6, "two") if players == 2 else (5, "3 or 4")
    if len(deal) != wanted:
        raise InvalidHandError(f"a deal holds {wanted} cards for {whom} players, got {counted(deal)}")
    if (twice := first_repeated(deal)) is not None:
        raise InvalidHandError(f"{twice} appears twice")
    for card in gone:
        if card in deal:
            raise InvalidHandError(f"{card} is dead and in the hand")
    return tuple(sorted(deal)), gone


def _needed(players: int, thrower: str) -> int:
    """How many unseen cards there must be: those of whom the thrower chooses, and the starter."""
    if players == 2:
        return 7 if thrower == "policy" else 3
    return 4


def _check_left(deal: tuple[Card, ...], gone: tuple[Card, ...], needed: int) -> None:
    left = len(DECK) - len(deal) - len(gone)
    if left < needed:
        cards = f"{left} card{'s' if left != 1 else ''}"
        raise InvalidHandError(f"{cards} left, and the crib and the starter need {needed}")


def _who(dealer: bool, thrower: str) -> int:
    if thrower == "random":
        return _wire.BY_CHANCE
    return _wire.BY_PONE if dealer else _wire.BY_DEALER


def _bits(cards: Iterable[Card]) -> int:
    return sum(1 << card.index for card in cards)


# ---------------------------------------------------------------- the crib


def _cribs_of_two(
    deal: tuple[Card, ...], gone: tuple[Card, ...], dealer: bool, thrower: str, _: int
) -> list[Fraction]:
    from fractions import Fraction
    from math import comb

    left = len(DECK) - 6 - len(gone)
    choices = comb(left, 2) * (left - 2) if thrower == "random" else comb(left, 6) * (left - 6)
    sums = _core.crib_sums(policy.shipped(), _who(dealer, thrower), indexes_of(deal), _bits(gone))
    return [Fraction(total, _wire.CLEAR * choices) for total in sums]


def _cribs_of_more(
    deal: tuple[Card, ...], gone: tuple[Card, ...], dealer: bool, thrower: str, players: int
) -> list[Fraction]:
    from fractions import Fraction

    from . import _five_cards

    unseen = [4] * 13
    for card in (*deal, *gone):
        unseen[card.rank - 1] -= 1
    ranks = [card.rank - 1 for card in deal]
    points, ways = _five_cards.mean_cribs(players, ranks, unseen, dealer=dealer, chance=thrower == "random")
    return [Fraction(mean, _five_cards.UNIT * ways) for mean in points]


# ---------------------------------------------------------------- many deals


@overload
def best_throws(
    deals: SupportsArray,
    *,
    dealer: bool | Buffer | SupportsArray | Iterable[bool],
    out: None = None,
    threads: int = 1,
) -> NDArray[uint8]: ...
@overload
def best_throws(
    deals: Buffer | Iterable[CardsLike],
    *,
    dealer: bool | Buffer | SupportsArray | Iterable[bool],
    out: None = None,
    threads: int = 1,
) -> bytearray: ...
@overload
def best_throws(
    deals: Buffer | SupportsArray | Iterable[CardsLike],
    *,
    dealer: bool | Buffer | SupportsArray | Iterable[bool],
    out: Out,
    threads: int = 1,
) -> Out: ...
def best_throws(deals: Any, *, dealer: Any, out: Any = None, threads: int = 1) -> Any:
    """Choose the throws of many deals of six cards against the policy, some millions a second.

    >>> throws = best_throws(["4C 5D 6H 6S 9C TD", "AC 2D 7H 9S JC QD"], dealer=True)
    >>> [str(Card(index)) for index in throws]
    ['9C', 'TD', 'JC', 'QD']

    They are those of `best_discard`, with two players and no dead cards. The first call makes a table of the
    cribs of all deals, which takes a second or two.

    Args:
        deals: A buffer of card indexes, rows of six, of shape (n, 6) or flat; or an iterable of six cards
            each; see `score_hands`.
        dealer: Whether the crib is the player's own: True or False for all deals, or booleans, one for each.
        out: A writable buffer of 2n bytes, apart from the input.
        threads: How many threads share the work; 0 is one for each core. A small batch uses fewer.

    Returns:
        Two card indexes for each deal, in ascending order: `out` if it was given; a NumPy array of shape
        (n, 2) if an array went in; else a bytearray of 2n bytes.

    Raises:
        InvalidHandError: A row holds a byte that is not a card, or a card twice. The message names the first
            such row, counted from 0; the content of `out` is then undefined.
        CribscoreError: The shapes do not fit each other, or `threads` is below 0.
        RuntimeError: There is no C core.
        TypeError: An argument is of another type, or an array has another element type.
    """
    threads = thread_count(threads)
    held = Held()
    try:
        rows, count = card_rows(DEALS, deals, held)
        dealers, first, step = _dealers(dealer, count, held)
        throws, out = results(held, out, (count, 2), "B", [*rows.buffers, dealers])
        choose = _steps.throw_chooser(policy.shipped())
        good = run_long(
            lambda begin, end: choose(rows, dealers, first, step, begin, end, throws), count, threads
        )
        if good < count:
            raise of_row(InvalidHandError, "deal", good, why_bad_cards(rows.numbers(good)))
    finally:
        held.release()
    return out


def _dealers(dealer: Any, count: int, held: Held) -> tuple[Any, int, int]:
    """Where it lies whether each deal is of the dealer: the buffer, the first place and the step."""
    if (one := truth(dealer)) is not None:
        return bytes([one]), 0, 0
    what = "dealer is True or False, or one of them for each deal"
    view = held.read(dealer)
    items = dealer
    if view is not None:
        kind = "whole numbers" if isinstance(view, Frame) else getattr(view, "dtype", None) or view.format
        if kind == "object" and view.ndim:
            items, view = view.tolist(), None
        elif kind not in ("bool", "?"):
            converts = "; values.astype(bool) converts" if hasattr(dealer, "astype") else ""
            given = f"items of format {kind!r}" if isinstance(kind, str) and len(kind) < 3 else kind
            raise TypeError(f"{what}, not {given}{converts}")
    if view is not None:
        if view.ndim != 1 or len(view) != count:
            raise CribscoreError(_why_dealers(count, " x ".join(map(str, view.shape))))
        (step,) = view.strides if count > 1 else (0,)
        return *flat(view), step
    if isinstance(items, str) or not isinstance(items, Iterable):
        raise TypeError(f"{what}, not {shown(items)}")
    flags = [flag("dealer", one) for one in islice(items, count + 2)]  # there may be no end of them
    if len(flags) != count:
        raise CribscoreError(_why_dealers(count, f"{len(flags)}{' or more' * (len(flags) > count + 1)}"))
    return bytes(flags), 0, 1


def _why_dealers(count: int, given: str) -> str:
    return f"dealer is one value, or one for each of the {count} deals, not {given}"
