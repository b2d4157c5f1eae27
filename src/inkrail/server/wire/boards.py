"""Boards and score sheets on the wire: plain dictionaries, built with the standard library only."""

from __future__ import annotations

from functools import cache
from typing import NotRequired
from weakref import WeakKeyDictionary

from inkrail.core.board import Board, Round
from inkrail.core.cells import CELLS, Cell, cells_of, contains
from inkrail.core.pieces import Tile
from inkrail.core.score import LineKind, ScoreLine, ScoreSheet
from inkrail.rules.position import Position
from inkrail.rules.ruleset import Ruleset
from inkrail.server.rooms.events import ClosedRound
from inkrail.server.rooms.room import Room
from inkrail.server.wire.typed_dict import TypedDict

CELL_NAMES = tuple(map(str, CELLS))
_SIDE_NAMES = tuple(tuple(name + side for side in "NESW") for name in CELL_NAMES)


class CellView(TypedDict):
    """A cell that is not empty; `round` is 0 for what was drawn before the first."""

    cell: str
    piece: str
    sides: str
    round: int
    marks: list[str]


class BoardView(TypedDict):
    """One board of a seat; `origin` is where the next meteor comes from."""

    name: str
    cells: list[CellView]
    origin: NotRequired[str]


class LineView(TypedDict):
    """A line of the score sheet, with the cells and the sides (`C2N`) it comes from."""

    name: str
    value: int
    points: int
    cells: list[str]
    sides: list[str]
    board: int
    kind: LineKind
    """What the line counts."""


class SheetView(TypedDict):
    """The score of one seat."""

    lines: list[LineView]
    total: int
    errors: int


class SeatResult(TypedDict):
    """A seat's boards and score."""

    boards: list[BoardView]
    sheet: SheetView


def board_view(board: Board, *, origin: Cell | None = None) -> BoardView:
    """A board, cell by cell."""
    marks = board.marks
    cells: list[CellView] = []
    for cell in cells_of(board.filled):
        tile = board.tiles[cell]
        if tile:
            view = _cell_view(cell, tile, board.rounds[cell])
            named = [name for name, mask in marks if contains(mask, cell)] if marks else []
            cells.append({**view, "marks": named} if named else view)
    whole: BoardView = {"name": board.layout.name, "cells": cells}
    if origin is not None:
        whole["origin"] = CELL_NAMES[origin]
    return whole


@cache
def _cell_view(cell: Cell, tile: Tile, round_: Round) -> CellView:
    """A cell without marks, shared between boards, so callers must not change it."""
    return {
        "cell": CELL_NAMES[cell],
        "piece": tile.piece.name,
        "sides": tile.text,
        "round": round_,
        "marks": [],
    }


def boards_view(position: Position, ruleset: Ruleset) -> list[BoardView]:
    """All boards of a seat."""
    origin = ruleset.origin(position)
    return [
        board_view(board, origin=origin if number == 0 else None)
        for number, board in enumerate(position.boards)
    ]


def sheet_view(sheet: ScoreSheet) -> SheetView:
    """A score sheet with everything a page needs to show where the points come from."""
    lines = [_line_view(line) for line in sheet.all_lines]
    return {"lines": lines, "total": sheet.total, "errors": sheet.errors}


def _line_view(line: ScoreLine) -> LineView:
    return {
        "name": line.name,
        "value": line.value,
        "points": line.points,
        "cells": list(map(CELL_NAMES.__getitem__, line.cells)),
        "sides": [_SIDE_NAMES[cell][side] for cell, side in line.sides],
        "board": line.board,
        "kind": line.kind,
    }


_results: WeakKeyDictionary[ClosedRound, list[SeatResult]] = WeakKeyDictionary()


def round_results(closed: ClosedRound, *, room: Room) -> list[SeatResult]:
    """Boards and scores at the end of a round, built once for all clients."""
    results = _results.get(closed)
    if results is None:
        results = _results[closed] = [
            {
                "boards": boards_view(position, room.ruleset),
                "sheet": sheet_view(room.score(position)),
            }
            for position in closed.seats
        ]
    return results
