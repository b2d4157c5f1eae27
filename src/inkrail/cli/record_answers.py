"""Runs a command on each record of a file in turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO, TypeVar

import click

from inkrail.cli.complaint import Complaint
from inkrail.cli.completers import files
from inkrail.cli.options import whole_number
from inkrail.cli.streams import open_input, unreadable
from inkrail.core.errors import Refusal, TextRefusal
from inkrail.game.record import FIRST_LINE, MAX_BYTES, Record, load_record
from inkrail.game.table import MOST_SEATS, Table
from inkrail.rules.dealing import Seat

RECORD = click.Argument(["record"], metavar="RECORD", shell_complete=files, help="cli.argument.record")
SEAT = click.Option(["--seat"], metavar="N", default="1", help="cli.option.seat")

A = TypeVar("A")
_NAME = FIRST_LINE.split()[0].encode()


def answers(file: str, *, answer: Callable[[Record, Table], Iterable[A]]) -> Iterator[A]:
    """Yield the answers for each record of a file as soon as they are there."""
    with open_input(file) as stream:
        yield from answers_of(stream, file=file, answer=answer)


def answers_of(stream: BinaryIO, *, file: str, answer: Callable[[Record, Table], Iterable[A]]) -> Iterator[A]:
    """Yield the answers for each record of a stream; a complaint has the line of the record that it is about."""
    try:
        for begin, lines in _split(stream):
            try:
                record, table = load_record(b"".join(lines))
            except TextRefusal as refusal:
                raise Complaint(refusal, where=f"{file}:{begin + refusal.line - 1}") from None
            try:
                yield from answer(record, table)
            except Refusal as refusal:
                raise Complaint(refusal, where=f"{file}:{begin + _last(lines)}") from None
    except OSError as error:
        raise unreadable(file, error) from None


def chosen_seat(seat: str) -> Seat:
    """The seat that an option names, counted from 1."""
    return Seat(whole_number(seat, option="--seat", most=MOST_SEATS) - 1)


def _split(stream: BinaryIO) -> Iterator[tuple[int, list[bytes]]]:
    """The lines of each record and the number of its first one in the file; bounded in memory."""
    begin, size, lines = 1, 0, list[bytes]()
    number = 0
    while line := stream.readline(MAX_BYTES + 1):
        number += 1
        if _begins_record(line) and any(map(_content, lines)):
            yield begin, lines
            begin, size, lines = number, 0, []
        size += len(line)
        lines.append(line)
        if size > MAX_BYTES:
            break
    yield begin, lines


def _begins_record(line: bytes) -> bool:
    return _content(line).split(maxsplit=1)[:1] == [_NAME]


def _content(line: bytes) -> bytes:
    """A line without its comment."""
    return line.removeprefix(b"\xef\xbb\xbf").partition(b"#")[0].strip()


def _last(lines: list[bytes]) -> int:
    """The index of the last line with something in it."""
    return max((index for index, line in enumerate(lines) if _content(line)), default=0)
