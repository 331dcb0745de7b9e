"""`cribscore selftest`: whether this build scores right, by the counts of all hands and the test vectors."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from hashlib import sha256
from importlib.resources import files
from itertools import compress
from typing import Any, Final

from cribscore import (
    Card,
    Grid,
    Pegging,
    Played,
    _core,
    backend,
    best_grid,
    hand_counts,
    keep_sums,
    policy,
    prove_maximum,
    score_grid,
    score_grids,
    score_hand,
    score_hands,
)
from cribscore._wire import BY_CHANCE, CLEAR
from cribscore.cards import cards_of, indexes_of

from ._output import Failure, write
from ._progress import waiting

# How many of the 12,994,800 choices of a hand and a starter score 0 to 29: for hands as Steven S. Lumetta,
# "Amusing Cribbage Facts", lumetta.web.engr.illinois.edu/humor/cribbage.html; for cribs by brute force.
HANDS: Final = [
    *(1009008, 99792, 2813796, 505008, 2855676, 697508, 1800268, 751324, 1137236, 361224),
    *(388740, 51680, 317340, 19656, 90100, 9168, 58248, 11196, 2708, 0),
    *(8068, 2496, 444, 356, 3680, 0, 0, 0, 76, 4),
]
CRIBS: Final = [
    *(1022208, 99792, 2839800, 508908, 2868960, 703496, 1787176, 755320, 1118336, 358368),
    *(378240, 43880, 310956, 16548, 88132, 9072, 57288, 11196, 2264, 0),
    *(7828, 2472, 444, 356, 3680, 0, 0, 0, 76, 4),
]


LARGEST: Final = (
    172,
    6,
    170,
)  # the largest total, how many boards reach it, and the next that any grid reaches


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the subcommand: there are none."""


def run(_: argparse.Namespace) -> None:
    """Print that the core in use and the kernels are right; a wrong score is a `Failure`."""
    from cribscore import __version__

    in_use = backend()
    others = [kernel for kernel in _core.kernels() if kernel != in_use]
    vectors = json.loads((files("cribscore") / "vectors.json").read_text(encoding="utf-8"))
    try:
        for name in (in_use, *others):
            _core.select(_choice(name))
            with waiting(f"scoring all hands with {_said(name)}", long=name == "python"):
                for what, right in _checks(vectors):
                    if not right:
                        raise Failure(f"wrong {what} from {_said(name)}")
    finally:
        _core.select(_choice(in_use))
    checked = ", ".join([f"{_said(in_use)} (in use)", *others])
    counted = ", ".join(f"{len(vectors[name]):,} {name}" for name in _tested(vectors))
    write(f"cribscore {__version__} is right: all {sum(HANDS):,} hands and cribs, {counted}, by {checked}")


def _tested(vectors: dict[str, Any]) -> list[str]:
    """Return the members of the test vectors that this core can check: the search needs the C core."""
    return ["hands", "grids", "plays", "keeps", *(["searches"] if backend() != "python" else [])]


def _checks(vectors: dict[str, Any]) -> Iterator[tuple[str, bool]]:
    """Yield what is checked, and whether the core in use is right."""
    yield "counts of all hands", hand_counts() == HANDS
    yield "counts of all cribs", hand_counts(crib=True) == CRIBS

    hands = vectors["hands"]
    scores = [score_hand(hand["hand"], hand["starter"], crib=hand["crib"]) for hand in hands]
    yield (
        "scores of hands",
        all(
            [*score.parts, score.total] == [*hand["parts"], hand["total"]]
            for hand, score in zip(hands, scores, strict=True)
        ),
    )
    for crib in (False, True):
        turned = [hand for hand in hands if hand["starter"] and hand["crib"] is crib]
        pairs = [(hand["hand"], hand["starter"]) for hand in turned]
        parts = [points for hand in turned for points in hand["parts"]]
        yield "parts of hands in batches", [*score_hands(pairs, crib=crib, parts=True)] == parts
        yield "scores of hands in batches", [*score_hands(pairs, crib=crib)] == [h["total"] for h in turned]

    grids = vectors["grids"]
    yield "scores of grids", all(_is_right(grid) for grid in grids)
    full = [*compress(grids, (grid["starter"] and Grid(grid["grid"]).full for grid in grids))]
    boards = [(grid["grid"], grid["starter"]) for grid in full]
    lines = [points for grid in full for points in grid["rows"] + grid["columns"]]
    yield "lines of grids in batches", [*score_grids(boards, lines=True)] == lines
    yield "scores of grids in batches", [*score_grids(boards)] == [grid["total"] for grid in full]

    yield (
        "points of plays",
        all(
            [[*played.score.parts] for played in _replayed(play)] == play["points"]
            for play in vectors["plays"]
        ),
    )
    deals = bytes(Card(card).index for keep in vectors["keeps"] for card in keep["cards"].split())
    sums = [points for keep in vectors["keeps"] for points in keep["sums"]]
    yield "sums of keeps", [*keep_sums(deals)] == sums
    yield "cribs of throws", all(_cribs(keep["cards"]) == keep["cribs"] for keep in vectors["keeps"])
    yield "bytes of the policy", sha256(policy.shipped()).hexdigest() == policy.SHA256

    if "searches" in _tested(vectors):
        yield (
            "best placements",
            all(
                best_grid(search["cards"], search["starter"], fixed=search["grid"]).score == search["best"]
                for search in vectors["searches"]
            ),
        )
        proof = prove_maximum()
        yield "largest total", (proof.total, len(proof.boards), proof.second) == LARGEST


def _cribs(deal: str) -> list[int]:
    cards = indexes_of(cards_of(deal))
    sums = _core.crib_sums(policy.shipped(), BY_CHANCE, cards, 0)
    return [total // CLEAR for total in sums]


def _replayed(play: dict[str, Any]) -> tuple[Played, ...]:
    return Pegging.replay(play["hands"], play["cards"], lead=play["lead"]).plays


def _is_right(grid: dict[str, Any]) -> bool:
    score = score_grid(grid["grid"], grid["starter"])
    found = [*score.rows, *score.columns, score.heels, score.total]
    return found == [*grid["rows"], *grid["columns"], grid["heels"], grid["total"]]


def _choice(name: str) -> str:
    return name if name == "python" else f"c:{name}"


def _said(name: str) -> str:
    return "the Python core" if name == "python" else name
