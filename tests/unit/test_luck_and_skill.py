"""The picture of luck and skill shows its results, and the results are those of the deals they name."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = "luck_and_skill"  # of the fixture `script`
PLAYERS = ["greedy", "level 0", "level 2"]


@pytest.mark.native
@pytest.mark.parametrize("player", PLAYERS)
def test_the_first_deals_have_the_luck_and_the_skill_of_the_results(script, results, player):
    for seed, (luck, skill, total) in enumerate(results[player]["first"]):
        assert script.play(player, seed) == (luck, skill, total)
        assert results["start"] + luck + skill == total


@pytest.mark.coreless
@pytest.mark.parametrize("player", PLAYERS)
def test_luck_is_nothing_on_average_and_skill_is_what_is_left_of_the_mean(results, player):
    found = results[player]
    luck, skill = found["luck"], found["skill"]
    assert abs(luck["mean"]) < 3 * luck["deviation"] / found["deals"] ** 0.5
    assert found["mean"] == pytest.approx(results["start"] + luck["mean"] + skill["mean"])
    for part in luck, skill:
        counts = {int(points): count for points, count in part["histogram"].items()}
        assert sum(counts.values()) == found["deals"]
        rounded = sum(points * count for points, count in counts.items()) / found["deals"]
        assert abs(rounded - part["mean"]) < 0.1


@pytest.mark.coreless
def test_the_page_says_what_the_results_say(results):
    page = " ".join((ROOT / "docs" / "guide" / "coach.md").read_text(encoding="utf-8").split())
    deviations = [results[player]["luck"]["deviation"] for player in PLAYERS]
    assert all(9.5 < deviation < 11.5 for deviation in deviations)
    assert "a deviation of 10 to 11 points for each of three players" in page
    assert f"Skill is {results['greedy']['skill']['mean']:.0f} for the greedy player" in page
    assert all(abs(results[player]["skill"]["mean"]) < 1 for player in PLAYERS[1:])
    assert f"In {results['greedy']['deals']:,} games" in page


@pytest.mark.coreless
def test_the_picture_is_drawn_from_the_results(script, tmp_path, monkeypatch):
    drawn, kept = tmp_path / "plot.svg", script.PLOT
    monkeypatch.setattr(script, "PLOT", drawn)
    script.plot()
    assert drawn.read_text(encoding="utf-8") == kept.read_text(encoding="utf-8")
    assert len(ElementTree.parse(drawn).findall("{*}polyline")) == 2 * len(PLAYERS)
