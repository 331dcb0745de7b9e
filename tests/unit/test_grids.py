"""Grids, and boards from files: what is read, from where, and in which words it is refused."""

import copy
import io
import itertools
import json
import pickle
import re
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cribscore import (
    DECK,
    Card,
    Grid,
    Hand,
    InvalidCardError,
    InvalidGridError,
    explain_grid,
    read_board,
    score_grid,
    write_board,
)
from cribscore._cli import main
from cribscore._text import draw_board
from cribscore.squares import PRESETS, Game
from samples import FULL, FULL_NAMES, FULL_ROWS, PARTIAL, PARTIAL_NAMES, PROTOCOLS, beginning, type_name
from strategies import CARD_CHARACTERS, NAMES, boards, examples, texts
from wording import exactly

pytestmark = pytest.mark.coreless

# Grid


def card_or_none(name):
    return None if name is None else Card(name)


@pytest.mark.parametrize(
    "grid",
    [
        FULL,
        FULL.lower(),
        " / ".join(FULL_ROWS),
        "/".join(FULL_ROWS),
        FULL.replace("\n", "\r\n"),
        FULL.replace(" ", ""),
        FULL.replace(" ", ", "),
        FULL.replace("TH", "10H").replace("KC", "k♣"),
        FULL_NAMES,
        tuple(FULL_NAMES),
        [Card(name) for name in FULL_NAMES],
        [Card(name).index for name in FULL_NAMES],
        bytes(Card(name).index for name in FULL_NAMES),
        FULL_ROWS,
        [row.split() for row in FULL_ROWS],
        tuple(tuple(map(Card, row.split())) for row in FULL_ROWS),
        [Hand(row) for row in FULL_ROWS],
        [FULL_ROWS[0], FULL_ROWS[1].split(), Hand(FULL_ROWS[2]), bytes([38, 16, 17, 19])],
    ],
    ids=repr,
)
def test_a_full_grid_is_made_from_sixteen_items_from_four_rows_or_from_four_lines(grid):
    assert list(Grid(grid)) == [Card(name) for name in FULL_NAMES]


@pytest.mark.parametrize(
    "grid",
    [
        PARTIAL,
        PARTIAL.replace("\n", " / "),
        PARTIAL.split(),
        PARTIAL_NAMES,
        [card_or_none(name) for name in PARTIAL_NAMES],
        PARTIAL.splitlines(),
        [row.split() for row in PARTIAL.splitlines()],
        [PARTIAL_NAMES[0:4], [None] * 4, "JH JC JD ..", PARTIAL_NAMES[12:16]],
    ],
    ids=repr,
)
def test_an_empty_cell_is_none_or_two_points_in_every_form(grid):
    assert list(Grid(grid)) == [card_or_none(name) for name in PARTIAL_NAMES]


@pytest.mark.parametrize("names", [FULL_NAMES, PARTIAL_NAMES], ids=["full", "partial"])
@pytest.mark.parametrize("separator", [" ", ",", ""])
def test_a_grid_is_made_from_sixteen_items_in_one_line(names, separator):
    assert Grid(separator.join([name or ".." for name in names])) == Grid(names)


def test_a_grid_of_another_shape_in_text_is_told_what_it_has():
    with pytest.raises(
        InvalidGridError, match=exactly("a grid is 4 lines of 4 cards, or 16 in one line; got 3 lines")
    ):
        Grid("\n".join(FULL_ROWS[:3]))
    one_line = "a grid is 4 lines of 4 cards, or 16 in one line; got 4: KH KC KD KS in one"
    with pytest.raises(InvalidGridError, match=exactly(one_line)):
        Grid("KH KC KD KS")


def test_a_grid_is_made_from_a_grid_and_from_iterators():
    assert Grid(Grid(PARTIAL)) == Grid(PARTIAL)
    assert Grid(iter(PARTIAL_NAMES)) == Grid(PARTIAL)
    assert Grid(iter(row.split()) for row in PARTIAL.splitlines()) == Grid(PARTIAL)


@pytest.mark.parametrize(
    "grid",
    [
        *("", "KH KC KD KS", "\n".join(FULL_ROWS[:3]), FULL + "\nAH AC AD AS"),
        *(
            " ".join(FULL_NAMES[:15]),
            " ".join(FULL_NAMES) + " AS",
            f"{FULL_ROWS[0]} {FULL_ROWS[1]}\n{FULL_ROWS[2]}",
        ),
        FULL.replace("QS", ""),
        FULL.replace("QS", "QS AS"),
        *([], FULL_NAMES[:15], [*FULL_NAMES, "AS"], FULL_ROWS[:3], [*FULL_ROWS, "AH AC AD AS"], [None] * 15),
        [*FULL_ROWS[:3], "TH 5C 5D"],
        [*FULL_ROWS[:3], "TH 5C 5D 5S AS"],
        [*FULL_ROWS[:3], []],
        [*FULL_ROWS[:3], ["TH", "5C", "5D"]],
        [*FULL_ROWS[:3], [None] * 5],
    ],
    ids=repr,
)
def test_a_grid_of_another_shape_is_refused(grid):
    with pytest.raises(InvalidGridError):
        Grid(grid)


@pytest.mark.parametrize(
    "grid",
    [
        FULL.replace("QC", "KH"),
        [FULL_ROWS[0], FULL_ROWS[1], FULL_ROWS[2], "TH 5C 5D kh"],
        ["KH", *[None] * 14, "k♥"],
        [50, 50, *[None] * 14],
        "KH KH .. ..\n.. .. .. ..\n.. .. .. ..\n.. .. .. ..",
    ],
    ids=repr,
)
def test_a_card_twice_in_a_grid_is_named(grid):
    with pytest.raises(InvalidGridError, match="KH appears twice"):
        Grid(grid)


def test_a_bad_card_in_a_grid_is_refused_in_the_words_of_the_card():
    message = (
        r"'1H' is not a card: rank '1' is not one of A 2-9 T 10 J Q K \(the ace is 'A', the ten 'T' or '10'\)"
    )
    for grid in ([*FULL_NAMES[:15], "1H"], FULL.replace("5S", "1H"), FULL.replace("5S", "1H").splitlines()):
        with pytest.raises((InvalidCardError, InvalidGridError), match=message):
            Grid(grid)
    for index, rule in ((52, "above 51"), (-1, "below 0")):
        with pytest.raises((InvalidCardError, InvalidGridError), match=f"card index {index} is {rule}"):
            Grid([*FULL_NAMES[:15], index])


@pytest.mark.parametrize(
    "thing",
    [
        *(None, 5, True, 3.0, object(), DECK[0], Grid),
        *([*FULL_NAMES[:15], True], [*FULL_NAMES[:15], 3.0], [3.0, *FULL_NAMES[:15]]),
        [*FULL_ROWS[:3], ["TH", "5C", "5D", 3.0]],
    ],
    ids=type_name,
)
def test_what_is_no_iterable_of_cells_or_rows_is_a_type_error(thing):
    with pytest.raises(TypeError):
        Grid(thing)


@pytest.mark.parametrize(
    ("count", "told"), [(0, "0"), (52, "52"), (53, "more than 52"), (99, "more than 52")]
)
def test_cells_are_counted_up_to_a_pack(count, told):
    with pytest.raises(InvalidGridError, match=exactly(f"a grid is 4 rows or 16 cells, got {told} of them")):
        Grid([None] * count)


@pytest.mark.parametrize(
    "endless",
    [
        itertools.count,
        lambda: itertools.cycle(DECK),
        lambda: itertools.repeat(None),
        lambda: itertools.repeat(".."),
        lambda: itertools.repeat("5H"),
        lambda: itertools.repeat("KH KC KD KS"),
        lambda: [itertools.repeat(None)] * 4,
        lambda: [itertools.count(4 * row) for row in range(4)],
        lambda: (itertools.repeat(None) for _ in itertools.count()),
    ],
)
def test_an_endless_iterator_is_refused_as_a_grid_and_does_not_hang(endless):
    with pytest.raises(InvalidGridError):
        Grid(endless())


@pytest.mark.slow
@pytest.mark.parametrize(
    "text", ["5H " * 10**6, "\n" * 10**6, "/" * 10**6, "x" * 10**6, "5H 5C 5S JD\n" * 10**5], ids=beginning
)
def test_a_huge_text_is_refused_as_a_grid_with_a_short_message(text):
    with pytest.raises((InvalidCardError, InvalidGridError)) as refusal:
        Grid(text)
    assert len(str(refusal.value)) < 500


def test_a_cell_is_read_by_row_and_column():
    grid = Grid(PARTIAL)
    for row, column in itertools.product(range(4), repeat=2):
        assert grid[row, column] is card_or_none(PARTIAL_NAMES[4 * row + column])


@pytest.mark.parametrize("integer", [np.int8, np.uint64])
def test_a_place_is_given_in_integers_of_any_type(integer):
    grid = Grid(FULL)
    for row, column in itertools.product(range(4), repeat=2):
        place = integer(row), integer(column)
        assert grid[place] is grid[row, column]
        assert grid.replace(*place, None) == grid.replace(row, column, None)


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ((4, 0), "row 4 is not 0 to 3"),
        ((0, 4), "column 4 is not 0 to 3"),
        ((-1, 0), "row -1 is not 0 to 3"),
        ((0, -1), "column -1 is not 0 to 3"),
        ((10**30, 0), f"row {10**30} is not 0 to 3"),
        ((0, 100), "column 100 is not 0 to 3"),
    ],
)
def test_a_place_outside_the_grid_is_an_index_error(place, message):
    with pytest.raises(IndexError, match=exactly(message)):
        Grid(FULL)[place]
    with pytest.raises(IndexError, match=exactly(message)):
        Grid(FULL).replace(*place, "AH")


@pytest.mark.parametrize("place", [0, None, (0,), (0, 0, 0), (), slice(None)], ids=repr)
def test_what_is_no_pair_is_no_place(place):
    with pytest.raises(TypeError, match=exactly(f"a cell is grid[row, column], not grid[{place!r}]")):
        Grid(FULL)[place]


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("00", "row '0' is not a number from 0 to 3"),
        ((0.0, 0), "row 0.0 is not a number from 0 to 3"),
        ((0, "0"), "column '0' is not a number from 0 to 3"),
        ((slice(None), 0), "row slice(None, None, None) is not a number from 0 to 3"),
    ],
)
def test_a_place_that_is_no_pair_of_integers_is_a_type_error(place, message):
    with pytest.raises(TypeError, match=exactly(message)):
        Grid(FULL)[place]


def test_replacing_a_cell_gives_a_new_grid_and_leaves_the_old():
    grid = Grid(FULL)
    for card in ("AH", 2, Card("AH")):
        changed = grid.replace(1, 2, card)
        assert type(changed) is Grid
        assert changed[1, 2] is Card("AH")
        assert [str(cell) for cell in changed] == [*FULL_NAMES[:6], "AH", *FULL_NAMES[7:]]
    assert str(grid) == FULL


@pytest.mark.parametrize("nothing", [None, ".."])
def test_replacing_by_nothing_empties_a_cell(nothing):
    emptied = Grid(FULL).replace(3, 3, nothing)
    assert emptied[3, 3] is None
    assert not emptied.full
    assert emptied.replace(3, 3, "5S") == Grid(FULL)
    assert emptied.replace(3, 3, nothing) == emptied


def test_replacing_by_a_card_that_stands_elsewhere_is_refused_and_in_its_own_place_is_not():
    grid = Grid(FULL.replace("TH", "5H"))
    with pytest.raises(InvalidGridError, match=exactly("5H appears twice")):
        grid.replace(0, 0, "5H")
    assert grid.replace(3, 0, "5H") == grid


def test_replacing_by_what_is_no_card_is_refused():
    with pytest.raises((InvalidCardError, InvalidGridError), match="'1H' is not a card"):
        Grid(FULL).replace(0, 0, "1H")
    for thing in (3.0, True, b"5H", ["5H"]):
        with pytest.raises(TypeError):
            Grid(FULL).replace(0, 0, thing)


def test_a_grid_has_four_rows_and_four_columns():
    for names, grid in ((FULL_NAMES, Grid(FULL)), (PARTIAL_NAMES, Grid(PARTIAL))):
        cells = [card_or_none(name) for name in names]
        assert grid.rows == tuple(tuple(cells[4 * row : 4 * row + 4]) for row in range(4))
        assert grid.columns == tuple(tuple(cells[column::4]) for column in range(4))


@given(board=boards())
def test_transposing_exchanges_rows_and_columns_and_twice_changes_nothing(board):
    grid = Grid(board[0])
    turned = grid.transposed()
    assert type(turned) is Grid
    assert turned.rows == grid.columns
    assert turned.columns == grid.rows
    assert turned.transposed() == grid


def test_a_grid_is_iterated_row_by_row_and_knows_its_cards():
    grid = Grid(PARTIAL)
    assert len(grid) == 16
    assert list(grid) == [card_or_none(name) for name in PARTIAL_NAMES]
    assert grid.cards == tuple(Card(name) for name in PARTIAL_NAMES if name is not None)
    assert Card("KD") in grid
    assert Card("KC") not in grid


def test_a_grid_is_full_when_no_cell_is_empty():
    assert Grid(FULL).full is True
    assert Grid(PARTIAL).full is False
    assert Grid([None] * 16).full is False
    assert Grid([None] * 16).cards == ()


def test_grids_are_equal_and_hashed_by_the_cells_in_place():
    grid = Grid(FULL)
    assert (grid == Grid(FULL_NAMES), grid != Grid(FULL_NAMES)) == (True, False)
    assert hash(grid) == hash(Grid(FULL_NAMES))
    assert grid != grid.transposed()
    assert grid != Grid(PARTIAL)
    assert len({grid, Grid(FULL_ROWS), grid.transposed(), Grid(PARTIAL)}) == 3


@pytest.mark.parametrize("other", [FULL, FULL_NAMES, None, 0], ids=repr)
def test_a_grid_is_not_equal_to_what_is_no_grid(other):
    assert Grid(FULL) != other
    assert other != Grid(FULL)


def test_the_bytes_of_a_grid_are_its_indexes_and_255_where_it_is_empty():
    assert bytes(Grid(FULL)) == bytes(NAMES.index(name) for name in FULL_NAMES)
    assert bytes(Grid(PARTIAL)) == bytes(255 if name is None else NAMES.index(name) for name in PARTIAL_NAMES)


def test_a_grid_is_written_in_three_ways():
    assert str(Grid(FULL)) == f"{Grid(FULL)}" == FULL
    assert str(Grid(PARTIAL)) == PARTIAL
    assert repr(Grid(PARTIAL)) == "Grid('KH .. KD KS / .. .. .. .. / JH JC JD .. / TH 5C 5D 5S')"
    assert f"{Grid(FULL):u}".splitlines()[1] == "Q♥ Q♣ Q♦ Q♠"


@pytest.mark.parametrize("attribute", ["rows", "columns", "cards", "full", "colour", "__dict__"])
def test_a_grid_cannot_be_changed(attribute):
    grid = Grid(FULL)
    with pytest.raises(AttributeError, match=exactly("a Grid cannot change")):
        setattr(grid, attribute, 1)
    with pytest.raises(AttributeError, match=exactly("a Grid cannot change")):
        delattr(grid, attribute)
    with pytest.raises(TypeError):
        grid[0, 0] = Card("AH")
    with pytest.raises(TypeError):
        del grid[0, 0]
    assert str(grid) == FULL


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("text", [FULL, PARTIAL])
def test_a_grid_keeps_its_cells_through_pickling(text, protocol):
    grid = pickle.loads(pickle.dumps(Grid(text), protocol))
    assert type(grid) is Grid
    assert all(one is other for one, other in zip(grid, Grid(text), strict=True))


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy])
def test_a_grid_keeps_its_cells_through_copying(duplicate):
    grid = duplicate(Grid(PARTIAL))
    assert type(grid) is Grid
    assert all(one is other for one, other in zip(grid, Grid(PARTIAL), strict=True))


@given(board=boards())
def test_a_grid_is_read_back_from_everything_that_it_writes(board):
    grid = Grid(board[0])
    for written in (str(grid), f"{grid:u}", list(grid), grid.rows, str(grid).replace("\n", "/")):
        assert Grid(written) == grid
    assert eval(repr(grid), {"Grid": Grid}) == grid


@given(text=texts)
@examples(500)
def test_any_text_is_a_grid_or_a_value_error(text):
    with suppress(InvalidCardError, InvalidGridError):
        assert len(list(Grid(text))) == 16


# Boards from files

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
    for source in (write(fits), io.BytesIO(fits.encode()), io.StringIO(fits), fits):
        assert read_board(source) == READ
    long = fits + "x"
    for source in (write(long), io.BytesIO(long.encode()), io.StringIO(long), long):
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
@examples(500)
def test_any_bytes_are_a_board_or_an_invalid_grid(content):
    with suppress(InvalidGridError):
        grid, starter = read_board(io.BytesIO(content))
        assert starter not in grid.cards


@given(text=st.one_of(st.text(), near_boards))
@example(text="\ud800")
@examples(500)
def test_any_text_is_a_board_or_an_invalid_grid(text):
    with suppress(InvalidGridError):
        grid, starter = read_board(io.StringIO(text))
        assert starter not in grid.cards


def test_the_name_of_a_file_is_shown_with_its_control_characters_escaped():
    file = io.StringIO("")
    file.name = "b\u00e4d\x1b.txt"
    with pytest.raises(InvalidGridError, match=exactly("b\u00e4d\\x1b.txt: a board has 4 rows, got 0")):
        read_board(file)


# A board in a text


@pytest.mark.parametrize(
    "text",
    [
        BOARD,
        BOARD.replace("\n", "\r\n"),
        BOARD.replace("\n", "\r"),
        BOARD.rstrip("\n"),
        BOARD.rstrip("\n").replace("\n", " / "),
        BOARD.rstrip("\n").replace("\n", " / ").replace(" / 5H", "/5H"),
        BOARD.replace("\n", " /\n"),
        f"\ufeff{BOARD}",
        f"# the record of 170 / with its starter\n{BOARD}",
        BOARD.replace(" ", ","),
        BOARD.replace(" ", ";"),
        "\n".join(f"    {line}" for line in BOARD.splitlines()),
    ],
    ids=repr,
)
def test_a_text_with_a_line_break_or_a_spaced_stroke_is_a_board(text):
    assert read_board(text) == READ
    assert read_board(io.StringIO(text, newline="")) == READ
    assert read_board(io.BytesIO(text.encode())) == READ


def test_any_other_text_is_a_path(write, tmp_path):
    write(BOARD)
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "5H 5C.txt").write_text(BOARD.replace("\n", "/"))
    assert read_board("a/5H 5C.txt") == READ  # a stroke without blanks is in a path
    for name in (GRID.replace("\n", "/"), " ".join(ROWS), "", "missing"):
        with pytest.raises(OSError, match=r"No such file|File name too long"):
            read_board(name)


@pytest.mark.parametrize("name", ["a\0b", "\ud800", "x\0" * 1000], ids=ascii)
def test_a_name_that_no_file_can_have_is_an_error_that_shows_it(name):
    with pytest.raises(InvalidGridError, match=r"is not a path: ") as refusal:
        read_board(name)
    assert str(refusal.value).isprintable()
    assert len(str(refusal.value)) < 200
    with pytest.raises(InvalidGridError, match=r"is not a path: "):
        write_board(name, GRID)


@pytest.mark.parametrize(
    "thing", [None, 0, True, b"board.txt", BOARD.encode(), [BOARD], Card("5H")], ids=type
)
def test_what_holds_no_board_is_a_type_error_that_names_it(thing):
    message = f"a board is in a path, an open file or a text, not in {type(thing).__name__}: "
    for call in (lambda: read_board(thing), lambda: write_board(thing, GRID)):
        with pytest.raises(TypeError) as refusal:
            call()
        assert str(refusal.value).startswith(message)


def test_a_stroke_ends_a_line_and_the_line_is_counted_in_the_file():
    text = "KH KC KD KS / QH QC QD QS\nJH JC JD JS / TH 5C 5D 1S / 5H"
    with pytest.raises(InvalidGridError, match=exactly(f"<board>, line 2: '1S' is not a card: {RANK_RULE}")):
        read_board(text)
    assert read_board(text.replace("1S", "5S")) == READ


@pytest.mark.parametrize("row", ["-- -- -- --", ". . . .", "__ __ __ __", "--------", ".. -- . __"])
def test_an_empty_cell_of_a_board_is_written_in_every_way_of_a_grid(row):
    grid, starter = read_board(f"{row}\n{ROWS[1]}\n{row}\n{ROWS[3]}\n--\n")
    assert grid == Grid([None] * 4 + ROWS[1].split() + [None] * 4 + ROWS[3].split())
    assert starter is None


def test_sixteen_cells_in_one_line_are_a_grid_but_not_a_board(write):
    write(" ".join(ROWS) + "\n5H\n")
    with pytest.raises(InvalidGridError, match=r"\Aboard\.txt, line 1: a row holds 4 cards, got 16: KH KC "):
        read_board("board.txt")


def test_a_row_with_the_starter_in_it_is_told_so():
    message = "<board>, line 2: a row holds 4 cards, got 5: QH QC QD QS 5H (a row has no starter of its own)"
    with pytest.raises(InvalidGridError, match=exactly(message)):
        read_board(board_with(2, "QH QC QD QS 5H"))


@pytest.mark.parametrize(
    "row", ["KH KC KD KS 20", "1 KH KC KD KS", "1 KH KC KD KS 20", "a b c d", "starter 5H"]
)
def test_points_and_headings_are_read_in_a_printed_board_alone(row):
    with pytest.raises(InvalidGridError, match=r"\A<board>, line 1: "):
        read_board(board_with(1, row))


# What is written and printed is read back


@given(board=boards())
def test_a_board_is_read_back_from_a_file_and_from_text(board, tmp_path_factory):
    cells, card = board
    grid, starter = Grid(cells), None if card is None else Card(card)
    path = tmp_path_factory.getbasetemp() / "board.txt"
    for given_grid, given_starter in ((grid, starter), (cells, card), (str(grid), card)):
        write_board(path, given_grid, given_starter)
        assert read_board(path) == read_board(str(path)) == (grid, starter)
        with path.open("rb") as binary_file, path.open(encoding="utf-8") as text_file:
            assert read_board(binary_file) == read_board(text_file) == (grid, starter)
        file = io.StringIO()
        write_board(file, given_grid, given_starter)
        assert file.getvalue().encode() == path.read_bytes()
        assert read_board(file.getvalue()) == (grid, starter)
        assert read_board(file.getvalue().strip().replace("\n", " / ")) == (grid, starter)


@pytest.mark.scores
@given(board=boards())
def test_a_board_is_read_back_from_its_explanation_and_from_its_json(board):
    cells, card = board
    grid, starter = Grid(cells), None if card is None else Card(card)
    explanation = explain_grid(grid, starter)
    for code in ("", "u"):
        assert read_board(format(explanation, code)) == (grid, starter)
        indented = format(explanation, code).replace("\n", "\r\n    ")
        assert read_board(f"    {indented}") == (grid, starter)
    for indent in (None, 2):
        text = json.dumps(explanation.to_dict(), indent=indent) + "\n"
        assert read_board(text) == read_board(io.BytesIO(text.encode())) == (grid, starter)


BOARDS_TO_PRINT = {
    "full": (GRID, "5H"),
    "a jack for starter": ("\n".join(["KH KC KD KS", "QH QC QD QS", "9H JC 9D JS", "TH 5C 5D 5S"]), "JH"),
    "in progress": ("KH .. KD KS\n.. .. .. ..\nJH JC JD ..\nTH 5C 5D 5S", "5H"),
    "starter not turned": ("KH .. KD KS\n.. .. .. ..\nJH JC JD ..\nTH 5C 5D 5S", None),
    "empty": ("\n".join([".. .. .. .."] * 4), None),
}


@pytest.mark.scores
@pytest.mark.parametrize(("grid", "starter"), BOARDS_TO_PRINT.values(), ids=BOARDS_TO_PRINT)
@pytest.mark.parametrize(
    "options", ["", "--unicode", "--explain", "--explain --unicode", "--json", "--explain --json"]
)
def test_what_the_command_line_prints_of_a_board_is_read_back(grid, starter, options, write, capsys):
    wanted = Grid(grid), starter and Card(starter)
    write_board("board.txt", *wanted)
    assert main(["grid", "board.txt", *options.split()]) == 0
    printed = capsys.readouterr().out
    assert read_board(printed) == wanted
    write(printed)
    assert read_board("board.txt") == wanted
    assert main(["grid", "board.txt", *options.split()]) == 0
    assert capsys.readouterr().out == printed


@pytest.mark.scores
@pytest.mark.native
def test_the_json_of_the_best_grid_is_read_back(write, capsys):
    write_board("board.txt", GRID, "5H")
    assert main(["best", "board.txt", "--json"]) == 0
    printed = capsys.readouterr().out
    document = json.loads(printed)
    grid, starter = read_board(printed)
    assert grid.to_lists() == document["grid"]
    assert str(starter) == document["starter"]
    assert {*grid, starter} == {*Grid(GRID), Card("5H")}
    assert main(["best", "board.txt"]) == 0
    assert read_board(capsys.readouterr().out) == (grid, starter)


@pytest.mark.scores
@given(seed=st.integers(0, 2**64 - 1), preset=st.sampled_from(sorted(PRESETS)), moves=st.integers(0, 40))
def test_a_game_in_progress_is_read_back_from_what_is_printed_of_it(seed, preset, moves):
    game = Game(preset, seed=seed)
    for _ in range(moves):
        if game.over:
            break
        game.play(game.legal_moves()[seed % len(game.legal_moves())])
    for code in ("", "u"):
        assert read_board(format(game, code)) == (game.grid, game.starter)
    assert read_board(json.dumps(game.view(), indent=1)) == (game.grid, game.starter)


@pytest.mark.scores
def test_marked_cards_are_read_back_whatever_they_are_and_what_stands_before_them():
    score = score_grid(GRID)
    for place in range(16):
        for card in DECK:
            cells = [card, *(other for other in DECK if other is not card)][:16]
            cells[0], cells[place] = cells[place], cells[0]
            grid, row, column = Grid(cells), *divmod(place, 4)
            for code in ("", "u"):
                for marked in ([(row, column)], [(row, column), (row, (column + 1) % 4)]):
                    printed = draw_board(grid, None, score, code, headings=True, marked=marked)
                    assert read_board(printed) == (grid, None)


@pytest.mark.scores
def test_a_board_with_the_most_combinations_in_json_is_far_from_the_longest_file_that_is_read():
    explanation = explain_grid("5C 5D 5S JH / 4C 4D 6S 6H / 6C 6D 4S 4H / TC TD TS TH", "5H")  # the best: 172
    text = json.dumps(explanation.to_dict(), indent=2)
    assert read_board(text) == (explanation.grid, Card("5H"))
    assert len(text) < KIB_64 / 2


# Writing


def test_a_board_is_written_as_lines_with_the_starter_in_the_last(tmp_path):
    for starter, last in (("5h", "5H\n"), (18, "5H\n"), (None, ""), ("..", "")):
        write_board(tmp_path / "board.txt", ROWS, starter)
        assert (tmp_path / "board.txt").read_bytes() == f"{GRID}\n{last}".encode()


def test_what_a_file_held_is_replaced(tmp_path):
    path = tmp_path / "board.txt"
    path.write_text("x" * 1000)
    write_board(str(path), GRID)
    assert path.read_text() == f"{GRID}\n"


def test_a_file_that_is_open_stays_open_and_is_written_where_it_stands():
    file = io.StringIO()
    file.write("# the record of 170\n")
    write_board(file, GRID, "5H")
    assert not file.closed
    assert file.getvalue() == f"# the record of 170\n{BOARD}"
    assert read_board(file.getvalue()) == READ


@pytest.mark.parametrize(
    ("grid", "starter", "error", "message"),
    [
        (GRID, "KH", InvalidGridError, "KH appears twice"),
        (GRID, "1H", InvalidCardError, f"'1H' is not a card: {RANK_RULE}"),
        (GRID, 52, InvalidCardError, "card index 52 is above 51"),
        (GRID, 5.0, TypeError, "a card is made from a card, an index or text, not float: 5.0"),
        (GRID.replace("KH", "KC"), None, InvalidGridError, "KC appears twice"),
        ("KH", None, InvalidGridError, "a grid is 4 lines of 4 cards, or 16 in one line; got 1: KH in one"),
        (None, None, TypeError, "a grid is made from text, 4 rows or 16 cells, not NoneType: None"),
    ],
)
def test_nothing_is_written_if_an_argument_is_wrong(grid, starter, error, message, tmp_path):
    kept, new, file = tmp_path / "kept.txt", tmp_path / "new.txt", io.StringIO()
    kept.write_text("as it was")
    for target in (kept, new, file):
        with pytest.raises(error, match=exactly(message)):
            write_board(target, grid, starter)
    assert kept.read_text() == "as it was"
    assert not new.exists()
    assert file.getvalue() == ""


def test_a_file_that_cannot_be_written_is_left_to_the_system_to_refuse(tmp_path):
    with pytest.raises(IsADirectoryError):
        write_board(tmp_path, GRID)
    with pytest.raises(FileNotFoundError):
        write_board(tmp_path / "missing" / "board.txt", GRID)


# JSON that is not a board


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{\n", r"it is not JSON: Expecting property name"),
        ('{"grid":\n1}', r"the JSON has no board: 'grid' is 1, not a list of 4 rows\Z"),
        ('{\n"hand": ["5H"]}', r"the JSON has no board: 'grid' is None, not a list of 4 rows\Z"),
        ('{"grid":\n[]}', r"a grid is 4 rows or 16 cells, got 0 of them\Z"),
        ('{"grid":\n[["5H"], [], [], []]}', r"a row holds 4 cards, got 1: 5H\Z"),
        ('{"grid":\n[1.5, 2, 3, 4]}', r"a row is made from text or four cells, not float: 1.5\Z"),
        ('{"grid":\n["5H", true]}', r"a grid is 4 rows or 16 cells, got 2 of them\Z"),
        (
            '{"grid":\n["AH 2H 3H 4H", "5H 6H 7H 8H", "9H TH JH QH", "KH KC KD KS"], "starter": "AH"}',
            r"AH appears twice\Z",
        ),
        ('{"grid":\n["AH 2H 3H 4H", "AH 6H 7H 8H", "9H TH JH QH", "KH KC KD KS"]}', r"AH appears twice\Z"),
        ('{"grid": ' + "[" * 20_000 + "\n", r"it is not JSON: (it is nested too deeply|Expecting value)"),
        ('{"grid": ' + "1" * 20_000 + "\n}", r"it is not JSON: a number in it has too many digits"),
        ('{"grid": []}\n{"grid": []}', r"it is not JSON: Extra data"),
    ],
    ids=lambda value: value[:20],
)
def test_json_without_a_board_is_an_error_that_says_what_it_holds(text, message):
    with pytest.raises(InvalidGridError, match=rf"\A<board>: {message}") as refusal:
        read_board(text)
    assert len(str(refusal.value)) < 300
