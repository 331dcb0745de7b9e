"""The command line for many hands and many boards: files, JSON Lines, CSV, and what is wrong with some."""

import csv
import io
import json
import os
import sys
import time
import tracemalloc
from pathlib import Path
from unittest import mock

import pytest

from cribscore import best_grid, deal, explain_grid, explain_hand, read_board
from cribscore._cli import _progress, main
from cribscore.squares import Game
from oracles import EVERY_BOARD, KNOWN_HANDS, PARTS
from processes import posix

EXAMPLES = Path(__file__).parents[2] / "examples"
IN_PROGRESS, ORDINARY, RECORD = (
    str(EXAMPLES / f"{name}.txt") for name in ("in-progress", "ordinary", "record-172")
)
NO_CARD = "'XX' is not a card: rank 'X' is not one of A 2-9 T 10 J Q K (the ace is 'A', the ten 'T' or '10')"


@pytest.fixture
def run(capsys):
    """Run a command, with a text on its standard input: its status, its output and its complaint."""

    def run_main(*words, typed=""):
        data = typed if isinstance(typed, bytes) else typed.encode()
        with mock.patch("sys.stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8")):
            try:
                status = main(words)
            except SystemExit as end:
                status = end.code
        output = capsys.readouterr()
        return status, output.out, output.err

    return run_main


@pytest.fixture
def hands(tmp_path):
    """A file with the known hands that are not cribs, and what each scores."""
    known = [case for case in KNOWN_HANDS if not case["crib"]]
    path = tmp_path / "hands.txt"
    path.write_text("".join(f"{case['hand']} | {case['starter']}\n" for case in known), encoding="utf-8")
    return str(path), known


def rows_of(text):
    return list(csv.DictReader(io.StringIO(text)))


# One hand in the forms that people type


@pytest.mark.parametrize(
    "words",
    [
        ["--starter", "5D", "5H", "5C", "5S", "JD"],
        ["5H 5C 5S JD", "--starter=5d"],
        ["5H 5C 5S JD | 5D"],
        ["5H", "5C", "5S", "JD", "+", "5D"],
        ["5H 5C 5S JD: 5D"],
    ],
)
def test_the_starter_may_stand_apart(run, words):
    assert run("hand", *words) == run("hand", "5H", "5C", "5S", "JD", "5D")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--starter", "5D", "5H", "5C", "5S"], "give the 4 cards of a hand with --starter; got 3"),
        (["--starter", "5D", "5H 5C 5S JD 6D"], "give the 4 cards of a hand with --starter; got 5"),
        (["--starter", "5H", "5H 5C 5S JD"], "5H appears twice"),
        (["--starter", "XX", "5H 5C 5S JD"], NO_CARD),
        ([], "give the cards of a hand, or --file with files of hands"),
        (["5H", "--file", ORDINARY], "give cards or files of hands, not both"),
        (["5H 5C 5S JD", "--explain", "--csv"], "--explain prints text or --json, not --csv"),
    ],
)
def test_what_does_not_go_together_is_refused_in_one_sentence(run, words, complaint):
    assert run("hand", *words) == (2, "", f"cribscore: {complaint}\n")


# One hand a line


def test_each_line_of_a_file_is_a_hand(run, hands):
    name, known = hands
    status, out, err = run("hand", "--file", name)
    assert (status, err) == (0, "")
    assert out.splitlines() == [f"{case['total']:>2}  {case['hand']} | {case['starter']}" for case in known]


def test_hands_as_csv_have_a_header_and_their_parts(run, hands):
    name, known = hands
    status, out, _ = run("hand", "--file", name, "--csv")
    rows = rows_of(out)
    assert status == 0
    assert [{part: int(row[part]) for part in (*PARTS, "total")} for row in rows] == [
        {part: case[part] for part in (*PARTS, "total")} for case in known
    ]
    assert [(row["hand"], row["starter"], row["crib"]) for row in rows] == [
        (case["hand"], case["starter"], "false") for case in known
    ]


@pytest.mark.parametrize("option", [[], ["--explain"], ["--crib"]])
def test_hands_as_json_are_lines_each_the_document_of_one_call(run, hands, option):
    name, known = hands
    _, out, _ = run("hand", "--file", name, "--json", *option)
    lines = out.splitlines()
    assert len(lines) == len(known)
    for line, case in zip(lines, known, strict=True):
        _, alone, _ = run("hand", case["hand"], case["starter"], "--json", *option)
        assert json.loads(line) == json.loads(alone)
        explanation = explain_hand(case["hand"], case["starter"], crib="--crib" in option)
        assert json.loads(line)["score"] == explanation.score.to_dict()


def test_cribs_are_scored_as_cribs(run):
    typed = "".join(f"{case['hand']} {case['starter']}\n" for case in KNOWN_HANDS if case["crib"])
    _, out, _ = run("hand", "-", "--crib", typed=typed)
    assert [int(line.split()[0]) for line in out.splitlines()] == [
        case["total"] for case in KNOWN_HANDS if case["crib"]
    ]


def test_hands_may_be_written_in_any_way_with_comments_and_without_a_starter(run):
    typed = "\ufeff5H5C5SJD5D\n\n# a comment\n 5h, 5♣, 5s, jd   # no starter\n2H 4H 8H KH + 9C\r\n"
    status, out, err = run("hand", "-", typed=typed)
    assert (status, err) == (0, "")
    assert out.splitlines() == ["29  5H 5C 5S JD | 5D", "14  5H 5C 5S JD", " 6  2H 4H 8H KH | 9C"]


@pytest.mark.parametrize("typed", ["# no hand yet\n\n", "\n"])
def test_a_file_without_a_hand_prints_nothing(run, typed):
    assert run("hand", "--file", "-", typed=typed) == (0, "", "")


def test_one_starter_serves_for_every_line(run):
    _, out, _ = run("hand", "-", "--starter", "5D", "--unicode", typed="5H 5C 5S JD\nTH JH QH KH\n")
    assert out.splitlines() == ["29  5♥ 5♣ 5♠ J♦ | 5♦", "16  10♥ J♥ Q♥ K♥ | 5♦"]  # 8 + 4 + 4


def test_explained_hands_are_what_each_alone_prints(run):
    hands = ["5H 5C 5S JD 5D", "2H 4H 8H KH 9C"]
    _, out, _ = run("hand", "-", "--explain", typed="\n".join(hands))
    assert out == "".join(run("hand", hand, "--explain")[1] + "\n" for hand in hands)


def test_a_bad_line_is_reported_with_its_number_and_the_rest_is_scored(run, tmp_path):
    one, other = tmp_path / "one.txt", tmp_path / "other.txt"
    one.write_bytes(b"5H 5C 5S JD 5D\n5H 5C\nXX 5C 5S JD 5D\n2H 4H 8H KH 9C\n")
    other.write_bytes(b"5H 5C 5S 5H\n\n4C \xff\x1b[1m\n2H 4H 8H KH 9C\n")
    status, out, err = run("hand", "--file", str(one), f"{tmp_path}/none.txt", str(other))
    assert status == 2
    assert out.splitlines() == ["29  5H 5C 5S JD | 5D", " 6  2H 4H 8H KH | 9C", " 6  2H 4H 8H KH | 9C"]
    first, second, third, fourth, fifth = err.splitlines()
    assert first == f"cribscore: {one}, line 2: give the 4 cards of a hand, or 5 with the starter last; got 2"
    assert second == f"cribscore: {one}, line 3: {NO_CARD}"
    assert third == f"cribscore: {tmp_path}/none.txt: No such file or directory"
    assert fourth == f"cribscore: {other}, line 1: 5H appears twice"
    assert fifth.startswith(f"cribscore: {other}, line 3: ")
    assert fifth.isascii()
    assert fifth.isprintable()


def test_strict_stops_at_the_first_bad_line(run):
    typed = "5H 5C 5S JD 5D\n5H 5C\n2H 4H 8H KH 9C\n5H\n"
    assert run("hand", "-", "--strict", typed=typed) == (
        2,
        "29  5H 5C 5S JD | 5D\n",
        "cribscore: <stdin>, line 2: give the 4 cards of a hand, or 5 with the starter last; got 2\n",
    )


@pytest.mark.native
def test_the_numbers_of_lines_go_on_from_block_to_block(run, tmp_path):
    path = tmp_path / "hands.txt"
    path.write_text("5H 5C 5S JD 5D\n" * 20_000 + "5H\n", encoding="utf-8")
    status, out, err = run("hand", "--file", str(path))
    assert (status, out) == (2, "29  5H 5C 5S JD | 5D\n" * 20_000)
    assert err.startswith(f"cribscore: {path}, line 20001: ")


class Zeros(io.RawIOBase):
    """A file without an end and without lines."""

    def readable(self):
        return True

    def readinto(self, buffer):
        buffer[:] = bytes(len(buffer))
        return len(buffer)


@pytest.mark.native
def test_a_line_without_an_end_is_refused_and_the_rest_is_scored(capsys, tmp_path):
    path = tmp_path / "hands.txt"
    path.write_text("5H 5C 5S JD 5D # " + "x" * 500_000 + "\n5H 5C 5S JD 5D", encoding="utf-8")
    with mock.patch("sys.stdin", io.TextIOWrapper(io.BufferedReader(Zeros()), encoding="utf-8")):
        assert main(["hand", "--file", "-", str(path)]) == 2
    assert capsys.readouterr() == (
        "29  5H 5C 5S JD | 5D\n" * 2,
        "cribscore: <stdin>, line 1: it is longer than 1 MiB\n",
    )


@pytest.mark.slow
@pytest.mark.native
def test_a_long_file_is_not_held_in_memory(tmp_path):
    path = tmp_path / "hands.txt"
    path.write_text("5H 5C 5S JD 5D\n" * 30_000, encoding="utf-8")  # 4 MB as Python texts

    def peak(name):
        tracemalloc.start()
        with open(os.devnull, "w") as nowhere, mock.patch("sys.stdout", nowhere):
            assert main(["hand", "--file", name]) == 0
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    assert peak(str(path)) < 2_000_000


# Several boards


def write_boards(folder, boards):
    names = []
    for number, board in enumerate(boards):
        path = folder / f"{number}.txt"
        path.write_text("\n".join([*board["grid"], board["starter"] or ""]), encoding="utf-8")
        names.append(str(path))
    return names


def test_several_boards_are_printed_each_under_its_name(run):
    status, out, err = run("grid", RECORD, ORDINARY)
    assert (status, err) == (0, "")
    assert out == "".join(f"# {name}\n{run('grid', name)[1]}\n" for name in (RECORD, ORDINARY))


def test_several_boards_as_json_are_lines_each_the_document_of_one_call(run, tmp_path):
    names = write_boards(tmp_path, EVERY_BOARD[::10])
    status, out, _ = run("grid", *names, "--json")
    assert status == 0
    for line, board, name in zip(out.splitlines(), EVERY_BOARD[::10], names, strict=True):
        assert json.loads(line)["score"]["total"] == board["total"]
        assert json.loads(line) == json.loads(run("grid", name, "--json")[1])


def test_several_boards_as_csv_have_the_points_of_each_line(run, tmp_path):
    names = write_boards(tmp_path, EVERY_BOARD)
    status, out, _ = run("grid", *names, "--csv")
    assert status == 0
    for row, board, name in zip(rows_of(out), EVERY_BOARD, names, strict=True):
        assert (row["file"], row["starter"] or None) == (name, board["starter"])
        assert row["grid"] == " / ".join(board["grid"])
        assert (int(row["total"]), int(row["heels"])) == (board["total"], board["heels"])
        assert [int(row[f"row{number}"]) for number in (1, 2, 3, 4)] == board["rows"]
        assert [int(row[f"column{number}"]) for number in (1, 2, 3, 4)] == board["columns"]
        assert row["won"] == ("true" if board["total"] >= 61 and board["starter"] else "false")


@pytest.mark.native
@pytest.mark.parametrize("command", ["grid", "best"])
@pytest.mark.parametrize(
    ("name", "encoding", "shown"),
    [
        ("é", "ascii", r"\xe9"),
        ("Ж♥", "latin-1", r"\u0416\u2665"),
        ("Ж", "utf-8", "Ж"),
        pytest.param("\udcff", "utf-8", r"\udcff", marks=posix),
    ],
)
def test_a_name_that_the_output_cannot_show_is_escaped(tmp_path, command, name, encoding, shown):
    path = tmp_path / name
    try:
        path.write_bytes(Path(RECORD).read_bytes())
    except OSError:
        pytest.skip("no file can have this name here")
    output = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    with mock.patch("sys.stdout", output):
        assert main([command, str(path), RECORD, "--csv"]) == 0
    output.seek(0)
    rows = rows_of(output.read())
    assert [row["file"] for row in rows] == [str(tmp_path / shown), RECORD]


def test_a_bad_board_alone_has_no_header(run, tmp_path):
    bad = tmp_path / "bad.txt"
    bad.write_text("5H 5C 5S\n", encoding="utf-8")
    for command in ("grid", "best"):
        status, out, _ = run(command, str(bad), "--csv")
        assert (status, out) == (2, "")


def test_a_bad_board_is_reported_and_the_rest_is_scored(run, tmp_path):
    bad = tmp_path / "bad.txt"
    bad.write_text("5H 5C 5S\n", encoding="utf-8")
    status, out, err = run("grid", RECORD, str(bad), str(tmp_path / "none.txt"), ORDINARY, "--json")
    assert status == 2
    assert [json.loads(line)["score"]["total"] for line in out.splitlines()] == [172, 22]
    assert err.splitlines() == [
        f"cribscore: {bad}, line 1: a row holds 4 cards, got 3: 5H 5C 5S",
        f"cribscore: {tmp_path}/none.txt: No such file or directory",
    ]
    status, out, err = run("grid", RECORD, str(bad), ORDINARY, "--json", "--strict")
    assert (status, out.count("\n"), err.count("\n")) == (2, 1, 1)


@pytest.mark.native
def test_the_cards_of_several_boards_are_placed_each(run):
    status, out, err = run("best", RECORD, IN_PROGRESS, ORDINARY, "--json")
    documents = [json.loads(line) for line in out.splitlines()]
    assert status == 2
    assert err == (
        f"cribscore: {IN_PROGRESS}: no starter is turned: with --any-starter any card to place can be it\n"
    )
    assert documents[0]["score"]["total"] == 172
    _, out, _ = run("best", RECORD, ORDINARY, "--csv")
    rows = rows_of(out)
    assert [int(row["total"]) for row in rows] == [document["score"]["total"] for document in documents]
    assert {row["optimal"] for row in rows} == {"true"}


@pytest.mark.native
def test_a_deal_has_no_file_in_csv(run):
    status, out, err = run("best", "--deal", "1", "--csv")
    (row,) = rows_of(out)
    *cards, starter = deal(1)
    assert (status, err) == (0, "")
    assert (row["file"], int(row["total"])) == ("", best_grid(cards, starter).score.total)


@pytest.mark.native  # the counts of either core are compared elsewhere
def test_the_table_as_csv_has_a_line_for_each_score(run):
    rows = rows_of(run("table", "--csv")[1])
    assert [int(row["score"]) for row in rows] == list(range(30))
    assert sum(int(row["hands"]) for row in rows) == 12_994_800
    assert rows[29]["hands"] == "4"


# What is printed can be read again


@pytest.mark.parametrize("option", [[], ["--json"], ["--json", "--explain"], ["--explain"], ["--unicode"]])
@pytest.mark.parametrize("name", [RECORD, IN_PROGRESS])
def test_a_printed_board_is_read_as_the_board_it_was(run, name, option):
    _, printed, _ = run("grid", name, *option)
    assert run("grid", "-", typed=printed) == run("grid", name)


@pytest.mark.parametrize("option", [[], ["--explain"]])
def test_of_several_printed_boards_none_is_left_out_in_silence(run, option):
    _, printed, _ = run("grid", RECORD, ORDINARY, *option)
    status, out, err = run("grid", "-", typed=printed)
    second = [number for number, line in enumerate(printed.splitlines(), 1) if line.startswith("total")][1]
    assert (status, out) == (2, "")
    assert (
        err == f"cribscore: <board>, line {second}: a board ends with its starter, and this line follows it\n"
    )


def test_the_board_of_a_game_is_read_as_it_is_printed_with_its_mark(run):
    _, out, _ = run("squares", "--seed", "1", typed="b2\nc2\nquit\n")
    last = out.rpartition("> c2\n")[2].partition("\n")[2].partition("\n\n> quit")[0]
    assert "*9S" in last
    game = Game(seed=1)
    game.play("b2")
    game.play("c2")
    assert read_board(last) == (game.grid, None)
    _, scored, _ = run("grid", "-", typed=f"{game}\n")
    assert scored.startswith(str(explain_grid(game.grid)).partition("\n\n")[0])


# Progress


class Terminal(io.StringIO):
    """A standard error that is a terminal."""

    def isatty(self):
        return True


@pytest.mark.needs("tqdm")
def test_progress_is_drawn_on_a_terminal_and_nowhere_else(run, hands):
    name, _ = hands
    _, plain, _ = run("hand", "--file", name)
    with mock.patch("sys.stderr", Terminal()) as terminal:
        assert run("hand", "--file", name)[1] == plain
        assert "hand" in terminal.getvalue()
    with mock.patch("sys.stderr", Terminal()) as terminal:
        run("grid", RECORD, ORDINARY)
        assert "/2 [" in terminal.getvalue()


def test_without_tqdm_nothing_is_drawn(run, hands):
    with mock.patch.dict(sys.modules, tqdm=None), mock.patch("sys.stderr", Terminal()) as terminal:
        status, _, _ = run("hand", "--file", hands[0])
        assert (status, terminal.getvalue()) == (0, "")


@pytest.mark.needs("tqdm")
def test_one_long_step_shows_its_time_while_it_lasts(monkeypatch):
    monkeypatch.setattr(_progress, "_EVERY", 0.01)
    with mock.patch("sys.stderr", Terminal()) as terminal:
        with _progress.waiting("scoring", long=True):
            deadline = time.monotonic() + 10
            while terminal.getvalue().count("scoring 00:0") < 3 and time.monotonic() < deadline:
                time.sleep(0.01)
        assert terminal.getvalue().count("scoring 00:0") >= 3
        shown = terminal.getvalue()
        with _progress.waiting("scoring", long=False):
            pass
        assert terminal.getvalue() == shown
