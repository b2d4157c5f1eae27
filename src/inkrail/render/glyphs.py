"""Tiles in characters: 7 columns by 3 rows, drawn from a tile's sides and groups.

Highway is a double line, railway a thin one, subway a heavy one; a pipe is a double line with flanges at the cell's
sides. Rivers, lakes and lava are each filled with their own character. Every character has a style, which a terminal
may colour; the shapes alone are enough to tell the kinds apart.
"""

from __future__ import annotations

from collections.abc import Iterable

from inkrail.core.kinds import Kind
from inkrail.core.pieces import Tile
from inkrail.core.sides import Side
from inkrail.render.features import (
    has_subway_station,
    has_surface_station,
    is_bridge,
    is_pier,
    is_stub,
    is_volcano,
    passes_under,
)

WIDTH, HEIGHT = 7, 3
MIDDLE_COLUMN, MIDDLE_ROW = 3, 1

# Each table is indexed by the arms that meet in a character: N 1, E 2, S 4, W 8.
_THIN = " ╵╶╰╷│╭├╴╯─┴╮┤┬┼"
_DOUBLE = " ║═╚║║╔╠═╝═╩╗╣╦╬"
_HEAVY = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
_LINES = {Kind.HIGHWAY: _DOUBLE, Kind.RAILWAY: _THIN, Kind.SUBWAY: _HEAVY, Kind.PIPE: _DOUBLE}
_FIELDS = {Kind.RIVER: "≈", Kind.LAKE: "~", Kind.LAVA: "▒"}
_GROUND = (Kind.LAKE, Kind.LAVA)
_FLANGES = {Side.N: "╪", Side.E: "╫", Side.S: "╪", Side.W: "╫"}
_CAPS = {Side.N: "╨", Side.E: "╞", Side.S: "╥", Side.W: "╡"}

STATION, SUBWAY_STATION, HUB, PLANKS, VOLCANO, BROKEN = "■", "○", "●", "#", "▲", "↯"
CRATER = (" .'\"'. ", " :   : ", " '._.' ")

PLAIN = str.maketrans(
    {
        **dict.fromkeys("═", "="),
        **dict.fromkeys("║", "H"),
        **dict.fromkeys("╚╔╠╝╩╗╣╦╬", "#"),
        **dict.fromkeys("─╶╴", "-"),
        **dict.fromkeys("│╵╷", "|"),
        **dict.fromkeys("╰╭├╯┴╮┤┬┼┌┐└┘", "+"),
        **dict.fromkeys("━╺╸", "%"),
        **dict.fromkeys("┃╹╻┗┏┣┛┻┓┫┳╋", "%"),
        **dict.fromkeys("╪╫┿╂╨╞╥╡", "+"),
        "≈": "~",
        "~": "w",
        "▒": "^",
        "■": "@",
        "○": "o",
        "●": "O",
        "▲": "A",
        "▼": "V",
        "◄": "<",
        "►": ">",
        "↯": "z",
        "✗": "x",
        "·": ".",
        "♦": "*",
    }
)
"""The replacement of each character where only ASCII can be shown."""


class Sketch:
    """Characters in rows, each with the name of its style."""

    def __init__(self, width: int = WIDTH, height: int = HEIGHT) -> None:
        self.width = width
        self.chars = [[" "] * width for _ in range(height)]
        self.styles = [[""] * width for _ in range(height)]

    def put(self, place: tuple[int, int], text: str, *, style: str) -> None:
        """Write a text starting at this column and row."""
        column, row = place
        for at, char in enumerate(text, start=column):
            self.chars[row][at] = char
            self.styles[row][at] = style

    def paste(self, place: tuple[int, int], other: Sketch) -> None:
        """Copy another sketch with its top left at this column and row; its blanks are transparent."""
        column, row = place
        for down, (chars, styles) in enumerate(zip(other.chars, other.styles, strict=True), start=row):
            for right, (char, style) in enumerate(zip(chars, styles, strict=True), start=column):
                if char != " " or style:
                    self.chars[down][right], self.styles[down][right] = char, style


def end_of(side: Side) -> tuple[int, int]:
    """The column and row of the character at the middle of a side."""
    return ((MIDDLE_COLUMN, 0), (WIDTH - 1, MIDDLE_ROW), (MIDDLE_COLUMN, HEIGHT - 1), (0, MIDDLE_ROW))[side]


def _arm(side: Side, *, gap: int = 0) -> list[tuple[int, int]]:
    """The characters from a side inwards, without the middle and the `gap` before it."""
    if side is Side.N:
        return [(MIDDLE_COLUMN, 0)]
    if side is Side.S:
        return [(MIDDLE_COLUMN, HEIGHT - 1)]
    if side is Side.W:
        return [(column, MIDDLE_ROW) for column in range(MIDDLE_COLUMN - gap)]
    return [(column, MIDDLE_ROW) for column in range(MIDDLE_COLUMN + 1 + gap, WIDTH)]


def _bits(sides: Iterable[Side]) -> int:
    return sum(1 << side for side in sides)


def sketch_tile(tile: Tile, *, hub: bool = False, broken: bool = False) -> Sketch:
    """Draw a tile; `hub` and `broken` are the marks of its cell (U5, U6)."""
    sketch = Sketch()
    if not tile.carried:
        for row, text in enumerate(CRATER):
            sketch.put((0, row), text, style="crater")
        return sketch
    kinds = {kind for _, kind in tile.carried}
    routes = kinds & _LINES.keys()
    for kind in _GROUND:
        _field(sketch, tile, kind=kind, narrow=bool(routes) and not tile.piece.joined)
    _river(sketch, tile)
    if _curves_apart(tile):
        _two_curves(sketch, tile)
    else:
        for kind in (Kind.RAILWAY, Kind.SUBWAY, Kind.HIGHWAY, Kind.PIPE):
            _line(sketch, tile, kind=kind)
    _centre(sketch, tile, hub=hub)
    if broken:
        _break(sketch, tile)
    return sketch


def _field(sketch: Sketch, tile: Tile, *, kind: Kind, narrow: bool) -> None:
    """Water or lava up to the open sides; `narrow` leaves the middle to a route beside it."""
    sides = tile.sides_of(kind)
    if not sides:
        return
    for row in range(HEIGHT):
        for column in range(WIDTH):
            zones = {Side.N: row == 0, Side.E: column > 4, Side.S: row == HEIGHT - 1, Side.W: column < 2}
            dry = any(inside and side not in sides for side, inside in zones.items())
            if not dry and (not narrow or any(zones[side] for side in sides)):
                sketch.put((column, row), _FIELDS[kind], style=kind.name.lower())


def _river(sketch: Sketch, tile: Tile) -> None:
    sides = tile.sides_of(Kind.RIVER)
    if not sides:
        return
    water = _FIELDS[Kind.RIVER]
    sketch.put((MIDDLE_COLUMN - 1, MIDDLE_ROW), water * 3, style="river")
    for side in sides:
        for column, row in _arm(side):
            start, text = (column - 1, water * 3) if side in (Side.N, Side.S) else (column, water)
            sketch.put((start, row), text, style="river")


def _line(sketch: Sketch, tile: Tile, *, kind: Kind) -> None:
    """The lines of one kind; one that passes under another, or a stub, stops before the middle."""
    sides = tile.sides_of(kind)
    if not sides:
        return
    table, style = _LINES[kind], kind.name.lower()
    stub, under = is_stub(tile, kind), passes_under(tile, kind)
    for side in sides:
        straight = table[5] if side in (Side.N, Side.S) else table[10]
        for place in _arm(side, gap=1 if under or stub else 0):
            sketch.put(place, straight, style=style)
        if kind is Kind.PIPE:
            sketch.put(end_of(side), _FLANGES[side], style=style)
    if not (stub or under):
        sketch.put((MIDDLE_COLUMN, MIDDLE_ROW), table[_bits(sides)], style=style)
    if is_bridge(tile):
        _parapets(sketch, sides, style=style)


def _parapets(sketch: Sketch, sides: tuple[Side, ...], *, style: str) -> None:
    if Side.N in sides:
        sketch.put((MIDDLE_COLUMN - 1, MIDDLE_ROW), "]", style=style)
        sketch.put((MIDDLE_COLUMN + 1, MIDDLE_ROW), "[", style=style)
    else:
        sketch.put((MIDDLE_COLUMN - 2, MIDDLE_ROW), "[", style=style)
        sketch.put((MIDDLE_COLUMN + 2, MIDDLE_ROW), "]", style=style)


def _curves_apart(tile: Tile) -> bool:
    """Whether two groups each turn a corner of the tile, side by side."""
    return len(tile.groups) == 2 and all(
        len(group) == 2 and group[0].opposite is not group[1] for group in tile.groups
    )


def _two_curves(sketch: Sketch, tile: Tile) -> None:
    """The curve at the north side turns in the upper row, the other one in the middle."""
    for group in tile.groups:
        kind = tile.sides[group[0]]
        assert kind is not None
        table, style = _LINES[kind], kind.name.lower()
        side = Side.E if Side.E in group else Side.W
        for place in _arm(side):
            sketch.put(place, table[10], style=style)
        if kind is Kind.PIPE:
            sketch.put(end_of(side), _FLANGES[side], style=style)
        if Side.N not in group:
            sketch.put((MIDDLE_COLUMN, MIDDLE_ROW), table[_bits(group)], style=style)
            south = _FLANGES[Side.S] if kind is Kind.PIPE else table[5]
            sketch.put(end_of(Side.S), south, style=style)
    for group in tile.groups:
        kind = tile.sides[group[0]]
        assert kind is not None
        if Side.N not in group:
            continue
        table, style = _LINES[kind], kind.name.lower()
        side = Side.E if Side.E in group else Side.W
        beside = MIDDLE_COLUMN + (1 if side is Side.E else -1)
        sketch.put((MIDDLE_COLUMN, 0), table[_bits((Side.N, side))], style=style)
        sketch.put((beside, 0), table[_bits((Side.S, side.opposite))], style=style)
        sketch.put((beside, MIDDLE_ROW), table[_bits((Side.N, side))], style=style)


def middle_of(tile: Tile, kind: Kind) -> tuple[int, int]:
    """The column and row where a mark on this kind's lines belongs: their middle, or a stub's inner end."""
    sides = tile.sides_of(kind)
    if is_stub(tile, kind):
        column, row = end_of(sides[0])
        return (MIDDLE_COLUMN + (column > MIDDLE_COLUMN) - (column < MIDDLE_COLUMN), row)
    if _curves_apart(tile) and Side.N in sides:
        return (MIDDLE_COLUMN + (1 if Side.E in sides else -1), MIDDLE_ROW)
    return (MIDDLE_COLUMN, MIDDLE_ROW)


def _centre(sketch: Sketch, tile: Tile, *, hub: bool) -> None:
    if is_pier(tile):
        sketch.put((MIDDLE_COLUMN - 1, MIDDLE_ROW), PLANKS * 3, style="pier")
    elif has_subway_station(tile):
        sketch.put(middle_of(tile, Kind.SUBWAY), HUB if hub else SUBWAY_STATION, style="station")
    elif has_surface_station(tile):
        sketch.put((MIDDLE_COLUMN, MIDDLE_ROW), STATION, style="station")
    elif is_volcano(tile):
        sketch.put((MIDDLE_COLUMN - 1, MIDDLE_ROW), f"({VOLCANO})", style="volcano")
    if is_stub(tile, Kind.PIPE):
        cap = _CAPS[tile.sides_of(Kind.PIPE)[0]]
        sketch.put(middle_of(tile, Kind.PIPE), cap, style="pipe")


def _break(sketch: Sketch, tile: Tile) -> None:
    sketch.put(middle_of(tile, Kind.PIPE), BROKEN, style="broken")
