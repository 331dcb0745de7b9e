"""Every test runs once per core, through one session fixture; those marked `native` on the C core alone."""

import os
import signal
from importlib.util import find_spec

import pytest
from hypothesis import settings

from cribscore import _core, _reference
from every_hand import hands_up_to_suits

# A suite that was started in the background ignores Ctrl-C, and so would the programs that it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)
settings.register_profile("shared", deadline=None)  # other work on the machine must not fail a test
settings.load_profile("shared")

_DEMANDED = os.environ.get("CRIBSCORE_CORE") or "auto"


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
    native = metafunc.definition.get_closest_marker("native") is not None
    metafunc.parametrize("core", _CORES[:1] if native else _CORES, indirect=True, scope="session")


def pytest_collection_modifyitems(config, items):
    def left_out(item):
        if item.get_closest_marker("native") is not None and _CORES == ["python"]:
            return True
        return any(find_spec(marker.args[0]) is None for marker in item.iter_markers("needs"))

    deselected = [item for item in items if left_out(item)]
    config.hook.pytest_deselected(items=deselected)
    items[:] = [item for item in items if item not in deselected]


@pytest.fixture(scope="session", autouse=True)
def core(request):
    """The core that scores in this test, by its name."""
    _core.select(request.param)
    return request.param


@pytest.fixture(scope="session")
def reference():
    """The reference core, whichever core scores."""
    return _reference


@pytest.fixture(scope="module")
def up_to_suits():
    """Every hand up to renaming suits: its key, and how many hands it stands for."""
    return hands_up_to_suits()
