"""Who acted in place of a seat, in which round, why, and what they did."""

from __future__ import annotations

from dataclasses import dataclass, field

from inkrail.server.rooms.rows import StandIn
from inkrail.server.wire import messages as wire


@dataclass(slots=True)
class StoodIn:
    """One seat in one round; `by` is None where only what is mandatory was done."""

    seat: int
    round: int
    by: str | None
    why: wire.WhyStandIn
    moves: list[wire.MoveView] = field(default_factory=list)

    def told(self) -> wire.StoodIn:
        """What everybody may know at once."""
        return {
            "kind": "stood_in",
            "seat": self.seat,
            "round": self.round,
            "by": self.by,
            "why": self.why,
        }


class StandIns:
    """All of them at one table, in the order in which they acted."""

    def __init__(self) -> None:
        self._all: list[StoodIn] = []
        self._unseen: dict[int, list[StoodIn]] = {}

    def begin(self, step: StandIn, *, round_: int) -> tuple[StoodIn, bool]:
        """The entry of a stand-in, and whether it is new: one may act twice in a round, for dice and for the board."""
        for entry in self.of_round(round_):
            if (entry.seat, entry.by, entry.why) == (step.seat, step.by, step.why):
                return entry, False
        entry = StoodIn(step.seat, round_, step.by, step.why)
        self._all.append(entry)
        self._unseen.setdefault(step.seat, []).append(entry)
        return entry, True

    def seen(self, seat: int) -> None:
        """The player of a seat acts again, so what was done for them before is no news."""
        self._unseen.pop(seat, None)

    def of_round(self, round_: int) -> list[StoodIn]:
        """Those of one round."""
        return [entry for entry in self._all if entry.round == round_]

    def latest(self, seat: int, *, since: int) -> StoodIn | None:
        """The last one of a seat, if it is not from a round before `since`."""
        entries = (entry for entry in reversed(self._all) if entry.seat == seat and entry.round >= since)
        return next(entries, None)

    def unseen(self, seat: int, *, since: int) -> list[StoodIn]:
        """Those that acted for a seat since its player did, if not from a round before `since`."""
        return [entry for entry in self._unseen.get(seat, ()) if entry.round >= since]
