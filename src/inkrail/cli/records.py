"""Record files: errors name the line, and writing is atomic."""

from __future__ import annotations

import io
import os
import tempfile
from pathlib import Path
from typing import BinaryIO, cast

from inkrail.cli.complaint import Complaint, complaint
from inkrail.core.errors import TextRefusal
from inkrail.game.record import FIRST_LINE, MAX_BYTES, Record, load_record
from inkrail.game.table import Table

_NAME = FIRST_LINE.partition(" ")[0].encode()
_LONGEST_LINE = 64 * 1024


def read_record(stream: BinaryIO, *, file: str) -> tuple[Record, Table]:
    """The record in a stream and the table it leads to."""
    try:
        return load_record(stream.read(MAX_BYTES + 1))
    except TextRefusal as refusal:
        raise Complaint(refusal, where=f"{file}:{refusal.line}") from None


def is_record(stream: BinaryIO) -> tuple[bool, BinaryIO]:
    """Whether a stream holds a record rather than boards, and the stream from its beginning."""
    head = b""
    while len(head) < _LONGEST_LINE and (line := stream.readline(_LONGEST_LINE)):
        head += line
        content = line.removeprefix(b"\xef\xbb\xbf").partition(b"#")[0].strip()
        if content:
            return content.startswith(_NAME), _rewound(head, stream)
    return False, _rewound(head, stream)


class _Rewound(io.RawIOBase):
    """A stream that gives back its first bytes, which were already read."""

    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        self._head = head
        self._rest = rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        data = self._head[: len(buffer)] or self._rest.read(len(buffer))
        self._head = self._head[len(buffer) :]
        buffer[: len(data)] = data
        return len(data)


def _rewound(head: bytes, rest: BinaryIO) -> BinaryIO:
    return cast(BinaryIO, io.BufferedReader(_Rewound(head, rest)))


def refuse_overwriting(file: Path, *, force: bool) -> None:
    """Refuse a file that exists, unless `force` is given; a device or a pipe may be written to."""
    if file.is_file() and not force:
        raise complaint("file.exists", where=str(file))


def write_file(file: Path, text: str) -> None:
    """Write a file atomically: a reader sees the old text or the new one, never a part of it.

    Its folder must exist. A link is followed; a device or a pipe is written to directly, since a file must not
    replace it.
    """
    try:
        if file.exists() and not file.is_file():
            file.write_text(text, encoding="utf-8", newline="\n")
            return
        target = file.resolve()
        if not target.parent.exists():
            raise complaint("file.no_folder", where=str(file), folder=file.parent)
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    except OSError as error:
        raise _unwritable(file, error) from None
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        Path(name).chmod(0o644)
        Path(name).replace(target)
    except OSError as error:
        Path(name).unlink(missing_ok=True)
        raise _unwritable(file, error) from None


def _unwritable(file: Path, error: OSError) -> Complaint:
    if isinstance(error, IsADirectoryError):
        return complaint("file.is_directory", where=str(file))
    return complaint("file.unwritable", where=str(file), reason=error.strerror)
