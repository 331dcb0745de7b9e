"""Tables of weights: training makes the same ones everywhere; files that are not tables are refused."""

import io
import pickle
import struct
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from zlib import crc32

import pytest

import cribscore.squares
from cribscore import CribscoreError, _steps, advice, policy
from cribscore.squares import (
    ONE_RESERVE,
    OPEN,
    PRESETS,
    SHUFFLE,
    STANDARD,
    WASTE,
    Game,
    Player,
    Rules,
    training,
)
from cribscore.squares.players import position_of
from cribscore.squares.tables import Table, read_table, standard_table, table_of
from cribscore.squares.training import main, train
from wording import exactly, needs_the_c_core

HIDDEN = [name for name, rules in PRESETS.items() if not (rules.open or rules.shuffle)]
FOLDER = Path(cribscore.squares.__file__).parent
SUMS = dict(
    reversed(line.split("  ")) for line in (FOLDER / "tables.sha256").read_text(encoding="utf-8").splitlines()
)
WEIGHTS_OF_300_GAMES = "c99ff80ec05d746f47554e2c03aedbef4f44a6e5ac348d8c1be564133a7fc18c"
HEADER = struct.Struct("<16sHBBBxxxQQQIII")


@pytest.fixture(scope="module")
def small():
    return Table(STANDARD, 3, 0, 7, bytes(1_475_000))


def changed(table, **fields):
    """The file of a table with other values in its header."""
    content = table.to_bytes()
    names = (
        "magic",
        "version",
        "adjacency",
        "reserves",
        "waste",
        "games",
        "slow",
        "seed",
        "base",
        "size",
        "sum",
    )
    header = dict(zip(names, HEADER.unpack_from(content), strict=True)) | fields
    return HEADER.pack(*header.values()) + content[HEADER.size :]


# ---------------------------------------------------------------- training


@pytest.mark.native
def test_the_same_games_make_the_same_weights_on_every_platform():
    table = train(games=300, slow_games=100, seed=5)
    assert sha256(table.weights).hexdigest() == WEIGHTS_OF_300_GAMES
    assert train(games=300, slow_games=100, seed=6).weights != table.weights


@pytest.mark.native
@pytest.mark.slow
def test_training_makes_the_player_better():
    totals = [list(play_with(train(games=games, slow_games=0))) for games in (0, 200_000)]
    gains = [after - before for before, after in zip(*totals, strict=True)]
    assert sum(gains) / len(gains) > 1  # about 2.4, with a standard error of 0.5


def play_with(table):
    player = Player(0, table=table)
    for seed in range(400):
        game = Game(seed=seed)
        while not game.over:
            game.play(player.choose(game))
        yield game.score.total


@pytest.mark.native
def test_a_table_for_piles_has_the_standard_weights_for_all_else():
    standard = standard_table(STANDARD).weights
    for rules, size in ((WASTE, 2_448), (ONE_RESERVE, 325_008)):
        table = train(rules, games=50, slow_games=10)
        assert table.weights[: len(standard)] == standard
        assert any(table.weights[len(standard) :])
        assert len(table.weights) == len(standard) + size
        assert table_of(table.to_bytes()).weights == table.weights


@pytest.mark.native
def test_the_command_writes_what_train_makes(tmp_path, capsys):
    path = tmp_path / "own.table"
    main(["--no-adjacency", "--games", "40", "--slow-games", "10", "--seed", "9", "-o", str(path)])
    rules = Rules(adjacency=False)
    table = train(rules, games=40, slow_games=10, seed=9)
    assert path.read_bytes() == table.to_bytes()
    assert capsys.readouterr().out == f"{sha256(path.read_bytes()).hexdigest()}  {path}\n"
    read = read_table(path)
    assert (read.rules, read.games, read.slow_games, read.seed) == (rules, 40, 10, 9)
    assert Player(0, table=path).advise(Game(rules, seed=1)) == Player(0, table=table).advise(
        Game(rules, seed=1)
    )


def commands():
    return [
        (lambda path: main(["--games", "1", "--slow-games", "0", "-o", path]), training, "train"),
        (lambda path: policy.main([path]), policy, "search"),
        (lambda path: advice.main([path]), advice, "play_keeps"),
    ]


@pytest.mark.coreless
@pytest.mark.parametrize("number", range(3))
def test_a_command_sees_before_its_work_that_its_file_cannot_be_written(
    number, tmp_path, capsys, monkeypatch
):
    command, module, work = commands()[number]
    monkeypatch.setattr(module, work, lambda *_, **__: pytest.fail("the work began"))
    for path, why in (
        (tmp_path / "nowhere" / "file", "No such file or directory"),
        (tmp_path, "Is a directory"),
    ):
        with pytest.raises(SystemExit, match=r"^2$"):
            command(str(path))
        assert capsys.readouterr().err.endswith(f": error: {path} cannot be written: {why}\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.coreless
@pytest.mark.parametrize("number", range(3))
def test_a_command_leaves_a_file_as_it_was_if_its_work_cannot_be_done(number, tmp_path, capsys, monkeypatch):
    command, module, work = commands()[number]

    def fail(*_, **__):
        raise RuntimeError("there is no C core")

    monkeypatch.setattr(module, work, fail)
    file = tmp_path / "file"
    file.write_bytes(b"mine")
    with pytest.raises(SystemExit, match=r"^2$"):
        command(str(file))
    assert capsys.readouterr().err.endswith(": error: there is no C core\n")
    assert file.read_bytes() == b"mine"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.native
def test_training_says_how_far_it_is():
    played = []
    train(games=500, slow_games=300, progress=played.append)
    assert played == sorted(played)
    assert played[-1] == 800


@pytest.mark.native
@pytest.mark.parametrize("rules", [OPEN, SHUFFLE])
def test_there_is_nothing_to_train_where_all_cards_are_seen(rules):
    with pytest.raises(CribscoreError, match="the cards come one at a time"):
        train(rules, games=1)


@pytest.mark.native
def test_numbers_of_training_have_ranges(capsys):
    for name, number in (("games", -1), ("slow_games", -1), ("seed", 2**64)):
        with pytest.raises(CribscoreError, match=f"^{name} {number} is not 0 to "):
            train(**{"games": 1, name: number})
    with pytest.raises(SystemExit):
        main(["--games", "-1"])
    assert "games -1 is not 0 to" in capsys.readouterr().err


@pytest.mark.native
def test_the_door_refuses_training_by_other_rules_or_at_a_higher_rate():
    position = position_of(STANDARD)
    three_piles = bytes([*position[:28], 3, *position[29:]])
    for given, rate in ((position, 257), (three_piles, 256)):
        with pytest.raises(ValueError, match=exactly("no such rules or rate")):
            next(_steps.train(b"", given, False, 1, 1, rate))


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.native
@pytest.mark.parametrize(("stream", "shown"), [(Terminal, ["10,000 games"]), (io.StringIO, [])])
def test_the_command_counts_the_games_on_a_terminal_and_nowhere_else(tmp_path, monkeypatch, stream, shown):
    monkeypatch.setattr("sys.stderr", stream())
    main(["--games", "10000", "--slow-games", "0", "-o", str(tmp_path / "own.table")])
    assert {*sys.stderr.getvalue().split("\r")} == {"", *shown}


@pytest.mark.coreless
def test_the_module_is_a_command():
    command = [sys.executable, "-m", "cribscore.squares.training", "--help"]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert ran.stdout.startswith("usage: python -m cribscore.squares.training")


def test_training_needs_the_c_core(core):
    if core == "python":
        with pytest.raises(RuntimeError, match=exactly(needs_the_c_core("training"))):
            train(games=1)
    else:
        assert train(games=1, slow_games=0).games == 1


# ---------------------------------------------------------------- files


@pytest.mark.coreless
@pytest.mark.parametrize("name", HIDDEN)
def test_the_tables_of_the_package_are_those_whose_sums_are_written_down(name):
    content = (FOLDER / f"{name}.table").read_bytes()
    assert sha256(content).hexdigest() == SUMS[f"{name}.table"]
    table = standard_table(PRESETS[name])
    assert table.rules == PRESETS[name]
    assert table.to_bytes() == content


@pytest.mark.coreless
def test_a_file_that_is_not_a_table_is_refused_with_the_reason(small, tmp_path):
    whole = small.to_bytes()
    cases = {
        b"": "is not a table of weights: it begins otherwise",
        b"PNG" + whole: "is not a table of weights: it begins otherwise",
        whole[:40]: "is cut short: it has 40 bytes, and the header alone 60",
        whole[:-1]: "has 1474999 bytes of weights, not 1475000: it is cut short or too long",
        whole + b"x": "has 1475001 bytes of weights, not 1475000: it is cut short or too long",
        whole[:100] + b"x" + whole[101:]: "is damaged: its checksum is wrong",
        changed(small, version=2): "is a table of version 2, not 1",
        changed(small, reserves=3): "is damaged: reserves 3 is not 0, 1 or 2",
        changed(small, waste=1): "has 1475000 bytes of weights, and its rules take 2448",
    }
    path = tmp_path / "bad.table"
    for content, reason in cases.items():
        path.write_bytes(content)
        with pytest.raises(CribscoreError, match=exactly(f"{path} {reason}")):
            Player(table=path)
    with pytest.raises(FileNotFoundError):
        Player(table=tmp_path / "none.table")


@pytest.mark.coreless
def test_a_table_for_piles_is_refused_where_the_standard_table_is_another(small):
    table = Table(WASTE, 1, 0, 1, bytes(1_475_000 + 2_448))
    with pytest.raises(CribscoreError, match="trained with another standard table"):
        table_of(table.to_bytes())


def test_a_table_is_for_the_rules_that_it_was_trained_for(small):
    for rules in (ONE_RESERVE, Rules(adjacency=False)):
        with pytest.raises(CribscoreError, match=r"^the table was trained for Rules\("):
            Player(0, table=small).choose(Game(rules, seed=1))
    assert Player(0, table=small).choose(Game(Rules(win_at=80), seed=1))


@pytest.mark.coreless
def test_a_table_and_a_player_can_be_pickled(small):
    copy = pickle.loads(pickle.dumps(small))
    assert copy.to_bytes() == small.to_bytes()
    assert crc32(copy.weights) == crc32(small.weights)
    assert repr(copy) == "<Table: 3 games>"
    assert repr(pickle.loads(pickle.dumps(Player(1, table=small)))) == "<Player of level 1>"
