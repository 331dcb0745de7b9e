"""The published test vectors: `python tests/support/make_vectors.py` writes them anew.

Every expected number comes from the naive scorer, which is written from the rules alone, or from the data
files. The library computes none of them.
"""

import json
from itertools import combinations
from pathlib import Path
from random import Random

import cribscore
from naive import grid_lines, hand_parts, parse
from oracles import BOARDS, KNOWN_HANDS, RECORD_165, RECORD_170, RECORD_172, cells_of, load
from strategies import FIVE_RANKS, NAMES

PATH = Path(cribscore.__file__).with_name("vectors.json")
ABOUT = (
    "Test vectors for programs that score cribbage and Cribbage Squares. A card is a rank, "
    "A23456789TJQK, and a suit, CDHS; '..' is an empty cell; a starter of null is not turned yet. "
    "parts: fifteens, pairs, runs, flush, nobs. A grid is four rows, top to bottom; rows and columns "
    "are the points of the lines. best: the largest total of any placement of the cards in the empty "
    "cells; with a starter of null any of the cards may be the starter. plays: the cards in the order"
    " in which they are played (go is never told; hand 0 leads if lead is 0), and for each card the "
    "points of fifteen, thirty-one, pairs, run and last card or go. keeps: six cards, and for each "
    "two of them that are thrown (in the order 0 1, 0 2, ... 4 5) the sum of the points of the other "
    "four over the 46 starters; cribs: the sum of the points of the crib over every two of the other "
    "46 cards that complete it, and every starter. refused: texts and lists of cards that are not valid."
)
REFUSED = {
    "card": ["", "5", "H", "1H", "11C", "14S", "XH", "H5", "5X", "5 H", "5H5", "5HX", "..", "Joker"],
    "hand": [
        "5H 5C 5S",
        "5H 5C 5S JD 5D",
        "5H 5C 5S 5H",
        "5H 5C 5S ..",
        "5H,,5C 5S JD",
        ",5H 5C 5S JD",
        "5H 5C 5S JD,",
    ],
    "starter": [["5H 5C 5S JD", "5H"], ["5H 5C 5S JD", "JD"]],
    "grid": [
        "5C 5D 5S JH / 4C 4D 6S 6H / 6C 6D 4S 4H",
        "5C 5D 5S JH / 4C 4D 6S 6H / 6C 6D 4S 4H / TC TD TS",
        "5C 5D 5S JH / 4C 4D 6S 6H / 6C 6D 4S 4H / TC TD TS TH / AC 2C 3C 4C",
        "5C 5D 5S JH / 4C 4D 6S 6H / 6C 6D 4S 4H / TC TD TS JH",
    ],
}


def hand_vector(hand, starter, crib):
    parts = hand_parts([parse(card) for card in hand], parse(starter), crib)
    return {"hand": " ".join(hand), "starter": starter, "crib": crib, "parts": parts, "total": sum(parts)}


def hands():
    """The hands that other programs got wrong, the largest, then hands of every combination of parts."""
    yield hand_vector(["5C", "5D", "5S", "JH"], "5H", False)
    for known in KNOWN_HANDS:
        yield hand_vector(known["hand"].split(), known["starter"], known["crib"])
    random, seen = Random(1), {}
    packs = [NAMES, *FIVE_RANKS, *([card for card in NAMES if card[1] == suit] for suit in "CDHS")]
    packs += [[card for card in NAMES if card[0] in "5TJQK"], [card for card in NAMES if card[0] in "78A2"]]
    for _ in range(60_000):
        *hand, starter = random.sample(random.choice(packs), 5)
        key = (random.random() < 0.3, random.random() < 0.2)
        vector = hand_vector(hand, None if key[1] else starter, key[0])
        if seen.setdefault((key, vector["parts"]), 0) < 1:
            seen[key, vector["parts"]] += 1
            yield vector


def grid_vector(cells, starter):
    rows, columns, heels = grid_lines([parse(cell) for cell in cells], parse(starter))
    rows, columns = ([sum(parts) for parts in lines] for lines in (rows, columns))
    texts = [cell or ".." for cell in cells]
    return {
        "grid": " / ".join(" ".join(texts[start : start + 4]) for start in range(0, 16, 4)),
        "starter": starter,
        "rows": rows,
        "columns": columns,
        "heels": heels,
        "total": sum(rows + columns) + heels,
    }


def grids():
    """The boards of the data files and the records, then grids in progress."""
    for board in [*BOARDS, RECORD_165, RECORD_170, RECORD_172]:
        yield grid_vector([None if cell == ".." else cell for cell in cells_of(board)], board["starter"])
    random = Random(2)
    for _ in range(60):
        *cells, starter = random.sample(random.choice([NAMES, *FIVE_RANKS]), 17)
        kept = random.random()
        cells = [cell if random.random() < kept else None for cell in cells]
        yield grid_vector(cells, random.choice([starter, None]))


def best_of_few(board, cards, starter):
    """The largest total of all placements of a few cards, by trying them all."""
    empty = [place for place, cell in enumerate(board) if cell is None]

    def place(board, left, empty):
        if not empty:
            turned = starter or left[0]
            yield grid_vector(board, turned)["total"]
            return
        for card in left:
            filled = [*board]
            filled[empty[0]] = card
            yield from place(filled, [other for other in left if other != card], empty[1:])

    return max(place(board, cards, empty))


def searches():
    """Open deals whose best total a full enumeration found, then boards with a few empty cells."""
    empty = " / ".join([".. .. .. .."] * 4)
    for deal in load("open_deals.json")["deals"]:
        yield {"grid": empty, "cards": deal["cards"], "starter": deal["starter"], "best": deal["best"]}
    random = Random(3)
    for _ in range(20):
        cards = random.sample(random.choice([NAMES, *FIVE_RANKS]), 17)
        holes = random.sample(range(16), 4)
        board = [None if place in holes else cards[place] for place in range(16)]
        starter = random.choice([cards[16], None])
        loose = [cards[place] for place in holes] + ([] if starter else [cards[16]])
        best = best_of_few(board, loose, starter)
        text = grid_vector(board, None)["grid"]
        yield {"grid": text, "cards": " ".join(loose), "starter": starter, "best": best}


def plays():
    """The hard plays of the data file, those of three and four players, and some of the random ones."""
    cases = load("pegging_cases.json")
    for case in [*cases["hard"], *cases["more_players"], *cases["random"][:30]]:
        yield {
            "hands": case["hands"],
            "lead": case["lead"],
            "cards": " ".join(card for _, card, *_ in case["plays"]),
            "points": [points for _, _, *points in case["plays"]],
        }


def keeps():
    """The six-card deals of the data file: the sums of the points of each keep and of each crib by chance."""
    for deal in load("discard_cases.json")["deals"]:
        thrown = {frozenset(pair.split()): (total, crib) for pair, total, *_, crib in deal["keeps"]}
        pairs = combinations(deal["cards"].split(), 2)
        sums, cribs = zip(*(thrown[frozenset(pair)] for pair in pairs), strict=True)
        yield {"cards": deal["cards"], "sums": sums, "cribs": cribs}


def document():
    return {
        "schema": "cribscore.vectors/1",
        "about": ABOUT,
        "hands": [*hands()],
        "grids": [*grids()],
        "searches": [*searches()],
        "plays": [*plays()],
        "keeps": [*keeps()],
        "refused": REFUSED,
    }


def text_of(vectors):
    """JSON with a vector a line."""
    parts = [f'"schema": {json.dumps(vectors["schema"])}', f'"about": {json.dumps(vectors["about"])}']
    for name in ("hands", "grids", "searches", "plays", "keeps"):
        lines = ",\n    ".join(json.dumps(vector, separators=(", ", ": ")) for vector in vectors[name])
        parts.append(f'"{name}": [\n    {lines}\n  ]')
    parts.append(f'"refused": {json.dumps(vectors["refused"], indent=2)}')
    return "{\n  " + ",\n  ".join(parts) + "\n}\n"


if __name__ == "__main__":
    PATH.write_text(text_of(document()), encoding="utf-8")
