"""Games with the same dice for several people: a day, a challenge, a league. Whoever has not finished must not see them."""

from __future__ import annotations

from inkrail.core.errors import Refusal
from inkrail.server.rooms.daily import is_late
from inkrail.server.rooms.rows import Spec


def contest_of(spec: Spec) -> str | None:
    """The day, the challenge, or the game of a league whose dice a table plays."""
    return spec.daily or (spec.source if is_blind(spec) else None)


def is_blind(spec: Spec) -> bool:
    """Whether the dice stay hidden, however long ago they were played, from those who have not finished them."""
    return spec.purpose in ("challenge", "league")


def require_shown(spec: Spec, *, seat: int | None, now: float) -> None:
    """Refuse to show hidden dice to anyone but the player who plays them: blind ones, and those of an open day."""
    if seat is not None:
        return
    if spec.purpose == "challenge":
        raise Refusal("challenge.hidden", challenge=spec.source)
    if spec.purpose == "league":
        raise Refusal("league.hidden", league=(spec.source or "").partition(".")[0])
    if spec.daily and not is_late(spec.daily, now=now):
        raise Refusal("daily.hidden", date=spec.daily)
