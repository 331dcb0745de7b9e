"""The figures of the pages about speed are those of the results kept in benchmarks/results."""

import runpy
from pathlib import Path

import pytest

pytestmark = pytest.mark.coreless

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def report():
    return runpy.run_path(str(ROOT / "benchmarks" / "report.py"))


def test_the_pages_are_what_the_report_makes_of_the_kept_results(report):
    kept, compared = report["load"](report["KEPT"]), report["load"](report["SCORERS"])
    for text in report["pages"]().values():
        assert report["page"](text, kept, compared) == text


def test_other_results_make_other_pages(report):
    kept, compared = report["load"](report["KEPT"]), report["load"](report["SCORERS"])
    for entry in kept["benchmarks"].values():
        entry["min"] *= 2
    for text in report["pages"]().values():
        assert report["page"](text, kept, compared) != text


def test_no_kept_figure_is_of_a_wrong_answer(report):
    batches = [
        entry
        for name, entry in report["load"](report["KEPT"])["benchmarks"].items()
        if name.startswith(("test_batch", "test_hand_counts", "test_two_threads"))
    ]
    assert len(batches) >= 50
    assert all(entry["correct"] is True for entry in batches)


def test_the_kept_results_are_small(report):
    assert sum(path.stat().st_size for path in report["KEPT"].parent.iterdir()) < 80 * 1024
