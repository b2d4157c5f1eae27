"""The score of a board text, line by line as the rules word it: the answer of `inkrail score`."""

from __future__ import annotations

from collections.abc import Iterator

import networkx as nx

from tests.oracles.boardtext import BoardText, TileLine, parse_board
from tests.oracles.grid import CENTRE, SIDES, exits_of, neighbour, opposite
from tests.oracles.longest import (
    BUDGET,
    Node,
    Tiles,
    TooHard,
    joined,
    longest,
    longest_cells,
    longest_stretches,
)
from tests.oracles.pieces import PIECES, without_draft

__all__ = ["TooHard", "longest_cells", "longest_stretches", "score_text", "tiles_on"]

Answer = dict[str, object]

OFFICIAL = {2: 4, 3: 8, 4: 12, 5: 16, 6: 20, 7: 24, 8: 28, 9: 32, 10: 36, 11: 40, 12: 45}
MANUAL = {2: 1, 3: 3, 4: 6, 5: 10, 6: 15, 7: 20, 8: 20, 9: 20, 10: 20, 11: 20, 12: 20}
VALUES = {"official": OFFICIAL, "manual": MANUAL}
"""The points of a network by its number of exits (S1, S8)."""


def score_text(
    text: str,
    *,
    rules: str = "base",
    longest: str | None = None,
    values: str = "official",
    budget: int = BUDGET,
) -> Answer:
    """The object that `inkrail score` prints for one board; TooHard when a route search takes too long."""
    board = parse_board(text)
    ruleset = board.rules or rules
    reading = longest or default_reading(ruleset)
    sheet = _Sheet(board, reading=reading, values=values, budget=budget)
    match without_draft(ruleset):
        case "underground-standalone":
            expansion = sheet.underground(hubs=standalone_hubs(board.tiles), broken=0)
            return sheet.nothing_drawn() | _with_expansion(expansion, expansion["total"], base=0)
        case "underground":
            hubs = expansion_hubs(board.tiles)
            expansion = sheet.underground(hubs=hubs, broken=broken_pipes(board.tiles))
            points = expansion["total"]
        case name:
            expansion, points = expansion_score(name, tiles_on(board.tiles, level="surface"))
    return sheet.surface(expansion, points)


def default_reading(rules: str) -> str:
    """Which reading of S3 a ruleset takes."""
    return "stretches" if rules in ("meteor", "meteor+draft", "lava", "lava+draft", "base+draft") else "cells"


def tiles_on(lines: tuple[TileLine, ...], *, level: str) -> Tiles:
    """The tiles of one board."""
    return {line.cell: (line.piece, line.sides) for line in lines if line.level == level}


def network_value(size: int, *, values: str) -> int:
    """Points for one network (S1, S8); more than 12 counts as 12 (U7)."""
    return VALUES[values].get(min(size, 12), 0)


def facing(tiles: Tiles, cell: str, side: int) -> str:
    """What a side meets: a kind, `.` for a blank side, `empty`, `crater` or `edge`."""
    across = neighbour(cell, side)
    if across is None:
        return "edge"
    if across not in tiles:
        return "empty"
    piece, sides = tiles[across]
    return "crater" if piece == "crater" else sides[opposite(side)]


def drawn_sides(tiles: Tiles) -> Iterator[tuple[str, int, str]]:
    """Every side that carries something: cell, side and kind."""
    for cell, (_, sides) in tiles.items():
        for side in SIDES:
            if sides[side] != ".":
                yield cell, side, sides[side]


def exit_count(nodes: set[Node], *, level: str) -> int:
    """How many exits the sides of these groups meet in the same kind (S1, U3)."""
    exits = exits_of(level).items()
    return sum(any(cell == at and group[side] == kind for cell, group in nodes) for (at, side), kind in exits)


def error_count(tiles: Tiles) -> int:
    """Open sides: lake water is never one (S5, L4), nor is a side that faces a crater (M7)."""
    closed = ("edge", "crater")
    return sum(
        kind != "L" and facing(tiles, cell, side) not in (kind, *closed)
        for cell, side, kind in drawn_sides(tiles)
    )


def centre_count(tiles: Tiles) -> int:
    """Central cells with anything drawn in them (S4)."""
    return len(CENTRE & set(tiles))


def regions(tiles: Tiles, *, kind: str) -> list[set[Node]]:
    """The rivers, lakes or lava lakes: groups joined by sides of this kind alone."""
    return [set(nodes) for nodes in nx.connected_components(joined(tiles, kinds=kind))]


def expansion_score(name: str, tiles: Tiles) -> tuple[Answer, int]:
    """The `expansion` object of a ruleset with one board, and its points."""
    match name:
        case "river":
            best = max((river_points(river) for river in regions(tiles, kind="W")), default=0)
            return {"best_river": best}, best
        case "lake":
            smallest = min((len(lake) for lake in regions(tiles, kind="L")), default=0)
            return {"smallest_lake": smallest}, smallest
        case "meteor":
            routes = {cell for cell, side, _ in drawn_sides(tiles) if facing(tiles, cell, side) == "crater"}
            return {"crater_routes": len(routes)}, 2 * len(routes)
        case "lava":
            lakes = regions(tiles, kind="F")
            closed = sum(is_closed(tiles, lake) for lake in lakes)
            largest = max((len(lake) for lake in lakes), default=0)
            return {"closed_lakes": closed, "largest_lake": largest}, 5 * closed + largest
        case _:
            return {}, 0


def river_points(river: set[Node]) -> int:
    """One point per cell, and 3 more if two of its sides are at the outer edge (V5)."""
    at_edge = [
        side
        for cell, group in river
        for side in SIDES
        if group[side] == "W" and neighbour(cell, side) is None
    ]
    return len(river) + (3 if len(at_edge) == 2 else 0)


def is_closed(tiles: Tiles, lake: set[Node]) -> bool:
    """Every lava side of the lake is at lava or at the outer edge (F7)."""
    return all(
        facing(tiles, cell, side) in ("F", "edge")
        for cell, group in lake
        for side in SIDES
        if group[side] == "F"
    )


def broken_pipes(lines: tuple[TileLine, ...]) -> int:
    """Pipes that surface stations drawn later broke (U6), or as marked."""
    marked = sum(line.mark == "broken" for line in lines)
    if marked:
        return marked
    return sum(
        any(
            under.level == "underground" and under.cell == over.cell and "P" in under.sides
            for under in lines[:at]
        )
        for at, over in enumerate(lines)
        if over.level == "surface" and PIECES[over.piece].station
    )


def expansion_hubs(lines: tuple[TileLine, ...]) -> set[str]:
    """Cells with a station on both boards (U5)."""
    stations = [line for line in lines if PIECES[line.piece].station]
    over = {line.cell for line in stations if line.level == "surface"}
    under = {line.cell for line in stations if line.level == "underground"}
    return over & under


def standalone_hubs(lines: tuple[TileLine, ...]) -> set[str]:
    """Stations that became hubs because their row and column held none yet (U9), or as marked."""
    marked = {line.cell for line in lines if line.mark == "hub"}
    if marked:
        return marked
    hubs: set[str] = set()
    for line in lines:
        alone = all(line.cell[0] != hub[0] and line.cell[1] != hub[1] for hub in hubs)
        if PIECES[line.piece].station and alone:
            hubs.add(line.cell)
    return hubs


def _with_expansion(expansion: Answer, points: object, *, base: int) -> Answer:
    """The last three entries of the answer."""
    assert isinstance(points, int)
    return {"expansion_points": points, "expansion": expansion, "total": base + points}


class _Sheet:
    """The lines of a score sheet for one board text."""

    def __init__(self, board: BoardText, *, reading: str, values: str, budget: int) -> None:
        self.over = tiles_on(board.tiles, level="surface")
        self.under = tiles_on(board.tiles, level="underground")
        self.reading = reading
        self.values = values
        self.budget = budget

    def nothing_drawn(self) -> Answer:
        """The surface lines of a standalone board."""
        lines = ("network_points", "longest_highway", "longest_railway", "centre", "errors")
        return {"networks": []} | dict.fromkeys(lines, 0)

    def surface(self, expansion: Answer, points: object) -> Answer:
        """The whole answer, the expansion's part being given (S6)."""
        networks = self._networks(self.over, "HRWLF", hubs=set(), level="surface")
        network_points = self._values(networks)
        highway = self._longest(self.over, "H")
        railway = self._longest(self.over, "R")
        centre = centre_count(self.over)
        errors = error_count(self.over)
        base = network_points + highway + railway + centre - errors
        return {
            "networks": networks,
            "network_points": network_points,
            "longest_highway": highway,
            "longest_railway": railway,
            "centre": centre,
            "errors": errors,
        } | _with_expansion(expansion, points, base=base)

    def underground(self, *, hubs: set[str], broken: int) -> Answer:
        """The `expansion` object of an underground board (U7)."""
        pipes = self._networks(self.under, "P", hubs=set(), level="underground")
        subways = self._networks(self.under, "S", hubs=hubs, level="underground")
        lines = {
            "pipe_points": self._values(pipes),
            "subway_points": self._values(subways),
            "longest_pipeline": self._longest(self.under, "P"),
            "longest_subway": self._longest(self.under, "S"),
            "centre": centre_count(self.under),
            "errors": error_count(self.under),
            "broken_pipes": broken,
        }
        total = (
            lines["pipe_points"]
            + lines["subway_points"]
            + 2 * lines["longest_pipeline"]
            + lines["longest_subway"]
            + lines["centre"]
            - lines["errors"]
            - 2 * broken
        )
        return {
            "pipe_networks": pipes,
            "subway_networks": subways,
            **lines,
            "hubs": len(hubs),
            "total": total,
        }

    def _networks(self, tiles: Tiles, kinds: str, *, hubs: set[str], level: str) -> list[int]:
        """Exits plus hubs of each network that has any, largest first (S1, L5, U7)."""
        graph = joined(tiles, kinds=kinds)
        sizes = [
            exit_count(nodes, level=level) + len(hubs & {cell for cell, _ in nodes})
            for nodes in map(set, nx.connected_components(graph))
        ]
        return sorted((size for size in sizes if size), reverse=True)

    def _values(self, networks: list[int]) -> int:
        """Points of all networks together (S1)."""
        return sum(network_value(size, values=self.values) for size in networks)

    def _longest(self, tiles: Tiles, kind: str) -> int:
        """The longest route of a kind (S2, S3)."""
        return longest(tiles, kind=kind, reading=self.reading, budget=self.budget)
