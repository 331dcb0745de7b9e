"""Grids, and boards in files: a grid and its starter."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from io import StringIO
from typing import IO, Any, Final, SupportsIndex, TypeAlias

from . import _core, _wire
from ._files import read_json, write_whole
from ._messages import integer, items_of, numbered, printable, shown
from ._notation import EMPTY, EMPTY_TEXTS, cells_of_text
from ._values import Immutable, format_styled
from .cards import (
    CARD_OF_TEXT,
    CARD_WIDTH,
    DECK,
    Card,
    CardLike,
    cell_of,
    counted,
    first_repeated,
    heels_of,
    indexes_of,
    pixels,
    spaced,
    text_of,
)
from .errors import CribscoreError, InvalidGridError

__all__ = ["Grid", "GridLike", "read_board", "write_board"]


class Grid(Immutable):
    """A Cribbage Squares grid: four rows of four cells, each a card or empty, all cards different.

    >>> grid = Grid("5C 5D 5S JH / 4C 4D 6S 6H / 6C .. 4S 4H / TC TD TS TH")
    >>> grid[0, 3]
    Card('JH')
    >>> grid = grid.replace(2, 1, "6D")
    >>> grid.full
    True
    >>> grid.columns[1]
    (Card('5D'), Card('4D'), Card('6D'), Card('TD'))
    >>> print(grid)
    5C 5D 5S JH
    4C 4D 6S 6H
    6C 6D 4S 4H
    TC TD TS TH
    >>> grid.replace(2, 1, "JH")
    Traceback (most recent call last):
    ...
    cribscore.InvalidGridError: JH appears twice

    Two grids are equal when they hold the same cards in the same cells.

    Args:
        cells: Sixteen items row by row; four rows, each a text or an iterable of four items; or one text of
            four lines, or of sixteen items in one line. A `/` ends a line too. An item is what `Card` takes;
            None, `..`, `.`, `--` or `__` is an empty cell. In a text, blanks, single commas or semicolons,
            or nothing stand between the items.

    Raises:
        InvalidGridError: There are not four rows of four items, or a card appears twice.
        InvalidCardError: An item is not a card.
        TypeError: `cells` is neither a text nor an iterable, or an item has another type.
    """

    __module__ = "cribscore"
    __slots__ = ("_bytes", "_cells")

    _cells: tuple[Card | None, ...]
    _bytes: bytes  # the cells as the core reads them

    def __new__(cls, cells: GridLike) -> Grid:
        if isinstance(cells, Grid):
            return cells
        if isinstance(cells, str):
            known = _known_cells(cells)
            if known is not None:
                return cls._of(known)
            lines = [line for line in cells.replace("/", "\n").splitlines() if line.strip()]
            items: list[Any] = [*_cells_of_text(lines[0])] if len(lines) == 1 else lines
            if len(items) != (16 if len(lines) == 1 else 4):
                got = f"{counted(items)} in one" if len(lines) == 1 else f"{len(lines)} lines"
                hint = " (a grid does not hold the starter)" if len(items) in (5, 17) else ""
                raise InvalidGridError(f"a grid is 4 lines of 4 cards, or 16 in one line; got {got}{hint}")
        else:
            items = items_of(cells, "a grid is made from text, 4 rows or 16 cells")
        if len(items) == 4:
            items = [cell for row in items for cell in _row(row)]
        if len(items) != 16:
            raise InvalidGridError(f"a grid is 4 rows or 16 cells, got {numbered(items)} of them")
        return cls._of(tuple([item if type(item) is Card else cell_of(item) for item in items]))

    @classmethod
    def _of(cls, cells: tuple[Card | None, ...]) -> Grid:
        indexes = indexes_of(cells)
        if len({*indexes}) < min(17 - indexes.count(_wire.NO_CARD), 16):
            raise InvalidGridError(f"{first_repeated(cells)} appears twice")
        grid = _new(cls)
        _set_cells(grid, cells)
        _set_bytes(grid, indexes)
        return grid

    def _with(self, place: int, card: Card | None) -> Grid:
        """Return a grid like this one but for one of the sixteen cells."""
        indexes, index = bytearray(self._bytes), _wire.NO_CARD if card is None else card.index
        indexes[place] = _wire.NO_CARD
        if card is not None and index in indexes:
            raise InvalidGridError(f"{card} appears twice")
        indexes[place] = index
        cells = [*self._cells]
        cells[place] = card
        grid = _new(type(self))
        _set_cells(grid, tuple(cells))
        _set_bytes(grid, bytes(indexes))
        return grid

    def __getitem__(self, place: tuple[SupportsIndex, SupportsIndex]) -> Card | None:
        try:
            row, column = place
        except (TypeError, ValueError):
            raise TypeError(f"a cell is grid[row, column], not grid[{shown(place)}]") from None
        return self._cells[cell_place(row, column)]

    def replace(self, row: SupportsIndex, column: SupportsIndex, card: CardLike | None) -> Grid:
        """Return a grid like this one but for one cell.

        >>> str(Grid([None] * 16).replace(0, 1, "5H")).splitlines()[0]
        '.. 5H .. ..'

        Args:
            row: 0 (top) to 3.
            column: 0 (left) to 3.
            card: What `Card` takes; None or `..` to empty the cell.

        Returns:
            The new grid; this one stays as it is.

        Raises:
            InvalidGridError: The card is in another cell.
            InvalidCardError: `card` is not a card.
            IndexError: `row` or `column` is not 0 to 3.
            TypeError: An argument is of another type.
        """
        cell = card if type(card) is Card else cell_of(card)
        return self._with(cell_place(row, column), cell)

    @property
    def rows(self) -> tuple[tuple[Card | None, ...], ...]:
        """The four rows, top to bottom."""
        return tuple(self._cells[start : start + 4] for start in range(0, 16, 4))

    @property
    def columns(self) -> tuple[tuple[Card | None, ...], ...]:
        """The four columns, left to right."""
        return tuple(self._cells[start::4] for start in range(4))

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards in the grid, row by row."""
        return tuple(cell for cell in self._cells if cell is not None)

    @property
    def full(self) -> bool:
        """Whether no cell is empty."""
        return _wire.NO_CARD not in self._bytes

    def transposed(self) -> Grid:
        """Return the grid whose rows are this grid's columns.

        >>> Grid("AC 2C 3C 4C / 5C .. .. .. / .. .. .. .. / .. .. .. KS").transposed().rows[0]
        (Card('AC'), Card('5C'), None, None)
        """
        return self._of(tuple(cell for column in self.columns for cell in column))

    def to_lists(self) -> list[list[str | None]]:
        """Return the four rows as plain values, as JSON has them: the text of a card, or None.

        >>> Grid("AC .. .. .. / .. .. .. .. / .. .. .. .. / .. .. .. KS").to_lists()[0]
        ['AC', None, None, None]
        """
        return [[text_of(cell) for cell in row] for row in self.rows]

    def __len__(self) -> int:
        return 16

    def __iter__(self) -> Iterator[Card | None]:
        return iter(self._cells)

    def __contains__(self, card: object) -> bool:
        return (card is None or isinstance(card, Card)) and card in self._cells

    def __eq__(self, other: object) -> bool:
        return self._bytes == other._bytes if isinstance(other, Grid) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._bytes)

    def __bytes__(self) -> bytes:
        return self._bytes

    def __str__(self) -> str:
        return "\n".join(spaced(row) for row in self.rows)

    def __format__(self, spec: str) -> str:
        return format_styled(spec, str(self), "\n".join(spaced(row, "u") for row in self.rows), None)

    def __repr__(self) -> str:
        return f"Grid('{str(self).replace(chr(10), ' / ')}')"

    def to_html(self) -> str:
        """Return the grid as HTML, as a notebook shows it."""
        from . import _html  # only a notebook needs it

        return _html.grid(faces_of(self))

    _repr_html_ = to_html

    def to_svg(
        self, starter: CardLike | None = None, *, points: bool = False, card_width: int = CARD_WIDTH
    ) -> str:
        """Return a picture of the grid, with the starter beside it: the text of an SVG file.

        >>> grid = Grid("5C 5D 5S JH / 4C 4D 6S 6H / 6C 6D 4S 4H / TC TD TS TH")
        >>> picture = grid.to_svg("5H", points=True)
        >>> picture.partition("<title>")[2].partition("</title>")[0]
        'Cribbage Squares grid of 172 points'

        Args:
            starter: What `Card` takes; None while it is not turned.
            points: Whether the points of each line stand at its end, and the total in the corner, as
                `score_grid` counts them.
            card_width: How wide a card is, in pixels: 1 to 10000. The picture can be scaled to any size.

        Raises:
            InvalidGridError: The starter is in the grid.
            InvalidCardError: The starter is not a card.
            CribscoreError: `card_width` is outside its range.
            TypeError: An argument is of another type.
        """
        from . import _svg  # only a picture needs it

        starter = None if starter is None else Card(starter)
        if starter in self.cards:
            raise InvalidGridError(f"{starter} appears twice")
        scored = None
        if points:
            packed = _core.pack_grid(self._bytes + indexes_of([starter]))
            lines = [sum(_wire.parts_of(line)) for line in packed]
            scored = lines[:4], lines[4:], heels_of(starter)
        return _svg.grid(
            faces_of(self), None if starter is None else starter.face, scored, pixels(card_width)
        )

    def __reduce__(self) -> tuple[type[Grid], tuple[str]]:
        return type(self), (str(self),)


_new = object.__new__
_set_cells = Grid.__dict__["_cells"].__set__
_set_bytes = Grid.__dict__["_bytes"].__set__

GridLike: TypeAlias = Grid | str | Iterable[CardLike | None] | Iterable[str | Iterable[CardLike | None]]
"""What `Grid` takes: a grid, four lines of text, four rows or sixteen cells."""


# The common texts of a cell.
_CELL_OF_TEXT: Final[dict[str, Card | None]] = {**CARD_OF_TEXT, **dict.fromkeys(EMPTY_TEXTS)}


def _known_cells(text: str) -> tuple[Card | None, ...] | None:
    """Return the cells of four lines that hold four common texts each; None for any other text."""
    rows = [row for line in text.replace("/", "\n").splitlines() if (row := line.split())]
    if [len(row) for row in rows] != [4, 4, 4, 4]:
        return None
    try:
        return tuple([_CELL_OF_TEXT[word] for row in rows for word in row])
    except KeyError:
        return None


def _cells_of_text(text: str) -> list[Card | None]:
    try:
        return [_CELL_OF_TEXT[word] for word in text.split()]
    except KeyError:  # in another form
        pass  # read below, so that the KeyError does not trail an error
    return [None if index is None else DECK[index] for index in cells_of_text(text, grid=True)[0]]


def _row(row: str | Iterable[CardLike | None]) -> list[Card | None]:
    """Return the four cells of one row."""
    items: list[Any] = (
        _cells_of_text(row)
        if isinstance(row, str)
        else items_of(row, "a row is made from text or four cells")
    )
    if len(items) != 4:
        hint = " (a row has no starter of its own)" if len(items) == 5 else ""
        raise InvalidGridError(f"a row holds 4 cards, got {counted(items)}{hint}")
    return items if isinstance(row, str) else [cell_of(item) for item in items]


def faces_of(grid: Grid) -> list[list[tuple[str, str] | None]]:
    """The four rows as a picture shows them: the face of a card, or None."""
    return [[None if cell is None else cell.face for cell in row] for row in grid.rows]


def cell_place(row: SupportsIndex, column: SupportsIndex) -> int:
    """Return the place of a cell among the sixteen."""
    if type(row) is int and type(column) is int and 0 <= row <= 3 and 0 <= column <= 3:
        return 4 * row + column
    places = []
    for name, value in (("row", row), ("column", column)):
        try:
            place = integer(value)
        except TypeError:
            raise TypeError(f"{name} {shown(value)} is not a number from 0 to 3") from None
        if not 0 <= place <= 3:
            raise IndexError(f"{name} {shown(place)} is not 0 to 3")
        places.append(place)
    return 4 * places[0] + places[1]


# ---------------------------------------------------------------- boards in files

_MOST_BYTES: Final = 64 * 1024  # of a file: a board with all its combinations in JSON takes half of it


def read_board(source: str | os.PathLike[str] | IO[str] | IO[bytes]) -> tuple[Grid, Card | None]:
    r"""Read a grid, and its starter if there is one, from a file or a text.

    A board is four lines of four cells, then a line with the starter. While the starter is not turned, that
    line is `..` or missing. `/` ends a line too, `#` starts a comment, and empty lines are ignored. What the
    command line prints is read as well: the board with its points, the board of a game in progress, and the
    JSON.

    >>> grid, starter = read_board("5C 5D 5S JH / 4C 4D 6S 6H / 6C 6D 4S 4H / TC TD TS TH / 5H")
    >>> grid.full, starter
    (True, Card('5H'))
    >>> import io
    >>> read_board(io.StringIO("5C 5D 5S JH\n4C 4D 6S\n"))
    Traceback (most recent call last):
    ...
    cribscore.InvalidGridError: <board>, line 2: a row holds 4 cards, got 3: 4C 4D 6S

    Args:
        source: A path; a file that is open for reading, as text or as bytes; or the text of a board. A `str`
            with a line break or ` / ` in it is such a text; any other is a path. A file is UTF-8.

    Returns:
        The grid, and the starter or None.

    Raises:
        InvalidGridError: The file or text is not a board; the message names the file and the line.
        OSError: The file cannot be read.
        TypeError: `source` is of another type.
    """
    name, text = _board_text(source)
    if text.lstrip().startswith("{"):
        return _board_of_json(name, text)
    lines: list[list[Card | None]] = []
    line_of: dict[Card, int] = {}
    for number, line in _board_lines(text):
        try:
            if len(lines) == 5:
                raise InvalidGridError("a board ends with its starter, and this line follows it")
            cells = _row(line) if len(lines) < 4 else [cell_of(line)]
            for card in cells:
                if card in line_of:
                    first = "" if line_of[card] == number else f" (first in line {line_of[card]})"
                    raise InvalidGridError(f"{card} appears twice{first}")
                if card is not None:
                    line_of[card] = number
        except CribscoreError as error:
            raise InvalidGridError(f"{name}, line {number}: {error}") from None
        lines.append(cells)
    if len(lines) < 4:
        raise InvalidGridError(f"{name}: a board has 4 rows, got {len(lines)}")
    return Grid([cell for row in lines[:4] for cell in row]), lines[4][0] if len(lines) == 5 else None


def write_board(
    target: str | os.PathLike[str] | IO[str], grid: GridLike, starter: CardLike | None = None
) -> None:
    r"""Write a grid, and its starter if there is one, as `read_board` reads them.

    >>> import io
    >>> file = io.StringIO()
    >>> write_board(file, "5C 5D 5S JH / .. .. .. .. / .. .. .. .. / .. .. .. ..", "5H")
    >>> file.getvalue().splitlines()
    ['5C 5D 5S JH', '.. .. .. ..', '.. .. .. ..', '.. .. .. ..', '5H']

    Args:
        target: A path, or a file that is open for writing text. What a file at this path held is replaced.
        grid: A `Grid` or what `Grid` takes.
        starter: What `Card` takes; None while it is not turned.

    Raises:
        InvalidGridError: The grid is not a grid, or the starter is in it. Nothing is written then.
        InvalidCardError: A value is not a card. Nothing is written then.
        OSError: The file cannot be written.
        TypeError: An argument is of another type.
    """
    grid, starter = _board(Grid(grid), cell_of(starter))
    text = "\n".join([str(grid), *([] if starter is None else [str(starter)]), ""])
    if hasattr(target, "write"):
        target.write(text)
    else:
        with _paths(target):
            write_whole(target, text)


def _board(grid: Grid, starter: Card | None) -> tuple[Grid, Card | None]:
    """Return the two, after a check that the starter is not in the grid."""
    if starter in grid.cards:
        raise InvalidGridError(f"{starter} appears twice")
    return grid, starter


# What the command line prints around the cells of a board.
_HEADING: Final = ["a", "b", "c", "d"]
_TOTAL: Final = r"^[ \t]*total +[0-9]"
_MARK: Final = "*"  # before a card that was just placed


def _board_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the cells of each row, then the starter, each with the number of its line."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    ended = False
    printed = "total" in text and re.search(_TOTAL, text, re.MULTILINE) is not None
    for number, line in enumerate(text.split("\n"), 1):
        for part in line.partition("#")[0].split("/"):
            words = (part.replace(_MARK, " ") if printed else part).split()
            if words and printed:
                if words[0] == "total":  # the end of the board; what follows explains it
                    ended, words = True, words if ended else []  # a second board is one too many
                else:
                    words = [] if ended else _without_points(words)
            if words:
                yield number, " ".join(words)


def _without_points(words: list[str]) -> list[str]:
    """Return the cells or the starter in a line of a printed board, without what is printed around them."""
    if words == _HEADING or words[0] == "heels" or all(map(_is_number, words)):
        return []
    if words[0] == "starter":
        return [EMPTY] if words[1:] == ["not", "turned"] else words[1:]
    return words[_is_number(words[0]) : len(words) - _is_number(words[-1])]


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit()


def _board_of_json(name: str, text: str) -> tuple[Grid, Card | None]:
    try:
        document = read_json(text)
    except ValueError as error:
        raise InvalidGridError(f"{name}: it is not JSON: {error}") from None
    cells = document.get("grid")
    if not isinstance(cells, list):
        raise InvalidGridError(
            f"{name}: the JSON has no board: 'grid' is {shown(cells)}, not a list of 4 rows"
        )
    try:
        return _board(Grid(cells), cell_of(document.get("starter")))
    except (TypeError, CribscoreError) as error:
        raise InvalidGridError(f"{name}: {error}") from None


def _board_text(source: str | os.PathLike[str] | IO[str] | IO[bytes]) -> tuple[str, str]:
    """Return the name and the text of a board."""
    if isinstance(source, str) and ("\n" in source or "\r" in source or " / " in source):
        if type(source) is str and len(source) <= _MOST_BYTES:
            return "<board>", source.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")
        source = StringIO(source, newline="")
    opened: Any = nullcontext(source)
    if not hasattr(source, "read"):
        with _paths(source):
            opened = open(source, "rb")
    with opened as file:
        name = getattr(file, "name", None)
        name = printable(os.fsdecode(name)) if isinstance(name, (str, bytes)) else "<board>"
        try:
            data = _read(file)
        except UnicodeDecodeError as error:  # of a file that was opened as text
            raise InvalidGridError(f"{name}: it is not {error.encoding.upper()} text") from None
    if len(data) > _MOST_BYTES:
        raise InvalidGridError(
            f"{name}: a board is five lines, and this is longer than {_MOST_BYTES // 1024} KiB"
        )
    if isinstance(data, str):
        return name, data.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")
    try:
        return name, data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        bad, line = data[error.start], data.count(b"\n", 0, error.start) + 1
        raise InvalidGridError(f"{name}, line {line}: byte 0x{bad:02x} is not UTF-8 text") from None


@contextmanager
def _paths(path: Any) -> Iterator[None]:
    """Refuse what is not a path to a file, before and while it is opened."""
    if not isinstance(path, (str, os.PathLike)):
        kind = type(path).__name__
        raise TypeError(f"a board is in a path, an open file or a text, not in {kind}: {shown(path)}")
    try:
        yield
    except ValueError as error:  # a name that no file can have
        raise InvalidGridError(f"{shown(path)} is not a path: {error}") from None


def _read(file: IO[str] | IO[bytes]) -> str | bytes:
    """Return all of a file, or just enough to see that it is too long."""
    parts: list[Any] = []
    left = _MOST_BYTES + 1
    while left > 0:
        part = file.read(left)
        if not isinstance(part, (str, bytes)):
            raise TypeError(f"a board is read as text or bytes, and {shown(file)} gave {type(part).__name__}")
        parts.append(part)
        left = left - len(part) if part else 0
    data: str | bytes = parts[0][:0].join(parts)
    return data
