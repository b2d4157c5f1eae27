"""A board to try things on: drawn from text, drawn on by the rules, scored and shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from io import BytesIO
from typing import TypeAlias

from inkrail.core.board import Board as Tiles
from inkrail.core.cells import CELLS, contains, parse_cell
from inkrail.core.errors import Refusal, TextRefusal
from inkrail.core.longest import Longest
from inkrail.core.notation import format_placement, parse_placement
from inkrail.core.placement import Placement
from inkrail.core.score import ScoreSheet, Values
from inkrail.game.table import Table
from inkrail.notebook import seat_svg
from inkrail.render.text import boards_text
from inkrail.rules import boardtext
from inkrail.rules.boardtext import BoardText, Line, find_piece, legal_placements, read_boards
from inkrail.rules.position import Position
from inkrail.rules.registry import parse_ruleset
from inkrail.rules.ruleset import Ruleset

Move: TypeAlias = Placement | str
"""What to draw: a placement, or its text such as `overpass C3 HRHR`."""


class Board:
    """What one player has drawn, and the rules it was drawn by; an immutable value.

    It is made from a board text, which may begin with a header such as `rules: lake`. Like a board text it has no
    rounds and no dice: any piece may be drawn that the rules allow after what is there.
    """

    def __init__(
        self,
        text: str = "",
        *,
        rules: str = "base",
        longest: Longest | None = None,
        values: Values = Values.OFFICIAL,
    ) -> None:
        read = read_board(text, rules=rules, longest=longest, values=values)
        self.ruleset = read.ruleset
        self.lines = read.lines

    @classmethod
    def _made(cls, ruleset: Ruleset, lines: tuple[Line, ...]) -> Board:
        board = cls.__new__(cls)
        board.ruleset = ruleset
        board.lines = tuple(replace(line, number=number) for number, line in enumerate(lines, start=1))
        return board

    @classmethod
    def of_table(cls, table: Table, seat: int = 0) -> Board:
        """The boards of a seat at a table, with what it has drawn in the running round."""
        ruleset = table.ruleset
        allowed = {mark for module in ruleset.modules for mark in module.marks}
        lines: list[tuple[int, Line]] = []
        for board in table.seats[seat].position.boards:
            marks = [(name, cells) for name, cells in board.marks if name in allowed]
            for cell in CELLS:
                tile = board[cell]
                if tile is not None:
                    mark = next((name for name, cells in marks if contains(cells, cell)), "")
                    lines.append((board.rounds[cell], Line(0, Placement(tile, cell), mark)))
        lines.sort(key=lambda entry: entry[0])
        return cls._made(ruleset, tuple(line for _, line in lines))

    # What is there.

    @cached_property
    def position(self) -> Position:
        """The engine's value for it."""
        position = self.ruleset.blank()
        for line in self.lines:
            position = _drawn(self.ruleset, position, line.placement)
        return boardtext.with_marks(position, self._text)

    @property
    def boards(self) -> tuple[Tiles, ...]:
        """The tiles by cell, one value for each board of the ruleset."""
        return self.position.boards

    @property
    def placements(self) -> tuple[Placement, ...]:
        """What was drawn, in this order."""
        return tuple(line.placement for line in self.lines)

    @property
    def _text(self) -> BoardText:
        return BoardText(self.ruleset, self.lines)

    # Drawing.

    def legal(self, piece: str) -> tuple[Placement, ...]:
        """Where a piece may be drawn now, in every orientation, sorted by cell."""
        answer = legal_placements(self.ruleset, self.position, find_piece(piece, self.ruleset))
        placements = (placement for group in answer.values() for placement in group)
        return tuple(sorted(placements, key=lambda placement: (str(placement.cell), placement.tile.text)))

    def draw(self, move: Move) -> Board:
        """The board with a tile more, or a refusal that says why it may not be there."""
        placement = self._placement(move)
        self.ruleset.read_line(self.position, placement)
        return self._made(self.ruleset, (*self.lines, Line(0, placement)))

    def why_not(self, move: Move) -> Refusal | None:
        """Why this may not be drawn now; None if it may."""
        try:
            self.draw(move)
        except Refusal as refusal:
            return refusal
        return None

    def take_back(self, cell: str | None = None) -> Board:
        """The board without what was drawn last, or last in a cell; what was drawn after it stays."""
        place = None if cell is None else parse_cell(cell)
        for index in reversed(range(len(self.lines))):
            if place in (None, self.lines[index].placement.cell):
                return self._made(self.ruleset, self.lines[:index] + self.lines[index + 1 :])
        raise Refusal("board.nothing_drawn") if place is None else Refusal("board.empty_cell", cell=place)

    def _placement(self, move: Move) -> Placement:
        if isinstance(move, Placement):
            return move
        words = move.split()
        if words:
            find_piece(words[0], self.ruleset)
        return parse_placement(move, self.ruleset.pieces)

    @property
    def problem(self) -> TextRefusal | None:
        """Why it cannot have been drawn in this order, with the line; None if it can."""
        return boardtext.check(self._text)

    # Points.

    def score(self) -> ScoreSheet:
        """The score sheet, whether or not the board is legal."""
        return self.ruleset.score(self.position)

    # Texts and pictures.

    @property
    def text(self) -> str:
        """The board text that makes it again."""
        return "".join(f"{line}\n" for line in _text_lines(self.ruleset, self.lines))

    def svg(self) -> str:
        """The picture as an SVG document, with errors marked."""
        return seat_svg(self.position, self.ruleset)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return boards_text(self.boards)

    def __repr__(self) -> str:
        house = repr(self.ruleset).removeprefix(f"parse_ruleset({self.ruleset.name!r}").removesuffix(")")
        return f"Board({self.text!r}{house})"

    # A value.

    def __iter__(self) -> Iterator[Placement]:
        return iter(self.placements)

    def __len__(self) -> int:
        return len(self.lines)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.ruleset == other.ruleset and self.position == other.position

    def __hash__(self) -> int:
        return hash((self.ruleset, self.position))


def read_board(
    text: str, *, rules: str = "base", longest: Longest | None = None, values: Values = Values.OFFICIAL
) -> BoardText:
    """The single board of a text; its header overrides `rules`."""
    boards = read_boards(
        BytesIO(text.encode()),
        ruleset=lambda name: parse_ruleset(name or rules, longest=longest, values=values),
    )
    first, second = next(boards), next(boards, None)
    if second is not None:
        raise TextRefusal("text.syntax", line=first.end, text="---")
    return first


def _drawn(ruleset: Ruleset, position: Position, placement: Placement) -> Position:
    """The position with the next line drawn, by the rules if they allow it."""
    try:
        return ruleset.read_line(position, placement)
    except Refusal:
        return ruleset.put(position, placement)


def _text_lines(ruleset: Ruleset, lines: tuple[Line, ...]) -> Iterator[str]:
    if ruleset.name != "base":
        yield f"rules: {ruleset.name}"
    section = None
    for line in lines:
        name = ruleset.layouts[ruleset.board_for(line.placement.piece)].name
        if len(ruleset.layouts) > 1 and name != section:
            yield f"{name}:"
            section = name
        yield f"{format_placement(line.placement)} {line.mark}".strip()
