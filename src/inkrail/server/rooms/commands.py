"""The commands of a room. Each returns the row to store, or refuses; the room itself does not change yet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from inkrail.core.cells import Cell
from inkrail.core.errors import Refusal
from inkrail.game.absent import act_for_absent
from inkrail.game.actions import Action, TakeBack
from inkrail.game.orientations import best_drawing, turned
from inkrail.game.table import Phase, Table
from inkrail.rules.dealing import Faces, Seat
from inkrail.server.rooms import lobby, rows
from inkrail.server.rooms.arranging import arranged
from inkrail.server.rooms.dice import DiceSource
from inkrail.server.rooms.given_hints import HintKey, hint_key
from inkrail.server.rooms.idle import require_idle
from inkrail.server.rooms.lobby import Arrange, LobbyCommand, RemoveSeat, SetSeat
from inkrail.server.rooms.openings import opening_steps
from inkrail.server.rooms.rematches import rematch_seat
from inkrail.server.rooms.room import Room
from inkrail.server.rooms.rows import Reaction, Row, StandIn, StandInReason, Step
from inkrail.server.rooms.waiting import Stages

REACTIONS_A_SEAT = 100
"""The most reactions a seat may show in one game."""
MOVES_A_ROUND = 500
"""The most moves of a seat in one round; then nothing can be taken back, and the rest can still be drawn."""
TOKENS_A_SEAT = 100
"""The most tokens that a seat is given, one after the other."""
STAND_IN_BOT = "greedy"
"""The bot that takes over the seat of a player who stays away."""


@dataclass(frozen=True, slots=True)
class Start:
    """Start the game; only the creator may. Free seats are removed if that is said, and otherwise must be taken."""

    without_free: bool = False


@dataclass(frozen=True, slots=True)
class Release:
    """Give up holding a seat of a rematch for its previous player; only the creator may."""

    seat: int


@dataclass(frozen=True, slots=True)
class Act:
    """An action of the game."""

    action: Action


@dataclass(frozen=True, slots=True)
class Place:
    """Draw a piece in a cell, in the orientation that scores best now; `die` is the index of the die used."""

    verb: str
    piece: str
    cell: Cell
    die: int | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """Redraw this round's tile in the cell in its next orientation, best first."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class TypeDice:
    """Enter the faces of the next round at a table with real dice; only the creator may."""

    faces: Faces


@dataclass(frozen=True, slots=True)
class React:
    """Show a reaction to everyone at the table."""

    reaction: Reaction


@dataclass(frozen=True, slots=True)
class HandOver:
    """Hand the seat of a player who stayed away too long over to a bot."""

    seat: int


@dataclass(frozen=True, slots=True)
class EndGame:
    """End a game in which a player stayed away too long."""


Command: TypeAlias = (
    Start | Release | LobbyCommand | Act | Place | Turn | TypeDice | React | HandOver | EndGame
)


@dataclass(frozen=True, slots=True)
class Proposal:
    """A row to store, and the state it leads to."""

    row: Row
    stages: Stages


Propose: TypeAlias = Callable[[Room], Proposal | None]
"""A function that returns the row to store, or None if there is nothing to do."""


# Sitting down.


def sit_first(room: Room, *, name: str, token: str, was: int | None = None) -> Proposal:
    """The first row: the creator sits down, and the game starts if there are no other people."""
    steps: list[Step] = [rows.Join(seat=room.spec.creator, name=name, token=token, was=was)]
    if room.spec.solo:
        steps += [_begin(room), *opening_steps(room.spec)]
    return _propose(room, steps)


def join(room: Room, *, name: str, token: str, was: int | None = None) -> tuple[int, Proposal]:
    """A player takes the first free seat, or at a rematch the one that they have there or that is held for them.

    `was` is their seat at the previous table, which they proved.
    """
    former = None if was is None else room.formerly.get(was)
    if former is not None:
        seat = room.seat_at(former)
        return seat, reissue(room, seat, token=token)
    if room.phase != "lobby":
        raise Refusal("table.already_started")
    free = [seat for seat in range(room.seats) if not room.joined(seat)]
    held = None if was is None else _held_place(room, was)
    for seat in sorted(free, key=lambda seat: room.places[seat] != held):
        if room.places[seat] == held or room.reserved[seat] is None:
            return seat, _propose(room, [rows.Join(seat=seat, name=name, token=token, was=was)])
    raise Refusal("table.reserved" if free else "table.full")


def _held_place(room: Room, was: int) -> int | None:
    """The place that is held at a rematch for the player who sat at `was` at the previous table."""
    creator = room.places[room.spec.creator]
    opener = next((former for former, place in room.formerly.items() if place == creator), None)
    return None if opener is None else rematch_seat(was, opener=opener, creator=creator)


def reissue(room: Room, seat: int, *, token: str) -> Proposal:
    """A new token for a player who proved their seat in another way."""
    if room.reissued[seat] >= TOKENS_A_SEAT:
        raise Refusal("seat.too_many_tokens", limit=TOKENS_A_SEAT)
    return _propose(room, [rows.Reissue(seat=seat, token=token)])


def rematch(room: Room, table: str) -> Proposal:
    """Record the table of the rematch."""
    require_over(room)
    return _propose(room, [rows.Rematch(table=table)])


def require_over(room: Room) -> None:
    """Refuse unless the game is over."""
    if room.phase != "over":
        raise Refusal("table.not_over")


# Commands of a seat.


def carry_out(room: Room, command: Command, *, seat: int, now: float, id_: str = "") -> Proposal:
    """The row that a seat's command leads to."""
    return _propose(room, _steps(room, command, seat=seat, now=now), by=seat, id_=id_)


def _steps(room: Room, command: Command, *, seat: int, now: float) -> list[Step]:
    match command:
        case Act(action=action):
            _require_player(room, seat)
            if isinstance(action, TakeBack):
                _require_moves_left(room, seat)
            return [rows.Move(seat=seat, action=action)]
        case Place(verb=verb, piece=piece, cell=cell, die=die):
            _require_player(room, seat)
            view = room.view(seat)
            assert view is not None
            drawing = best_drawing(view, verb=verb, piece=piece, cell=cell, score=room.score)
            return [rows.Move(seat=seat, action=drawing, die=die)]
        case Turn(cell=cell):
            _require_player(room, seat)
            _require_moves_left(room, seat)
            assert room.game is not None
            actions = turned(room.game, Seat(seat), cell=cell, score=room.score)
            return [rows.Move(seat=seat, action=action) for action in actions]
        case Start(without_free=without_free):
            return _start(room, seat, without_free=without_free)
        case SetSeat() | RemoveSeat() | Arrange():
            return [lobby.arrangement(room, command, seat=seat)]
        case _:
            return [_table_step(room, command, seat=seat, now=now)]


def _table_step(
    room: Room, command: Release | TypeDice | React | HandOver | EndGame, *, seat: int, now: float
) -> Step:
    match command:
        case Release(seat=other):
            return _release(room, seat, other=other)
        case TypeDice(faces=faces):
            return _typed_dice(room, seat, faces=faces)
        case React(reaction=reaction):
            if room.reactions[seat] >= REACTIONS_A_SEAT:
                raise Refusal("reaction.too_many", limit=REACTIONS_A_SEAT)
            return rows.React(seat=seat, reaction=reaction)
        case HandOver(seat=other):
            _require_running(room)
            require_idle(room, other, by=seat, now=now)
            return rows.HandOver(seat=other, bot=STAND_IN_BOT)
        case EndGame():
            _require_running(room)
            require_idle(room, None, by=seat, now=now)
            return rows.Stop()


def _start(room: Room, seat: int, *, without_free: bool) -> list[Step]:
    lobby.require_creator(room, seat)
    if all(map(room.joined, range(room.seats))):
        return [_begin(room)]
    if not without_free:
        raise Refusal("table.waiting_for_players")
    step = lobby.without_free_seats(room)
    dice = DiceSource(arranged(room.spec, step), rng=room.dice.rng)
    return [step, rows.Begin(starter=dice.starter(room.ruleset))]


def _release(room: Room, seat: int, *, other: int) -> rows.Release:
    if seat != room.spec.creator:
        raise Refusal("table.not_creator")
    if other >= room.seats or room.reserved[other] is None:
        raise Refusal("seat.not_reserved", seat=other + 1)
    return rows.Release(seat=other)


def _begin(room: Room) -> rows.Begin:
    return rows.Begin(starter=room.dice.starter(room.ruleset))


def _typed_dice(room: Room, seat: int, *, faces: Faces) -> rows.Roll:
    if not room.spec.typed:
        raise Refusal("table.dice_not_typed")
    if seat != room.spec.creator:
        raise Refusal("table.not_creator")
    if room.phase != "roll":
        raise Refusal("table.not_started" if room.phase == "lobby" else "phase.not_roll")
    return rows.Roll(faces=faces)


def hint(room: Room, seat: int, *, step: int, key: HintKey) -> Proposal | None:
    """Record that a seat is given a hint up to this step; None if it has it. `key` is what the hint was computed for."""
    if require_hints(room, seat) != key:
        raise Refusal("hint.outdated")
    return _propose(room, [rows.Hint(seat=seat, step=step)], by=seat) if step > room.hints.step(key) else None


def require_hints(room: Room, seat: int) -> HintKey:
    """What a hint for a seat depends on now; refuse where none are allowed, and while it has nothing to decide."""
    if not room.spec.hints:
        raise Refusal("hint.not_allowed")
    _require_player(room, seat)
    assert room.game is not None
    if room.phase == "roll":
        raise Refusal("phase.roll")
    if room.waiting.chooser not in (None, seat):
        raise Refusal("pick.not_your_turn")
    if room.game.seats[seat].done:
        raise Refusal("round.already_done")
    return hint_key(room.game, seat)


def _require_player(room: Room, seat: int) -> None:
    """Refuse moves while no game is running, and moves of a player whose seat a bot took over."""
    _require_running(room)
    if room.bots[seat]:
        raise Refusal("seat.handed_over")


def _require_moves_left(room: Room, seat: int) -> None:
    """Refuse to take back or turn drawings without end. Without that a round ends, because each drawing uses a die up."""
    if room.moves[seat] >= MOVES_A_ROUND:
        raise Refusal("round.too_many_moves", limit=MOVES_A_ROUND)


def _require_running(room: Room) -> None:
    if room.phase in ("lobby", "over"):
        raise Refusal("table.not_started" if room.phase == "lobby" else "table.over")


# What the server does on its own.


def bot_moves(
    room: Room, seat: int, *, actions: Sequence[Action], stand_in: StandIn | None = None
) -> Proposal:
    """The moves of a bot, or of its replacement; a bot in a player's seat always counts as a stand-in."""
    _require_running(room)
    if stand_in is None and room.spec.bots[seat] is None:
        stand_in = StandIn(seat=seat, by=room.bots[seat], why="away")
    moves = (rows.Move(seat=seat, action=action) for action in actions)
    return _propose(room, [*([stand_in] if stand_in else []), *moves])


def mandatory_moves(room: Room, seat: int, *, why: StandInReason) -> Proposal:
    """The mandatory moves, in place of a bot whose moves cannot be used."""
    _require_running(room)
    assert room.game is not None
    return _propose(room, _mandatory(room, room.game, seat=seat, why=why))


def time_out(room: Room, *, now: float) -> Proposal | None:
    """When the clock has run out, make the mandatory moves for every seat that the table waits for."""
    deadline = room.waiting.deadline
    if deadline is None or now < deadline or room.game is None:
        return None
    steps: list[Step] = []
    for seat in room.waiting.seats:
        steps += _mandatory(room, room.game, seat=seat, why="clock")
    return _propose(room, steps)


def _mandatory(room: Room, game: Table, *, seat: int, why: StandInReason) -> list[Step]:
    _, actions = act_for_absent(game, Seat(seat), rng=room.dice.rng)
    return [StandIn(seat=seat, why=why), *(rows.Move(seat=seat, action=action) for action in actions)]


# Building the row.


def _propose(room: Room, steps: list[Step], *, by: int | None = None, id_: str = "") -> Proposal:
    """The row, with the next round's dice if they are rolled at once, or the end of the table if it ends before them."""
    stages = room.play(steps)
    game = stages[-1][0]
    if game and game.phase is Phase.ROLL and _server_rolls(room, steps):
        ends = game.round_ == room.spec.until
        step = rows.Stop() if ends else rows.Roll(faces=room.dice.roll(game))
        steps, stages = [*steps, step], stages + room.play((step,), game=game)
    return Proposal(Row(by=by, id=id_, steps=tuple(steps)), stages)


def _server_rolls(room: Room, steps: Sequence[Step]) -> bool:
    """Whether the game goes on after these steps and the server rolls its dice."""
    creator = room.spec.creator
    gone = room.bots[creator] or any(isinstance(s, rows.HandOver) and s.seat == creator for s in steps)
    typed = room.spec.typed and not gone
    return not typed and not room.waiting.stopped and not any(isinstance(s, rows.Stop) for s in steps)
