"""Writes for the tests of storage."""

from __future__ import annotations

from inkrail.game.actions import parse_action
from inkrail.server.rooms.interfaces import State, Write
from inkrail.server.rooms.rows import Join, Move, Row, Spec

SPEC = Spec(rules="base", public=True)
LOBBY = State("lobby", None)
RULESET = SPEC.ruleset()


def first(table: str, **more: object) -> Write:
    row = Row(steps=(Join(seat=0, name="Ann", token="t"),))
    return Write(table, 1, 10.0, row, RULESET, spec=SPEC, state=LOBBY, **more)  # type: ignore[arg-type]


def move(table: str, number: int, action: str = "done", **more: object) -> Write:
    row = Row(by=0, id=f"r{number}", steps=(Move(seat=0, action=parse_action(action, RULESET)),))
    return Write(table, number, 10.0 + number, row, RULESET, **more)  # type: ignore[arg-type]
