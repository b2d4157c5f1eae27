"""The base game, rules B and S: four route dice, six special routes, seven rounds."""

from __future__ import annotations

from collections.abc import Iterator

from inkrail.core.board import Board
from inkrail.core.cells import CENTRE, cells_of, parse_cell
from inkrail.core.connections import Place, networks, open_ends
from inkrail.core.dice import Die
from inkrail.core.errors import Refusal
from inkrail.core.kinds import KINDS, Kind
from inkrail.core.layout import Exit, Layout
from inkrail.core.longest import longest_route
from inkrail.core.pieces import Piece, Role
from inkrail.core.score import ScoreLine, network_points
from inkrail.core.sides import Side
from inkrail.rules.module import RuleModule, Scoring
from inkrail.rules.position import DRAW, Extra, Position

H, R = Kind.HIGHWAY, Kind.RAILWAY

SURFACE = Layout(
    "surface",
    tuple(
        Exit(parse_cell(cell), side, kind)
        for side, exits in (
            (Side.N, (("B1", H), ("D1", R), ("F1", H))),
            (Side.E, (("G2", R), ("G4", H), ("G6", R))),
            (Side.S, (("B7", H), ("D7", R), ("F7", H))),
            (Side.W, (("A2", R), ("A4", H), ("A6", R))),
        )
        for cell, kind in exits
    ),
)
"""The printed board with its twelve exits (B1)."""


def _route(name: str, sides: str, *, joined: bool = True, station: bool = False) -> Piece:
    return Piece(name, sides, role=Role.ROUTE, joined=joined, station=station, needs="HR")


def _special(name: str, sides: str, *, station: bool) -> Piece:
    return Piece(name, sides, role=Role.SPECIAL, station=station, needs="HR")


ROUTES = (
    _route("highway-straight", "H.H."),
    _route("railway-straight", "R.R."),
    _route("highway-curve", "HH.."),
    _route("railway-curve", "RR.."),
    _route("highway-t", "HHH."),
    _route("railway-t", "RRR."),
    _route("overpass", "HRHR", joined=False),
    _route("station-straight", "R.H.", station=True),
    _route("station-curve", "RH..", station=True),
)
"""What the route dice show (B3, B4)."""

SPECIALS = (
    _special("special-hhhr", "HHRH", station=True),
    _special("special-hrrr", "HRRR", station=True),
    _special("special-hhhh", "HHHH", station=False),
    _special("special-rrrr", "RRRR", station=False),
    _special("special-hhrr", "HRRH", station=True),
    _special("special-hrhr", "HRHR", station=True),
)
"""The special routes (B5)."""

_NAMES = tuple(piece.name for piece in ROUTES)
ROUTE_DIE = Die("route", _NAMES[:6], route=True, mandatory=True)
STATION_DIE = Die("station", _NAMES[6:] * 2, route=True, mandatory=True)

_KINDS_OF_ERRORS = tuple(kind for kind in KINDS if kind is not Kind.LAKE)
SPECIALS_A_GAME = 3
_SPECIAL_DRAWN = "special"
"""Noted once this round's special route is used."""


class Standard(RuleModule):
    """The base game; expansions are played on top of it (B, S)."""

    name = "standard"
    rounds = 7
    layouts = (SURFACE,)
    dice = (ROUTE_DIE, ROUTE_DIE, ROUTE_DIE, STATION_DIE)
    pieces = ROUTES + SPECIALS
    never_meet = ((H, R),)
    codes = ("special.used", "special.limit", "special.round")
    is_expansion = False

    def extras(self, position: Position) -> Iterator[Extra]:
        """The special routes: each once, one per round, three per game (B10)."""
        yield Extra(
            Role.SPECIAL.value,
            DRAW,
            SPECIALS,
            position.boards[self.board].free,
            cross_off,
            board=self.board,
            left=SPECIALS_A_GAME - len(position.crossed_off),
            total=SPECIALS_A_GAME,
            per="game",
            why=special_problem(position),
            used=dict.fromkeys(position.crossed_off, "special.used"),
        )

    def score(self, position: Position, scoring: Scoring) -> Iterator[ScoreLine]:
        """Networks, longest routes, centre and errors of the surface (S1-S5)."""
        board = position.boards[self.board]
        for network in networks(board):
            exits = len(network.exits)
            if exits:
                points = network_points(exits, scoring.values)
                yield ScoreLine("network", exits, points, network.cells, network.sides, kind="network")
        for name, kind in (("highway", H), ("railway", R)):
            route = longest_route(board, kind, reading=scoring.longest)
            yield ScoreLine(name, route.length, route.length, route.cells, route.sides, kind="route")
        yield centre_line(board, name="centre")
        yield error_line(board, scoring, name="errors")


def special_problem(position: Position, piece: Piece | None = None) -> str | None:
    """Why no special route, or not this one, may be used now (B10)."""
    if piece and piece.name in position.crossed_off:
        return "special.used"
    if len(position.crossed_off) >= SPECIALS_A_GAME:
        return "special.limit"
    if _SPECIAL_DRAWN in position.this_round:
        return "special.round"
    return None


def cross_off(position: Position, piece: Piece) -> Position:
    """Cross a special route off, for the game and for this round (B10)."""
    problem = special_problem(position, piece)
    if problem:
        raise Refusal(problem, piece=piece.name)
    return position._replace(
        crossed_off=(*position.crossed_off, piece.name),
        this_round={**position.this_round, _SPECIAL_DRAWN: 1},
    )


def centre_line(board: Board, *, name: str, number: int = 0) -> ScoreLine:
    """A point for each central cell with anything in it (S4)."""
    cells = cells_of(board.filled & CENTRE)
    return ScoreLine(name, len(cells), len(cells), cells, board=number)


def error_line(board: Board, scoring: Scoring, *, name: str, number: int = 0) -> ScoreLine:
    """Each side that carries anything but lake water and is left open costs a point (S5)."""
    sides: list[Place] = []
    for kind in _KINDS_OF_ERRORS:
        sides += open_ends(board, kind)
    if scoring.forgiven:
        sides = [place for place in sides if (number, place) not in scoring.forgiven]
    cells = tuple(sorted({cell for cell, _ in sides}))
    return ScoreLine(name, len(sides), -len(sides), cells, tuple(sides), board=number, kind="errors")
