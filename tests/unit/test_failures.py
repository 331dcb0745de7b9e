"""Failures of the machine: each allocation, read and write of some calls fails once."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from cribscore import Grid, read_board, write_board
from cribscore._files import check_writable
from processes import posix

PROGRAM = Path(__file__).parents[1] / "support" / "failing_memory.py"
BOARD = "5C 5D 5S JH\n4C 4D 6S 6H\n6C 6D 4S 4H\nTC TD TS TH\n5H\n"
GRID, STARTER = read_board(BOARD)
CALLS = 13


def run_program(core, *arguments):
    environment = {**os.environ, "CRIBSCORE_CORE": core}
    return subprocess.run(
        [sys.executable, PROGRAM, *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )


# From 3.12 on CPython itself computes nonsense, or crashes, after a failed allocation in plain Python code.
needs_testcapi = pytest.mark.skipif(
    find_spec("_testcapi") is None or sys.version_info >= (3, 12),
    reason="needs the _testcapi of a CPython that survives a failed allocation",
)


@needs_testcapi
@pytest.mark.native
def test_each_of_the_first_allocations_of_a_call_may_fail_once(core):
    result = run_program(core, "25")
    assert result.returncode == 0, result.stderr
    assert len(result.stdout.splitlines()) == CALLS


@needs_testcapi
@pytest.mark.slow
@pytest.mark.native
def test_every_allocation_of_a_call_may_fail_once(core):
    result = run_program(core)
    assert result.returncode == 0, result.stderr
    assert len(result.stdout.splitlines()) == CALLS


class Failing:
    """A file whose reading or writing fails at the call with this number."""

    def __init__(self, number):
        self.left = number
        self.text = BOARD

    def read(self, size):
        if self.left == 0:
            raise OSError(5, "Input/output error")
        self.left -= 1
        part, self.text = self.text[:7], self.text[7:]
        return part

    def write(self, text):
        raise OSError(28, "No space left on device")


@pytest.mark.coreless
def test_each_read_of_a_board_may_fail_once_and_the_error_is_that_of_the_system():
    reads = -(-len(BOARD) // 7) + 1  # the last is empty
    assert read_board(Failing(reads)) == (GRID, STARTER)
    for number in range(reads):
        with pytest.raises(OSError, match="Input/output error"):
            read_board(Failing(number))


@pytest.mark.coreless
def test_a_write_that_fails_is_an_error_of_the_system():
    with pytest.raises(OSError, match="No space left"):
        write_board(Failing(0), GRID, STARTER)


@pytest.mark.coreless
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
def test_a_full_device_is_an_error_of_the_system():
    with pytest.raises(OSError, match="No space left"):
        write_board("/dev/full", GRID, STARTER)


@posix
@pytest.mark.coreless
def test_a_board_is_written_into_a_pipe_and_the_pipe_stays_one(tmp_path):
    path = tmp_path / "board.txt"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        check_writable(path)
        write_board(path, GRID, STARTER)
        assert os.read(reader, 1000).decode() == BOARD
    finally:
        os.close(reader)
    assert path.is_fifo()
    assert [entry.name for entry in tmp_path.iterdir()] == ["board.txt"]


LIMITED = """
import resource, sys
from cribscore import write_board

resource.setrlimit(resource.RLIMIT_FSIZE, (20, 20))  # bytes: a board is longer
try:
    write_board(sys.argv[1], sys.argv[2])
except OSError as error:
    print(error.strerror)
"""


@posix
@pytest.mark.coreless
def test_a_board_that_cannot_be_written_whole_leaves_the_file_as_it_was(tmp_path):
    path = tmp_path / "board.txt"
    write_board(path, Grid([None] * 16))
    before = path.read_bytes()
    command = [sys.executable, "-c", LIMITED, path, str(GRID)]
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (result.stdout, result.stderr) == ("File too large\n", "")
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["board.txt"]


@posix
@pytest.mark.coreless
def test_a_board_is_written_through_a_link_and_keeps_the_permissions_of_the_file(tmp_path):
    path, link = tmp_path / "board.txt", tmp_path / "link.txt"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    write_board(link, GRID, STARTER)
    assert link.is_symlink()
    assert (path.read_text(), path.stat().st_mode & 0o777) == (BOARD, 0o640)
    fresh = tmp_path / "fresh.txt"
    write_board(fresh, GRID)
    expected = tmp_path / "expected.txt"
    expected.write_text("")
    assert fresh.stat().st_mode == expected.stat().st_mode  # as any new file of this user
