"""The command line: what it prints, what it refuses and how it ends."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import cribscore
import make_vectors
from cribscore import GridScore, HandScore, __version__, _core, backend, best_grid, deal, score_grid
from oracles import (
    BOARDS,
    KNOWN_HANDS,
    LARGEST_BY_STARTER,
    PARTS,
    RECORD_165,
    RECORD_170,
    RECORD_172,
    TABLES,
    load,
)
from processes import posix, run_python, run_shell

EXAMPLES = Path(__file__).parents[2] / "examples"
BOARD_172 = str(EXAMPLES / "record-172.txt")
IN_PROGRESS = str(EXAMPLES / "in-progress.txt")

needs_full = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")


def run_process(*words, **options):
    """Run a command as a process of its own."""
    command = [sys.executable, "-m", "cribscore", *words]
    return subprocess.run(command, capture_output=True, check=False, timeout=60, **options)


def board_file(folder, board):
    path = folder / "board.txt"
    path.write_text("\n".join([*board["grid"], board["starter"] or ""]) + "\n", encoding="utf-8")
    return str(path)


# Hands


@pytest.mark.parametrize("case", KNOWN_HANDS, ids=lambda case: case["mistake"])
def test_the_points_of_a_hand_are_printed_part_by_part(run, case):
    crib = ["--crib"] if case["crib"] else []
    status, out, err = run("hand", *case["hand"].split(), case["starter"], *crib)
    assert (status, err) == (0, "")
    title, *lines = out.splitlines()
    assert title == f"{'crib' if crib else 'hand'} {case['hand']}, starter {case['starter']}"
    assert {name: int(points) for name, points in map(str.split, lines)} == {
        name: case[name] for name in (*PARTS, "total")
    }


@pytest.mark.parametrize(
    "words", [["5H 5C 5S JD 5D"], ["5H,5C", "5S", "JD5D"], ["5h", "5♣", "5s", "jd", "5d"], ["5H5C5SJD5D"]]
)
def test_a_hand_may_be_quoted_or_not(run, words):
    assert run("hand", *words) == run("hand", "5H", "5C", "5S", "JD", "5D")


def test_four_cards_are_a_hand_without_a_starter(run):
    status, out, _ = run("hand", "5H", "5C", "5S", "JD")
    assert status == 0
    assert out.splitlines()[0] == "hand 5H 5C 5S JD, no starter"
    assert out.splitlines()[-1].split() == ["total", "14"]


def test_a_hand_as_json_has_its_parts(run):
    _, out, _ = run("hand", "5H 5C 5S JD", "5D", "--json")
    assert json.loads(out) == {
        "schema": "cribscore.hand/1",
        "hand": ["5H", "5C", "5S", "JD"],
        "starter": "5D",
        "crib": False,
        "score": {"total": 29, "fifteens": 16, "pairs": 12, "runs": 0, "flush": 0, "nobs": 1},
    }


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["5H", "5C", "5S"], "give the 4 cards of a hand, or 5 with the starter last; got 3"),
        (["5H 5C 5S JD 5D 6D"], "give the 4 cards of a hand, or 5 with the starter last; got 6"),
        (["5H", "5C", "5S", "5H"], "5H appears twice"),
        (["5H", "5C", "5S", "JD", "5H"], "5H appears twice"),
        (
            ["1H", "5C", "5S", "JD"],
            "'1H' is not a card: "
            "rank '1' is not one of A 2-9 T 10 J Q K (the ace is 'A', the ten 'T' or '10')",
        ),
        (["5H", "5C", "5S", "J"], "'J' is not a card: it needs a rank and a suit"),
        (
            ["♥5", "5C", "5S", "JD"],
            "'\\u26655' is not a card: rank first: 5\\u2665",
        ),
        (["5H", "5C", "5S", ".."], "'..' is not a card: it stands for an empty cell, which only a grid has"),
    ],
)
def test_a_wrong_hand_is_refused_in_one_sentence(run, words, complaint):
    assert run("hand", *words) == (2, "", f"cribscore: {complaint}\n")


# Grids


@pytest.mark.parametrize("board", [*BOARDS, RECORD_165, RECORD_170, RECORD_172])
def test_a_board_is_printed_with_the_points_of_each_line(run, tmp_path, board):
    status, out, err = run("grid", board_file(tmp_path, board))
    assert (status, err) == (0, "")
    lines = [line.split() for line in out.splitlines()]
    assert lines[:4] == [
        [*row.split(), str(points)] for row, points in zip(board["grid"], board["rows"], strict=True)
    ]
    assert lines[4] == [str(points) for points in board["columns"]]
    assert lines[6] == ["starter", *(board["starter"] or "not turned").split()]
    assert lines[7] == ["heels", str(board["heels"])]
    assert lines[8][:2] == ["total", str(board["total"])]
    assert lines[8][2:] == (["(61", "reached)"] if board["total"] >= 61 else ["(61", "not", "reached)"])


@pytest.mark.parametrize("board", [BOARDS[0], BOARDS[-1], RECORD_172])
def test_a_board_as_json_has_every_line(run, tmp_path, board):
    _, out, _ = run("grid", board_file(tmp_path, board), "--json")
    document = json.loads(out)
    assert document["schema"] == "cribscore.grid/1"
    assert document["grid"] == [
        [None if cell == ".." else cell for cell in row.split()] for row in board["grid"]
    ]
    assert document["starter"] == board["starter"]
    score = document["score"]
    assert [line["total"] for line in score["rows"]] == board["rows"]
    assert [line["total"] for line in score["columns"]] == board["columns"]
    assert all(sum(line[part] for part in PARTS) == line["total"] for line in score["rows"])
    assert (score["heels"], score["total"]) == (board["heels"], board["total"])
    assert score["won"] is (board is RECORD_172)


def test_the_examples_score_what_their_comments_say(run):
    totals = {
        path.stem: json.loads(run("grid", str(path), "--json")[1])["score"]["total"]
        for path in EXAMPLES.glob("*.txt")
    }
    assert totals.pop("in-progress") == 21  # by hand: rows 6 5 0 0, columns 6 2 0 2
    assert totals == {"ordinary": 22, "published-165": 165, "published-170": 170, "record-172": 172}


def test_a_board_is_read_from_standard_input():
    board = Path(BOARD_172).read_bytes()
    assert run_process("grid", "-", input=board).stdout == run_process("grid", BOARD_172).stdout != b""
    refused = run_process("grid", "-", input=b"5H 5C\n")
    assert (refused.returncode, refused.stdout) == (2, b"")
    assert refused.stderr == b"cribscore: <stdin>, line 1: a row holds 4 cards, got 2: 5H 5C\n"


def test_a_wrong_board_is_refused_with_file_and_line(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("board.txt").write_text("5H 5C 5S JD\n# a comment\n4C 4D 6S 5H\n", encoding="utf-8")
    assert run("grid", "board.txt") == (
        2,
        "",
        "cribscore: board.txt, line 3: 5H appears twice (first in line 1)\n",
    )


def test_a_file_that_cannot_be_read_is_named(run, tmp_path):
    status, out, err = run("grid", str(tmp_path / "none.txt"))
    assert (status, out) == (2, "")
    assert err == f"cribscore: {tmp_path}/none.txt: No such file or directory\n"
    assert run("grid", str(tmp_path))[0] == 2


@posix
def test_no_name_or_argument_acts_on_the_terminal(run, tmp_path):
    strange = "a\x1b[31m\a\nb\N{RIGHT-TO-LEFT OVERRIDE}"
    written = "a\\x1b[31m\\x07\\nb\\u202e"
    assert run("grid", f"{tmp_path}/{strange}") == (
        2, "", f"cribscore: {tmp_path}/{written}: No such file or directory\n"
    )  # fmt: skip
    (tmp_path / strange).write_text("5H 5C")
    assert run("grid", f"{tmp_path}/{strange}") == (
        2, "", f"cribscore: {tmp_path}/{written}, line 1: a row holds 4 cards, got 2: 5H 5C\n"
    )  # fmt: skip
    for words in ([strange], ["hand", strange], ["best", "--deal", strange], ["grid", "f", "--" + strange]):
        status, out, err = run(*words)
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert err.isascii()
        assert err[:-1].isprintable()


def test_a_file_without_a_name_is_named_all_the_same(run):
    assert run("grid", "") == (2, "", "cribscore: '': No such file or directory\n")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=st.binary(max_size=300))
def test_no_bytes_whatever_give_more_than_a_board_or_a_sentence(run, tmp_path, content):
    path = tmp_path / "board.txt"
    path.write_bytes(content)
    status, out, err = run("grid", str(path))
    assert (status, out == "", err.count("\n")) in ((0, False, 0), (2, True, 1))


# All hands


@pytest.mark.native
@pytest.mark.parametrize(("words", "name"), [([], "hand"), (["--crib"], "crib")])
def test_the_table_shows_how_often_each_score_comes(run, words, name):
    counts = TABLES[name]
    status, out, _ = run("table", *words)
    lines = [line.split() for line in out.splitlines()]
    assert status == 0
    assert [(int(line[0]), int(line[1])) for line in lines[1:31]] == list(enumerate(counts))
    assert [float(line[2]) for line in lines[1:31]] == [round(count / 129948, 5) for count in counts]
    assert lines[31][:2] == ["all", "12994800"]
    assert lines[-2] == ["impossible", "19", "25", "26", "27"]
    document = json.loads(run("table", *words, "--json")[1])
    assert document["schema"] == "cribscore.table/1"
    assert (document["counts"], document["crib"]) == (counts, name == "crib")
    assert document["impossible"] == [19, 25, 26, 27]
    assert document["seconds"] > 0


@pytest.mark.native
def test_the_mean_of_the_table_is_the_published_one(run):
    assert "mean        4.769152 (60759/12740)" in run("table")[1].splitlines()


@pytest.mark.slow_on_python
def test_the_selftest_names_the_core_in_use_and_every_kernel_that_is_right_too(run, core):
    before = backend()
    in_use = "the Python core" if core == "python" else before
    checked = [f"{in_use} (in use)", *(kernel for kernel in _core.kernels() if kernel != before)]
    vectors = json.loads(make_vectors.PATH.read_text(encoding="utf-8"))
    counted = [f"{len(vectors[name])} {name}" for name in ("hands", "grids", "plays", "keeps")]
    if core != "python":
        counted.append(f"{len(vectors['searches'])} searches")
    right = f"all 12,994,800 hands and cribs, {', '.join(counted)}, by {', '.join(checked)}"
    assert run("selftest") == (0, f"cribscore {__version__} is right: {right}\n", "")
    assert backend() == before


OTHER_HAND, OTHER_GRID = HandScore(2), GridScore([HandScore(2)] * 4, [HandScore()] * 4)


@pytest.mark.native
@pytest.mark.parametrize(
    ("function", "wrong", "what"),
    [
        ("hand_counts", lambda *, crib=False: TABLES["crib"], "counts of all hands"),
        ("hand_counts", lambda *, crib=False: TABLES["hand"], "counts of all cribs"),
        ("score_hand", lambda *_, crib: OTHER_HAND, "scores of hands"),
        ("score_hands", lambda pairs, crib, parts=False: bytes(5 * len(pairs)), "parts of hands in batches"),
        ("score_grid", lambda *_: OTHER_GRID, "scores of grids"),
        ("score_grids", lambda boards, lines=False: bytes(8 * len(boards)), "lines of grids in batches"),
        ("keep_sums", lambda deals: bytes(15), "sums of keeps"),
        ("_cribs", lambda deal: [], "cribs of throws"),
        ("policy.SHA256", "", "bytes of the policy"),
        ("_replayed", lambda play: (), "points of plays"),
        ("best_grid", lambda cards, *_, fixed: SimpleNamespace(score=0), "best placements"),
        ("prove_maximum", lambda: SimpleNamespace(total=172, boards=[1] * 5, second=170), "largest total"),
    ],
)
def test_the_selftest_fails_when_an_answer_is_wrong(run, monkeypatch, function, wrong, what):
    monkeypatch.setattr(f"cribscore._cli.selftest.{function}", wrong)
    before = backend()
    assert run("selftest") == (1, "", f"cribscore: wrong {what} from {before}\n")
    assert backend() == before


@pytest.mark.native
@pytest.mark.parametrize("function", ["score_hands", "score_grids"])
def test_the_selftest_checks_totals_in_batches_too(run, monkeypatch, function):
    score = getattr(cribscore, function)

    def wrong(pairs, **options):
        scores = score(pairs, **options)
        if not options.get("parts") and not options.get("lines"):
            scores[-1] ^= 1
        return scores

    monkeypatch.setattr(f"cribscore._cli.selftest.{function}", wrong)
    what = f"scores of {function.removeprefix('score_')} in batches"
    assert run("selftest") == (1, "", f"cribscore: wrong {what} from {backend()}\n")


# The best placement and the largest total


@pytest.mark.native
@pytest.mark.parametrize("known", load("open_deals.json")["deals"][::8], ids=lambda known: known["starter"])
def test_a_board_s_cards_are_placed_for_the_known_optimum_in_whatever_order_they_stand(run, tmp_path, known):
    cards = known["cards"].split()
    for order in (cards, cards[::-1]):
        grid = [" ".join(order[start : start + 4]) for start in range(0, 16, 4)]
        path = board_file(tmp_path, {"grid": grid, "starter": known["starter"]})
        status, out, err = run("best", path)
        assert (status, err) == (0, "")
        *board, proved = out.splitlines()
        assert sorted(" ".join(line[:15] for line in board[:4]).split()) == sorted(cards)
        assert board[6].split() == ["starter", known["starter"]]
        assert board[8].split()[:2] == ["total", str(known["best"])]
        assert re.fullmatch(r"proved in \d+\.\d ms, [\d,]+ partitions into rows looked at", proved)
        document = json.loads(run("best", path, "--json")[1])
        assert document["schema"] == "cribscore.best/1"
        assert (document["score"]["total"], document["optimal"]) == (known["best"], True)
        assert document["nodes"] >= 0 < document["seconds"]


@pytest.mark.native
def test_any_card_may_be_the_starter_where_that_is_asked_for(run):
    document = json.loads(run("best", BOARD_172, "--any-starter", "--json")[1])
    assert document["score"]["total"] == 172
    best = best_grid(deal(7))
    document = json.loads(run("best", "--deal", "7", "--any-starter", "--json")[1])
    assert (document["score"]["total"], document["starter"]) == (best.score, str(best.starter))
    *cards, starter = deal(7)
    document = json.loads(run("best", "--deal", "7", "--json")[1])
    assert (document["score"]["total"], document["starter"]) == (
        best_grid(cards, starter).score,
        str(starter),
    )


@pytest.mark.native
def test_a_board_in_progress_is_completed_with_its_cards_kept(run, tmp_path):
    rows = [row.split() for row in RECORD_172["grid"]]
    rows[0][0] = rows[1][2] = rows[3][3] = ".."
    path = board_file(tmp_path, {"grid": [" ".join(row) for row in rows], "starter": "5H"})
    document = json.loads(run("best", path, "--keep", "--cards", "TH 5C 6S", "--json")[1])
    assert [" ".join(row) for row in document["grid"]] == RECORD_172["grid"]
    anew = json.loads(run("best", path, "--cards", "TH 5C 6S", "--json")[1])
    assert anew["score"]["total"] == 172
    assert [" ".join(row) for row in anew["grid"]] != RECORD_172["grid"]  # its smallest arrangement


@pytest.mark.slow
@pytest.mark.native
def test_the_proof_of_the_largest_total_is_printed_with_its_boards_and_the_table(run):
    status, out, err = run("maximum")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "The largest total is 172; the next that a grid can have is 170."
    boards = [line.split(", starter ") for line in lines if " / " in line]
    assert [int(score_grid(grid, starter)) for grid, starter in boards] == [172] * 6
    table = {line.split()[0]: line.split()[1:] for line in lines if line}
    assert table["starter"] == list("A23456789TJQK")
    assert table["largest"] == list(map(str, LARGEST_BY_STARTER))
    document = json.loads(run("maximum", "--json")[1])
    assert (document["schema"], document["total"], document["second"]) == ("cribscore.maximum/1", 172, 170)
    assert [each["total"] for each in document["by_starter"].values()] == LARGEST_BY_STARTER
    assert [step["boards"] for step in document["steps"]] == [0, 6, 0, 1]
    grids = [score_grid(board["grid"], board["starter"]) for board in document["boards"]]
    assert grids == [172] * 6


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["best"], "cribscore: give a board's FILE or --deal SEED\n"),
        (
            ["best", BOARD_172, "--deal", "1"],
            "cribscore: give a board's FILE or --deal SEED, not both\n",
        ),
        (
            ["best", "--deal", "x"],
            "cribscore best: argument --deal: 'x' is not a whole number, 0 to 18446744073709551615\n",
        ),
        (
            ["best", "--deal", "-1"],
            "cribscore best: argument --deal: '-1' is not a whole number, 0 to 18446744073709551615\n",
        ),
        (
            ["best", "--deal", "1", "--keep"],
            "cribscore: --keep needs a FILE, whose cards stay in their cells",
        ),
        (
            ["best", BOARD_172, "--cards", "AC"],
            f"cribscore: {BOARD_172}: 16 empty cells take 16 cards, got 17: 5C 5D 5S JH",
        ),
        (
            ["best", BOARD_172, "--keep", "--cards", "AC"],
            f"cribscore: {BOARD_172}: 0 empty cells take 0 cards, got 1: AC",
        ),
        (
            ["best", IN_PROGRESS],
            f"cribscore: {IN_PROGRESS}: no starter is turned: with --any-starter any card to place can be it",
        ),
        (
            ["best", IN_PROGRESS, "--any-starter"],
            f"cribscore: {IN_PROGRESS}: 16 empty cells and the starter take 17 cards, got 10: 5H 5C JD",
        ),
    ],
)
def test_what_cannot_be_placed_is_refused_in_one_sentence(run, words, complaint):
    status, out, err = run(*words)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(complaint)


@pytest.mark.native
@pytest.mark.parametrize("words", [["best", "--deal", "1"], ["best", BOARD_172], ["maximum"]])
def test_the_python_core_refuses_the_search_in_one_sentence(run, core, words):
    _core.select("python")
    try:
        status, out, err = run(*words)
    finally:
        _core.select(core)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "needs the C core of cribscore, and the Python core is in use: " in err


# All of it


def test_output_is_ascii_unless_symbols_are_asked_for(run):
    for words in (["hand", "5♥ 5♣ 5♠ J♦ 5♦"], ["grid", BOARD_172]):
        assert run(*words)[1].isascii()
        assert run(*words, "--json")[1].isascii()
        assert "♥" in run(*words, "--unicode")[1]


def test_an_output_that_cannot_show_symbols_gets_a_sentence_and_no_half_board():
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    refused = run_process("grid", BOARD_172, "--unicode", env=environment)
    assert (refused.returncode, refused.stdout) == (2, b"")
    assert b"the output is ascii and cannot show" in refused.stderr
    assert refused.stderr.count(b"\n") == 1


@pytest.mark.coreless
@pytest.mark.parametrize("words", [["shuffle"], ["hand"], ["grid"], ["hand", "--json", "--unicode", "5H"]])
def test_a_wrong_command_is_refused_in_one_sentence(run, words):
    status, out, err = run(*words)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("cribscore")


def test_the_version_names_the_core(run):
    assert run("--version") == (0, f"cribscore {__version__} ({backend()} core)\n", "")


@pytest.mark.coreless
def test_what_reads_the_modules_of_the_package_runs_no_command():
    assert run_python("import cribscore.__main__") == (0, "", "")


@pytest.mark.coreless
def test_help_shows_every_subcommand(run):
    status, out, _ = run("--help")
    assert status == 0
    assert all(name in out for name in ("hand", "grid", "best", "maximum", "table", "selftest"))


@pytest.mark.parametrize("words", [["grid", BOARD_172], ["--version"], ["--help"]])
def test_a_reader_that_goes_away_gets_no_traceback(words):
    reader, writer = os.pipe()
    os.close(reader)
    process = subprocess.run(
        [sys.executable, "-m", "cribscore", *words],
        stdout=writer, stderr=subprocess.PIPE, check=False, timeout=60,
    )  # fmt: skip
    os.close(writer)
    assert (process.returncode, process.stderr) == (1, b"")


@needs_full
@pytest.mark.parametrize("words", [["grid", BOARD_172], ["--version"], ["--help"], ["hand", "--help"], []])
def test_a_full_disk_is_a_sentence(words):
    with open("/dev/full", "wb") as full:
        process = subprocess.run(
            [sys.executable, "-m", "cribscore", *words],
            stdout=full, stderr=subprocess.PIPE, check=False, timeout=60,
        )  # fmt: skip
    assert process.returncode == 2
    assert process.stderr == b"cribscore: No space left on device\n"


@posix
def test_a_closed_input_is_a_sentence():
    closed = run_shell("grid - <&-")
    assert closed == (2, "", "cribscore: there is no input to read a board from\n")
    assert run_shell("hand - <&-") == (2, "", "cribscore: there is no input to read hands from\n")


@posix
@pytest.mark.parametrize("closing", ["2>&-", pytest.param("2>/dev/full", marks=needs_full)])
def test_a_complaint_that_cannot_be_written_goes_nowhere_else(closing):
    assert run_shell(f"hand 1H {closing}") == (2, "", "")
