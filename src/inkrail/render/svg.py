"""Boards, positions and single tiles as SVG documents.

`board_svg(board)` draws one board, `position_svg(boards)` the boards of a seat side by side, `tile_svg(tile)` a tile
alone. A document contains its own colours (`theme`); pages with many drawings use `tiles.tile_fragment` and
`theme.stylesheet` instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias
from xml.sax.saxutils import escape

from inkrail.core.board import Board
from inkrail.core.cells import CELLS, COLUMNS, NO_CELLS, SIZE, Cell, Mask, cells_of, contains, mask_of
from inkrail.core.connections import Place, open_ends
from inkrail.core.kinds import Kind
from inkrail.core.layout import Exit
from inkrail.core.notation import format_board
from inkrail.core.pieces import Tile
from inkrail.core.score import ScoreLine, error_sides
from inkrail.core.sides import Side
from inkrail.render.drawings import highway, lava, pipe, railway, subway
from inkrail.render.features import has_subway_station, has_surface_station
from inkrail.render.geometry import MIDDLE, SPAN, element, end_of, number, stroke, turned
from inkrail.render.hues import hues_of
from inkrail.render.overlays import Overlay, overlay_of, stations, tints, traces
from inkrail.render.theme import SCOPE, Theme, stylesheet
from inkrail.render.tiles import tile_fragment

MARGIN = 64
SIDE_LENGTH = SIZE * SPAN
BOARD_LENGTH = SIDE_LENGTH + 2 * MARGIN
_GAP = 20
_EXIT = 34
"""How far an exit's route extends out of the board."""

Label: TypeAlias = Callable[[str, str, tuple[float, float]], str]
"""Draws a short text of a class at a place."""


@dataclass(frozen=True, slots=True)
class Marks:
    """What to mark on a board besides its tiles."""

    legal: Mask = NO_CELLS
    """Cells where something may be drawn now."""
    errors: tuple[Place, ...] = ()
    """Sides to mark as errors."""
    overlays: tuple[Overlay, ...] = ()
    """Score lines to highlight, each in its own hue."""
    origin: Cell | None = None
    """The cell a meteor starts from (M2)."""
    target: Cell | None = None
    """The cell that the meteor will hit."""
    stations: Mask = NO_CELLS
    """Cells with a station of the board above."""
    stops: Mask = NO_CELLS
    """Cells with a subway station of the board below."""
    pipes: Mask = NO_CELLS
    """Cells with a pipe of the board below."""


NO_MARKS = Marks()


def marks_of(lines: Iterable[ScoreLine], *, board: int = 0) -> Marks:
    """The marks that show these lines of a score sheet on the board of this number."""
    sheet = tuple(lines)
    hued = zip(sheet, hues_of([line.name for line in sheet]), strict=True)
    own = [(line, hue) for line, hue in hued if line.board == board]
    return Marks(
        errors=error_sides(sheet, board=board),
        overlays=tuple(
            overlay_of(line, hue=hue) for line, hue in own if line.kind != "errors" and line.cells
        ),
    )


def board_svg(
    board: Board,
    *,
    marks: Marks = NO_MARKS,
    theme: Theme = "auto",
    title: str = "",
    description: str | None = None,
    width: int | None = None,
) -> str:
    """A board as an SVG document; its description is by default its placements in notation."""
    if description is None:
        description = format_board(board).replace("\n", "; ")
    return document(
        (BOARD_LENGTH, BOARD_LENGTH),
        board_fragment(board, marks=marks),
        theme=theme,
        title=title or board.layout.name,
        description=description,
        width=width,
    )


def position_svg(
    boards: Sequence[Board],
    *,
    marks: Sequence[Marks] = (),
    theme: Theme = "auto",
    title: str = "",
    description: str | None = None,
    width: int | None = None,
) -> str:
    """The boards of one seat side by side; each shows in its cells what lies above and below (U5, U6)."""
    names = " · ".join(board.layout.name for board in boards)
    own = [*marks, *[NO_MARKS] * (len(boards) - len(marks))]
    parts = [
        f'<g transform="translate({order * (BOARD_LENGTH + _GAP)} 0)">{board_fragment(board, marks=seen)}</g>'
        for order, (board, seen) in enumerate(zip(boards, with_levels(boards, own), strict=True))
    ]
    if description is None:
        notations = (f"{board.layout.name}: {format_board(board)}" for board in boards)
        description = "; ".join(notations).replace("\n", "; ")
    length = len(boards) * (BOARD_LENGTH + _GAP) - _GAP
    return document(
        (length, BOARD_LENGTH),
        element("rect", "paper", width=length, height=BOARD_LENGTH) + "".join(parts),
        theme=theme,
        title=title or names,
        description=description,
        width=width,
    )


def tile_svg(tile: Tile, *, theme: Theme = "auto", title: str = "", framed: bool = False) -> str:
    """A tile alone, on paper; `framed` like the face of a die."""
    frame = element("rect", "frame", x=2, y=2, width=96, height=96, rx=12) if framed else ""
    drawn = element("rect", "paper", width=SPAN, height=SPAN, rx=14 if framed else 0) + tile_fragment(tile)
    return document((SPAN, SPAN), drawn + frame, theme=theme, title=title or str(tile), description="")


def document(
    size: tuple[int, int],
    content: str,
    *,
    theme: Theme,
    title: str,
    description: str,
    width: int | None = None,
) -> str:
    """A drawing as a document with its colours and a text alternative; `width` is that in pixels, if not its own."""
    wide, high = size
    shown = width or wide
    desc = f"<desc>{escape(description)}</desc>" if description else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{SCOPE}" role="img" viewBox="0 0 {wide} {high}"'
        f' width="{shown}" height="{shown * high // wide}">\n<title>{escape(title)}</title>{desc}\n'
        f"<style>\n{stylesheet(theme)}</style>\n{content}\n</svg>\n"
    )


def label(class_: str, text: str, place: tuple[float, float]) -> str:
    """A short text in a drawing."""
    x, y = place
    return f'<text class="{class_}" x="{number(x)}" y="{number(y)}">{escape(text)}</text>'


def board_fragment(board: Board, *, marks: Marks = NO_MARKS, label: Label = label) -> str:
    """A board with its margin, without a document around it; `label` draws the names and rounds of cells."""
    cells = "\n".join(_cell(board, cell, label) for cell in CELLS if board[cell])
    layers = (
        _printed(label),
        "".join(map(tints, marks.overlays)),
        "".join(map(_exit, board.layout.exits)),
        cells,
        _frame(),
        "".join(_glow(place) for place in open_ends(board, Kind.LAVA)),
        "".join(_legal(cell) for cell in cells_of(marks.legal)),
        "".join(traces(overlay, board) for overlay in marks.overlays),
        "".join(stations(overlay, board) for overlay in marks.overlays),
        _levels(marks),
        "".join(map(_error, marks.errors)),
        _meteor(marks),
    )
    paper = element("rect", "paper", width=BOARD_LENGTH, height=BOARD_LENGTH)
    drawn = "\n".join(filter(None, layers))
    return f'{paper}\n<g transform="translate({MARGIN} {MARGIN})">\n{drawn}\n</g>'


def _printed(label: Label) -> str:
    """What is printed on every board: centre, grid and names (B1, B2)."""
    centre = element("rect", "centre", x=2 * SPAN, y=2 * SPAN, width=3 * SPAN, height=3 * SPAN)
    grid = "".join(f"M{line * SPAN} 0V{SIDE_LENGTH}M0 {line * SPAN}H{SIDE_LENGTH}" for line in range(1, SIZE))
    names = [label("name", letter, (column * SPAN + 17, -13)) for column, letter in enumerate(COLUMNS)]
    names += [label("name", str(row + 1), (-17, row * SPAN + 22)) for row in range(SIZE)]
    return centre + stroke("grid", grid) + "".join(names)


def _frame() -> str:
    return element("rect", "frame", width=SIDE_LENGTH, height=SIDE_LENGTH, rx=4)


def _in_cell(cell: Cell, content: str, *, class_: str = "", name: str = "") -> str:
    attributes = f' class="{class_}"' if class_ else ""
    attributes += f' data-{name}="{cell}"' if name else ""
    return f'<g{attributes} transform="translate({cell.column * SPAN} {cell.row * SPAN})">{content}</g>'


def _cell(board: Board, cell: Cell, label: Label) -> str:
    tile = board[cell]
    assert tile is not None
    hub, broken = (contains(board.marked(name), cell) for name in ("hub", "broken"))
    drawn = tile_fragment(tile, hub=hub, broken=broken)
    if board.rounds[cell]:
        drawn += label("round", str(board.rounds[cell]), (7, 19))
    return _in_cell(cell, drawn, class_="tile", name="cell")


def _exit(exit_: Exit) -> str:
    """The route that leads out of the board, with an arrow at its end."""
    inner = exit_.side.opposite
    match exit_.kind:
        case Kind.HIGHWAY:
            route = highway.highway((inner,), to_centre=True, reach=_EXIT)
        case Kind.RAILWAY:
            route = railway.railway((inner,), to_centre=True, reach=_EXIT)
        case Kind.SUBWAY:
            route = subway.subway((inner,), reach=_EXIT)
        case Kind.PIPE:
            route = pipe.pipe((inner,), reach=_EXIT)
        case _:
            route = ""
    tip = [turned(point, exit_.side) for point in ((38, 59), (50, 44), (62, 59))]
    arrow = stroke("arrow", "M" + "L".join(f"{number(x)} {number(y)}" for x, y in tip) + "Z")
    x, y = _outside(exit_)
    return f'<g class="exit" transform="translate({x} {y})">{route}{arrow}</g>'


def _outside(exit_: Exit) -> tuple[int, int]:
    """The corner of the cell-sized square outside the board where an exit is drawn."""
    steps = {Side.N: (0, -SPAN), Side.E: (SPAN, 0), Side.S: (0, SPAN), Side.W: (-SPAN, 0)}
    dx, dy = steps[exit_.side]
    return exit_.cell.column * SPAN + dx, exit_.cell.row * SPAN + dy


def _glow(place: Place) -> str:
    cell, side = place
    return _in_cell(cell, lava.glow(side))


def _legal(cell: Cell) -> str:
    area = element("rect", "legal", x=5, y=5, width=90, height=90, rx=7)
    dot = element("circle", "legal-dot", cx=MIDDLE, cy=MIDDLE, r=8)
    return _in_cell(cell, area + dot, name="legal")


def _error(place: Place) -> str:
    """A cross in a circle on the side, visible on every background."""
    cell, side = place
    x, y = end_of(side)
    cross = "".join(f"M{number(x - 4.5)} {number(y - 4.5 * way)}l9 {9 * way}" for way in (1, -1))
    return _in_cell(
        cell, element("circle", "error", cx=x, cy=y, r=12.5) + stroke("error-cross", cross), name="error"
    )


def _meteor(marks: Marks) -> str:
    drawn = ""
    if marks.target is not None:
        rings = "".join(element("circle", "target", cx=MIDDLE, cy=MIDDLE, r=radius) for radius in (38, 24))
        drawn += _in_cell(marks.target, rings, name="target")
    if marks.origin is not None:
        drawn += _in_cell(marks.origin, element("circle", "origin", cx=84, cy=16, r=8), name="origin")
    return drawn


def _levels(marks: Marks) -> str:
    """Small symbols in the corner of a cell for what lies above or below it."""
    station = element("rect", "level", x=77, y=76, width=15, height=15, rx=2)
    stop = element("circle", "level", cx=85, cy=79, r=7.5)
    below = stroke("level-fill", "M77 90h16v2.2h-16zM77 95h16v2.2h-16z")
    signs = ((marks.stations, station, "station-above"), (marks.stops, stop, "stop-below"))
    drawn = [_in_cell(cell, sign, name=name) for mask, sign, name in signs for cell in cells_of(mask)]
    drawn += [_in_cell(cell, below, name="pipe-below") for cell in cells_of(marks.pipes)]
    return "".join(drawn)


def with_levels(boards: Sequence[Board], marks: Iterable[Marks]) -> list[Marks]:
    """The marks with what the other board has in the same cells; the first board is the surface."""
    own = list(marks)
    if len(boards) == 2:
        surface, under = boards
        own[0] = replace(
            own[0], stops=_where(under, has_subway_station), pipes=under.cells_showing(Kind.PIPE)
        )
        own[1] = replace(own[1], stations=_where(surface, has_surface_station))
    return own


def _where(board: Board, wanted: Callable[[Tile], bool]) -> Mask:
    return mask_of(cell for cell in CELLS if (tile := board[cell]) is not None and wanted(tile))
