"""The underground, rules U: four dice of subways and water pipes, on a second board or alone."""

from __future__ import annotations

from collections.abc import Iterator

from inkrail.core.board import Board, Round
from inkrail.core.cells import CELL_MASKS, NO_CELLS, Mask, cells_of, contains, mask_of
from inkrail.core.connections import Network, Place, networks, places_showing
from inkrail.core.dice import Die
from inkrail.core.kinds import Kind
from inkrail.core.layout import Exit, Layout, layer
from inkrail.core.longest import Longest, longest_route
from inkrail.core.pieces import Piece
from inkrail.core.placement import Placement
from inkrail.core.score import ScoreLine, network_points
from inkrail.rules.module import Report, RuleModule, Scoring
from inkrail.rules.position import Extra, Position
from inkrail.rules.standard import SURFACE, centre_line, error_line

S, P = Kind.SUBWAY, Kind.PIPE

UNDERGROUND = Layout(
    "underground",
    tuple(Exit(exit_.cell, exit_.side, S if exit_.kind is Kind.RAILWAY else P) for exit_ in SURFACE.exits),
)
"""The same printed board, read from below: subways leave by railway exits, pipes by highway exits (U3)."""


def _piece(name: str, sides: str, *, station: bool = False) -> Piece:
    return Piece(name, sides, joined=False, station=station, needs="SP")


UNDERGROUND_PIECES = (
    _piece("subway-station-straight", "S.S.", station=True),
    _piece("subway-station-curve", "SS..", station=True),
    _piece("subway-station-t", "SSS.", station=True),
    _piece("subway-straight", "S.S."),
    _piece("subway-curve", "SS.."),
    _piece("subway-t", "SSS."),
    _piece("pipe-straight", "P.P."),
    _piece("pipe-curve", "PP.."),
    _piece("pipe-t", "PPP."),
    _piece("pipe-cross", "PPPP"),
    _piece("pipe-over-subway", "PSPS"),
    _piece("subway-curve-pipe-curve", "SPPS"),
    _piece("subway-station-curve-pipe-curve", "SPPS", station=True),
    _piece("pipe-t-subway-stub", "PPPS", station=True),
    _piece("subway-t-pipe-stub", "SSSP"),
)
"""What the underground dice show; subway and pipe are never joined (U1)."""

_PIECES = {piece.name: piece for piece in UNDERGROUND_PIECES}
_NAMES = tuple(_PIECES)
STATION_DIE = Die("subway-station", _NAMES[:3] * 2, mandatory=True)
MIXED_DIE = Die("subway-or-pipe", _NAMES[3:9], mandatory=True)
PIPE_DIE = Die("pipe", (*_NAMES[6:8], *_NAMES[6:10]), mandatory=True)
CROSSING_DIE = Die("subway-and-pipe", (_NAMES[10], *_NAMES[10:]), mandatory=True)

DUPLICATE = "duplicate"
DUPLICATES_A_GAME = 3
BROKEN = "broken"
HUB = "hub"


class UndergroundBoard(RuleModule):
    """The underground board, its dice and its score (U1, U3, U4, U7)."""

    name = "underground"
    longest = Longest.CELLS
    layouts = (UNDERGROUND,)
    dice = (STATION_DIE, MIXED_DIE, PIPE_DIE, CROSSING_DIE)
    pieces = UNDERGROUND_PIECES
    never_meet = ((S, P),)
    drawing_verbs = (DUPLICATE,)
    codes = ("duplicate.round", "duplicate.limit")

    def extras(self, position: Position) -> Iterator[Extra]:
        """Each of the round's results again, once per round and three times per game (U4)."""
        rolled = dict.fromkeys(position.rolled)
        yield Extra(
            DUPLICATE,
            DUPLICATE,
            tuple(_PIECES[face] for face in rolled if face in _PIECES),
            position.boards[self.board].free,
            _duplicate,
            board=self.board,
            left=DUPLICATES_A_GAME - position.notes.get(DUPLICATE, 0),
            total=DUPLICATES_A_GAME,
            per="game",
            why=_duplicate_problem(position),
        )

    def score(self, position: Position, scoring: Scoring) -> Iterator[ScoreLine]:
        """Networks, longest lines, centre, errors and broken pipes of the underground (U7)."""
        board, number = position.boards[self.board], self.board
        all_networks = networks(board)
        hubs = board.marked(HUB)
        yield from self._network_lines(_of_kind(board, all_networks, P), scoring, name="pipe", hubs=NO_CELLS)
        yield from self._network_lines(_of_kind(board, all_networks, S), scoring, name="subway", hubs=hubs)
        for name, kind, factor in (("pipeline", P, 2), ("subway", S, 1)):
            route = longest_route(board, kind, reading=scoring.longest)
            points = factor * route.length
            yield ScoreLine(
                f"underground.longest_{name}",
                route.length,
                points,
                route.cells,
                route.sides,
                board=number,
                kind="route",
            )
        yield centre_line(board, name="underground.centre", number=number)
        yield error_line(board, scoring, name="underground.errors", number=number)
        if BROKEN in self.marks:
            yield self._marked_line(board, BROKEN, name="underground.broken_pipes")
        yield self._marked_line(board, HUB, name="underground.hubs")

    def _network_lines(
        self, networks_: tuple[Network, ...], scoring: Scoring, *, name: str, hubs: Mask
    ) -> Iterator[ScoreLine]:
        """A line for each network that has an exit or a hub, the largest first."""
        sized = [(len(network.exits) + _count(network, hubs), network) for network in networks_]
        for size, network in sorted(sized, key=lambda pair: -pair[0]):
            if size:
                points = network_points(size, scoring.values)
                cells, sides = network.cells, network.sides
                yield ScoreLine(
                    f"underground.{name}_network",
                    size,
                    points,
                    cells,
                    sides,
                    board=self.board,
                    kind="network",
                )

    def _marked_line(self, board: Board, mark: str, *, name: str) -> ScoreLine:
        """Broken pipes cost two points each (U7); hubs only count in their network."""
        cells = cells_of(board.marked(mark))
        kind, cost = (P, 2) if mark == BROKEN else (S, 0)
        sides = places_showing(board, kind, cells=cells)
        points = -cost * len(cells)
        return ScoreLine(
            name, len(cells), points, cells, sides, board=self.board, kind="other" if cost else "note"
        )

    def report(self, lines: tuple[ScoreLine, ...]) -> Report:
        """All lines of the underground, networks with their sizes and their points together.

        The underground alone has no line for broken pipes; a program finds none of them (U9).
        """
        report: Report = {}
        for name in ("pipe", "subway"):
            own = [line for line in lines if line.name == f"underground.{name}_network"]
            report[f"{name}_networks"] = [line.value for line in own]
            report[f"{name}_points"] = sum(line.points for line in own)
        plain = super().report(lines)
        report |= {name: value for name, value in plain.items() if not name.endswith("_network")}
        hubs = report.pop("hubs")
        report |= {"broken_pipes": report.get("broken_pipes", 0), "hubs": hubs}
        return report | {"total": sum(line.points for line in lines)}


class Underground(UndergroundBoard):
    """The underground below the base game: a second board, in turn with the surface (U2, U5, U6)."""

    rounds = 14
    board = 1
    marks = (BROKEN,)

    def board_of(self, round_: Round) -> int:
        """Surface rounds and underground rounds in turn, the surface first (U2)."""
        return 1 - round_ % 2

    def after_drawing(self, position: Position, placement: Placement) -> Position:
        """Two stations in one cell are a hub (U5); a surface station breaks the pipe below it (U6)."""
        surface, below = position.boards[0], position.boards[self.board]
        over, under = surface[placement.cell], below[placement.cell]
        if not (over and over.piece.station and under):
            return position
        bit = CELL_MASKS[placement.cell]
        if under.piece.station:
            below = below.mark(HUB, below.marked(HUB) | bit)
        if placement.tile == over and under.sides_of(P):
            below = below.mark(BROKEN, below.marked(BROKEN) | bit)
        return position.with_board(self.board, below)

    def bears(self, placement: Placement, mark: str) -> bool:
        """A tile with a pipe may be broken (U6)."""
        return bool(placement.tile.sides_of(P))


class UndergroundStandalone(UndergroundBoard):
    """The underground alone: no surface, and hubs by row and column (U9)."""

    rounds = 7
    marks = (HUB,)

    def after_drawing(self, position: Position, placement: Placement) -> Position:
        """A subway station becomes a hub if neither its row nor its column has one (U9)."""
        cell, board = placement.cell, position.boards[self.board]
        hubs = board.marked(HUB)
        in_line = any(cell.row == hub.row or cell.column == hub.column for hub in cells_of(hubs))
        if not placement.piece.station or in_line:
            return position
        return position.with_board(self.board, board.mark(HUB, hubs | CELL_MASKS[cell]))

    def bears(self, placement: Placement, mark: str) -> bool:
        """A subway station may be a hub."""
        return placement.piece.station


def _duplicate_problem(position: Position) -> str | None:
    """Why nothing may be duplicated now (U4)."""
    if position.notes.get(DUPLICATE, 0) >= DUPLICATES_A_GAME:
        return "duplicate.limit"
    return "duplicate.round" if DUPLICATE in position.this_round else None


def _duplicate(position: Position, _piece: Piece) -> Position:
    used = position.notes.get(DUPLICATE, 0) + 1
    return position.noting(**{DUPLICATE: used}).noting_this_round(**{DUPLICATE: 1})


def _of_kind(board: Board, networks_: tuple[Network, ...], kind: Kind) -> tuple[Network, ...]:
    """The networks of a kind; on this board each network has only one."""
    return tuple(network for network in networks_ if _shows(board, network.sides[0], kind))


def _shows(board: Board, place: Place, kind: Kind) -> bool:
    cell, side = place
    return contains(board.shown[layer(side, kind)], cell)


def _count(network: Network, cells: Mask) -> int:
    """How many of these cells the network has."""
    return (cells & mask_of(network.cells)).bit_count()
