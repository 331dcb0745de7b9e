"""The game: its rules one by one, its moves, what it refuses, saved games, and the points of collections."""

import copy
import inspect
import json
import pickle
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cribscore.squares
from cribscore import Card, Grid, deal
from cribscore._notation import RANK_RULE
from cribscore.squares import (
    ONE_RESERVE,
    OPEN,
    PRESETS,
    SHUFFLE,
    STANDARD,
    TWO_RESERVES,
    WASTE,
    Game,
    IllegalMoveError,
    InvalidGameError,
    Move,
    MoveKind,
    Rules,
    greedy_move,
    solitaire_score,
)
from cribscore.squares.moves import free_cells
from naive import grid_lines, parse
from oracles import EVERY_BOARD, PARTS, RECORD_172, cells_of
from strategies import NAMES, RANKS, things
from wording import exactly

FACE_UP = [*(rank + "C" for rank in RANKS), *(rank + "D" for rank in RANKS), "AH"]
FULL_BOARDS = [board for board in EVERY_BOARD if board["starter"] and None not in map(parse, cells_of(board))]
CELLS = [(row, column) for row in range(4) for column in range(4)]


def played(rules, moves, deck=FACE_UP):
    game = Game(rules, deck=deck)
    for move in moves.split(", ") if moves else ():
        game.play(Move.parse(move))
    return game


def fill(game):
    """Place the card that is face up until the grid is full."""
    for cell in CELLS:
        if game.grid[cell] is None:
            game.place(*cell)


# The rules


@pytest.mark.parametrize("board", FULL_BOARDS, ids=lambda board: f"{board['total']}")
def test_a_board_placed_card_by_card_scores_what_is_known_of_it(board):
    game = Game(deck=[*cells_of(board), board["starter"]])
    fill(game)
    assert game.over
    assert [int(line) for line in game.score.rows] == board["rows"]
    assert [int(line) for line in game.score.columns] == board["columns"]
    assert game.score == board["total"]
    assert game.won == (board["total"] >= 61)


def test_the_cards_come_one_at_a_time_and_the_seventeenth_is_the_starter():
    game = Game(deck=FACE_UP)
    for number, cell in enumerate(CELLS):
        assert (str(game.card), game.upcoming, game.starter) == (FACE_UP[number], (), None)
        assert not game.over
        game.place(*cell)
    assert game.card is None
    assert str(game.starter) == FACE_UP[16]
    assert game.over
    assert [str(card) for card in game.grid] == FACE_UP[:16]


def test_sixty_points_do_not_win_and_sixty_one_do():
    board = next(board for board in FULL_BOARDS if board["total"] >= 61)
    for win_at, won in ((board["total"], True), (board["total"] + 1, False)):
        game = Game(Rules(win_at=win_at), deck=[*cells_of(board), board["starter"]])
        fill(game)
        assert game.won is won
        assert game.score.won is won
    assert STANDARD.win_at == 61


def test_a_game_is_not_won_before_it_is_over():
    deck = [*cells_of(RECORD_172), RECORD_172["starter"]]
    shuffled = Game(SHUFFLE, deck=deck)
    assert (shuffled.score, shuffled.over, shuffled.won, shuffled.score.won) == (172, False, False, False)
    shuffled.finish()
    assert (shuffled.score, shuffled.over, shuffled.won, shuffled.score.won) == (172, True, True, True)


@pytest.mark.parametrize(
    ("first", "touching"),
    [
        ("a1", "b1 a2 b2"),
        ("d1", "c1 c2 d2"),
        ("d4", "c3 d3 c4"),
        ("a3", "a2 b2 b3 a4 b4"),
        ("b2", "a1 b1 c1 a2 c2 a3 b3 c3"),
    ],
)
def test_a_card_must_touch_one_that_is_placed_side_or_corner(first, touching):
    assert [str(move) for move in played(STANDARD, first).legal_moves()] == touching.split()
    assert len(played(Rules(adjacency=False), first).legal_moves()) == 15


def test_the_first_card_may_go_anywhere_also_when_it_comes_from_a_reserve():
    assert len(Game(seed=1).legal_moves()) == 16
    assert len(played(ONE_RESERVE, "r1").legal_moves()) == 16 + 1 + 16


@pytest.mark.coreless
@given(placed=st.sets(st.integers(0, 15)), adjacency=st.booleans())
def test_the_free_cells_are_the_empty_ones_that_touch_a_card(placed, adjacency):
    def touches(place, other):
        return max(abs(place // 4 - other // 4), abs(place % 4 - other % 4)) == 1

    free = free_cells(Grid([NAMES[place] if place in placed else None for place in range(16)]), adjacency)
    for place in range(16):
        reached = not adjacency or not placed or any(touches(place, other) for other in placed)
        assert free[place] == (place not in placed and reached)


def test_the_top_card_of_a_reserve_comes_back_and_the_card_that_is_face_up_stays():
    game = played(TWO_RESERVES, "r2, r2, b2, r1")
    assert [[str(card) for card in pile] for pile in game.reserves] == [["4C"], ["AC", "2C"]]
    assert str(game.card) == "5C"
    game.from_reserve(1, 0, 0)
    assert [[str(card) for card in pile] for pile in game.reserves] == [["4C"], ["AC"]]
    assert str(game.card) == "5C"
    assert str(game.grid[0, 0]) == "2C"


def test_a_grid_filled_from_the_hand_is_followed_by_the_next_card_as_starter():
    game = played(ONE_RESERVE, "r1, r1")
    fill(game)
    assert str(game.starter) == FACE_UP[18]
    assert [str(card) for card in game.reserves[0]] == ["AC", "2C"]


def test_a_grid_filled_from_a_reserve_has_the_card_that_is_face_up_as_starter():
    game = played(ONE_RESERVE, "r1")
    for cell in CELLS[:15]:
        game.place(*cell)
    assert str(game.card) == FACE_UP[16]
    game.from_reserve(0, 3, 3)
    assert game.over
    assert str(game.grid[3, 3]) == "AC"
    assert str(game.starter) == FACE_UP[16]
    assert game.card is None


@pytest.mark.parametrize(
    ("rules", "most"), [(STANDARD, 17), (ONE_RESERVE, 22), (WASTE, 22), (TWO_RESERVES, 27)]
)
def test_a_game_uses_as_many_cards_as_are_known_of_it_and_needs_no_longer_deck(rules, most):
    assert rules.cards == most
    game = Game(rules, deck=FACE_UP[:most])
    for pile in range(rules.piles):
        for _ in range(5):
            game.to_reserve(pile)
    fill(game)
    assert str(game.starter) == FACE_UP[most - 1]


def test_in_an_open_game_all_is_seen_and_the_starter_counts_from_the_start():
    deck = [*FACE_UP[:16], "JH"]
    game = Game(OPEN, deck=deck)
    assert [str(card) for card in (game.card, *game.upcoming)] == deck[:16]
    assert str(game.starter) == "JH"
    assert game.score == 2  # his heels
    game.place(1, 1, "5C")  # 15 with the jack, in its row and in its column
    assert game.score == 6
    game.place(1, 2)
    assert str(game.grid[1, 2]) == "AC"
    assert [str(card) for card in (game.card, *game.upcoming)] == [
        card for card in deck[:16] if card not in ("5C", "AC")
    ]
    assert [str(move) for move in game.history] == ["5C b2", "AC c2"]


def test_in_a_shuffle_the_cards_lie_in_the_order_dealt_and_the_starter_counts():
    board = FULL_BOARDS[0]
    game = Game(SHUFFLE, deck=[*cells_of(board), board["starter"]])
    assert game.grid == Grid(board["grid"])
    assert game.score == board["total"]
    assert (game.card, game.upcoming, game.reserves) == (None, (), ())
    game.swap((0, 0), (3, 2))
    game.swap((3, 2), (0, 0))
    assert game.grid == Grid(board["grid"])
    assert not game.over
    game.finish()
    assert game.over
    assert game.legal_moves() == []


@pytest.mark.coreless
@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"reserves": 3}, "reserves 3 is not 0, 1 or 2"),
        ({"reserves": -1}, "reserves -1 is not 0, 1 or 2"),
        ({"win_at": 0}, "win_at 0 is not 1 to 172, the largest total"),
        ({"win_at": 173}, "win_at 173 is not 1 to 172, the largest total"),
        (
            {"open": True, "shuffle": True},
            "rules cannot have both open=True and shuffle=True",
        ),
        (
            {"shuffle": True, "adjacency": False},
            "rules with shuffle=True do not take adjacency=False: cards are not placed",
        ),
        (
            {"waste": True, "reserves": 1},
            "rules cannot have both reserves and a waste",
        ),
        (
            {"open": True, "waste": True},
            "rules with open=True do not take a waste: every card can be placed at any time",
        ),
        (
            {"open": True, "reserves": 2},
            "rules with open=True do not take a reserve: every card can be placed at any time",
        ),
        (
            {"shuffle": True, "reserves": 1},
            "rules with shuffle=True do not take a reserve: every card is in the grid",
        ),
        (
            {"shuffle": True, "waste": True},
            "rules with shuffle=True do not take a waste: every card is in the grid",
        ),
    ],
)
def test_rules_that_make_no_sense_are_refused_with_the_reason(choices, message):
    with pytest.raises(ValueError, match=exactly(message)):
        Rules(**choices)


@pytest.mark.coreless
@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"open": 1}, "open is True or False, not 1"),
        ({"adjacency": None}, "adjacency is True or False, not None"),
        ({"reserves": True}, "reserves is a whole number, not True"),
        ({"win_at": 61.0}, "win_at is a whole number, not 61.0"),
    ],
)
def test_rules_of_another_type_are_refused(choices, message):
    with pytest.raises(TypeError, match=exactly(message)):
        Rules(**choices)


@pytest.mark.coreless
def test_the_presets_are_the_constants_of_the_module():
    assert dict(PRESETS) == {
        "standard": STANDARD,
        "open": OPEN,
        "one-reserve": ONE_RESERVE,
        "two-reserves": TWO_RESERVES,
        "waste": WASTE,
        "shuffle": SHUFFLE,
    }
    assert len(set(PRESETS.values())) == 6


@pytest.mark.coreless
def test_rules_cannot_change():
    with pytest.raises(AttributeError):
        STANDARD.reserves = 1


# The deal


def test_a_seed_deals_as_deal_does():
    assert Game(OPEN, seed=7).upcoming == deal(7)[1:16]
    assert Game(OPEN, seed=7).starter == deal(7)[16]


def test_without_seed_and_deck_the_deals_differ():
    assert len({str(Game(SHUFFLE).grid) for _ in range(20)}) == 20


def test_a_deck_is_text_or_cards_or_indexes():
    for deck in (" ".join(FACE_UP), map(Card, FACE_UP), [NAMES.index(name) for name in FACE_UP]):
        assert Game(deck=deck).card == Card("AC")


@pytest.mark.coreless
@pytest.mark.parametrize(
    ("rules", "arguments", "kind", "message"),
    [
        (STANDARD, {"seed": 1, "deck": FACE_UP}, ValueError, "a game takes a seed or a deck, not both"),
        (STANDARD, {"seed": -1}, ValueError, "seed -1 is not 0 to 18446744073709551615"),
        (STANDARD, {"seed": "1"}, TypeError, "seed '1' is not a whole number"),
        (
            STANDARD,
            {"deck": FACE_UP[:16]},
            InvalidGameError,
            "the game can use 17 cards, and the deck has 16",
        ),
        (WASTE, {"deck": FACE_UP[:21]}, InvalidGameError, "the game can use 22 cards, and the deck has 21"),
        (STANDARD, {"deck": [*FACE_UP, "5C"]}, InvalidGameError, "5C appears twice"),
        (
            STANDARD,
            {"deck": "1C"},
            ValueError,
            f"'1C' is not a card: rank '1' is not one of {RANK_RULE}",
        ),
        (STANDARD, {"deck": 5}, TypeError, "cards are given as text or one by one, not int: 5"),
        (
            "solo",
            {},
            ValueError,
            "'solo' is not a preset: it is not one of "
            "standard, open, one-reserve, two-reserves, waste, shuffle",
        ),
        (17, {}, TypeError, "rules are Rules or the name of a preset, not int: 17"),
    ],
)
def test_a_deal_that_cannot_be_is_refused(rules, arguments, kind, message):
    with pytest.raises(kind, match=exactly(message)):
        Game(rules, **arguments)


@pytest.mark.coreless
def test_an_endless_deck_is_refused():
    def cards():
        while True:
            yield "5H"

    with pytest.raises(InvalidGameError, match=exactly("5H appears twice")):
        Game(deck=cards())


# Moves


@pytest.mark.parametrize(
    ("rules", "moves", "move", "message"),
    [
        (STANDARD, "b2", "b2", "b2 holds AC"),
        (STANDARD, "b2", "d2", "d2 does not touch a placed card"),
        (STANDARD, "b2", "a1 b1", "a placed card cannot be moved"),
        (STANDARD, "", "finish", "the game is over when the grid is full, and not before"),
        (STANDARD, "", "r1", "there is no reserve 1: these rules have none"),
        (STANDARD, "", "r1 b2", "there is no reserve 1: these rules have none"),
        (ONE_RESERVE, "", "r2", "there is no reserve 2: these rules have 1"),
        (STANDARD, "", "2C a1", "2C is not face up to be placed"),
        (STANDARD, "", "KS a1", "KS is not face up to be placed"),
        (OPEN, "5C a1", "5C a2", "5C is not face up to be placed"),
        (OPEN, "", "4D a1", "4D is not face up to be placed"),
        (ONE_RESERVE, "", "r1 b2", "reserve 1 is empty"),
        (ONE_RESERVE, "r1, b2", "r1 b2", "b2 holds 2C"),
        (ONE_RESERVE, "r1, b2", "r1 d4", "d4 does not touch a placed card"),
        (TWO_RESERVES, "r2, r2, r2, r2, r2", "r2", "reserve 2 is full: it holds 5 cards"),
        (WASTE, "r1, r1, r1, r1, r1", "r1", "the waste is full: it holds 5 cards"),
        (WASTE, "r1", "r1 a1", "a card cannot be taken from the waste"),
        (SHUFFLE, "", "b2", "every card is in the grid: swap two of them, or finish"),
        (SHUFFLE, "", "r1", "every card is in the grid: swap two of them, or finish"),
        (SHUFFLE, "finish", "a1 b1", "the game is over"),
        (SHUFFLE, "finish", "finish", "the game is over"),
    ],
)
def test_an_illegal_move_says_which_rule_and_changes_nothing(rules, moves, move, message):
    game = played(rules, moves)
    before = game.to_dict()
    for make in (game.play, game.after):
        with pytest.raises(IllegalMoveError, match=exactly(message)):
            make(Move.parse(move))
    assert game.to_dict() == before


def test_the_card_that_is_face_up_may_be_named():
    assert played(STANDARD, "AC b2").history == played(STANDARD, "b2").history == (Move.place(1, 1),)


@pytest.mark.coreless
def test_each_word_makes_the_move_of_its_name():
    game = Game(TWO_RESERVES, deck=FACE_UP)
    game.to_reserve(1)
    game.from_reserve(1, 2, 3)
    game.place(1, 2)
    assert game.history == (Move.to_reserve(1), Move.from_reserve(1, 2, 3), Move.place(1, 2))
    game = Game(SHUFFLE, deck=FACE_UP)
    game.swap((3, 3), (0, 1))
    game.finish()
    assert game.history == (Move.swap((0, 1), (3, 3)), Move.finish())
    game = Game(OPEN, deck=FACE_UP)
    game.place(0, 0, "10c")
    assert game.history == (Move.place(0, 0, Card("TC")),)


@pytest.mark.coreless
@pytest.mark.parametrize(
    ("text", "move", "written"),
    [
        ("b3", Move(MoveKind.PLACE, cell=(2, 1)), "b3"),
        ("  D1\n", Move.place(0, 3), "d1"),
        ("R2", Move(MoveKind.TO_RESERVE, reserve=1), "r2"),
        ("r1 a4", Move(MoveKind.FROM_RESERVE, reserve=0, cell=(3, 0)), "r1 a4"),
        ("10h c2", Move(MoveKind.PLACE, cell=(1, 2), card=Card("TH")), "TH c2"),
        ("J♥ c2", Move.place(1, 2, "JH"), "JH c2"),
        ("d4 a1", Move(MoveKind.SWAP, cell=(0, 0), other=(3, 3)), "a1 d4"),
        ("FINISH", Move("finish"), "finish"),
    ],
)
def test_a_move_is_read_from_text_and_written_as_text(text, move, written):
    assert Move.parse(text) == move
    assert hash(Move.parse(text)) == hash(move)
    assert str(move) == written
    assert repr(move) == f"Move.parse('{written}')"
    assert Move.parse(written) == move
    for same in (pickle.loads(pickle.dumps(move)), copy.deepcopy(move)):
        assert same == move


def test_a_game_that_is_pickled_or_copied_goes_on_by_itself():
    game = played(STANDARD, "a1, b2")
    for same in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert (same.grid, same.card, same.history) == (game.grid, game.card, game.history)
        same.place(0, 1)
        assert str(same.grid[0, 1]) == FACE_UP[2]
        assert game.grid[0, 1] is None


@pytest.mark.coreless
@pytest.mark.parametrize(
    "text",
    ["", "b5", "e1", "3b", "r0", "r3", "r1 r2", "b3 r1", "b3 5H", "5H", "a1 a2 a3", "5H b3 x", "..", "a1,"],
)
def test_text_that_is_no_move_is_refused(text):
    with pytest.raises(IllegalMoveError, match=rf"\A{text!r} is not a move: write a cell \(b3\), "):
        Move.parse(text)


@pytest.mark.coreless
@pytest.mark.parametrize(
    ("make", "kind", "message"),
    [
        (lambda: Move.place(4, 0), IllegalMoveError, "row 4 is not 0 to 3"),
        (lambda: Move.place(0, -1), IllegalMoveError, "column -1 is not 0 to 3"),
        (lambda: Move.place("0", 0), TypeError, "row '0' is not a number from 0 to 3"),
        (lambda: Move.to_reserve(2), IllegalMoveError, "reserve 2 is not 0 or 1"),
        (lambda: Move.place(True, 0), TypeError, "row True is not a number from 0 to 3"),
        (lambda: Move.to_reserve(None), IllegalMoveError, "a move of kind to_reserve needs a reserve"),
        (lambda: Move.to_reserve(True), TypeError, "reserve True is not a whole number"),
        (lambda: Move.from_reserve(0, 0, 7), IllegalMoveError, "column 7 is not 0 to 3"),
        (lambda: Move.swap((0, 0), (0, 0)), IllegalMoveError, "a1 cannot be swapped with itself"),
        (lambda: Move.swap((0, 0), 5), TypeError, "a cell is (row, column), not 5"),
        (lambda: Move.swap((0, 0), (1, 2, 3)), TypeError, "a cell is (row, column), not (1, 2, 3)"),
        (lambda: Move.place(0, 0, "5X"), ValueError, "'5X' is not a card: suit 'X' is not one of C D H S"),
        (lambda: Move("place"), IllegalMoveError, "a move of kind place needs a cell"),
        (lambda: Move("swap", reserve=1), IllegalMoveError, "a move of kind swap does not take a reserve"),
        (
            lambda: Move("finish", card=Card("5H")),
            IllegalMoveError,
            "a move of kind finish does not take a card",
        ),
        (
            lambda: Move("from_reserve"),
            IllegalMoveError,
            "a move of kind from_reserve needs a cell and a reserve",
        ),
        (
            lambda: Move("pass"),
            IllegalMoveError,
            "'pass' is not one of place, to_reserve, from_reserve, swap, finish",
        ),
        (lambda: Move.parse(None), TypeError, "a move is read from text, not NoneType: None"),
        (lambda: Game().play(3), TypeError, "a move is a Move or its text, not int: 3"),
        (lambda: Game().place(9, 9), IllegalMoveError, "row 9 is not 0 to 3"),
    ],
)
def test_what_is_no_move_is_refused(make, kind, message):
    with pytest.raises(kind, match=exactly(message)):
        make()


@pytest.mark.coreless
def test_a_move_cannot_change():
    with pytest.raises(AttributeError):
        Move.place(0, 0).cell = (1, 1)


# Taking back


def test_undo_and_redo_refuse_when_there_is_nothing():
    game = Game(seed=1)
    with pytest.raises(IllegalMoveError, match=exactly("nothing to undo")):
        game.undo()
    game.place(0, 0)
    with pytest.raises(IllegalMoveError, match=exactly("nothing to redo")):
        game.redo()


def test_what_was_undone_counts_on_and_is_not_counted_twice():
    game = played(ONE_RESERVE, "b2, r1, r1 b3")
    assert (game.moves, game.undos) == (3, 0)
    game.undo()
    game.undo()
    assert (game.moves, game.undos) == (3, 2)
    assert game.undone == (Move.to_reserve(0), Move.from_reserve(0, 2, 1))
    game.redo()
    assert (game.moves, game.undos) == (3, 2)
    game.place(0, 0)
    assert (game.moves, game.undos) == (4, 2)
    assert game.undone == ()


def test_to_finish_is_no_move_that_counts_and_can_be_undone():
    game = played(SHUFFLE, "a1 b1, finish")
    assert game.moves == 1
    assert game.undo() == Move.finish()
    assert not game.over
    assert game.redo() == Move.finish()
    assert game.over
    assert game.moves == 1


def test_a_refused_move_leaves_what_can_be_redone():
    game = played(STANDARD, "b2, b3")
    game.undo()
    with pytest.raises(IllegalMoveError):
        game.place(1, 1)
    assert game.undone == (Move.place(2, 1),)


# What the player sees


def test_the_view_holds_what_is_seen_and_goes_through_json():
    game = played(ONE_RESERVE, "r1, b2")
    view = game.view()
    nothing = dict.fromkeys(("total", *PARTS), 0)
    assert json.loads(json.dumps(view)) == view
    assert view == {
        "rules": {
            "adjacency": True,
            "reserves": 1,
            "waste": False,
            "open": False,
            "shuffle": False,
            "win_at": 61,
        },
        "card": "3C",
        "upcoming": [],
        "grid": [[None] * 4, [None, "2C", None, None], [None] * 4, [None] * 4],
        "reserves": [["AC"]],
        "starter": None,
        "score": {"total": 0, "rows": [nothing] * 4, "columns": [nothing] * 4, "heels": 0, "won": False},
        "over": False,
        "won": False,
        "history": ["r1", "b2"],
        "undone": [],
        "moves": 2,
        "undos": 0,
    }


def test_a_view_is_a_copy():
    game = Game(seed=1)
    before = game.view()
    changed = game.view()
    changed["grid"][0][0] = "5H"
    changed["rules"]["reserves"] = 2
    assert game.view() == before


def test_the_repr_says_how_the_game_stands():
    assert repr(played(STANDARD, "b2")) == "<Game: 1 placed, 2C to place, 0 points>"
    assert repr(played(SHUFFLE, "", [*cells_of(RECORD_172), "5H"])) == (
        "<Game: to be swapped or finished, 172 points>"
    )
    assert repr(played(SHUFFLE, "finish", [*cells_of(RECORD_172), "5H"])) == "<Game: over, won, 172 points>"


def test_games_compare_by_identity_so_that_no_comparison_tells_of_the_deck():
    one, other = Game(seed=1), Game(seed=1)
    assert one == one
    assert one != other
    assert len({one, other}) == 2


def test_a_card_undone_is_seen_and_stays_where_it_was_in_a_reshuffled_game():
    game = played(STANDARD, "b2, b3")
    game.undo()
    game.undo()
    for seed in range(20):
        again = game.reshuffled(seed)
        again.redo()
        again.redo()
        assert str(again.card) == "3C"


def test_a_reshuffled_game_deals_every_unseen_card_next_and_none_that_was_seen():
    game = played(STANDARD, "b2, b3")
    upcoming = [str(game.reshuffled(seed).after(Move.place(0, 0)).card) for seed in range(1500)]
    assert set(upcoming) == set(NAMES) - {"AC", "2C", "3C"}
    # 49 cards, 1500 times: about 31 of each, and 70 is seven standard deviations off.
    assert max(map(upcoming.count, NAMES)) < 70


# Saved games

SAVED_RULES = {
    "adjacency": True,
    "reserves": 1,
    "waste": False,
    "open": False,
    "shuffle": False,
    "win_at": 61,
}


def saved():
    game = played(ONE_RESERVE, "b2, r1, b3, r1 a1")
    game.undo()
    return game.to_dict()


def test_a_saved_game_is_as_documented():
    assert saved() == {
        "schema": "cribscore.squares/1",
        "rules": SAVED_RULES,
        "deck": FACE_UP,
        "history": [
            {"move": "b2", "cards": ["AC"]},
            {"move": "r1", "cards": ["2C"]},
            {"move": "b3", "cards": ["3C"]},
        ],
        "undone": ["r1 a1"],
        "moves": 4,
        "undos": 1,
        "seen": 4,
    }
    shuffled = played(SHUFFLE, "a1 c1, finish").to_dict()
    assert shuffled["history"] == [{"move": "a1 c1", "cards": ["AC", "3C"]}, {"move": "finish", "cards": []}]


def test_what_was_undone_is_saved_with_the_next_to_redo_first():
    game = played(STANDARD, "b2, b3, b4")
    game.undo()
    game.undo()
    assert game.to_dict()["undone"] == ["b3", "b4"]
    restored = Game.from_dict(game.to_dict())
    assert [str(restored.redo()), str(restored.redo())] == ["b3", "b4"]


def test_the_document_shown_in_the_description_is_a_saved_game():
    page = (Path(__file__).parents[2] / "docs" / "guide" / "squares.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"^```json\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    document = json.loads(shown)
    assert Game.from_dict(document).to_dict() == document


def changed(*path, to, document=None):
    """A saved game with one thing in it changed, or taken out where `to` is ..."""
    document = saved() if document is None else document
    *inner, last = path
    place = document
    for key in inner:
        place = place[key]
    if to is ...:
        del place[last]
    else:
        place[last] = to
    return document


@pytest.mark.coreless
@pytest.mark.parametrize(
    ("document", "message"),
    [
        ({}, "schema is None, not 'cribscore.squares/1'"),
        (
            changed("schema", to="cribscore.squares/2"),
            "schema is 'cribscore.squares/2', not 'cribscore.squares/1'",
        ),
        (changed("deck", to=...), "a saved game lacks 'deck'"),
        (changed("seed", to=1), "'seed' does not belong in a saved game"),
        (changed("deck", to="5H 6H"), "deck is a list of cards, not '5H 6H'"),
        (changed("deck", 0, to=5), None),
        (changed("deck", 0, to="5C"), "deck: 5C appears twice"),
        (
            changed("deck", 0, to="1C"),
            f"deck: '1C' is not a card: rank '1' is not one of {RANK_RULE}",
        ),
        (changed("deck", to=FACE_UP[:21]), "deck: the game can use 22 cards, and the deck has 21"),
        (changed("rules", "reserves", to=5), "rules: reserves 5 is not 0, 1 or 2"),
        (changed("rules", "open", to=1), "rules: open is True or False, not 1"),
        (
            changed("rules", "open", to=True),
            "rules: rules with open=True do not take a reserve: every card can be placed at any time",
        ),
        (changed("rules", "jokers", to=1), "'jokers' does not belong in rules"),
        (changed("rules", "waste", to=...), "rules lacks 'waste'"),
        (changed("rules", to=[]), "rules is an object, not []"),
        (
            changed("rules", "reserves", to=0),
            "history, move 2: there is no reserve 1: these rules have none",
        ),
        (changed("history", 0, "cards", to=["9S"]), "history, move 1 (b2): it moves AC, not 9S"),
        (changed("history", 0, "cards", to=[]), "history, move 1 (b2): it moves AC, not no card"),
        (changed("history", 0, "cards", to="AC"), None),
        (changed("deck", to=[*FACE_UP[1::-1], *FACE_UP[2:]]), "history, move 1 (b2): it moves 2C, not AC"),
        (changed("history", 2, "move", to="d4"), "history, move 3: d4 does not touch a placed card"),
        (changed("history", 2, "move", to="b2"), "history, move 3: b2 holds AC"),
        (changed("history", 2, "move", to=7), "history, move 3: a move is read from text, not int: 7"),
        (changed("history", 1, to="r1"), "history, move 2: a move of the history is an object, not 'r1'"),
        (changed("history", 1, to={}), "history, move 2: a move of the history lacks 'move'"),
        (changed("undone", 0, to="r1 b2"), "undone, move 1: b2 holds AC"),
        (changed("undone", 0, to=None), "undone, move 1: a move is read from text, not NoneType: None"),
        (changed("moves", to=3), "moves is 3, fewer than the 4 that are listed"),
        (
            changed("moves", to=-(10**5000)),
            "moves is <int too long to print>, fewer than the 4 that are listed",
        ),
        (changed("moves", to=True), "moves is a whole number, not True"),
        (changed("moves", to=5), "undos is 1, fewer than the moves that were taken back"),
        (changed("undos", to=0), "undos is 0, fewer than the moves that were taken back"),
        (changed("undos", to=None), "undos is a whole number, not None"),
        (changed("seen", to=3), "seen is 3, not 4 to 4 cards"),
        (changed("seen", to=5), "seen is 5, not 4 to 4 cards"),
    ],
)
def test_a_saved_game_that_was_tampered_with_is_refused(document, message):
    with pytest.raises(InvalidGameError, match=exactly(message) if message else r"cards are a list of texts"):
        Game.from_dict(document)


@pytest.mark.coreless
def test_what_is_no_dictionary_is_no_saved_game():
    with pytest.raises(TypeError, match=exactly("a saved game is a dictionary, not list: []")):
        Game.from_dict([])


def leaves(document, path=()):
    items = document.items() if isinstance(document, dict) else enumerate(document)
    for key, value in items:
        yield (*path, key)
        if isinstance(value, (dict, list)):
            yield from leaves(value, (*path, key))


@pytest.mark.coreless
@given(
    path=st.sampled_from(sorted(leaves(saved()), key=str)), to=st.one_of(st.just(...), st.just("r1"), things)
)
def test_a_saved_game_with_one_thing_changed_is_refused_or_is_another_game_that_could_be(path, to):
    document = changed(*path, to=to)
    try:
        game = Game.from_dict(document)
    except InvalidGameError:
        return
    restored = game.to_dict()
    if to is not ...:  # what was changed may be a card or a move that is written in another way
        restored = changed(*path, to=to, document=restored)
    assert restored == document


@pytest.mark.coreless
@given(seed=st.integers(0, 2**32), cut=st.integers(0, 400))
def test_a_saved_game_cut_short_is_no_game(seed, cut):
    random = Random(seed)
    game = Game(random.choice(list(PRESETS.values())), seed=seed)
    for _ in range(random.randrange(20)):
        if not game.over:
            game.play(random.choice(game.legal_moves()))
    text = json.dumps(game.to_dict())
    with pytest.raises(json.JSONDecodeError):
        json.loads(text[:cut])
    assert Game.from_dict(json.loads(text)).to_dict() == game.to_dict()


# Points of collections


@pytest.mark.coreless
@pytest.mark.parametrize(
    ("points", "moves", "seconds", "won", "score"),
    [
        (0, 0, 0, False, 1000),
        (61, 16, 90, True, 1000 + 4880 - 160 - 90 + 2000),
        (60, 16, 90.99, False, 1000 + 4800 - 160 - 90),
        (0, 200, 3600, False, -4600),
        (172, 16, 0.5, True, 16600),
    ],
)
def test_the_points_of_collections(points, moves, seconds, won, score):
    result = solitaire_score(points, moves=moves, seconds=seconds, won=won)
    assert (result, type(result)) == (score, int)


@pytest.mark.coreless
@pytest.mark.parametrize(
    ("change", "kind", "message"),
    [
        ({"points": -1}, ValueError, "points -1 is not a finite number from 0 up"),
        ({"seconds": float("inf")}, ValueError, "seconds inf is not a finite number from 0 up"),
        ({"seconds": float("nan")}, ValueError, "seconds nan is not a finite number from 0 up"),
        ({"moves": 1.0}, TypeError, "moves 1.0 is not a whole number"),
        ({"moves": True}, TypeError, "moves True is not a whole number"),
        ({"seconds": "1"}, TypeError, "seconds '1' is not a number"),
        ({"won": 1}, TypeError, "won is True or False, not 1"),
    ],
)
def test_points_of_collections_refuse_what_is_no_result(change, kind, message):
    arguments = {"points": 0, "moves": 0, "seconds": 0, "won": False, **change}
    with pytest.raises(kind, match=exactly(message)):
        solitaire_score(arguments.pop("points"), **arguments)


# The module and what is built on it


@pytest.mark.slow_on_python
@pytest.mark.parametrize(
    "rules", [name if name == "standard" else pytest.param(name, marks=pytest.mark.slow) for name in PRESETS]
)
def test_the_example_bots_play_every_variation(rules):
    bot = Path(__file__).parents[2] / "examples" / "greedy_bot.py"
    command = [sys.executable, bot, "--games", "2", "--look-ahead", "1", "--rules", rules]
    output = subprocess.run(command, check=True, capture_output=True, text=True, timeout=120).stdout
    games = [Game(rules, seed=seed) for seed in range(2)]
    for game in games:
        while not game.over:
            game.play(greedy_move(game))
    average, won = sum(game.score for game in games) / 2, sum(game.won for game in games)
    greedy = f"greedy: {average:.1f} points on average, {won} of 2 won"
    dreamer = r"dreamer: \d+\.\d points on average, [0-2] of 2 won"
    assert re.fullmatch(rf"{re.escape(greedy)}\n{dreamer}\n", output)


@pytest.mark.coreless
def test_every_public_name_is_explained_and_shows_an_example():
    public = {name: getattr(cribscore.squares, name) for name in cribscore.squares.__all__}
    assert list(public) == sorted(public, key=lambda name: (not name.isupper(), name))
    described = [
        thing
        for thing in public.values()
        if inspect.isfunction(thing) or (inspect.isclass(thing) and not issubclass(thing, Exception))
    ]
    assert len(described) == 15
    assert [thing.__name__ for thing in described if ">>>" not in thing.__doc__] == []


# What a user tries first


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_known_by_its_name(name):
    assert Game(name, seed=1).rules == PRESETS[name]


def test_a_move_is_played_and_looked_ahead_by_its_text():
    game = Game("one-reserve", seed=1)
    assert game.after("b3").grid[2, 1] == Card("QD")
    game.play("R1")
    game.play("r1 b3")
    assert game.history == (Move.to_reserve(0), Move.from_reserve(0, 2, 1))
    with pytest.raises(IllegalMoveError, match=r"^'here' is not a move: "):
        game.play("here")
    assert len(game.history) == 2


def test_a_printed_game_shows_the_table_and_its_cards():
    game = Game(
        "two-reserves",
        deck="AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD 5H",
    )
    for move in ("a1", "r1", "b1"):
        game.play(move)
    assert (
        str(game)
        == """\
    a   b   c   d
1  AC  3C  ..  ..    0
2  ..  ..  ..  ..    0
3  ..  ..  ..  ..    0
4  ..  ..  ..  ..    0
    0   0   0   0

starter  not turned
heels      0
total      0  (61 not reached)
reserve 1  2C
reserve 2  empty
to place   4C"""
    )
    assert f"{game:u}".endswith("to place   4♣")


@pytest.mark.parametrize(("win_at", "verdict"), [(172, "172 reached"), (61, "61 reached")])
def test_a_printed_game_that_is_over_says_how_it_ended(win_at, verdict):
    game = Game(Rules(win_at=win_at), deck=[*cells_of(RECORD_172), RECORD_172["starter"]])
    fill(game)
    assert f"total    172  ({verdict})" in str(game)
    assert str(game).endswith("\nover: won with 172 points")


def test_a_game_gives_its_own_solitaire_score():
    game = Game(deck=[*cells_of(RECORD_172), RECORD_172["starter"]])
    fill(game)
    assert game.solitaire_score(seconds=90.5) == 1000 + 80 * 172 - 10 * 16 - 90 + 2000


# The greedy player


@pytest.mark.slow
@pytest.mark.parametrize("rules", PRESETS)
def test_no_legal_move_makes_more_points_than_the_greedy_one(rules):
    generator = Random(rules)
    game = Game(rules, seed=3)
    for _ in range(2 if game.rules.shuffle else 12):
        chosen = greedy_move(game)
        best = max(worth(game, move) for move in game.legal_moves())
        assert worth(game, chosen) == best
        game.play(generator.choice(game.legal_moves()[:5]))
        if game.over:
            break


def worth(game, move):
    """What the grid scores after a move, by the rules, with the starter that was turned before."""
    starter = None if game.starter is None else parse(str(game.starter))
    cells = [None if cell is None else parse(str(cell)) for cell in game.after(move).grid]
    rows, columns, heels = grid_lines(cells, starter)
    return sum(map(sum, rows + columns)) + heels


def test_the_greedy_player_looks_at_nothing_hidden():
    for seed in range(20):
        game = Game(seed=7)
        game.play("b2")
        assert greedy_move(game) == greedy_move(game.reshuffled(seed))


def test_the_greedy_player_has_no_move_when_the_game_is_over():
    game = Game(deck=[*cells_of(RECORD_172), RECORD_172["starter"]])
    fill(game)
    with pytest.raises(IllegalMoveError, match=r"^the game is over$"):
        greedy_move(game)


# Which counts a saved game can have


def reachable(rules, most_listed, most_undos):
    """What can be saved after all sequences of a few plays, undos and redos: the counts, by what is listed.

    At each place one may put the card in the first free cell or on the first pile, play the first pile, swap
    two cards or finish. Only the game's own public methods are used, and its `to_dict`.
    """
    found, documents = {}, {}
    todo = [Game(rules, deck=FACE_UP)]
    met = set()
    while todo:
        game = todo.pop()
        document = game.to_dict()
        listed = (tuple(map(str, game.history)), game.undone)
        counts = (document["moves"], document["undos"], document["seen"])
        if (listed, counts) in met:
            continue
        met.add((listed, counts))
        if len(game.history) + len(game.undone) <= most_listed:
            found.setdefault(listed, set()).add(counts)
            documents[listed] = document
        kinds = {move.kind: move for move in reversed(game.legal_moves())}
        # A move that is lost is undone, so that what is longer than both together is of no use.
        if len(game.history) < most_listed + most_undos:
            todo += [game.after(move) for move in kinds.values()]
        for can, do in ((game.history and game.undos < most_undos, Game.undo), (game.undone, Game.redo)):
            if can:
                other = copy.copy(game)
                vars(other).update(_past=game._past.copy(), _undone=game._undone.copy())
                do(other)
                todo.append(other)
    return [(documents[listed], counts) for listed, counts in found.items()]


@pytest.mark.slow
@pytest.mark.coreless
@pytest.mark.parametrize(
    "rules", [STANDARD, OPEN, ONE_RESERVE, WASTE, SHUFFLE], ids=lambda rules: repr(rules)[6:]
)
def test_a_saved_game_is_restored_if_and_only_if_some_sequence_of_moves_and_undos_ends_so(rules):
    most_undos = 2
    documents = reachable(rules, 2, most_undos)
    assert len(documents) > 5
    for document, counts in documents:
        for moves in range(-1, 6):
            for undos in range(-1, most_undos + 1):
                for seen in (*range(8), 16, 17, 18, 22):
                    tried = {**document, "moves": moves, "undos": undos, "seen": seen}
                    if (moves, undos, seen) in counts:
                        assert Game.from_dict(tried).to_dict() == tried
                    else:
                        with pytest.raises(InvalidGameError, match=r"^(moves|undos|seen) is "):
                            Game.from_dict(tried)


@pytest.mark.coreless
@pytest.mark.parametrize(
    ("moves", "counts", "message"),
    [
        ("", {"undos": 3}, "undos is 3, and no move is listed"),
        ("", {"moves": 1, "undos": 1}, "moves is 1, and no move is listed"),
        ("", {"seen": 17}, "seen is 17, not 1 to 1 cards"),
        ("", {"moves": 10**30, "undos": 10**30}, f"moves is {10**30}, above 1000000000000"),
        ("b2", {"moves": 10**30, "undos": 10**30}, f"moves is {10**30}, above 1000000000000"),
        ("b2", {"undos": 10**12 + 1}, "undos is 1000000000001, above 1000000000000"),
        ("b2", {"moves": 2, "undos": 1, "seen": 3}, "seen is 3, not 2 to 2 cards"),
        ("r1, r1 b2", {"moves": 3, "undos": 1, "seen": 4}, "seen is 4, not 2 to 3 cards"),
        ("b2", {"moves": 100, "undos": 99, "seen": 23}, "seen is 23, not 2 to 22 cards"),
    ],
)
def test_counts_that_no_game_has_are_refused(moves, counts, message):
    document = {**played(ONE_RESERVE, moves).to_dict(), **counts}
    with pytest.raises(InvalidGameError, match=exactly(message)):
        Game.from_dict(document)


@pytest.mark.coreless
def test_a_game_that_was_undone_from_its_end_has_seen_every_card_it_can():
    game = played(WASTE, ", ".join(["r1"] * 5))
    for cell in CELLS:
        game.place(*cell)
    while game.history:
        game.undo()
    game.place(3, 3)
    document = game.to_dict()
    assert (document["moves"], document["undos"], document["seen"]) == (22, 21, 22)
    assert Game.from_dict(document).to_dict() == document
    for moves in (21, 20):  # as many moves as cards were turned up, and one fewer
        tried = {**document, "moves": moves + 1}
        if moves == 21:
            assert Game.from_dict(tried).to_dict() == tried
        else:
            with pytest.raises(InvalidGameError, match=exactly("seen is 22, not 2 to 21 cards")):
                Game.from_dict(tried)


@pytest.mark.slow
@pytest.mark.coreless
def test_a_game_has_at_most_ten_thousand_swaps_and_is_then_finished_saved_and_restored():
    game = Game(SHUFFLE, deck=FACE_UP)
    swaps = [Move.swap((0, 0), (0, 1)), Move.swap((3, 0), (3, 1))]
    for number in range(10_000):
        game.play(swaps[number % 2])
    for move in swaps:
        with pytest.raises(
            IllegalMoveError, match=exactly("a game has at most 10000 swaps: finish it, or undo some")
        ):
            game.play(move)
    assert game.legal_moves() == [Move.finish()]
    game.finish()
    document = game.to_dict()
    assert Game.from_dict(document).to_dict() == document
    game.undo()
    game.undo()
    assert len(game.legal_moves()) == 121


@pytest.mark.coreless
@pytest.mark.parametrize("name", ["history", "undone"])
def test_a_saved_game_larger_than_any_game_is_refused_before_its_moves_are_made(name, monkeypatch):
    monkeypatch.setattr(Game, "_step", lambda *_: pytest.fail("a move was made"))
    document = {**Game(SHUFFLE, deck=FACE_UP).to_dict(), name: ["a1 b1"] * 10_002}
    message = "10002 moves are listed, and a game has at most 10001"
    with pytest.raises(InvalidGameError, match=exactly(message)):
        Game.from_dict(document)
