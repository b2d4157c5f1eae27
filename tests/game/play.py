"""Random whole games at a table, played through actions, with take-backs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from inkrail.core.dice import Rng, SeededRng, choose
from inkrail.core.errors import Refusal
from inkrail.game.actions import Action, Done, Pick, TakeBack
from inkrail.game.record import Act, Entry, Record, Roll, finish_record, seeded_record, seeded_roll, step
from inkrail.game.table import Phase, Table
from inkrail.game.view import View, view
from inkrail.rules.dealing import Seat
from inkrail.rules.position import Drawing
from inkrail.rules.registry import RULESET_NAMES, parse_ruleset, variant_names
from inkrail.rules.ruleset import Ruleset

ALL_RULESETS = tuple(
    full
    for name in RULESET_NAMES
    for full in (name, *(f"{name}+{variant}" for variant in variant_names(name)))
)


@dataclass(frozen=True)
class Moment:
    """An entry of a record, with the table before and after it."""

    before: Table
    entry: Entry
    after: Table


def seats_for(ruleset: Ruleset, number: int) -> int:
    """A number of seats that the ruleset can be played with."""
    least = ruleset.dealer.least_seats
    return least + number % (7 - least)


def random_game(name: str, *, seats: int = 1, seed: str = "game") -> Iterator[Moment]:
    """Each moment of a whole random game."""
    return play_on(seeded_record(parse_ruleset(name), seats=seats, seed=seed))


def play_on(record: Record) -> Iterator[Moment]:
    """Each moment of a random game from the start of this record."""
    rng = SeededRng(record.seed, "players")
    table = record.open()
    while table.phase is not Phase.OVER:
        entry = (
            Roll(seeded_roll(table, record.seed)) if table.phase is Phase.ROLL else _any_action(table, rng)
        )
        after = step(table, entry)
        yield Moment(table, entry, after)
        table = after


def record_of(name: str, *, seats: int = 1, seed: str = "game") -> tuple[Record, Table]:
    """The record of a random game and the table it ended with."""
    record = seeded_record(parse_ruleset(name), seats=seats, seed=seed)
    table = record.open()
    for moment in play_on(record):
        record, table = record.add(moment.entry), moment.after
    return finish_record(record, table), table


def _any_action(table: Table, rng: Rng) -> Act:
    if table.phase is Phase.PICK:
        seat = table.ruleset.dealer.chooser(table.deal)
        assert seat is not None
    else:
        seat = choose([Seat(n) for n, state in enumerate(table.seats) if not state.done], rng=rng)
    return Act(seat, _action(table, view(table, seat), rng))


def _action(table: Table, seen: View, rng: Rng) -> Action:
    if seen.picks:
        return Pick(choose(seen.picks, rng=rng))
    if seen.choices:
        return choose(seen.choices, rng=rng)
    if seen.drawings and rng.below(8) == 0:
        placement = choose(seen.drawings, rng=rng).placement
        taken = TakeBack(placement.cell, placement.piece)
        if is_accepted(table, seen.seat, taken):
            return taken
    options = [option for option in seen.options if option.placements]
    if not seen.duties and (not options or rng.below(3) == 0):
        return Done()
    option = choose(options, rng=rng)
    return Drawing(option.verb, choose(option.placements, rng=rng))


def is_accepted(table: Table, seat: Seat, action: Action) -> bool:
    """Whether the table accepts the action."""
    try:
        table.act(seat, action)
    except Refusal:
        return False
    return True
