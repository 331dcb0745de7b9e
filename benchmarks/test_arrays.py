"""Time what batches read and what calls cost, beside a bare `astype`, `numpy.add` and rows of bytes."""

from time import perf_counter

import numpy as np
import pytest

from cribscore import check_hands, score_counts, score_grids, score_hands

ROWS = 1_000_000


def measure(benchmark, call, rows, **yardsticks):
    """Time a call, and each yardstick once in each round, so that other work disturbs all alike."""
    best = dict.fromkeys(yardsticks, float("inf"))

    def time_others():
        for name, other in yardsticks.items():
            begin = perf_counter()
            other()
            best[name] = min(best[name], perf_counter() - begin)

    benchmark.pedantic(call, setup=time_others, rounds=50, warmup_rounds=1)
    benchmark.extra_info.update(rows=rows, correct=True, seconds=best)
    if benchmark.enabled:
        fastest = benchmark.stats.stats.min
        benchmark.extra_info["ratios"] = {name: round(fastest / seconds, 2) for name, seconds in best.items()}


# ---------------------------------------------------------------- what goes in


def pandas_frame(dtype):
    def make(rows):
        return pytest.importorskip("pandas").DataFrame(rows.copy(), columns=list("abcde")).astype(dtype)

    return make


def pandas_arrow(rows):
    pandas, pyarrow = pytest.importorskip("pandas"), pytest.importorskip("pyarrow")
    return pandas.DataFrame(rows.copy(), columns=list("abcde")).astype(pandas.ArrowDtype(pyarrow.uint8()))


def polars_frame(rows):
    polars = pytest.importorskip("polars")
    return polars.DataFrame({name: rows[:, place].copy() for place, name in enumerate("abcde")})


def polars_lists(rows):
    polars = pytest.importorskip("polars")
    return polars.Series(rows, dtype=polars.Array(polars.UInt8, 5))


def pyarrow_lists(rows):
    pyarrow = pytest.importorskip("pyarrow")
    return pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(rows.ravel()), 5)


def pyarrow_chunks(rows):
    pyarrow = pytest.importorskip("pyarrow")
    return pyarrow.chunked_array([pyarrow_lists(rows[:300_000]), pyarrow_lists(rows[300_000:])])


def pyarrow_table(rows):
    pyarrow = pytest.importorskip("pyarrow")
    return pyarrow.table({name: rows[:, place].copy() for place, name in enumerate("abcde")})


INPUTS = {
    "uint8": np.copy,
    "uint16": lambda rows: rows.astype("uint16"),
    "int32": lambda rows: rows.astype("int32"),
    "int64": lambda rows: rows.astype("int64"),
    "int64, big-endian": lambda rows: rows.astype(">i8"),
    "int64, columns": lambda rows: np.asfortranarray(rows.astype("int64")),
    "pandas uint8": pandas_frame("uint8"),
    "pandas int64": pandas_frame("int64"),
    "pandas UInt8": pandas_frame("UInt8"),
    "pandas Arrow": pandas_arrow,
    "Polars frame": polars_frame,
    "Polars Array": polars_lists,
    "pyarrow lists": pyarrow_lists,
    "pyarrow chunks": pyarrow_chunks,
    "pyarrow table": pyarrow_table,
}


@pytest.mark.benchmark(group="inputs")
@pytest.mark.parametrize("kind", INPUTS)
def test_input(benchmark, batch, kind):
    rows, expected = batch("rows", ROWS)
    given, out, wide = INPUTS[kind](rows), np.zeros(ROWS, np.uint8), rows.astype("int64")
    assert np.array_equal(score_hands(given), expected)
    measure(
        benchmark,
        lambda: score_hands(given, out=out),
        ROWS,
        uint8=lambda: score_hands(rows, out=out),
        astype=lambda: wide.astype(np.uint8),
    )


# ---------------------------------------------------------------- options


@pytest.mark.benchmark(group="options")
@pytest.mark.parametrize("option", ["counts", "cribs", "no starters", "masked", "checked"])
def test_option(benchmark, batch, option):
    rows, expected = batch("rows", ROWS)
    out, cribs = np.zeros(ROWS, np.uint8), np.arange(ROWS) % 2 == 0
    assert score_counts(rows) == np.bincount(expected, minlength=30).tolist()
    without, bad = rows.copy(), rows.copy()
    without[:, 4], bad[::100, 2] = 255, 99
    calls = {
        "counts": lambda: score_counts(rows),
        "cribs": lambda: score_hands(rows, crib=cribs, out=out),
        "no starters": lambda: score_hands(without, partial=True, out=out),
        "masked": lambda: score_hands(bad, errors="mask", out=out),
        "checked": lambda: check_hands(bad),
    }
    measure(
        benchmark,
        calls[option],
        ROWS,
        uint8=lambda: score_hands(rows, out=out),
        bincount=lambda: np.bincount(expected, minlength=30),
    )


@pytest.mark.benchmark(group="options")
def test_partial_grids(benchmark, batch):
    rows, _ = batch("grids", 100_000)
    partial, out = rows.copy(), np.zeros(100_000, np.uint8)
    partial[:, 9:16] = 255
    measure(
        benchmark,
        lambda: score_grids(partial, partial=True, out=out),
        100_000,
        full=lambda: score_grids(rows, out=out),
    )


# ---------------------------------------------------------------- small calls


@pytest.mark.benchmark(group="small calls")
@pytest.mark.parametrize("with_out", [False, True], ids=["new", "out"])
@pytest.mark.parametrize("size", [1, 1000])
@pytest.mark.parametrize("kind", ["rows", "columns", "bytes", "grids"])
def test_small_call(benchmark, batch, kind, size, with_out):
    rows, expected = batch("grids" if kind == "grids" else "rows", 1000)
    rows = {"columns": np.asfortranarray, "bytes": np.ndarray.tobytes}.get(kind, np.copy)(rows[:size])
    score = score_grids if kind == "grids" else score_hands
    out = np.zeros(size, np.uint8) if with_out and kind != "bytes" else bytearray(size) if with_out else None
    assert list(score(rows, out=out)) == expected[:size].tolist()
    one, other = np.ones(1, np.uint8), np.ones(1, np.uint8)

    def adds():
        for _ in range(200):
            np.add(one, other)

    def calls():
        for _ in range(200):
            score(rows, out=out)

    measure(benchmark, calls, 200 * size, adds=adds)
