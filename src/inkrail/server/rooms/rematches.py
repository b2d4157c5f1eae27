"""Rematches: the same people and settings with new dice, and who sits where."""

from __future__ import annotations

from dataclasses import replace

from inkrail.server.rooms.room import Room
from inkrail.server.rooms.rows import Spec


def rematch_spec(finished: Room, *, opener: int) -> Spec:
    """The same table with new dice, its seats held for those who sat there; the opener is its creator.

    A table with a purpose is opened as it was before, with the same dice.
    """
    spec = finished.spec
    if spec.purpose is not None:
        return replace(spec, rematch_of=finished.id)
    reserved: list[str | None] = [None] * finished.seats
    for was, bot in enumerate(spec.bots):
        if bot is None and was != opener:
            reserved[rematch_seat(was, opener=opener, creator=spec.creator)] = finished.names[was]
    return replace(
        spec,
        seed=None,
        rolls=None,
        starter=None,
        daily=None,
        counted=not spec.typed,
        rematch_of=finished.id,
        reserved=tuple(reserved),
    )


def rematch_seat(was: int, *, opener: int, creator: int) -> int:
    """Where one of the others sits at the rematch: there again, but the creator changes seats with the opener."""
    return opener if was == creator else was
