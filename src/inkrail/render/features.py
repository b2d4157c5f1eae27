"""What a drawing of a tile shows besides its routes, derived from its sides, groups and station."""

from __future__ import annotations

from inkrail.core.kinds import Kind
from inkrail.core.pieces import Tile
from inkrail.core.sides import SIDES


def is_pier(tile: Tile) -> bool:
    """Whether a route meets a lake in the tile (L1)."""
    kinds = {kind for _, kind in tile.carried}
    return Kind.LAKE in kinds and len(kinds) > 1


def is_volcano(tile: Tile) -> bool:
    """Whether lava flows out of the tile on every side (F1)."""
    return len(tile.sides_of(Kind.LAVA)) == len(SIDES)


def is_bridge(tile: Tile) -> bool:
    """Whether a route crosses a river in the tile (V1)."""
    return bool(tile.sides_of(Kind.RIVER)) and len(tile.groups) == 2


def is_stub(tile: Tile, kind: Kind) -> bool:
    """Whether the only subway or pipe side of the tile ends inside the cell (U1)."""
    return kind in (Kind.SUBWAY, Kind.PIPE) and len(tile.sides_of(kind)) == 1


def has_subway_station(tile: Tile) -> bool:
    """Whether the tile's subway has a station; a stub always ends in one (U1)."""
    return bool(tile.sides_of(Kind.SUBWAY)) and (tile.piece.station or is_stub(tile, Kind.SUBWAY))


def has_surface_station(tile: Tile) -> bool:
    """Whether the tile has a station that joins highway and railway (B4)."""
    return tile.piece.station and not tile.sides_of(Kind.SUBWAY)


def has_building(tile: Tile) -> bool:
    """Whether the tile's routes meet in a station or a pier in its middle."""
    return is_pier(tile) or has_surface_station(tile)


def passes_under(tile: Tile, kind: Kind) -> bool:
    """Whether this kind's line crosses below another: railway under highway, river under a bridge, subway under pipe."""
    if kind is Kind.RIVER:
        return is_bridge(tile)
    over = {Kind.RAILWAY: Kind.HIGHWAY, Kind.SUBWAY: Kind.PIPE}.get(kind)
    sides = tile.sides_of(kind)
    return (
        over is not None
        and not tile.piece.joined
        and len(sides) == 2
        and sides[0].opposite is sides[1]
        and len(tile.sides_of(over)) == 2
    )
