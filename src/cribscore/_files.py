"""Files that are written whole or not at all, by commands too; and JSON that is read."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EISDIR
from typing import TYPE_CHECKING, Any

from ._messages import printable

if TYPE_CHECKING:
    from argparse import ArgumentParser


def write_whole(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Write a file of text or bytes; if that fails, a file that was there before stays as it was.

    The text goes into a new file beside it, which then takes its name and its permissions.
    """
    target, part = _target_and_part(path)
    if part is None:
        _write(target, content, "w")
        return
    try:
        _write(part, content, "x")
        if os.path.exists(target):
            os.chmod(part, os.stat(target).st_mode)
        os.replace(part, target)
    except BaseException:
        with suppress(OSError):
            os.remove(part)
        raise


def check_writable(path: str | os.PathLike[str]) -> None:
    """Raise OSError if `write_whole` cannot begin to write a file; one that is there stays as it is."""
    target, part = _target_and_part(path)
    if part is None:
        if os.path.isdir(target):
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        return
    _write(part, b"", "x")
    os.remove(part)


@contextmanager
def complaining(parser: ArgumentParser, path: str | os.PathLike[str]) -> Iterator[None]:
    """End a command with one sentence if its file cannot be written."""
    try:
        yield
    except OSError as error:
        parser.error(f"{printable(os.fsdecode(path))} cannot be written: {error.strerror or error}")


def _target_and_part(path: str | os.PathLike[str]) -> tuple[str, str | None]:
    """Where a file is written, and the new file beside it; None for a device, a pipe or a directory."""
    target = os.path.realpath(path)
    if os.path.exists(target) and not os.path.isfile(target):
        return target, None
    return target, f"{target}.{os.getpid()}.part"


def _write(path: str, content: str | bytes, mode: str) -> None:
    data = content.encode() if isinstance(content, str) else content
    with open(path, mode + "b") as file:
        file.write(data)


def read_json(text: str | bytes) -> Any:
    """Return what JSON says; raise ValueError with a sentence about the text if it cannot be read."""
    import json  # most programs need none

    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    except (json.JSONDecodeError, UnicodeDecodeError):
        raise
    except ValueError:  # Python speaks of a setting of its own
        raise ValueError("a number in it has too many digits") from None
