"""What tests share: running a command, and the benchmark whose results a page shows."""

import importlib.util
import json
from pathlib import Path

import pytest

from cribscore._cli import main


@pytest.fixture
def run(capsys):
    """Run a command: its status, what it printed and what it complained."""

    def run_main(*words):
        try:
            status = main(words)
        except SystemExit as end:
            status = end.code
        output = capsys.readouterr()
        return status, output.out, output.err

    return run_main


@pytest.fixture(scope="module")
def script(request):
    """The benchmark that the test module names as `SCRIPT`, as a module."""
    name = request.module.SCRIPT
    path = Path(__file__).parents[2] / "benchmarks" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def results(script):
    """What the benchmark has found and kept."""
    return json.loads(script.RESULTS.read_text(encoding="utf-8"))
