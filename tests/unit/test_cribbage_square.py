"""examples/cribbage_square.py: what it does before there is a window, and a game in one."""

import ast
import os
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cribscore import DECK, deal
from cribscore.squares import Game, reason
from cribscore.squares import Player as Squares
from naive import grid_lines, parse, row_lines

SOURCE = Path(__file__).parents[2] / "examples" / "cribbage_square.py"
CELLS = [(row, column) for row in range(4) for column in range(4)]
PLACES = [(row, column) for row in range(5) for column in range(5)]

pytestmark = pytest.mark.needs("_tkinter")  # of Python's own, but Debian has it in a package apart


@pytest.fixture(scope="module")
def square():
    """What the example defines, by name."""
    return runpy.run_path(str(SOURCE))


@pytest.mark.coreless
def test_it_is_short_and_needs_the_standard_library_and_cribscore_alone():
    text = SOURCE.read_text(encoding="utf-8")
    nodes = list(ast.walk(ast.parse(text)))
    imported = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    imported |= {node.module for node in nodes if isinstance(node, ast.ImportFrom)}
    packages = {name.partition(".")[0] for name in imported}
    assert packages - sys.stdlib_module_names == {"cribscore"}
    assert len(text.splitlines()) < 230


@pytest.mark.coreless
def test_each_place_is_found_from_its_corners_and_none_from_the_gaps(square):
    found = {}
    for y in range(square["HEIGHT"]):
        for x in range(square["PANEL_X"]):
            found.setdefault(square["place_at"](x, y), []).append((x, y))
    assert set(found) == {*PLACES, None}
    width, height = square["CARD_WIDTH"], square["CARD_HEIGHT"]
    for row, column in PLACES:
        left, top = square["corner"](row, column)
        points = found[row, column]
        assert points[0] == (left, top)
        if row < 4 and column < 4:
            assert points[-1] == (left + width - 1, top + height - 1)
            assert len(points) == width * height


@pytest.mark.coreless
@pytest.mark.parametrize("point", [(-1, -1), (-500, 100), (100, -500), (10_000, 100), (100, 10_000)], ids=str)
def test_there_is_no_place_off_the_board(square, point):
    assert square["place_at"](*point) is None


@pytest.mark.coreless
def test_no_two_cards_are_shown_alike_and_the_ten_is_not_a_letter(square):
    faces = [square["face"](card) for card in DECK]
    assert len(set(faces)) == 52
    assert faces[4 * 9 : 4 * 9 + 4] == ["10♣", "10♦", "10♥", "10♠"]
    assert faces[:4] == ["A♣", "A♦", "A♥", "A♠"]


def test_the_title_says_how_the_game_stands(square):
    full = [place for place in PLACES if max(place) < 4]
    game = Game(deck="7H 7D 8C 8S 8H 8D 7C 7S 3H 6D 6C 6S 9H 9D 9C 9S 6H")  # published, with its 165 points
    assert square["title"](game) == "Cribbage Square - 0 of 61"
    for cell in full:
        game.place(*cell)
    assert square["title"](game) == "Cribbage Square - 165 of 61 - won"
    deck = deal(1, 17)
    game = Game(deck=deck)
    for cell in full:
        game.place(*cell)
    _, total = row_lines([card.index for card in deck])
    assert total < 61
    assert square["title"](game) == f"Cribbage Square - {total} of 61 - lost"


# In a window


@pytest.fixture(scope="module")
def display():
    """An X server that shows its screen to nobody; one for all tests, since Tk ends with its first."""
    if shutil.which("Xvfb") is None:
        pytest.skip("no Xvfb on this machine")
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1200x900x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL) as server:
        os.close(writing)
        with os.fdopen(reading) as number, pytest.MonkeyPatch.context() as patch:
            patch.setenv("DISPLAY", f":{number.readline().strip()}")
            yield
        server.terminate()


class Player:
    """A person at the window, and what that person sees."""

    def __init__(self, seed, size, monkeypatch):
        import tkinter

        windows = []
        monkeypatch.setattr(tkinter.Tk, "mainloop", lambda window: windows.append(window))  # noqa: PLW0108
        monkeypatch.setattr(sys, "argv", [str(SOURCE), "--seed", str(seed)])
        self.square = runpy.run_path(str(SOURCE), run_name="__main__")
        (self.window,) = windows
        (self.table,) = self.window.winfo_children()
        self.window.geometry(size)
        self.window.update()
        self.deck, self.cells = deal(seed), [None] * 16

    def point(self, row, column):
        """The middle of a cell, or of a score, in the window."""
        x, y = self.square["corner"](row, column)
        x, y = x + self.square["CARD_WIDTH"] / 2, y + self.square["CARD_HEIGHT"] / 2
        place = {
            "x": round(x * self.table.zoom + self.table.left),
            "y": round(y * self.table.zoom + self.table.top),
        }
        self.table.event_generate("<Motion>", **place)
        self.window.update()
        return place

    def click(self, row, column):
        self.table.event_generate("<Button-1>", **self.point(row, column))
        self.window.update()

    def press(self, *keys):
        self.window.focus_force()
        for key in keys:
            self.table.event_generate("<Key>", keysym=key)
        self.window.update()

    def texts(self):
        """All that is written: (text, color, x, y on the sheet)."""
        table = self.table
        for item in table.find_all():
            if table.type(item) == "text":
                x, y = table.coords(item)
                place = (x - table.left) / table.zoom, (y - table.top) / table.zoom
                yield table.itemcget(item, "text"), table.itemcget(item, "fill"), *place

    def expect(self):
        """The title and every cell show the cards that were placed, and the points that these make."""
        full = None not in self.cells
        cells, starter = [parse(cell and str(cell)) for cell in self.cells], self.deck[16] if full else None
        rows, columns, heels = grid_lines(cells, parse(starter and str(starter)))
        total = sum(map(sum, rows + columns)) + heels
        result = (" - won" if total >= 61 else " - lost") if full else ""
        assert self.window.title() == f"Cribbage Square - {total} of 61{result}"
        shown = {}
        for text, color, x, y in self.texts():
            shown.setdefault(self.square["place_at"](x, y), set()).add((text, color))
        for number, card in enumerate(self.cells):
            color = card and self.square["RED" if card.suit.letter in "DH" else "BLACK"]
            faces = {(f"{card:u}"[:-1], color), (card.suit.symbol, color)} if card else set()
            assert shown.get(divmod(number, 4), set()) == faces
        for line, parts in enumerate(rows):
            assert str(sum(parts)) in {text for text, _ in shown[line, 4]}
        for line, parts in enumerate(columns):
            assert str(sum(parts)) in {text for text, _ in shown[4, line]}
        return total

    def place(self, cell):
        """Record that the next card is placed there."""
        self.cells[4 * cell[0] + cell[1]] = self.deck[16 - self.cells.count(None)]
        return self.expect()


@pytest.fixture
def play(display, monkeypatch):
    players = []

    def play(seed, size="860x590"):
        players.append(Player(seed, size, monkeypatch))
        return players[-1]

    yield play
    for player in players:
        player.window.destroy()


@pytest.mark.screen
@pytest.mark.native
@pytest.mark.parametrize("size", ["860x590", "430x295", "600x790", "990x420"])
def test_a_game_with_the_mouse_shows_the_right_points_after_every_card(play, size):
    player = play(165, size)
    for cell in CELLS:
        player.click(*cell)
        player.place(cell)
    player.click(2, 1)  # does nothing any more
    player.expect()


@pytest.mark.screen
@pytest.mark.native
def test_a_game_with_the_keyboard_shows_the_right_points_after_every_card(play):
    player = play(1)
    for row, column in CELLS:  # the cursor begins in the first
        if row >= 2:
            player.press("abcd"[column], str(row + 1))
        elif (row, column) != (0, 0):
            player.press("Right", *["Down"] * (column == 0))
        player.press("Return" if row % 2 else "space")
        player.place((row, column))


@pytest.mark.screen
@pytest.mark.native
def test_a_click_that_the_rules_forbid_is_explained_and_changes_nothing(play):
    player = play(29)
    player.click(0, 0)
    player.place((0, 0))
    for cell, why in (((0, 0), "a1 holds"), ((3, 3), "d4 does not touch a placed card")):
        player.click(*cell)
        assert any(why in text for text, *_ in player.texts())
        player.expect()
    for place in ((0, 4), (4, 3)):  # scores
        player.click(*place)
        player.expect()


@pytest.mark.screen
@pytest.mark.native
def test_cards_are_taken_back_and_a_new_game_begins(play):
    player = play(165)
    boards = [list(player.cells)]
    for cell in CELLS:
        player.click(*cell)
        player.place(cell)
        boards.append(list(player.cells))
    for number, undone in ((15, 1), (2, 13), (0, 3)):  # once more than there are cards
        player.press(*["u"] * undone)
        player.cells = list(boards[number])
        player.expect()
    player.click(3, 0)
    player.place((3, 0))
    player.press("n")
    player.cells = list(boards[0])
    player.expect()


@pytest.mark.screen
@pytest.mark.native
def test_the_count_of_a_line_is_shown_while_the_mouse_is_at_its_score(play):
    player = play(29)
    for cell in CELLS:
        player.click(*cell)
        player.place(cell)
    for place, name in [((line, 4), f"Row {line + 1}") for line in range(4)] + [
        ((4, line), f"Column {'abcd'[line]}") for line in range(4)
    ]:
        player.point(*place)
        assert any(text.startswith(f"{name}: ") for text, *_ in player.texts())
        player.point(0, 0)
        assert not any(text.startswith(f"{name}: ") for text, *_ in player.texts())


def player_of(core):
    """The player who gives the hints."""
    return Squares(0 if core == "python" else 2)


def test_a_hint_is_the_best_move_of_the_player_with_its_reason(square, core):
    game = Game(seed=2)
    game.place(1, 1)
    best = player_of(core).advise(game)[0]
    words, cell = square["hint"](game)
    assert cell == best.move.cell
    assert words == f"{best.move}: {reason(game, best.move)}. {best.score:.0f} points expected."
    assert "fifteen" in words  # nine and six


@pytest.mark.screen
@pytest.mark.native
@pytest.mark.parametrize("size", ["860x590", "600x790"])
def test_the_button_gives_a_hint_that_return_follows(play, core, size):
    player = play(2, size)
    player.click(1, 1)
    player.place((1, 1))
    left, top, right, bottom = player.square["BUTTON"]
    table = player.table
    for inside in (False, True):
        x = ((left + right) / 2 if inside else right + 20) * table.zoom + table.left
        y = (top + bottom) / 2 * table.zoom + table.top
        table.event_generate("<Button-1>", x=round(x), y=round(y))
        player.window.update()
        assert any("points expected" in text for text, *_ in player.texts()) == inside
        player.expect()
    game = Game(seed=2)
    game.place(1, 1)
    cell = player_of(core).choose(game).cell
    player.press("Return")
    player.place(cell)
    assert not any("points expected" in text for text, *_ in player.texts())
    player.press("h")
    assert any("points expected" in text for text, *_ in player.texts())


@pytest.mark.screen
@pytest.mark.native
def test_no_hint_is_offered_when_the_game_is_over(play):
    player = play(165)
    assert any(text == "Hint" for text, *_ in player.texts())
    for cell in CELLS:
        player.click(*cell)
        player.place(cell)
    player.press("h")
    assert not any("Hint" in text or "expected" in text for text, *_ in player.texts())
    player.expect()
