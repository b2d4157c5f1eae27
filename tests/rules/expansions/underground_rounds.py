"""Underground rounds for tests, and what the dice show."""

from __future__ import annotations

from tests.rules.expansions.underground_texts import (
    EXPANSION,
)

from inkrail.core.board import Round
from inkrail.core.notation import parse_placement
from inkrail.rules.position import DRAW, Drawing, Position
from inkrail.rules.ruleset import Ruleset

DUPLICATE = "duplicate"


ROLL = ("subway-station-straight", "pipe-straight", "pipe-curve", "pipe-over-subway")
ALL_DRAWN = (
    "subway-station-straight A2 .S.S",
    "pipe-straight B1 P.P.",
    "pipe-curve F1 PP..",
    "pipe-over-subway D1 SPSP",
)


def underground_round(
    ruleset: Ruleset, *, faces: tuple[str, ...] = ROLL, before: Position | None = None
) -> Position:
    """An underground round begun, the first one unless a position is given."""
    step = len(ruleset.layouts)
    number = Round(before.round_ + step if before else step)
    return ruleset.begin_round(before or ruleset.set_up(), number, faces=faces)


def drawing(line: str, *, verb: str = DRAW) -> Drawing:
    return Drawing(verb, parse_placement(line, EXPANSION.pieces))


def draw(ruleset: Ruleset, position: Position, *lines: str, verb: str = DRAW) -> Position:
    for line in lines:
        position = ruleset.draw(position, drawing(line, verb=verb))
    return position


DICE = (
    {"subway-station-straight": 2, "subway-station-curve": 2, "subway-station-t": 2},
    {
        "subway-straight": 1,
        "subway-curve": 1,
        "subway-t": 1,
        "pipe-straight": 1,
        "pipe-curve": 1,
        "pipe-t": 1,
    },
    {"pipe-straight": 2, "pipe-curve": 2, "pipe-t": 1, "pipe-cross": 1},
    {
        "pipe-over-subway": 2,
        "subway-curve-pipe-curve": 1,
        "subway-station-curve-pipe-curve": 1,
        "pipe-t-subway-stub": 1,
        "subway-t-pipe-stub": 1,
    },
)
SIDES = {
    "subway-station-straight": "S.S.",
    "subway-station-curve": "SS..",
    "subway-station-t": "SSS.",
    "subway-straight": "S.S.",
    "subway-curve": "SS..",
    "subway-t": "SSS.",
    "pipe-straight": "P.P.",
    "pipe-curve": "PP..",
    "pipe-t": "PPP.",
    "pipe-cross": "PPPP",
    "pipe-over-subway": "PSPS",
    "subway-curve-pipe-curve": "SPPS",
    "subway-station-curve-pipe-curve": "SPPS",
    "pipe-t-subway-stub": "PPPS",
    "subway-t-pipe-stub": "SSSP",
}
