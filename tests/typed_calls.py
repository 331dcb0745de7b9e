"""Calls that a type checker is to accept or to refuse; mypy reads this file, and nothing runs it.

Each `ignore` names the error that there has to be: mypy complains of one that is not needed.
"""

from array import array as plain_array
from fractions import Fraction
from typing import Any, assert_type

import numpy as np
from numpy.typing import NDArray

import cribscore
from cribscore import (
    DECK,
    Card,
    CardsScore,
    Deal,
    Discard,
    Forecast,
    Grid,
    GridScore,
    Hand,
    HandScore,
    PegAdvice,
    Pegging,
    PegScore,
    Suit,
    advise_peg,
    best_discard,
    best_grid,
    best_peg,
    best_throws,
    check_grids,
    check_hands,
    crib_distribution,
    deal,
    decode_cards,
    discards,
    encode_cards,
    explain_cards,
    forecast,
    forecast_hands,
    heels,
    keep_sums,
    peg_deals,
    random_deals,
    random_grids,
    random_hands,
    read_board,
    score_cards,
    score_counts,
    score_grid,
    score_grids,
    score_hand,
    score_hands,
    score_peg,
    score_pegs,
)
from cribscore.squares import Game, Move

score: HandScore = score_hand("5H 5C 5S JD", "5D", crib=True)
by_cards: HandScore = score_hand([Card("5H"), "5C", 19, "JD"], DECK[17])
points: int = score + score.fifteens + sum(score.parts)
grid: Grid = Grid([None] * 16).replace(0, 0, "5H")
grid_score: GridScore = score_grid(grid.rows, 3)
cell: Card | None = grid[0, 0]
card: Card = Hand("5H 5C 5S JD")[0]
jacks: list[Card] = [Card("J", Suit.HEARTS), Card(11, "♠")]
name: str = card.name
suits: list[Suit] = sorted({card.suit, Suit.CLUBS})
dealt: Deal = deal(1)
board: tuple[Grid, Card | None] = read_board("board.txt")
cards: tuple[Card, ...] = Hand("5H 5C 5S JD")[1:]
best: GridScore = best_grid(deal(1), time_limit=1).score
moves: list[Move] = Game(seed=1).legal_moves()
version: str = cribscore.__version__
array = np.zeros((1, 5), np.uint8)
assert_type(score_hands(array), NDArray[np.uint8])
assert_type(score_hands(bytes(5), parts=True), bytearray)
assert_type(score_hands([("5H 5C 5S JD", "5D")]), bytearray)
assert_type(score_hands(["5H 5C 5S JD"], starters="5D", out=memoryview(bytearray(1))), memoryview)
assert_type(score_grids(array, lines=True, threads=2), NDArray[np.uint8])
assert_type(score_grids(bytes(17), out=bytearray(1)), bytearray)
assert_type(score_hands(array, crib=[True], errors="mask", partial=True), NDArray[np.uint8])
assert_type(score_hands(bytes(5), crib=array, dtype="int16"), NDArray[Any])
assert_type(score_grids([("5H", None)], dtype=np.int16, partial=True), NDArray[Any])
counts: list[int] = score_counts(array, crib=array)
bad_rows: list[tuple[int, str]] = check_hands(bytes(5), limit=None) + check_grids(array)
kept: Forecast = forecast("4C 5D 6H 6S", dead=[Card("9C"), "TD"], crib=True)
mean: Fraction = kept.mean + kept.at_least(20)
with_starter: list[tuple[Card, HandScore]] = list(kept)
loose: CardsScore = score_cards(DECK[:13], "KS")
two: int = heels("JD") + loose.runs
loose_runs: HandScore = explain_cards(DECK[:13], "KS").score
assert_type(keep_sums(np.zeros((1, 6), np.uint8)), NDArray[np.uint16])
assert_type(keep_sums(["4C 5D 6H 6S 9C TD"]), plain_array[int])
assert_type(keep_sums(bytes(6), out=memoryview(bytearray(30)).cast("H")), memoryview[int])
assert_type(forecast_hands(np.zeros((1, 4), np.uint8), dead=array), NDArray[np.uint8])
assert_type(forecast_hands(bytes(4), dead="9C TD"), bytearray)
assert_type(encode_cards("5H 5C"), NDArray[np.uint8])
assert_type(encode_cards(["5H 5C", "AC KS"]), NDArray[np.uint8])
assert_type(score_hands(random_hands(2, 1, first=5)), NDArray[np.uint8])
assert_type(random_grids(1, 1, out=bytearray(17), threads=2), bytearray)
assert_type(random_deals(1, 6, seed=1), NDArray[np.uint8])
texts: str | list[str] = decode_cards(bytes(5))

throw: Discard = best_discard("4C 5D 6H 6S 9C TD", dealer=True, thrower="random", dead=[Card("2C")])
value: Fraction = discards(DECK[:5], dealer=False, players=3)[0].value + throw.crib
chances: dict[int, Fraction] = crib_distribution(DECK[:6], "AC AD", dealer=False, total=True)
assert_type(best_throws(np.zeros((1, 6), np.uint8), dealer=np.ones(1, bool)), NDArray[np.uint8])
assert_type(best_throws(["4C 5D 6H 6S 9C TD"], dealer=[True]), bytearray)

play: Pegging = Pegging.replay(["5H 4D", [Card("JC"), "2H"], 2], "5H", lead=0)
play = Pegging.replay(["5H 4D", 2, 2], ["5H", (1, "JC"), (np.int64(2), Card("2H"))])
peg_score: PegScore = play.play("JC")
line: tuple[Card, ...] = best_peg(play).line
advice: PegAdvice = advise_peg(play.view(0), thrown="2C 3C", starter=Card("4C"), worlds=20, seed=1)[0]
net: float = advice.net + advice.now
played: Fraction | None = discards("4C 5D 6H 6S 9C TD", dealer=True, play=True)[0].play
count: int = play.plays[0].count + score_peg("7H 8C", last=True)
assert_type(score_pegs(array), NDArray[np.uint8])
assert_type(score_pegs(["7H 8C"], threads=2), bytearray)
assert_type(peg_deals(array, array, out=bytearray(8)), bytearray)

cribscore.score_hnad  # type: ignore[attr-defined] # noqa: B018
score_hand(None)  # type: ignore[arg-type]
score_hand("5H 5C 5S JD", 4.0)  # type: ignore[arg-type]
score_hand("5H 5C 5S JD", "5D", True)  # type: ignore[call-arg]
score_counts(array, errors="skip")  # type: ignore[arg-type]
Card(b"5H")  # type: ignore[call-overload]
Grid(4)  # type: ignore[arg-type]
Hand(grid)  # type: ignore[arg-type]
Game().play(3)  # type: ignore[arg-type]
Card(5, 2)  # type: ignore[call-overload]
Card("5H").rank = 4  # type: ignore[misc]
Card("5H").suit = Suit.CLUBS  # type: ignore[misc]
Card("5H").name = "Joker"  # type: ignore[misc]

deal(1)[0] = Card("5H")  # type: ignore[index]
read_board(5)  # type: ignore[arg-type]
Grid(4)  # type: ignore[arg-type]
Hand(grid)  # type: ignore[arg-type]
Game().play("b3")
Pegging("5H 4D", 1)  # type: ignore[call-arg]
play.play(None)  # type: ignore[arg-type]
