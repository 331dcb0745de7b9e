"""Pictures of cards, hands and grids: the SVG parsed, and compared with what it stands for."""

import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from colours import contrast, rgb
from cribscore import (
    DECK,
    Card,
    CribscoreError,
    Grid,
    Hand,
    InvalidCardError,
    InvalidGridError,
    InvalidHandError,
    _svg,
)
from naive import hand_parts, parse
from oracles import EVERY_BOARD, RECORD_172, cells_of
from strategies import NAMES, boards, examples, hands
from wording import exactly

DOCS = Path(__file__).parents[2] / "docs"
SVG = "{http://www.w3.org/2000/svg}"
ATTRIBUTES = {
    "svg": {"viewBox", "width", "height", "role", "font-family"},
    "title": set(),
    "desc": set(),
    "g": {"transform", "fill"},
    "rect": {
        *("x", "y", "width", "height", "rx", "fill"),
        *("stroke", "stroke-width", "stroke-opacity", "stroke-dasharray"),
    },
    "text": {"x", "y", "font-size", "font-weight", "fill", "text-anchor", "textLength", "lengthAdjust"},
    "path": {"transform", "d"},
}
RANKS = {"T": "10", **{letter: letter for letter in "A23456789JQK"}}
RANK_NAMES = dict(
    zip(
        "A23456789TJQK",
        (
            *("Ace", "Two", "Three", "Four", "Five", "Six", "Seven"),
            *("Eight", "Nine", "Ten", "Jack", "Queen", "King"),
        ),
        strict=True,
    )
)
SUIT_NAMES = {"C": "Clubs", "D": "Diamonds", "H": "Hearts", "S": "Spades"}


def name_of(text):
    """The name of a card such as "TH"."""
    return f"{RANK_NAMES[text[0]]} of {SUIT_NAMES[text[1]]}"


NAMED = {name_of(text): text for text in NAMES}


class Picture:
    """An SVG that holds only what is allowed, and what is drawn in it."""

    def __init__(self, text):
        assert "<!" not in text
        assert "<?" not in text
        self.root = ElementTree.fromstring(text)
        for element in self.root.iter():
            assert element.tag.startswith(SVG)
            assert set(element.attrib) <= ATTRIBUTES[element.tag.removeprefix(SVG)]
            assert not re.search(r"url|href|script|@|//", " ".join(element.attrib.values()))
        assert [child.tag for child in self.root][:2] == [f"{SVG}title", f"{SVG}desc"]
        assert self.root.get("role") == "img"
        x, y, self.width, self.height = map(int, self.root.get("viewBox").split())
        assert (x, y) == (0, 0)
        self.title, self.description = self.root[0].text, self.root[1].text
        self.cards = {}  # by place: the text of the card that is drawn there
        for group in self.root.findall(f"{SVG}g"):
            x, y = map(int, re.fullmatch(r"translate\((\d+) (\d+)\)", group.get("transform")).groups())
            assert (x, y) not in self.cards
            self.cards[x, y] = card_drawn(group)
        self.empty = {
            (int(cell.get("x")) - 1, int(cell.get("y")) - 1)
            for cell in self.root.findall(f"{SVG}rect")
            if cell.get("stroke-dasharray")
        }
        self.texts = [
            (int(words.get("x")), int(words.get("y")), words.text)
            for words in self.root.findall(f"{SVG}text")
        ]
        for x, y in [*self.cards, *self.empty]:
            assert 0 <= x <= self.width - 100
            assert 0 <= y <= self.height - 140

    def lines(self):
        """The cards from top to bottom and from left to right, and None for an empty cell."""
        places = sorted([*self.cards, *self.empty], key=lambda place: place[::-1])
        rows = sorted({y for _, y in places})
        return [[self.cards.get(place) for place in places if place[1] == row] for row in rows]


def card_drawn(group):
    """The text of a card, from its name, after its rank, its suits and its colour are held against it."""
    title, paper, drawing = group
    text = NAMED[title.text]
    assert paper.get("fill") == "#fff"
    rank, *suits = drawing
    assert rank.text == RANKS[text[0]]
    assert [suit.tag for suit in suits] == [f"{SVG}path"] * 2
    assert {suit.get("d") for suit in suits} == {SHAPES[text[1]]}
    red, green, blue = rgb(drawing.get("fill"))
    assert (red > 2 * (green + blue)) is (text[1] in "DH")
    assert contrast(paper.get("fill"), drawing.get("fill")) >= 7
    return text


SHAPES = {suit: _svg._SHAPES[symbol] for suit, symbol in zip("CDHS", "♣♦♥♠", strict=True)}


# Suits


@pytest.mark.parametrize(
    ("suit", "tip_above", "tip_below"), [("D", True, True), ("H", False, True), ("S", True, False)]
)
def test_a_diamond_has_a_tip_above_and_below_a_heart_below_and_a_spade_above(suit, tip_above, tip_below):
    numbers = re.findall(r"[MCHZ]|-?\d+", SHAPES[suit])
    points, place = [], 0
    while place < len(numbers):
        if numbers[place] == "H":  # across the foot of the spade
            points.append((int(numbers[place + 1]), points[-1][1]))
            place += 2
        elif numbers[place] in "MCZ":
            place += 1
        else:
            points.append((int(numbers[place]), int(numbers[place + 1])))
            place += 2
    assert {(-x, y) for x, y in points} == set(points)  # left and right are alike
    heights = [y for _, y in points]
    at_top, at_foot = ({x for x, y in points if y == end} for end in (min(heights), max(heights)))
    assert [at_top == {0}, at_foot == {0}] == [tip_above, tip_below]


def test_a_club_is_three_circles_of_one_size_on_a_stem():
    circles = re.findall(r"M(-?\d+)(-| )?(\d+)a(\d+) \4 0 1 0 (\d+) 0a\4 \4 0 1 0-\5 0Z", SHAPES["C"])
    centres = [(int(left) + int(radius), int(sign.strip() + y)) for left, sign, y, radius, _ in circles]
    assert len({radius for *_, radius, _ in circles}) == 1
    top, left, right = centres
    assert top[0] == 0
    assert left[0] == -right[0] < 0
    assert left[1] == right[1] > top[1]


def test_each_suit_has_a_shape_of_its_own():
    assert len({*SHAPES.values()}) == 4


# Cards


@pytest.mark.parametrize("text", NAMES)
def test_a_picture_of_a_card_is_named_and_shows_its_rank_and_suit(text):
    picture = Picture(Card(text).to_svg())
    assert picture.cards == {(0, 0): text}
    assert picture.title == name_of(text)
    assert picture.description
    assert (picture.width, picture.height) == (100, 140)


def test_what_is_drawn_is_escaped():
    root = ElementTree.fromstring(_svg.card(("<&♥", "a < \"b\" & 'c'"), 80))
    assert root[0].text == "a < \"b\" & 'c'"
    assert root.find(f".//{SVG}text").text == "<&"


# Hands


@given(hand=hands())
@example(hand=(["5H", "5C", "5S", "JD"], "5D"))
def test_a_picture_of_a_hand_has_its_cards_in_order_and_the_starter_apart(hand):
    cards, starter = hand
    picture = Picture(Hand(cards).to_svg(starter))
    assert picture.lines() == [[*cards, *([] if starter is None else [starter])]]
    assert picture.title == "Cribbage hand"
    words = ", ".join(map(name_of, cards)) + ("" if starter is None else f". Starter: {name_of(starter)}")
    assert picture.description == f"{words}."
    places = sorted(x for x, _ in picture.cards)
    gaps = [right - left - 100 for left, right in pairwise(places)]
    assert min(gaps) > 0
    assert len({*gaps[:3]}) == 1
    assert gaps[3:] == [gap for gap in gaps[3:] if gap > gaps[0]]
    assert places[-1] + 100 == picture.width


# Grids


def rows_of(cells):
    return [cells[start : start + 4] for start in range(0, 16, 4)]


@given(board=boards(), points=st.booleans())
@example(board=([None] * 16, None), points=True)
@example(board=([None] * 16, "JC"), points=True)
@examples(100)
def test_a_picture_of_a_grid_has_its_cells_its_starter_and_the_points_of_each_line(board, points):
    cells, starter = board
    picture = Picture(Grid(cells).to_svg(starter, points=points))
    starters = [place for place in picture.cards if place[0] > 4 * 110]
    assert [picture.cards.pop(place) for place in starters] == ([] if starter is None else [starter])
    assert picture.lines() == rows_of(cells)
    lines = [*rows_of(cells), *(cells[start::4] for start in range(4))]
    scores = [
        sum(hand_parts([parse(card) for card in line if card], parse(starter), False)) for line in lines
    ]
    heels = 2 if starter is not None and starter[0] == "J" else 0
    expected = [*scores, sum(scores) + heels] if points else []
    assert sorted(int(text) for *_, text in picture.texts if text.isdigit()) == sorted(expected)
    words = [text for *_, text in picture.texts if not text.isdigit()]
    assert words == ["starter"] * (starter is not None) + ["heels 2"] * (points and heels == 2)


@pytest.mark.parametrize("board", EVERY_BOARD, ids=lambda board: "/".join(board["grid"]).replace(" ", ""))
def test_the_points_of_a_line_stand_at_its_end_and_the_total_in_the_corner(board):
    picture = Picture(Grid(board["grid"]).to_svg(board["starter"], points=True))
    numbers = {(x, y): int(text) for x, y, text in picture.texts if text.isdigit()}
    right, below = max(x for x, _ in numbers), max(y for _, y in numbers)
    at_right = sorted((y, points) for (x, y), points in numbers.items() if x == right)
    at_foot = sorted((x, points) for (x, y), points in numbers.items() if x < right)
    assert [points for _, points in at_right] == [*board["rows"], board["total"]]
    assert [points for _, points in at_foot] == board["columns"]
    assert at_right[-1][0] == below
    cells = {place for place in (*picture.cards, *picture.empty) if place[0] < right - 100}
    lefts, tops = (sorted({place[axis] for place in cells}) for axis in (0, 1))
    assert all(top < y < top + 140 for top, (y, _) in zip(tops, at_right[:4], strict=True))
    assert [x for x, _ in at_foot] == [left + 50 for left in lefts]


def test_a_board_is_described_in_words():
    picture = Picture(Grid("5H JH .. 5S / .. .. .. .. / 2C .. .. .. / .. KD QD TD").to_svg("JC", points=True))
    # Counted by hand.
    assert picture.title == "Cribbage Squares grid of 26 points"
    assert picture.description == (
        "Row 1: Five of Hearts, Jack of Hearts, empty, Five of Spades, 12 points. "
        "Row 2: empty, empty, empty, empty, 0 points. "
        "Row 3: Two of Clubs, empty, empty, empty, 0 points. "
        "Row 4: empty, King of Diamonds, Queen of Diamonds, Ten of Diamonds, 4 points. "
        "Column 1: 2 points. Column 2: 2 points. Column 3: 0 points. Column 4: 4 points. "
        "Starter: Jack of Clubs. Heels: 2 points. Total: 26 points."
    )
    plain = Picture(Grid("5H JH .. 5S / .. .. .. .. / .. .. .. .. / .. .. .. ..").to_svg())
    assert plain.title == "Cribbage Squares grid"
    assert plain.description == (
        "Row 1: Five of Hearts, Jack of Hearts, empty, Five of Spades. "
        "Row 2: empty, empty, empty, empty. "
        "Row 3: empty, empty, empty, empty. "
        "Row 4: empty, empty, empty, empty."
    )


def test_one_point_is_one_point():
    # His nobs alone: the jack of the starter's suit.
    grid = "JD 2C 4S 8H / .. .. .. .. / .. .. .. .. / .. .. .. .."
    assert "Eight of Hearts, 1 point. " in Picture(Grid(grid).to_svg("QD", points=True)).description


def test_the_words_on_a_board_read_on_the_colour_of_its_table():
    root = ElementTree.fromstring(Grid(RECORD_172["grid"]).to_svg("5H", points=True))
    table = root.find(f"{SVG}rect")
    assert [table.get("width"), table.get("height")] == root.get("viewBox").split()[2:]
    for words in root.findall(f"{SVG}text"):
        assert contrast(words.get("fill"), table.get("fill")) >= 7


def test_the_picture_of_the_172_is_what_the_library_draws():
    (path,) = DOCS.rglob("board-172.svg")
    kept = path.read_text(encoding="utf-8")
    assert kept == Grid(RECORD_172["grid"]).to_svg(RECORD_172["starter"], points=True) + "\n"
    picture = Picture(kept)
    assert [*picture.cards.values()] == [*cells_of(RECORD_172), RECORD_172["starter"]]


# Any picture


PICTURES = {
    "card": Card("TH").to_svg,
    "hand": Hand("5H 5C 5S JD").to_svg,
    "grid": Grid(RECORD_172["grid"]).to_svg,
}


@pytest.mark.parametrize("draw", PICTURES.values(), ids=PICTURES)
def test_the_width_of_a_card_scales_the_whole_picture_and_nothing_else(draw):
    plain = Picture(draw())
    for width in (1, 30, 80, 333, 10_000):
        picture = Picture(draw(card_width=width))
        scale = width / 100
        assert float(picture.root.get("width")) == pytest.approx(picture.width * scale)
        assert float(picture.root.get("height")) == pytest.approx(picture.height * scale)
        picture.root.attrib.update(width=plain.root.get("width"), height=plain.root.get("height"))
        assert ElementTree.tostring(picture.root) == ElementTree.tostring(plain.root)


@pytest.mark.parametrize("draw", PICTURES.values(), ids=PICTURES)
@pytest.mark.parametrize(
    ("card_width", "error", "message"),
    [
        (0, CribscoreError, "card_width 0 is not 1 to 10000"),
        (10_001, CribscoreError, "card_width 10001 is not 1 to 10000"),
        (True, TypeError, "card_width True is not a whole number"),
        (80.0, TypeError, "card_width 80.0 is not a whole number"),
        ("80", TypeError, "card_width '80' is not a whole number"),
    ],
    ids=repr,
)
def test_a_width_that_is_not_one_is_refused(draw, card_width, error, message):
    with pytest.raises(error, match=exactly(message)):
        draw(card_width=card_width)


@pytest.mark.parametrize(
    ("draw", "error"),
    [(PICTURES["hand"], InvalidHandError), (PICTURES["grid"], InvalidGridError)],
    ids=["hand", "grid"],
)
def test_a_starter_that_is_not_one_is_refused(draw, error):
    with pytest.raises(error, match=exactly("5C appears twice")):
        draw("5C")
    with pytest.raises(InvalidCardError):
        draw("1H")
    with pytest.raises(TypeError):
        draw(True)
    assert draw("9H") == draw(Card("9H")) == draw(DECK[34])


def test_the_pictures_know_nothing_of_the_package():
    names = {getattr(value, "__module__", "") for value in vars(_svg).values()}
    assert {name for name in names if name.startswith("cribscore")} == {"cribscore._svg"}
