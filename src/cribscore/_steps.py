"""The long searches of the C core, in steps of some ten milliseconds that give up the interpreter lock."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, Final, NamedTuple

from . import _core
from ._wire import KEEPS, POSITION, SETS, CardRows

_STEP: Final = 1_000_000  # tens of nanoseconds
_DEALS: Final = 100  # by advice
_GAMES: Final = 200  # of training, in one step


def search(board: bytes, cards: bytes) -> Iterator[tuple[bytes, int, int, int]]:
    """Search for the best placement of the cards: sixteen cells and the starter, 255 where one is to go.

    Each step yields the best grid yet with its starter, its total, a bound on every total, and the nodes
    searched.
    """
    ffi, lib = _core.native_for("best_grid")
    memory = ffi.new("uint64_t[]", lib.crib_search_size() // 8 + 1)  # freed with the generator
    state, found = ffi.cast("crib_search *", memory), ffi.new("crib_placement *")
    if lib.crib_search_start(state, _core.demand(board, 17), cards, len(cards)) != lib.CRIB_OK:
        raise ValueError("not as many different cards as places")
    over = False
    while not over:
        over = bool(lib.crib_search_step(state, _STEP))
        lib.crib_search_found(state, found)
        yield bytes(found.cells), found.total, found.bound, found.nodes


def largest(starter_rank: int, target: int, exactly: bool) -> tuple[int, int, int, int, list[bytes]]:
    """Search all grids with a starter of this rank for those with the largest total, `target` or more.

    With `exactly`, search for one whose total is `target`. Give a simple bound on all totals, how many sets
    of rows, grids of ranks and choices of suits were tried, and the boards: sixteen cells and the starter.
    """
    ffi, lib = _core.native_for("prove_maximum")
    memory = ffi.new("uint64_t[]", lib.crib_maximum_size() // 8 + 1)
    state, found = ffi.cast("crib_maximum *", memory), ffi.new("crib_largest *")
    if lib.crib_maximum_start(state, starter_rank, target, exactly) != lib.CRIB_OK:
        raise ValueError("no such rank or target")
    while not lib.crib_maximum_step(state, _STEP):
        pass
    lib.crib_maximum_found(state, found)
    boards, cells = [], ffi.new("uint8_t[17]")
    for index in range(found.boards):
        lib.crib_maximum_board(state, index, cells)
        boards.append(bytes(cells))
    return found.bound, found.row_sets, found.grids, found.suits, boards


class Equilibrium:
    """The search for an equilibrium, round by round: from a policy, or from players of the hand alone."""

    def __init__(self, policy: bytes | None = None) -> None:
        self._ffi, self._lib = _core.native_for("the search for an equilibrium")
        new = self._ffi.new
        self._memory = new("uint64_t[]", self._lib.crib_equilibrium_size() // 8 + 1)
        self._state = self._ffi.cast("crib_equilibrium *", self._memory)
        given = self._ffi.NULL if policy is None else _core.demand(policy, 2 * SETS)
        if self._lib.crib_equilibrium_start(self._state, given) != self._lib.CRIB_OK:
            raise ValueError("not a policy")

    def run(self) -> None:
        """Do the round, in steps of some ten milliseconds that give up the interpreter lock."""
        ended = 0
        while not ended:
            ended = self._lib.crib_equilibrium_step(self._state, _STEP)

    def found(self) -> tuple[list[int], list[int], list[list[int]], bytes]:
        """Return the round's gains, hands, and cribs by what is thrown, of dealer and pone; its policy."""
        found, policy = self._ffi.new("crib_round *"), self._ffi.new("uint8_t[]", 2 * SETS)
        self._lib.crib_equilibrium_found(self._state, found, policy)
        cribs = [list(player) for player in found.cribs]
        return list(found.gains), list(found.hands), cribs, bytes(policy)

    def next(self, forget: bool) -> None:
        """Begin the next round, with the best answers to the rounds that are not forgotten."""
        self._lib.crib_equilibrium_next(self._state, forget)


ThrowChooser = Callable[[CardRows, Any, int, int, int, int, Any], int]
"""It takes the deals, a buffer of bytes that say whether the owner is the dealer, the place of the first and
the step from one to the next, `begin` and `end`, and a writable buffer for two card indexes of each deal. It
returns the number of the first bad row, or `end`."""


def keep_net(policy: bytes, keep: int, dealer: bool, worlds: int, deals: int) -> int:
    """Play deals with a keep, both players by advice; return the sum of what it makes, less the other hands.

    A keep is the number of its four ranks, in the order of the highest rank, then of the next, and so on.
    """
    _, lib = _core.native_for("the play of a keep")
    weights = keep_weights(policy)
    return sum(
        lib.crib_keep_net(weights, keep, dealer, worlds, deals, begin, min(begin + _DEALS, deals))
        for begin in range(0, deals, _DEALS)
    )


@lru_cache(1)
def keep_weights(policy: bytes) -> Any:
    """Return how often the dealer and the pone keep each hand, as the C core reads it."""
    ffi, lib = _core.native_for("the play of a keep")
    memory = ffi.new("uint64_t[]", lib.crib_policy_size() // 8 + 1)
    made, weights = ffi.cast("crib_policy *", memory), ffi.new("uint32_t[]", 2 * KEEPS)
    if lib.crib_policy_start(made, _core.demand(policy, 2 * SETS)) != lib.CRIB_OK:
        raise ValueError("not a policy")
    for player in range(2):
        lib.crib_keep_weights(made, player, weights + KEEPS * player)
    return weights


def throw_chooser(policy: bytes) -> ThrowChooser:
    """Return a function that chooses the best throws of deals against a policy; its table is kept."""
    return _throw_chooser(*_core.native_for("best_throws"), policy)


@lru_cache(1)
def _throw_chooser(ffi: Any, lib: Any, policy: bytes) -> ThrowChooser:
    from_buffer, byte_array = ffi.from_buffer, ffi.typeof("uint8_t[]")
    fours_memory = ffi.new("uint16_t[]", lib.crib_fours_size() // 2)
    fours = ffi.cast("crib_fours *", fours_memory)
    lib.crib_fours_start(fours)
    policy_memory = ffi.new("uint16_t[]", lib.crib_policy_size() // 2)
    given = ffi.cast("crib_policy *", policy_memory)
    if lib.crib_policy_start(given, _core.demand(policy, 2 * SETS)) != lib.CRIB_OK:
        raise ValueError("not a policy")
    table_memory = ffi.new("uint64_t[]", lib.crib_throw_table_size() // 8)
    table = ffi.cast("crib_throw_table *", table_memory)
    lib.crib_throw_table_start(table)
    made = 0
    while not made:
        made = lib.crib_throw_table_step(table, given, _STEP)

    def best_throws(
        deals: CardRows, dealers: Any, first: int, step: int, begin: int, end: int, throws: Any
    ) -> int:
        with (
            from_buffer(byte_array, deals.cards) as deal_bytes,
            from_buffer(byte_array, dealers) as dealer_bytes,
            from_buffer(byte_array, throws, True) as throw_bytes,
        ):
            good: int = lib.crib_best_throws(
                ffi.cast("crib_fours *", fours_memory),
                ffi.cast("crib_throw_table *", table_memory),
                deal_bytes + (deals.first + begin * deals.row_step),
                deals.row_step,
                deals.card_step,
                dealer_bytes + (first + begin * step),
                step,
                end - begin,
                throw_bytes + 2 * begin,
            )
        return begin + good

    return best_throws


class Advised(NamedTuple):
    """A move and what it is worth; values as `_wire` has them."""

    source: int
    to: int
    value: int
    win: int
    found: int
    games: int
    share: int  # the weight of the games in the value, in per cent
    spread: int  # the square of the number of games times the variance of their values
    loss_spread: int  # the same for the differences to the best move


def advise(
    values: Any,
    position: bytes,
    level: int,
    to_win: bool,
    seed: int,
    included: tuple[int, int] | None = None,
) -> list[Advised]:
    """Search for the best move: all moves, the best first.

    The move `included`, its source and where it goes, is looked into as closely as the best ones.
    """
    ffi, lib = _core.native_for(f"a player of level {level}")
    memory = ffi.new("uint64_t[]", lib.crib_player_size() // 8 + 1)
    advice = ffi.cast("crib_player *", memory)
    place = ffi.from_buffer("crib_position *", _core.demand(position, POSITION))
    if lib.crib_player_start(advice, values[0], place, level, to_win, seed) != lib.CRIB_OK:
        raise ValueError("not a position")
    if included is not None and lib.crib_player_include(advice, *included) != lib.CRIB_OK:
        raise ValueError("not a move")
    while not lib.crib_player_step(advice, values[0], _STEP):
        pass
    found = ffi.new("crib_advised[]", lib.CRIB_MOVES)
    count = lib.crib_player_found(advice, found)
    return [Advised(*(getattr(one, name) for name in Advised._fields)) for one in found[0:count]]


def games(
    values: Any, position: bytes, level: int, seed: int, scores: memoryview, stopped: Callable[[], bool]
) -> None:
    """Play games and write their final scores, one game for each byte; the first is dealt by the seed."""
    ffi, lib = _core.native_for("play_games")
    memory = ffi.new("uint64_t[]", lib.crib_games_size() // 8 + 1)
    state = ffi.cast("crib_games *", memory)
    place = ffi.from_buffer("crib_position *", _core.demand(position, POSITION))
    if lib.crib_games_start(state, place, level, False, seed) != lib.CRIB_OK:
        raise ValueError("no such rules or level")
    with ffi.from_buffer("uint8_t[]", scores, True) as written:
        while not stopped() and lib.crib_games_step(state, values[0], len(scores), _STEP, written) < len(
            scores
        ):
            pass


def train(
    weights: bytes, position: bytes, piles_only: bool, games: int, seed: int, rate: int
) -> Iterator[tuple[int, bytes]]:
    """Train weights, from a first guess if there are none; with `piles_only`, only those of the piles.

    Each step yields the number of games played; the last one the weights too, which are empty before.
    """
    ffi, lib = _core.native_for("training")
    memory = ffi.new("uint64_t[]", lib.crib_training_size() // 8 + 1)
    state = ffi.cast("crib_training *", memory)
    place = ffi.from_buffer("crib_position *", _core.demand(position, POSITION))
    if lib.crib_training_start(state, weights, len(weights), place, piles_only, seed, rate) != lib.CRIB_OK:
        raise ValueError("no such rules or rate")
    played = 0
    while played < games:
        step = min(_GAMES, games - played)
        lib.crib_training_step(state, step)
        played += step
        yield played, b""
    size = lib.crib_values_weights(place.reserves or place.waste)
    trained = ffi.new("uint8_t[]", size)
    lib.crib_training_weights(state, trained, size)
    yield played, bytes(ffi.buffer(trained))
