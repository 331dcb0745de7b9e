"""`cribscore selftest`: whether this build scores every hand right."""

from __future__ import annotations

import argparse
from typing import Final

from cribscore import _core, backend, hand_counts

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


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the subcommand: there are none."""


def run(_: argparse.Namespace) -> None:
    """Print that the core in use and the kernels are right; a wrong score is a `Failure`."""
    from cribscore import __version__

    in_use = backend()
    others = [kernel for kernel in _core.kernels() if kernel != in_use]
    try:
        for name in (in_use, *others):
            _core.select(_choice(name))
            with waiting(f"scoring all hands with {_said(name)}", long=name == "python"):
                _check(name)
    finally:
        _core.select(_choice(in_use))
    scored = ", ".join([f"{_said(in_use)} (in use)", *others])
    write(f"cribscore {__version__} is right: all {sum(HANDS):,} hands, also as cribs, by {scored}")


def _check(name: str) -> None:
    for crib, right in (False, HANDS), (True, CRIBS):
        if hand_counts(crib=crib) != right:
            raise Failure(f"wrong scores from {_said(name)}, {'as cribs' if crib else 'as hands'}")


def _choice(name: str) -> str:
    return name if name == "python" else f"c:{name}"


def _said(name: str) -> str:
    return "the Python core" if name == "python" else name
