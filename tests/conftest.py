"""Which core each test runs on, and how many examples Hypothesis draws.

A test runs once on each core; a run on the Python core has the marker `python`. A test marked `native` runs
on the C core alone. A test marked `coreless` runs once, and fails if it asks a core to score. In a module
that is marked coreless, `scores` marks the tests that run on each core all the same.
"""

import os
import signal
from importlib.util import find_spec

import pytest
from hypothesis import settings

from cribscore import _core, _reference
from every_hand import hands_up_to_suits

# A suite that was started in the background ignores Ctrl-C, and so would the programs that it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)

# No deadline: other work on the machine must not fail a test. `examples` in strategies.py uses the numbers.
settings.register_profile("quick", deadline=None, max_examples=10)
settings.register_profile("full", deadline=None, max_examples=100)  # pytest --hypothesis-profile=full
settings.load_profile("quick")

_DEMANDED = os.environ.get("CRIBSCORE_CORE") or "auto"
_NO_CORE = "coreless"
_FUNCTIONS = (
    "count_scores",
    *("pack_hand", "score_hands", "score_grids", "hand_counts", "forecast_hands", "keep_sums"),
    *("pack_peg", "score_pegs", "peg_deals", "pack_fifteens", "_pack_grid", "_grid_total", "_best_peg"),
    *("_crib_sums", "_throw_choices"),
    *("read_values", "_outlook", "_weigh"),
)


def _cores():
    """The cores under test: both, but for one that is demanded or the C core that is not installed."""
    if _DEMANDED == "python":
        return ["python"]
    native = "c" if _DEMANDED == "auto" else _DEMANDED
    if _DEMANDED == "auto" and _core.native() is None:
        return ["python"]
    return [native, "python"]


_CORES = _cores()


def pytest_report_header():
    return f"cores under test: {', '.join(_CORES)}"


def pytest_generate_tests(metafunc):
    markers = {marker.name for marker in metafunc.definition.iter_markers()}
    coreless = "coreless" in markers and "scores" not in markers
    cores = [_NO_CORE] if coreless else _CORES[: 1 if "native" in markers else None]
    on_python = [pytest.mark.python, pytest.mark.slow] if "slow_on_python" in markers else pytest.mark.python
    marked = [pytest.param(core, marks=on_python if core == "python" else ()) for core in cores]
    metafunc.parametrize("core", marked, indirect=True, scope="session")


def pytest_collection_modifyitems(config, items):
    def left_out(item):
        if item.get_closest_marker("native") and item.get_closest_marker("python"):
            return True
        return any(find_spec(marker.args[0]) is None for marker in item.iter_markers("needs"))

    deselected = [item for item in items if left_out(item)]
    config.hook.pytest_deselected(items=deselected)
    items[:] = [item for item in items if item not in deselected]


@pytest.fixture(scope="session", autouse=True)
def core(request):
    """The core that scores in this test, by its name."""
    if request.param == _NO_CORE:
        _core.select("python")
        for function in _FUNCTIONS:
            setattr(_core, function, _refuse)
        _core.score_whole = lambda *_: -1  # what it answers to buffers that do not fit: nothing is scored
    else:
        _core.select(request.param)
    return request.param


def _refuse(*_):
    pytest.fail("a test that is marked coreless asked a core to score")


@pytest.fixture(scope="session")
def reference():
    """The reference core, whichever core scores."""
    return _reference


@pytest.fixture(scope="session")
def lib():
    """The functions of the C core."""
    return _core.native()[1]


@pytest.fixture
def selected(kernel):
    """The kernel as the one that the library uses, until the test ends."""
    before = _core.backend()
    _core.select(f"c:{kernel}")
    yield kernel
    _core.select(f"c:{before}")


@pytest.fixture(scope="module")
def up_to_suits():
    """Every hand up to renaming suits: its key, and how many hands it stands for."""
    return hands_up_to_suits()
