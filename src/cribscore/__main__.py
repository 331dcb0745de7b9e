# PYTHON_ARGCOMPLETE_OK
"""Run the command line: `python -m cribscore`."""

import sys

from ._cli import main

if __name__ == "__main__":
    sys.exit(main())
