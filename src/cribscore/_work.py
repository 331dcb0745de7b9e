"""Score many rows through the core: in pieces between which Ctrl-C is answered, and in several threads."""

from __future__ import annotations

import os
from collections.abc import Callable
from threading import Event, Thread
from typing import Final

from . import _core
from ._messages import integer, shown
from .errors import CribscoreError

THREAD_ROWS: Final = 1 << 17  # rows that are worth a thread of their own
_LANES: Final = 64  # work is divided at multiples of so many rows
_SLICE: Final = 0.02  # seconds of one wait

Score = Callable[[int, int], int]
"""Score the rows from `begin` to `end`; return the number of the first bad row, or `end`."""


def thread_count(threads: int) -> int:
    """Return how many threads are asked for; 0 asks for one for each processor."""
    try:
        number = integer(threads)
    except TypeError:
        raise TypeError(f"threads {shown(threads)} is not a whole number") from None
    if number < 0:
        raise CribscoreError(f"threads {shown(number)} is below 0")
    return (
        number
        or len(os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else ())
        or os.cpu_count()
        or 1
    )


def run(score: Score, count: int, cards_a_row: int, threads: int) -> int:
    """Score all rows; return the number of the first bad one, or `count`."""
    piece = _core.rows_at_once(cards_a_row)
    threads = min(threads, count // THREAD_ROWS)
    if threads <= 1 and count <= piece:
        return score(0, count)
    share = -(-count // max(threads, 1) // _LANES) * _LANES
    return Shares(score, count, share, piece).run()


class Shares:
    """The shares of a batch: the first for the calling thread, each other for a thread of its own.

    A thread enters `working` before it looks at `stopped`. So, once `stopped` is set, a thread that is not in
    `working` never writes a score, wherever an interrupt has left it: `Thread.start` may be interrupted after
    the thread has begun.
    """

    def __init__(self, score: Score, count: int, share: int, piece: int) -> None:
        self.score = score
        self.piece = piece
        self.spans = [(begin, min(begin + share, count)) for begin in range(0, count, share)]
        self.goods = [count] * len(self.spans)
        self.finished = [Event() for _ in self.spans]
        self.working: list[int] = []
        self.errors: list[BaseException] = []
        self.stopped = False

    def run(self) -> int:
        """Score all shares; return the number of the first bad row, or the number of rows."""
        others = range(1, len(self.spans))
        try:
            for number in others:
                Thread(target=self._run_in_thread, args=(number,)).start()
            self._run_share(0)
            for number in others:
                _wait(self.finished[number])
        finally:
            self.stopped = True  # after Ctrl-C nothing goes on writing to the caller's buffer
            self._wait_for_working()
        if self.errors:
            raise self.errors[0]
        return min(self.goods)

    def _wait_for_working(self) -> None:
        """Wait for the threads that work, through further interrupts too."""
        interrupt: BaseException | None = None
        for number in self.working:
            while not self.finished[number].is_set():
                try:
                    _wait(self.finished[number])
                except BaseException as error:  # whatever a signal handler raises
                    interrupt = error
        if interrupt is not None:
            raise interrupt

    def _run_in_thread(self, number: int) -> None:
        self.working.append(number)
        try:
            self._run_share(number)
        except BaseException as error:  # the calling thread raises it
            self.errors.append(error)
        finally:
            self.finished[number].set()

    def _run_share(self, number: int) -> None:
        begin, last = self.spans[number]
        while begin < last and not self.stopped:
            end = min(begin + self.piece, last)
            good = self.score(begin, end)
            if good < end:
                self.goods[number] = good
                return
            begin = end


def _wait(finished: Event) -> None:
    """Wait in short slices: where a signal handler restarts system calls, a long wait is not interrupted."""
    while not finished.wait(_SLICE):
        pass
