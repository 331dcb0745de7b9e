"""The page about scale says what its results say."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = "scale"  # of the fixture `script`
pytestmark = pytest.mark.coreless


def test_the_tables_of_the_page_are_those_of_the_results(script, results):
    page = (ROOT / "docs" / "guide" / "scale.md").read_text(encoding="utf-8").splitlines()
    lines = script.tables(results)
    assert len(lines) == len(results["rates"]) + 3
    assert [line for line in lines if line not in page] == []


def test_the_picture_is_drawn_from_the_results(script, tmp_path, monkeypatch):
    drawn, kept = tmp_path / "scale.svg", script.PLOT
    monkeypatch.setattr(script, "PLOT", drawn)
    script.plot()
    assert drawn.read_text(encoding="utf-8") == kept.read_text(encoding="utf-8")
    assert len(ElementTree.parse(drawn).findall("{*}polyline")) == 4


def test_the_estimate_is_of_workers_that_add_up_until_the_scheduler_is_busy(script):
    block = {"scheduler_ms_a_block": 2.0, "worker_ms_a_block": 11.0}
    small = {"scheduler_ms_a_block": 2.0, "worker_ms_a_block": 1.01}
    results = {"growth": {"1": {"1000": small, "1000000": block}}}
    # By hand: 999,000 rows more take 9.99 ms more, so a block takes 1 ms and 0.01 ms for each thousand rows.
    assert script.estimate(results, 100_000, 1) == pytest.approx(100 / 2)
    assert script.estimate(results, 10_000_000, 1) == pytest.approx(10_000 / 101)
    assert script.estimate(results, 1_000_000, 4) == pytest.approx(4 * 1000 / 11)
    assert script.estimate(results, 1_000_000, 100) == pytest.approx(500)
