"""The page of statistics says what its results say, and the results are those of the deals they name."""

import math
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = "game_values"  # of the fixture `script`
KINDS = ["dealt", "best", "best_any_starter"]


@pytest.mark.slow
@pytest.mark.native
@pytest.mark.parametrize("kind", KINDS)
def test_the_first_deals_have_the_totals_of_the_results(script, results, kind):
    found = [script.KINDS[kind](seed)[0] for seed in range(script.FIRST)]
    assert found == results[kind]["first"]


@pytest.mark.coreless
@pytest.mark.parametrize("kind", KINDS)
def test_the_sums_of_the_results_are_those_of_their_histogram(results, kind):
    found = results[kind]
    counts = {int(total): count for total, count in found["histogram"].items()}
    assert sum(counts.values()) == found["deals"]
    mean = sum(total * count for total, count in counts.items()) / found["deals"]
    variance = sum((total - mean) ** 2 * count for total, count in counts.items()) / found["deals"]
    assert math.isclose(found["mean"], mean)
    assert math.isclose(found["standard_deviation"], math.sqrt(variance))
    assert (found["least"], found["most"]) == (min(counts), max(counts))
    assert found["reach_61"] == sum(count for total, count in counts.items() if total >= 61)


@pytest.mark.coreless
def test_the_mean_of_random_grids_is_the_exact_one_but_for_chance(results):
    dealt = results["dealt"]
    error = dealt["standard_deviation"] / math.sqrt(dealt["deals"])
    assert abs(dealt["mean"] - 122008 / 3185) < 4 * error


@pytest.mark.coreless
def test_the_table_of_the_page_is_that_of_the_results(results):
    page = (ROOT / "docs" / "background" / "statistics.md").read_text(encoding="utf-8")
    page = page.replace(page.partition("\n## Many more deals")[2].partition("\n## ")[0], "")
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in page.splitlines() if line[:1] == "|"
    ]
    table = {row[0]: row[1:] for row in rows}
    each = [results[kind] for kind in KINDS]
    assert table["deals"] == [f"{found['deals']:,}" for found in each]
    assert table["mean"] == [f"{found['mean']:.2f}" for found in each]
    assert table["standard deviation"] == [f"{found['standard_deviation']:.2f}" for found in each]
    assert table["median"] == [str(found["median"]) for found in each]
    assert table["least (seed)"] == [f"{found['least']} ({found['least_seed']})" for found in each]
    assert table["most (seed)"] == [f"{found['most']} ({found['most_seed']})" for found in each]
    assert table["reach 61"] == [f"{100 * found['reach_61'] / found['deals']:.2f} %" for found in each]
    times = [results[kind]["milliseconds"].values() for kind in KINDS[1:]]
    assert [table["best placement"], table["best, any starter"]] == [
        [f"{milliseconds:.1f}" for milliseconds in kind] for kind in times
    ]


@pytest.mark.coreless
def test_the_plot_is_drawn_from_the_results(script, tmp_path, monkeypatch):
    drawn = tmp_path / "plot.svg"
    kept = script.PLOT
    monkeypatch.setattr(script, "PLOT", drawn)
    script.plot()
    assert drawn.read_text(encoding="utf-8") == kept.read_text(encoding="utf-8")
    assert len(ElementTree.parse(drawn).findall("{*}polyline")) == 3
