"""The play of cribbage, or pegging: the points of a card, the turns, and the best card."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple, SupportsIndex, TypeAlias

from . import _core, _wire
from ._messages import in_words, integer, items_of, numbered, shown, whole
from ._values import Immutable, format_styled, set_once
from ._wire import PEG_LAST
from .cards import DECK, Card, CardLike, CardsLike, cards_of, counted, first_repeated, spaced
from .errors import CribscoreError, IllegalPegError, InvalidHandError
from .scoring import Score, known_by

__all__ = ["PegLine", "PegScore", "Pegging", "PeggingView", "Played", "best_peg", "score_peg"]

FULL: Final = 31  # no card brings the count above it
PlayHand: TypeAlias = "CardsLike | SupportsIndex"
"""The cards of a player's hand or, if it is hidden, their number."""
PegPlays: TypeAlias = "str | Iterable[CardLike | tuple[SupportsIndex | None, CardLike]]"
"""Cards in the order of play, some of them with the number of the player: "KC 1:3H" or ["KC", (1, "3H")]."""

# The set of the cards whose value is at most so much.
_WITHIN: Final = [sum(1 << card.index for card in DECK if card.value <= room) for room in range(FULL + 1)]
_WHOLE: Final = _WITHIN[FULL]


# ---------------------------------------------------------------- the points of a card

_POSSIBLE: Final = {
    "fifteen": frozenset((0, 2)),
    "thirty_one": frozenset((0, 2)),
    "pairs": frozenset((0, 2, 6, 12)),
    "run": frozenset((0, 3, 4, 5, 6, 7)),
    "last": frozenset((0, 1)),
}
_PAIRS: Final = {2: "a pair", 6: "a pair royal", 12: "a double pair royal"}


class PegScore(Score):
    """What a card scores in the play: an int, the total, that knows its five parts.

    >>> score = score_peg("7H 8C", last=True)
    >>> score
    <PegScore 3: fifteen 2, thirty-one 0, pairs 0, run 0, last 1>
    >>> score + 1, score.fifteen, f"{score} points"
    (4, 2, '3 points')

    Scores compare as ints: two of the same total are equal whatever their parts; compare `.parts` to tell
    them apart.

    Attributes:
        fifteen: 2 if the card brings the count to fifteen.
        thirty_one: 2 if it brings the count to thirty-one.
        pairs: 2, 6 or 12 for a pair, a pair royal or a double pair royal.
        run: The length of the run that ends with the card.
        last: 1 if no card follows it in a count below thirty-one: the point for the go or the last card.
        parts: The five in this order.

    Raises:
        CribscoreError: A part is a number of points that no card scores.
        TypeError: A part is not an int.
    """

    __module__ = "cribscore"

    fifteen: int
    thirty_one: int
    pairs: int
    run: int
    last: int
    parts: tuple[int, int, int, int, int]

    def __new__(
        cls, fifteen: int = 0, thirty_one: int = 0, pairs: int = 0, run: int = 0, last: int = 0
    ) -> PegScore:
        parts = (fifteen, thirty_one, pairs, run, last)
        for (name, possible), points in zip(_POSSIBLE.items(), parts, strict=True):
            if type(points) is not int:
                raise TypeError(f"{name} is a number of points, not {type(points).__name__}: {shown(points)}")
            if points not in possible:
                raise CribscoreError(
                    f"{name} {shown(points)} is not one of {', '.join(map(str, sorted(possible)))}"
                )
        score = super().__new__(cls, sum(parts))
        known_by(score).update(zip(_POSSIBLE, parts, strict=True), parts=parts)
        return score

    def to_dict(self) -> dict[str, int]:
        """Return the total and the parts as plain values, as JSON has them.

        >>> score_peg("7H 8C").to_dict()
        {'total': 2, 'fifteen': 2, 'thirty_one': 0, 'pairs': 0, 'run': 0, 'last': 0}
        """
        return {"total": int(self), **dict(zip(_POSSIBLE, self.parts, strict=True))}

    def __repr__(self) -> str:
        names = [name.replace("_", "-") for name in _POSSIBLE]
        parts = ", ".join(f"{name} {points}" for name, points in zip(names, self.parts, strict=True))
        return f"<PegScore {self}: {parts}>"

    def __reduce__(self) -> tuple[type[PegScore], tuple[int, int, int, int, int]]:
        return type(self), self.parts


# Every score by its packed points, each made when it is first met.
_shared: Final[list[PegScore | None]] = [None] * _wire.PEG_PACKED
_made: Final[dict[int, PegScore]] = {}


def score_packed(packed: int) -> PegScore:
    """Return the one score with these packed points."""
    score = _shared[packed]
    if score is None:
        # One call of setdefault decides between threads: no lock, which an interrupted thread could hold.
        score = _shared[packed] = _made.setdefault(packed, PegScore(*_wire.peg_parts_of(packed)))
    return score


def score_peg(pile: CardsLike, *, last: bool = False) -> PegScore:
    """Score the last card of a pile: of the cards played since the count was 0.

    >>> score_peg("7H 8C")
    <PegScore 2: fifteen 2, thirty-one 0, pairs 0, run 0, last 0>
    >>> score_peg("4C 2C 6C 3C 5H").run, score_peg("5H 5C 5S").parts
    (5, (2, 0, 6, 0, 0))
    >>> score_peg("KH QH JH", last=True).parts, score_peg("KH QH JH AC", last=True).parts
    ((0, 0, 0, 3, 1), (0, 2, 0, 0, 0))
    >>> score_peg("KH QH JH 2C")
    Traceback (most recent call last):
    ...
    cribscore.IllegalPegError: a pile adds up to 32: above 31

    A pair counts the cards of one rank in a row at the end of the pile. A run is the most cards at the end of
    the pile, three or more, that are consecutive ranks in any order. The ace is low; suits do not count.

    Args:
        pile: The cards as text or one by one, in the order in which they were played.
        last: Whether no other card follows in this count, by a go or because no cards are left. The point
            for it is not scored at thirty-one.

    Returns:
        The score. Equal parts are the same object.

    Raises:
        IllegalPegError: The pile is empty, holds a card twice or adds up to more than 31.
        InvalidCardError: A value is not a card.
        TypeError: An argument is of another type.
    """
    packed = _core.pack_peg(pile_of(cards_of(pile)))
    if last and not packed & 2:
        packed |= PEG_LAST
    return score_packed(packed)


def pile_of(cards: list[Card]) -> int:
    """Return a pile of different cards as the cores read it."""
    count = sum(card.value for card in cards)
    if not cards:
        raise IllegalPegError("a pile holds at least 1 card, got 0")
    if (repeated := first_repeated(cards)) is not None:
        raise IllegalPegError(f"{repeated} appears twice")
    if count > FULL:
        raise IllegalPegError(f"a pile adds up to {count}: above {FULL}")
    pile = 0
    for card in cards:
        pile = pile << 4 | card.rank
    return pile


# ---------------------------------------------------------------- the play


class Played(NamedTuple):
    """A card that was played.

    >>> play = Pegging.replay(["KH 5C 9D 8H", "QC JD 7C 8D"], "KH QC 5C")
    >>> play.plays[-1]
    Played(player=0, card=Card('5C'), score=<PegScore 1: ...>, count=25, go=(1, 0))
    >>> play.plays[-1].said
    'go for one'

    Attributes:
        player: Who played it.
        card: The card.
        score: What it scored, a `PegScore`.
        count: The count with it.
        go: The players who could not follow it, and said go: in turn, up to the player who did. After the
            last card of a count below thirty-one they are all who still held cards.
    """

    player: int
    card: Card
    score: PegScore
    count: int  # type: ignore[assignment]  # it takes the place of a method of tuples
    go: tuple[int, ...]

    @property
    def said(self) -> str:
        """What the player says of the points: "fifteen for two", "go for one"; "" if there are none."""
        score = self.score
        found = [
            ("fifteen", score.fifteen),
            ("thirty-one", score.thirty_one),
            (_PAIRS.get(score.pairs, ""), score.pairs),
            (f"a run of {in_words(score.run)}", score.run),
            ("go" if self.go else "last card", score.last),
        ]
        return ", ".join(f"{name} for {in_words(points)}" for name, points in found if points)

    def to_dict(self) -> dict[str, Any]:
        """Return the card as plain values, as JSON has it.

        >>> Pegging.replay(["KH", "5C"], "KH 5C").plays[0].to_dict()["card"]
        'KH'
        """
        return {
            "player": self.player,
            "card": str(self.card),
            "score": self.score.to_dict(),
            "count": self.count,
            "go": list(self.go),
        }


class _Option(NamedTuple):
    """Who may play the next card, on which pile, and what that says of the card before."""

    player: int
    total: int
    pile: int
    cards: int  # that he may play
    go: tuple[int, ...]  # who did not follow the card before
    ended: bool  # whether that was the last card of its count
    least: tuple[int, ...]  # the least value that each player's cards have, as his goes show


class _Hidden(NamedTuple):
    """What a position with a hidden hand has beside that of one without."""

    options: tuple[_Option, ...]  # in the order in which the players are asked
    numbers: tuple[int, ...]  # how many cards each player holds
    unseen: int  # the cards that hidden hands may hold
    last: _Play | None  # the last card played, as it is known in this position


# A position and a play are plain tuples, since each card makes one of each.
# The set of the cards that each shown hand holds (0 for a hidden one), the turn, the count, the pile; more
# if a hand is hidden.
_Position: TypeAlias = "tuple[list[int], int | None, int, int, _Hidden | None]"
# What makes a `Played`, with packed points.
_Play: TypeAlias = tuple[int, Card, int, int, tuple[int, ...]]


class Pegging:
    """The play of one deal, card by card, for two to four players.

    >>> play = Pegging(["5H 4D 6S KC", "JC 5D 2H 9S"])
    >>> play.play("5H"), play.play("JC")
    (<PegScore 0: ...>, <PegScore 2: fifteen 2, thirty-one 0, pairs 0, run 0, last 0>)
    >>> play.turn, play.count, play.points
    (0, 15, (0, 2))
    >>> play.play("JC")
    Traceback (most recent call last):
    ...
    cribscore.IllegalPegError: JC was played already
    >>> play.play("KC"), play.turn, play.legal
    (<PegScore 0: ...>, 1, (Card('5D'), Card('2H')))
    >>> play.plays[-1]
    Played(player=0, card=Card('KC'), score=<PegScore 0: ...>, count=25, go=())

    A go is found and never told: the turn passes to the next player who can play. When nobody can, the count
    begins again at 0, and the point for the go or the last card is the `last` part of the card that earned
    it. A card that is not legal raises an error and changes nothing.

    A hand may be hidden, as that of another player is at a table: its number of cards takes its place. Then
    the next card shows whether a player said go, and the point for it is added when that is known. Every card
    that no shown hand holds may be in a hidden one, until a go shows that it is not. If several players may
    have played a card, `play` asks who did.

    >>> play = Pegging(["5H 4D 6S KC", 4])
    >>> play.play("KC"), play.play("QD"), play.play("6S"), play.play("4D")  # at 26 the other said go
    (<PegScore 0: ...>, <PegScore 0: ...>, <PegScore 0: ...>, <PegScore 1: ..., last 1>)
    >>> play.plays[2].go, play.count, play.hands
    ((1,), 0, ((Card('5H'),), 3))

    Printed, a play is its cards with the points, as players say them; the format code `u` shows symbols.

    Two plays are equal if their hands, their lead, their cards played and the players of these are. A play
    changes, so it is not hashable.

    Args:
        hands: Two to four hands of 1 to 13 cards, each as text or card by card, or as a number if it is
            hidden. The players are numbered from 0. In a game of two, give the pone's hand first.
        lead: The number of the player who leads.

    Raises:
        InvalidHandError: There are too few or too many hands or cards, or a card appears twice.
        InvalidCardError: A value is not a card.
        CribscoreError: `lead` is not the number of a player.
        TypeError: An argument is of another type.
    """

    __module__ = "cribscore"
    __slots__ = ("_after", "_dealt", "_lead", "_now", "_past", "_plays")

    __hash__ = None  # type: ignore[assignment]  # a play changes

    def __init__(self, hands: Iterable[PlayHand], *, lead: int = 0) -> None:
        self._dealt = _checked_hands(hands)
        players = len(self._dealt)
        self._lead = whole("lead", lead, players - 1)
        # Who is asked after each player, himself as the last.
        self._after = [
            [(player + step) % players for step in range(1, players + 1)] for player in range(players)
        ]
        self._plays: list[_Play] = []
        self._past: list[_Position] = []
        sets = [0 if isinstance(hand, int) else _set_of(hand) for hand in self._dealt]
        hidden = None
        if any(isinstance(hand, int) for hand in self._dealt):
            numbers = tuple(hand if isinstance(hand, int) else len(hand) for hand in self._dealt)
            unseen = _WHOLE & ~sum(sets)
            nothing = (0,) * players
            first = _Option(self._lead, 0, 0, 0, (), False, nothing)
            hidden = self._hidden([first], sets, numbers, unseen, None)
        self._now: _Position = (sets, self._lead, 0, 0, hidden)

    @classmethod
    def replay(cls, hands: Iterable[PlayHand], cards: PegPlays, *, lead: int = 0) -> Pegging:
        """Play cards in turn.

        >>> play = Pegging.replay(["AH 5C 4D 6H", "5H AD 6S 5S"], "AH 6S 4D 5S 6H AD 5C 5H")
        >>> play.points, play.over
        ((4, 4), True)
        >>> table = Pegging.replay(["KC QC JC 5H", 4, 4], "KC 9D 4H 5H 2:3H")
        >>> table == Pegging.replay(["KC QC JC 5H", 4, 4], ["KC", "9D", "4H", "5H", (2, "3H")])
        True

        Args:
            hands: As for `Pegging`.
            cards: The cards in the order of play: all of them, or the first ones. The number of the player
                may stand before a card: `2:3H` in a text, `(2, "3H")` in a sequence. It is needed where
                several players may have played the card.
            lead: As for `Pegging`.

        Raises:
            IllegalPegError: A card may not be played in its turn, or several players may have played it.
            CribscoreError: A number is not that of a player, or no card follows it.
        """
        play = cls(hands, lead=lead)
        for player, card in plays_of(cards):
            play.play(card, player)
        return play

    # What lies on the table

    @property
    def dealt(self) -> tuple[tuple[Card, ...] | int, ...]:
        """The hands as they were when the play began."""
        return self._dealt

    @property
    def lead(self) -> int:
        """The number of the player who led."""
        return self._lead

    @property
    def hands(self) -> tuple[tuple[Card, ...] | int, ...]:
        """The cards that each player still holds; their number if the hand is hidden."""
        sets, *_, hidden = self._now
        return tuple(
            hidden.numbers[player]
            if isinstance(hand, int) and hidden is not None
            else tuple(card for card in _cards(hand) if sets[player] >> card.index & 1)
            for player, hand in enumerate(self._dealt)
        )

    @property
    def turn(self) -> int | None:
        """The number of the player who plays the next card; None when the play is over.

        If that depends on a hidden hand, it is the first player in turn who may have a card to play.
        """
        return self._now[1]

    @property
    def count(self) -> int:
        """What the cards of the pile add up to: 0 to 30."""
        return self._now[2]

    @property
    def pile(self) -> tuple[Card, ...]:
        """The cards played since the count was 0."""
        cards = (self._now[3].bit_length() + 3) // 4
        return tuple(card for _, card, *_ in self._plays[len(self._plays) - cards :])

    @property
    def points(self) -> tuple[int, ...]:
        """What each player has scored."""
        points = [0] * len(self._dealt)
        for player, _, packed, _, _ in self._plays:
            points[player] += score_packed(packed)
        return tuple(points)

    @property
    def plays(self) -> tuple[Played, ...]:
        """The cards played, each as a `Played`."""
        return tuple(
            Played(player, card, score_packed(packed), count, go)
            for player, card, packed, count, go in self._plays
        )

    @property
    def over(self) -> bool:
        """Whether all cards are played."""
        return self._now[1] is None

    @property
    def legal(self) -> tuple[Card, ...]:
        """The cards that `play` takes now.

        They are cards of the player in turn. If that depends on a hidden hand, they are also the cards that
        others may play after a go, some of which `play` takes only with the player.
        """
        sets, turn, count, _, hidden = self._now
        if turn is None:
            return ()
        legal = sets[turn] & _WITHIN[FULL - count]
        for option in () if hidden is None else hidden.options:
            legal |= option.cards
        return tuple(card for card in _cards(self._dealt[turn]) or DECK if legal >> card.index & 1)

    # Playing

    def play(self, card: CardLike, player: SupportsIndex | None = None) -> PegScore:
        """Play a card of the player in turn.

        >>> play = Pegging(["KC QC JC TC", "9C 8C 7C AC"])
        >>> play.play("KC"), play.play("9C"), play.play("QC")
        (<PegScore 0: ...>, <PegScore 0: ...>, <PegScore 0: ...>)
        >>> play.play("8C")
        Traceback (most recent call last):
        ...
        cribscore.IllegalPegError: 8C brings the count to 37: above 31
        >>> play.play("AC")
        <PegScore 1: fifteen 0, thirty-one 0, pairs 0, run 0, last 1>

        Where hands are hidden, two players may have a card: the first, or the next after a go of the first.

        >>> play = Pegging.replay(["KC QC JC 5H", 4, 4], "KC 9D 4H 5H")
        >>> play.play("3H")
        Traceback (most recent call last):
        ...
        cribscore.IllegalPegError: player 1 or player 2 may have played 3H: say which, by "1:3H" or player=1
        >>> play.play("3H", player=2), play.points
        (<PegScore 5: ... thirty-one 2, pairs 0, run 3, last 0>, (0, 0, 5))

        Args:
            card: What `Card` takes.
            player: The number of the player who plays it. It may be left out unless several may hold it.

        Returns:
            What it scores, with the point for the go or the last card if it is known already that no other
            card follows: it is unless that depends on a hidden hand.

        Raises:
            IllegalPegError: The card may not be played now, or several players may have played it. Nothing
                has changed.
            InvalidCardError: The value is not a card.
            CribscoreError: The player does not exist.
            TypeError: An argument is of another type.
        """
        if type(card) is not Card:
            card = Card(card)
        sets, turn, count, pile, hidden = now = self._now
        other = False  # whether another player is named
        if player is not None:
            player = whole("player", player, len(self._dealt) - 1)
            other = player != turn
        if hidden is not None:
            return self._play_with_hidden(card, player, hidden)
        bit = 1 << card.index
        count += card.value
        if turn is None or not sets[turn] & bit or count > FULL or other:
            raise IllegalPegError(self._why_not(card, player))
        pile = pile << 4 | card.rank
        packed, reached = _core.pack_peg(pile), count
        sets = sets.copy()
        sets[turn] ^= bit
        room, order = _WITHIN[FULL - count], self._after[turn]
        go: tuple[int, ...] = ()
        following: int | None
        for following in order:
            if sets[following] & room:
                break
            if sets[following] and room:
                go += (following,)
        else:
            if room:
                packed |= PEG_LAST
            count = pile = 0
            following = next((player for player in order if sets[player]), None)
        self._past.append(now)
        self._plays.append((turn, card, packed, reached, go))
        self._now = sets, following, count, pile, None
        return _shared[packed] or score_packed(packed)

    def undo(self) -> None:
        """Take the last card back.

        >>> play = Pegging.replay(["KH", "5C"], "KH")
        >>> play.undo()
        >>> play == Pegging(["KH", "5C"])
        True

        Raises:
            IllegalPegError: No card was played.
        """
        if not self._past:
            raise IllegalPegError("nothing to undo")
        self._now = self._past.pop()
        self._plays.pop()
        hidden = self._now[4]
        if hidden is not None and hidden.last is not None:
            self._plays[-1] = hidden.last

    def copy(self) -> Pegging:
        """Return an independent copy.

        >>> play = Pegging(["KH", "5C"])
        >>> other = play.copy()
        >>> other.play("KH"), play.count, other.count
        (<PegScore 0: ...>, 0, 10)
        """
        other = object.__new__(type(self))
        other._dealt, other._lead, other._after = self._dealt, self._lead, self._after
        other._now, other._past, other._plays = self._now, self._past.copy(), self._plays.copy()
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Pegging:
        return self.copy()

    def view(self, player: int) -> PeggingView:
        """Return what a player sees: of the other hands only how many cards they hold.

        >>> Pegging.replay(["5H 4D", "JC 2H"], "5H").view(1)
        <PeggingView of player 1, to play: hand JC 2H, others 1, pile 5H, count 5, points 0 0>

        Args:
            player: The number of the player.

        Raises:
            CribscoreError: The player does not exist, or the hand is hidden.
        """
        player = whole("player", player, len(self._dealt) - 1)
        if isinstance(self._dealt[player], int):
            raise CribscoreError(f"hand {player} is hidden")
        return PeggingView._of(self, player)

    def _why_not(self, card: Card, player: int | None) -> str:
        """Why a card is not legal, played by this player if one is given; the first reason that applies."""
        sets, turn, count, _, hidden = self._now
        if turn is None:
            return "the play is over"
        if any(card is played for _, played, *_ in self._plays):
            return f"{card} was played already"
        if player is not None:
            counts = {turn: count} if hidden is None else {who: total for who, total, *_ in hidden.options}
            if player not in counts:
                return f"{_players(counts)} is to play, not player {player}"
            turn, count = player, counts[player]
        holder = next((player for player, held in enumerate(sets) if held >> card.index & 1), None)
        if holder not in (None, turn):
            return f"hand {turn} is to play, and {card} is in hand {holder}"
        if holder is None and (hidden is None or not isinstance(self._dealt[turn], int)):
            held = self.hands[turn]
            return f"{card} is not in hand {turn}: {spaced(_cards(held))}"
        if count + card.value > FULL:
            return f"{card} brings the count to {count + card.value}: above {FULL}"
        if hidden is not None and card.value >= hidden.options[0].least[turn]:
            return f"{card} is not in hand {turn}: other hidden hands hold it"
        return f"{card} is not in hand {turn}, which could not play it before"

    # Hidden hands

    def _play_with_hidden(self, card: Card, player: int | None, hidden: _Hidden) -> PegScore:
        """Play a card where a hand is hidden."""
        now, bit = self._now, 1 << card.index
        fitting = [
            option for option in hidden.options if option.cards & bit and player in (None, option.player)
        ]
        if not fitting:
            raise IllegalPegError(self._why_not(card, player))
        option = fitting[0]
        if any(other.player != option.player for other in fitting):
            raise IllegalPegError(
                f"{_players(other.player for other in fitting)} may have played {card}: "
                f'say which, by "{option.player}:{card}" or player={option.player}'
            )
        player, pile, count = option.player, option.pile << 4 | card.rank, option.total + card.value
        played: _Play = player, card, _core.pack_peg(pile), count, ()
        sets, unseen = now[0].copy(), hidden.unseen & ~bit
        sets[player] &= ~bit
        numbers = tuple(number - (place == player) for place, number in enumerate(hidden.numbers))
        options = self._options(sets, numbers, option.least, played, pile)
        after = self._hidden(options, sets, numbers, unseen, played)
        if len(after.options) <= 1:  # what the next card would show is known already
            played = _settled(played, after.options[0] if after.options else options[-1])
            after = after._replace(last=played)
        self._past.append(now)
        if self._plays:
            self._plays[-1] = _settled(self._plays[-1], option)
        self._plays.append(played)
        if after.options:
            following = after.options[0]
            self._now = sets, following.player, following.total, following.pile, after
        else:
            self._now = sets, None, 0, 0, after
        return score_packed(played[2])

    def _options(
        self,
        sets: list[int],
        numbers: tuple[int, ...],
        least: tuple[int, ...],
        played: _Play,
        pile: int,
    ) -> list[_Option]:
        """Who may play after a card, whatever the hidden hands hold, in the order in which they are asked."""
        options: list[_Option] = []
        go: tuple[int, ...] = ()
        last, _, _, count, _ = played
        room, order = FULL - count, self._after[last]
        for player in order if room else ():
            if not numbers[player]:
                continue
            is_hidden = isinstance(self._dealt[player], int)
            if is_hidden or sets[player] & _WITHIN[room]:
                options.append(_Option(player, count, pile, 0, go, False, least))
            if not is_hidden and sets[player] & _WITHIN[room]:
                return options
            go += (player,)
            if is_hidden:
                least = tuple(
                    max(value, room + 1) if place == player else value for place, value in enumerate(least)
                )
        leader = next((player for player in order if numbers[player]), -1)
        options.append(_Option(leader, 0, 0, 0, go, bool(room), least))
        return options

    def _hidden(
        self,
        options: list[_Option],
        sets: list[int],
        numbers: tuple[int, ...],
        unseen: int,
        last: _Play | None,
    ) -> _Hidden:
        """Keep the options in which a card may be played, each with these cards."""
        possible: list[_Option] = []
        for option in options:
            player, least = option.player, option.least
            if player < 0:
                continue
            fitting = _WITHIN[FULL - option.total]
            if not isinstance(self._dealt[player], int):
                cards = sets[player] & fitting if self._can_be(numbers, unseen, least) else 0
            else:
                fewer = tuple(number - (place == player) for place, number in enumerate(numbers))
                cards = unseen & fitting & ~_WITHIN[max(least[player] - 1, 0)]
                # Cards of one value are alike here.
                for value in range(1, 11):
                    alike = cards & _WITHIN[value] & ~_WITHIN[value - 1]
                    if alike and not self._can_be(fewer, unseen & ~(alike & -alike), least):
                        cards &= ~alike
            if cards:
                possible.append(option._replace(cards=cards))
        return _Hidden(tuple(possible), numbers, unseen, last)

    def _can_be(self, numbers: tuple[int, ...], unseen: int, least: tuple[int, ...]) -> bool:
        """Whether the unseen cards can fill the hidden hands, each with cards of its least value or more."""
        for bound in {0, *least}:
            needed = sum(
                number
                for number, value, hand in zip(numbers, least, self._dealt, strict=True)
                if isinstance(hand, int) and value >= bound
            )
            if needed > (unseen & ~_WITHIN[max(bound - 1, 0)]).bit_count():
                return False
        return True

    # As a value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Pegging):
            return NotImplemented
        return self._key() == other._key()

    def _key(self) -> tuple[object, ...]:
        hands = [hand if isinstance(hand, int) else frozenset(hand) for hand in self._dealt]
        return hands, self._lead, self._moves()

    def _moves(self) -> list[tuple[int, Card]]:
        return [(player, card) for player, card, *_ in self._plays]

    def _cards(self) -> list[Card]:
        return [card for _, card, *_ in self._plays]

    def __reduce__(self) -> tuple[Any, tuple[object, ...]]:
        return _restored, (self._dealt, self._lead, self._moves())

    def to_dict(self) -> dict[str, Any]:
        """Return all of the play as plain values, as JSON has them. `hands` are the hands as they were dealt.

        >>> document = Pegging.replay(["KH 5S", "5C 2D"], "KH 5C").to_dict()
        >>> document["hands"], document["points"], document["pile"]
        ([['KH', '5S'], ['5C', '2D']], [0, 2], ['KH', '5C'])
        """
        return {
            "hands": [_texts(hand) for hand in self._dealt],
            "lead": self._lead,
            "plays": [play.to_dict() for play in self.plays],
            "pile": _texts(self.pile),
            "count": self.count,
            "turn": self.turn,
            "points": list(self.points),
            "over": self.over,
        }

    def _table(self, style: str) -> str:
        """Write the cards played, a line each, and then whose turn it is."""
        lines = [("player", "card", "count", "points", "said")]
        for player, card, score, count, go in (plays := self.plays):
            goes = () if score.last else (f"player {other} says go" for other in go)
            said = ", ".join(filter(None, [plays[len(lines) - 1].said, *goes]))
            lines.append((str(player), format(card, style), str(count), str(score), said))
        table = "\n".join(
            f"{player:<8}{card:<6}{count:>5}{points:>8}  {said}".rstrip()
            for player, card, count, points, said in lines
        )
        return f"{table}\n\n{_outcome(self)}"

    def to_html(self) -> str:
        """Return the play as HTML, as a notebook shows it: a line of cards with the count and the points."""
        return _line_html(self)

    _repr_html_ = to_html

    def __str__(self) -> str:
        return self._table("")

    def __format__(self, spec: str) -> str:
        return format_styled(spec, self._table(""), self._table("u"))

    def __repr__(self) -> str:
        hands = " / ".join(
            f"{hand} hidden" if isinstance(hand, int) else spaced(hand) or "-" for hand in self.hands
        )
        points = " ".join(map(str, self.points))
        if self.over:
            return f"<Pegging over: points {points}>"
        return f"<Pegging: hands {hands}, {self.turn} to play, {_state(self)}>"


def _settled(played: _Play, option: _Option) -> _Play:
    """The card played last, when it is known what followed it."""
    player, card, packed, count, _ = played
    return player, card, packed | (PEG_LAST if option.ended else 0), count, option.go


def _restored(hands: Iterable[PlayHand], lead: int, moves: Iterable[tuple[int, Card]]) -> Pegging:
    return Pegging.replay(hands, moves, lead=lead)


def plays_of(cards: PegPlays) -> Iterator[tuple[SupportsIndex | None, Card]]:
    """Yield cards in the order of play, each with the number of the player if it is given."""
    if isinstance(cards, str):
        first, *named = re.split(r"(?<![^\s,;])([0-9]{1,9}):", cards)
        yield from ((None, card) for card in cards_of(first))
        for number, text in zip(named[::2], named[1::2], strict=True):
            if not (following := cards_of(text)):
                raise CribscoreError(f"no card follows {shown(f'{number}:')}")
            yield int(number), following[0]
            yield from ((None, card) for card in following[1:])
        return
    for item in items_of(cards, "cards are given as text or one by one"):
        if isinstance(item, tuple) and len(item) == 2:
            yield item[0], Card(item[1])
        elif isinstance(item, str) and ":" in item:
            yield from plays_of(item)
        else:
            yield None, Card(item)


def _players(numbers: Iterable[int]) -> str:
    return " or ".join(f"player {number}" for number in dict.fromkeys(numbers))


def _set_of(cards: Iterable[Card]) -> int:
    return sum(1 << card.index for card in cards)


def _cards(hand: tuple[Card, ...] | int) -> tuple[Card, ...]:
    """The cards of a shown hand."""
    return () if isinstance(hand, int) else hand


def _texts(hand: tuple[Card, ...] | int) -> list[str] | int:
    return hand if isinstance(hand, int) else [str(card) for card in hand]


def _state(play: Pegging | PeggingView) -> str:
    """What lies on the table, in short."""
    points = " ".join(map(str, play.points))
    return f"pile {spaced(play.pile) or 'empty'}, count {play.count}, points {points}"


def _outcome(play: Pegging | PeggingView) -> str:
    """Whose turn it is, and the points."""
    points = " ".join(map(str, play.points))
    if play.over:
        return f"over, points {points}"
    return f"player {play.turn} to play, count {play.count}, points {points}"


def _line_html(play: Pegging | PeggingView) -> str:
    from . import _html  # only a notebook needs it

    plays = play.plays
    line = [
        (played.count, int(played.score), played.said, played.count == played.card.value) for played in plays
    ]
    players = [
        (
            [played.card.face if played.player == player else None for played in plays],
            hand if isinstance(hand, int) else [card.face for card in hand],
        )
        for player, hand in enumerate(play.hands)
    ]
    return _html.play(players, line, _outcome(play))


def _checked_hands(hands: Iterable[PlayHand]) -> tuple[tuple[Card, ...] | int, ...]:
    what = "hands are given one by one"
    if isinstance(hands, str):
        raise TypeError(f"{what}, not in one text: {shown(hands)}")
    items = items_of(hands, what)
    if not 2 <= len(items) <= 4:
        raise InvalidHandError(f"the play has 2 to 4 hands, got {numbered(items)}")
    checked = tuple(_checked_hand(number, hand) for number, hand in enumerate(items))
    repeated = first_repeated(card for hand in checked for card in _cards(hand))
    if repeated is not None:
        raise InvalidHandError(f"{repeated} appears twice")
    return checked


def _checked_hand(number: int, hand: PlayHand) -> tuple[Card, ...] | int:
    most = _wire.PEG_CARDS
    if not isinstance(hand, (str, Card)):
        try:
            size = integer(hand)
        except TypeError:
            pass
        else:
            if not 1 <= size <= most:
                raise InvalidHandError(f"hand {number} has 1 to {most} cards, got {shown(size)}")
            return size
    try:
        cards = cards_of(hand)  # type: ignore[arg-type]
    except CribscoreError as error:
        raise type(error)(f"hand {number}: {error}") from None
    if not 1 <= len(cards) <= most:
        raise InvalidHandError(f"hand {number} has 1 to {most} cards, got {counted(cards)}")
    return tuple(cards)


Played.__module__ = "cribscore"


# ---------------------------------------------------------------- what a player sees


class PeggingView(Immutable):
    """What one player sees of a play: his own hand, and what lies on the table.

    >>> view = Pegging.replay(["5H 4D", "JC 2H"], "5H").view(1)
    >>> view.hand, view.hands, view.legal
    ((Card('JC'), Card('2H')), (1, (Card('JC'), Card('2H'))), (Card('JC'), Card('2H')))

    Two plays that differ only in what a player cannot see give him equal views. `Pegging.view` makes it.

    Attributes:
        player: The number of the player.
        hand: The cards that he still holds.
        hands: Of each player, the cards that he still holds or, for another player, their number.
        lead: Who led.
        plays: The cards played, each as a `Played`.
        pile: The cards played since the count was 0.
        count: What they add up to.
        turn: Who plays next; None when the play is over.
        legal: The cards that the player may play now; none if it is not his turn.
        points: What each player has scored.
        over: Whether all cards are played.
    """

    __module__ = "cribscore"
    __slots__ = (
        *("count", "hand", "hands", "lead", "legal", "over", "pile", "player", "plays", "points"),
        "turn",
    )

    player: int
    hand: tuple[Card, ...]
    hands: tuple[tuple[Card, ...] | int, ...]
    lead: int
    plays: tuple[Played, ...]
    pile: tuple[Card, ...]
    count: int
    turn: int | None
    legal: tuple[Card, ...]
    points: tuple[int, ...]
    over: bool

    @classmethod
    def _of(cls, play: Pegging, player: int) -> PeggingView:
        hands = play.hands
        return cls._made(
            player=player,
            hand=_cards(hands[player]),
            hands=tuple(
                hand if isinstance(hand, int) or number == player else len(hand)
                for number, hand in enumerate(hands)
            ),
            lead=play.lead,
            plays=play.plays,
            pile=play.pile,
            count=play.count,
            turn=play.turn,
            legal=tuple(card for card in play.legal if card in _cards(hands[player]))
            if play.turn == player
            else (),
            points=play.points,
            over=play.over,
        )

    @classmethod
    def _made(cls, **attributes: object) -> PeggingView:
        view = object.__new__(cls)
        set_once(view, **attributes)
        return view

    def __new__(cls, *_: object, **__: object) -> PeggingView:
        raise TypeError("a PeggingView is made by Pegging.view")

    def to_dict(self) -> dict[str, Any]:
        """Return the view as plain values, as JSON has them.

        >>> Pegging(["5H 4D", "JC 2H"]).view(0).to_dict()["hands"]
        [['5H', '4D'], 2]
        """
        return {
            "player": self.player,
            "hands": [_texts(hand) for hand in self.hands],
            "lead": self.lead,
            "plays": [play.to_dict() for play in self.plays],
            "pile": _texts(self.pile),
            "count": self.count,
            "turn": self.turn,
            "legal": _texts(self.legal),
            "points": list(self.points),
            "over": self.over,
        }

    def to_html(self) -> str:
        """Return the view as HTML, as a notebook shows it: a line of cards with the count and the points."""
        return _line_html(self)

    _repr_html_ = to_html

    def _values(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PeggingView):
            return NotImplemented
        return self._values() == other._values()

    def __hash__(self) -> int:
        return hash((self.player, self.hands, self.lead, self.plays))

    def __reduce__(self) -> tuple[Any, tuple[dict[str, Any]]]:
        return _restored_view, (self._values(),)

    def __repr__(self) -> str:
        own = f"<PeggingView of player {self.player}"
        if self.over:
            return f"{own}: over, points {' '.join(map(str, self.points))}>"
        turn = "to play" if self.turn == self.player else f"player {self.turn} to play"
        others = " ".join(str(hand) for hand in self.hands if isinstance(hand, int))
        return f"{own}, {turn}: hand {spaced(self.hand) or '-'}, others {others}, {_state(self)}>"


def _restored_view(values: dict[str, Any]) -> PeggingView:
    return PeggingView._made(**values)


# ---------------------------------------------------------------- the best card, both hands known


class PegLine(NamedTuple):
    """The best card of the player in turn where both know both hands.

    >>> best_peg(Pegging(["5H 4D", "JC 2H"]))
    PegLine(card=Card('4D'), value=..., line=(Card('4D'), ...))

    Attributes:
        card: The card.
        value: The points that the player in turn makes from here to the end of the play, less the other's.
        line: The cards to the end of the play, this one first, if both always play their best.
    """

    card: Card
    value: int
    line: tuple[Card, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the card, the value and the line as plain values, as JSON has them.

        >>> best_peg(Pegging(["5H", "JC"])).to_dict()
        {'card': '5H', 'value': -3, 'line': ['5H', 'JC']}
        """
        return {"card": str(self.card), "value": self.value, "line": _texts(self.line)}


PegLine.__module__ = "cribscore"


def best_peg(pegging: Pegging) -> PegLine:
    """Find the best card of the player in turn where both players know both hands.

    >>> play = Pegging(["7S 6H JH KC", "TH 8D 9H KH"])
    >>> card, value, line = best_peg(play)
    >>> value
    -1
    >>> play.play(card) == line[0]
    False

    Both play for the most points less the other's until all cards are played. Of several cards of equal value
    it is the first in the order of `DECK`. The answer is exact: no line is left out that could change it.

    Args:
        pegging: A play of two, which is not changed.

    Returns:
        The card, its value and the line that both then play.

    Raises:
        IllegalPegError: The play is over.
        CribscoreError: There are more than two players, a hand is hidden, or more than 20 cards are left.
        TypeError: The argument is of another type.
    """
    if not isinstance(pegging, Pegging):
        raise TypeError(f"a play is a Pegging, not {type(pegging).__name__}: {shown(pegging)}")
    play = pegging.copy()
    sets, turn, _, pile, _ = play._now
    if len(sets) != 2:
        raise CribscoreError(f"best_peg is for two players, not {len(sets)}")
    for number, hand in enumerate(play.dealt):
        if isinstance(hand, int):
            raise CribscoreError(f"hand {number} is hidden: best_peg needs both hands")
    if turn is None:
        raise IllegalPegError("the play is over")
    if (cards := sum(sets).bit_count()) > _wire.BEST_CARDS:
        raise CribscoreError(f"best_peg takes up to {_wire.BEST_CARDS} cards in both hands, got {cards}")
    index, value = _core.best_peg(sets[turn], sets[1 - turn], pile)
    play.play(DECK[index])
    while (turn := play.turn) is not None:
        sets, _, _, pile, _ = play._now
        index, _ = _core.best_peg(sets[turn], sets[1 - turn], pile)
        play.play(DECK[index])
    line = tuple(play._cards()[len(pegging._plays) :])
    return PegLine(line[0], value, line)
