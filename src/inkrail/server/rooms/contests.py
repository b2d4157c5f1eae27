"""Games with the same dice for several people: a day or a challenge. Whoever has not finished must not see them."""

from __future__ import annotations

from inkrail.core.errors import Refusal
from inkrail.server.rooms.daily import is_late
from inkrail.server.rooms.rows import Spec


def contest_of(spec: Spec) -> str | None:
    """The day or the challenge whose dice a table plays."""
    return spec.daily or (spec.source if spec.purpose == "challenge" else None)


def require_shown(spec: Spec, *, seat: int | None, now: float) -> None:
    """Refuse to show hidden dice to anyone but the player who plays them: those of a challenge, and of an open day."""
    if seat is not None:
        return
    if spec.purpose == "challenge":
        raise Refusal("challenge.hidden", challenge=spec.source)
    if spec.daily and not is_late(spec.daily, now=now):
        raise Refusal("daily.hidden", date=spec.daily)
