"""The memory of a batch: it stays where it is while the core reads it, and it is free again afterwards."""

import ctypes
import mmap
from multiprocessing.shared_memory import SharedMemory

import numpy as np
import pytest

from cribscore import CribscoreError, InvalidHandError, _core, score_hands
from wording import exactly

ROWS = bytes([18, 16, 19, 41, 17, 6, 14, 30, 50, 32])  # 29 and 6 points
BAD = bytes([18, 16, 19, 41, 52])


@pytest.fixture
def during(monkeypatch):
    """Call something while the core scores, as another thread might; collect what it raised."""

    def do(action):
        raised = []
        score = _core.score_hands

        def score_and_act(rows, begin, end, wanted, scores):
            try:
                action()
            except (BufferError, ValueError) as error:
                raised.append(type(error))
            return score(rows, begin, end, wanted, scores)

        monkeypatch.setattr(_core, "score_hands", score_and_act)
        return raised

    return do


def shared(tmp_path, request):
    block = SharedMemory(create=True, size=len(ROWS))
    request.addfinalizer(block.unlink)
    block.buf[:] = ROWS

    def take_away():
        block._mmap.close()  # what close() does after it has let go of its own view

    return np.ndarray(len(ROWS), np.uint8, buffer=block.buf), take_away, block.close


def mapped(tmp_path, _):
    path = tmp_path / "rows"
    path.write_bytes(ROWS)
    array = np.memmap(path, np.uint8, "r+")
    return array, array._mmap.close, array._mmap.close


def over_bytearray(*_):
    memory = bytearray(ROWS)
    return np.ndarray(len(ROWS), np.uint8, buffer=memory), memory.clear, memory.clear


def over_a_view_of_a_view(*_):
    memory = bytearray(ROWS)
    whole = np.frombuffer(memoryview(memory)[:], np.uint8)
    return whole[::-1][::-1].reshape(2, 5), memory.clear, None


def data_of_an_array(*_):
    array = np.frombuffer(ROWS, np.uint8).copy()

    def take_away():
        array.resize((1 << 20,), refcheck=False)

    return array.data, take_away, None


def strided(*_):
    array = np.frombuffer(ROWS, np.uint8).copy()

    def take_away():
        array.resize((1 << 20,), refcheck=False)

    return np.lib.stride_tricks.as_strided(array, (2, 5), (5, 1)), take_away, take_away


def windows(*_):
    array = np.frombuffer(ROWS[:5], np.uint8).copy()

    def take_away():
        array.resize((1 << 20,), refcheck=False)

    return np.lib.stride_tricks.sliding_window_view(array, 5), take_away, take_away


OWNERS = [shared, mapped, over_bytearray, over_a_view_of_a_view, data_of_an_array, strided]


@pytest.mark.parametrize("made", [*OWNERS, windows], ids=lambda made: made.__name__)
def test_memory_cannot_be_taken_away_while_it_is_scored(made, during, tmp_path, request):
    values, take_away, afterwards = made(tmp_path, request)
    raised = during(take_away)
    assert list(score_hands(values))[:1] == [29]
    assert raised, "it was taken away"
    del values
    if afterwards is not None:
        afterwards()  # nothing holds it any more


@pytest.mark.parametrize("made", OWNERS, ids=lambda made: made.__name__)
def test_memory_cannot_be_taken_away_while_scores_are_written_to_it(made, during, tmp_path, request):
    values, take_away, afterwards = made(tmp_path, request)
    out = values if isinstance(values, memoryview) else values.reshape(-1)
    raised = during(take_away)
    score_hands(ROWS * 5, out=out)
    assert list(out) == [29, 6] * 5
    assert raised, "it was taken away"
    del values, out
    if afterwards is not None:
        afterwards()


def test_an_array_over_released_memory_is_refused():
    block = SharedMemory(create=True, size=len(ROWS))
    array = np.ndarray(len(ROWS), np.uint8, buffer=block.buf)
    block.unlink()
    block.close()
    with pytest.raises(CribscoreError, match=r"^the memory of the array has been released: "):
        score_hands(array)


def test_a_buffer_of_released_memory_is_refused():
    released, closed = memoryview(ROWS), mmap.mmap(-1, 10)
    released.release()
    closed.close()
    for buffer in (released, closed):
        for arguments in (
            {"hands": buffer},
            {"hands": ROWS[:4], "starters": buffer},
            {"hands": ROWS, "out": buffer},
        ):
            with pytest.raises(CribscoreError, match=r"^the memory of the buffer has been released: "):
                score_hands(**arguments)


def test_a_refusal_leaves_nothing_in_its_traceback_that_keeps_a_map_open(tmp_path):
    path = tmp_path / "rows"
    path.write_bytes(ROWS + BAD)
    message = exactly("hand 2: card index 52 is above 51")
    with (
        open(path, "r+b") as file,
        mmap.mmap(file.fileno(), 0) as memory,
        pytest.raises(InvalidHandError, match=message) as refusal,
    ):
        score_hands(memory)
    assert refusal.value.__context__ is None  # the map is closed: no BufferError took its place


def test_an_interrupt_leaves_nothing_in_its_traceback_that_keeps_a_map_open(tmp_path, monkeypatch):
    path = tmp_path / "rows"
    path.write_bytes(ROWS)

    def interrupted(rows, *_):
        views = memoryview(rows.cards)  # as the core has one when a signal comes
        with views:
            raise KeyboardInterrupt

    monkeypatch.setattr(_core, "score_hands", interrupted)
    with (
        pytest.raises(KeyboardInterrupt),
        open(path, "r+b") as file,
        mmap.mmap(file.fileno(), 0) as memory,
    ):
        score_hands(memory)


@pytest.mark.native
def test_the_c_core_lets_go_of_the_buffers_of_a_call_that_fails():
    memory = bytearray(ROWS)
    with pytest.raises(TypeError), memoryview(memory) as view:
        _core.score_hands(_core.Rows(view, 0, 5, 1, view, 4, 5), 0, 2, "no flags", bytearray(2))
    memory.clear()


class Liar(np.ndarray):
    """An array that tells of more memory than it has."""

    @property
    def strides(self):
        return (1 << 40, 1 << 30)

    @property
    def shape(self):
        return (1 << 20, 5)


def test_an_array_of_a_class_that_lies_about_its_shape_is_scored_as_what_it_is():
    values = np.frombuffer(ROWS, np.uint8).reshape(2, 5).view(Liar)
    assert score_hands(values).tolist() == [29, 6]


def test_the_step_between_rows_does_not_matter_where_there_is_one_row():
    row = np.frombuffer(ROWS[:5], np.uint8)
    for step in (-(2**63), 2**63 - 1):
        values = np.lib.stride_tricks.as_strided(row, (1, 5), (step, 1))
        assert score_hands(values).tolist() == [29]
        assert score_hands(values[:, :4], values[:, 4]).tolist() == [29]


def test_an_array_over_a_ctypes_array_is_read():
    memory = (ctypes.c_uint8 * len(ROWS))(*ROWS)
    assert score_hands(np.ctypeslib.as_array(memory)).tolist() == [29, 6]


class OfItself:
    """Memory that names itself as what it is a part of."""

    def __init__(self):
        self.values = np.frombuffer(ROWS, np.uint8)
        self.__array_interface__ = self.values.__array_interface__
        self.base = self


def test_an_array_over_memory_that_is_a_part_of_itself_is_read():
    array = np.asarray(OfItself())
    assert isinstance(array.base, OfItself)
    assert score_hands(array).tolist() == [29, 6]
