"""Time batches of hands and grids in every layout and with every kernel, beside the yardsticks."""

from itertools import cycle, product
from threading import Thread
from time import perf_counter

import numpy as np
import pytest

from cribscore import _core, hand_counts, score_grids, score_hands
from oracles import TABLES

KERNELS = _core.kernels()
BEST = KERNELS[-1]
SIZES = {
    1_000: (200, 50),
    100_000: (200, 1),
    1_000_000: (100, 1),
    20_000_000: (30, 1),
}  # (rounds, iterations)
SHARED_FROM = 1_000_000  # from so many rows on a second thread takes part


def measure(benchmark, function, count, threads=1):
    """Time calls that score `count` rows. Their result was checked before."""
    rounds, iterations = SIZES[count]
    benchmark.extra_info.update(rows=count, threads=threads, correct=True)
    benchmark.pedantic(function, rounds=rounds, iterations=iterations, warmup_rounds=1)
    if benchmark.enabled:
        benchmark.extra_info["rows_per_second"] = round(count / benchmark.stats.stats.min)


def cases():
    """Yield (layout, kernel, container, size, threads), grouped by layout and size."""
    for layout, size in product(("rows", "columns", "decks", "grids"), SIZES):
        for kernel in KERNELS:
            for threads in (1, 2) if size >= SHARED_FROM else (1,):
                yield layout, kernel, "array", size, threads
        if layout in ("rows", "grids"):
            yield layout, BEST, "bytearray", size, 1
            yield layout, BEST, "array, no out", size, 1


@pytest.mark.parametrize(("layout", "kernel", "container", "size", "threads"), [*cases()])
def test_batch(benchmark, batch, use, layout, kernel, container, size, threads):
    use(f"c:{kernel}")
    rows, expected = batch(layout, size)
    score = score_grids if layout == "grids" else score_hands
    out = np.full(size, 255, np.uint8)
    if container == "bytearray":
        rows, out = bytearray(rows), bytearray(out)
    if container == "array, no out":
        out = None
    assert np.array_equal(score(rows, out=out, threads=threads), expected)
    benchmark.group = layout
    benchmark.extra_info.update(kernel=kernel, container=container)
    measure(benchmark, lambda: score(rows, out=out, threads=threads), size, threads)


# ---------------------------------------------------------------- counts of all hands


@pytest.mark.benchmark(group="counts")
@pytest.mark.parametrize("kernel", KERNELS)
def test_hand_counts(benchmark, use, kernel):
    use(f"c:{kernel}")
    assert hand_counts() == TABLES["hand"]
    benchmark.extra_info.update(kernel=kernel, correct=True)
    benchmark.pedantic(hand_counts, rounds=60, warmup_rounds=1)


# ---------------------------------------------------------------- yardsticks


def yardstick(function, ffi, rows, out, threads=1):
    """Return a call that runs a yardstick over the rows, shared among the threads."""
    share = len(rows) // threads
    parts = [
        (
            ffi.from_buffer("uint8_t[]", rows[at : at + share]),
            share,
            ffi.from_buffer("uint8_t[]", out[at : at + share], require_writable=True),
        )
        for at in range(0, len(rows), share)
    ]

    def call():
        others = [Thread(target=function, args=part) for part in parts[1:]]
        for other in others:
            other.start()
        function(*parts[0])
        for other in others:
            other.join()

    return call


@pytest.mark.benchmark(group="yardsticks")
def test_scalar_loop(benchmark, batch, yard):
    """Score a million different hands in turn, in short rounds, so that some are not disturbed."""
    rows, expected = batch("rows", 1_000_000)
    out = np.zeros(len(rows), np.uint8)
    share = 100_000
    calls = [
        yardstick(yard.lib.yard_score, yard.ffi, rows[at : at + share], out[at : at + share])
        for at in range(0, len(rows), share)
    ]
    for call in calls:
        call()
    assert np.array_equal(out, expected)
    in_turn = cycle(calls)
    benchmark.extra_info.update(rows=share, correct=True)
    benchmark.pedantic(lambda call: call(), setup=lambda: ((next(in_turn),), {}), rounds=500)


@pytest.mark.benchmark(group="yardsticks")
@pytest.mark.parametrize("size", [100_000, 1_000_000, 20_000_000])
def test_copy_loop(benchmark, batch, yard, size):
    call = yardstick(yard.lib.yard_copy, yard.ffi, batch("rows", size)[0], np.zeros(size, np.uint8))
    measure(benchmark, call, size)


@pytest.mark.benchmark(group="yardsticks")
@pytest.mark.parametrize("layout", ["rows", "columns"])
def test_two_threads_beside_two_copy_loops(benchmark, batch, yard, layout):
    """Time both in each round, so that other work on the machine disturbs both alike."""
    size = 20_000_000
    rows, expected = batch(layout, size)
    out = np.zeros(size, np.uint8)
    in_rows = rows if layout == "rows" else rows.T.reshape(size, 5)  # the copy loop takes any bytes
    calls = {
        "copy loop": yardstick(yard.lib.yard_copy, yard.ffi, in_rows, out),
        "two copy loops": yardstick(yard.lib.yard_copy, yard.ffi, in_rows, out, threads=2),
        "one thread": lambda: score_hands(rows, out=out),
    }
    best = dict.fromkeys(calls, float("inf"))

    def time_others():
        for name, call in calls.items():
            begin = perf_counter()
            call()
            best[name] = min(best[name], perf_counter() - begin)

    assert np.array_equal(score_hands(rows, threads=2), expected)
    benchmark.pedantic(
        lambda: score_hands(rows, out=out, threads=2), setup=time_others, rounds=150, warmup_rounds=1
    )
    benchmark.extra_info.update(rows=size, layout=layout, correct=True, seconds=best)


@pytest.mark.benchmark(group="yardsticks")
def test_clock(benchmark, yard):
    steps = 1_000_000
    benchmark.extra_info["steps"] = steps
    benchmark.pedantic(yard.lib.yard_chain, args=(steps,), rounds=100, warmup_rounds=1)
