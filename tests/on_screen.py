"""examples/cribbage_square.py on a screen (Xvfb), played with a mouse and a keyboard (xdotool).

The suite does not collect this file, as it takes an X server: `.ci/full 70` installs that and runs it. What
is right comes from `deal` and `score_grid`; what the program shows is read off the screen and the window's
title.
"""

import os
import re
import runpy
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from cribscore import Grid, deal, score_grid

EXAMPLE = Path(__file__).parent.parent / "examples" / "cribbage_square.py"
COLORS = {
    name: np.array([int(color[place : place + 2], 16) for place in (1, 3, 5)])
    for name, color in runpy.run_path(str(EXAMPLE)).items()
    if name in ("FELT", "CLOSED", "OPEN", "PAPER", "RED", "BLACK", "GOLD")
}
CELLS = [(row, column) for row in range(4) for column in range(4)]

pytestmark = pytest.mark.native  # once, not once a core


def within_time(what, read, right):
    """Read until it is right, for ten seconds at most; return what was read."""
    ends = time.monotonic() + 10
    while not right(value := read()):
        assert time.monotonic() < ends, f"{what}: {value!r}"
        time.sleep(0.02)
    return value


class Screen:
    """A screen of its own, with a mouse, a keyboard and a camera."""

    def __init__(self, display):
        self.environment = {**os.environ, "DISPLAY": display}

    def xdotool(self, *arguments):
        """What xdotool prints; nothing where it finds no window."""
        command = ["xdotool", *map(str, arguments)]
        result = subprocess.run(
            command, env=self.environment, capture_output=True, text=True, check=False, timeout=30
        )
        assert not result.stderr, result.stderr
        return result.stdout.strip()

    def picture(self):
        """All pixels: an array of rows, columns and red, green, blue."""
        command = ["import", "-window", "root", "-depth", "8", "ppm:-"]
        result = subprocess.run(command, env=self.environment, capture_output=True, check=True, timeout=30)
        _, width, height, _ = result.stdout.split(maxsplit=4)[:4]
        return np.frombuffer(result.stdout[-3 * int(width) * int(height) :], np.uint8).reshape(
            int(height), int(width), 3
        )


@pytest.fixture(scope="module")
def screen():
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1000x800x24", "-nolisten", "tcp"],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as numbers:
        yield Screen(f":{int(numbers.readline())}")
    server.terminate()
    server.wait(timeout=30)


class Program:
    """The program as its player sees it, and a record of what should be seen."""

    def __init__(self, screen, window, seed):
        self.screen, self.window = screen, window
        self.deck = deal(seed, 17)
        self.grid = Grid([None] * 16)
        self.clicks = 0
        self.boxes = within_time("cells", self.find_cells, bool)

    def title(self):
        return self.screen.xdotool("getwindowname", self.window)

    def find_cells(self):
        """Where the sixteen cells are, by their color while all are open; nothing where they are not."""
        is_open = (self.screen.picture() == COLORS["OPEN"]).all(axis=2)
        down, across = (
            np.flatnonzero(np.diff(is_open.sum(axis=axis) > is_open.sum() / 1000, prepend=0, append=0))
            for axis in (1, 0)
        )
        if len(down) != 8 or len(across) != 8:
            return {}
        return {
            (row, column): np.s_[
                down[2 * row] : down[2 * row + 1], across[2 * column] : across[2 * column + 1]
            ]
            for row, column in CELLS
        }

    def size(self):
        """Width and height of the window."""
        geometry = self.screen.xdotool("getwindowgeometry", "--shell", self.window)
        return [int(re.search(rf"{name}=(\d+)", geometry)[1]) for name in ("WIDTH", "HEIGHT")]

    def resize(self, width, height):
        """Give the window another size; the cells become as much larger or smaller as it has room for."""

        def width_of(boxes):
            return boxes[0, 0][1].stop - boxes[0, 0][1].start

        old_width, old_height = self.size()
        wanted = width_of(self.boxes) * min(width / old_width, height / old_height)
        self.screen.xdotool("windowsize", self.window, width, height)
        self.boxes = within_time(
            "cells", self.find_cells, lambda boxes: boxes and abs(width_of(boxes) - wanted) <= 2
        )

    def middle(self, cell):
        rows, columns = self.boxes[cell]
        return (columns.start + columns.stop) // 2, (rows.start + rows.stop) // 2

    def click(self, cell):
        self.screen.xdotool("mousemove", *self.middle(cell), "click", 1)
        self.clicks += 1

    def press(self, *keys):
        self.screen.xdotool("key", "--delay", 30, *keys)

    def shown(self):
        """What each cell shows: a red card, a black card or nothing."""
        picture = self.screen.picture()

        def share(cell, color):
            return (picture[self.boxes[cell]] == COLORS[color]).all(axis=2).mean()

        return {
            cell: ("red" if share(cell, "RED") > share(cell, "BLACK") else "black")
            if share(cell, "PAPER") > 0.5
            else None
            for cell in CELLS
        }

    def panel(self):
        """What is to the right of the board and the rows' scores."""
        width = self.boxes[0, 1][1].start - self.boxes[0, 0][1].start
        return self.screen.picture()[:, self.boxes[0, 3][1].stop + width * 3 // 4 :]

    def margin_is_clear(self):
        """Whether nothing is drawn into the window's right margin, or beyond it."""
        width, height = self.size()
        margin = self.screen.picture()[:height, width * 98 // 100 : width]
        return bool((margin == COLORS["FELT"]).all())

    def score_of_row(self, row):
        """Where the score of a row is: as far right of its last cell as that is of the one before."""
        (left, _), (right, height) = self.middle((row, 2)), self.middle((row, 3))
        return right + (right - left) * 4 // 5, height

    def score_of_column(self, column):
        (_, upper), (across, lower) = self.middle((2, column)), self.middle((3, column))
        return across, lower + (lower - upper) * 3 // 4

    def next_card(self):
        return self.deck[len(self.grid.cards)]

    def placed(self, cell):
        """Record that the next card is placed there."""
        self.grid = self.grid.replace(*cell, self.next_card())

    def check(self):
        """The title and the board are soon what the placements so far make them."""
        starter = self.deck[16] if self.grid.full else None
        score = score_grid(self.grid, starter)
        title = f"Cribbage Square - {score} of 61"
        if self.grid.full:
            title += " - won" if score >= 61 else " - lost"
        within_time(f"title, which should be {title!r}", self.title, lambda found: found == title)
        board = {
            cell: self.grid[cell] and ("red" if self.grid[cell].suit.letter in "DH" else "black")
            for cell in CELLS
        }
        within_time("board", self.shown, lambda found: found == board)
        assert self.margin_is_clear()
        return score

    def open_cells(self):
        """The cells in which the next card may be placed: the empty ones that touch a card."""
        filled = [cell for cell in CELLS if self.grid[cell]]
        return [
            (row, column)
            for row, column in CELLS
            if (row, column) not in filled
            and (not filled or any(max(abs(row - down), abs(column - right)) == 1 for down, right in filled))
        ]

    def best_cell(self):
        """Where the next card scores most at once."""
        return max(self.open_cells(), key=lambda cell: score_grid(self.grid.replace(*cell, self.next_card())))


@contextmanager
def running(screen, seed):
    """The program on the screen; it must not complain."""
    program = subprocess.Popen(
        [sys.executable, EXAMPLE, "--seed", str(seed)],
        env=screen.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        window = within_time(
            "window", lambda: screen.xdotool("search", "--onlyvisible", "--name", "^Cribbage Square"), bool
        )
        yield Program(screen, window, seed)
        assert program.poll() is None
    finally:
        program.terminate()
        said, _ = program.communicate(timeout=30)
    assert said == ""


def save(game, name):
    """Keep a picture of the window where the step's files are, when a step runs this."""
    folder = os.environ.get("STEP_WORK")
    if folder:
        command = ["import", "-window", game.window, f"{folder}/{name}.png"]
        subprocess.run(command, env=game.screen.environment, check=True, timeout=60)


def test_a_game_played_with_the_mouse_shows_the_right_total_after_every_card(screen):
    with running(screen, 165) as game:
        game.check()
        while not game.grid.full:
            cell = game.best_cell()
            game.click(cell)
            game.placed(cell)
            score = game.check()
            if len(game.grid.cards) == 11:
                save(game, "mid-game")
        assert score.won
        assert (game.clicks, score.heels) == (16, 2)
        save(game, "end")
        game.click((2, 1))  # does nothing any more
        game.press("Return")
        game.check()
        print(f"16 clicks: {game.title()}")


def test_a_game_played_with_the_keyboard_shows_the_right_total_after_every_card(screen):
    with running(screen, 1) as game:
        screen.xdotool("mousemove", 990, 790)  # off the window
        screen.xdotool("windowfocus", game.window)
        for row, column in CELLS:  # the cursor begins in the first
            if row >= 2:
                game.press("abcd"[column], row + 1)
            elif (row, column) != (0, 0):
                game.press("Right", *["Down"] * (column == 0))
            game.press("Return" if row % 2 else "space")
            game.placed((row, column))
            score = game.check()
        assert not score.won
        print(f"with the keyboard: {game.title()}")


def test_a_click_that_the_rules_forbid_is_explained_and_changes_nothing(screen):
    with running(screen, 29) as game:
        game.click((0, 0))
        game.placed((0, 0))
        game.check()
        for cell in ((0, 0), (3, 3)):  # one is taken, the other touches no card
            before = game.panel()
            game.click(cell)
            within_time("message", game.panel, lambda panel, before=before: (panel != before).any())
            game.check()
        for place in ((5, 5), game.score_of_row(0), game.score_of_column(3)):
            screen.xdotool("mousemove", *place, "click", 1)
        game.click((1, 1))
        game.placed((1, 1))
        game.check()


def test_cards_are_taken_back_and_a_new_game_begins(screen):
    with running(screen, 165) as game:
        grids = [game.grid]
        while not game.grid.full:
            cell = game.best_cell()
            game.click(cell)
            game.placed(cell)
            grids.append(game.grid)
        game.check()
        for number in (15, 14, 2, 0):
            game.press(*["u"] * (len(game.grid.cards) - number))
            game.grid = grids[number]
            game.check()
        game.press("u")  # there is nothing to take back
        game.click((3, 0))
        game.placed((3, 0))
        game.check()
        game.press("n")
        game.grid = grids[0]
        game.check()


def test_the_count_of_a_line_is_shown_while_the_mouse_is_at_its_score(screen):
    with running(screen, 29) as game:
        for cell in CELLS:
            game.click(cell)
            game.placed(cell)
        game.check()
        screen.xdotool("mousemove", 5, 5)
        alone, counts = game.panel(), []
        for line in range(4):
            for place in (game.score_of_row(line), game.score_of_column(line)):
                screen.xdotool("mousemove", *place)
                counts.append(within_time("count", game.panel, lambda panel: (panel != alone).any()))
                screen.xdotool("mousemove", 5, 5)
                within_time("no count", game.panel, lambda panel: (panel == alone).all())
        assert len({count.tobytes() for count in counts}) == 8


@pytest.mark.parametrize("size", [(430, 295), (600, 790), (990, 420)], ids=str)
def test_a_game_is_played_in_a_window_of_another_size(screen, size):
    with running(screen, 29) as game:
        game.resize(*size)
        while not game.grid.full:
            cell = game.best_cell()
            game.click(cell)
            game.placed(cell)
            game.check()
        save(game, f"end-{size[0]}x{size[1]}")
