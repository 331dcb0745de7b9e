"""What holds for every hand and every grid, and that all scorers agree."""

import pickle
from contextlib import contextmanager
from itertools import combinations, permutations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cribscore import Card, Grid, GridScore, HandScore, _core, _wire, backend, score_grid, score_hand
from naive import hand_parts, parse
from packing import NO_CARD, cell_bytes, fields_key, name_key, parsed, unpack
from strategies import RANKS, boards, distinct, examples, hands

CRIBS = st.booleans()
SUIT_RENAMINGS = st.permutations("CDHS").map(lambda suits: str.maketrans("CDHS", "".join(suits)))


@contextmanager
def core(choice):
    """Run with the given core and go back to the one that was there."""
    before = backend()
    _core.select(choice)
    try:
        yield
    finally:
        _core.select("python" if before == "python" else f"c:{before}")


@st.composite
def places(draw):
    """Up to four cards in five places, the last of them the starter's; None is an empty place."""
    names = draw(distinct(5))
    kept = draw(st.lists(st.booleans(), min_size=5, max_size=5))
    return [name if keep else None for name, keep in zip(names, kept, strict=True)]


def line_parts(scores):
    return [score.parts for score in scores]


def fifteen_mask(names):
    """Bit s is set where the cards in the places of the bits of s are all there and add to 15."""
    values = [None if name is None else min(parse(name)[0], 10) for name in names]
    mask = 0
    for size in range(1, 6):
        for subset in combinations(range(5), size):
            chosen = [values[place] for place in subset]
            if None not in chosen and sum(chosen) == 15:
                mask |= 1 << sum(1 << place for place in subset)
    return mask


# Hands


@given(hand=hands(), crib=CRIBS)
@example(hand=(["5C", "5D", "5S", "JH"], "5H"), crib=False)
@example(hand=(["2H", "4H", "8H", "KH"], None), crib=True)
@examples(500)
def test_a_hand_is_scored_as_the_naive_scorer_does(hand, crib):
    cards, starter = hand
    score = score_hand(cards, starter, crib=crib)
    assert score.parts == hand_parts(parsed(cards), parse(starter), crib)


@given(hand=hands(), crib=CRIBS)
def test_the_parts_sum_to_the_total(hand, crib):
    score = score_hand(*hand, crib=crib)
    assert score == sum(score.parts)
    assert score.parts == (score.fifteens, score.pairs, score.runs, score.flush, score.nobs)


@given(hand=hands(), crib=CRIBS)
def test_the_order_of_the_four_cards_does_not_matter(hand, crib):
    cards, starter = hand
    scores = {score_hand(order, starter, crib=crib).parts for order in permutations(cards)}
    assert len(scores) == 1


@given(hand=hands(), crib=CRIBS, renaming=SUIT_RENAMINGS)
def test_renaming_the_suits_of_a_hand_does_not_matter(hand, crib, renaming):
    cards, starter = hand
    renamed = [rank + suit.translate(renaming) for rank, suit in cards]
    renamed_starter = starter and starter[0] + starter[1].translate(renaming)
    one, other = score_hand(cards, starter, crib=crib), score_hand(renamed, renamed_starter, crib=crib)
    assert one.parts == other.parts


@given(hand=hands())
def test_a_crib_never_scores_more_than_the_same_hand_and_differs_only_in_the_flush(hand):
    as_hand, as_crib = score_hand(*hand), score_hand(*hand, crib=True)
    assert as_crib <= as_hand
    assert as_crib.flush in {0, as_hand.flush}
    assert (*as_crib.parts[:3], as_crib.nobs) == (*as_hand.parts[:3], as_hand.nobs)


@given(cards=distinct(5), crib=CRIBS)
def test_turning_the_starter_never_lowers_a_part(cards, crib):
    *hand, starter = cards
    before, after = score_hand(hand, crib=crib), score_hand(hand, starter, crib=crib)
    assert all(one <= other for one, other in zip(before.parts, after.parts, strict=True))


@given(cards=distinct(5), crib=CRIBS)
def test_exchanging_the_starter_with_a_card_changes_neither_fifteens_nor_pairs_nor_runs(cards, crib):
    scores = {
        score_hand(cards[:place] + cards[place + 1 :], cards[place], crib=crib).parts[:3]
        for place in range(5)
    }
    assert len(scores) == 1


# Grids


@given(board=boards())
def test_a_grid_scores_as_its_transpose_with_rows_and_columns_exchanged(board):
    cells, starter = board
    one, other = score_grid(Grid(cells), starter), score_grid(Grid(cells).transposed(), starter)
    assert one == other
    assert line_parts(one.rows) == line_parts(other.columns)
    assert line_parts(one.columns) == line_parts(other.rows)
    assert (one.heels, one.won) == (other.heels, other.won)


@given(board=boards())
def test_each_full_line_of_a_grid_scores_as_a_hand(board):
    grid, starter = Grid(board[0]), board[1]
    score = score_grid(grid, starter)
    for cards, line in zip(grid.rows + grid.columns, score.rows + score.columns, strict=True):
        if None not in cards:
            assert line.parts == score_hand(cards, starter).parts


@given(board=boards())
def test_the_total_of_a_grid_is_the_sum_of_its_lines_and_heels(board):
    score = score_grid(*board)
    assert score == sum(score.rows) + sum(score.columns) + score.heels
    for line in score.rows + score.columns:
        assert line == sum(line.parts)


@given(board=boards(), renaming=SUIT_RENAMINGS)
def test_renaming_the_suits_of_a_grid_does_not_matter(board, renaming):
    cells, starter = board
    renamed = [cell and cell[0] + cell[1].translate(renaming) for cell in cells]
    renamed_starter = starter and starter[0] + starter[1].translate(renaming)
    one, other = score_grid(cells, starter), score_grid(renamed, renamed_starter)
    assert line_parts(one.rows + one.columns) == line_parts(other.rows + other.columns)
    assert one == other


@given(board=boards(), order=st.permutations(range(4)))
def test_the_order_of_the_rows_of_a_grid_does_not_matter(board, order):
    cells, starter = board
    grid = Grid(cells)
    one, other = score_grid(grid, starter), score_grid([grid.rows[row] for row in order], starter)
    assert one == other
    assert line_parts(other.rows) == [one.rows[row].parts for row in order]
    assert line_parts(other.columns) == line_parts(one.columns)


@given(board=boards(), row=st.integers(0, 3), column=st.integers(0, 3))
def test_emptying_a_cell_never_raises_a_line_and_changes_only_its_own_row_and_column(board, row, column):
    grid, starter = Grid(board[0]), board[1]
    before, after = score_grid(grid, starter), score_grid(grid.replace(row, column, None), starter)
    for place in range(4):
        if place != row:
            assert before.rows[place].parts == after.rows[place].parts
        if place != column:
            assert before.columns[place].parts == after.columns[place].parts
    for one, other in ((before.rows[row], after.rows[row]), (before.columns[column], after.columns[column])):
        assert all(more >= less for more, less in zip(one.parts, other.parts, strict=True))


# The door to the cores


@given(names=places(), crib=CRIBS)
@examples(300)
def test_the_core_scores_hands_in_progress_and_names_the_fifteens(names, crib):
    expected = hand_parts(parsed(names[:4]), parse(names[4]), crib)
    key = name_key(names, crib)
    mask, packed = divmod(_core.pack_fifteens(key), 1 << 32)
    assert mask == fifteen_mask(names)
    assert unpack(packed) == unpack(_core.pack_hand(key)) == expected


@given(board=boards())
def test_the_core_scores_the_eight_lines_of_a_grid_as_hands(board):
    cells, starter = board
    lines = [cells[4 * row : 4 * row + 4] for row in range(4)] + [cells[column::4] for column in range(4)]
    expected = [hand_parts(parsed(line), parse(starter), False) for line in lines]
    *grid, turned = cell_bytes([*cells, starter])
    assert [unpack(line) for line in _core.pack_grid(bytes([*grid, turned]))] == expected
    heels = 2 if starter is not None and starter[0] == "J" else 0
    assert _core.grid_total(bytes(grid), turned) == sum(map(sum, expected)) + heels


@given(names=distinct(5), place=st.integers(0, 4), bad=st.integers(52, 254), crib=CRIBS)
@example(names=["5H", "5C", "5S", "JD", "5D"], place=4, bad=52, crib=False)
def test_the_core_refuses_a_byte_that_is_no_card(names, place, bad, crib):
    cells = bytearray(b"\xff" * 17)
    cells[place * 4] = bad
    with pytest.raises(ValueError, match=r".+"):
        _core.pack_grid(bytes(cells))
    assert _core.grid_total(bytes(cells[:16]), cells[16]) == _wire.INVALID


@given(names=distinct(5), pair=st.permutations(range(5)), crib=CRIBS)
def test_the_core_refuses_a_card_that_comes_twice(names, pair, crib):
    names[pair[0]] = names[pair[1]]
    with pytest.raises(ValueError, match=r".+"):
        _core.pack_grid(cell_bytes(names).ljust(17, b"\xff"))
    assert _core.grid_total(cell_bytes(names).ljust(16, b"\xff"), 255) == _wire.INVALID == 0xFFFFFFFF
    key = name_key(names, crib)
    assert _core.pack_hand(key) == _core.pack_fifteens(key) == _wire.INVALID


@given(names=distinct(5), place=st.integers(0, 4), bad=st.integers(52, NO_CARD - 1), crib=CRIBS)
@example(names=["5H", "5C", "5S", "JD", "5D"], place=4, bad=52, crib=False)
def test_the_core_refuses_a_field_that_is_no_card(names, place, bad, crib):
    fields = list(cell_bytes(names))
    fields[place] = bad
    key = fields_key(fields, crib)
    assert _core.pack_hand(key) == _core.pack_fifteens(key) == _wire.INVALID


@pytest.mark.parametrize("length", [0, 1, 4, 6, 15, 16, 17, 18, 1000])
def test_the_core_refuses_buffers_of_another_length(length):
    for wanted, score in (17, _core.pack_grid), (16, lambda cells: _core.grid_total(cells, 255)):
        for cells in (b"\xff" * length, bytearray(b"\xff" * length)):
            if type(cells) is not bytes or length != wanted:
                with pytest.raises(TypeError):
                    score(cells)


# The two cores against each other


@pytest.mark.native
@given(names=places(), crib=CRIBS)
@examples(500)
def test_both_cores_give_a_hand_the_same_parts_and_the_same_fifteens(reference, names, crib):
    key = name_key(names, crib)
    assert _core.pack_hand(key) == reference.pack_hand(key)
    assert _core.pack_fifteens(key) == reference.pack_fifteens(key)


@pytest.mark.native
@given(board=boards())
@examples(300)
def test_both_cores_give_a_grid_the_same_lines(reference, board):
    cells = cell_bytes([*board[0], board[1]])
    assert list(_core.pack_grid(cells)) == list(reference.pack_grid(cells))
    total = reference.grid_total(0, cells[:16], cells[16])
    for kernel in _core.kernels():
        with core(f"c:{kernel}"):
            assert _core.grid_total(cells[:16], cells[16]) == total


@pytest.mark.native
@given(board=boards(), win_at=st.sampled_from([None, 1, 40, 172]))
@examples(300)
def test_lines_made_when_they_are_asked_for_are_those_made_at_once(reference, board, win_at):
    cells, starter = board
    grid, turned = Grid(cells), None if starter is None else Card(starter)
    lines = [
        HandScore(*reference.hand_points(line, False)[:5])
        for line in reference.lines_of(cell_bytes([*cells, starter]))
    ]
    heels, complete = 2 * (starter is not None and starter[0] == "J"), starter is not None and grid.full
    chosen = {} if win_at is None else {"win_at": win_at}
    at_once = GridScore(lines[:4], lines[4:], heels, complete, **chosen)
    for first in ("rows", "columns", "heels", "won", "win_at", "__dict__"):
        later = score_grid(grid, turned, **chosen)
        assert int(later) == int(at_once)
        assert getattr(later, first) == getattr(at_once, first)
        assert line_parts([*later.rows, *later.columns]) == line_parts(lines)
        assert vars(later) == vars(at_once)
    assert repr(score_grid(grid, turned, **chosen)) == repr(at_once)
    assert score_grid(grid, turned, **chosen).to_dict() == at_once.to_dict()
    again = pickle.loads(pickle.dumps(score_grid(grid, turned, **chosen)))
    assert (int(again), vars(again)) == (int(at_once), vars(at_once))
    assert not hasattr(score_grid(grid, turned), "colour")


@pytest.mark.native
@given(hand=hands(), board=boards(), crib=CRIBS)
@examples(300)
def test_the_library_gives_the_same_scores_whichever_core_is_selected(hand, board, crib):
    answers = []
    for choice in ("c", "c:portable", "python"):
        with core(choice):
            grid = score_grid(*board)
            answers.append((score_hand(*hand, crib=crib).parts, line_parts(grid.rows + grid.columns), grid))
    assert answers[0] == answers[1] == answers[2]


@pytest.mark.native
@pytest.mark.parametrize("suits", ["CCCC", "CDHS", "HHHH", "SSSD", "CCDD"])
def test_both_cores_agree_on_every_combination_of_ranks_in_place(reference, suits):
    for ranks in combinations(range(13), 4):
        names = [RANKS[rank] + suit for rank, suit in zip(ranks, suits, strict=True)]
        for starter in (None, "5H", "JS"):
            if starter not in names:
                key = name_key([*names, starter], False)
                assert _core.pack_hand(key) == reference.pack_hand(key)
