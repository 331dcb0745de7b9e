"""The large study: a killed run goes on where it was; its results agree with the small one and theory."""

import importlib.util
import json
import math
import signal
import subprocess
import sys
import time
from itertools import combinations
from pathlib import Path

import pytest

import cribscore

ROOT = Path(__file__).parents[2]
KINDS = ["dealt", "best", "best_any_starter"]


@pytest.fixture(scope="module")
def study():
    """The benchmark, as a module."""
    spec = importlib.util.spec_from_file_location("game_study", ROOT / "benchmarks" / "game_study.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def results(study):
    return json.loads(study.RESULTS.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def small():
    """The results of the small study."""
    return json.loads((ROOT / "benchmarks" / "results" / "game_values.json").read_text(encoding="utf-8"))


PROGRAM = """
import sys
sys.path.insert(0, "benchmarks")
import game_study
from pathlib import Path
game_study.SIZES = {"dealt": 40, "best": 5, "best_any_starter": 1}
game_study.run(Path(sys.argv[1]), 20)
"""


def started(journal):
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(journal)], cwd=ROOT, stderr=subprocess.PIPE, text=True
    )


@pytest.mark.slow
@pytest.mark.native
def test_a_killed_study_goes_on_with_the_blocks_that_are_missing(study, tmp_path):
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    with started(whole) as run:
        assert run.communicate()[1].endswith("60 of 60 blocks\n")

    with started(killed) as run:
        while not killed.exists() or killed.read_bytes().count(b"\n") < 5:
            time.sleep(0.005)
        run.send_signal(signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
    found = len(study.finished(killed)[0])
    assert 5 <= found < 60
    with killed.open("ab") as file:
        file.write(b'{"kind": "dealt", "number": 19, "dea')  # the kill may leave a part of a line

    with started(killed) as run:
        assert f"{found} blocks are there, {60 - found} are left" in run.communicate()[1]
    lines = [sorted(path.read_bytes().splitlines()) for path in (whole, killed)]
    assert lines[0] == lines[1]
    assert len(lines[0]) == 60


@pytest.mark.native
def test_blocks_have_the_totals_of_the_small_study(study, small):
    for kind in KINDS:
        found = study.block(kind, 0, 20)
        totals = small[kind]["first"][:20]
        assert found["histogram"] == {str(total): totals.count(total) for total in sorted({*totals})}
        assert found["least"] == [min(totals), totals.index(min(totals))]
        assert found["most"] == [max(totals), totals.index(max(totals))]


@pytest.mark.coreless
@pytest.mark.parametrize("kind", KINDS)
def test_the_statistics_are_those_of_the_histogram(results, kind):
    found = results[kind]
    counts = {int(total): count for total, count in found["histogram"].items()}
    deals = sum(counts.values())
    assert deals == found["deals"] == found["seeds"][1] + 1
    mean = sum(total * count for total, count in counts.items()) / deals
    variance = sum((total - mean) ** 2 * count for total, count in counts.items()) / (deals - 1)
    assert math.isclose(found["mean"], mean)
    assert math.isclose(found["mean_error"], math.sqrt(variance / deals))
    assert (found["least"][0], found["most"][0]) == (min(counts), max(counts))
    assert found["reach_61"] == sum(count for total, count in counts.items() if total >= 61)
    assert sum(by["deals"] for by in found["starters"].values()) == deals


@pytest.mark.coreless
@pytest.mark.parametrize("kind", KINDS)
def test_the_deals_of_the_small_study_are_among_them(results, small, kind):
    found = results[kind]
    assert found["deals"] >= small[kind]["deals"]
    assert found["least"][0] <= small[kind]["least"]
    assert found["most"][0] >= small[kind]["most"]
    for total, count in small[kind]["histogram"].items():
        assert found["histogram"][total] >= count


@pytest.mark.coreless
def test_the_tables_of_the_page_are_those_of_the_results(study, results):
    page = (ROOT / "docs" / "background" / "statistics.md").read_text(encoding="utf-8").splitlines()
    assert [line for line in study.tables(results) if line not in page] == []


@pytest.mark.coreless
def test_the_mean_of_random_grids_is_the_exact_one_but_for_chance(results):
    dealt = results["dealt"]
    assert abs(dealt["mean"] - 122008 / 3185) < 4 * dealt["mean_error"]


@pytest.mark.slow
@pytest.mark.native
def test_the_means_by_starter_are_the_exact_ones_but_for_chance(results):
    np = pytest.importorskip("numpy")
    hands = np.array(list(combinations(range(52), 4)), np.uint8)
    for rank in range(1, 14):
        starter = 4 * (rank - 1)
        left = hands[(hands != starter).all(1)]
        mean = 8 * cribscore.score_hands(left, cribscore.DECK[starter]).mean() + 2 * (rank == 11)
        found = results["dealt"]["starters"][str(rank)]
        assert abs(found["mean"] - mean) < 4 * found["mean_error"]
