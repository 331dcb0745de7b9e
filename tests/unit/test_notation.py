"""Cards as people write them: every spelling that is read, and why any other text is not a card."""

import io
import itertools
import unicodedata
from contextlib import suppress
from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import naive
from cribscore import (
    DECK,
    Card,
    CribscoreError,
    Grid,
    Hand,
    InvalidCardError,
    InvalidGridError,
    InvalidHandError,
    Suit,
    explain_hand,
    read_board,
    score_hand,
    score_hands,
)
from samples import FULL_NAMES, HAND_INDEXES, beginning
from strategies import NAMES, boards, distinct, examples, hands, texts
from wording import exactly

pytestmark = pytest.mark.coreless

RANK_RULE = "is not one of A 2-9 T 10 J Q K (the ace is 'A', the ten 'T' or '10')"
RANK_NAMES = "Ace Two Three Four Five Six Seven Eight Nine Ten Jack Queen King"

# By the letters of the naive scorer's cards.
RANK_WORDS = dict(zip("A23456789TJQK", RANK_NAMES.split(), strict=True))
SUIT_WORDS = {"C": "Clubs", "D": "Diamonds", "H": "Hearts", "S": "Spades"}
SYMBOLS = {"C": "♣♧", "D": "♦♢", "H": "♥♡\N{HEAVY BLACK HEART}", "S": "♠♤"}
SELECTORS = ["", "\N{VARIATION SELECTOR-15}", "\N{VARIATION SELECTOR-16}"]


def short_spellings(name):
    """Every spelling of a card as rank and suit."""
    rank, suit = name
    ranks = [rank, rank.lower(), *(["10", "0"] if rank == "T" else [])]
    suits = [suit, suit.lower(), *map("".join, product(SYMBOLS[suit], SELECTORS))]
    return list(map("".join, product(ranks, suits)))


def long_spellings(name):
    """Every spelling of a card by its name, in the usual cases."""
    rank, suit = name
    ranks = [RANK_WORDS[rank], rank, *(["10", "0"] if rank == "T" else [])]
    names = [between.join([word, "of", SUIT_WORDS[suit]]) for word, between in product(ranks, " _-")]
    return [cased for text in names for cased in (text, text.lower(), text.upper(), text.swapcase())]


SHORT = {name: short_spellings(name) for name in NAMES}
LONG = {name: long_spellings(name) for name in NAMES}


def rank_and_suit(card):
    return card.rank, card.suit.index


# What is read


def test_every_spelling_of_every_card_is_read():
    for name in NAMES:
        for text in SHORT[name] + LONG[name]:
            assert rank_and_suit(Card(text)) == naive.parse(name), text
            assert Card(f"\t {text} \n") is Card(text)


@pytest.mark.parametrize("between", [" ", ",", ", ", " ,", "\n"])
def test_every_spelling_is_read_among_others(between):
    for name in NAMES:
        others = [other for other in ("AC", "KS", "TH", "5D") if other != name][:3]
        wanted = [naive.parse(card) for card in (others[0], name, *others[1:])]
        for text in SHORT[name] + LONG[name]:
            hand = Hand(between.join([others[0], text, *others[1:]]))
            assert list(map(rank_and_suit, hand)) == wanted, text


def test_every_short_spelling_is_read_with_nothing_between_the_cards():
    for name in NAMES:
        others = [other for other in ("AC", "KS", "TH", "5D") if other != name][:3]
        wanted = [naive.parse(card) for card in (others[0], name, *others[1:])]
        for text in SHORT[name]:
            assert list(map(rank_and_suit, Hand(f"{others[0]}{text}{others[1]}{others[2]}"))) == wanted, text


def test_a_card_is_read_back_from_its_name():
    for name in NAMES:
        card = Card(name)
        for text in (card.name, f"{card:n}", card.name.replace(" ", "_").lower()):
            assert rank_and_suit(Card(text)) == naive.parse(name)
        assert card.name == f"{RANK_WORDS[name[0]]} of {SUIT_WORDS[name[1]]}"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Jack of Hearts Five of Clubs 5S 10 of diamonds", "JH 5C 5S TD"),
        ("Jack of Hearts, Five of Clubs, 5S, 10 of diamonds", "JH 5C 5S TD"),
        ("jack_of_hearts five_of_clubs,5s\t0d", "JH 5C 5S TD"),
        ("Ace of Clubs Ac-of-Spades AD AH".replace("Ac-", "ace-"), "AC AS AD AH"),
        ("Jack  of\nHearts 5C5S10D", "JH 5C 5S TD"),
        ("0H0C0S0D", "TH TC TS TD"),
        ("10H0CTS10D", "TH TC TS TD"),
        ("5\N{HEAVY BLACK HEART}\ufe0f5♣\ufe0f5♠\ufe0fJ♦\ufe0f", "5H 5C 5S JD"),
        ("5\N{HEAVY BLACK HEART}5♣\ufe0e5♠J\N{BLACK DIAMOND SUIT}", "5H 5C 5S JD"),
    ],
)
def test_a_hand_is_read_in_mixed_spellings(text, wanted):
    assert list(map(rank_and_suit, Hand(text))) == list(map(naive.parse, wanted.split()))


@st.composite
def spelled(draw, cards):
    """One text of the cards, each in some spelling, with something that may stand between them."""
    text = ""
    for number, name in enumerate(cards):
        spellings = [*SHORT[name], *LONG[name]]
        between = draw(st.sampled_from([" ", ",", ", ", "\t"])) if number else ""
        text += between + draw(st.sampled_from(spellings))
    return text


@pytest.mark.scores
@given(data=st.data(), hand=hands(), crib=st.booleans())
def test_a_hand_and_its_starter_score_the_same_in_any_spelling(data, hand, crib):
    cards, starter = hand
    text = data.draw(spelled(cards))
    read = [naive.parse(card) for card in cards]
    wanted = naive.hand_parts(read, naive.parse(starter), crib)
    last = None if starter is None else data.draw(st.sampled_from(SHORT[starter] + LONG[starter]))
    assert score_hand(text, last, crib=crib).parts == wanted
    if starter is not None:
        sign = data.draw(st.sampled_from(["|", "+", ":", " | ", " + ", ": ", " :"]))
        assert score_hand(text + sign + last, crib=crib).parts == wanted
        assert explain_hand(text + sign + last, crib=crib).score.parts == wanted
        assert tuple(score_hands([text + sign + last], crib=crib, parts=True)) == wanted


@given(data=st.data(), board=boards())
def test_a_grid_is_the_same_in_any_spelling(data, board):
    cells, _ = board
    rows = []
    for row in range(4):
        text = ""
        for column, cell in enumerate(cells[4 * row : 4 * row + 4]):
            between = data.draw(st.sampled_from([" ", ",", ", ", ";", "; ", " ; "])) if column else ""
            empty = ["..", ".", "--", "__"]
            text += between + data.draw(st.sampled_from(empty if cell is None else SHORT[cell] + LONG[cell]))
        rows.append(text)
    end = data.draw(st.sampled_from(["\n", "/", " / ", "\r\n", " /\n"]))
    wanted = [naive.parse(cell) for cell in cells]
    for made in (Grid(end.join(rows)), Grid(rows)):
        assert [None if cell is None else rank_and_suit(cell) for cell in made] == wanted


@pytest.mark.parametrize("empty", ["..", ".", "--", "__", " .. ", None])
def test_an_empty_cell_is_written_in_these_ways(empty):
    grid = Grid([empty, "5H"] * 1 + [empty] * 14)
    assert [cell is None for cell in grid] == [True, False] + [True] * 14
    assert Grid("5H 5C 5S JD / .. .. .. .. / .. .. .. .. / .. .. .. ..").replace(0, 1, empty)[0, 1] is None


@pytest.mark.parametrize(
    ("row", "wanted"),
    [
        ("........", [None] * 4),
        ("--------", [None] * 4),
        ("____ ____", [None] * 4),
        ("5H..--__", ["5H", None, None, None]),
        ("..5H..5C", [None, "5H", None, "5C"]),
        (". . 5H .", [None, None, "5H", None]),
        (".5H.5C", [None, "5H", None, "5C"]),
        (".;.;.;.", [None] * 4),
    ],
)
def test_empty_cells_need_nothing_between_them(row, wanted):
    grid = Grid([row, [None] * 4, [None] * 4, [None] * 4])
    assert [cell if cell is None else str(cell) for cell in grid.rows[0]] == wanted


# The starter after its sign

HAND, STARTER = "5H 5C 5S JD", "5D"  # the best hand there is: 29


@pytest.mark.scores
@pytest.mark.parametrize(
    "text",
    [
        *("5H 5C 5S JD | 5D", "5H 5C 5S JD + 5D", "5H 5C 5S JD : 5D", "5H 5C 5S JD|5D", "5H 5C 5S JD: 5D"),
        *("5H5C5SJD|5D", "5H,5C,5S,JD+5D", "5h, 5c, 5s, jd :5d", " 5H 5C 5S JD | 5♦\ufe0f "),
        *("5H 5C 5S JD\n|\n5D", "Five of Hearts 5C 5S JD | five_of_diamonds"),
    ],
)
def test_the_starter_may_follow_the_hand_after_a_sign(text):
    assert score_hand(text) == 29
    assert score_hand(text, None) == 29
    assert score_hand(text, crib=True) == 29
    explanation = explain_hand(text)
    assert (explanation.score, str(explanation.starter)) == (29, "5D")
    assert list(score_hands([text])) == [29]


@pytest.mark.parametrize("score", [score_hand, explain_hand])
@pytest.mark.parametrize("starter", ["5D", Card("5D"), 17, "KH"])
def test_a_starter_that_is_given_twice_is_an_error(score, starter):
    message = "two starters are given: 5D in the text of the hand, and another"
    with pytest.raises(InvalidHandError, match=exactly(message)):
        score(f"{HAND} | {STARTER}", starter)


@pytest.mark.scores
@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("5H 5C 5S | 5D", InvalidHandError, "a hand holds 4 cards, got 3: 5H 5C 5S"),
        (
            "5H 5C 5S JD 5D",
            InvalidHandError,
            "a hand holds 4 cards, got 5: 5H 5C 5S JD 5D (the starter is an argument of its own)",
        ),
        ("5H 5C 5S JD | 5H", InvalidHandError, "5H appears twice"),
        ("5H 5C 5S JD |", InvalidCardError, "a card is missing after the last '|' of '5H 5C 5S JD |'"),
        ("| 5D", InvalidCardError, "a card is missing before a '|' of '| 5D'"),
        ("5H 5C 5S JD |+ 5D", InvalidCardError, "a card is missing before a '+' of '5H 5C 5S JD |+ 5D'"),
        (
            "5H+5C+5S+JD",
            InvalidCardError,
            "one card, the starter, follows the '+' in '5H+5C+5S+JD'",
        ),
        (
            "5H 5C 5S JD : 5D 6D",
            InvalidCardError,
            "one card, the starter, follows the ':' in '5H 5C 5S JD : 5D 6D'",
        ),
        ("5H 5C 5S JD | 1D", InvalidCardError, f"'1D' is not a card: rank '1' {RANK_RULE}"),
    ],
)
def test_a_starter_s_sign_in_the_wrong_place_is_an_error(text, error, message):
    for score in (score_hand, explain_hand):
        with pytest.raises(error, match=exactly(message)):
            score(text)


def test_a_hand_has_no_starter_of_its_own():
    hint = "(the starter is an argument of its own)"
    for sign in "|+:":
        message = f"a hand holds 4 cards, got 5: 5H 5C 5S JD 5D {hint}"
        with pytest.raises(InvalidHandError, match=exactly(message)):
            Hand(f"{HAND} {sign} {STARTER}")
        message = f"a hand holds 4 cards, got 3: 5H 5C 5S, and a starter {hint}"
        with pytest.raises(InvalidHandError, match=exactly(message)):
            Hand(f"5H 5C 5S {sign} JD")
        with pytest.raises(InvalidHandError, match=r"^hand 0: a hand holds 4 cards, got 5"):
            score_hands([f"{HAND} {sign} {STARTER}"], starters="5D")


def test_a_row_and_a_grid_have_no_starter_of_their_own():
    message = "a row holds 4 cards, got 5: 4C 4D 6S 6H 5H (a row has no starter of its own)"
    for rows in ("5C 5D 5S JH\n4C 4D 6S 6H 5H\n" + "..\n" * 2, [HAND, "4C 4D 6S 6H 5H", HAND, HAND]):
        with pytest.raises(InvalidGridError, match=exactly(message)):
            Grid(rows)
    message = (
        "a grid is 4 lines of 4 cards, or 16 in one line; got 5 lines (a grid does not hold the starter)"
    )
    with pytest.raises(InvalidGridError, match=exactly(message)):
        Grid("5C 5D 5S JH / .. .. .. .. / .. .. .. .. / .. .. .. .. / 5H")
    with pytest.raises(InvalidCardError, match="cannot stand between the cards of"):
        Grid("5C 5D 5S | JH / .. .. .. .. / .. .. .. .. / .. .. .. ..")


# What is not a card, and why


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("H5", "rank first: 5H"),
        ("h10", "rank first: 10H"),
        ("♥5", "rank first: 5♥"),
        ("♥\ufe0fk", "rank first: K♥"),
        ("1H", f"rank '1' {RANK_RULE}"),
        ("11C", f"rank '11' {RANK_RULE}"),
        ("XH", f"rank 'X' {RANK_RULE}"),
        ("00H", f"rank '00' {RANK_RULE}"),
        ("5X\ufe0f", "suit 'X\ufe0f' (U+FE0F) is not one of C D H S"),
        ("5H\ufe0f", "'\ufe0f' (U+FE0F) follows the card 5H"),
        ("5♥\ufe0f\ufe0f", "'\ufe0f' (U+FE0F) follows the card 5H"),
        ("5H5C", "'5C' follows the card 5H"),
        ("5H|", "'|' follows the card 5H"),
        ("Jack", "it needs a rank and a suit"),
        ("hearts", "it needs a rank and a suit"),
        ("10", "it needs a rank and a suit"),
        ("♥", "it needs a rank and a suit"),
        ("..", "it stands for an empty cell, which only a grid has"),
        ("--", "it stands for an empty cell, which only a grid has"),
        ("...", "an empty cell of a grid is written '..'"),
        ("-", "an empty cell of a grid is written '..'"),
        ("Jack of Heart", "suit 'Heart' is not one of Clubs Diamonds Hearts Spades"),
        ("jack_of_heartsx", "suit 'heartsx' is not one of Clubs Diamonds Hearts Spades"),
        ("5 of H", "suit 'H' is not one of Clubs Diamonds Hearts Spades"),
        ("Knave of Hearts", f"rank 'Knave' is not one of {RANK_NAMES}"),
        ("1 of Hearts", f"rank '1' is not one of {RANK_NAMES}"),
        ("Jack of_Hearts", f"rank 'Jack of_Heart' {RANK_RULE}"),
    ],
)
def test_a_text_that_is_not_a_card_is_told_why(text, why):
    with pytest.raises(InvalidCardError, match=exactly(f"{text!r} is not a card: {why}")):
        Card(text)


@pytest.mark.parametrize(
    ("text", "bad", "why"),
    [
        ("5H1C5SJD", "1C", f"rank '1' {RANK_RULE}"),
        ("5H11C5SJD", "11C", f"rank '11' {RANK_RULE}"),
        ("5H5X5SJD", "5X", "suit 'X' is not one of C D H S"),
        ("5HXH5SJD", "XH", f"rank 'X' {RANK_RULE}"),
        ("XH5H5SJD", "XH", f"rank 'X' {RANK_RULE}"),
        ("5H5C5SJX", "JX", "suit 'X' is not one of C D H S"),
        ("5H5C5SJ", "J", "it needs a rank and a suit"),
        ("H5C5S5DJ", "H5", "rank first: 5H"),
        ("5H♥6♥75C", "♥6", "rank first: 6♥"),
        ("5H5C\N{CYRILLIC CAPITAL LETTER A}SJD", "\N{CYRILLIC CAPITAL LETTER A}S", None),
        ("5H, 5C, 5X, JD", "5X", "suit 'X' is not one of C D H S"),
        (
            "5H Jack of Heart 5S JD",
            "Jack of Heart",
            "suit 'Heart' is not one of Clubs Diamonds Hearts Spades",
        ),
        ("5H 5C Jakc of Hearts JD", "Jakc of Hearts", f"rank 'Jakc' is not one of {RANK_NAMES}"),
        ("5H 5C jack JD", "jack", "it needs a rank and a suit"),
        ("5H 5C Hearts JD", "Hearts", "it needs a rank and a suit"),
    ],
)
def test_the_bad_card_alone_is_named_in_a_text_of_several(text, bad, why):
    rank = "rank '\N{CYRILLIC CAPITAL LETTER A}' (U+0410)"
    message = f"{bad!r} is not a card: {why or f'{rank} {RANK_RULE}'}"
    for make in (Hand, lambda text: Grid([text, [None] * 4, [None] * 4, [None] * 4])):
        with pytest.raises(InvalidCardError, match=exactly(message)):
            make(text)


@pytest.mark.parametrize("sign", ["|", "+", ":"])
def test_a_sign_that_does_not_belong_is_named(sign):
    with pytest.raises(
        InvalidCardError, match=exactly(f"'{sign}' cannot stand between the cards of '5H{sign}5C'")
    ):
        Grid([f"5H{sign}5C", [None] * 4, [None] * 4, [None] * 4])
    with pytest.raises(
        InvalidCardError, match=exactly("';' cannot stand between the cards of '5H;5C;5S;JD'")
    ):
        Hand("5H;5C;5S;JD")


def looks_like_ascii():
    """Yield every letter or digit outside ASCII that some rule of Unicode turns into one of ASCII."""
    for code in range(0x80, 0x20000):
        letter = chr(code)
        forms = {unicodedata.normalize("NFKC", letter), letter.lower(), letter.upper(), letter.casefold()}
        digit = unicodedata.digit(letter, None)
        if digit is not None or any(form.isascii() and form.isalnum() for form in forms):
            yield letter


def test_no_letter_that_turns_into_an_ascii_one_counts_as_it():
    letters = list(looks_like_ascii())
    assert {"\N{KELVIN SIGN}", "\N{LATIN SMALL LETTER LONG S}", "\N{FULLWIDTH DIGIT FIVE}"} < set(letters)
    for letter in letters:
        texts = [letter + "H", "5" + letter, letter + "ing of hearts", "king of heart" + letter]
        for text in [*texts, letter + "0H", "1" + letter + "H", "king" + letter + "of hearts"]:
            with pytest.raises(InvalidCardError):
                Card(text)
        for text in texts:
            with pytest.raises(InvalidCardError):
                Hand(f"AC AD {text} AS")
        with pytest.raises(CribscoreError):
            Suit(letter)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("\N{CYRILLIC CAPITAL LETTER A}H", "rank '\N{CYRILLIC CAPITAL LETTER A}' (U+0410)"),
        ("5\N{CYRILLIC CAPITAL LETTER ES}", "suit '\N{CYRILLIC CAPITAL LETTER ES}' (U+0421)"),
        ("\N{KELVIN SIGN}H", "rank '\N{KELVIN SIGN}' (U+212A)"),
        ("5\N{LATIN SMALL LETTER LONG S}", "suit '\N{LATIN SMALL LETTER LONG S}' (U+017F)"),
        ("\N{FULLWIDTH DIGIT FIVE}H", "rank '\N{FULLWIDTH DIGIT FIVE}' (U+FF15)"),
        ("5\N{COMBINING ACUTE ACCENT}H", "rank '5\N{COMBINING ACUTE ACCENT}' (U+0301)"),
        ("\N{KELVIN SIGN}ing of hearts", "rank '\N{KELVIN SIGN}ing' (U+212A)"),
        ("King of heart\N{LATIN SMALL LETTER LONG S}", "suit 'heart\N{LATIN SMALL LETTER LONG S}' (U+017F)"),
        ("5H\N{CYRILLIC SMALL LETTER HA}", "'\N{CYRILLIC SMALL LETTER HA}' (U+0445)"),
    ],
    ids=ascii,
)
def test_a_look_alike_letter_is_named_with_its_code(text, what):
    with pytest.raises(InvalidCardError) as refusal:
        Card(text)
    assert f": {what} " in str(refusal.value)


def test_a_look_alike_of_a_suit_or_a_rank_alone_is_named_with_its_code():
    es, a = "\N{CYRILLIC CAPITAL LETTER ES}", "\N{CYRILLIC CAPITAL LETTER A}"
    not_a_suit = f"'{es}' (U+0421) is not a suit: it is not one of C D H S"
    with pytest.raises(CribscoreError, match=exactly(not_a_suit)):
        Suit(es)
    with pytest.raises(InvalidCardError, match=exactly(not_a_suit)):
        Card(5, es)
    with pytest.raises(InvalidCardError, match=exactly(f"rank '{a}' (U+0410) {RANK_RULE}")):
        Card(a, "H")


# Long texts: they end in an error, in a time that grows with the text and no faster

MEBI = 2**20
PATTERNS = [
    *("5", "10", "x", "5H", "5H,", "H5", "♥\ufe0f", " ", ",", "5H | ", "..", "...", "--", "..5H"),
    *("/", "\n", "#", "\ud800", " of ", "jack_of_", "jack of hearts ", "5H 5C 5S JD\n"),
]
BOARD_PATTERNS = [
    *PATTERNS,
    "total 1\n",
    "{",
    "1 5H 5C 5S JD 4\n",
    "a b c d\n",
    "starter ",
    "heels\n",
    "\r",
    "[",
    "1",
]


@pytest.mark.slow
@pytest.mark.parametrize("pattern", PATTERNS, ids=ascii)
def test_a_long_text_of_any_pattern_is_an_error_with_a_short_message(pattern):
    text = pattern * (MEBI // len(pattern))
    for make, long in ((Card, f"{text} 1H"), (Hand, f"5H {text}?"), (Grid, f"5H {text}?")):
        with pytest.raises(CribscoreError) as refusal:
            make(long)
        assert len(str(refusal.value)) < 500
        assert str(refusal.value).isprintable()


def test_a_board_of_any_pattern_as_long_as_a_file_may_be_is_an_error_with_a_short_message():
    for pattern in BOARD_PATTERNS:
        text = pattern * (65536 // len(pattern) - 2)
        for content in (text, f"{HAND}\n{text}", f"{text}\ntotal 1", f'{{"grid": [["{text[:60000]}'):
            with pytest.raises(InvalidGridError) as refusal:
                read_board(io.StringIO(content))
            assert len(str(refusal.value)) < 500
            assert str(refusal.value).isprintable()


# Texts of cards, hands and grids, kind by kind


RANK_TEXTS = {rank: [letter, letter.lower()] for rank, letter in enumerate("A23456789TJQK", start=1)}
SUIT_TEXTS = {
    0: ["C", "c", "♣", "♧"],
    1: ["D", "d", "♦", "♢"],
    2: ["H", "h", "♥", "♡"],
    3: ["S", "s", "♠", "♤"],
}
PLAIN_SELECTORS = ["\ufe0e", "\ufe0f"]
LOOK_ALIKES = [
    "5\N{LATIN SMALL LETTER LONG S}",
    "\N{KELVIN SIGN}H",
    "\N{FULLWIDTH DIGIT FIVE}H",
    "5\N{FULLWIDTH LATIN CAPITAL LETTER H}",
    "\N{ARABIC-INDIC DIGIT FIVE}H",
    "1\N{ARABIC-INDIC DIGIT ZERO}H",
    "\N{SUPERSCRIPT FIVE}H",
    "5\N{MODIFIER LETTER SMALL H}",
    "\N{CYRILLIC CAPITAL LETTER KA}H",
    "5\N{CYRILLIC CAPITAL LETTER ES}",
    "\N{GREEK CAPITAL LETTER ALPHA}H",
    "\N{PLAYING CARD FIVE OF HEARTS}",
    "5\N{COMBINING ACUTE ACCENT}H",
]
CONTROLS = ["5H\x00", "\x005H", "5\x00H", "5\x1b[31mH", "5\x08H", "\x7f5H", "5H\N{RIGHT-TO-LEFT OVERRIDE}"]
SURROGATES = ["\ud800", "5\ud83c", "\udcffH", "5H\udfff"]
NOT_CARDS = [
    *("1H", "00H", "01H", "010H", "11H", "12H", "13H", "14S", "100H", "T0H", "1OH", "XH"),
    *("H5", "♥5", "DK", "5X", "5", "H", "10", "", " ", "   ", "5 H", "10 H", "1 0H", "5\ufe0f♥"),
    *("5HH", "5H5", "5HS", "5H5H", "5H 5C", "5H,", ",5H", "5H.", "5♥♥", "5H♥", "..", ".", "--", "?"),
    *("+5H", "-5H", "5.0H", "5_H", "0x5H", "5H#", "Five of Heart", "JACK", "None", "18"),
    *("5H\u200b", "5\u200bH", "5\u00adH", *LOOK_ALIKES, *CONTROLS, *SURROGATES),
]


# One card


def test_every_rank_and_suit_text_names_the_same_card_in_any_case():
    for (rank, rank_texts), (suit, suit_texts) in itertools.product(RANK_TEXTS.items(), SUIT_TEXTS.items()):
        for rank_text, suit_text in itertools.product(rank_texts, suit_texts):
            assert Card(rank_text + suit_text) is DECK[4 * (rank - 1) + suit]


def test_a_variation_selector_after_a_symbol_is_ignored():
    for suit, suit_texts in SUIT_TEXTS.items():
        for symbol, selector in itertools.product(suit_texts[2:], PLAIN_SELECTORS):
            assert Card(f"10{symbol}{selector}") is DECK[36 + suit]
            assert Card(f" q{symbol}{selector} ") is DECK[44 + suit]


@pytest.mark.parametrize("text", [" JH", "JH ", "   jh   ", "\tJH", "JH\t", " J♥ "])
def test_blanks_at_either_end_of_a_card_are_ignored(text):
    assert Card(text) is Card("JH")


@pytest.mark.parametrize("text", NOT_CARDS)
def test_text_that_is_no_card_is_refused(text):
    with pytest.raises(InvalidCardError, match="is not a card"):
        Card(text)


@pytest.mark.parametrize("rank", ["1", "00", "14", "X", "01"])
def test_a_wrong_rank_is_named_with_the_ranks_there_are(rank):
    rule = "is not one of A 2-9 T 10 J Q K (the ace is 'A', the ten 'T' or '10')"
    with pytest.raises(InvalidCardError, match=exactly(f"'{rank}H' is not a card: rank '{rank}' {rule}")):
        Card(f"{rank}H")


@pytest.mark.parametrize("suit", ["X", "E", "*"])
def test_a_wrong_suit_is_named_with_the_suits_there_are(suit):
    message = f"'5{suit}' is not a card: suit '{suit}' is not one of C D H S"
    with pytest.raises(InvalidCardError, match=exactly(message)):
        Card(f"5{suit}")


def test_an_empty_text_is_refused_as_empty():
    with pytest.raises(InvalidCardError, match=exactly("'' is not a card: it is empty")):
        Card("")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("5H!", "'!' follows the card 5H"),
        ("H", "it needs a rank and a suit"),
        ("5 H", "a blank stands between rank and suit"),
        ("5 X", f"rank '5 ' {RANK_RULE}"),
        ("1 H", f"rank '1 ' {RANK_RULE}"),
        ("1H", f"rank '1' {RANK_RULE}"),
        ("10X", "suit 'X' is not one of C D H S"),
    ],
)
def test_a_text_that_is_no_card_is_refused_with_the_rule_that_it_breaks(text, why):
    with pytest.raises(InvalidCardError, match=exactly(f"{text!r} is not a card: {why}")):
        Card(text)


def test_a_card_is_padded_in_each_style():
    assert f"{Card('5H'):>4}|{Card('5H'):>4u}|{Card('5H'):>16n}" == "  5H|  5♥|  Five of Hearts"


@pytest.mark.parametrize(
    "text", ["5" * 10**6, "5H" * 10**6, "\x00" * 10**6, " " * 10**6 + "1H", "♥\ufe0f" * 10**6], ids=beginning
)
def test_a_huge_text_is_shortened_in_the_message(text):
    with pytest.raises(InvalidCardError) as refusal:
        Card(text)
    assert len(str(refusal.value)) < 300


@pytest.mark.parametrize("text", [*CONTROLS, *SURROGATES, "5\nH", "\N{RIGHT-TO-LEFT OVERRIDE}H5"])
def test_a_message_shows_control_characters_and_surrogates_escaped(text):
    for make in (Card, lambda text: Hand([text, "5C", "5S", "JD"]), lambda text: Grid([text] + [None] * 15)):
        with pytest.raises(ValueError, match="is not a card") as refusal:
            make(text)
        assert str(refusal.value).isprintable()


def test_a_card_is_written_in_four_ways():
    card = Card("JH")
    assert repr(card) == "Card('JH')"
    assert str(card) == f"{card}" == format(card, "") == "JH"
    assert f"{card:u}" == "J♥"
    assert f"{card:n}" == "Jack of Hearts"


@pytest.mark.parametrize(
    ("text", "name"),
    [("AC", "Ace of Clubs"), ("JD", "Jack of Diamonds"), ("QH", "Queen of Hearts"), ("KS", "King of Spades")],
)
def test_the_name_of_a_card_is_its_rank_of_its_suit(text, name):
    assert f"{Card(text):n}" == name


def test_the_names_of_the_cards_are_different():
    assert len({f"{card:n}" for card in DECK}) == 52


def test_a_card_is_read_back_from_everything_that_it_writes():
    for card in DECK:
        assert Card(str(card)) is card
        assert Card(f"{card:u}") is card
        assert eval(repr(card), {"Card": Card}) is card


@given(text=texts)
@example(text="10♥\ufe0f")
@examples(500)
def test_any_text_is_a_card_or_a_value_error(text):
    with suppress(InvalidCardError):
        assert Card(text) in DECK


# The cards of a hand, and a cell of a grid


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (",5H 5C 5S JD", "a card is missing before a ',' of ',5H 5C 5S JD'"),
        ("5H,,5C 5S JD", "a card is missing before a ',' of '5H,,5C 5S JD'"),
        ("5H 5C 5S JD,", "a card is missing after the last ',' of '5H 5C 5S JD,'"),
        ("5H 1C 5S JD", f"'1C' is not a card: rank '1' {RANK_RULE}"),
        ("5H,1C,5S,JD", f"'1C' is not a card: rank '1' {RANK_RULE}"),
    ],
)
def test_a_text_that_holds_no_cards_is_refused_with_what_is_wrong_in_it(text, message):
    with pytest.raises(InvalidCardError, match=exactly(message)):
        Hand(text)


HAND_TEXTS = [
    *("5H 5C 5S JD", "5H,5C,5S,JD", "5H5C5SJD", "5H, 5C 5S,JD", "5H, 5C, 5S, JD", "5H , 5C ,5S JD"),
    *("5h 5c 5s jd", "5h5C5sJd", "  5H  5C   5S JD ", "5H\t5C\t5S\tJD", "5H5C 5S,JD"),
    *("5♥ 5♣ 5♠ J♦", "5♥5♣5♠J♦", "5♡,5♧,5♤,J♢", "5♥\ufe0f5♣\ufe0e5♠\ufe0fJ♦\ufe0f", "5♥\ufe0f, 5C 5♠ jd"),
]


@pytest.mark.parametrize("text", HAND_TEXTS)
def test_a_hand_is_read_from_text_with_blanks_commas_both_or_nothing_between_the_cards(text):
    assert list(Hand(text)) == [DECK[index] for index in HAND_INDEXES]


@pytest.mark.parametrize(
    "text", ["10H 10C 10S 10D", "10H10C10S10D", "THTCTSTD", "10HTC10STD", "10♥,t♣,10♠ Td"]
)
def test_tens_are_read_in_both_notations_within_a_hand(text):
    assert list(Hand(text)) == [DECK[index] for index in (38, 36, 39, 37)]


@pytest.mark.parametrize(
    "text",
    [
        *("5H,,5C,5S,JD", ",5H,5C,5S,JD", "5H,5C,5S,JD,", "5H, ,5C,5S,JD", " , 5H 5C 5S JD", "5H 5C 5S JD ,"),
        *("5H;5C;5S;JD", "5H-5C-5S-JD", "5H/5C/5S/JD", "5 H 5 C 5 S J D", "H5 C5 S5 DJ", "5H 5C 5S 1D"),
        *("5H 5C 5S JX", "5H 5C 5S J", "5H 5C 5S ..", "5555", "HCSD", "5H 5C 5S JD!", "[5H 5C 5S JD]"),
        *(
            "5H 5C 5S JD\x00",
            "5H\x005C\x005S\x00JD",
            "5H\u200b5C\u200b5S\u200bJD",
            "\ud800",
            ",",
            "5H 5C, 5S,, JD",
        ),
    ],
)
def test_text_that_is_no_list_of_cards_is_refused(text):
    with pytest.raises((InvalidCardError, InvalidHandError)):
        Hand(text)


@pytest.mark.parametrize("text", LOOK_ALIKES)
def test_look_alikes_are_refused_within_a_hand(text):
    with pytest.raises((InvalidCardError, InvalidHandError)):
        Hand(f"5C {text} 5S JD")
    with pytest.raises(InvalidCardError):
        Hand(["5C", text, "5S", "JD"])


@pytest.mark.parametrize(
    "text", ["5H" * 10**6, "5H " * 10**6, "x" * 10**6, "," * 10**6, " " * 10**6 + "5H"], ids=beginning
)
def test_a_huge_text_is_refused_as_a_hand_with_a_short_message(text):
    with pytest.raises((InvalidCardError, InvalidHandError)) as refusal:
        Hand(text)
    assert len(str(refusal.value)) < 500


def test_a_hand_is_written_in_four_ways():
    hand = Hand("5h, jc qd ks")
    assert repr(hand) == "Hand('5H JC QD KS')"
    assert str(hand) == f"{hand}" == "5H JC QD KS"
    assert f"{hand:u}" == "5♥ J♣ Q♦ K♠"
    assert f"{hand:n}" == ", ".join(f"{card:n}" for card in hand)
    assert f"{hand:n}".endswith(", Jack of Clubs, Queen of Diamonds, King of Spades")


@given(names=distinct(4))
def test_a_hand_is_read_back_from_everything_that_it_writes(names):
    hand = Hand(names)
    text = str(hand)
    for written in (text, f"{hand:u}", bytes(hand), text.replace(" ", ""), text.replace(" ", ",")):
        assert list(Hand(written)) == list(hand)
    assert list(eval(repr(hand), {"Hand": Hand})) == list(hand)


@given(text=texts)
@example(text="5H,5C,5S,JD,")
@examples(500)
def test_any_text_is_a_hand_or_a_value_error(text):
    with suppress(InvalidCardError, InvalidHandError):
        assert len(set(Hand(text))) == 4


@pytest.mark.parametrize("bad", ["1H", "", "5 H", ". .", "...", "-", "5H5C", *LOOK_ALIKES, *CONTROLS])
def test_a_bad_card_in_a_grid_is_refused(bad):
    with pytest.raises((InvalidCardError, InvalidGridError)):
        Grid([*FULL_NAMES[:15], bad])
