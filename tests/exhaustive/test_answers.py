"""The C core as a program of its own: what it answers, held against the tables.

CRIBSCORE_ANSWERS is the command of a build of tests/programs/answers.c, such as one for another machine
under an emulator; without it the program is built here.
"""

import os
import shlex
import subprocess
from collections import Counter
from contextlib import ExitStack

import pytest

from compiling import PROGRAMS, compiled
from naive import row_lines
from oracles import BOARDS, EVERY_BOARD, PARTS, TABLES, cells_of, load
from packing import cell_bytes

pytestmark = [pytest.mark.native, pytest.mark.programs]

COMMAND = shlex.split(os.environ.get("CRIBSCORE_ANSWERS", ""))
DEALS = load("open_deals.json")["deals"]
EMPTY = ".."


@pytest.fixture(scope="module")
def ask():
    """Ask the program something; it answers in lines of words, which are grouped by what gave them."""
    with ExitStack() as stack:
        program = (PROGRAMS / "answers.c").read_text(encoding="utf-8")
        command = COMMAND or [stack.enter_context(compiled(program, "-O2"))]

        def ask(question, given=""):
            ran = subprocess.run(
                [*command, question], input=given, capture_output=True, text=True, check=False
            )
            assert ran.returncode == 0, ran.stderr
            answers = {}
            for line in ran.stdout.splitlines():
                by, *words = line.split()
                answers.setdefault(by, []).append(words)
            assert list(answers)[:1] == ["one"]
            return answers

        yield ask


def numbers(cells):
    """Names of cards as the program reads them."""
    return " ".join(map(str, cell_bytes([None if cell == EMPTY else cell for cell in cells]))) + "\n"


def table(points):
    """A row of the tables: how many hands score 0, 1, ... 29 points."""
    return [points.get(str(score), 0) for score in range(30)]


@pytest.fixture(scope="module")
def every_hand(ask):
    return ask("every-hand")


if COMMAND:  # test_every_hand.py and test_kernels.py count the hands of this build

    @pytest.mark.exhaustive
    @pytest.mark.parametrize(
        ("crib", "flush"), [("hand", "flush"), ("crib", "flush_in_crib")], ids=["hand", "crib"]
    )
    def test_all_hands_score_as_often_as_the_tables_say(crib, flush, every_hand):
        right = {part: table(TABLES["parts"][flush if part == "flush" else part]) for part in PARTS}
        right["total"] = right["counts"] = TABLES[crib]
        assert "portable" in every_hand
        for by, lines in every_hand.items():
            found = {what: [int(count) for count in counts] for kind, what, *counts in lines if kind == crib}
            print(f"{by}, {crib}: {sum(found['total'])} choices of hand and starter")
            assert found == {what: right[what] for what in right if (by, what) != ("one", "counts")}

    def test_the_rest_of_the_core_answers_as_on_this_machine(ask):
        with compiled((PROGRAMS / "answers.c").read_text(encoding="utf-8"), "-O2") as here:
            ran = subprocess.run([here, "rest"], capture_output=True, text=True, check=True)
        right = [line.split()[1:] for line in ran.stdout.splitlines()]
        assert len(right) == 13
        assert ask("rest")["one"] == right
        print("checksums of " + ", ".join(what for what, _ in right))


def test_boards_score_line_by_line_as_the_rules_say(ask):
    def lines(board):
        return [*map(str, [*board["rows"], *board["columns"], board["heels"], board["total"]])]

    boards = [(cells_of(board), board) for board in EVERY_BOARD]
    given = "".join(numbers([*cells, board["starter"] or EMPTY]) for cells, board in boards)
    one, *kernels = ask("boards", given).values()
    full = [lines(board) for cells, board in boards if EMPTY not in cells and board["starter"]]
    print(f"{len(one)} boards, {len(full)} of them full")
    assert one == [lines(board) for _, board in boards]
    assert len(full) > len(BOARDS) / 2
    assert kernels
    assert kernels == [full] * len(kernels)


def test_the_best_placements_of_known_deals_are_found(ask):
    deals = [[*deal["cards"].split(), deal["starter"]] for deal in DEALS]
    found = ask("places", "".join(map(numbers, deals)))["one"]
    assert len(found) == len(DEALS)
    for words, cards, deal in zip(found, deals, DEALS, strict=True):
        total, bound, *cells = map(int, words)
        assert Counter(cells) == Counter(cell_bytes(cards))
        assert cells[16] == cell_bytes([deal["starter"]])[0]
        assert row_lines(cells)[1] == total == bound == deal["best"]
    print(f"{len(found)} deals placed best")
