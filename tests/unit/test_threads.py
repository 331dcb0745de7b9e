"""Many threads at once over the same objects and buffers: with an interpreter lock and without one."""

import json
import pickle
import re
import sys
import threading
import time
from itertools import count
from random import Random

import numpy as np
import pytest

import cribscore._buffers
import cribscore._work
import cribscore.explain
import cribscore.scoring
from cribscore import (
    Card,
    Grid,
    Hand,
    InvalidHandError,
    _core,
    _wire,
    best_grid,
    deal,
    explain_grid,
    explain_hand,
    prove_maximum,
    score_grid,
    score_grids,
    score_hand,
    score_hands,
)
from cribscore.squares import OPEN, Game
from naive import grid_lines, hand_parts, parse, row_lines, row_parts
from oracles import LARGEST_BY_STARTER, TABLES
from processes import run_python
from strategies import NAMES
from wording import exactly

THREADS = 32
WHY = r"card index \d+ is above 51|.. appears twice|its bytes changed while it was scored"


def at_once(work, threads=THREADS):
    """What `work(number)` answers in each of many threads that begin together."""
    start, answers, errors = threading.Barrier(threads, timeout=60), [None] * threads, []

    def run(number):
        try:
            start.wait()
            answers[number] = work(number)
        except BaseException as error:
            errors.append(error)

    running = [threading.Thread(target=run, args=(number,)) for number in range(threads)]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    if errors:
        raise errors[0]
    return answers


@pytest.fixture
def often():
    """Let threads change as often as the interpreter can, so that they meet in the middle of things."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def deals(number, cards):
    numbers = Random(number)
    return [numbers.sample(range(52), cards) for _ in range(100)]


def totals(rows):
    return [sum(row_parts(row)) for row in rows]


def grid_totals(rows):
    return [row_lines(row)[1] for row in rows]


# Shared values


@pytest.mark.slow_on_python
@pytest.mark.usefixtures("often")
def test_shared_hands_score_and_explain_alike_in_all_threads():
    rows = deals(1, 5)
    hands, starters = [Hand(row[:4]) for row in rows], [Card(row[4]) for row in rows]
    right = [
        hand_parts([parse(NAMES[card]) for card in row[:4]], parse(NAMES[row[4]]), False) for row in rows
    ]
    texts = [str(explain_hand(hand, starter)) for hand, starter in zip(hands, starters, strict=True)]

    def work(_):
        pairs = list(zip(hands, starters, strict=True))
        assert [score_hand(hand, starter).parts for hand, starter in pairs] == right
        explanations = [explain_hand(hand, starter) for hand, starter in pairs]
        assert list(map(str, explanations)) == texts
        for explanation, parts in zip(explanations, right, strict=True):
            points = [0] * 5
            for item in explanation.items:
                points[list(cribscore.CombinationKind).index(item.kind)] += item.points
            assert tuple(points) == parts
        return (
            [hash(hand) for hand in hands],
            [bytes(hand) for hand in hands],
            [f"{hand:n}" for hand in hands],
        )

    assert len({repr(answer) for answer in at_once(work)}) == 1


@pytest.mark.slow
@pytest.mark.slow_on_python
@pytest.mark.usefixtures("often")
def test_shared_grids_score_and_explain_alike_in_all_threads():
    rows = deals(2, 17)[:6]
    grids = [(Grid(row[:16]), Card(row[16])) for row in rows]
    right = [grid_lines([parse(NAMES[card]) for card in row[:16]], parse(NAMES[row[16]])) for row in rows]

    def work(_):
        for (grid, starter), (row_points, column_points, heels) in zip(grids, right, strict=True):
            score = score_grid(grid, starter)
            assert [line.parts for line in score.rows] == row_points
            assert [line.parts for line in score.columns] == column_points
            assert score.heels == heels
            explanation = explain_grid(grid, starter)
            assert explanation.score == score
            for line in explanation.rows + explanation.columns:
                assert sum(item.points for item in line.items) == line.score
        return "".join(explain_grid(*pair)._repr_html_() for pair in grids)

    assert len(set(at_once(work))) == 1


@pytest.mark.coreless
@pytest.mark.usefixtures("often")
def test_cards_are_the_same_objects_in_all_threads():
    texts = [*NAMES, *map(str.lower, NAMES), *(f" {name} " for name in NAMES), "10h", "5♥\ufe0f"]

    def work(number):
        order = Random(number).sample(texts, len(texts))
        made = {text: Card(text) for text in order}
        return [id(made[text]) for text in texts] + [
            id(pickle.loads(pickle.dumps(Card(name)))) for name in NAMES
        ]

    assert len({tuple(answer) for answer in at_once(work)}) == 1


@pytest.mark.slow_on_python
@pytest.mark.usefixtures("often")
def test_a_score_that_threads_meet_first_at_once_is_one_object(monkeypatch):
    monkeypatch.setattr(cribscore.scoring, "_shared", [None] * _wire.PACKED)
    monkeypatch.setattr(cribscore.scoring, "_made", {})
    rows = deals(3, 5)
    hands = [(Hand(row[:4]), Card(row[4])) for row in rows]

    def work(_):
        scores = [score_hand(*pair) for pair in hands]
        assert [score.parts for score in scores] == [row_parts(row) for row in rows]
        return [id(score) for score in scores]

    answers = at_once(work)
    assert all(answer == answers[0] for answer in answers)


@pytest.mark.usefixtures("often")
def test_a_game_may_be_read_by_all_threads_and_copies_of_it_played_by_each():
    game = Game(OPEN, seed=1)
    for card, cell in zip(deal(1)[:5], ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1)), strict=True):
        game.place(*cell, card)
    seen, saved = json.dumps(game.view()), json.dumps(game.to_dict())

    def work(number):
        assert json.dumps(game.view()) == seen
        moves = game.legal_moves()
        game.after(moves[number % len(moves)])
        own = Game.from_dict(json.loads(saved))
        numbers = Random(number)
        while not own.over:
            own.play(numbers.choice(own.legal_moves()))
        return own.score == score_grid(own.grid, own.starter)

    assert all(at_once(work))
    assert json.dumps(game.to_dict()) == saved


# First uses, in a process where nothing was used yet

FIRST = """
import sys, threading
sys.setswitchinterval(1e-6)
start, answers, errors = threading.Barrier({threads}, timeout=60), [], []

def run():
    try:
        start.wait()
        answers.append(work())
    except BaseException as error:
        errors.append(repr(error))

def work():
    {work}

{before}
threads = [threading.Thread(target=run) for _ in range({threads})]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(len(answers), *sorted(set(map(str, answers))), *errors)
"""


def first_uses(core, work, before=""):
    code, printed, complaint = run_python(FIRST.format(threads=THREADS, work=work, before=before), core)
    assert (code, complaint) == (0, "")
    number, *answers = printed.split(maxsplit=1)
    assert number == str(THREADS), answers
    return answers[0]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("work", "right"),
    [
        ("import cribscore; return cribscore.score_hand('5H 5C 5S JD', '5D').parts", "(16, 12, 0, 0, 1)"),
        ("from cribscore import Card; return Card('10♥') is Card(' th ') is Card(38)", "True"),
        ("from cribscore import deal; return ' '.join(map(str, deal(1, 5)))", "QD 9S JH 8S 4D"),
        ("from cribscore.squares import Game; return Game(seed=1).card", "QD"),
        (
            "import cribscore; rows = bytes([18, 16, 19, 41, 17, 6, 14, 30, 50, 32]); "
            "return list(cribscore.score_hands(rows))",
            "[29, 6]",
        ),
        (
            "import cribscore; out = bytearray(1); "
            "cribscore.score_hands(bytes([18, 16, 19, 41, 17]), out=out); return out[0]",
            "29",
        ),
        (
            "from cribscore import explain_hand; return str(explain_hand('2C 4D 6S 8H', 'QH'))[:8]",
            "nineteen",
        ),
        ("from cribscore import Hand; return Hand('5H 5C 5S JD')._repr_html_().count('5♥')", "1"),
    ],
    ids=["import", "cards", "deal", "game", "batch", "overlap", "explain", "html"],
)
def test_threads_that_import_and_use_it_first_at_once_agree(core, work, right):
    assert first_uses(core, work) == right


def test_threads_that_first_ask_for_the_version_and_the_core_at_once_agree(core):
    work = "return cribscore.__version__, cribscore.backend()"
    assert first_uses(core, work, "import cribscore") == str((cribscore.__version__, _core.backend()))


@pytest.mark.native
@pytest.mark.parametrize("kernel", _core.kernels())
def test_threads_that_first_use_a_kernel_at_once_agree(kernel):
    work = "return cribscore.backend(), sum(cribscore.score_hands(bytes(range(50)) * 2000))"
    rows = [list(range(start, start + 5)) for start in range(0, 50, 5)]
    assert first_uses(f"c:{kernel}", work, "import cribscore") == str((kernel, 2000 * sum(totals(rows))))


# Batches


@pytest.mark.slow_on_python
@pytest.mark.parametrize(
    ("score", "width", "right"),
    [(score_hands, 5, totals), (score_grids, 17, grid_totals)],
    ids=["hands", "grids"],
)
@pytest.mark.usefixtures("often")
def test_threads_fill_disjoint_slices_of_one_output_from_one_buffer(score, width, right):
    rows = deals(4, width)[: 100 // width]
    expected, buffer = right(rows), bytes(card for row in rows for card in row)
    out = memoryview(bytearray(b"\xa5" * (THREADS * (len(rows) + 1))))

    def work(number):
        own = out[number * (len(rows) + 1) :][: len(rows)]
        for _ in range(3):
            score(buffer, out=own)
        return list(own) == expected

    assert all(at_once(work))
    assert set(out[len(rows) :: len(rows) + 1]) == {0xA5}


@pytest.mark.native
def test_threads_that_share_their_work_among_threads_get_the_right_scores(monkeypatch):
    monkeypatch.setattr(cribscore._work, "THREAD_ROWS", 64)
    rows = np.array(deals(5, 5) * 20, np.uint8)
    expected = totals(deals(5, 5)) * 20
    spoiled = rows.copy()
    spoiled[1234, 2] = 52

    def work(number):
        assert score_hands(rows, threads=2 + number % 3).tolist() == expected
        assert score_hands(np.asfortranarray(rows), threads=4).tolist() == expected
        with pytest.raises(InvalidHandError, match=exactly("hand 1234: card index 52 is above 51")):
            score_hands(spoiled, threads=2 + number % 3)
        return True

    assert all(at_once(work))


@pytest.mark.slow_on_python
@pytest.mark.parametrize("score", [score_hands, score_grids], ids=["hands", "grids"])
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.usefixtures("often")
def test_random_bytes_written_meanwhile_give_an_error_that_names_a_row_or_scores_in_bounds(
    monkeypatch, core, score, threads
):
    monkeypatch.setattr(cribscore._work, "THREAD_ROWS", 64)
    width = 5 if score is score_hands else 17
    valid = bytes(card for row in deals(6, width) for card in row) * (1 if core == "python" else 20)
    buffer, rows, stop = bytearray(valid), len(valid) // width, threading.Event()
    possible = {total for total, hands in enumerate(TABLES["hand"]) if hands} if width == 5 else range(173)
    writing = threading.Event()

    def write():
        numbers = Random(6)
        while not stop.is_set():
            place = numbers.randrange(len(buffer))
            buffer[place] = numbers.choice((numbers.randrange(52), numbers.randrange(256)))
            buffer[:] = valid
            writing.set()

    def work(_):
        complaints, scores = [], set()
        for _ in range(2 if core == "python" else 20):
            try:
                scores.update(score(buffer, threads=threads))
            except ValueError as error:
                complaints.append(str(error))
        return complaints, scores

    writer = threading.Thread(target=write)
    writer.start()
    try:
        assert writing.wait(60)
        answers = at_once(work, 8)
    finally:
        stop.set()
        writer.join()
    name = "hand" if width == 5 else "grid"
    for complaints, scores in answers:
        assert complaints or scores
        assert scores <= set(possible)
        for complaint in complaints:
            found = re.fullmatch(rf"{name} (\d+): ({WHY})", complaint)
            assert found, complaint
            assert int(found[1]) < rows


# What another thread does to an array


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # NumPy advises against setting a shape
def test_the_shape_that_an_array_has_when_a_call_begins_is_the_one_that_counts(monkeypatch):
    rows = deals(7, 5)
    hands, out = np.array(rows, np.uint8), np.zeros(100, np.uint8)
    check = cribscore._buffers._check_bytes

    def reshape_and_check(*args):  # as another thread may, between two looks at the array
        hands.shape = (20, 25)
        out.shape = (10, 10)
        check(*args)

    monkeypatch.setattr(cribscore._buffers, "_check_bytes", reshape_and_check)
    assert score_hands(hands, out=out) is out
    assert out.ravel().tolist() == totals(rows)


@pytest.mark.parametrize("taken", ["hands", "starters", "out"])
@pytest.mark.parametrize("view", [False, True], ids=["array", "view"])
def test_an_array_s_memory_stays_while_it_is_used_even_by_force(monkeypatch, taken, view):
    owners = {
        "hands": np.array(deals(8, 4), np.uint8),
        "starters": np.zeros(100, np.uint8),
        "out": np.zeros(100, np.uint8),
    }
    arrays = {name: owner[:].view() if view else owner for name, owner in owners.items()}
    tried = []

    def score(_, __, end, *___):
        with pytest.raises(ValueError, match="cannot resize"):
            owners[taken].resize((1 << 20,), refcheck=False)
        tried.append(True)
        return end

    monkeypatch.setattr(_core, "score_hands", score)
    score_hands(arrays["hands"], arrays["starters"], out=arrays["out"], threads=2)  # not the short way
    assert tried
    owners[taken].resize((1 << 20,), refcheck=False)  # and it is free again


@pytest.mark.native
@pytest.mark.usefixtures("often")
def test_arrays_that_other_threads_reshape_and_resize_never_take_the_memory_away():
    rows, stop = deals(9, 5), threading.Event()
    hands = np.array(rows * 40, np.uint8)
    right, small = totals(rows) * 40, hands.shape

    def disturb():
        while not stop.is_set():
            try:
                hands.resize((1 << 21,), refcheck=False)
                hands.resize(small, refcheck=False)
            except ValueError:  # it is being scored
                continue
            time.sleep(0.0005)

    disturber = threading.Thread(target=disturb)
    disturber.start()
    good, ends = 0, time.monotonic() + 60
    try:
        while good < 300 and time.monotonic() < ends:
            try:
                scores = score_hands(hands)
            except ValueError:  # it was large just then: of another shape
                continue
            assert scores.tolist() == right
            good += 1
    finally:
        stop.set()
        disturber.join()
    assert good == 300


# Searches


@pytest.mark.native
def test_searches_and_proofs_at_once_get_the_right_answers():
    expected = {seed: best_grid(deal(seed)[:16], deal(seed)[16])[:6] for seed in range(8)}

    def work(number):
        if number % 4 == 3:
            rank = 3 + number % 11
            return prove_maximum(rank).total == LARGEST_BY_STARTER[rank - 1]
        cards = deal(number % 8)
        return best_grid(cards[:16], cards[16])[:6] == expected[number % 8]

    assert all(at_once(work))


# Choosing a core


@pytest.mark.usefixtures("often")
def test_a_core_may_be_chosen_while_others_score(core):
    row, stop = deals(10, 5)[0], threading.Event()
    hand, starter, right = Hand(row[:4]), Card(row[4]), row_parts(row)
    choices = ["python", core, *(f"c:{kernel}" for kernel in _core.kernels())]

    def choose():
        for number in count():
            if stop.is_set():
                break
            _core.select(choices[number % len(choices)])

    chooser = threading.Thread(target=choose)
    chooser.start()

    def work(_):
        for _ in range(100):
            assert score_hand(hand, starter).parts == right
            assert list(score_hands(bytes(row))) == [sum(right)]
        return True

    try:
        assert all(at_once(work, 8))
    finally:
        stop.set()
        chooser.join()
        _core.select(core)
