"""Standard streams: consoles that cannot print every letter, missing files, pipes that close."""

from __future__ import annotations

import codecs
import os
import sys
import unicodedata
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from io import BytesIO, FileIO, TextIOWrapper
from pathlib import Path
from typing import BinaryIO

from inkrail.cli.complaint import Complaint, complaint
from inkrail.core.errors import Refusal, TextRefusal

STANDARD_INPUT = "-"

INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells give it."""

_SPELT_OUT = {
    "ä": "ae",
    "ö": "oe",
    "ü": "ue",
    "Ä": "Ae",
    "Ö": "Oe",
    "Ü": "Ue",
    "ß": "ss",
    "„": '"',
    "“": '"',
    "«": '"',
    "»": '"',
    "…": "...",
    "·": "-",
    "→": "->",
    "¿": "",
    "¡": "",
}


def prepare_streams() -> None:
    """Make consoles print the nearest spelling of a letter that they cannot show.

    Python has no stream at all for an output that was closed; what is printed there is discarded.
    """
    codecs.register_error("inkrail.spell", _spell)
    sys.stdout = sys.stdout or _null_stream()
    sys.stderr = sys.stderr or _null_stream()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="inkrail.spell")


def _null_stream() -> TextIOWrapper:
    return TextIOWrapper(FileIO(os.devnull, "w"), encoding="utf-8")


def _spell(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_plain_letters, error.object[error.start : error.end])), error.end


def _plain_letters(letter: str) -> str:
    if letter in _SPELT_OUT:
        return _SPELT_OUT[letter]
    bare = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
    return bare or "?"


def flush_output() -> None:
    """Flush everything that was printed."""
    sys.stdout.flush()


def abandon_output() -> None:
    """Discard what could not be written, so that Python does not try again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def open_input(file: str) -> Iterator[BinaryIO]:
    """Open a file, or standard input for `-`, as bytes."""
    if file == STANDARD_INPUT:
        yield sys.stdin.buffer if sys.stdin else BytesIO()
        return
    if not file:
        raise complaint("file.missing")
    with ExitStack() as closing:
        try:
            stream = closing.enter_context(Path(file).open("rb"))
        except (OSError, ValueError) as error:
            raise unreadable(file, error) from None
        yield stream


@contextmanager
def about_file(file: str) -> Iterator[None]:
    """Name the file, and the line if there is one, in front of what is wrong with it."""
    try:
        yield
    except TextRefusal as refusal:
        raise Complaint(refusal, where=f"{file}:{refusal.line}") from None
    except Refusal as refusal:
        raise Complaint(refusal, where=file) from None
    except (OSError, ValueError) as error:
        raise unreadable(file, error) from None


def unreadable(file: str, error: Exception) -> Complaint:
    """The complaint about a file that cannot be opened or read."""
    match error:
        case FileNotFoundError() | NotADirectoryError():
            return complaint("file.missing", where=file)
        case IsADirectoryError():
            return complaint("file.is_directory", where=file)
        case OSError():
            return complaint("file.unreadable", where=file, reason=error.strerror)
        case _:
            return complaint("file.unreadable", where=file, reason=error)
