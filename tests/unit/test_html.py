"""How hands, grids and scores look in a notebook: the HTML parsed, and compared with what it stands for."""

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from colours import contrast
from cribscore import (
    DECK,
    BestGrid,
    Card,
    Grid,
    Hand,
    MaximumProof,
    Pegging,
    ProofStep,
    _html,
    deal,
    explain_grid,
    explain_hand,
    score_grid,
    score_hand,
)
from cribscore.squares import OPEN, SHUFFLE, STANDARD, TWO_RESERVES, WASTE, Game, greedy_move
from oracles import RECORD_172
from strategies import boards, examples, hands

ALLOWED = {
    "div",
    "span",
    "b",
    "table",
    "caption",
    "thead",
    "tbody",
    "tfoot",
    "tr",
    "th",
    "td",
    "details",
    "summary",
}
ATTRIBUTES = {"style", "role", "aria-label", "title", "scope", "colspan"}


class Element:
    """An element of the page: its name, its attributes, and its children in order, text among them."""

    def __init__(self, name, attributes=()):
        self.name, self.attributes, self.children = name, dict(attributes), []

    def all(self, name):
        """Every element of a name within this one, from the top down."""
        found = []
        for child in self.children:
            if isinstance(child, Element):
                found += [child] * (child.name == name) + child.all(name)
        return found

    @property
    def text(self):
        words = "".join(child if isinstance(child, str) else child.text for child in self.children)
        return re.sub(r"\s+", " ", words).strip()


class Parser(HTMLParser):
    """Builds the elements, and refuses what is not closed in order or not allowed."""

    def __init__(self):
        super().__init__()
        self.root = Element("root")
        self.open = [self.root]

    def handle_starttag(self, tag, attrs):
        assert tag in ALLOWED
        assert {name for name, _ in attrs} <= ATTRIBUTES
        assert len({name for name, _ in attrs}) == len(attrs)
        element = Element(tag, attrs)
        self.open[-1].children.append(element)
        self.open.append(element)

    def handle_endtag(self, tag):
        assert self.open.pop().name == tag

    def handle_data(self, data):
        assert self.open[-1].name not in ("table", "thead", "tbody", "tfoot", "tr"), data
        self.open[-1].children.append(data)

    def handle_comment(self, data):
        raise AssertionError(data)

    handle_decl = handle_pi = unknown_decl = handle_comment


def parsed(html):
    parser = Parser()
    parser.feed(html)
    parser.close()
    assert parser.open == [parser.root]
    return parser.root


def shown(value):
    return parsed(value._repr_html_())


def table(element):
    """The texts of a table, row by row."""
    return [[cell.text for cell in row.children if isinstance(cell, Element)] for row in element.all("tr")]


def faces(element):
    return [card.text for card in element.all("span") if card.attributes.get("role") == "img"]


BOARD_172 = explain_grid(RECORD_172["grid"], RECORD_172["starter"])
IN_PROGRESS = explain_grid("5H JH .. 5S / .. .. .. .. / 2C .. .. .. / .. KD QD TD", "JC")
HAND = explain_hand("JH JC 5D 6S", "7H")
BEST = BestGrid(Grid(RECORD_172["grid"]), Card("5H"), BOARD_172.score, True, 172, 224455, 0.0254)
PROOF = MaximumProof(
    172,
    ((BEST.grid, BEST.starter), (BEST.grid.transposed(), BEST.starter)),
    170,
    (ProofStep(173, False, 5268, 0, 0, 0), ProofStep(170, True, 146, 7, 548, 1)),
    0.02,
)


def played(rules, moves):
    """A game after so many moves of the greedy player."""
    game = Game(rules, seed=1)
    for _ in range(moves):
        if not game.over:
            game.play(greedy_move(game))
    return game


GAMES = [played(rules, moves) for rules in (STANDARD, OPEN, TWO_RESERVES, WASTE, SHUFFLE) for moves in (0, 5)]
PLAY = Pegging.replay(["5H 4D 6S KC", "JC 5D 2H 9S"], "5H JC KC 5D 4D")
VALUES = [
    Card("TH"),
    PLAY,
    PLAY.view(1),
    Pegging(["5H 4D", 2, 3]),
    Pegging.replay(["KC", "5D"], "KC 5D"),
    score_hand("5H 5C 5S JD", "5D"),
    deal(1),
    BEST,
    PROOF,
    *GAMES,
    played(STANDARD, 16),
    Hand("5H 5C 5S JD"),
    Grid(RECORD_172["grid"]),
    IN_PROGRESS.grid,
    BOARD_172.score,
    BOARD_172,
    IN_PROGRESS,
    explain_grid([None] * 16),
    HAND,
    explain_hand("2C 4D 6S 8H", crib=True),
]


def named(value):
    return f"{type(value).__name__} {len(value._repr_html_())}"


def test_a_card_is_its_rank_and_suit():
    for card in DECK:
        (face,) = faces(shown(card))
        rank = str(card)[0].replace("T", "10")
        assert face == rank + "♣♦♥♠"["CDHS".index(str(card)[1])]


def test_a_deal_is_its_cards_in_the_order_dealt():
    # The first five of the deal with seed 1, as its documentation has them.
    assert faces(shown(deal(1, 5))) == ["Q♦", "9♠", "J♥", "8♠", "4♦"]
    assert len(faces(shown(deal(1, 52)))) == 52
    assert faces(shown(deal(1, 0))) == []


def test_a_hand_score_is_a_table_of_its_parts():
    assert table(shown(score_hand("5H 5C 5S JD", "5D"))) == [
        ["fifteens", "pairs", "runs", "flush", "nobs", "total"],
        ["16", "12", "0", "0", "1", "29"],
    ]


def test_a_best_grid_is_its_board_and_says_whether_it_is_proved():
    page = shown(BEST)
    assert table(page) == table(shown(BOARD_172).children[0])
    assert page.children[-1].text == (
        "No placement scores more. Partitions into rows looked at: 224,455 in 25.4 ms."
    )
    unproved = shown(BEST._replace(optimal=False, bound=174, seconds=2.04))
    assert unproved.children[-1].text == (
        "Not proved: no placement scores more than 174. Partitions into rows looked at: 224,455 in 2.0 s."
    )


def test_a_proof_is_its_searches_and_a_fold_for_each_board():
    page = shown(PROOF)
    assert page.children[0].text == "The largest total is 172; the next that a grid can have is 170."
    assert table(page.children[1]) == [
        ["target", "sets of rows", "grids of ranks", "choices of suits", "boards"],
        ["173 or more", "5,268", "0", "0", "0"],
        ["170 exactly", "146", "7", "548", "some"],
    ]
    folds = page.all("details")
    assert [fold.all("summary")[0].text for fold in folds] == ["board 1 of 172", "board 2 of 172"]
    assert table(folds[0]) == table(shown(BOARD_172).children[0])
    assert [row[-1] for row in table(folds[1])[1:-1]] == ["20", "20", "20", "15"]


def test_a_game_is_its_board_with_the_names_of_the_cells_and_the_cards_beside_it():
    game = Game(TWO_RESERVES, seed=1)  # the deal is Q♦ 9♠ J♥ 8♠
    for move in ("a1", "r1", "b1"):
        game.play(move)
    board, beside = shown(game).children
    assert board.all("caption")[0].text == "starter not turned heels 0 total 0 (61 not reached)"
    assert table(board) == [
        ["", "a", "b", "c", "d", "points"],
        ["1", "Q♦", "J♥", "", "", "0"],
        ["2", "", "", "", "", "0"],
        ["3", "", "", "", "", "0"],
        ["4", "", "", "", "", "0"],
        ["points", "0", "0", "0", "0", "0"],
    ]
    assert table(beside) == [["reserve 1", "9♠"], ["reserve 2", "empty"], ["to place", "8♠"]]


def test_a_game_that_is_over_says_whether_it_is_won():
    game = played(STANDARD, 16)
    assert game.score < 61
    assert shown(game).all("caption")[0].text.endswith("(the game is not won)")
    assert len(shown(game).all("table")) == 1  # nothing is left to place
    cards = "5C 5D 5S JH 4C 4D 6S 6H 6C 6D 4S 4H TC TD TS TH 5H"
    won = Game(STANDARD, deck=cards)
    for row in "1234":
        for column in "abcd":
            won.play(column + row)
    assert shown(won).all("caption")[0].text == "starter 5♥ heels 0 total 172 (the game is won)"


@pytest.mark.parametrize("game", GAMES, ids=named)
def test_a_game_shows_no_card_that_the_player_may_not_see(game):
    view = game.view()
    cells = [cell for row in view["grid"] for cell in row]
    piles = [card for pile in view["reserves"] for card in pile]
    seen = {*cells, *piles, view["card"], view["starter"], *view["upcoming"]} - {None}
    assert {face for face in faces(shown(game)) if face} == {f"{Card(card):u}" for card in seen}


def test_a_play_is_a_line_of_cards_with_the_count_and_the_points():
    page = shown(PLAY)
    # Five and jack are fifteen; after the go at thirty a new count begins.
    assert table(page) == [
        ["", "1", "2", "3", "4", "5", "in hand"],
        ["player 0", "5♥", "", "K♣", "", "4♦", "6♠"],
        ["player 1", "", "J♣", "", "5♦", "", "2♥9♠"],
        ["count", "5", "15", "25", "30", "4", ""],
        ["points", "0", "2", "0", "1", "0", ""],
    ]
    assert page.all("caption")[0].text == "player 1 to play, count 4, points 0 3"
    said = [cell.attributes.get("title", "") for cell in page.all("tr")[-1].all("td")]
    assert said == ["", "fifteen for two", "", "go for one", "", ""]
    lined = ["border-left" in cell.attributes["style"] for cell in page.all("tr")[1].all("td")]
    assert lined == [False, False, False, False, True, False]
    assert table(shown(Pegging(["5H 4D", 2]))) == [
        ["", "in hand"],
        ["player 0", "5♥4♦"],
        ["player 1", "2 hidden"],
    ]
    over = Pegging.replay(["KC", "5D"], "KC 5D")
    assert shown(over).all("caption")[0].text == "over, points 0 3"


def test_what_a_player_sees_of_a_play_shows_no_other_hand():
    assert {row[0]: row[-1] for row in table(shown(PLAY.view(1)))[1:3]} == {
        "player 0": "1 hidden",
        "player 1": "2♥9♠",
    }


@pytest.mark.parametrize("value", VALUES, ids=named)
def test_to_html_is_what_a_notebook_shows(value):
    assert value.to_html() == value._repr_html_()


def test_a_hand_is_its_cards_in_order():
    assert faces(shown(Hand("5H 5C 5S JD"))) == ["5♥", "5♣", "5♠", "J♦"]


def test_a_grid_is_a_table_of_its_cells():
    columns = ["", "column 1", "column 2", "column 3", "column 4"]
    assert table(shown(IN_PROGRESS.grid)) == [
        columns,
        ["row 1", "5♥", "J♥", "", "5♠"],
        ["row 2", "", "", "", ""],
        ["row 3", "2♣", "", "", ""],
        ["row 4", "", "K♦", "Q♦", "10♦"],
    ]


def test_a_grid_score_is_a_table_of_the_parts_of_each_line():
    # The parts of the record's lines, counted by hand.
    assert table(shown(BOARD_172.score)) == [
        ["line", "fifteens", "pairs", "runs", "flush", "nobs", "points"],
        ["row 1", "16", "12", "0", "0", "1", "29"],
        ["row 2", "8", "4", "12", "0", "0", "24"],
        ["row 3", "8", "4", "12", "0", "0", "24"],
        ["row 4", "8", "12", "0", "0", "0", "20"],
        ["column 1", "8", "2", "6", "4", "0", "20"],
        ["column 2", "8", "2", "6", "4", "0", "20"],
        ["column 3", "8", "2", "6", "4", "0", "20"],
        ["column 4", "6", "0", "3", "5", "1", "15"],
        ["heels", "0"],
        ["total", "172"],
    ]
    assert shown(BOARD_172.score).all("caption")[0].text == "total 172 (won)"
    assert shown(score_grid([None] * 16)).all("caption")[0].text == "total 0 (not won)"


def test_an_explained_grid_is_the_board_with_its_points_and_a_fold_for_each_line():
    page = shown(BOARD_172)
    board = page.children[0]
    assert board.all("caption")[0].text == "starter 5♥ heels 0 total 172 (61 reached)"
    assert table(board) == [
        ["", "column 1", "column 2", "column 3", "column 4", "points"],
        ["row 1", "5♣", "5♦", "5♠", "J♥", "29"],
        ["row 2", "4♣", "4♦", "6♠", "6♥", "24"],
        ["row 3", "6♣", "6♦", "4♠", "4♥", "24"],
        ["row 4", "10♣", "10♦", "10♠", "10♥", "20"],
        ["points", "20", "20", "20", "15", "172"],
    ]
    folds = page.all("details")
    assert [fold.all("summary")[0].text for fold in folds] == [
        *("row 1: 29", "row 2: 24", "row 3: 24", "row 4: 20"),
        *("column 1: 20", "column 2: 20", "column 3: 20", "column 4: 15"),
    ]
    assert table(folds[1]) == [
        ["count", "cards", "points"],
        ["fifteen two", "4♣6♠5♥", "2"],
        ["fifteen four", "4♣6♥5♥", "2"],
        ["fifteen six", "4♦6♠5♥", "2"],
        ["fifteen eight", "4♦6♥5♥", "2"],
        ["and a double double run is twenty-four", "4♣4♦5♥6♠6♥", "16"],
        ["total", "24"],
    ]


def test_an_explained_hand_is_its_cards_and_its_count():
    page = shown(HAND)
    assert page.all("caption")[0].text == "J♥J♣5♦6♠ starter 7♥"
    assert table(page) == [
        ["count", "cards", "points"],
        ["fifteen two", "J♥5♦", "2"],
        ["fifteen four", "J♣5♦", "2"],
        ["and a pair is six", "J♥J♣", "2"],
        ["and a run of three is nine", "5♦6♠7♥", "3"],
        ["and nobs is ten", "J♥", "1"],
        ["total", "10"],
    ]


def test_an_explained_crib_of_nothing_says_so():
    page = shown(explain_hand("2C 4D 6S 8H", crib=True))
    assert page.all("caption")[0].text == "crib 2♣4♦6♠8♥"
    assert table(page)[1:] == [["nineteen (0)", "", "0"], ["total", "0"]]


@given(board=boards())
@examples(50)
def test_any_board_shows_its_cells_its_points_and_as_much_as_its_text_says(board):
    explanation = explain_grid(*board)
    page = shown(explanation)
    rows = table(page.children[0])[1:5]
    cells = [["" if cell is None else f"{cell:u}" for cell in row] for row in explanation.grid.rows]
    points = list(map(str, explanation.score.rows))
    assert [row[1:] for row in rows] == [[*line, end] for line, end in zip(cells, points, strict=True)]
    for fold, line in zip(page.all("details"), explanation.rows + explanation.columns, strict=True):
        spoken = [text.partition("  ") for text in f"{line:u}".splitlines()]
        assert [row[:2] for row in table(fold)[1:-1]] == [
            [words, cards.replace(" ", "")] for words, _, cards in spoken
        ]


@given(hand=hands(), crib=st.booleans())
@examples(50)
def test_any_count_sums_to_its_total(hand, crib):
    explanation = explain_hand(*hand, crib=crib)
    rows = table(shown(explanation))
    assert sum(int(row[2]) for row in rows[1:-1]) == int(rows[-1][1]) == explanation.score


# For every reader


@pytest.mark.parametrize("value", VALUES, ids=named)
def test_every_table_has_a_name_and_every_heading_says_what_it_heads(value):
    page = shown(value)
    for element in page.all("table"):
        assert element.attributes["aria-label"]
        for part, scopes in ("thead", {"col"}), ("tbody", {"row"}), ("tfoot", {"row"}):
            headings = [heading for group in element.all(part) for heading in group.all("th")]
            assert {heading.attributes["scope"] for heading in headings} <= scopes
            assert all(heading.text for heading in headings)
        widths = [
            sum(int(cell.attributes.get("colspan", 1)) for cell in row.children) for row in element.all("tr")
        ]
        assert len({*widths}) == 1


@pytest.mark.parametrize("value", VALUES, ids=named)
def test_every_card_is_named_in_words_and_an_empty_cell_too(value):
    suits = {"♣": "Clubs", "♦": "Diamonds", "♥": "Hearts", "♠": "Spades"}
    cards = [card for card in shown(value).all("span") if card.attributes.get("role") == "img"]
    for card in cards:
        name = card.attributes["aria-label"]
        if card.text:
            assert name.endswith(f" of {suits[card.text[-1]]}")
            assert card.attributes["title"] == name
        else:
            assert name == "empty"


def declarations(element):
    return dict(entry.split(":") for entry in element.attributes.get("style", "").split(";") if entry)


@pytest.mark.slow
@pytest.mark.parametrize("value", VALUES, ids=named)
def test_only_cards_have_colours_of_their_own_and_each_brings_its_paper(value):
    for element in shown(value).all("span"):
        style = declarations(element)
        if element.attributes.get("role") == "img" and element.text:
            assert (style["color"] == "#b3001b") is (element.text[-1] in "♥♦")
            assert contrast(style["background"], style["color"]) >= 7
    others = [element for name in ALLOWED - {"span"} for element in shown(value).all(name)]
    for element in others:
        assert declarations(element).get("color", "inherit") == "inherit"
        assert "background" not in declarations(element)


def test_what_is_shown_is_escaped():
    face = "<b>&\"'", '" onclick="alert(1)'
    page = parsed(_html.cards([face]))
    assert faces(page) == ["<b>&\"'"]
    assert page.all("span")[0].attributes["aria-label"] == '" onclick="alert(1)'
    count = _html.count([face], None, crib=False, lines=[("<i>", [face], 2)], total=2)
    assert parsed(count).all("caption")[0].text == "<b>&\"'"
    assert table(parsed(count))[1] == ["<i>", "<b>&\"'", "2"]
    assert parsed(_html.fold("<u>", "")).all("summary")[0].text == "<u>"
    score = _html.score([("<s>", (0, 0, 0, 0, 0), 0)], 0, 0, "<em>")
    assert table(parsed(score))[1][0] == "<s>"
    assert parsed(score).all("caption")[0].text == "total 0 (<em>)"


def test_the_page_knows_nothing_of_the_package():
    names = {getattr(value, "__module__", "") for value in vars(_html).values()}
    assert {name for name in names if name.startswith("cribscore")} == {"cribscore._html"}
