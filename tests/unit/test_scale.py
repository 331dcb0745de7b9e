"""The functions of docs/guide/scale.md, on every hand there is: killed workers, memory, errors by row."""

import json
import os
import re
import signal
import time
from contextlib import contextmanager
from functools import partial
from itertools import combinations
from pathlib import Path

import pytest

from cribscore import Card, CribscoreError, InvalidHandError
from every_hand import CHOICES

pytestmark = [
    pytest.mark.slow,
    pytest.mark.native,
    *(pytest.mark.needs(module) for module in ("dask", "distributed", "pandas", "pyarrow", "zarr")),
]
np = pytest.importorskip("numpy")
ROOT = Path(__file__).parents[2]
BLOCK = 1_000_000


@pytest.fixture(scope="module")
def scale():
    """The functions of the page, by name; as those of a script, they are sent to the workers whole."""
    text = (ROOT / "docs" / "guide" / "scale.md").read_text(encoding="utf-8")
    names = {"__name__": "__main__"}
    for block in re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        if ">>>" not in block:
            exec(block, names)
    return names


@pytest.fixture(scope="module")
def expected():
    """How many of all hands make each total, as published."""
    tables = json.loads((ROOT / "tests" / "data" / "hand_tables.json").read_text(encoding="utf-8"))
    return np.array(tables["hand"])


@pytest.fixture(scope="module")
def every_hand():
    """Every hand with every starter."""
    hands = np.array(list(combinations(range(52), 4)), np.uint8)
    rows = np.empty((52, len(hands), 5), np.uint8)
    rows[:, :, :4] = hands
    rows[:, :, 4] = np.arange(52)[:, None]
    rows = rows[(rows[:, :, :4] != rows[:, :, 4:]).all(2)]
    assert rows.shape == (CHOICES, 5)
    return rows


@contextmanager
def workers(memory):
    """Two workers, each a process with so many bytes of memory."""
    from distributed import Client, LocalCluster

    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, memory_limit=memory, dashboard_address=":0"
        ) as cluster,
        Client(cluster) as client,
    ):
        yield client


@pytest.fixture(scope="module")
def client():
    with workers(1_000_000_000) as client:
        yield client


def logged(log, count, block):
    """Count the totals of a block, and say in a file that it was counted."""
    with open(log, "a", encoding="ascii") as file:
        found = count(block)
        time.sleep(0.05)  # so the worker is killed in the middle
        file.write(f"{block[1]}\n")
    return found


logged.__module__ = "__main__"  # so it too is sent to the workers whole


def test_a_worker_killed_in_the_middle_loses_no_hand_and_counts_none_twice(
    scale, expected, every_hand, client, tmp_path, capsys
):
    hands, log = tmp_path / "hands.npy", tmp_path / "log"
    np.save(hands, every_hand)
    blocks = scale["blocks_of_rows"](hands, 200_000)
    victim = client.run(os.getpid).popitem()[1]
    counts, gathered, killed = np.zeros(30, int), 0, []
    task = partial(logged, log, scale["counts_of_rows"])
    for found in scale["gathered"](client, task, blocks):
        counts += found
        gathered += 1
        if gathered == 20:
            killed = [int(line) for line in log.read_text(encoding="ascii").split()]
            os.kill(victim, signal.SIGKILL)
    hands.unlink()
    assert counts.tolist() == expected.tolist()
    assert gathered == len(blocks)
    scored = [int(line) for line in log.read_text(encoding="ascii").split()]
    assert {*scored} == {first for _, first, _ in blocks}
    # What was scored again is at most what lay with the worker when it died, and was not yet gathered.
    assert len(scored) - len(blocks) <= len(killed) - 20 + 4
    said = capsys.readouterr().err
    assert re.search(r"^lost the worker tcp://127\.0\.0\.1:\d+: its blocks go to others$", said, re.MULTILINE)
    assert f"\r{len(blocks)} of {len(blocks)} blocks\n" in said
    client.wait_for_workers(2)


def test_a_file_of_eight_times_the_memory_of_the_workers_is_counted_within_it(
    scale, expected, every_hand, tmp_path
):
    limit = 160_000_000  # half of it is Python with NumPy and distributed
    times = -(-8 * 2 * limit // every_hand.nbytes)
    hands = tmp_path / "hands.npy"
    with hands.open("wb") as file:
        shape = {"descr": "|u1", "fortran_order": False, "shape": (times * CHOICES, 5)}
        np.lib.format.write_array_header_1_0(file, shape)
        for _ in range(times):
            every_hand.tofile(file)
    assert hands.stat().st_size >= 8 * 2 * limit
    try:
        with workers(limit) as client:
            before = client.run(os.getpid)
            blocks = scale["blocks_of_rows"](hands, BLOCK)
            counts = sum(scale["gathered"](client, scale["counts_of_rows"], blocks))
            assert client.run(os.getpid) == before  # none was killed for its memory
            status = client.run(Path.read_text, Path("/proc/self/status"))
    finally:
        hands.unlink()
    assert counts.tolist() == (times * expected).tolist()
    most = [1024 * int(re.search(r"VmHWM:\s+(\d+)", text)[1]) for text in status.values()]
    assert max(most) < limit


def counted_in_npy(scale, client, hands, path, size):
    np.save(path, hands)
    return sum(scale["gathered"](client, scale["counts_of_rows"], scale["blocks_of_rows"](path, size)))


def counted_in_zarr(scale, client, hands, path, size):
    import dask.array as da
    import zarr

    zarr.create_array(path, data=hands, chunks=(size, 5))
    return da.bincount(scale["totals_of_zarr"](path), minlength=30).compute()


def counted_in_parquet(scale, client, hands, path, size):
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns = {name: hands[:, place] for place, name in enumerate(scale["NAMES"])}
    table = pa.table({"player": hands[:, 0], **dict(reversed(columns.items()))})
    pq.write_table(table, path, row_group_size=size)
    return sum(scale["gathered"](client, scale["counts_of_group"], scale["blocks_of_groups"](path)))


def counted_in_text(scale, client, hands, path, size):
    del size
    names = [*map(str, map(Card, range(52))), "XX"]
    Path(path).write_text("".join(" ".join(map(names.__getitem__, row)) + "\n" for row in hands.tolist()))
    return sum(scale["gathered"](client, scale["counts_of_lines"], [path]))


FORMATS = {"npy": counted_in_npy, "zarr": counted_in_zarr, "parquet": counted_in_parquet}
WITH_TEXT = FORMATS | {"txt": counted_in_text}  # too slow for every hand


@pytest.mark.parametrize("kind", FORMATS)
def test_every_hand_in_a_file_is_counted_as_published(kind, scale, expected, every_hand, client, tmp_path):
    path = tmp_path / f"hands.{kind}"
    counts = FORMATS[kind](scale, client, every_hand, str(path), BLOCK)
    assert counts.tolist() == expected.tolist()


@pytest.mark.parametrize("bad", [0, 150_000])
@pytest.mark.parametrize("kind", WITH_TEXT)
def test_an_error_on_a_worker_names_the_row_of_the_whole_file(kind, bad, scale, every_hand, client, tmp_path):
    hands = every_hand[:200_000].copy()
    hands[bad] = 0, 1, 2, 3, 2
    hands[bad + 1] = 52
    path = str(tmp_path / f"hands.{kind}")
    with pytest.raises(InvalidHandError, match=rf"hands\.{kind}: hand {bad}: AH appears twice$"):
        WITH_TEXT[kind](scale, client, hands, path, 60_000)


def test_an_error_about_the_whole_file_names_it(scale, tmp_path):
    path = tmp_path / "hands.npy"
    np.save(path, np.zeros((3, 4), np.uint8))
    with pytest.raises(CribscoreError, match=rf"^{path}: hands of shape \(3, 4\) hold no starter"):
        scale["counts_of_rows"]((path, 0, 3))


def test_an_empty_text_has_no_hands(scale, tmp_path):
    (tmp_path / "hands.txt").touch()
    assert scale["counts_of_lines"](tmp_path / "hands.txt").tolist() == [0] * 30


def test_no_block_begins_after_an_error(scale, client, every_hand, tmp_path):
    hands, log = tmp_path / "hands.npy", tmp_path / "log"
    np.save(hands, every_hand[:1000])
    blocks = [(hands, first, first + 1) for first in range(100)]
    blocks[0] = hands, "not a row", 1
    with pytest.raises(TypeError) as kept:  # with its traceback, and so with the generator
        list(scale["gathered"](client, partial(logged, log, scale["counts_of_rows"]), blocks))
    time.sleep(4)
    assert len(log.read_text(encoding="ascii").split()) < 50
    assert kept.tb is not None
