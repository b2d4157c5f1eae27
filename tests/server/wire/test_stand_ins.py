"""Stand-ins as clients see them."""

from __future__ import annotations

from inkrail.core.cells import parse_cell
from inkrail.server.rooms.events import StoodIn
from inkrail.server.rooms.stand_ins import Deed, Entry
from inkrail.server.wire.stand_ins import stand_in_view

WHO = {"seat": 1, "round": 3, "by": None, "why": "clock"}


def test_what_was_done_is_told_only_where_it_may_be_shown() -> None:
    filled = Deed("draw", ("lake-end",), 0, parse_cell("B1"), (parse_cell("B2"),))
    entry = Entry(StoodIn(1, 3, None, "clock"), [Deed("pick", ("overpass", "highway-t")), filled])
    assert stand_in_view(entry, shown=False) == {**WHO, "moves": []}
    assert stand_in_view(entry, shown=True) == {
        **WHO,
        "moves": [
            {"verb": "pick", "pieces": ["overpass", "highway-t"], "board": 0, "cell": None, "filled": []},
            {"verb": "draw", "pieces": ["lake-end"], "board": 0, "cell": "B1", "filled": ["B2"]},
        ],
    }
