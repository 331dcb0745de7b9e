"""Fixtures of the benchmarks: random deals with their scores, and the yardsticks; the machine."""

import os
import platform
import random
import re
import subprocess
import sys
from functools import lru_cache
from pathlib import Path
from time import perf_counter
from types import SimpleNamespace

import cffi
import numpy as np
import pytest

import cribscore
from cribscore import _core

sys.path.insert(0, str(Path(__file__).parent))  # for the scripts beside this file
import yardstick

FFI, LIB = _core.native()
AT_MOST = 1_000_000  # different rows, more than a branch predictor learns; larger batches repeat them


# ---------------------------------------------------------------- deals


def _deal(count, cards):
    """Return `count` random rows, each of `cards` different cards."""
    generator = np.random.default_rng(cards)
    rows = np.empty((count, cards), np.uint8)
    deck = np.tile(np.arange(52, dtype=np.uint8), (count, 1))
    every = np.arange(count)
    for i in range(cards):  # Fisher and Yates, all decks at once
        j = generator.integers(i, 52, count)
        rows[:, i] = deck[every, j]
        deck[every, j] = deck[:, i]
    return rows


@lru_cache(maxsize=2)
def _rows(cards):
    """Return different rows, and the score of each by the C function for one hand or one grid."""
    rows = _deal(AT_MOST, cards)
    data, score = rows.tobytes(), FFI.new("crib_score *" if cards == 5 else "crib_grid_score *")
    totals = bytearray()
    for at in range(0, len(data), cards):
        row = data[at : at + cards]
        error = LIB.crib_score_hand(row, 0, score) if cards == 5 else LIB.crib_score_grid(row, score)
        assert error == LIB.CRIB_OK
        totals.append(score.total)
    return rows, np.frombuffer(totals, np.uint8)


@lru_cache(maxsize=1)  # the largest batches take gigabytes
def _batch(layout, count):
    rows, expected = _rows(17 if layout == "grids" else 5)
    times = -(-count // AT_MOST)
    rows, expected = np.tile(rows, (times, 1))[:count], np.tile(expected, times)[:count]
    if layout == "columns":
        rows = np.asfortranarray(rows)
    elif layout == "decks":  # the first five of 52 columns; the others are not read
        decks = np.zeros((count, 52), np.uint8)
        decks[:, :5] = rows
        rows = decks[:, :5]
    return rows, expected


@pytest.fixture(scope="session")
def batch():
    """Return a function of a layout and a count that gives the rows and their scores."""
    return _batch


@pytest.fixture(scope="session")
def deals():
    """Return a thousand deals in each form that a caller may have them in."""
    rows = _deal(1000, 5).tolist()
    cards = [[cribscore.DECK[index] for index in row] for row in rows]
    grids = [[cribscore.DECK[index] for index in row] for row in _deal(1000, 17).tolist()]
    return SimpleNamespace(
        cards=[(four, starter) for *four, starter in cards],
        ready=[(cribscore.Hand(four), starter) for *four, starter in cards],
        text=[(" ".join(map(str, four)), str(starter)) for *four, starter in cards],
        grids=[(cribscore.Grid(cells), starter) for *cells, starter in grids],
    )


# ---------------------------------------------------------------- two calls side by side


@pytest.fixture
def time_beside(benchmark):
    """Return a function that times a call and, in each round, another one: other work disturbs both alike."""

    def measure(call, other, rounds=60, **extra):  # short ones, of which other work disturbs only some
        best = float("inf")

        def time_other():
            nonlocal best
            begin = perf_counter()
            other()
            best = min(best, perf_counter() - begin)

        benchmark.pedantic(call, setup=time_other, rounds=rounds, warmup_rounds=2)
        ratio = benchmark.stats.stats.min / best if benchmark.enabled else None
        benchmark.extra_info.update(correct=True, beside_seconds=best, ratio=ratio, **extra)

    return measure


# ---------------------------------------------------------------- cores and yardsticks


@pytest.fixture
def use():
    """Return a function that selects a core until the end of the test."""
    yield _core.select
    _core.select(os.environ.get("CRIBSCORE_CORE") or "auto")


@pytest.fixture(scope="session")
def yard(tmp_path_factory):
    """Return the yardsticks, after checking them."""
    module = yardstick.build(tmp_path_factory.mktemp("yardstick"))
    from_buffer, lib = module.ffi.from_buffer, module.lib
    assert random.Random(1).sample(range(1 << 32), 5) == [
        lib.yard_trivial(x) for x in random.Random(1).sample(range(1 << 32), 5)
    ]

    rows, expected = _rows(5)
    scores = np.empty(len(rows), np.uint8)
    pointers = from_buffer("uint8_t[]", rows), from_buffer("uint8_t[]", scores, require_writable=True)
    lib.yard_score(pointers[0], len(rows), pointers[1])
    assert np.array_equal(scores, expected), "the scalar loop is wrong"

    lib.yard_copy(pointers[0], 1000, pointers[1])
    for begin, end in (0, 512), (512, 1000):
        block = rows[begin:end].reshape(5, end - begin)
        assert np.array_equal(scores[begin:end], np.bitwise_xor.reduce(block)), "the copy loop is wrong"

    x = 1
    for _ in range(3):
        x ^= x << 13 & 0xFFFFFFFFFFFFFFFF
        x ^= x >> 7
        x ^= x << 17 & 0xFFFFFFFFFFFFFFFF
    assert lib.yard_chain(3) == x
    return module


# ---------------------------------------------------------------- the machine


def _first_line(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[0]


def _processor():
    """Return the processor's name with family and model; in a virtual machine the name says little."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or platform.machine()
    known = dict(re.findall(r"^(model name|cpu family|model)\s*:\s*(.*)$", text, re.MULTILINE))
    if not {"model name", "cpu family", "model"} <= known.keys():
        return platform.machine()
    return f"{known['model name']}, family {known['cpu family']}, model {known['model']}"


def pytest_benchmark_update_machine_info(config, machine_info):
    machine_info.clear()  # the default names the host
    machine_info.update(
        processor=_processor(),
        cores=len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        system=platform.system(),
        compiler=_first_line(*yardstick.COMPILER, "--version"),
        python=f"{platform.python_implementation()} {platform.python_version()}",
        numpy=np.__version__,
        cffi=cffi.__version__,
        cribscore=cribscore.__version__,
        kernel=cribscore.backend(),
        load=os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
        instructions={
            kernel: yardstick.vector_instructions(kernel)
            for kernel in _core.kernels()
            if kernel != "portable"
        },
        chain=yardstick.CHAIN,
    )
