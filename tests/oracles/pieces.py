"""All pieces, dice and rulesets, typed from the rules (B3-B5, V1, L1, M1, F1, U1)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Piece:
    """What a die face or a special route shows, in the orientation the rules print."""

    name: str
    sides: str
    family: str
    """route, special, river, lake, meteor, lava or underground."""
    by_kind: bool = False
    """False: all sides are one group. True: each kind is a separate group."""
    station: bool = False
    """It has a station: on the surface (B4), or a subway station underground (U1)."""


def _family(family: str, *rows: str) -> list[Piece]:
    """Pieces from rows of `name sides [by-kind] [station]`."""
    pieces = []
    for row in rows:
        name, sides, *words = row.split()
        pieces.append(Piece(name, sides, family, by_kind="by-kind" in words, station="station" in words))
    return pieces


_ROUTE = _family(
    "route",  # B3, B4
    "highway-straight H.H.",
    "railway-straight R.R.",
    "highway-curve HH..",
    "railway-curve RR..",
    "highway-t HHH.",
    "railway-t RRR.",
    "overpass HRHR by-kind",
    "station-straight R.H. station",
    "station-curve RH.. station",
)
_SPECIAL = _family(
    "special",  # B5
    "special-rrrr RRRR",
    "special-hhhh HHHH",
    "special-hhrr HRRH station",
    "special-hrhr HRHR station",
    "special-hhhr HHRH station",
    "special-hrrr HRRR station",
)
_RIVER = _family(
    "river",  # V1
    "river-straight W.W.",
    "river-curve WW..",
    "bridge-highway WHWH by-kind",
    "bridge-railway WRWR by-kind",
)
_LAKE = _family(
    "lake",  # L1, L3
    "lake-1 ..L.",
    "lake-2 .LL.",
    "lake-3 LL.L",
    "pier-railway R.L.",
    "pier-highway H.L.",
    "pier-double RLLH",
    "lake-full LLLL",
)
_METEOR = _family("meteor", "crater ....")  # M4
_LAVA = _family(
    "lava",  # F1
    "lava-2-adjacent .FF.",
    "lava-2-opposite F.F.",
    "lava-3 FF.F",
    "lava-railway .RFR by-kind",
    "lava-highway .HFH by-kind",
    "volcano FFFF",
)
_UNDERGROUND = _family(
    "underground",  # U1
    "subway-station-straight S.S. station",
    "subway-station-curve SS.. station",
    "subway-station-t SSS. station",
    "subway-straight S.S.",
    "subway-curve SS..",
    "subway-t SSS.",
    "pipe-straight P.P.",
    "pipe-curve PP..",
    "pipe-t PPP.",
    "pipe-cross PPPP",
    "pipe-over-subway PSPS by-kind",
    "subway-curve-pipe-curve SPPS by-kind",
    "subway-station-curve-pipe-curve SPPS by-kind station",
    "pipe-t-subway-stub PPPS by-kind station",
    "subway-t-pipe-stub SSSP by-kind",
)

PIECES = {piece.name: piece for piece in _ROUTE + _SPECIAL + _RIVER + _LAKE + _METEOR + _LAVA + _UNDERGROUND}

FAMILIES = {
    "base": ("route", "special"),
    "river": ("route", "special", "river"),
    "lake": ("route", "special", "lake"),
    "meteor": ("route", "special", "meteor"),
    "lava": ("route", "special", "lava"),
    "underground": ("route", "special", "underground"),
    "underground-standalone": ("underground",),
}
"""Which families of pieces each ruleset holds."""

RULESETS = (*FAMILIES, *(name + "+draft" for name in FAMILIES if name != "underground-standalone"))

ROUTE_DIE = (
    "highway-straight",
    "railway-straight",
    "highway-curve",
    "railway-curve",
    "highway-t",
    "railway-t",
)
STATION_DIE = (
    "overpass",
    "overpass",
    "station-straight",
    "station-straight",
    "station-curve",
    "station-curve",
)
RIVER_DIE = (
    "river-straight",
    "river-curve",
    "river-curve",
    "river-curve",
    "bridge-highway",
    "bridge-railway",
)
LAKE_DIE = ("lake-1", "lake-2", "lake-3", "pier-railway", "pier-highway", "pier-double")
DIRECTION_DIE = ("up", "right", "down", "left", "choose", "choose")
DISTANCE_DIE = (1, 1, 1, 2, 2, 3)
LAVA_DIE = (
    "lava-2-adjacent",
    "lava-2-adjacent",
    "lava-2-opposite",
    "lava-3",
    "lava-railway",
    "lava-highway",
)
UNDERGROUND_DICE = (
    (
        "subway-station-straight",
        "subway-station-straight",
        "subway-station-curve",
        "subway-station-curve",
        "subway-station-t",
        "subway-station-t",
    ),
    ("subway-straight", "subway-curve", "subway-t", "pipe-straight", "pipe-curve", "pipe-t"),
    ("pipe-straight", "pipe-straight", "pipe-curve", "pipe-curve", "pipe-t", "pipe-cross"),
    (
        "pipe-over-subway",
        "pipe-over-subway",
        "subway-curve-pipe-curve",
        "subway-station-curve-pipe-curve",
        "pipe-t-subway-stub",
        "subway-t-pipe-stub",
    ),
)
SURFACE_DICE = (ROUTE_DIE, ROUTE_DIE, ROUTE_DIE, STATION_DIE)
DICE = {
    "base": SURFACE_DICE,
    "river": (*SURFACE_DICE, RIVER_DIE, RIVER_DIE),
    "lake": (*SURFACE_DICE, LAKE_DIE, LAKE_DIE),
    "meteor": SURFACE_DICE,
    "lava": (*SURFACE_DICE, LAVA_DIE, LAVA_DIE),
    "underground": (*SURFACE_DICE, *UNDERGROUND_DICE),
    "underground-standalone": UNDERGROUND_DICE,
}
"""The dice that show pieces, for each ruleset without draft; meteor's two others show no pieces (M1)."""

ROUNDS = {
    "base": 7,
    "river": 6,
    "lake": 6,
    "meteor": 6,
    "lava": 6,
    "underground": 14,
    "underground-standalone": 7,
}
"""B6, V, L, M, F, U2, U9."""


def without_draft(rules: str) -> str:
    """The ruleset's name without `+draft`."""
    return rules.removesuffix("+draft")


def pieces_of(rules: str) -> list[Piece]:
    """All pieces that a ruleset holds."""
    return [piece for piece in PIECES.values() if piece.family in FAMILIES[without_draft(rules)]]


def level_of(piece: str) -> str:
    """Which of the two boards a piece belongs to (U2)."""
    return "underground" if PIECES[piece].family == "underground" else "surface"


def orientations(piece: str) -> list[str]:
    """All ways to write the piece's sides, turned and mirrored freely; sorted, each once."""
    north, east, south, west = list(PIECES[piece].sides)
    found = set()
    for sides in (north + east + south + west, north + west + south + east):
        for turn in range(4):
            found.add(sides[turn:] + sides[:turn])
    return sorted(found)


def groups(piece: str, sides: str) -> list[str]:
    """The tile's groups, each written as sides with the other groups' sides blank (B4)."""
    kinds = sorted(set(sides) - {"."})
    if not PIECES[piece].by_kind:
        return [sides] if kinds else []
    return ["".join(side if side == kind else "." for side in sides) for kind in kinds]
