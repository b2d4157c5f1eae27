"""What is asked of a study, in one form for all who ask the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Literal, TypeAlias

from inkrail.core.errors import Refusal
from inkrail.game.actions import Action, Done
from inkrail.game.history import played_rounds
from inkrail.game.record import Act, Entry, Record, Roll, format_record, load_record
from inkrail.game.table import Phase, Table
from inkrail.rules.dealing import Seat
from inkrail.server.studies.engine import engine_name
from inkrail.study.refusals import check_seat, check_values

Kind: TypeAlias = Literal["review", "best"]
Effort: TypeAlias = Literal["quick", "full"]

_ID_DIGITS = 32


@dataclass(frozen=True, slots=True)
class Question:
    """A kind of study, and the seat of a finished game that it is about."""

    kind: Kind
    effort: Effort
    rules: str
    seat: int
    record: str
    """The rolls, and the actions of the seat; those of the others only if dice were drafted."""
    hidden: str = ""
    """The table of a daily game, or the week of a hunt: the study is not shown to everybody until that is over."""

    @property
    def id(self) -> str:
        """The same for the same question to the same engine."""
        parts = (self.kind, engine_name(), self.effort, str(self.seat), self.hidden, self.record)
        return sha256("\n".join(parts).encode()).hexdigest()[:_ID_DIGITS]


def read_question(text: str, *, seat: int, kind: Kind, effort: Effort = "full") -> Question:
    """The question about a seat of a record's text, or a refusal."""
    record, table = load_record(text.encode("utf-8", "replace"))
    if table.phase is not Phase.OVER:
        raise Refusal("record.unfinished")
    return question_of(record, seat=seat, kind=kind, effort=effort)


def question_of(
    record: Record, *, seat: int, kind: Kind, effort: Effort = "full", hidden: str = ""
) -> Question:
    """The question about a seat of a finished game, or a refusal."""
    check_seat(record, Seat(seat))
    if kind == "review":
        check_values(record.ruleset)
    rules = record.ruleset.name
    plain = replace(record, seed="", totals=())
    if record.ruleset.dealer.picking:
        return Question(kind, effort, rules, seat, format_record(plain), hidden)
    alone = replace(plain, seats=1, starter=None, entries=tuple(_of_seat(plain, Seat(seat))))
    entries = tuple(_without_take_backs(alone))
    return Question(kind, effort, rules, 0, format_record(replace(alone, entries=entries)), hidden)


def read_stored(record: str) -> tuple[Record, Table]:
    """The record of a stored question, and the table it leads to."""
    return load_record(record.encode())


def _of_seat(record: Record, seat: Seat) -> Iterator[Entry]:
    """The rolls, and what this seat did, as if it had played alone."""
    for entry in record.entries:
        if isinstance(entry, Roll):
            yield entry
        elif entry.seat == seat:
            yield Act(Seat(0), entry.action)


def _without_take_backs(record: Record) -> Iterator[Entry]:
    """The rolls, choices and drawings of the only seat, without what it took back."""
    rolls = [entry for entry in record.entries if isinstance(entry, Roll)]
    for roll, played in zip(rolls, played_rounds(record, Seat(0)), strict=True):
        actions: tuple[Action, ...] = (*played.choices, *played.drawings, Done())
        yield roll
        yield from (Act(Seat(0), action) for action in actions)
