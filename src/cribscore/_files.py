"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from contextlib import suppress


def write_whole(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Write a file of text or bytes; if that fails, a file that was there before stays as it was.

    The text goes into a new file beside it, which then takes its name and its permissions.
    """
    target = os.path.realpath(path)
    if os.path.exists(target) and not os.path.isfile(target):  # a device or a pipe
        _write(target, content, "w")
        return
    part = f"{target}.{os.getpid()}.part"
    try:
        _write(part, content, "x")
        if os.path.exists(target):
            os.chmod(part, os.stat(target).st_mode)
        os.replace(part, target)
    except BaseException:
        with suppress(OSError):
            os.remove(part)
        raise


def _write(path: str, content: str | bytes, mode: str) -> None:
    data = content.encode() if isinstance(content, str) else content
    with open(path, mode + "b") as file:
        file.write(data)
