"""What hypothesis draws: cards as two-letter names, which the naive scorer reads too."""

from hypothesis import settings
from hypothesis import strategies as st

RANKS = "A23456789TJQK"
NAMES = [rank + suit for rank in RANKS for suit in "CDHS"]


def examples(count):
    """Draw so many examples with --hypothesis-profile=full, and the share of the quick profile otherwise."""
    return settings(max_examples=max(10, count * settings.default.max_examples // 100))


FIVE_RANKS = [NAMES[4 * low : 4 * low + 20] for low in range(9)]


def distinct(count):
    """Different cards: from the whole pack, or from five neighbouring ranks, where most points are made."""
    packs = st.one_of(st.just(NAMES), st.sampled_from(FIVE_RANKS))
    return packs.flatmap(
        lambda pack: st.lists(st.sampled_from(pack), min_size=count, max_size=count, unique=True)
    )


@st.composite
def hands(draw):
    """Four cards and a starter, or None while it is not turned."""
    *hand, starter = draw(distinct(5))
    return hand, draw(st.sampled_from([starter, starter, None]))


@st.composite
def boards(draw):
    """Sixteen cells, full or partly None, and a starter or None."""
    *cells, starter = draw(distinct(17))
    if draw(st.booleans()):
        kept = draw(st.lists(st.booleans(), min_size=16, max_size=16))
        cells = [cell if keep else None for cell, keep in zip(cells, kept, strict=True)]
    return cells, draw(st.sampled_from([starter, starter, None]))


# Text that looks like cards more often than arbitrary text does.
CARD_CHARACTERS = "A2345678910TJQKCDHSacdhsjqkt♣♦♥♠♧♢♡♤\ufe0e\ufe0f .,/#\n\r\t0"

texts = st.one_of(
    st.text(),
    st.text(CARD_CHARACTERS),
    st.lists(st.sampled_from([*NAMES, "..", "10H", "1H", ",", " ", "/", "\n"])).map(" ".join),
)

things = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.integers(-1, 52),
        st.floats(),
        st.complex_numbers(),
        st.binary(),
        texts,
        st.sampled_from(NAMES),
    ),
    lambda inner: st.one_of(
        st.lists(inner),
        st.lists(inner, min_size=4, max_size=4),
        st.lists(inner, min_size=16, max_size=16),
        st.tuples(inner, inner),
        st.dictionaries(st.text(), inner),
        st.frozensets(st.integers()),
    ),
    max_leaves=20,
)


@st.composite
def cards_of_any_number(draw):
    """1 to 13 cards and a starter or None; many from neighbouring ranks or of one suit."""
    size = draw(st.integers(1, 13))
    packs = [NAMES, *(NAMES[4 * low : 4 * low + 20] for low in range(9)), [*NAMES[2::4], "JD", "5C"]]
    pack = draw(st.sampled_from(packs))
    cards = draw(st.lists(st.sampled_from(pack), min_size=size + 1, max_size=size + 1, unique=True))
    return cards[1:], draw(st.sampled_from([cards[0], None]))
