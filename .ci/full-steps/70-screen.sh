# The game with windows, examples/cribbage_square.py, played on a screen that nobody sees.
. .ci/lib.sh
debian_packages xvfb fonts-dejavu-core python3-venv
python=python3
if ! python3 -c "import tkinter" 2>/dev/null; then
  debian_packages python3-tk
  python=/usr/bin/python3
fi
environment main "$python"
python -m pip install -q ".[test]"
python -c "import sys, tkinter; print('Python', sys.version.split()[0], 'Tk', tkinter.Tcl().call('info', 'patchlevel'))"
python -m pytest -q -m screen
