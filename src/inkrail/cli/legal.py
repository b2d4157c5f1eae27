"""`inkrail legal`: where a piece may be drawn."""

from __future__ import annotations

import shutil
import textwrap

from inkrail.cli.boards import answers, print_objects, requested_piece
from inkrail.cli.grammar import Example, command
from inkrail.cli.options import (
    FILE,
    JSON,
    PIECE,
    RULES,
    UNUSED_LONGEST,
    UNUSED_VALUES,
    BoardOptions,
    board_options,
)
from inkrail.core.pieces import Piece
from inkrail.i18n import Catalogue
from inkrail.i18n.names import face_name
from inkrail.rules import boardtext
from inkrail.rules.boardtext import BoardText

Answer = tuple[Piece, dict[str, list[str]]]


@command(
    FILE,
    RULES,
    PIECE,
    UNUSED_LONGEST,
    UNUSED_VALUES,
    JSON,
    examples=(Example("inkrail legal board.txt --piece overpass", "cli.legal.example"),),
)
def legal(
    voice: Catalogue,
    *,
    file: str,
    rules: str,
    piece: str | None,
    longest: str | None,
    values: str,
    json: bool,
) -> None:
    """List the legal placements of a piece on every board of a file."""
    options = board_options(rules=rules, piece=piece, longest=longest, values=values)
    answered = answers(file, options, answer=lambda text: _placements(text, options, file=file))
    if json:
        print_objects(file, (placements for _, (_, placements) in answered))
        return
    for number, (_, answer) in enumerate(answered, start=1):
        _print_placements(answer, board=number, voice=voice)


def _placements(text: BoardText, options: BoardOptions, *, file: str) -> Answer:
    piece = requested_piece(text, options, file=file)
    return piece, boardtext.legal(text, piece)


def _print_placements(answer: Answer, *, board: int, voice: Catalogue) -> None:
    piece, lists = answer
    width = shutil.get_terminal_size().columns
    for name, placements in lists.items():
        print(
            voice.text(
                f"cli.legal.{name}", board=board, piece=face_name(voice, piece.name), n=len(placements)
            )
        )
        # A placement is never split at the end of a line.
        line = "   ".join(placement.replace(" ", "\0") for placement in placements)
        for part in textwrap.wrap(line, width - 2, break_on_hyphens=False):
            print(" ", part.replace("\0", " "))
