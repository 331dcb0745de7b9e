"""Play Cribbage Square in a window: sixteen cards, eight hands, and 61 points win.

    python examples/cribbage_square.py [--seed N]

It needs cribscore, and tkinter, which comes with Python (on Debian it is the package python3-tk). The rules
are those of `cribscore.squares`; this shows the game, and turns clicks and keys into moves.
"""

import argparse
import tkinter as tk
from collections.abc import Callable
from tkinter import font

from cribscore import Card, HandExplanation, backend, explain_grid
from cribscore.squares import Game, IllegalMoveError, Player, reason

# All is laid out on a sheet of this size, which is then scaled to the window.
WIDTH, HEIGHT = 860, 590
CARD_WIDTH, CARD_HEIGHT = 88, 110
STEP_X, STEP_Y = 100, 122  # from one cell to the next
BOARD_X, BOARD_Y = 56, 48
PANEL_X, PANEL_WIDTH = 550, 280
BUTTON = (PANEL_X, 450, PANEL_X + 80, 482)  # left, top, right, bottom of the one for a hint

FELT, CLOSED, OPEN = "#1d5a43", "#1a4f3b", "#2c7a5c"  # a card may be placed in an open cell
PAPER, RED, BLACK = "#fdfaf1", "#c4122f", "#1b1b1b"
INK, FAINT, GOLD = "#f7f2e4", "#b4d2c3", "#ffd76a"
ARROWS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
HELP = """\
Click a cell, or use the arrows or a-d and 1-4, then Return. Point at a line's score to see its count.
h: hint    u: take back    n: new game"""


def hint(game: Game) -> tuple[str, tuple[int, int]]:
    """What the player advises, in words, and the cell."""
    best = Player(0 if backend() == "python" else 2).advise(game)[0]
    return f"{best.move}: {reason(game, best.move)}. {best.score:.0f} points expected.", best.move.cell


def title(game: Game) -> str:
    """How the game stands, for the window's title."""
    result = (" - won" if game.won else " - lost") if game.over else ""
    return f"Cribbage Square - {game.score} of {game.rules.win_at}{result}"


def face(card: Card) -> str:
    """A card as it is shown: its rank and its suit's symbol."""
    return f"{card:u}".replace("T", "10")


def corner(row: int, column: int) -> tuple[int, int]:
    """The upper left corner of a cell; the scores are in column 4 and in row 4."""
    return BOARD_X + column * STEP_X, BOARD_Y + row * STEP_Y


def place_at(x: float, y: float) -> tuple[int, int] | None:
    """The row and the column of the cell or the score at a point of the sheet."""
    row, down = divmod(y - BOARD_Y, STEP_Y)
    column, right = divmod(x - BOARD_X, STEP_X)
    on_board = 0 <= row <= 4 and 0 <= column <= 4 and down < CARD_HEIGHT and right < CARD_WIDTH
    return (int(row), int(column)) if on_board else None


class Table(tk.Canvas):
    """The table: it draws the game, and turns clicks and keys into moves."""

    def __init__(self, window: tk.Tk, game: Game) -> None:
        super().__init__(window, width=WIDTH, height=HEIGHT, background=FELT, highlightthickness=0)
        self.game, self.message = game, ""
        self.family = font.nametofont("TkDefaultFont").actual("family")
        self.cursor = (0, 0)  # the cell in which Return places the card
        self.pointed: tuple[int, int] | None = None  # the cell or the score under the mouse
        self.bind("<Configure>", lambda _: self.draw())
        self.bind("<Motion>", self.on_mouse)
        self.bind("<Button-1>", self.on_click)
        window.bind("<Key>", self.on_key)

    def attempt(self, move: Callable[..., object], *cell: int) -> None:
        """Make a move, or say which rule forbids it."""
        try:
            move(*cell)
            self.message = ""
        except IllegalMoveError as error:
            self.message = f"{error}."

    def on_mouse(self, event: tk.Event) -> None:
        """Follow the mouse: a cell takes the cursor along, a score shows its count."""
        place = place_at((event.x - self.left) / self.zoom, (event.y - self.top) / self.zoom)
        if place != self.pointed:
            self.pointed = place
            self.cursor = place if place and max(place) < 4 else self.cursor
            self.draw()

    def on_click(self, event: tk.Event) -> None:
        self.on_mouse(event)
        x, y = (event.x - self.left) / self.zoom, (event.y - self.top) / self.zoom
        if BUTTON[0] <= x < BUTTON[2] and BUTTON[1] <= y < BUTTON[3]:
            self.give_hint()
        elif self.pointed and max(self.pointed) < 4:
            self.cursor = self.pointed
            self.attempt(self.game.place, *self.cursor)
            self.draw()

    def give_hint(self) -> None:
        """Say which move is best, and put the cursor there."""
        if not self.game.over:
            self.message, self.cursor = hint(self.game)
            self.draw()

    def on_key(self, event: tk.Event) -> None:
        key = event.keysym.lower().removeprefix("kp_")
        row, column = self.cursor
        if key in ARROWS:
            down, right = ARROWS[key]
            self.cursor = (row + down) % 4, (column + right) % 4
        elif key in ("a", "b", "c", "d"):
            self.cursor = row, "abcd".index(key)
        elif key in ("1", "2", "3", "4"):
            self.cursor = "1234".index(key), column
        elif key in ("return", "enter", "space"):
            self.attempt(self.game.place, *self.cursor)
        elif key == "h":
            self.give_hint()
        elif key == "u":
            self.attempt(self.game.undo)
        elif key == "n":
            self.game, self.message = Game(), ""
        self.draw()

    def draw(self) -> None:
        """Draw everything anew on the sheet, and scale it to the window."""
        width, height = self.winfo_width(), self.winfo_height()
        self.zoom = min(width / WIDTH, height / HEIGHT)
        self.left, self.top = (width - WIDTH * self.zoom) / 2, (height - HEIGHT * self.zoom) / 2
        self.delete("all")
        explained = explain_grid(self.game.grid, self.game.starter)
        self.draw_board()
        self.draw_panel()
        for number in range(4):
            x, y = corner(number, number)
            self.write(BOARD_X - 24, y + CARD_HEIGHT / 2, "1234"[number], 17, FAINT)
            self.write(x + CARD_WIDTH / 2, BOARD_Y - 22, "abcd"[number], 17, FAINT)
            self.draw_score(f"Row {number + 1}", explained.rows[number], (number, 4))
            self.draw_score(f"Column {'abcd'[number]}", explained.columns[number], (4, number))
        self.scale("all", 0, 0, self.zoom, self.zoom)
        self.move("all", self.left, self.top)
        self.winfo_toplevel().title(title(self.game))

    def draw_board(self) -> None:
        may_place = [move.cell for move in self.game.legal_moves()]
        if not self.game.over:
            self.draw_box(*corner(*self.cursor), GOLD, border=4)
        for cell in [(row, column) for row in range(4) for column in range(4)]:
            self.draw_card(*corner(*cell), self.game.grid[cell], OPEN if cell in may_place else CLOSED)

    def draw_panel(self) -> None:
        """Draw what is beside the board: the card to place or the starter, the total, the last message."""
        game, score = self.game, self.game.score
        self.write(PANEL_X, BOARD_Y - 22, "Starter" if game.over else "To place", 17, FAINT, "w")
        self.draw_card(PANEL_X, BOARD_Y, game.starter or game.card, CLOSED)
        self.write(PANEL_X + 116, BOARD_Y + 32, score, 60, INK, "w")
        heels = f"\n{score.heels} for his heels" if score.heels else ""
        self.write(PANEL_X + 118, BOARD_Y + 70, f"of {game.rules.win_at} to win{heels}", 16, FAINT, "nw")
        result = "You win!" if game.won else "You lose."
        self.write(PANEL_X, 172, result if game.over else self.message, 28 if game.over else 16, GOLD, "nw")
        self.write(PANEL_X, HEIGHT - 24, HELP, 14, FAINT, "sw")
        if not game.over:
            self.create_rectangle(BUTTON, fill=OPEN, outline=FAINT)
            self.write((BUTTON[0] + BUTTON[2]) / 2, (BUTTON[1] + BUTTON[3]) / 2, "Hint", 16, INK)

    def draw_score(self, name: str, line: HandExplanation, place: tuple[int, int]) -> None:
        """Draw the score of a line and, while the mouse is over it, how it is counted."""
        left, top = corner(*place)
        x, y = (left + 24, top + CARD_HEIGHT / 2) if place[1] == 4 else (left + CARD_WIDTH / 2, top + 18)
        self.write(x, y, line.score, 24, GOLD if line.score else FAINT)
        if place == self.pointed:
            self.write(PANEL_X, 234, f"{name}: {line.score}", 18, GOLD, "w")
            for number, group in enumerate(line.groups):
                y = 257 + 22 * number
                self.write(PANEL_X, y, f"{group.points:>2}  {group.name}", 15, INK, "w")
                self.write(PANEL_X + PANEL_WIDTH, y, "  ".join(map(face, group.cards)), 15, INK, "e")

    def draw_card(self, x: float, y: float, card: Card | None, color: str) -> None:
        """Draw a card or, in a color, the cell without one."""
        self.draw_box(x, y, PAPER if card else color)
        if card:
            ink = RED if card.suit.letter in "DH" else BLACK
            self.write(x + 10, y + 20, face(card)[:-1], 26, ink, "w")
            self.write(x + 10, y + 46, card.suit.symbol, 24, ink, "w")
            self.write(x + 56, y + 74, card.suit.symbol, 56, ink)

    def draw_box(self, x: float, y: float, color: str, border: int = 0) -> None:
        """Draw a rectangle as large as a card, or with a border larger; its corners are round."""
        left, top, right, bottom = x + 8, y + 8, x + CARD_WIDTH - 8, y + CARD_HEIGHT - 8
        corners = (left, top, right, top, right, bottom, left, bottom)
        self.create_polygon(corners, fill=color, outline=color, width=(16 + 2 * border) * self.zoom)

    def write(self, x: float, y: float, text: object, size: int, color: str, anchor: str = "center") -> None:
        """Write text; what is large is bold."""
        style = (self.family, -max(1, round(size * self.zoom)), "bold" if size > 17 else "normal")
        self.create_text(
            x, y, text=text, font=style, fill=color, anchor=anchor, width=PANEL_WIDTH * self.zoom
        )


def main() -> None:
    parser = argparse.ArgumentParser(description="Play Cribbage Square in a window.")
    parser.add_argument("--seed", type=int, metavar="N", help="the number of the first deal; random without")
    try:
        game = Game(seed=parser.parse_args().seed)
    except ValueError as error:
        parser.error(str(error))
    window = tk.Tk()
    window.minsize(WIDTH // 2, HEIGHT // 2)
    Table(window, game).pack(fill="both", expand=True)
    window.mainloop()


if __name__ == "__main__":
    main()
