"""Tables that begin in the middle of a game: playing on, trying a round again, puzzles.

The record of the rounds that are already played is part of the spec. Its rolls and moves are in the first row of the
table, so that everything else treats them like those that follow.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from inkrail.core.errors import Refusal
from inkrail.game.actions import Action, Done
from inkrail.game.history import played_rounds
from inkrail.game.record import Act, Entry, Record, Roll, format_record, parse_record
from inkrail.game.table import Phase, Table, open_table
from inkrail.rules.dealing import Seat
from inkrail.rules.registry import of_one_seat
from inkrail.server.rooms import rows
from inkrail.server.rooms.rows import Purpose, Spec

MOST_CHARACTERS = 32 * 1024
"""The longest opening; that of a whole game has a few thousand."""
_ALONE = Seat(0)


def opening_of(record: Record, seat: Seat, *, round_: int, rolled: bool) -> Record:
    """The rounds before `round_` as a seat played them, and its roll unless new dice are to be rolled.

    Drawings that were taken back are left out. The rolls of a drafted game are the hands that the seat held.
    """
    if not 0 <= seat < record.seats:
        raise Refusal("seat.unknown", seat=seat + 1)
    rounds = played_rounds(record, seat)
    if not 1 <= round_ <= len(rounds):
        raise Refusal("opening.round", round=round_, last=len(rounds))
    entries: list[Entry] = []
    for played in rounds[: round_ - 1]:
        actions: tuple[Action, ...] = (*played.choices, *played.drawings, Done())
        entries += [Roll(played.hand), *(Act(_ALONE, action) for action in actions)]
    if rolled:
        entries.append(Roll(rounds[round_ - 1].hand))
    return Record(of_one_seat(record.ruleset), entries=tuple(entries))


def opening_spec(opening: Record, *, purpose: Purpose) -> Spec:
    """The spec of a table for one person that goes on from there; it is not counted."""
    ruleset = opening.ruleset
    return Spec(
        rules=ruleset.name,
        longest=ruleset.longest.value,
        values=ruleset.values.value,
        counted=False,
        purpose=purpose,
        opening=format_record(opening),
    )


def play_on_from(record: Record, seat: Seat, *, round_: int, same_dice: bool) -> Spec:
    """A seat's game from before this round's drawing, with the same dice from then on or with new ones.

    Drafted games are refused: what the seat held later depended on what the others took.
    """
    if record.ruleset.dealer.drafted:
        raise Refusal("opening.drafted")
    spec = opening_spec(opening_of(record, seat, round_=round_, rolled=same_dice), purpose="play_on")
    rolls = tuple(entry.faces for entry in record.entries if isinstance(entry, Roll))
    return replace(spec, rolls=rolls if same_dice else None)


def retry_of(record: Record, seat: Seat, *, round_: int) -> Spec:
    """One round of a seat's game once more, with the same board and dice."""
    spec = opening_spec(opening_of(record, seat, round_=round_, rolled=True), purpose="retry")
    return replace(spec, until=round_)


def opening_steps(spec: Spec) -> Iterator[rows.Step]:
    """What was rolled and done before the table was opened, as steps of its first row."""
    if spec.opening is None:
        return
    for entry in parse_record(spec.opening)[0].entries:
        match entry:
            case Roll(faces=faces):
                yield rows.Roll(faces=faces)
            case Act(seat=seat, action=action):
                yield rows.Move(seat=seat, action=action)


def check_opening(spec: Spec) -> None:
    """Refuse an opening that is no running game of this table's ruleset, and what a table with this purpose has not."""
    dealer = spec.ruleset().dealer
    if dealer.drafted and not dealer.picking and spec.purpose != "retry":
        raise Refusal("roll.drafted")
    if spec.hints and (spec.daily or spec.purpose not in (None, "play_on")):
        raise Refusal("hint.not_allowed")
    if spec.purpose is None:
        if (spec.opening, spec.until, spec.goal, spec.source) != (None,) * 4:
            raise Refusal("opening.unsuitable")
        return
    if spec.bots != (None,) or spec.counted or spec.public or spec.typed or spec.daily:
        raise Refusal("opening.unsuitable")
    table = _opened(spec)
    running = table.round_ + (table.phase is Phase.ROLL)
    if spec.until is not None and not running <= spec.until <= table.ruleset.rounds:
        raise Refusal("opening.unsuitable")


def _opened(spec: Spec) -> Table:
    """The table at its beginning, or a refusal."""
    ruleset = spec.ruleset()
    if spec.opening is None:
        return open_table(ruleset)
    if len(spec.opening) > MOST_CHARACTERS:
        raise Refusal("text.too_large", limit=MOST_CHARACTERS)
    record, table = parse_record(spec.opening)
    rolls = tuple(entry.faces for entry in record.entries if isinstance(entry, Roll))
    same_dice = spec.rolls is None or spec.rolls[: len(rolls)] == rolls
    if record.ruleset != ruleset or record.seats != 1 or table.phase is Phase.OVER or not same_dice:
        raise Refusal("opening.unsuitable")
    return table
