"""What a table waits for, which seats, and until when, as an immutable value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, TypeAlias

from inkrail.game.events import Event
from inkrail.game.table import Phase, Table
from inkrail.server.rooms.rows import Arrange, HandOver, Step, Stop

PhaseName: TypeAlias = Literal["lobby", "roll", "pick", "draw", "over"]
Stage: TypeAlias = tuple[Table | None, tuple[Event, ...]]
Stages: TypeAlias = tuple[Stage, ...]
"""The game after each step of a row, and what happened."""

SKEW_SECONDS = 5.0
"""How many seconds the clocks of two machines may differ by."""


@dataclass(frozen=True)
class Waiting:
    """`game` is None before the start; `since` is when the table began to wait for what it waits for.

    Every action and every sweep asks several times for what it waits for, so the answers are kept.
    """

    bots: tuple[str | None, ...]
    clock: int | None
    since: float
    game: Table | None = None
    stopped: bool = False

    @cached_property
    def phase(self) -> PhaseName:
        """What the table waits for."""
        if self.stopped:
            return "over"
        return self.game.phase.value if self.game else "lobby"

    @property
    def round(self) -> int:
        """The current or last round; 0 before the first."""
        return self.game.round_ if self.game else 0

    @cached_property
    def chooser(self) -> int | None:
        """The seat that must choose dice now."""
        if self.game and self.phase == "pick":
            return self.game.ruleset.dealer.chooser(self.game.deal)
        return None

    @cached_property
    def seats(self) -> tuple[int, ...]:
        """The seats that the table waits for."""
        if self.game is None or self.stopped:
            return ()
        match self.game.phase:
            case Phase.PICK:
                return () if self.chooser is None else (self.chooser,)
            case Phase.DRAW:
                return tuple([number for number, seat in enumerate(self.game.seats) if not seat.done])
            case Phase.ROLL:
                return (self.bots.index(None),) if None in self.bots else ()
            case Phase.OVER:
                return ()

    @cached_property
    def bot_seats(self) -> tuple[int, ...]:
        """The bots that the table waits for."""
        return tuple([seat for seat in self.seats if self.bots[seat]])

    @property
    def deadline(self) -> float | None:
        """When the clock runs out."""
        if self.clock is None or not self.seats or self.phase == "roll":
            return None
        return self.since + self.clock

    def begun_by(self, now: float) -> Waiting:
        """The same wait, restarted now if it starts in the future because the machine's clock was set back."""
        return replace(self, since=now) if self.since > now + SKEW_SECONDS else self

    def after(self, steps: Sequence[Step], stages: Stages, *, at: float) -> Waiting:
        """What the table waits for after the steps of a row."""
        bots, clock, stopped = list(self.bots), self.clock, self.stopped
        for step in steps:
            if isinstance(step, HandOver):
                bots[step.seat] = step.bot
            elif isinstance(step, Arrange):
                bots, clock = list(step.bots), step.clock
            elif isinstance(step, Stop):
                stopped = True
        new = Waiting(tuple(bots), clock, self.since, stages[-1][0], stopped)
        if (new.round, new.phase, new.chooser) != (self.round, self.phase, self.chooser):
            return replace(new, since=at)
        return new
