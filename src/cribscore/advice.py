"""Which card to play where the other hand is hidden, and what a hand makes in the play.

    python -m cribscore.advice [FILE]

plays many deals with every hand again, which takes three minutes, says the SHA-256 of the results, and
writes them to a file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from . import _core, _steps, policy
from ._messages import shown, whole
from ._wire import KEEPS, PEG_DEALT
from .cards import DECK, Card, CardLike, CardsLike, cards_of, counted, first_repeated
from .errors import CribscoreError, IllegalPegError, InvalidHandError
from .pegging import FULL, PeggingView, PegScore, pile_of, score_packed

if TYPE_CHECKING:  # its import takes longer than all of cribscore's
    from fractions import Fraction

__all__ = ["PegAdvice", "advise_peg"]

SHA256: Final = "1e40ef2e7e4956abefe6aa4ca4d10daff7df81ea3a44f1ab0b2fa6808401a7ea"
"""Of the nets that are shipped."""

_DEALS: Final = 400  # that were played with each keep
_WORLDS: Final = 100  # that each player looked at


class PegAdvice(NamedTuple):
    """A card that may be played, and what it is worth.

    >>> from cribscore import Pegging
    >>> view = Pegging(["5H 4D 6S KC", 4]).view(0)
    >>> best = advise_peg(view)[0]
    >>> best.card, int(best.now), best.worlds
    (Card('4D'), 0, 100)

    Attributes:
        card: The card.
        now: What it scores at once, a `PegScore`, without the point for a go or a last card.
        net: The points that the player makes from here to the end of the play, less the other's: the mean
            over the hands of the other that were tried.
        worlds: How many hands of the other were tried.
    """

    card: Card
    now: PegScore
    net: float
    worlds: int

    def to_dict(self) -> dict[str, Any]:
        """Return the card and its worth as plain values, as JSON has them.

        >>> from cribscore import Pegging
        >>> view = Pegging.replay(["5H 4D 6S KC", 4], "KC 5D").view(0)
        >>> document = advise_peg(view)[0].to_dict()
        >>> document["card"], document["now"]["total"]
        ('5H', 2)
        """
        return {"card": str(self.card), "now": self.now.to_dict(), "net": self.net, "worlds": self.worlds}


PegAdvice.__module__ = "cribscore"


def advise_peg(
    view: PeggingView,
    *,
    thrown: CardsLike = (),
    starter: CardLike | None = None,
    worlds: int = 100,
    seed: int = 0,
) -> tuple[PegAdvice, ...]:
    """Value the cards that a player may play, where he does not see the other hand.

    >>> from cribscore import Pegging
    >>> play = Pegging(["7S 6H JH KC", 4])  # the other hand is hidden
    >>> for card, now, net, worlds in advise_peg(play.view(0), thrown="2C QD", starter="9H"):
    ...     print(card, int(now), round(net, 2))
    KC 0 -1.68
    JH 0 -1.93
    7S 0 -2.28
    6H 0 -2.6

    Each hand that the other may hold is tried, or a sample of them. It counts as often as the policy of
    `discards` keeps it, and more if a careful player would have played from it what the other has played.
    In each, every card that may be played is tried, and then both play carefully: they score what they can,
    leave no count of 5 or 21, lead a card below five, and otherwise play their highest card. If only one hand
    is possible, both play their best, and the net is the value of `best_peg`.

    If `view` says that the other is to play, because his hand is hidden, the advice is for the case that he
    says go.

    It is for two players who kept four cards each. For three and four players there is no policy that says
    what they keep.

    Args:
        view: What the player sees, from `Pegging.view`.
        thrown: The cards that he threw into the crib.
        starter: The starter.
        worlds: How many hands of the other to try at most: 1 to 1820, which are all.
        seed: What chooses among them: 0 to 2**64 - 1.

    Returns:
        The cards that may be played, best first; equal ones in the order of `DECK`. The same arguments give
        the same advice on every platform.

    Raises:
        IllegalPegError: The play is over, or it is the other's turn.
        InvalidHandError: A hand has not four cards, or a card is in two places.
        InvalidCardError: A value is not a card.
        CribscoreError: There are more than two players, or a number is outside its range.
        TypeError: An argument is of another type.
    """
    if not isinstance(view, PeggingView):
        raise TypeError(f"a view is a PeggingView, not {type(view).__name__}: {shown(view)}")
    if len(view.hands) != 2:
        raise CribscoreError(f"advise_peg is for two players, not {len(view.hands)}")
    worlds = whole("worlds", worlds, KEEPS, 1)
    seed = whole("seed", seed, 2**64 - 1)
    player = view.player
    dealt = [len(hand) if isinstance(hand, tuple) else hand for hand in view.hands]
    for played in view.plays:
        dealt[played.player] += 1
    for number, cards in enumerate(dealt):
        if cards != PEG_DEALT:
            raise InvalidHandError(f"advise_peg is for hands of {PEG_DEALT} cards, hand {number} had {cards}")
    if view.over:
        raise IllegalPegError("the play is over")
    kept = [*view.hand, *(played.card for played in view.plays if played.player == player)]
    known = _elsewhere(kept, view, thrown, starter)
    if not view.plays and view.lead != player:
        raise IllegalPegError(f"hand {view.lead} is to play")
    found = _core.advise_peg(
        policy.shipped(),
        _bits(kept),
        _bits([card for card in DECK if card not in known]),
        bytes(played.card.index for played in view.plays),
        worlds,
        seed,
    )
    if found is None:
        raise IllegalPegError(f"hand {1 - player} is to play")
    weight, tried, nets = found
    legal = [card for card in view.hand if card.rank in nets]
    # If none of them fits the pile, both said go, and the count begins again.
    fits = view.count + min(card.value for card in legal) <= FULL
    pile = pile_of([*view.pile]) if view.pile and fits else 0
    legal.sort(key=lambda card: (-nets[card.rank], card))
    return tuple(
        PegAdvice(card, score_packed(_core.pack_peg(pile << 4 | card.rank)), nets[card.rank] / weight, tried)
        for card in legal
    )


def _elsewhere(
    kept: list[Card], view: PeggingView, thrown: CardsLike, starter: CardLike | None
) -> list[Card]:
    """The cards that the other cannot hold."""
    cards = cards_of(thrown)
    if len(cards) > 2:
        raise InvalidHandError(f"2 cards are thrown, got {counted(cards)}")
    if starter is not None:
        cards.append(Card(starter))
    others = [played.card for played in view.plays if played.player != view.player]
    if (repeated := first_repeated([*kept, *others, *cards])) is not None:
        raise InvalidHandError(f"{repeated} appears twice")
    return [*kept, *cards]


def _bits(cards: list[Card]) -> int:
    return sum(1 << card.index for card in cards)


# ---------------------------------------------------------------- what a keep makes


def keep_net(kept: Sequence[Card], *, dealer: bool) -> Fraction:
    """Return what four cards make in the play, less what the other makes: the mean of many deals."""
    from fractions import Fraction

    a, b, c, d = sorted(card.rank for card in kept)
    number = a - 1 + b * (b - 1) // 2 + (c + 1) * c * (c - 1) // 6 + (d + 2) * (d + 1) * d * (d - 1) // 24
    place = 2 * (number if dealer else KEEPS + number)
    return Fraction(int.from_bytes(shipped()[place : place + 2], "little", signed=True), _DEALS)


@cache
def shipped() -> bytes:
    """Return the nets of all keeps: int16 sums over the deals, those of the dealer first."""
    from importlib.resources import files

    return files(__package__).joinpath("_play.bin").read_bytes()


def play_keeps(deals: int = _DEALS) -> Iterator[int]:
    """Play deals with each keep, as dealer and then as pone; yield the sum of the nets of each.

    Raises:
        RuntimeError: There is no C core.
    """
    for dealer in (True, False):
        for keep in range(KEEPS):
            yield _steps.keep_net(policy.shipped(), keep, dealer, _WORLDS, deals)


def main(argv: Sequence[str] | None = None) -> int:
    """Play with all keeps again, and write the nets to a file if one is named."""
    import argparse
    from hashlib import sha256
    from pathlib import Path

    from ._files import check_writable, complaining, write_whole

    parser = argparse.ArgumentParser(
        prog="python -m cribscore.advice", description="Find again what each hand makes in the play."
    )
    parser.add_argument("file", nargs="?", type=Path, help="where to write it")
    arguments = parser.parse_args(argv)
    if arguments.file is not None:
        with complaining(parser, arguments.file):
            check_writable(arguments.file)
    nets = bytearray()
    try:
        for number, net in enumerate(play_keeps(), 1):
            nets += net.to_bytes(2, "little", signed=True)
            if number % (KEEPS // 20) == 0:
                print(f"{number} of {2 * KEEPS} hands", flush=True)
    except RuntimeError as error:  # there is no C core
        parser.error(str(error))
    digest = sha256(nets).hexdigest()
    same = digest == SHA256
    print(f"SHA-256 {digest}, {'as' if same else 'not as'} shipped")
    if arguments.file is not None:
        with complaining(parser, arguments.file):
            write_whole(arguments.file, bytes(nets))
    return 0 if same else 1


if __name__ == "__main__":
    raise SystemExit(main())
