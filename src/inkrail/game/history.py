"""What a seat had before it in each round of a record, and what it made of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inkrail.core.board import Round
from inkrail.game.actions import Done, parse_action
from inkrail.game.record import Act, Record, step
from inkrail.game.table import Phase, Table
from inkrail.rules.dealing import Faces, Seat
from inkrail.rules.position import Choice, Drawing, Position
from inkrail.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round as one seat played it.

    `before` is its position before the roll, `hand` the faces that it played with, `start` the position with these
    dice before anything was decided; `choices` and `drawings` lead from there to `end`.
    """

    round_: Round
    before: Position
    hand: Faces
    start: Position
    choices: tuple[Choice, ...]
    drawings: tuple[Drawing, ...]
    end: Position


def played_rounds(record: Record, seat: Seat) -> tuple[PlayedRound, ...]:
    """The rounds that a seat has ended, in order; drawings that it took back are left out."""
    rounds: list[PlayedRound] = []
    choices: list[Choice] = []
    table = record.open()
    begun = table
    for entry in record.entries:
        if isinstance(entry, Act) and entry.seat == seat:
            if isinstance(entry.action, Choice):
                choices.append(entry.action)
            elif isinstance(entry.action, Done):
                rounds.append(_ended(begun, table, seat, choices=tuple(choices)))
                choices = []
        before, table = table, step(table, entry)
        if table.phase is Phase.DRAW and before.phase is not Phase.DRAW:
            begun = table
    return tuple(rounds)


def end_after(ruleset: Ruleset, played: PlayedRound, actions: Sequence[str]) -> Position:
    """The position that other actions lead to from the start of a round, such as those of the best end."""
    position = played.start
    for text in actions:
        action = parse_action(text, ruleset)
        if isinstance(action, Choice):
            position = ruleset.choose(position, action)
        elif isinstance(action, Drawing):
            position = ruleset.draw(position, action)
    return position


def _ended(begun: Table, table: Table, seat: Seat, *, choices: tuple[Choice, ...]) -> PlayedRound:
    """The round that the seat ends at a table; `begun` is the table when its drawing began."""
    start, state = begun.seats[seat], table.seats[seat]
    return PlayedRound(
        round_=table.round_,
        before=start.shown,
        hand=table.ruleset.dealer.hand(table.deal, seat),
        start=start.start,
        choices=choices,
        drawings=state.drawings,
        end=state.position,
    )
