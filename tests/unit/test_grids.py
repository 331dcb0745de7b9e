"""Boards from files: what is read, from where, and in which words it is refused."""

import io
import re
from contextlib import suppress

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cribscore import Card, Grid, InvalidGridError, read_board
from strategies import CARD_CHARACTERS, NAMES, boards
from wording import exactly

ROWS = ["KH KC KD KS", "QH QC QD QS", "JH JC JD JS", "TH 5C 5D 5S"]
GRID = "\n".join(ROWS)
BOARD = f"{GRID}\n5H\n"
READ = Grid(GRID), Card("5H")
KIB_64 = 64 * 1024


def board_with(line, text):
    """The board with one of its five lines, counted from 1, written anew."""
    lines = BOARD.splitlines()
    lines[line - 1] = text
    return "\n".join(lines) + "\n"


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Write board.txt into the current directory, which is a fresh one."""
    monkeypatch.chdir(tmp_path)

    def write_board(content):
        path = tmp_path / "board.txt"
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
        return path

    return write_board


class Endless:
    """A stream without end that gives at most some characters at a time."""

    def __init__(self, filler, at_once):
        self.filler = filler
        self.at_once = at_once
        self.given = 0

    def read(self, size=-1):
        assert size is not None, "reads a stream without end to its end"
        assert size >= 0, "reads a stream without end to its end"
        assert self.given <= 2**24, "reads far more than a board can hold"
        count = min(size, self.at_once)
        self.given += count
        return (self.filler * count)[:count]


class Slow:
    """A stream that gives one character at a time, as a pipe may."""

    def __init__(self, content):
        self.content = content
        self.place = 0

    def read(self, size=-1):
        self.place += 1
        return self.content[self.place - 1 : self.place]


class Lines:
    """What reads as a list of lines, as no file does."""

    def read(self, size=-1):
        return BOARD.splitlines()


# Where a board is read from


def test_what_reads_neither_as_text_nor_as_bytes_is_no_file():
    with pytest.raises(TypeError, match=r"^a board is read as text or bytes, and .* gave list$"):
        read_board(Lines())


def test_a_board_is_read_from_a_path_as_text_or_as_an_object(write):
    path = write(BOARD)
    assert read_board("board.txt") == READ
    assert read_board(str(path)) == READ
    assert read_board(path) == READ


def test_a_board_is_read_from_an_open_text_file_and_from_an_open_binary_file(write):
    path = write(BOARD)
    with path.open(encoding="utf-8") as text_file, path.open("rb") as binary_file:
        assert read_board(text_file) == READ
        assert read_board(binary_file) == READ
        assert not text_file.closed
        assert not binary_file.closed
    with path.open("rb", buffering=0) as raw_file:
        assert read_board(raw_file) == READ


@pytest.mark.parametrize(
    "make", [io.StringIO, lambda text: io.BytesIO(text.encode())], ids=["text", "binary"]
)
def test_a_board_is_read_from_a_stream_in_memory(make):
    stream = make(BOARD)
    assert read_board(stream) == READ
    assert not stream.closed


@pytest.mark.parametrize("content", [BOARD, BOARD.encode()], ids=["text", "binary"])
def test_a_stream_that_gives_little_at_a_time_is_read_to_its_end(content):
    assert read_board(Slow(content)) == READ


def test_the_starter_is_the_very_card_and_the_grid_is_a_grid():
    grid, starter = read_board(io.StringIO(BOARD))
    assert type(grid) is Grid
    assert starter is Card("5H")


# What a board may look like


@pytest.mark.parametrize(
    "text",
    [
        BOARD,
        BOARD.rstrip("\n"),
        BOARD.replace("\n", "\r\n"),
        BOARD.replace("\n", "\r"),
        BOARD.replace("\n", "\n\n"),
        BOARD.replace("\n", "\n   \n\t\n"),
        f"\n\n{BOARD}\n\n",
        BOARD.lower(),
        BOARD.replace(" ", "   ").replace("\n", "  \n  "),
        BOARD.replace(" ", "\t"),
        BOARD.replace("TH", "10H").replace("KH", "K♥").replace("KC", "K♣\ufe0f"),
        f"# The record of 170\n{BOARD}# the end",
        BOARD.replace("\n", "  # a comment, with 5H 5C in it\n"),
        BOARD.replace("\n", "#\n"),
        BOARD.replace("\n", "\r\n# between\r\n   # indented\r\n"),
        f"# ♥ Größe, 札\n{BOARD}",
    ],
    ids=repr,
)
def test_case_blanks_empty_lines_line_ends_and_comments_do_not_matter(text, write):
    assert read_board(write(text)) == READ
    assert read_board(io.BytesIO(text.encode("utf-8"))) == READ
    assert read_board(io.StringIO(text, newline="")) == READ


def test_a_byte_order_mark_is_ignored(write):
    content = b"\xef\xbb\xbf" + BOARD.encode()
    assert read_board(write(content)) == READ
    assert read_board(io.BytesIO(content)) == READ
    assert read_board(io.StringIO("\ufeff" + BOARD)) == READ
    assert read_board(io.BytesIO(b"\xef\xbb\xbf# a comment\r\n" + BOARD.encode())) == READ


@pytest.mark.parametrize(
    "end", ["", "\n", "\n\n", "\n..\n", "\n..", "\n  ..  # not turned", "\n# no starter\n"]
)
def test_a_starter_that_is_absent_or_two_points_is_not_turned(end):
    assert read_board(io.StringIO(GRID + end)) == (Grid(GRID), None)


@pytest.mark.parametrize("starter", ["10S", "ts", " T♠ ", "T♤\ufe0e # turned"])
def test_a_starter_is_read_in_every_notation(starter):
    text = board_with(4, "9H 5C 5D 5S").replace("\n5H", f"\n{starter}")
    assert read_board(io.StringIO(text))[1] is Card("TS")


def test_empty_cells_are_two_points():
    text = "KH .. KD KS\n.. .. .. ..\nJH JC JD ..\nTH 5C 5D 5S\n5H\n"
    assert read_board(io.StringIO(text)) == (Grid(text.rsplit("\n", 2)[0]), Card("5H"))


def test_an_empty_board_is_a_board():
    assert read_board(io.StringIO(".. .. .. ..\n" * 4)) == (Grid([None] * 16), None)


@given(board=boards())
def test_a_written_board_is_read_back(board):
    cells, starter = board
    grid = Grid(cells)
    for code in ("", "u"):
        last = ".." if starter is None else format(Card(starter), code)
        text = f"{format(grid, code)}\n{last}\n"
        read = read_board(io.StringIO(text))
        assert read == (grid, None if starter is None else Card(starter))
        assert read_board(io.BytesIO(text.encode("utf-8"))) == read


def test_a_file_of_64_kib_is_read_and_one_byte_more_is_refused(write):
    board = BOARD + "#"
    fits = board + "x" * (KIB_64 - len(board))
    assert len(fits.encode()) == KIB_64
    for source in (write(fits), io.BytesIO(fits.encode()), io.StringIO(fits)):
        assert read_board(source) == READ
    long = fits + "x"
    for source in (write(long), io.BytesIO(long.encode()), io.StringIO(long)):
        with pytest.raises(InvalidGridError, match="64 KiB"):
            read_board(source)


# What is refused


RANK_RULE = "rank '1' is not one of A 2-9 T 10 J Q K (the ace is 'A', the ten 'T' or '10')"


@pytest.mark.parametrize("line", [1, 2, 3, 4])
def test_a_bad_card_is_named_with_file_and_line(line, write):
    write(board_with(line, "1H 6C 6D 6S"))
    message = f"board.txt, line {line}: '1H' is not a card: {RANK_RULE}"
    with pytest.raises(InvalidGridError, match=exactly(message)):
        read_board("board.txt")


def test_a_bad_starter_is_named_with_file_and_line(write):
    write(board_with(5, "5X"))
    message = "board.txt, line 5: '5X' is not a card: suit 'X' is not one of C D H S"
    with pytest.raises(InvalidGridError, match=exactly(message)):
        read_board("board.txt")


def test_the_line_is_counted_with_comments_and_empty_lines(write):
    write("# a board\n\n" + board_with(2, "QH QC QD 1H").replace("\n", "\n\n"))
    with pytest.raises(
        InvalidGridError, match=exactly(f"board.txt, line 5: '1H' is not a card: {RANK_RULE}")
    ):
        read_board("board.txt")


def test_the_line_is_counted_alike_for_carriage_returns(write):
    write(board_with(3, "1H JC JD JS").replace("\n", "\r\n"))
    with pytest.raises(
        InvalidGridError, match=exactly(f"board.txt, line 3: '1H' is not a card: {RANK_RULE}")
    ):
        read_board("board.txt")


@pytest.mark.parametrize(
    ("text", "count"),
    [("TH 5C 5D", 3), ("TH", 1), ("TH 5C 5D 5S 6S", 5), (".. .. ..", 3)],
)
def test_a_row_of_another_length_is_named_with_its_number_of_cards(text, count, write):
    write(board_with(4, text))
    with pytest.raises(InvalidGridError, match=rf"\Aboard\.txt, line 4: a row holds 4 cards, got {count}\b"):
        read_board("board.txt")


@pytest.mark.parametrize("rows", [0, 1, 2, 3])
def test_a_board_of_too_few_rows_is_refused_with_their_number(rows, write):
    write("# a board\n" + "\n".join(ROWS[:rows]))
    with pytest.raises(InvalidGridError, match=exactly(f"board.txt: a board has 4 rows, got {rows}")):
        read_board("board.txt")


@pytest.mark.parametrize(
    "last", ["5H 6H", "5H6H", "AH AC AD AS", "5H\n6H", "5H\n..", "..\n..", ".. ..", "5H,"]
)
def test_more_than_one_starter_is_refused(last, write):
    write(f"{GRID}\n{last}\n")
    with pytest.raises(InvalidGridError, match=r"\Aboard\.txt"):
        read_board("board.txt")


@pytest.mark.parametrize(("last", "line"), [("5H\n6H", 6), ("5H\n\n# a comment\n..", 8)])
def test_a_line_after_the_starter_is_named(last, line, write):
    write(f"{GRID}\n{last}\n")
    rule = "a board ends with its starter, and this line follows it"
    with pytest.raises(InvalidGridError, match=exactly(f"board.txt, line {line}: {rule}")):
        read_board("board.txt")


@pytest.mark.parametrize(
    ("line", "text", "message"),
    [
        (1, "KH KC kh KS", "KH appears twice"),
        (3, "JH JC K♥ JS", "KH appears twice (first in line 1)"),
        (4, "TH 5C 5D QS", "QS appears twice (first in line 2)"),
        (5, "10H", "TH appears twice (first in line 4)"),
        (5, "KC", "KC appears twice (first in line 1)"),
    ],
)
def test_a_card_twice_is_named_with_the_later_line(line, text, message, write):
    write(board_with(line, text))
    with pytest.raises(InvalidGridError, match=exactly(f"board.txt, line {line}: {message}")):
        read_board("board.txt")


def test_a_message_names_the_file_however_it_is_given(write):
    path = write(board_with(2, "QH QC QD"))
    with path.open(encoding="utf-8") as text_file, path.open("rb") as binary_file:
        for source in ("board.txt", path, str(path), text_file, binary_file):
            with pytest.raises(InvalidGridError, match=r"board\.txt, line 2: a row holds 4 cards, got 3"):
                read_board(source)


@pytest.mark.parametrize(
    "kind", [io.StringIO, lambda text: io.BytesIO(text.encode())], ids=["text", "binary"]
)
def test_a_stream_without_a_name_is_called_board(kind):
    with pytest.raises(
        InvalidGridError, match=exactly("<board>, line 5: TH appears twice (first in line 4)")
    ):
        read_board(kind(board_with(5, "TH")))
    with pytest.raises(InvalidGridError, match=exactly("<board>: a board has 4 rows, got 0")):
        read_board(kind(""))


@pytest.mark.parametrize(
    ("content", "line", "byte"),
    [
        (b"\xff" + BOARD.encode(), 1, "ff"),
        (BOARD.encode() + b"# \xe9", 6, "e9"),
        (b"\xff\xfe" + BOARD.encode("utf-16-le"), 1, "ff"),
        (b"# \xed\xa0\x80\n" + BOARD.encode(), 1, "ed"),
        (b"\n# \xc0\xaf\n" + BOARD.encode(), 2, "c0"),
    ],
    ids=repr,
)
def test_what_is_not_utf_8_is_refused_with_the_line_and_the_byte(content, line, byte, write):
    path = write(content)
    where = f"line {line}: byte 0x{byte} is not UTF-8 text"
    with pytest.raises(InvalidGridError, match=exactly(f"board.txt, {where}")):
        read_board("board.txt")
    with pytest.raises(InvalidGridError, match=exactly(f"<board>, {where}")):
        read_board(io.BytesIO(content))
    with (
        path.open(encoding="utf-8") as text_file,
        pytest.raises(InvalidGridError, match=exactly(f"{path}: it is not UTF-8 text")),
    ):
        read_board(text_file)


@pytest.mark.parametrize("filler", ["\x00", "#", "\n", " ", "5H ", b"\x00", b"#", b"\n", b"\xff"], ids=repr)
@pytest.mark.parametrize("at_once", [100, 2**16, 2**30])
def test_a_stream_without_end_is_refused_and_not_read_on(filler, at_once):
    with pytest.raises(InvalidGridError):
        read_board(Endless(filler, at_once))


@pytest.mark.parametrize(
    "text",
    ["KH\x00KC KD KS", "KH KC KD K\x1bS", "KH KC KD KS\u200b", "KH KC KD \ud800", "KH KC KD KS\N{DELETE}"],
    ids=ascii,
)
def test_a_strange_character_is_refused_and_shown_escaped(text):
    with pytest.raises(InvalidGridError, match="<board>, line 1: ") as refusal:
        read_board(io.StringIO(board_with(1, text)))
    assert str(refusal.value).isprintable()


def test_a_missing_file_and_a_directory_are_left_to_the_system_to_refuse(tmp_path):
    with pytest.raises(FileNotFoundError):
        read_board(tmp_path / "missing.txt")
    with pytest.raises(OSError, match=re.escape(tmp_path.name)):
        read_board(tmp_path)


@pytest.mark.parametrize(
    "thing", [None, 0, True, 3.0, ["board.txt"], object(), Card("5H"), Grid(GRID)], ids=type
)
def test_what_is_neither_path_nor_file_is_a_type_error(thing):
    with pytest.raises(TypeError):
        read_board(thing)


# Anything at all

near_boards = st.lists(
    st.one_of(
        st.sampled_from(ROWS),
        st.lists(st.sampled_from([*NAMES, "..", "#"]), max_size=5).map(" ".join),
        st.text(CARD_CHARACTERS, max_size=12),
    ),
    max_size=7,
).map("\n".join)


@given(content=st.one_of(st.binary(), near_boards.map(str.encode)))
@example(content=b"\xef\xbb\xbf")
@settings(max_examples=500)
def test_any_bytes_are_a_board_or_an_invalid_grid(content):
    with suppress(InvalidGridError):
        grid, starter = read_board(io.BytesIO(content))
        assert starter not in grid.cards


@given(text=st.one_of(st.text(), near_boards))
@example(text="\ud800")
@settings(max_examples=500)
def test_any_text_is_a_board_or_an_invalid_grid(text):
    with suppress(InvalidGridError):
        grid, starter = read_board(io.StringIO(text))
        assert starter not in grid.cards


def test_the_name_of_a_file_is_shown_with_its_control_characters_escaped():
    file = io.StringIO("")
    file.name = "b\u00e4d\x1b.txt"
    with pytest.raises(InvalidGridError, match=exactly("b\u00e4d\\x1b.txt: a board has 4 rows, got 0")):
        read_board(file)
