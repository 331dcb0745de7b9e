"""What is known to be right, from files and from print; nothing here is computed by the library."""

import json
from pathlib import Path

DATA = Path(__file__).parents[1] / "data"


def load(name):
    return json.loads((DATA / name).read_text(encoding="utf-8"))


PARTS = ("fifteens", "pairs", "runs", "flush", "nobs")

TABLES = load("hand_tables.json")
KNOWN_HANDS = load("known_hands.json")
BOARDS = load("boards.json")["boards"]

RECORD_170 = {
    "grid": ["KH KC KD KS", "QH QC QD QS", "JH JC JD JS", "TH 5C 5D 5S"],
    "starter": "5H",
    "rows": [20, 20, 21, 28],
    "columns": [18, 21, 21, 21],
    "heels": 0,
    "total": 170,
}
RECORD_165 = {
    "grid": ["7H 7D 8C 8S", "8H 8D 7C 7S", "3H 6D 6C 6S", "9H 9D 9C 9S"],
    "starter": "6H",
    "rows": [24, 24, 24, 20],
    "columns": [13, 20, 20, 20],
    "heels": 0,
    "total": 165,
}
RECORD_172 = {
    "grid": ["5C 5D 5S JH", "4C 4D 6S 6H", "6C 6D 4S 4H", "TC TD TS TH"],
    "starter": "5H",
    "rows": [29, 24, 24, 20],
    "columns": [20, 20, 20, 15],
    "heels": 0,
    "total": 172,
}
# The largest total with a starter of each rank, ace to king; another program than this library's found it.
LARGEST_BY_STARTER = [126, 132, 155, 164, 172, 165, 155, 153, 159, 153, 155, 155, 151]
EVERY_BOARD = [*BOARDS, RECORD_165, RECORD_170, RECORD_172]


def cells_of(board):
    """The 16 cells of a board of the files, row by row, as text."""
    return " ".join(board["grid"]).split()
