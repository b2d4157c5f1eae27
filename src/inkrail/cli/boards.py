"""Runs a command on each board of a file in turn."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import BinaryIO, TypeVar

import click

from inkrail.cli.complaint import PROGRAM, Complaint
from inkrail.cli.options import PIECE, BoardOptions
from inkrail.cli.streams import STANDARD_INPUT, flush_output, open_input, unreadable
from inkrail.core.errors import Refusal, TextRefusal
from inkrail.core.pieces import Piece
from inkrail.rules.boardtext import BoardText, find_piece, read_boards

A = TypeVar("A")


def answers(
    file: str, options: BoardOptions, *, answer: Callable[[BoardText], A]
) -> Iterator[tuple[BoardText, A]]:
    """Yield each board of a file with its answer as soon as it is read."""
    with open_input(file) as stream:
        yield from answers_of(stream, options, file=file, answer=answer)


def answers_of(
    stream: BinaryIO, options: BoardOptions, *, file: str, answer: Callable[[BoardText], A]
) -> Iterator[tuple[BoardText, A]]:
    """Yield each board of a stream with its answer; raise a complaint at the first that cannot be read."""
    try:
        # Thousands of boards share a few rulesets and the tables those have computed.
        for text in read_boards(stream, ruleset=cache(options.ruleset)):
            yield text, answer(text)
    except TextRefusal as refusal:
        raise Complaint(refusal, where=f"{file}:{refusal.line}") from None
    except OSError as error:
        raise unreadable(file, error) from None


def requested_piece(text: BoardText, options: BoardOptions, *, file: str) -> Piece:
    """The piece named in the board's header, or else in the options."""
    if text.piece is not None:
        return text.piece
    if options.piece is None:
        raise TextRefusal("piece.missing", line=text.end)
    try:
        return find_piece(options.piece, text.ruleset)
    except Refusal as refusal:
        raise blame(PIECE, refusal, text=text, options=options, file=file) from None


def blame(
    option: click.Option, refusal: Refusal, *, text: BoardText, options: BoardOptions, file: str
) -> Complaint:
    """A complaint about an option, and about the board too where it is one that names another ruleset."""
    where = PROGRAM if text.ruleset == options.ruleset(None) else f"{file}:{text.end}"
    return Complaint(refusal, where=where, option=option.opts[0])


def print_objects(file: str, objects: Iterator[Mapping[str, object]]) -> None:
    """Print one JSON object per line; answers to standard input are flushed one by one."""
    for answer in objects:
        print(json.dumps(answer, separators=(",", ":")))
        if file == STANDARD_INPUT:
            flush_output()
