"""Messages, compared to the letter."""

import re

from cribscore import _core


def exactly(text):
    """A pattern for pytest.raises that the whole message must be."""
    return rf"\A{re.escape(text)}\Z"


def needs_the_c_core(function):
    """What the Python core says of a function that only the C core has, and how to get that."""
    how = (
        "run the program with CRIBSCORE_CORE=c"
        if _core.native()
        else "install cribscore again where there is a C compiler"
    )
    return f"{function} needs the C core of cribscore, and the Python core is in use: {how}"
