"""Pieces, and the tiles they become in each orientation."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from functools import cached_property, partial

from inkrail.core.errors import Refusal
from inkrail.core.kinds import BLANK, KINDS, LETTERS, Kind
from inkrail.core.layout import layer
from inkrail.core.sides import SIDES, Side

Sides = tuple[Kind | None, Kind | None, Kind | None, Kind | None]
"""What the four sides carry, in the order N E S W."""


class Role(Enum):
    """Where a piece comes from, as far as the rules care."""

    ROUTE = "route"
    """A face of a route die (B3)."""
    SPECIAL = "special"
    """A special route (B5)."""
    OTHER = "other"
    """A face of another die, or a piece on no die."""


class Piece:
    """What a die face or a special route shows.

    `joined` pieces connect all their sides in one group; the others have a group for each kind (B4).
    At least one side of a kind in `needs` must meet its own kind where the piece is drawn (B7);
    with no kind in it the piece needs no connection.
    """

    def __init__(
        self,
        name: str,
        sides: str,
        *,
        role: Role = Role.OTHER,
        joined: bool = True,
        station: bool = False,
        needs: str = "",
    ) -> None:
        self.name = name
        self.sides = sides
        self.role = role
        self.joined = joined
        self.station = station
        self.needs = frozenset(Kind(LETTERS.index(letter)) for letter in needs)

    @cached_property
    def tiles(self) -> tuple[Tile, ...]:
        """All distinct orientations, rotated and mirrored, in the order of their notation."""
        text = self.sides
        mirrored = text[0] + text[:0:-1]
        turned = {way[turn:] + way[:turn] for way in (text, mirrored) for turn in range(4)}
        return tuple(Tile(self, sides) for sides in sorted(turned))

    @cached_property
    def _by_sides(self) -> dict[str, Tile]:
        return {tile.text: tile for tile in self.tiles}

    def tile(self, sides: str) -> Tile:
        """The piece in the orientation written `sides`."""
        try:
            return self._by_sides[sides]
        except KeyError:
            known = ", ".join(self._by_sides)
            raise Refusal(
                "sides.not_an_orientation", piece=self.name, sides=sides, orientations=known
            ) from None

    def __reduce__(self) -> tuple[object, ...]:
        # Without the cached tiles: they refer to their piece, and hashes differ between processes.
        needs = "".join(map(str, self.needs))
        make = partial(Piece, role=self.role, joined=self.joined, station=self.station, needs=needs)
        return (make, (self.name, self.sides))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Piece) and self.name == other.name and self.sides == other.sides

    def __hash__(self) -> int:
        return hash(self.name)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"Piece({self.name!r}, {self.sides!r})"


class Tile:
    """A piece in one orientation.

    `groups` lists the sides that are connected inside the tile; `carried` each side that carries something, and
    `layers` the same as numbers: the side, its layer, and the layer in which the neighbour there faces it.
    """

    __slots__ = ("_hash", "carried", "groups", "layers", "piece", "sides", "text")

    def __init__(self, piece: Piece, sides: str) -> None:
        self.piece = piece
        self.text = sides
        kinds = [None if letter == BLANK else Kind(LETTERS.index(letter)) for letter in sides]
        self.sides: Sides = (kinds[0], kinds[1], kinds[2], kinds[3])
        self.carried = tuple(
            (side, kind) for side, kind in zip(SIDES, kinds, strict=True) if kind is not None
        )
        self.layers = tuple(
            (int(side), layer(side, kind), layer(side.opposite, kind)) for side, kind in self.carried
        )
        self.groups: tuple[tuple[Side, ...], ...] = _groups(self.carried, joined=piece.joined)
        self._hash = hash((piece.name, sides))

    def group_at(self, side: Side) -> tuple[Side, ...]:
        """The sides connected with this one inside the tile."""
        return next(group for group in self.groups if side in group)

    def sides_of(self, kind: Kind) -> tuple[Side, ...]:
        """The sides that carry this kind."""
        return tuple(side for side, carried in self.carried if carried is kind)

    def __reduce__(self) -> tuple[object, ...]:
        return (Piece.tile, (self.piece, self.text))

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Tile) and self.text == other.text and self.piece == other.piece
        )

    def __hash__(self) -> int:
        return self._hash

    def __str__(self) -> str:
        return f"{self.piece.name} {self.text}"

    def __repr__(self) -> str:
        return f"{self.piece!r}.tile({self.text!r})"


def _groups(carried: Iterable[tuple[Side, Kind]], *, joined: bool) -> tuple[tuple[Side, ...], ...]:
    if joined:
        whole = tuple(side for side, _ in carried)
        return (whole,) if whole else ()
    by_kind = (tuple(side for side, kind in carried if kind is wanted) for wanted in KINDS)
    return tuple(group for group in by_kind if group)
