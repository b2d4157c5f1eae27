"""Turns the body of a request into the spec of a table."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from inkrail.bots.registry import BOT_NAMES
from inkrail.core.errors import Refusal
from inkrail.core.score import Values
from inkrail.server.bots.available import available_bots
from inkrail.server.rooms.rows import Spec
from inkrail.server.rooms.specs import check_spec
from inkrail.server.wire.bodies import BotSeat, NewTable


def can_hint(spec: Spec) -> bool:
    """Whether hints can be computed for such a table: the learned values know only the official network values."""
    return available_bots() == BOT_NAMES and spec.ruleset().values is Values.OFFICIAL


def spec_of(body: NewTable, *, programs: Collection[str]) -> Spec:
    """The spec of the requested table, or a refusal; `programs` are the bots that the operator has added."""
    spec = Spec(
        rules=body.rules,
        longest=body.longest,
        values=body.values,
        bots=tuple(seat.bot if isinstance(seat, BotSeat) else None for seat in body.seats),
        clock=body.clock,
        public=body.public,
        counted=body.seed is None and body.rolls is None and not body.typed,
        seed=body.seed,
        rolls=tuple(map(tuple, body.rolls)) if body.rolls is not None else None,
        typed=body.typed,
    )
    if body.hints and spec.ruleset().values is not Values.OFFICIAL:
        raise Refusal("study.values")
    wanted = spec.solo if body.hints is None else body.hints
    spec = replace(spec, hints=wanted and can_hint(spec))
    check_spec(spec, bots=(*available_bots(), *programs))
    return spec
