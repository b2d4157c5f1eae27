"""Boards as text, for terminals.

`board_text(board)` draws a board, `boards_text([...])` several side by side, `piece_text(tile)` a single tile and
`row_text([...])` a row of tiles, such as the dice; `compact_text(board)` a board for small terminals. All lines of a text have the same width. With `colour` the
styles become ANSI sequences; with `plain` only ASCII is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from inkrail.core.board import Board
from inkrail.core.cells import CELLS, CENTRE, COLUMNS, NO_CELLS, SIZE, Cell, Mask, cells_of, contains
from inkrail.core.connections import Place
from inkrail.core.kinds import Kind
from inkrail.core.layout import Exit
from inkrail.core.pieces import Tile
from inkrail.core.sides import Side
from inkrail.render.glyphs import (
    HEIGHT,
    MIDDLE_COLUMN,
    MIDDLE_ROW,
    PLAIN,
    WIDTH,
    Sketch,
    end_of,
    sketch_tile,
)

_LEFT, _TOP = 5, 3
"""Columns and rows before the first cell: names, exits, frame."""
_BOARD_WIDTH = _LEFT + SIZE * WIDTH + 3
_BOARD_HEIGHT = _TOP + SIZE * HEIGHT + 2
BOARD_SIZE = (_BOARD_WIDTH, _BOARD_HEIGHT)
"""Columns and rows of a board."""

_LEFT_OUT = (1, WIDTH - 2)
"""The columns of a cell that a narrow one does without: each continues what is beside it."""
_COMPACT_COLUMNS = (
    0,
    _LEFT - 1,
    *(
        _LEFT + cell * WIDTH + column
        for cell in range(SIZE)
        for column in range(WIDTH)
        if column not in _LEFT_OUT
    ),
    _LEFT + SIZE * WIDTH,
)
COMPACT_SIZE = (len(_COMPACT_COLUMNS), SIZE * HEIGHT + 2)
"""Columns and rows of a compact board."""

_ANSI = {
    "highway": "1",
    "railway": "36",
    "river": "34",
    "lake": "34",
    "lava": "31",
    "volcano": "1;31",
    "crater": "33",
    "subway": "1",
    "pipe": "33",
    "pier": "1",
    "station": "1",
    "broken": "1;31",
    "pencil": "2",
    "number": "2",
    "frame": "2",
    "name": "2",
    "legal": "1;32",
    "error": "1;31",
    "origin": "1;35",
    "highlight": "1;35",
    "cursor": "1;7",
}
_REVERSE = "highlit "
"""The prefix of a style in a highlighted cell."""

_ARROWS = {Side.N: "▲", Side.E: "►", Side.S: "▼", Side.W: "◄"}
_UP_DOWN = {Kind.HIGHWAY: "║", Kind.RAILWAY: "│", Kind.SUBWAY: "┃", Kind.PIPE: "║"}
_ACROSS = {Kind.HIGHWAY: "═", Kind.RAILWAY: "─", Kind.SUBWAY: "━", Kind.PIPE: "═"}
_THROUGH_TOP = {Kind.HIGHWAY: "╫", Kind.RAILWAY: "┼", Kind.SUBWAY: "╂", Kind.PIPE: "╫"}
_THROUGH_SIDE = {Kind.HIGHWAY: "╪", Kind.RAILWAY: "┼", Kind.SUBWAY: "┿", Kind.PIPE: "╪"}


@dataclass(frozen=True, slots=True)
class Notes:
    """What to mark on a board besides its tiles."""

    legal: Mask = NO_CELLS
    """Cells where something may be drawn now."""
    labels: Mapping[Cell, str] = field(default_factory=dict)
    """What to write into legal cells instead of a plus, at most three characters."""
    highlight: Mask = NO_CELLS
    """Cells of a score line."""
    errors: tuple[Place, ...] = ()
    """Sides to mark as errors."""
    origin: Cell | None = None
    """The cell a meteor starts from (M2)."""
    cursor: Cell | None = None
    """The cell that the player has chosen."""


NO_NOTES = Notes()


def board_text(board: Board, *, notes: Notes = NO_NOTES, colour: bool = False, plain: bool = False) -> str:
    """Draw a board with its exits, names of rows and columns, round numbers and notes."""
    return _format(_sketch_board(board, notes), colour=colour, plain=plain)


def boards_text(
    boards: Sequence[Board], *, notes: Sequence[Notes] = (), colour: bool = False, plain: bool = False
) -> str:
    """Draw several boards side by side, each with its notes."""
    gap = 2
    sketch = Sketch(len(boards) * (_BOARD_WIDTH + gap) - gap, _BOARD_HEIGHT)
    for number, board in enumerate(boards):
        own = notes[number] if number < len(notes) else NO_NOTES
        sketch.paste((number * (_BOARD_WIDTH + gap), 0), _sketch_board(board, own))
    return _format(sketch, colour=colour, plain=plain)


def compact_text(board: Board, *, notes: Notes = NO_NOTES, colour: bool = False, plain: bool = False) -> str:
    """Draw a board in `COMPACT_SIZE`: narrower cells, the names of columns in the frame, exits as ticks in it."""
    whole = _sketch_board(board, notes)
    for number, letter in enumerate(COLUMNS):
        whole.put((_LEFT + number * WIDTH + MIDDLE_COLUMN - 1, _TOP - 1), letter, style="name")
    sketch = Sketch(*COMPACT_SIZE)
    for row in range(COMPACT_SIZE[1]):
        sketch.chars[row] = [whole.chars[_TOP - 1 + row][column] for column in _COMPACT_COLUMNS]
        sketch.styles[row] = [whole.styles[_TOP - 1 + row][column] for column in _COMPACT_COLUMNS]
    return _format(sketch, colour=colour, plain=plain)


def piece_text(tile: Tile, *, colour: bool = False, plain: bool = False) -> str:
    """Draw a single tile: three lines of seven characters."""
    return _format(sketch_tile(tile), colour=colour, plain=plain)


def strip_text(
    tiles: Sequence[Tile], *, captions: Sequence[str], colour: bool = False, plain: bool = False
) -> str:
    """Draw tiles in a row without frames, `STRIP_WIDTH` columns each, with captions below."""
    sketch = Sketch(STRIP_WIDTH * len(tiles), HEIGHT + 1)
    for number, (tile, caption) in enumerate(zip(tiles, captions, strict=True)):
        sketch.paste((number * STRIP_WIDTH, 0), sketch_tile(tile))
        column = number * STRIP_WIDTH + MIDDLE_COLUMN - (len(caption) - 1) // 2
        sketch.put((column, HEIGHT), caption[:WIDTH], style="name")
    return _format(sketch, colour=colour, plain=plain)


STRIP_WIDTH = WIDTH + 1


def row_text(
    tiles: Sequence[Tile], *, captions: Sequence[str] = (), colour: bool = False, plain: bool = False
) -> str:
    """Draw tiles in a row, each framed like a die, with a line of captions below if there are any."""
    gap, box = 1, WIDTH + 2
    captions = [*captions, *[""] * (len(tiles) - len(captions))]
    widths = [max(box, len(caption)) for caption in captions]
    sketch = Sketch(sum(widths) + gap * max(0, len(tiles) - 1), HEIGHT + 2 + any(captions))
    column = 0
    for tile, caption, width in zip(tiles, captions, widths, strict=True):
        _box(sketch, (column, 0), width=WIDTH, height=HEIGHT)
        sketch.paste((column + 1, 1), sketch_tile(tile))
        if caption:
            sketch.put((column + max(0, (box - len(caption)) // 2), HEIGHT + 2), caption, style="name")
        column += width + gap
    return _format(sketch, colour=colour, plain=plain)


def _sketch_board(board: Board, notes: Notes) -> Sketch:
    sketch = Sketch(_BOARD_WIDTH, _BOARD_HEIGHT)
    _box(sketch, (_LEFT - 1, _TOP - 1), width=SIZE * WIDTH, height=SIZE * HEIGHT)
    for number, letter in enumerate(COLUMNS):
        sketch.put((_LEFT + number * WIDTH + MIDDLE_COLUMN, 0), letter, style="name")
    for row in range(SIZE):
        sketch.put((0, _TOP + row * HEIGHT + MIDDLE_ROW), str(row + 1), style="name")
    for exit_ in board.layout.exits:
        _exit(sketch, exit_)
    for cell in CELLS:
        sketch.paste(_corner(cell), _sketch_cell(board, cell, notes))
    for cell in cells_of(notes.highlight):
        _highlight(sketch, cell)
    for cell, side in notes.errors:
        column, row = _corner(cell)
        right, down = end_of(side)
        sketch.put((column + right, row + down), "✗", style="error")
    if notes.cursor is not None:
        column, row = _corner(notes.cursor)
        sketch.put((column, row + MIDDLE_ROW), "[", style="cursor")
        sketch.put((column + WIDTH - 1, row + MIDDLE_ROW), "]", style="cursor")
    return sketch


def _corner(cell: Cell) -> tuple[int, int]:
    return _LEFT + cell.column * WIDTH, _TOP + cell.row * HEIGHT


def _sketch_cell(board: Board, cell: Cell, notes: Notes) -> Sketch:
    tile = board[cell]
    if tile:
        marks = {name: contains(board.marked(name), cell) for name in ("hub", "broken")}
        sketch = sketch_tile(tile, hub=marks["hub"], broken=marks["broken"])
        if board.rounds[cell]:
            sketch.put((0, 0), str(board.rounds[cell]), style="number")
    else:
        sketch = Sketch()
        pencil = " · · · " if contains(CENTRE, cell) else "   ·   "
        sketch.put((0, MIDDLE_ROW), pencil, style="pencil")
    if contains(notes.legal, cell):
        label = f"[{notes.labels.get(cell, '+')[:3]}]"
        row = 0 if tile else MIDDLE_ROW
        sketch.put((MIDDLE_COLUMN - len(label) // 2, row), label, style="legal")
    if cell == notes.origin:
        sketch.put((WIDTH - 2, HEIGHT - 1), "♦", style="origin")
    return sketch


def _highlight(sketch: Sketch, cell: Cell) -> None:
    """Put a star in the cell's upper right corner, and reverse its lines where styles are shown."""
    column, row = _corner(cell)
    sketch.put((column + WIDTH - 2, row), "*", style="highlight")
    for down in range(row, row + HEIGHT):
        for right in range(column, column + WIDTH):
            if sketch.styles[down][right] in _ANSI and sketch.chars[down][right] != " ":
                sketch.styles[down][right] = _REVERSE + sketch.styles[down][right]


def _exit(sketch: Sketch, exit_: Exit) -> None:
    column, row = _corner(exit_.cell)
    right, down = end_of(exit_.side)
    column, row = column + right, row + down
    kind, style = exit_.kind, exit_.kind.name.lower()
    match exit_.side:
        case Side.N:
            sketch.put((column, row - 1), _THROUGH_TOP[kind], style=style)
            sketch.put((column, row - 2), _UP_DOWN[kind], style=style)
        case Side.S:
            sketch.put((column, row + 1), _THROUGH_TOP[kind], style=style)
            sketch.put((column, row + 2), _ARROWS[Side.S], style=style)
        case Side.W:
            sketch.put((column - 3, row), _ARROWS[Side.W] + _ACROSS[kind] + _THROUGH_SIDE[kind], style=style)
        case Side.E:
            sketch.put((column + 1, row), _THROUGH_SIDE[kind] + _ACROSS[kind] + _ARROWS[Side.E], style=style)


def _box(sketch: Sketch, corner: tuple[int, int], *, width: int, height: int) -> None:
    """Draw a frame around `width` by `height` characters, with its upper left corner here."""
    column, row = corner
    sketch.put((column, row), "┌" + "─" * width + "┐", style="frame")
    for down in range(1, height + 1):
        sketch.put((column, row + down), "│", style="frame")
        sketch.put((column + width + 1, row + down), "│", style="frame")
    sketch.put((column, row + height + 1), "└" + "─" * width + "┘", style="frame")


def _format(sketch: Sketch, *, colour: bool, plain: bool) -> str:
    lines = (
        _coloured(chars, styles) if colour else "".join(chars)
        for chars, styles in zip(sketch.chars, sketch.styles, strict=True)
    )
    text = "\n".join(lines)
    return text.translate(PLAIN) if plain else text


def _coloured(chars: Iterable[str], styles: Iterable[str]) -> str:
    parts = []
    for style, run in groupby(zip(styles, chars, strict=True), key=lambda pair: pair[0]):
        text = "".join(char for _, char in run)
        code = _ANSI.get(style.removeprefix(_REVERSE), "")
        if style.startswith(_REVERSE):
            code = f"{code};7"
        parts.append(f"\x1b[{code}m{text}\x1b[0m" if code else text)
    return "".join(parts)
