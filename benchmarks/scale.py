"""Measure the recipes of docs/guide/scale.md on files of hands, and how workers and blocks grow.

    python benchmarks/scale.py run [FOLDER]   # some minutes; writes benchmarks/results/scale.json
    python benchmarks/scale.py plot           # draws docs/guide/scale.svg from it

Each figure is the best of some tries, in millions of hands a second that are scored and counted. All counts
are checked.
"""

import json
import os
import re
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from math import log10
from pathlib import Path
from warnings import catch_warnings, simplefilter

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "benchmarks" / "results" / "scale.json"
PLOT = ROOT / "docs" / "guide" / "scale.svg"
HANDS = 20_000_000
PART = 1_000_000  # different hands, which the files repeat; also the rows of a block
TRIES = 3
GROWTH_TRIES, AT_MOST = 5, 500  # blocks of one size
BLOCKS = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)


def functions():
    """Return the functions of the page by name."""
    names = {"__name__": "__main__"}  # so they are sent to the workers whole
    text = (ROOT / "docs" / "guide" / "scale.md").read_text(encoding="utf-8")
    for block in re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        if ">>>" not in block:
            exec(block, names)
    return names


# ---------------------------------------------------------------- what is measured


def write_files(folder, names, hands, times):
    """Write the hands so many times, as .npy, Zarr and Parquet."""
    import numpy as np
    import pyarrow as pa
    import pyarrow.parquet as pq
    import zarr

    written = np.lib.format.open_memmap(
        folder / "hands.npy", mode="w+", dtype=np.uint8, shape=(times * len(hands), 5)
    )
    chunked = zarr.create_array(folder / "hands.zarr", shape=written.shape, chunks=hands.shape, dtype="uint8")
    table = pa.table({name: hands[:, place] for place, name in enumerate(names)})
    with pq.ParquetWriter(folder / "hands.parquet", table.schema) as parquet:
        for first in range(0, len(written), len(hands)):
            written[first : first + len(hands)] = hands
            chunked[first : first + len(hands)] = hands
            parquet.write_table(table, row_group_size=len(hands))
    written.flush()


def forget(folder):
    """Have the system forget what it holds of the files, so that they are read from the disk."""
    os.sync()
    for path in folder.rglob("*"):
        if path.is_file():
            with path.open("rb") as file:
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def read(path):
    """Read a file and do nothing with it."""
    with path.open("rb", buffering=0) as file:
        buffer = bytearray(1 << 22)
        while file.readinto(buffer):
            pass


def engines(scale, client, folder, hands):
    """Return what counts the totals of the files, by name: a function, and whether it reads the disk."""
    import dask.array as da
    import dask.dataframe as dd
    import duckdb
    import numpy as np
    import pandas as pd
    import polars as pl
    import pyarrow as pa
    import pyarrow.dataset
    import zarr

    from cribscore import score_hands

    paths = {kind: str(folder / f"hands.{kind}") for kind in ("npy", "zarr", "parquet")}
    blocks = scale["blocks_of_rows"](paths["npy"], PART)
    groups = scale["blocks_of_groups"](paths["parquet"])
    columns = scale["NAMES"]
    array = zarr.open_array(paths["zarr"], mode="r")

    def threads():
        with ThreadPoolExecutor(2) as pool:
            return sum(pool.map(scale["counts_of_rows"], blocks))

    def counts_of_part(part):
        return pd.DataFrame([scale["counts_of"](part[columns])])

    counts_of_part.__module__ = "__main__"

    def frame():
        parts = dd.read_parquet(paths["parquet"], split_row_groups=True)
        counts = parts.map_partitions(counts_of_part, meta=dict.fromkeys(range(30), int))
        return counts.sum().compute().to_numpy()

    def in_graph():  # the trap: the hands are sent within the graph
        sent = da.from_array(np.load(paths["npy"], mmap_mode="r"), chunks=(PART, 5))
        with catch_warnings():
            simplefilter("ignore")  # distributed warns of it
            totals = sent.map_blocks(score_hands, drop_axis=1, dtype=np.uint8, meta=np.array((), np.uint8))
            return da.bincount(totals, minlength=30).compute()

    def in_memory():
        for _ in blocks:
            score_hands(hands)

    def batches(batches):
        return sum(scale["counts_of"](batch) for batch in batches)

    def of_struct(cards):
        return pl.Series(score_hands(cards.struct.unnest()))

    def polars():
        total = pl.struct(columns).map_batches(of_struct, return_dtype=pl.UInt8, is_elementwise=True)
        query = pl.scan_parquet(paths["parquet"]).group_by(total.alias("total")).len()
        found = query.collect(engine="streaming")
        return np.bincount(found["total"], found["len"], 30)

    def udf():  # the trap: 2,048 rows a call
        def score(a, b, c, d, e):
            return pa.array(score_hands(np.stack([card.to_numpy() for card in (a, b, c, d, e)]).T))

        connection = duckdb.connect()
        connection.create_function("score", score, ["UTINYINT"] * 5, "UTINYINT", type="arrow")
        scored = f"SELECT score({', '.join(columns)}) AS total FROM '{paths['parquet']}'"
        found = np.array(connection.sql(f"SELECT total, count(*) FROM ({scored}) GROUP BY total").fetchall())
        return np.bincount(found[:, 0], found[:, 1], 30)

    return {
        "an array in memory, not counted": in_memory,
        "an array in memory": lambda: sum(scale["counts_of"](hands) for _ in blocks),
        "`.npy`, read only": lambda: read(Path(paths["npy"])),
        "`.npy`, a loop": lambda: sum(map(scale["counts_of_rows"], blocks)),
        "`.npy`, two threads": threads,
        "`.npy`, two workers": lambda: sum(scale["gathered"](client, scale["counts_of_rows"], blocks)),
        "`.npy` sent in the graph, two workers": in_graph,
        "Zarr, a loop": lambda: sum(scale["counts_of"](array[first:last]) for _, first, last in blocks),
        "Zarr, `dask.array`, two workers": lambda: da.bincount(
            scale["totals_of_zarr"](paths["zarr"]), minlength=30
        ).compute(),
        "Parquet, a loop": lambda: sum(map(scale["counts_of_group"], groups)),
        "Parquet, pyarrow": lambda: batches(
            pyarrow.dataset.dataset(paths["parquet"]).to_batches(columns=columns, batch_size=PART)
        ),
        "Parquet, two workers": lambda: sum(scale["gathered"](client, scale["counts_of_group"], groups)),
        "Parquet, `dask.dataframe`, two workers": frame,
        "Parquet, Polars": polars,
        "Parquet, DuckDB, record batches": lambda: batches(
            duckdb.sql(f"SELECT {', '.join(columns)} FROM '{paths['parquet']}'").to_arrow_reader(PART)
        ),
        "Parquet, DuckDB, a function in SQL": udf,
    }


def size(path):
    """Return how many bytes a file or a folder holds."""
    return sum(file.stat().st_size for file in [path, *path.rglob("*")] if file.is_file())


def processor_seconds(client):
    """Return the processor time so far of this process, where the scheduler runs too, and of all workers."""
    return time.process_time(), sum(client.run(time.process_time).values())


def measure(client, function, before=None, tries=TRIES):
    """Return what a function returned, and the least seconds and processor time, here and of the workers."""
    found, taken = None, []
    for _ in range(tries):
        if before is not None:
            before()
        here, there = processor_seconds(client)
        start = time.perf_counter()
        found = function()
        seconds = time.perf_counter() - start
        here_after, there_after = processor_seconds(client)
        taken.append((seconds, here_after - here, there_after - there))
    return found, *(min(column) for column in zip(*taken, strict=True))


def growth(scale, client, path):
    """Return, for each size of block, the rate and the processor time of a block."""
    found = {}
    for size in BLOCKS:
        blocks = scale["blocks_of_rows"](path, size)[:AT_MOST]
        counts, seconds, here, there = measure(
            client,
            lambda blocks=blocks: sum(scale["gathered"](client, scale["counts_of_rows"], blocks)),
            tries=GROWTH_TRIES,
        )
        hands = len(blocks) * size
        assert counts.sum() == hands
        found[str(size)] = {
            "rate": round(hands / seconds / 1e6, 2),
            "scheduler_ms_a_block": round(1000 * here / len(blocks), 3),
            "worker_ms_a_block": round(1000 * there / len(blocks), 3),
        }
    return found


def run(folder):
    """Measure everything and write the results."""
    import numpy as np
    from distributed import Client, LocalCluster

    from cribscore import backend, score_hands

    scale = functions()
    decks = np.tile(np.arange(52, dtype=np.uint8), (PART, 1))
    hands = np.random.default_rng(1).permuted(decks, axis=1)[:, :5].copy()
    counts = np.bincount(score_hands(hands), minlength=30) * (HANDS // PART)
    write_files(folder, scale["NAMES"], hands, HANDS // PART)
    results = {
        "command": "python benchmarks/scale.py run",
        "core": backend(),
        "hands": HANDS,
        "rows_of_a_block": PART,
        "load": round(os.getloadavg()[0], 1),  # what else the machine does
        "bytes": {kind: size(folder / f"hands.{kind}") for kind in ("npy", "zarr", "parquet")},
        "rates": {},
        "growth": {},
    }
    for workers in (1, 2):
        with (
            LocalCluster(
                workers, threads_per_worker=1, memory_limit="4GB", dashboard_address=":0"
            ) as cluster,
            Client(cluster) as client,
        ):
            results["growth"][str(workers)] = growth(scale, client, str(folder / "hands.npy"))
            for name, function in engines(scale, client, folder, hands).items() if workers == 2 else ():
                rates = results["rates"][name] = {}
                for way, before in ("memory", None), ("disk", partial(forget, folder)):
                    if way == "disk" and name.startswith("an array"):
                        continue
                    found, seconds, *busy = measure(client, function, before)
                    assert found is None or found.tolist() == counts.tolist()
                    rates[way] = round(HANDS / seconds / 1e6, 1)
                    rates.setdefault("core", round(HANDS / sum(busy) / 1e6, 1))
                print(f"\n{name}: {rates}", file=sys.stderr)
    RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


# ---------------------------------------------------------------- the model, and the picture

WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 760, 360, 60, 310, 40, 715
LEAST, MOST = 0.01, 10_000  # millions of hands a second
COLOURS = {"one": "#8a8f98", "two": "#1f77b4", "estimated 1": "#d9822b", "estimated 10": "#c0392b"}


def model(results):
    """Return the milliseconds a block for the scheduler and for a worker, and a worker's for a million rows.

    Each block has its own time with the worker, however small it is, and its time in the scheduler. These are
    processor times of one worker: what else the machine does changes them little. They are rounded as on the
    page, so that its reader can repeat the estimate.
    """
    growth = results["growth"]["1"]
    small, large = growth[str(BLOCKS[0])], growth[str(PART)]
    by_million = (large["worker_ms_a_block"] - small["worker_ms_a_block"]) / (1 - BLOCKS[0] / 1e6)
    worker = small["worker_ms_a_block"] - BLOCKS[0] / 1e6 * by_million
    return round(small["scheduler_ms_a_block"], 1), round(worker, 1), round(by_million, 1)


def estimate(results, rows, workers):
    """Return the millions of hands a second of so many workers with blocks of so many rows, by the model."""
    scheduler, worker, by_million = model(results)
    return min(workers * rows / (worker + rows / 1e6 * by_million), rows / scheduler) / 1000


def tables(results):
    """Return the lines of the tables in docs/guide/scale.md."""
    machines = (1, 2, 5, 10, 20, 50, 100)
    return [
        *(
            f"| {name} | {found['memory']:,.0f} | {cell} | {found['core']:,.0f} |"
            for name, found in results["rates"].items()
            for cell in [f"{found['disk']:,.0f}" if "disk" in found else ""]
        ),
        f"| machines | {' | '.join(map(str, machines))} |",
        *(
            f"| blocks of {rows:,} | {' | '.join(f'{rate:,.0f}' for rate in by_machines)} |"
            for rows in BLOCKS[3:]
            if (by_machines := [estimate(results, rows, 2 * number) for number in machines])
        ),
    ]


def plot():
    """Draw what was measured for one and two workers, and the estimate for more machines."""
    results = json.loads(RESULTS.read_text(encoding="utf-8"))

    def x(rows):
        return round(LEFT + (RIGHT - LEFT) * log10(rows / BLOCKS[0]) / log10(BLOCKS[-1] / BLOCKS[0]), 1)

    def y(rate):
        return round(BOTTOM - (BOTTOM - TOP) * log10(rate / LEAST) / log10(MOST / LEAST), 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        "<title>Millions of hands a second, by the rows of a block</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
    ]
    for rows in BLOCKS:
        parts.append(
            f'<text x="{x(rows)}" y="{BOTTOM + 16}" text-anchor="middle" fill="#333">{rows:,}</text>'
        )
    for power in range(round(log10(LEAST)), round(log10(MOST)) + 1):
        mark = 10.0**power
        parts.append(
            f'<path d="M{LEFT} {y(mark)}H{RIGHT}" stroke="#ddd"/>'
            f'<text x="{LEFT - 6}" y="{y(mark) + 4}" text-anchor="end" fill="#333">{mark:,g}</text>'
        )
    lines = [
        (
            name.split()[0],
            f"{name}, measured",
            [(int(rows), by["rate"]) for rows, by in results["growth"][str(workers)].items()],
        )
        for workers, name in ((1, "one worker"), (2, "two workers"))
    ] + [
        (
            f"estimated {number}",
            f"{name} of two workers, the scheduler apart, estimated",
            [(rows, estimate(results, rows, 2 * number)) for rows in BLOCKS],
        )
        for number, name in ((1, "one machine"), (10, "ten machines"))
    ]
    for place, (line, name, points) in enumerate(lines):
        drawn = " ".join(f"{x(rows)},{y(found)}" for rows, found in points)
        dashes = ' stroke-dasharray="5 4"' if "estimated" in name else ""
        parts.append(
            f'<polyline points="{drawn}" fill="none" stroke="{COLOURS[line]}" stroke-width="1.8"{dashes}/>'
            f'<text x="{RIGHT - 8}" y="{BOTTOM - 12 - 18 * place}" text-anchor="end" '
            f'fill="{COLOURS[line]}">{name}</text>'
        )
    parts.append(
        f'<text x="{(LEFT + RIGHT) // 2}" y="{HEIGHT - 8}" text-anchor="middle" fill="#333">'
        "rows of a block</text>"
        f'<text x="{LEFT - 50}" y="{TOP - 16}" fill="#333">millions of hands a second</text>'
    )
    parts.append("</svg>")
    PLOT.write_text("\n".join(parts) + "\n", encoding="utf-8")
    print(*tables(results), sep="\n")


if __name__ == "__main__":
    if sys.argv[1:] == ["plot"]:
        plot()
    elif sys.argv[1:2] == ["run"] and len(sys.argv) <= 3:
        with tempfile.TemporaryDirectory(dir=sys.argv[2] if len(sys.argv) > 2 else None) as made:
            run(Path(made))
    else:
        sys.exit("usage: scale.py run [FOLDER] | plot")
