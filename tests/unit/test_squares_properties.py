"""The game held, move by move, against a table on which it is played by hand."""

import copy
import json
import pickle
from itertools import combinations
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from hypothesis.stateful import run_state_machine_as_test as run_machine

from cribscore import score_grid
from cribscore.squares import PRESETS, Game, IllegalMoveError, Move, Rules
from naive import grid_lines, parse
from strategies import NAMES

VARIATIONS = {
    **PRESETS,
    "anywhere": Rules(adjacency=False, win_at=40),
    "two reserves anywhere": Rules(adjacency=False, reserves=2),
}


CELLS = [column + row for row in "1234" for column in "abcd"]
NAMED = {f"{card} {cell}" for card in NAMES for cell in CELLS}
EVERY_MOVE = [
    *CELLS,
    *sorted(NAMED),
    "r1",
    "r2",
    *(f"{pile} {cell}" for pile in ("r1", "r2") for cell in CELLS),
    *(f"{one} {other}" for one, other in combinations(CELLS, 2)),
    "finish",
]


def touch(one, other):
    across, down = abs(ord(one[0]) - ord(other[0])), abs(ord(one[1]) - ord(other[1]))
    return one != other and across <= 1 and down <= 1


class Table:
    """The game once more, as plainly as it can be said: cards are names, cells and moves are text."""

    def __init__(self, deck, rules):
        self.deck = list(deck)
        self.adjacency, self.waste = rules.adjacency, rules.waste
        self.open, self.shuffle = rules.open, rules.shuffle
        self.piles = [[] for _ in range(1 if self.waste else rules.reserves)]
        self.grid, self.hand, self.starter, self.finished = {}, [], None, False
        if self.shuffle:
            self.grid = dict(zip(CELLS, self.take(16), strict=True))
            self.starter = self.take(1)[0]
        elif self.open:
            self.hand = self.take(16)
            self.starter = self.take(1)[0]
        else:
            self.hand = self.take(1)

    def take(self, count):
        taken, self.deck = self.deck[:count], self.deck[count:]
        return taken

    @property
    def over(self):
        return self.finished if self.shuffle else len(self.grid) == 16

    def fits(self, cell):
        if cell in self.grid:
            return False
        return not self.adjacency or not self.grid or any(touch(cell, other) for other in self.grid)

    def allows(self, move):
        first, *rest = move.split()
        if self.over:
            return False
        if move == "finish" or (first in CELLS and rest):
            return self.shuffle
        if self.shuffle:
            return False
        if first in ("r1", "r2"):
            if int(first[1]) > len(self.piles):
                return False
            pile = self.piles[int(first[1]) - 1]
            if not rest:
                return len(pile) < 5
            return not self.waste and len(pile) > 0 and self.fits(rest[0])
        return self.fits(first) if first in CELLS else first in self.hand and self.fits(rest[0])

    def legal(self):
        """The moves to choose from: a card is named where, and only where, there is more than one."""
        misnamed = CELLS if self.open else NAMED
        return {move for move in EVERY_MOVE if move not in misnamed and self.allows(move)}

    def make(self, move):
        first, *rest = move.split()
        if move == "finish":
            self.finished = True
        elif first in CELLS and rest:
            self.grid[first], self.grid[rest[0]] = self.grid[rest[0]], self.grid[first]
        elif first in ("r1", "r2"):
            pile = self.piles[int(first[1]) - 1]
            if rest:
                self.grid[rest[0]] = pile.pop()
            else:
                pile.append(self.hand.pop())
        else:
            card = self.hand[0] if first in CELLS else first
            self.hand.remove(card)
            self.grid[move[-2:]] = card
        if self.starter is None and not self.hand:
            self.hand = self.take(1)
        if len(self.grid) == 16 and self.starter is None:
            self.starter = self.hand.pop()

    def cells(self):
        return [self.grid.get(cell) for cell in CELLS]


EVERY_PARSED_MOVE = {text: Move.parse(text) for text in EVERY_MOVE}


def names(cards):
    return [card and str(card) for card in cards]


def texts(moves):
    return [str(move) for move in moves]


def refusal(call, *arguments):
    with pytest.raises(IllegalMoveError) as refused:
        call(*arguments)
    return str(refused.value)


def shown(game):
    """What there is to see of a game for one who makes no move."""
    return (
        game.view(),
        repr(game),
        str(game),
        (game.card, game.upcoming, game.grid, game.reserves, game.starter, repr(game.score)),
        (game.over, game.won, game.history, game.undone, game.moves, game.undos),
        [pickle.dumps(move) for move in (*game.legal_moves(), *game.history, *game.undone)],
    )


def position(game):
    """What a player sees, without what is counted."""
    view = game.view()
    return {name: view[name] for name in view.keys() - {"moves", "undos", "undone"}}


class Player(RuleBasedStateMachine):
    """Plays, takes back and plays again, on the game and on the table."""

    chosen: Rules

    @initialize(seed=st.integers(0, 2**32))
    def deal(self, seed):
        self.random = Random(seed)
        self.deck = self.random.sample(NAMES, 52)
        self.game = Game(self.chosen, deck=self.deck)
        self.tables, self.positions = [Table(self.deck, self.chosen)], []
        self.undone = []
        self.actions = []
        self.played = self.taken_back = 0
        self.seen = 52 - len(self.tables[-1].deck)

    def act(self, name, *arguments):
        self.actions.append((name, arguments))
        return getattr(self.game, name)(*arguments)

    @precondition(lambda self: not self.game.over)
    @rule(pick=st.integers(0, 10**6))
    def play(self, pick):
        legal = sorted(self.tables[-1].legal())
        text = legal[pick % len(legal)]
        move = Move.parse(text)
        before = self.game.to_dict()
        ahead = self.game.after(move)
        assert self.game.to_dict() == before
        self.positions.append(position(self.game))
        self.act("play", move)
        assert ahead.to_dict() == self.game.to_dict()
        self.tables.append(copy.deepcopy(self.tables[-1]))
        self.tables[-1].make(text)
        self.undone.clear()
        self.played += text != "finish"
        self.seen = max(self.seen, 52 - len(self.tables[-1].deck))

    @precondition(lambda self: self.positions)
    @rule()
    def undo(self):
        move = self.act("undo")
        self.undone.append((str(move), self.tables.pop()))
        self.taken_back += 1
        assert position(self.game) == self.positions.pop()

    @precondition(lambda self: self.undone)
    @rule()
    def redo(self):
        self.positions.append(position(self.game))
        move = self.act("redo")
        text, table = self.undone.pop()
        assert str(move) == text
        self.tables.append(table)

    @precondition(lambda self: not self.undone)
    @rule()
    def redo_nothing(self):
        assert refusal(self.game.redo) == "nothing to redo"

    @invariant()
    def the_game_is_as_the_table(self):
        game, table = self.game, self.tables[-1]
        assert names(game.grid) == table.cells()
        assert [str(card) for card in (game.card, *game.upcoming) if card] == table.hand
        assert [names(pile) for pile in game.reserves] == table.piles
        assert (game.starter and str(game.starter)) == table.starter
        assert game.over == table.over
        assert (game.moves, game.undos) == (self.played, self.taken_back)
        assert texts(game.undone) == [text for text, _ in reversed(self.undone)]

    @invariant()
    def no_card_is_lost_or_doubled(self):
        game = self.game
        there = [
            *game.grid.cards,
            game.card,
            *game.upcoming,
            *(card for pile in game.reserves for card in pile),
        ]
        there = sorted(names([*there, game.starter]), key=str)
        turned = self.deck[: 52 - len(self.tables[-1].deck)]
        assert [card for card in there if card] == sorted(turned)

    @invariant()
    def the_score_is_that_of_the_grid(self):
        game = self.game
        rows, columns, heels = grid_lines(
            [parse(cell) for cell in self.tables[-1].cells()], parse(game.starter and str(game.starter))
        )
        assert [line.parts for line in game.score.rows] == rows
        assert [line.parts for line in game.score.columns] == columns
        assert game.score == sum(map(sum, rows + columns)) + heels == score_grid(game.grid, game.starter)
        assert game.won == (game.over and game.score >= self.chosen.win_at)

    @invariant()
    def the_legal_moves_are_those_found_by_trying_every_move(self):
        game, table = self.game, self.tables[-1]
        found = texts(game.legal_moves())
        assert len(found) == len(set(found))
        assert set(found) == table.legal()
        before = game.to_dict()
        for text, move in EVERY_PARSED_MOVE.items():
            if not table.allows(text):
                refusal(game.play, move)
        assert game.to_dict() == before

    @invariant()
    def a_saved_game_comes_back_the_same(self):
        saved = self.game.to_dict()
        for restored in (
            Game.from_dict(json.loads(json.dumps(saved))),
            pickle.loads(pickle.dumps(self.game)),
            copy.deepcopy(self.game),
        ):
            assert restored.to_dict() == saved
            assert shown(restored) == shown(self.game)

    @invariant()
    def nothing_shows_what_is_hidden(self):
        unseen = self.deck[self.seen :]
        self.random.shuffle(unseen)
        twin = Game(self.chosen, deck=self.deck[: self.seen] + unseen)
        for name, arguments in self.actions:
            getattr(twin, name)(*arguments)
        again = self.game.reshuffled(self.random.randrange(2**64))
        assert shown(twin) == shown(again) == shown(self.game)
        assert again.to_dict()["deck"][: self.seen] == self.deck[: self.seen]
        assert sorted(again.to_dict()["deck"]) == sorted(NAMES)
        table = self.tables[-1]
        for text in self.random.sample(EVERY_MOVE, 50):
            if not table.allows(text):
                move = EVERY_PARSED_MOVE[text]
                assert refusal(self.game.play, move) == refusal(twin.play, move) == refusal(again.play, move)


@pytest.mark.slow
@pytest.mark.parametrize("variation", VARIATIONS)
def test_a_game_goes_as_on_a_table_comes_back_from_a_file_and_hides_what_is_hidden(variation, core):
    machine = type("Player", (Player,), {"chosen": VARIATIONS[variation]})
    examples = 4 if core == "python" else 12  # the cores differ only in the score
    run_machine(machine, settings=settings(max_examples=examples, stateful_step_count=30, deadline=None))


@pytest.mark.slow
@pytest.mark.parametrize("variation", VARIATIONS)
def test_a_random_player_gets_every_game_to_its_end(variation, core):
    rules = VARIATIONS[variation]
    games = 2_000 if core != "python" and variation in PRESETS else 500
    random = Random(variation)
    most = least = rules.cards
    for _ in range(games):
        deck = random.sample(NAMES, rules.cards)
        game = Game(rules, deck=deck)
        swaps = random.randrange(8)
        while not game.over:
            moves = game.legal_moves()
            game.play(moves[-1] if rules.shuffle and game.moves == swaps else random.choice(moves))
            assert game.moves <= 16 + 16 + 5 * rules.piles  # each card is put aside once at most
        left = sum(map(len, game.reserves))
        assert game.grid.full
        assert game.card is None
        assert game.legal_moves() == []
        assert str(game.starter) == deck[16 + left]
        assert set(names(game.grid)) | {str(card) for pile in game.reserves for card in pile} == set(
            deck[: 16 + left]
        )
        assert game.score == score_grid(game.grid, game.starter)
        assert game.won == (game.score >= rules.win_at)
        least, most = min(least, 17 + left), max(most, 17 + left)
    assert least == 17
    assert most == rules.cards
