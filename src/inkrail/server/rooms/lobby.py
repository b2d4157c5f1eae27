"""What the creator may change before the start: seats, house rules, dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias, TypedDict

from inkrail.core.errors import Refusal
from inkrail.core.score import Values
from inkrail.server.rooms.arranging import arrange_step
from inkrail.server.rooms.room import Room
from inkrail.server.rooms.rows import Arrange as ArrangeStep
from inkrail.server.rooms.rows import Spec
from inkrail.server.rooms.specs import check_spec

MOST_ARRANGEMENTS: Final = 300
"""How often a table may be changed before its start."""


@dataclass(frozen=True, slots=True)
class SetSeat:
    """Put a bot into a seat that no person has, or free it (`bot` is None). The number after the last adds a seat."""

    seat: int
    bot: str | None


@dataclass(frozen=True, slots=True)
class RemoveSeat:
    """Remove a seat that no person has; the seats after it move up."""

    seat: int


class Wishes(TypedDict, total=False):
    """The house rules that are to change; the others stay as they are."""

    rules: str
    longest: str | None
    values: str
    clock: int | None
    hints: bool
    seed: str | None
    typed: bool


@dataclass(frozen=True, slots=True)
class Arrange:
    """Change house rules."""

    wishes: Wishes


LobbyCommand: TypeAlias = SetSeat | RemoveSeat | Arrange


def require_creator(room: Room, seat: int) -> None:
    """Refuse once the game has started, and everyone but the creator."""
    if room.phase != "lobby":
        raise Refusal("table.already_started")
    if seat != room.spec.creator:
        raise Refusal("table.not_creator")


def arrangement(room: Room, command: LobbyCommand, *, seat: int) -> ArrangeStep:
    """The step of a seat's command, or a refusal."""
    require_creator(room, seat)
    match command:
        case SetSeat(seat=other, bot=bot):
            return _set_seat(room, other, bot=bot)
        case RemoveSeat(seat=other):
            _require_no_person(room, other)
            return _keeping(room, [number for number in range(room.seats) if number != other])
        case Arrange(wishes=wishes):
            return _checked(room, _wished(room.spec, wishes), kept=range(room.seats))


def without_free_seats(room: Room) -> ArrangeStep:
    """Remove all free seats, held ones too."""
    return _keeping(room, [seat for seat in range(room.seats) if room.joined(seat)])


def _set_seat(room: Room, seat: int, *, bot: str | None) -> ArrangeStep:
    bots, kept = list(room.spec.bots), list[int | None](range(room.seats))
    if seat == room.seats:
        bots, kept = [*bots, bot], [*kept, None]
    else:
        _require_no_person(room, seat)
        bots[seat] = bot
    return _checked(room, replace(room.spec, bots=tuple(bots)), kept=kept)


def _keeping(room: Room, seats: Sequence[int]) -> ArrangeStep:
    bots = tuple(room.spec.bots[seat] for seat in seats)
    return _checked(room, replace(room.spec, bots=bots), kept=seats)


def _require_no_person(room: Room, seat: int) -> None:
    if seat >= room.seats:
        raise Refusal("seat.unknown", seat=seat + 1)
    if room.names[seat]:
        raise Refusal("seat.taken", name=room.names[seat])


def _wished(spec: Spec, wishes: Wishes) -> Spec:
    """The spec with these wishes; a new source of dice takes the place of the old one."""
    if "seed" in wishes or "typed" in wishes:
        spec = replace(spec, seed=None, rolls=None, typed=False)
    wished = replace(spec, **wishes)
    if wished.hints and wished.ruleset().values is not Values.OFFICIAL:
        if wishes.get("hints"):
            raise Refusal("study.values")
        wished = replace(wished, hints=False)
    return wished


def _checked(room: Room, spec: Spec, *, kept: Sequence[int | None]) -> ArrangeStep:
    if room.arrangements >= MOST_ARRANGEMENTS:
        raise Refusal("table.too_many_changes", limit=MOST_ARRANGEMENTS)
    kept = _creator_first(kept, first=spec.creator, own=kept.index(room.spec.creator))
    # Which bots can play here is for `Bots.require_playable` to say.
    check_spec(spec, bots=[bot for bot in spec.bots if bot])
    return arrange_step(spec, kept=kept)


def _creator_first(kept: Sequence[int | None], *, first: int, own: int) -> Sequence[int | None]:
    """The creator takes the first seat of a person, because people know them by that, if a bot before theirs left one."""
    seats = list(kept)
    seats[first], seats[own] = seats[own], seats[first]
    return seats
