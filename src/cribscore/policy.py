"""Who throws what at equilibrium: the policy that cribscore ships, how good it is, and how it is made.

The players look at the ranks of their six cards alone. A policy is bytes: for each of the 18,395 sets of six
ranks, first for the dealer, then for the pone, the number of the throw, 0 to 14, in the order of
`itertools.combinations(range(6), 2)` on the sorted ranks. At an equilibrium neither player gains by throwing
otherwise.

    python -m cribscore.policy [FILE]

finds the policy again, which takes half a minute, says its SHA-256, and writes it to a file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from math import comb, prod
from typing import TYPE_CHECKING, Final, NamedTuple

from . import _steps
from ._reference_policy import rank_sets
from ._wire import RANK_PAIRS, SETS

if TYPE_CHECKING:  # its import takes longer than all of cribscore's
    from fractions import Fraction

SHA256: Final = "2f65b40d664f6e8881faee1f6b392f5e45299b8134414b7368184bc3e55c49f2"
"""Of the policy that is shipped."""

RANKS: Final = "A23456789TJQK"

_FIRST: Final = 8  # rounds that are forgotten: the next is a best answer to the last one alone
_LIMIT: Final = 100_000  # best answers to the policy gain less than a point in so many deals
_HANDS: Final = comb(52, 6)
_CHOICES: Final = comb(46, 6) * 40  # of the other's six cards and a starter
_UNIT: Final = 256  # a point in the sums of a round
_THROWS: Final = tuple((i, j) for i in range(6) for j in range(i + 1, 6))


@cache
def shipped() -> bytes:
    """Return the policy that cribscore ships; it is read when it is first asked for."""
    from importlib.resources import files

    return files(__package__).joinpath("_policy.bin").read_bytes()


class Round(NamedTuple):
    """A policy and how good it is. Each pair is of the dealer and the pone.

    Attributes:
        number: Of the round, from 1.
        gains: What a best answer to the other's throws gains over the policy, in points a deal.
        hands: The mean points of the hands that are kept.
        cribs: The mean points of the crib, as each player sees it: the two are equal.
        policy: The policy.
    """

    number: int
    gains: tuple[Fraction, Fraction]
    hands: tuple[Fraction, Fraction]
    cribs: tuple[Fraction, Fraction]
    policy: bytes


def evaluate(policy: bytes) -> Round:
    """Say how good a policy is, exactly; it takes a second or two.

    Raises:
        ValueError: It is not a policy.
        RuntimeError: There is no C core.
    """
    return _round(_after_a_round(policy), 1)


@lru_cache(1)
def _after_a_round(policy: bytes) -> _steps.Equilibrium:
    made = _steps.Equilibrium(policy)
    made.run()
    return made


def search() -> Iterator[Round]:
    """Search for an equilibrium: yield policies until one is.

    The first policy throws for the hand alone. Each of the next is a best answer to the one before; from
    round 10 on, to the mean of all since round 9.

    Raises:
        RuntimeError: There is no C core.
    """
    made = _steps.Equilibrium()
    number = 0
    while True:
        number += 1
        made.run()
        found = _round(made, number)
        yield found
        if all(gain * _LIMIT < 1 for gain in found.gains):
            return
        made.next(forget=number <= _FIRST)


def _round(made: _steps.Equilibrium, number: int) -> Round:
    from fractions import Fraction

    gains, hands, cribs, policy = made.found()

    def mean(sums: Iterable[int], choices: int) -> tuple[Fraction, Fraction]:
        dealer, pone = (Fraction(total, _UNIT * choices * _HANDS) for total in sums)
        return dealer, pone

    means = mean(gains, _CHOICES), mean(hands, 46), mean(map(sum, cribs), _CHOICES)
    return Round(number, *means, policy)


# ---------------------------------------------------------------- what follows from the policy


def weight(ranks: Sequence[int]) -> int:
    """Return how many hands of cards have these ranks."""
    return prod(comb(4, ranks.count(rank)) for rank in {*ranks})


def throw_weights(player: int) -> dict[str, int]:
    """Return how many of the 20,358,520 hands throw each pair of ranks."""
    weights = {RANKS[low] + RANKS[high]: 0 for low in range(13) for high in range(low, 13)}
    for ranks, throw in zip(rank_sets(), shipped()[SETS * player :], strict=False):
        weights["".join(RANKS[ranks[place]] for place in _THROWS[throw])] += weight(ranks)
    return weights


def mean_cribs(player: int) -> dict[str, float]:
    """Return the mean crib of each pair of ranks over the hands that throw it."""
    *_, cribs, _ = _after_a_round(shipped()).found()
    weights = throw_weights(player)
    names = [RANKS[low] + RANKS[high] for low, high in RANK_PAIRS]
    return {
        pair: total / (_UNIT * _CHOICES * weights[pair])
        for pair, total in zip(names, cribs[player], strict=True)
    }


# ---------------------------------------------------------------- at a terminal


def main(argv: Sequence[str] | None = None) -> int:
    """Find the policy again, say what each round gains, and write the policy to a file if one is named."""
    import argparse
    from hashlib import sha256
    from pathlib import Path

    from ._files import check_writable, complaining, write_whole

    parser = argparse.ArgumentParser(
        prog="python -m cribscore.policy", description="Find again the policy that cribscore ships."
    )
    parser.add_argument("file", nargs="?", type=Path, help="where to write it")
    arguments = parser.parse_args(argv)
    if arguments.file is not None:
        with complaining(parser, arguments.file):
            check_writable(arguments.file)
    try:
        for found in search():
            dealer, pone = map(float, found.gains)
            print(f"round {found.number:>2}: best answers gain {dealer:.2e} and {pone:.2e}", flush=True)
    except RuntimeError as error:  # there is no C core
        parser.error(str(error))
    digest = sha256(found.policy).hexdigest()
    same = digest == SHA256
    print(f"SHA-256 {digest}, {'as' if same else 'not as'} shipped")
    if arguments.file is not None:
        with complaining(parser, arguments.file):
            write_whole(arguments.file, found.policy)
    return 0 if same else 1


if __name__ == "__main__":
    raise SystemExit(main())
