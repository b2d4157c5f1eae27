"""Boards, sheets and views as they travel; plain dictionaries, built once and cheap to write as JSON."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from typing_extensions import TypedDict

from inkrail.core.board import Board, Round
from inkrail.core.cells import CELLS, Cell, cells_of
from inkrail.core.pieces import Tile
from inkrail.core.placement import Placement, Placements
from inkrail.core.score import ScoreLine, ScoreSheet
from inkrail.game.events import Chosen, Drawn, Event, Finished, Picked, Rolled, TakenBack
from inkrail.game.table import Table
from inkrail.game.view import Option, View
from inkrail.rules.position import Choice, Drawing, Position
from inkrail.rules.ruleset import Ruleset
from inkrail.server.wire import messages as wire

CELL_NAMES = tuple(map(str, CELLS))
_PLACE_NAMES = tuple(tuple(name + side for side in "NESW") for name in CELL_NAMES)


def board_view(board: Board, *, origin: str | None = None) -> wire.BoardView:
    """A board, cell by cell."""
    marks = board.marks
    cells: list[wire.CellView] = []
    for cell in cells_of(board.filled):
        tile = board.tiles[cell]
        if tile:
            named = tuple(name for name, mask in marks if mask >> cell & 1) if marks else ()
            cells.append(_cell_view(cell, tile, round_=board.rounds[cell], marks=named))
    shown: wire.BoardView = {"name": board.layout.name, "cells": cells}
    if origin:
        shown["origin"] = origin
    return shown


@cache
def _cell_view(cell: Cell, tile: Tile, *, round_: Round, marks: tuple[str, ...]) -> wire.CellView:
    """A cell; boards share what they have in common, so nobody changes it."""
    return {
        "cell": CELL_NAMES[cell],
        "piece": tile.piece.name,
        "sides": tile.text,
        "round": round_,
        "marks": list(marks),
    }


def boards_view(position: Position, ruleset: Ruleset) -> list[wire.BoardView]:
    """All boards of a seat."""
    return [
        board_view(board, origin=_origin(position, ruleset) if number == 0 else None)
        for number, board in enumerate(position.boards)
    ]


def _origin(position: Position, ruleset: Ruleset) -> str | None:
    origin = ruleset.origin(position)
    return None if origin is None else CELL_NAMES[origin]


def sheet_view(sheet: ScoreSheet) -> wire.SheetView:
    """A score sheet with everything a page needs to show where it comes from."""
    lines = [_line_view(line, expansion=False) for line in sheet.lines]
    lines += [_line_view(line, expansion=True) for line in sheet.expansion]
    return {"lines": lines, "total": sheet.total, "errors": sheet.errors}


def _line_view(line: ScoreLine, *, expansion: bool) -> wire.LineView:
    return {
        "name": line.name,
        "value": line.value,
        "points": line.points,
        "cells": [CELL_NAMES[cell] for cell in line.cells],
        "sides": [_PLACE_NAMES[cell][side] for cell, side in line.sides],
        "board": line.board,
        "expansion": expansion,
    }


def option_view(option: Option) -> wire.OptionView:
    """Something to draw, with the orientations that fit in each cell."""
    return {
        "verb": option.verb,
        "piece": option.piece.name,
        "board": option.drawable.board,
        "mandatory": option.drawable.mandatory,
        "cells": _cells_view(option.placements),
    }


def _cells_view(placements: Placements) -> dict[str, list[str]]:
    cells: dict[str, list[str]] = {}
    for tile, mask in placements.masks:
        sides = tile.text
        for cell in cells_of(mask):
            name = CELL_NAMES[cell]
            if name in cells:
                cells[name].append(sides)
            else:
                cells[name] = [sides]
    return cells


def dice_view(view: View, spent: Collection[int | None]) -> list[wire.DieView]:
    """The faces this seat plays with, those drawn already among them."""
    due = {piece.name for piece in view.must_draw}
    return [
        {
            "piece": face,
            "mandatory": face in view.ruleset.mandatory,
            "due": number not in spent and face in due,
            "drawn": number in spent,
        }
        for number, face in enumerate(view.position.rolled)
    ]


def choice_view(choice: Choice, *, position: Position, ruleset: Ruleset) -> wire.ChoiceView:
    """A step before drawing, with the way it takes over the board if it takes one."""
    shown: wire.ChoiceView = {"verb": choice.verb, "argument": choice.argument}
    path = ruleset.path(position, choice)
    if path:
        shown["path"] = [CELL_NAMES[cell] for cell in path]
        shown["target"] = CELL_NAMES[path[-1]]
    return shown


def picks_view(game: Table) -> list[wire.PickView]:
    """The dice on offer this round, and who took them."""
    dealer, deal = game.ruleset.dealer, game.deal
    takers = dealer.takers(deal)
    return [
        {"number": number, "faces": list(faces), "taken_by": takers.get(number)}
        for number, faces in enumerate(dealer.offers(deal), start=1)
    ]


def specials_view(view: View) -> list[wire.SpecialView]:
    """The special routes: crossed off, to be had, or why not."""
    available = {option.piece.name for option in view.options if option.placements}
    return [
        {
            "piece": piece.name,
            "used": piece.name in extra.used,
            "available": piece.name in available,
            "why": extra.why_not(piece),
        }
        for extra in view.ruleset.extras(view.position)
        if extra.name == "special"
        for piece in extra.pieces
    ]


def drawing_view(drawing: Drawing, ruleset: Ruleset, *, die: int | None) -> wire.DrawingView:
    """A drawing of this round, with the place of the die it used up."""
    placement = drawing.placement
    return {
        "verb": drawing.verb,
        "piece": placement.piece.name,
        "cell": CELL_NAMES[placement.cell],
        "sides": placement.tile.text,
        "board": ruleset.board_for(placement.piece),
        "die": die,
    }


def event_view(
    event: Rolled | Picked | Chosen | Drawn | TakenBack | Finished, *, round_: int
) -> wire.TableEvent:
    """An event of the game as it travels."""
    match event:
        case Rolled(round_=number, faces=faces):
            return {"kind": "rolled", "round": number, "faces": list(faces)}
        case Picked(seat=seat, number=number, faces=faces):
            return {"kind": "picked", "seat": seat, "number": number, "faces": list(faces)}
        case Chosen(seat=seat, choice=choice):
            return {"kind": "chosen", "seat": seat, "verb": choice.verb, "argument": choice.argument}
        case Drawn(seat=seat, drawing=drawing, forced=forced):
            return {
                "kind": "drawn",
                "seat": seat,
                **_drawing(drawing),
                "forced": [_forced(placement, round_=round_) for placement in forced],
            }
        case TakenBack(seat=seat, drawing=drawing):
            return {"kind": "taken_back", "seat": seat, **_drawing(drawing)}
        case Finished(seat=seat):
            return {"kind": "seat_done", "seat": seat}


def move_view(event: Event, *, before: Table | None) -> list[wire.MoveView]:
    """What was done for a seat, as its player is told; nothing for events that are no deed of a seat."""
    assert before is not None
    match event:
        case Picked(number=number):
            verb = before.ruleset.dealer.picking
            return [_move(verb, before.ruleset.dealer.offers(before.deal)[number - 1])]
        case Chosen(seat=seat, choice=choice):
            path = before.ruleset.path(before.seats[seat].start, choice)
            return [_move(choice.verb, (choice.argument,), cell=path[-1] if path else None)]
        case Drawn(drawing=Drawing(verb=verb, placement=placement), forced=forced):
            move = _move(verb, (placement.piece.name,), cell=placement.cell)
            filled = [CELL_NAMES[other.cell] for other in forced]
            return [{**move, "board": before.ruleset.board_for(placement.piece), "filled": filled}]
        case _:
            return []


def _move(verb: str, pieces: tuple[str, ...], *, cell: Cell | None = None) -> wire.MoveView:
    where = None if cell is None else CELL_NAMES[cell]
    return {"verb": verb, "pieces": list(pieces), "board": 0, "cell": where, "filled": []}


class _Drawing(TypedDict):
    verb: str
    piece: str
    cell: str
    sides: str


def _drawing(drawing: Drawing) -> _Drawing:
    placement = drawing.placement
    return {
        "verb": drawing.verb,
        "piece": placement.piece.name,
        "cell": CELL_NAMES[placement.cell],
        "sides": placement.tile.text,
    }


def _forced(placement: Placement, *, round_: int) -> wire.CellView:
    return {
        "cell": CELL_NAMES[placement.cell],
        "piece": placement.piece.name,
        "sides": placement.tile.text,
        "round": round_,
        "marks": [],
    }
