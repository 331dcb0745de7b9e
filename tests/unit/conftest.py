"""What the tests of the command line share."""

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
