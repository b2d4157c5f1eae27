"""How a table changes before its start: its house rules, its dice and its seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from inkrail.server.rooms.events import Changed
from inkrail.server.rooms.rows import Arrange, Spec


def arrange_step(spec: Spec, *, kept: Sequence[int | None]) -> Arrange:
    """The step that makes a table what this spec says; `kept` has the number that each seat had before."""
    return Arrange(
        rules=spec.rules,
        longest=spec.longest,
        values=spec.values,
        clock=spec.clock,
        hints=spec.hints,
        seed=spec.seed,
        rolls=spec.rolls,
        typed=spec.typed,
        bots=spec.bots,
        kept=tuple(kept),
    )


def arranged(spec: Spec, step: Arrange) -> Spec:
    """The spec after the step; a game whose dice somebody knows or types in is not counted."""
    return replace(
        spec,
        rules=step.rules,
        longest=step.longest,
        values=step.values,
        clock=step.clock,
        hints=step.hints,
        seed=step.seed,
        rolls=step.rolls,
        typed=step.typed,
        counted=step.seed is None and step.rolls is None and not step.typed,
        bots=step.bots,
    )


def changes(spec: Spec, step: Arrange) -> tuple[Changed, ...]:
    """What the step changes."""
    changed: dict[Changed, bool] = {
        "seats": step.bots != spec.bots or None in step.kept,
        "rules": step.rules != spec.rules,
        "longest": step.ruleset().longest is not spec.ruleset().longest,
        "values": step.values != spec.values,
        "clock": step.clock != spec.clock,
        "hints": step.hints != spec.hints,
        "dice": (step.seed, step.rolls, step.typed) != (spec.seed, spec.rolls, spec.typed),
    }
    return tuple(name for name, is_changed in changed.items() if is_changed)
