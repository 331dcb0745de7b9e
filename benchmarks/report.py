"""Write the tables of docs/background/performance.md and docs/developers/performance.md from the results.

    python -m pytest benchmarks --benchmark-json=results.json
    python benchmarks/report.py results.json

The second command saves what the page needs in benchmarks/results/benchmarks.json and writes the tables.
Without a file it writes them from what was saved before. The text between the tables is written by hand.
"""

import json
import re
import sys
from pathlib import Path

HERE = Path(__file__).parent
KEPT = HERE / "results" / "benchmarks.json"
SCORERS = HERE / "results" / "scorers.json"
PAGES = [HERE.parent / "docs" / folder / "performance.md" for folder in ("background", "developers")]

PIPES = 4  # the most vector instructions that a processor of today starts in a cycle
TWO_CORES = 1.4  # two copy loops gain at least this much over one if both cores are free
IN_CACHE, LARGE, HUGE = 100_000, 1_000_000, 20_000_000  # hands or grids in one call


# ---------------------------------------------------------------- results


def strip(raw):
    """Return what the page needs from a result file of pytest-benchmark."""
    return {
        "date": raw["datetime"][:10],
        "machine": raw["machine_info"],
        "benchmarks": {
            entry["name"]: {
                "group": entry["group"],
                **entry["extra_info"],
                "min": float(f"{entry['stats']['min']:.4g}"),
                "median": float(f"{entry['stats']['median']:.4g}"),
                "rounds": entry["stats"]["rounds"],
            }
            for entry in raw["benchmarks"]
        },
    }


def dump(kept):
    """Return the saved results as JSON, a line for each benchmark."""
    lines = [f"  {json.dumps(name)}: {json.dumps(entry)}" for name, entry in kept["benchmarks"].items()]
    head = {key: value for key, value in kept.items() if key != "benchmarks"}
    return json.dumps(head)[:-1] + ', "benchmarks": {\n' + ",\n".join(lines) + "\n}}\n"


class Results:
    """The saved results: seconds and rates by what was measured."""

    def __init__(self, kept):
        self.machine = kept["machine"]
        self.date = kept["date"]
        self.benchmarks = kept["benchmarks"]
        kernels = self.machine["instructions"]
        self.kernels = ["portable", *kernels]
        self.best = self.kernels[-1]
        clock = self.benchmarks["test_clock"]
        self.frequency = clock["steps"] * self.machine["chain"] / clock["min"]

    def seconds(self, name):
        return self.benchmarks[name]["min"]

    def call(self, name):
        """Return the seconds of one call, without the loop around it."""
        loop, entry = self.benchmarks["test_empty_loop"], self.benchmarks[name]
        return entry["min"] / entry["calls"] - loop["min"] / loop["calls"]

    def rate(self, layout, kernel, size, threads=1, container="array"):
        """Return the hands or grids a second of one batch."""
        return size / self.seconds(f"test_batch[{layout}-{kernel}-{container}-{size}-{threads}]")

    def in_cache(self, layout, kernel):
        """Return the rate at sizes where neither memory nor the call itself takes much."""
        return max(self.rate(layout, kernel, size) for size in (IN_CACHE, LARGE))

    def scalar(self):
        return self.benchmarks["test_scalar_loop"]["rows"] / self.seconds("test_scalar_loop")

    def copy(self, size):
        seconds = self.seconds(f"test_copy_loop[{size}]")
        if size == HUGE:  # also timed beside the threads
            seconds = min(seconds, *(self._threads(layout)["copy loop"] for layout in ("rows", "columns")))
        return size / seconds

    def gains(self, layout):
        """Return what a second thread gains in the library and in the copy loop beside it."""
        seconds = self._threads(layout)
        return (
            seconds["one thread"] / seconds["two threads"],
            seconds["copy loop"] / seconds["two copy loops"],
        )

    def _threads(self, layout):
        entry = self.benchmarks[f"test_two_threads_beside_two_copy_loops[{layout}]"]
        return entry["seconds"] | {"two threads": entry["min"]}


# ---------------------------------------------------------------- tables


def table(*rows, text=(0,)):
    """Return a Markdown table. The first row is its head; `text` are the columns without figures."""
    head, *rest = rows
    rule = "|".join("---" if column in text else "---:" for column in range(len(head)))
    first, *others = [f"| {' | '.join(map(str, row))} |" for row in (head, *rest)]
    return "\n".join([first, f"|{rule}|", *others])


def million(rate):
    return f"{rate / 1e6:,.0f}" if rate >= 100e6 else f"{rate / 1e6:,.3g}"


def describe_machine(results, _):
    machine = results.machine
    rows = [
        ("Machine", f"{machine['system']}; {machine['processor']}; {machine['cores']} cores;"
         f" {results.frequency / 1e9:.2f} GHz by a chain of dependent instructions"),
        ("Compiler", machine["compiler"]),
        ("Versions", f"cribscore {machine['cribscore']}, {machine['python']}, NumPy {machine['numpy']},"
         f" cffi {machine['cffi']}"),
        ("Date", results.date),
        ("Load average at the start", f"{machine['load']:.1f}"),
    ]  # fmt: skip
    return table(*rows, text=(0, 1))


def calls(results, _):
    trivial = results.call("test_trivial_cffi_call")
    names = {
        "trivial cffi call (yardstick)": "test_trivial_cffi_call",
        "Python function with a table look-up (yardstick)": "test_python_look_up",
        "`score_hand(hand, starter)`, ready objects": "test_score_hand_of_ready_objects",
        "`score_hand(Hand(cards), starter)`": "test_construct_and_score",
        "`score_hand(text, text)`": "test_score_hand_of_text",
        "`score_grid(grid, starter)`, ready objects": "test_score_grid_of_ready_objects",
        "`score_hand`, ready objects, pure-Python core": "test_score_hand_with_the_python_core",
        "`forecast(hand, dead)`, ready objects": "test_forecast_of_ready_objects",
        "`discards(cards)`, ready objects": "test_discards_of_ready_cards",
    }
    for name in results.benchmarks:
        if found := re.fullmatch(r"test_(?:call|game)\[(.*)\]", name):
            names[f"`Game.{found[1]}`" if "game" in name else found[1]] = name
    names["a random game"] = "test_random_playout"
    rows = [
        (what, f"{results.call(name) * 1e9:,.0f}", f"{results.call(name) / trivial:,.1f}")
        for what, name in names.items()
        if name in results.benchmarks
    ]
    return table(("One call", "ns", "trivial cffi calls"), *rows)


def batches(results, _):
    rows = []
    for layout, what in [
        ("rows", "hands, rows of 5"),
        ("columns", "hands, columns"),
        ("decks", "hands, 5 of 52 columns"),
        ("grids", "grids, rows of 17"),
    ]:
        for kernel in [results.best] if layout == "decks" else reversed(results.kernels):
            rates = [results.rate(layout, kernel, size) for size in (1_000, IN_CACHE, LARGE, HUGE)]
            rates += [results.rate(layout, kernel, HUGE, 2)]
            rows.append((what, kernel, *map(million, rates)))
    rows.append(("scalar loop (yardstick)", "", "", "", million(results.scalar()), "", ""))
    copies = [million(results.copy(size)) for size in (IN_CACHE, LARGE, HUGE)]
    rows.append(("copy loop (yardstick)", "", "", *copies, ""))
    head = ("Million a second", "kernel", "1,000", "100,000", "1 M", "20 M", "20 M, 2 threads")
    return table(head, *rows, text=(0, 1))


def roofs(results, _):
    rows = []
    for layout in ("rows", "columns", "grids"):
        for kernel, instructions in results.machine["instructions"].items():
            roof = 32 * PIPES * results.frequency / instructions[layout]
            rate = results.in_cache(layout, kernel)
            memory = results.copy(HUGE) * (6 / 18 if layout == "grids" else 1)
            streaming = results.rate(layout, kernel, HUGE)
            rows.append(
                (
                    f"{layout}, {kernel}", instructions[layout],
                    f"{results.frequency * 32 / rate:.0f}", f"{rate / roof:.0%}", f"{streaming / memory:.0%}",
                )
            )  # fmt: skip
    return table(
        (
            "For 32 hands or grids", "vector instructions", "cycles",
            "of the arithmetic roof", "of the memory roof (20 M)",
        ),
        *rows,
    )  # fmt: skip


def targets(results, _):
    trivial, scalar = results.call("test_trivial_cffi_call"), results.scalar()
    imported = results.seconds("test_process[import cribscore]") - results.seconds("test_process[pass]")
    counting = results.seconds(f"test_hand_counts[{results.best}]")
    small = results.rate("rows", results.best, 1_000, container="array, no out")
    large = results.rate("rows", results.best, LARGE, container="array, no out")
    rows = [
        at_most("`score_hand`, ready objects ÷ trivial cffi call", 2.0,
                results.call("test_score_hand_of_ready_objects") / trivial, "{:.2f}"),
        *aims(results),
        at_most("`import cribscore`, ms more than a bare interpreter", 40, imported * 1e3, "{:.1f}"),
        at_most("`hand_counts()`, ms", 30, counting * 1e3, "{:.0f}"),
        at_least("portable columns ÷ scalar loop", [5],
                 [results.in_cache("columns", "portable") / scalar], "{:.1f}"),
    ]  # fmt: skip
    kernels = results.kernels[1:]
    if kernels:  # one figure for each
        in_rows, columns, grids = (
            [results.in_cache(layout, kernel) for kernel in kernels]
            for layout in ("rows", "columns", "grids")
        )
        wanted = [230 if kernel == "avx2" else 270 for kernel in kernels]
        rows += [
            at_least("rows ÷ scalar loop", [20], [rate / scalar for rate in in_rows], "{:.1f}"),
            at_least("columns ÷ rows", [1.2],
                     [one / other for one, other in zip(columns, in_rows, strict=True)], "{:.2f}"),
            at_least("grids, M/s", wanted, [rate / 1e6 for rate in grids], "{:.0f}"),
            at_least("grids ÷ scalar loop for eight hands", [25],
                     [rate / (scalar / 8) for rate in grids], "{:.1f}"),
        ]  # fmt: skip
        for layout in ("rows", "columns", "grids"):
            left = [
                results.rate(layout, kernel, HUGE) / results.in_cache(layout, kernel) for kernel in kernels
            ]
            rows.append(at_least(f"{layout}, 20 M ÷ in cache", [0.9], left, "{:.2f}"))
    if {"avx2", "avx512"} <= {*kernels}:
        layouts = ("rows", "columns", "grids")
        gained = [results.in_cache(layout, "avx512") / results.in_cache(layout, "avx2") for layout in layouts]
        rows.append(at_least("AVX-512 ÷ AVX2: rows / columns / grids", [1.08], gained, "{:.2f}"))
    rows.append(at_least("rows without `out`, 1,000 ÷ 1 M", [0.22], [small / large], "{:.2f}"))
    for layout in ("rows", "columns"):
        gain, copying = results.gains(layout)
        what = f"{layout}, 20 M: gain by a second thread ({gain:.2f}) ÷ copy loop's ({copying:.2f})"
        row = at_least(what, [0.9], [gain / copying], "{:.2f}")
        rows.append(row if copying >= TWO_CORES else (*row[:2], "unknown: no second core was free"))
    return table(("", "target", "reached"), *rows)


def aims(results):
    """Return the rows of calls one at a time, beside a trivial call that keeps the lock."""
    trivial = results.benchmarks.get("test_call[trivial call that keeps the lock]")
    if trivial is None:
        return []
    unit = results.call("test_call[trivial call that keeps the lock]")
    return [
        at_most(f"{what} ÷ trivial call that keeps the lock", most, results.call(name) / unit, "{:.1f}")
        for what, name, most in (
            ("`score_grid`, ready objects", "test_score_grid_of_ready_objects", 10),
            ("`score_grid`, twelve cards", "test_call[score_grid, twelve cards]", 16),
            ("`score_hand`, list of cards", "test_call[score_hand, list of cards]", 7),
            ("`score_hand`, text", "test_score_hand_of_text", 9),
        )
    ] + [
        at_most(f"NumPy rows, {size:,} in a call{extra} ÷ `numpy.add` of one", most,
                results.benchmarks[f"test_small_call[rows-{size}-{out}]"]["ratios"]["adds"], "{:.1f}")
        for size, most in ((1, 3.5), (1000, 5.5))
        for out, extra in (("new", ""), ("out", " with `out`"))
        if f"test_small_call[rows-{size}-{out}]" in results.benchmarks
    ]  # fmt: skip


def deals(results, _):
    """Return the work on deals of six and eight cards, as ratios; what was not measured is left out."""
    trivial = results.call("test_trivial_cffi_call")
    rows = []

    def add(compare, what, target, name, found, style="{:.2f}"):
        if name in results.benchmarks:
            rows.append(compare(what, target, found(results.benchmarks[name]), style))

    def beside(entry):
        return entry["ratio"]

    add(
        one_at_least,
        "690 hands in the scalar loop ÷ `keep_sums`, a deal",
        50,
        "test_the_sums_of_fifteen_keeps",
        lambda entry: entry["times_the_scalar_loop"],
        "{:.0f}",
    )
    add(
        one_at_least,
        "690 hands in the scalar loop ÷ fifteen keeps by `forecast_hands`",
        6,
        "test_the_distributions_of_fifteen_keeps",
        lambda entry: entry["times_the_scalar_loop"],
        "{:.1f}",
    )
    add(
        one_at_least,
        "enumeration of the other's hands ÷ the cribs of fifteen throws",
        400,
        "test_the_cribs_of_fifteen_throws",
        lambda entry: entry["times_the_enumeration"],
        "{:,.0f}",
    )
    add(
        at_most,
        "the cribs of fifteen throws, µs",
        150,
        "test_the_cribs_of_fifteen_throws",
        lambda entry: entry["microseconds"],
        "{:.0f}",
    )
    add(
        at_most,
        "`best_throws` ÷ `keep_sums`",
        2.0,
        "test_best_throws_beside_the_keeps",
        lambda entry: entry["times_the_keeps"],
    )
    add(
        at_most,
        "`discards(cards)` ÷ trivial cffi call",
        8000,
        "test_discards_of_ready_cards",
        lambda _: results.call("test_discards_of_ready_cards") / trivial,
        "{:,.0f}",
    )
    add(
        at_most,
        "`score_pegs`, a card ÷ a hand in the scalar loop",
        0.6,
        "test_points_of_a_card_beside_a_hand",
        beside,
    )
    add(
        at_most,
        "`peg_deals`, a deal ÷ eight hands in the scalar loop",
        1.6,
        "test_replay_of_a_deal_beside_eight_hands",
        beside,
    )
    add(
        at_most,
        "exact values of four cards each ÷ `peg_deals`, a deal",
        64,
        "test_exact_values_beside_replays",
        beside,
        "{:.0f}",
    )
    add(
        at_most,
        "`Pegging.play` ÷ trivial cffi call",
        40,
        "test_a_card_from_python_beside_a_trivial_call",
        beside,
        "{:.0f}",
    )
    add(
        at_most,
        "`advise_peg`, a decision ÷ exact values",
        8,
        "test_advice_beside_exact_values",
        beside,
        "{:.1f}",
    )
    return table(("", "target", "reached"), *rows) if rows else "Not measured yet."


def search(results, _):
    rows = []
    for what, name, target in [
        ("best placement, starter known", "test_best_placement[known starter]", "≤ 4 (median), ≤ 20 (95 %)"),
        ("best placement, any starter", "test_best_placement[any starter]", "≤ 30 (median)"),
    ]:
        entry = results.benchmarks[name]
        seconds = entry["seconds"]
        rows.append(
            (
                f"{what}, {entry['deals']} deals",
                *(f"{seconds[key] * 1e3:.1f}" for key in ("median", "95 %", "longest")),
                target,
            )
        )
    proof = results.seconds("test_largest_total")
    rows.append(("proof of the largest total", f"{proof * 1e3:.1f}", "", "", "≤ 300"))
    head = ("One search, ms", "median", "95 % within", "longest", "target")
    return table(head, *rows, text=(0, 4))


def at_most(what, target, reached, style):
    text = style.format(reached)
    return what, f"≤ {target:,}", text if reached <= target else f"**{text}**"


def one_at_least(what, target, reached, style):
    return at_least(what, [target], [reached], style)


def at_least(what, targets, reached, style):
    """Return a row of a figure, or of one for each kernel with one target for each or for all."""
    each = targets * (len(reached) // len(targets))
    texts = [
        style.format(figure) if figure >= target else f"**{style.format(figure)}**"
        for figure, target in zip(reached, each, strict=True)
    ]
    return what, f"≥ {' / '.join(f'{target:,}' for target in targets)}", " / ".join(texts)


def minute(results, compared):
    """Return the table that a reader understands in a minute."""
    others = compared["scorers"]
    by_hand, numpy = others["cribbage-scorer"]["hands_per_second"], others["plain NumPy"]["hands_per_second"]
    objects, text = results.call("test_score_hand_of_ready_objects"), results.call("test_score_hand_of_text")
    array = results.rate("rows", results.best, LARGE)
    search = results.benchmarks["test_best_placement[known starter]"]["seconds"]["median"]
    rows = [
        ("score a hand, from objects", f"{million(1 / objects)} million a second",
         f"{1 / objects / by_hand:.0f} times the fastest scorer on PyPI"),
        ("score a hand, from text", f"{million(1 / text)} million a second", ""),
        ("score a million hands in an array", f"{million(array)} million a second",
         f"{array / numpy:,.0f} times plain NumPy, {array / results.scalar():.0f} times a loop in C"),
        ("score a million grids in an array",
         f"{million(results.rate('grids', results.best, LARGE))} million a second", ""),
        ("score a grid, from objects",
         f"{million(1 / results.call('test_score_grid_of_ready_objects'))} million a second", ""),
        ("find and prove the best placement of 17 cards", f"{search * 1e3:.1f} ms", ""),
    ]  # fmt: skip
    for what, name, per, style in (
        (
            "read and score a list of texts",
            "test_rows_beside_the_same_one_by_one[list-texts]",
            "rows",
            "rate",
        ),
        ("deal random hands", "test_random_hands_beside_scoring_them", "rows", "rate"),
        ("value all fifteen throws of a deal", "test_discards_of_ready_cards", None, "ms"),
        ("choose a move of Cribbage Squares, level 2", "test_a_move[2]", "moves", "ms"),
        ("play a game at random", "test_random_playout", None, "ms"),
    ):
        entry = results.benchmarks.get(name)
        if entry is None:
            continue
        if style == "rate":
            rows.append((what, f"{million(entry[per] / entry['min'])} million a second", ""))
        else:
            seconds = entry["min"] / entry[per] if per else results.call(name)
            rows.append((what, f"{seconds * 1e3:.2f} ms", ""))
    return table(("What you do", "How fast", "Beside"), *rows, text=(0, 1, 2))


def inputs(results, _):
    """Return how fast each kind of array is scored, a million hands in one call."""
    rows = []
    for name, entry in results.benchmarks.items():
        if found := re.fullmatch(r"test_input\[(.*)\]", name):
            ratios = entry["ratios"]
            rows.append((found[1], million(entry["rows"] / entry["min"]),
                         f"{ratios['uint8']:.2f}", f"{ratios['astype']:.2f}"))  # fmt: skip
    head = ("Input", "million hands a second", "times the time of `uint8`", "times `astype` of `int64`")
    return table(head, *rows) if rows else "Not measured yet."


def small(results, _):
    """Return what a call of few rows costs."""
    rows = []
    for kind in ("rows", "columns", "bytes", "grids"):
        row = [kind]
        for size in (1, 1000):
            for out in ("new", "out"):
                entry = results.benchmarks.get(f"test_small_call[{kind}-{size}-{out}]")
                row.append("" if entry is None else f"{entry['ratios']['adds']:.1f}")
        rows.append(row)
    return table(("One call", "1 row", "with `out`", "1,000 rows", "with `out`"), *rows)


def scorers(_, compared):
    rows = []
    for name, found in compared["scorers"].items():
        version = found.get("version", "")
        if "reason" in found:
            rows.append((name, version, "not measured", found["reason"]))
            continue
        wrong = f"{found['wrong']:,}"
        if found["wrong"]:
            wrong += f" (the first: {found['example']})"
        rows.append((name, version, f"{found['hands_per_second']:,}", wrong))
    head = ("Scorer", "version", "hands a second", f"wrong, of {compared['hands']:,}")
    measured = f"Measured {compared['date']} by `python benchmarks/compare.py`."
    return f"{table(head, *rows, text=(0, 1, 3))}\n\n{measured}"


TABLES = {
    "minute": minute,
    "inputs": inputs,
    "small": small,
    "machine": describe_machine,
    "targets": targets,
    "calls": calls,
    "batches": batches,
    "deals": deals,
    "search": search,
    "roofs": roofs,
    "scorers": scorers,
}


def page(text, kept, compared):
    """Return a page with new tables. Each table is between two comments with its name."""
    results = Results(kept)

    def renewed(match):
        name, made = match[1], TABLES[match[1]](results, compared)
        return f"<!-- {name}: {match[2]} -->\n\n{made}\n\n<!-- end of {name} -->"

    return re.sub(r"<!-- (\w+): (.*?) -->\n.*?<!-- end of \1 -->", renewed, text, flags=re.DOTALL)


def pages():
    """Return the pages with their texts; together they have each table once."""
    texts = {path: path.read_text(encoding="utf-8") for path in PAGES}
    places = re.findall(r"<!-- end of (\w+) -->", "".join(texts.values()))
    if sorted(places) != sorted(TABLES):
        raise SystemExit(
            f"the pages have the tables {', '.join(sorted(places))}, not {', '.join(sorted(TABLES))}"
        )
    return texts


def load(path):
    return json.loads(path.read_text(encoding="utf-8"))


def main(arguments):
    for path in arguments:
        KEPT.write_text(dump(strip(load(Path(path)))), encoding="utf-8")
    for path, text in pages().items():
        path.write_text(page(text, load(KEPT), load(SCORERS)), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
