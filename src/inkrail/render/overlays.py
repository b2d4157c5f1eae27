"""Score lines shown on a board: a coloured line along the ink, or a border around cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from inkrail.core.board import Board
from inkrail.core.cells import Cell, contains
from inkrail.core.connections import Place
from inkrail.core.kinds import Kind
from inkrail.core.pieces import Tile
from inkrail.core.score import ScoreLine
from inkrail.core.sides import SIDES, Side
from inkrail.render.drawings import railway
from inkrail.render.features import has_building, is_stub, passes_under
from inkrail.render.geometry import (
    MIDDLE,
    SPAN,
    arm,
    at,
    curve,
    element,
    end_of,
    is_curve,
    ordered,
    polyline,
    stroke,
)
from inkrail.render.hues import hues_of
from inkrail.render.theme import HUES
from inkrail.render.tiles import middle_of, station_fragment

_CURVE = 75.0
"""The nominal length of a curve, a multiple of its dashes."""
_EXIT = 25.0
"""How far the trace of an exit extends out of the board."""
_FIELDS = (Kind.LAKE, Kind.LAVA)
_ROUTES = {
    "highway": Kind.HIGHWAY,
    "railway": Kind.RAILWAY,
    "river": Kind.RIVER,
    "subway": Kind.SUBWAY,
    "pipe": Kind.PIPE,
}
"""The kind of a score line whose name contains this word."""


@dataclass(frozen=True, slots=True)
class Overlay:
    """What is highlighted in one hue.

    With `sides` the lines at these sides are traced. Without, a `route` of this kind is traced from cell to cell in
    the order of its cells; where there is no such route, a border is drawn around the cells.
    """

    cells: tuple[Cell, ...]
    sides: tuple[Place, ...] = ()
    route: Kind | None = None
    hue: str = HUES[0]


def overlay_of(line: ScoreLine, *, hue: str | None = None) -> Overlay:
    """How to show a line of the score sheet on its board, in this hue or its own."""
    kind = next((kind for word, kind in _ROUTES.items() if word in line.name), None)
    return Overlay(line.cells, line.sides, kind, hue or hues_of((line.name,))[0])


def tints(overlay: Overlay) -> str:
    """The overlay's cells tinted in its hue, to be drawn below the tiles."""
    cells = "".join(
        element(
            "rect",
            "tint",
            x=cell.column * SPAN,
            y=cell.row * SPAN,
            width=SPAN,
            height=SPAN,
            data_tint=str(cell),
        )
        for cell in dict.fromkeys(overlay.cells)
    )
    return f'<g class="{overlay.hue}">{cells}</g>'


def traces(overlay: Overlay, board: Board) -> str:
    """The overlay's line along the tiles' own lines, to be drawn above the tiles."""
    lines = list(_lines_of(overlay, board))
    if not lines:
        border = stroke("around", _border(overlay.cells))
        return f'<g class="{overlay.hue}">{border}</g>'
    drawn = "".join(
        element("path", class_, transform=_place(cell), d=path, pathLength=length)
        for class_ in ("lines casing", "lines trace")
        for cell, path, length in lines
    )
    return f'<g class="{overlay.hue}">{drawn}</g>'


def stations(overlay: Overlay, board: Board) -> str:
    """The stations of the overlay's cells, drawn again so that its line does not hide them."""
    hubs = board.marked("hub")
    cells = ((cell, board[cell]) for cell in dict.fromkeys(overlay.cells))
    drawn = ((cell, station_fragment(tile, hub=contains(hubs, cell))) for cell, tile in cells if tile)
    return "".join(f'<g transform="{_place(cell)}">{station}</g>' for cell, station in drawn if station)


def _place(cell: Cell) -> str:
    return f"translate({cell.column * SPAN} {cell.row * SPAN})"


def _lines_of(overlay: Overlay, board: Board) -> Iterator[tuple[Cell, str, float]]:
    """The path in each cell and out to each exit, with the nominal length that sets its dashes."""
    for cell, sides in _passes(overlay, board):
        tile = board[cell]
        if tile:
            for path, length in _lines(tile, sides):
                yield cell, path, length
    for cell, side in overlay.sides:
        exit_ = board.layout.by_place.get((cell, side))
        if exit_ and exit_.kind is _kind(board, (cell, side)):
            yield cell, arm(side, start=0, stop=-_EXIT), _EXIT


def _passes(overlay: Overlay, board: Board) -> Iterator[tuple[Cell, tuple[Side, ...]]]:
    """The sides traced in each cell, once for each time a route passes it."""
    if overlay.sides:
        for cell in dict.fromkeys(cell for cell, _ in overlay.sides):
            sides = tuple(side for other, side in overlay.sides if other == cell)
            yield cell, tuple(side for side in sides if _kind(board, (cell, side)) not in _FIELDS)
    elif overlay.route is not None:
        yield from _route(overlay, board)


def _route(overlay: Overlay, board: Board) -> Iterator[tuple[Cell, tuple[Side, ...]]]:
    cells, kind = overlay.cells, overlay.route
    assert kind is not None
    steps = [_side_towards(one, other) for one, other in pairwise(cells)]
    if len(cells) > 1 and None not in steps:
        came = [None, *(side.opposite for side in steps if side is not None)]
        goes = [*steps, None]
        for cell, *passed in zip(cells, came, goes, strict=True):
            yield cell, tuple(side for side in passed if side is not None)
        return
    for cell in cells:
        tile = board[cell]
        if tile:
            yield cell, tile.sides_of(kind)


def _kind(board: Board, place: Place) -> Kind | None:
    cell, side = place
    tile = board[cell]
    return tile.sides[side] if tile else None


def _side_towards(cell: Cell, other: Cell) -> Side | None:
    return next((side for side in SIDES if cell.neighbour(side) == other), None)


def _lines(tile: Tile, sides: Sequence[Side]) -> Iterator[tuple[str, float]]:
    """The tile's lines at these sides, separately for each group and kind."""
    for group in tile.groups:
        for kind in dict.fromkeys(tile.sides[side] for side in group):
            taken = tuple(side for side in sides if side in group and tile.sides[side] is kind)
            if taken and kind is not None:
                yield from _line(tile, kind, sides=taken)


def _line(tile: Tile, kind: Kind, *, sides: tuple[Side, ...]) -> Iterator[tuple[str, float]]:
    own = tile.sides_of(kind)
    if is_curve(own) and not has_building(tile):
        if len(sides) == 2:
            yield curve(ordered(own)[0], over=0), _CURVE
        else:
            yield _half_curve(tile, kind, sides[0]), _CURVE / 2
    elif is_stub(tile, kind):
        yield polyline((end_of(sides[0]), middle_of(tile, kind))), MIDDLE / 2
    elif passes_under(tile, kind):
        yield from ((arm(side, start=0, stop=railway.UNDER), MIDDLE / 2) for side in sides)
    elif len(sides) == 2:
        yield polyline((end_of(sides[0]), (MIDDLE, MIDDLE), end_of(sides[1]))), SPAN
    else:
        yield from ((arm(side, start=0), MIDDLE) for side in sides)


def _half_curve(tile: Tile, kind: Kind, side: Side) -> str:
    sweep = 0 if ordered(tile.sides_of(kind))[0] is side else 1
    return f"M{at(end_of(side))}A{MIDDLE} {MIDDLE} 0 0 {sweep} {at(middle_of(tile, kind))}"


def _border(cells: Iterable[Cell]) -> str:
    """The border around cells, slightly inside them, as separate lines."""
    inset = 5
    marked = set(cells)
    lines = []
    for cell in sorted(marked):
        left, top = cell.column * SPAN, cell.row * SPAN
        for side in SIDES:
            if cell.neighbour(side) in marked:
                continue
            low, high = _ends(cell, side, marked=marked, inset=inset)
            across = inset if side in (Side.N, Side.W) else SPAN - inset
            if side in (Side.N, Side.S):
                lines.append(f"M{left + low} {top + across}H{left + high}")
            else:
                lines.append(f"M{left + across} {top + low}V{top + high}")
    return "".join(lines)


def _ends(cell: Cell, side: Side, *, marked: set[Cell], inset: int) -> tuple[int, int]:
    """Where a border line along a side begins and ends: at the corner, or where the neighbour's continues."""
    before, after = (Side.W, Side.E) if side in (Side.N, Side.S) else (Side.N, Side.S)
    ends = []
    for towards in (before, after):
        beside = cell.neighbour(towards)
        beyond = beside.neighbour(side) if beside is not None and beside in marked else None
        reach = inset if beside not in marked else -inset if beyond in marked else 0
        ends.append(reach)
    return ends[0], SPAN - ends[1]
