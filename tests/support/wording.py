"""Messages, compared to the letter."""

import re


def exactly(text):
    """A pattern for pytest.raises that the whole message must be."""
    return rf"\A{re.escape(text)}\Z"
