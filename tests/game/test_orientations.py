"""The orientation chosen for a player who names only piece and cell."""

from __future__ import annotations

import pytest
from tests.game.test_view import BASE, table_after

from inkrail.core.cells import parse_cell
from inkrail.core.errors import Refusal
from inkrail.core.score import ScoreSheet
from inkrail.core.sides import Side
from inkrail.game.orientations import best_drawing, turned
from inkrail.game.table import Table
from inkrail.game.view import view
from inkrail.rules.dealing import Seat
from inkrail.rules.position import Position

B2 = parse_cell("B2")


def best(table: Table, piece: str, *, cell: str) -> str:
    return str(best_drawing(view(table, Seat(0)), verb="draw", piece=piece, cell=parse_cell(cell)))


def test_the_orientation_that_scores_best_is_drawn() -> None:
    """S5: an end at the outer edge is not an error, one at an empty cell is."""
    table = table_after("draw overpass B1 HRHR")
    first = next(one for one in BASE.pieces["railway-t"].tiles if one.sides[Side.W])
    assert first.text == ".RRR"
    assert best(table, "railway-t", cell="C1") == "draw railway-t C1 R.RR"


def test_what_fits_in_no_orientation_is_refused_with_its_reason() -> None:
    with pytest.raises(Refusal) as refused:
        best(table_after(), "highway-straight", cell="D4")
    assert refused.value.code == "placement.unconnected"
    with pytest.raises(Refusal) as refused:
        best(table_after(), "highway-t", cell="B1")
    assert refused.value.code == "draw.not_available"


def test_turning_goes_through_all_orientations_and_begins_again() -> None:
    table = table_after("draw railway-t D1 RRR.")
    seen = []
    for _ in range(4):
        for action in turned(table, Seat(0), cell=parse_cell("D1")):
            table, _ = table.act(Seat(0), action)
        (drawing,) = table.seats[0].drawings
        seen.append(drawing.placement.tile.text)
    assert len(set(seen[:3])) == 3
    assert (seen[2], seen[3]) == ("RRR.", seen[0])


def test_only_what_was_drawn_this_round_and_fits_otherwise_is_turned() -> None:
    table = table_after("draw overpass B1 HRHR")
    for cell, code in (("B2", "turn.nothing"), ("B1", "turn.only_one")):
        with pytest.raises(Refusal) as refused:
            turned(table, Seat(0), cell=parse_cell(cell))
        assert refused.value.code == code


def test_a_refusal_to_turn_names_the_cell() -> None:
    table = table_after("draw overpass B1 HRHR")
    for cell in ("B2", "B1"):
        with pytest.raises(Refusal) as refused:
            turned(table, Seat(0), cell=parse_cell(cell))
        assert refused.value.params == {"cell": parse_cell(cell)}


def test_turning_goes_by_the_scores_that_a_caller_remembers() -> None:
    table = table_after("draw railway-t D1 RRR.")
    scored = []

    def score(position: Position) -> ScoreSheet:
        scored.append(position)
        return BASE.score(position)

    actions = turned(table, Seat(0), cell=parse_cell("D1"), score=score)
    assert actions == turned(table, Seat(0), cell=parse_cell("D1"))
    assert len(scored) == 3
    scored.clear()
    mine = view(table_after(), Seat(0))
    best_drawing(mine, verb="draw", piece="railway-t", cell=parse_cell("D1"), score=score)
    assert len(scored) == 3
