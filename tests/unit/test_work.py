"""Work in pieces and in threads: how Ctrl-C is answered, and what an interrupt leaves behind."""

import os
import signal
import subprocess
import sys
import threading
import time
from functools import partial

import pytest

from cribscore import _core, _work, scoring
from processes import posix

ROWS = 1000


def first_of(bad, begin, end):
    return min([row for row in bad if begin <= row < end], default=end)


@pytest.fixture
def small_shares(monkeypatch):
    monkeypatch.setattr(_work, "THREAD_ROWS", 64)
    monkeypatch.setattr(_core, "rows_at_once", lambda _: 20)


@pytest.mark.parametrize("threads", [1, 2, 7, 100])
@pytest.mark.usefixtures("small_shares")
def test_every_row_is_scored_once_and_the_first_bad_one_is_told(threads):
    scored = []

    def score(begin, end):
        scored.extend(range(begin, end))
        return end

    assert _work.run(score, ROWS, 5, threads) == ROWS
    assert sorted(scored) == list(range(ROWS))
    for bad in ({0}, {999}, {640, 333, 900}):
        assert _work.run(partial(first_of, bad), ROWS, 5, threads) == min(bad)


@pytest.mark.parametrize("interrupted", range(1, 7))
@pytest.mark.usefixtures("small_shares")
def test_nothing_is_scored_after_an_interrupt_while_a_thread_starts_has_reached_the_caller(
    monkeypatch, interrupted
):
    start, started, scored = threading.Thread.start, [], []

    def start_and_interrupt(thread):
        start(thread)  # the thread runs, but Thread.start has not come back yet
        started.append(thread)
        if len(started) == interrupted:
            raise KeyboardInterrupt

    def score(begin, end):
        time.sleep(0.002)
        scored.append(begin)
        return end

    monkeypatch.setattr(threading.Thread, "start", start_and_interrupt)
    with pytest.raises(KeyboardInterrupt):
        _work.run(score, ROWS, 5, 8)
    known = len(scored)
    for thread in started:
        thread.join()
    assert len(scored) == known


@pytest.mark.usefixtures("small_shares")
def test_a_second_interrupt_while_threads_finish_does_not_leave_them_at_work(monkeypatch):
    scored, waits, interrupted = [], [], threading.Event()
    wait = _work._wait

    def interrupted_wait(finished):
        waits.append(finished)
        if len(waits) <= 3:
            raise KeyboardInterrupt
        interrupted.set()
        wait(finished)

    def score(begin, end):
        if threading.current_thread() is not threading.main_thread():
            interrupted.wait(10)  # so the threads are at work until the last interrupt
            time.sleep(0.02)
        scored.append(begin)
        return end

    monkeypatch.setattr(_work, "_wait", interrupted_wait)
    with pytest.raises(KeyboardInterrupt):
        _work.run(score, ROWS, 5, 4)
    known = len(scored)
    assert len(waits) > 3
    time.sleep(0.1)
    assert len(scored) == known


@pytest.mark.usefixtures("small_shares")
def test_an_error_in_a_thread_is_raised_in_the_caller():
    def score(begin, end):
        if begin >= 500:
            raise MemoryError("no room")
        return end

    with pytest.raises(MemoryError, match=r"^no room$"):
        _work.run(score, ROWS, 5, 4)


RESTARTED = """
import signal, threading, time
from cribscore import _core, _work

_work.THREAD_ROWS, _core.rows_at_once = 64, lambda _: 1
caller = threading.get_ident()

def score(begin, end):
    if threading.get_ident() != caller:
        time.sleep(0.01)
    return end

signal.siginterrupt(signal.SIGINT, False)  # system calls go on after a signal, as some libraries set it
began = time.monotonic()
threading.Timer(0.2, signal.raise_signal, [signal.SIGINT]).start()
try:
    _work.run(score, 1000, 5, 2)
except KeyboardInterrupt:
    print("interrupted", time.monotonic() - began < 2)
"""


@posix
def test_ctrl_c_is_answered_where_system_calls_are_restarted_after_a_signal():
    result = subprocess.run(
        [sys.executable, "-c", RESTARTED], capture_output=True, text=True, check=False, timeout=60
    )
    assert (result.stdout, result.stderr) == ("interrupted True\n", "")


@pytest.mark.parametrize("cards", [5, 17])
def test_a_call_of_the_core_is_short(cards):
    """The least rate seen of a kernel on a slow machine, in cards a second, bounds the time of a piece."""
    rates = {"python": 5e4, "portable": 2e8, "avx2": 1.5e9, "avx512": 1.5e9}
    assert 0 < _core.rows_at_once(cards) * cards / rates[_core.backend()] < 0.05


def test_a_score_can_be_made_while_the_same_score_is_being_made(monkeypatch):
    """As a signal handler does that scores a hand in the middle of another call."""
    packed = 5 | 3 << 4 | 1 << 13
    parts_of, inner = scoring._wire.parts_of, []

    def parts_of_and_interrupt(value):
        if not inner:
            inner.append(None)
            inner[0] = scoring.shared_score(packed)
        return parts_of(value)

    monkeypatch.setattr(scoring, "_made", {})
    monkeypatch.setattr(scoring, "_shared", [None] * scoring._wire.PACKED)
    monkeypatch.setattr(scoring._wire, "parts_of", parts_of_and_interrupt)
    outer = []
    thread = threading.Thread(target=lambda: outer.append(scoring.shared_score(packed)), daemon=True)
    thread.start()
    thread.join(10)
    assert outer, "it waits for ever"
    assert outer[0] is inner[0]
    assert outer[0].parts == (10, 6, 0, 0, 1)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_child_scores_at_once():
    scoring._shared[5] = None
    child = os.fork()
    if child == 0:
        signal.alarm(10)
        os._exit(scoring.shared_score(5).total)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 10
