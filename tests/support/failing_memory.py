"""Let each allocation of some calls fail once: `python tests/support/failing_memory.py [MOST]`.

Each call is repeated with its first, second, third ... allocation failing, up to MOST (all by default).
It must raise an error or give the right answer, and it must give the right answer afterwards. No call here
raises an error by itself: CPython 3.12 crashes where it cannot allocate what it needs to raise one.
"""

import _testcapi
import sys
from itertools import count

from cribscore import (
    Card,
    Grid,
    Hand,
    best_grid,
    deal,
    explain_grid,
    explain_hand,
    read_board,
    score_grid,
    score_hand,
    score_hands,
)
from cribscore.squares import Game

UNFINISHED = "AC AD 4H 3C / 5C 6D 7C 8C / 9C JC .. KC / 3D 4D 5D .."
BOARD = "5C 5D 5S JH / 4C 4D 6S 6H / 6C 6D 4S 4H / TC TD TS TH"


def play():
    game = Game("one-reserve", seed=1)
    for move in ("b2", "r1", "c2", "r1 c3"):
        game.play(move)
    game.undo()
    return Game.from_dict(game.to_dict()).view()


CALLS = {
    "Card": lambda: Card("Jack of Hearts").name,
    "Hand": lambda: bytes(Hand("5H,5C,5S,10D")),
    "Grid": lambda: Grid(BOARD).to_lists(),
    "score_hand": lambda: score_hand("5H 5C 5S JD | 5D").to_dict(),
    "score_grid": lambda: score_grid(BOARD, "5H").to_dict(),
    "explain_hand": lambda: str(explain_hand("5H 5C 6S 4D", "4C")),
    "explain_grid": lambda: explain_grid(BOARD, "5H").to_dict(),
    "score_hands": lambda: bytes(score_hands(["5H 5C 5S JD 5D", "2H 4H 8H KH 9C"])),
    "a batch in place": lambda: bytes(score_hands(bytes([18, 16, 19, 41, 17] * 3), out=bytearray(3))),
    "deal": lambda: deal(1),
    "read_board": lambda: read_board(BOARD + " / 5H"),
    "best_grid": lambda: best_grid("5H KD", "2S", fixed=UNFINISHED)[:4],
    "Game": play,
}


def fail_each(call, most):
    """Let allocation after allocation fail; return how many did."""
    right, failed = call(), 0
    quiet = 0
    for number in count() if most is None else range(most):
        raised = False
        _testcapi.set_nomemory(number, number + 1)
        try:
            answer = call()
        except (
            MemoryError,
            SystemError,
        ):  # CPython loses the MemoryError in places, and then raises SystemError
            raised = True
        finally:
            _testcapi.remove_mem_hooks()
        if raised:
            failed, quiet = failed + 1, 0
        else:
            assert answer == right, f"allocation {number} failed, and the answer was {answer!r}"
            quiet += 1
        assert call() == right, f"after allocation {number} failed, the answer is another"
        if quiet >= 200:
            break
    return failed


if __name__ == "__main__":
    for name, call in CALLS.items():
        print(f"{name}: {fail_each(call, int(sys.argv[1]) if sys.argv[1:] else None)} failures", flush=True)
