"""Why a move may be good, in words: what its lines make with it, and what they may become."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from .._messages import in_words
from ..cards import DECK, Card, spaced
from ..explain import Combination, CombinationKind, HandExplanation, with_article
from ..grids import Grid
from .game import Game
from .moves import Move, MoveKind

__all__ = ["reason"]


def reason(game: Game, move: Move | str) -> str:
    """Say what the lines of a move make with it, and what one card more may make of them.

    >>> game = Game(seed=2)
    >>> game.play("b2")
    >>> game.grid[1, 1], game.card
    (Card('9H'), Card('6D'))
    >>> print(reason(game, "b1"))
    column b makes a fifteen

    It describes the move and does not judge it; `Player.advise` does.

    Args:
        game: The game; it is not changed, and cards that are not turned up are not looked at.
        move: One of its `legal_moves()`, or its text.

    Raises:
        IllegalMoveError: The rules do not allow the move, or the text is not a move.
        TypeError: It is neither a `Move` nor text.
    """
    move, rules = game._checked(move), game.rules
    hidden = not (rules.open or rules.shuffle)
    unseen = None if hidden else [card for card in (game.card, *game.upcoming) if card is not None]
    return reason_on(game.grid, game.card, game.reserves, move, waste=rules.waste, unseen=unseen)


def reason_on(
    grid: Grid,
    card: Card | None,
    reserves: Sequence[Sequence[Card]],
    move: Move,
    *,
    waste: bool,
    unseen: Iterable[Card] | None = None,
    style: str = "",
) -> str:
    """Say it for a position and a legal move.

    `unseen` are the cards not yet placed, if all of them are known.
    """
    if move.kind is MoveKind.FINISH:
        return "the swaps end"
    if move.cell is not None and move.other is not None:
        return f"{spaced([grid[move.cell]], style)} and {spaced([grid[move.other]], style)} change places"
    if move.kind is MoveKind.FROM_RESERVE and move.reserve is not None:
        placed: Card | None = reserves[move.reserve][-1]
    else:
        placed = move.card or card
    if move.cell is None or placed is None:
        return f"{spaced([card], style)} is {'thrown away' if waste else 'kept for later'}"
    row, column = move.cell
    after = grid.replace(row, column, placed)
    gone = {*after.cards, *(one for pile in reserves for one in pile if waste)}
    left = [one for one in (DECK if unseen is None else unseen) if one not in gone]
    found = []
    for name, line in (
        (f"row {row + 1}", after.rows[row]),
        (f"column {'abcd'[column]}", after.columns[column]),
    ):
        words = _line_in_words([one for one in line if one is not None], placed, left)
        if words:
            found.append(f"{name} {words}")
    return "; ".join(found) or "it makes nothing yet"


def _line_in_words(line: Sequence[Card], placed: Card, left: Sequence[Card]) -> str:
    """Say what a card makes in its line, and what one card more may make of it."""
    made = list(_names(_groups(line, placed)))
    better = list(_prospects(line, placed, left)) if 1 < len(line) < 4 else []
    parts = (("makes", made, "and"), ("may become", better, "or"))
    return " and ".join(f"{verb} {_listed(words, last)}" for verb, words, last in parts if words)


def _groups(line: Sequence[Card], placed: Card) -> list[Combination]:
    """The combinations of a line that a card takes part in."""
    return [group for group in HandExplanation._of(tuple(line), None, False).groups if placed in group.cards]


def _names(groups: Iterable[Combination]) -> Iterator[str]:
    groups = list(groups)
    fifteens = sum(group.kind is CombinationKind.FIFTEEN for group in groups)
    if fifteens:
        yield "a fifteen" if fifteens == 1 else f"{in_words(fifteens)} fifteens"
    for group in groups:
        if group.kind is not CombinationKind.FIFTEEN:
            yield with_article(group.name)


def _prospects(line: Sequence[Card], placed: Card, left: Sequence[Card]) -> Iterator[str]:
    """What one card more may make with the placed one: the best run, the most of one rank; and a flush."""
    now = {group.kind: group.points for group in _groups(line, placed)}
    best: dict[CombinationKind, Combination] = {}
    for card in left:
        for group in _groups([*line, card], placed):
            most = best[group.kind].points if group.kind in best else now.get(group.kind, 0)
            if card in group.cards and group.points > most:
                best[group.kind] = group
    if CombinationKind.RUN in best:
        yield with_article(best[CombinationKind.RUN].name)
    if CombinationKind.PAIR in best and best[CombinationKind.PAIR].points > 2:
        yield with_article(best[CombinationKind.PAIR].name)
    suits = {card.suit for card in line}
    if len(suits) == 1 and sum(card.suit in suits for card in left) >= 4 - len(line):
        yield "a flush"


def _listed(words: Sequence[str], last: str) -> str:
    *most, end = words
    return f"{', '.join(most)} {last} {end}" if most else end
