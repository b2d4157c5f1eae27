"""`inkrail show`: boards and recorded games as pictures."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import click

from inkrail.cli.boards import answers_of, print_objects, requested_piece
from inkrail.cli.complaint import complaint
from inkrail.cli.completers import files
from inkrail.cli.grammar import Example, command, not_blank
from inkrail.cli.house_rules import draft_rules, house_rules, marks, seat_name
from inkrail.cli.options import JSON, LONGEST, PIECE, RULES, VALUES, BoardOptions, board_options
from inkrail.cli.pictures import notes_of, picture, svg, with_legal
from inkrail.cli.records import is_record, read_record, refuse_overwriting, write_file
from inkrail.cli.streams import open_input
from inkrail.core.cells import NO_CELLS
from inkrail.game.table import Table
from inkrail.i18n import Catalogue
from inkrail.i18n.names import ruleset_name
from inkrail.render.text import Notes
from inkrail.rules.boardtext import BoardText, position_of
from inkrail.rules.dealing import Seat
from inkrail.rules.position import Position
from inkrail.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Shown:
    """A seat's boards and what to mark on them; the first seat of a record has the heading for all of them."""

    title: str
    position: Position
    notes: list[Notes]
    heading: tuple[str, ...] = ()


RECORD_OR_BOARD = click.Argument(
    ["file"], metavar="RECORD|BOARD", shell_complete=files, help="cli.argument.record_or_board"
)
SVG = click.Option(["--svg"], metavar="FILE", callback=not_blank, shell_complete=files, help="cli.option.svg")
FORCE = click.Option(["--force"], is_flag=True, help="cli.option.force_svg")


@command(
    RECORD_OR_BOARD,
    RULES,
    PIECE,
    LONGEST,
    VALUES,
    SVG,
    FORCE,
    JSON,
    examples=(
        Example("inkrail show board.txt", "cli.show.example"),
        Example("inkrail show game.record --svg end.svg", "cli.show.example_svg"),
    ),
)
def show(  # noqa: PLR0913 - an option each
    voice: Catalogue,
    *,
    file: str,
    rules: str,
    piece: str | None,
    longest: str | None,
    values: str,
    svg: str | None,
    force: bool,
    json: bool,
) -> None:
    """Draw every board of a file, or every seat's boards at the end of a record."""
    options = board_options(rules=rules, piece=piece, longest=longest, values=values)
    pictures = _pictures(file, options, voice=voice)
    if svg is not None:
        pictures = _write_svgs(pictures, Path(svg), force=force)
    elif force:
        raise complaint("usage.option_alone", option="--force", other="--svg")
    if json:
        print_objects(file, ({"title": shown.title, "text": _text(shown, beside=True)} for shown in pictures))
        return
    width = shutil.get_terminal_size().columns
    for shown in pictures:
        for line in shown.heading:
            print(line)
        print(shown.title)
        print(_text(shown, beside=width >= len(_text(shown, beside=True).splitlines()[0])))


def _pictures(file: str, options: BoardOptions, *, voice: Catalogue) -> Iterator[Shown]:
    with open_input(file) as opened:
        recorded, stream = is_record(opened)
        if recorded:
            _, table = read_record(stream, file=file)
            yield from _seats(table, voice=voice)
            return
        drawn = answers_of(
            stream, options, file=file, answer=lambda text: _board(text, options, file=file, voice=voice)
        )
        for number, (_, shown) in enumerate(drawn, start=1):
            title = voice.text("cli.board", board=number, ruleset=shown.title)
            yield replace(shown, title=title)


def _seats(table: Table, *, voice: Catalogue) -> Iterator[Shown]:
    ruleset = table.ruleset
    heading = (ruleset_name(voice, ruleset.name), house_rules(ruleset, voice), *draft_rules(table, voice))
    for seat, state in zip(map(Seat, range(len(table.seats))), table.seats, strict=True):
        marked = ", ".join(marks(table, seat, voice))
        title = seat_name(seat, voice) + (f" ({marked})" if marked else "")
        shown = _shown(state.position, ruleset, title=title, voice=voice)
        yield replace(shown, heading=heading) if seat == 0 else shown


def _board(text: BoardText, options: BoardOptions, *, file: str, voice: Catalogue) -> Shown:
    shown = _shown(position_of(text), text.ruleset, title=ruleset_name(voice, text.ruleset.name), voice=voice)
    if text.piece is None and options.piece is None:
        return shown
    piece = requested_piece(text, options, file=file)
    position = text.ruleset.rolled(shown.position, piece)
    cells = NO_CELLS
    for drawable in text.ruleset.drawables_of(position, piece):
        cells |= text.ruleset.placements(position, drawable).cells
    return Shown(
        shown.title, shown.position, with_legal(shown.notes, text.ruleset.board_for(piece), cells=cells)
    )


def _shown(position: Position, ruleset: Ruleset, *, title: str, voice: Catalogue) -> Shown:
    sheet = ruleset.score(position)
    total = voice.text("cli.show.total", title=title, n=sheet.total)
    return Shown(total, position, notes_of(position, ruleset, sheet=sheet))


def _text(shown: Shown, *, beside: bool) -> str:
    return picture(shown.position, notes=shown.notes, beside=beside)


def _write_svgs(pictures: Iterator[Shown], file: Path, *, force: bool) -> Iterator[Shown]:
    """Also write each picture: the first into the file, the second into `name-2.svg`, and so on."""
    for number, shown in enumerate(pictures, start=1):
        target = file if number == 1 else file.with_name(f"{file.stem}-{number}{file.suffix}")
        refuse_overwriting(target, force=force)
        write_file(target, svg(shown.position, notes=shown.notes, title=shown.title))
        yield shown
