"""Why something cannot be drawn."""

from __future__ import annotations

import pytest
from tests.game.test_view import ROLL, table_after

from inkrail.core.cells import parse_cell
from inkrail.core.errors import Refusal
from inkrail.game.reasons import option_for, why_not
from inkrail.game.record import Record
from inkrail.game.view import view
from inkrail.rules.dealing import Seat
from inkrail.rules.registry import parse_ruleset


@pytest.mark.parametrize(
    ("piece", "cell", "code"),
    [
        ("highway-straight", "B1", "placement.occupied"),
        ("highway-straight", "D4", "placement.unconnected"),
        ("highway-straight", "C2", "placement.kind_clash"),
        ("highway-straight", "D7", "placement.kind_clash"),
        ("highway-straight", "F1", None),
        ("railway-straight", "C2", None),
    ],
)
def test_a_cell_that_takes_no_tile_has_a_reason(piece: str, cell: str, code: str | None) -> None:
    """B7, B8: a code says why a die does not fit in a cell."""
    seen = view(
        table_after("draw overpass B1 HRHR", "draw railway-t A2 .RRR", "draw special-hrhr B2 HRHR"), Seat(0)
    )
    refusal = why_not(seen, verb="draw", piece=piece, cell=parse_cell(cell))
    assert (refusal.code if refusal else None) == code
    if refusal:
        assert refusal.params == {"cell": parse_cell(cell), "piece": piece}


def test_f5_an_expansions_own_reason_is_said_where_no_other_is_more_telling() -> None:
    table, _ = Record(parse_ruleset("lava")).open().roll((*ROLL, "lava-3", "lava-3"))
    refusal = why_not(view(table, Seat(0)), verb="volcano", piece="volcano", cell=parse_cell("D3"))
    assert refusal is not None
    assert refusal.code == "lava.volcano_near_lava"


@pytest.mark.parametrize(
    ("verb", "piece", "code"),
    [
        ("draw", "special-hhhh", "special.used"),
        ("draw", "special-rrrr", "special.round"),
        ("draw", "highway-t", "draw.not_available"),
        ("erase", "overpass", "draw.not_available"),
        ("draw", "canal", "piece.unknown"),
    ],
)
def test_b10_what_cannot_be_had_at_all_has_a_reason_whatever_the_cell(
    verb: str, piece: str, code: str
) -> None:
    seen = view(table_after("draw special-hhhh B1 HHHH"), Seat(0))
    refusal = why_not(seen, verb=verb, piece=piece, cell=parse_cell("D7"))
    assert refusal is not None
    assert (refusal.code, refusal.params) == (code, {"piece": piece})


def test_nothing_is_to_be_had_before_the_roll() -> None:
    seen = view(Record(parse_ruleset("base")).open(), Seat(0))
    with pytest.raises(Refusal) as refused:
        option_for(seen, verb="draw", piece="special-hhhh")
    assert refused.value.code == "draw.not_available"
