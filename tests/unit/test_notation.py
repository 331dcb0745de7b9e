"""Cards, hands and grids as text: what is read, what is refused in which words, and how they are written."""

import itertools
from contextlib import suppress

import pytest
from hypothesis import example, given

from cribscore import (
    DECK,
    Card,
    Grid,
    Hand,
    InvalidCardError,
    InvalidGridError,
    InvalidHandError,
)
from samples import FULL_NAMES, HAND_INDEXES, beginning
from strategies import distinct, examples, texts
from wording import exactly

pytestmark = pytest.mark.coreless

RANK_TEXTS = {rank: [letter, letter.lower()] for rank, letter in enumerate("A23456789TJQK", start=1)}
SUIT_TEXTS = {
    0: ["C", "c", "♣", "♧"],
    1: ["D", "d", "♦", "♢"],
    2: ["H", "h", "♥", "♡"],
    3: ["S", "s", "♠", "♤"],
}
SELECTORS = ["\ufe0e", "\ufe0f"]
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
    "5\N{HEAVY BLACK HEART}",
    "\N{PLAYING CARD FIVE OF HEARTS}",
    "5\N{COMBINING ACUTE ACCENT}H",
]
CONTROLS = ["5H\x00", "\x005H", "5\x00H", "5\x1b[31mH", "5\x08H", "\x7f5H", "5H\N{RIGHT-TO-LEFT OVERRIDE}"]
SURROGATES = ["\ud800", "5\ud83c", "\udcffH", "5H\udfff"]
NOT_CARDS = [
    *("1H", "0H", "00H", "01H", "010H", "11H", "12H", "13H", "14S", "100H", "T0H", "1OH", "XH"),
    *("H5", "♥5", "DK", "5X", "5", "H", "10", "", " ", "   ", "5 H", "10 H", "1 0H", "5\ufe0f♥"),
    *("5HH", "5H5", "5HS", "5H5H", "5H 5C", "5H,", ",5H", "5H.", "5♥♥", "5H♥", "..", ".", "--", "?"),
    *("+5H", "-5H", "5.0H", "5_H", "0x5H", "5H#", "Five of Hearts", "JACK", "None", "18"),
    *("5H\u200b", "5\u200bH", "5\u00adH", *LOOK_ALIKES, *CONTROLS, *SURROGATES),
]
RANK_RULE = "is not one of A 2-9 T 10 J Q K (the ace is 'A')"


# One card


def test_every_rank_and_suit_text_names_the_same_card_in_any_case():
    for (rank, rank_texts), (suit, suit_texts) in itertools.product(RANK_TEXTS.items(), SUIT_TEXTS.items()):
        for rank_text, suit_text in itertools.product(rank_texts, suit_texts):
            assert Card(rank_text + suit_text) is DECK[4 * (rank - 1) + suit]


def test_a_variation_selector_after_a_symbol_is_ignored():
    for suit, suit_texts in SUIT_TEXTS.items():
        for symbol, selector in itertools.product(suit_texts[2:], SELECTORS):
            assert Card(f"10{symbol}{selector}") is DECK[36 + suit]
            assert Card(f" q{symbol}{selector} ") is DECK[44 + suit]


@pytest.mark.parametrize("text", [" JH", "JH ", "   jh   ", "\tJH", "JH\t", " J♥ "])
def test_blanks_at_either_end_of_a_card_are_ignored(text):
    assert Card(text) is Card("JH")


@pytest.mark.parametrize("text", NOT_CARDS)
def test_text_that_is_no_card_is_refused(text):
    with pytest.raises(InvalidCardError, match="is not a card"):
        Card(text)


@pytest.mark.parametrize("rank", ["1", "0", "14", "X", "01"])
def test_a_wrong_rank_is_named_with_the_ranks_there_are(rank):
    rule = "is not one of A 2-9 T 10 J Q K (the ace is 'A')"
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
        (",5H 5C 5S JD", "a comma stands between two cards, not so in ',5H 5C 5S JD'"),
        ("5H,,5C 5S JD", "a comma stands between two cards, not so in '5H,,5C 5S JD'"),
        ("5H 5C 5S JD,", "no card follows the last comma of '5H 5C 5S JD,'"),
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


@pytest.mark.parametrize("bad", ["1H", "", "5 H", ". .", "...", ".", "--", "5H5C", *LOOK_ALIKES, *CONTROLS])
def test_a_bad_card_in_a_grid_is_refused(bad):
    with pytest.raises((InvalidCardError, InvalidGridError)):
        Grid([*FULL_NAMES[:15], bad])
