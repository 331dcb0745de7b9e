"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from contextlib import suppress


def write_whole(path: str | os.PathLike[str], text: str) -> None:
    """Write a text file; if that fails, a file that was there before stays as it was.

    The text goes into a new file beside it, which then takes its name and its permissions.
    """
    target = os.path.realpath(path)
    if os.path.exists(target) and not os.path.isfile(target):  # a device or a pipe
        _write(target, text, "w")
        return
    part = f"{target}.{os.getpid()}.part"
    try:
        _write(part, text, "x")
        if os.path.exists(target):
            os.chmod(part, os.stat(target).st_mode)
        os.replace(part, target)
    except BaseException:
        with suppress(OSError):
            os.remove(part)
        raise


def _write(path: str, text: str, mode: str) -> None:
    with open(path, mode, encoding="utf-8", newline="\n") as file:
        file.write(text)
