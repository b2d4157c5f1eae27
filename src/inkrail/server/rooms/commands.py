"""What may be ordered at a hosted table: each order is answered by the row to store, or by a refusal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from inkrail.arena.chance import SystemRng
from inkrail.core.cells import parse_cell
from inkrail.core.dice import Rng
from inkrail.core.errors import Refusal
from inkrail.game.absent import act_for_absent
from inkrail.game.actions import format_action
from inkrail.game.orientations import best_drawing, turned
from inkrail.game.table import Phase, Table
from inkrail.game.view import view
from inkrail.rules.dealing import Seat
from inkrail.server.rooms.dice import DiceSource
from inkrail.server.rooms.room import HostedTable
from inkrail.server.rooms.rows import (
    Again,
    Begin,
    GiveSeat,
    Join,
    Move,
    Reissue,
    Roll,
    Row,
    Show,
    StandIn,
    Step,
    Stop,
)
from inkrail.server.rooms.waiting import Played
from inkrail.server.wire import messages as wire
from inkrail.server.wire.messages import WhyStandIn

REACTIONS_A_SEAT = 100
"""So many reactions a seat may show in one game."""
STAND_IN_BOT = "greedy"
"""Who plays on for somebody who stays away."""

TableRequest: TypeAlias = wire.Start | wire.TypeDice | wire.React | wire.HandOver | wire.EndGame
Request: TypeAlias = wire.Act | wire.Place | wire.Turn | TableRequest
"""The messages that change a table."""

Ordered = tuple[Row, Played]
"""A row to store, and what it leads to."""


class Orders:
    """The orders that a table takes. They change nothing: the row does, once it is stored."""

    def __init__(self, hosted: HostedTable, dice: DiceSource, *, rng: Rng | None = None) -> None:
        self.hosted = hosted
        self.dice = dice
        self._rng = rng or SystemRng()

    # Sitting down.

    def open(self, *, name: str, token: str) -> Ordered:
        """The first row: the creator sits down, and a game without other people begins."""
        seat = self.hosted.spec.bots.index(None)
        steps: list[Step] = [Join(seat=seat, name=name, token=token)]
        if self.hosted.spec.solo:
            steps.append(self._begin())
        return self._ordered(steps)

    def join(self, *, name: str, token: str, was: int | None = None) -> tuple[int, Ordered]:
        """Somebody takes the first free seat."""
        if self.hosted.phase != "lobby":
            raise Refusal("table.already_started")
        for seat in range(self.hosted.seats):
            if not self.hosted.joined(seat):
                return seat, self._ordered([Join(seat=seat, name=name, token=token, was=was)])
        raise Refusal("table.full")

    def reissue(self, seat: int, *, token: str) -> Ordered:
        """A new token for somebody who proved in another way that the seat is his."""
        return self._ordered([Reissue(seat=seat, token=token)])

    def rematch(self, table: str) -> Ordered:
        """Remember the table where the same people play again."""
        self.require_over()
        return self._ordered([Again(table=table)])

    def require_over(self) -> None:
        """Refuse what only a finished game allows."""
        if self.hosted.phase != "over":
            raise Refusal("table.not_over")

    # Messages of a seat.

    def answer(self, message: Request, *, seat: int, now: float) -> Ordered:
        """The row that a seat's message leads to."""
        if isinstance(message, wire.Act | wire.Place | wire.Turn):
            self._require_hand(seat)
            moves = self._actions(message, seat=Seat(seat))
            die = message.die if isinstance(message, wire.Place) else None
            return self._ordered(
                [Move(seat=seat, action=action, die=die) for action in moves], by=seat, id_=message.id
            )
        return self._ordered([self._step(message, seat=seat, now=now)], by=seat, id_=message.id)

    def _actions(self, message: wire.Act | wire.Place | wire.Turn, *, seat: Seat) -> tuple[str, ...]:
        game = self.hosted.game
        assert game is not None
        match message:
            case wire.Act(action=action):
                return (action,)
            case wire.Place(verb=verb, piece=piece, cell=cell):
                mine, where, score = view(game, seat), parse_cell(cell), self.hosted.score
                drawing = best_drawing(mine, verb=verb, piece=piece, cell=where, score=score)
                return (format_action(drawing, game.ruleset),)
            case wire.Turn(cell=cell):
                back, drawing = turned(game, seat, cell=parse_cell(cell), score=self.hosted.score)
                return format_action(back, game.ruleset), format_action(drawing, game.ruleset)

    def _step(self, message: TableRequest, *, seat: int, now: float) -> Step:
        match message:
            case wire.Start():
                return self._start(seat)
            case wire.TypeDice(faces=faces):
                return self._typed_dice(seat, faces=faces)
            case wire.React(reaction=reaction):
                if self.hosted.reactions[seat] >= REACTIONS_A_SEAT:
                    raise Refusal("reaction.too_many", limit=REACTIONS_A_SEAT)
                return Show(seat=seat, reaction=reaction)
            case wire.HandOver(seat=other):
                self._require_idle(other, by=seat, now=now)
                return GiveSeat(seat=other, bot=STAND_IN_BOT)
            case wire.EndGame():
                self._require_idle(None, by=seat, now=now)
                return Stop()

    def _start(self, seat: int) -> Begin:
        if self.hosted.phase != "lobby":
            raise Refusal("table.already_started")
        if seat != self.creator:
            raise Refusal("table.not_creator")
        if not all(map(self.hosted.joined, range(self.hosted.seats))):
            raise Refusal("table.waiting_for_players")
        return self._begin()

    @property
    def creator(self) -> int:
        """The seat of whoever opened the table."""
        return self.hosted.spec.bots.index(None)

    def _begin(self) -> Begin:
        return Begin(starter=self.dice.starter(self.hosted.ruleset))

    def _typed_dice(self, seat: int, *, faces: Sequence[str]) -> Roll:
        if not self.hosted.spec.typed:
            raise Refusal("table.dice_not_typed")
        if seat != self.creator:
            raise Refusal("table.not_creator")
        if self.hosted.phase != "roll":
            raise Refusal("table.not_started" if self.hosted.phase == "lobby" else "phase.not_roll")
        return Roll(faces=tuple(faces))

    def _require_hand(self, seat: int) -> None:
        """Refuse moves outside a running game, and those of somebody whose seat a bot took over."""
        self._require_running()
        if self.hosted.bots[seat]:
            raise Refusal("seat.handed_over")

    def _require_running(self) -> None:
        if self.hosted.phase in ("lobby", "over"):
            raise Refusal("table.not_started" if self.hosted.phase == "lobby" else "table.over")

    def _require_idle(self, other: int | None, *, by: int, now: float) -> None:
        """Refuse to go on without somebody who has not stayed away long enough."""
        self._require_running()
        seats = range(self.hosted.seats) if other is None else (other,)
        for seat in seats:
            if seat >= self.hosted.seats:
                raise Refusal("seat.unknown", seat=seat + 1)
            if seat != by and self.hosted.idle(seat, now=now):
                return
        if other is not None and self.hosted.bots[other]:
            raise Refusal("seat.is_a_bot")
        raise Refusal("seat.not_idle")

    # What the server does by itself.

    def bot_moves(self, seat: int, actions: Sequence[str], *, stand_in: StandIn | None = None) -> Ordered:
        """What a bot wants to do, or another in its place; a bot in somebody's seat always stands in."""
        self._require_running()
        if stand_in is None and self.hosted.spec.bots[seat] is None:
            stand_in = StandIn(seat=seat, by=self.hosted.bots[seat], why="away")
        moves = (Move(seat=seat, action=action) for action in actions)
        return self._ordered([*([stand_in] if stand_in else []), *moves])

    def mandatory_moves(self, seat: int, *, why: WhyStandIn) -> Ordered:
        """What is mandatory, in place of a bot whose moves cannot be used."""
        self._require_running()
        assert self.hosted.game is not None
        return self._ordered(self._mandatory(self.hosted.game, seat, why=why))

    def _mandatory(self, game: Table, seat: int, *, why: WhyStandIn) -> list[Step]:
        _, actions = act_for_absent(game, Seat(seat), rng=self._rng)
        moves = (Move(seat=seat, action=format_action(action, game.ruleset)) for action in actions)
        return [StandIn(seat=seat, why=why), *moves]

    def run_out(self, *, now: float) -> Ordered | None:
        """What happens when the clock has run out: the mandatory is drawn for everybody who is waited for."""
        deadline = self.hosted.standing.deadline
        if deadline is None or now < deadline or self.hosted.game is None:
            return None
        steps: list[Step] = []
        for seat in self.hosted.standing.waited_for:
            steps += self._mandatory(self.hosted.game, seat, why="clock")
        return self._ordered(steps)

    # The row.

    def _ordered(self, steps: list[Step], *, by: int | None = None, id_: str = "") -> Ordered:
        """The row with what follows at once: the dice of the next round."""
        played = self.hosted.play(steps)
        game = played[-1][0]
        if game and game.phase is Phase.ROLL and self._rolls_after(steps):
            roll = Roll(faces=self.dice.roll(game))
            steps, played = [*steps, roll], played + self.hosted.play((roll,), game=game)
        return Row(by=by, id=id_, steps=tuple(steps)), played

    def _rolls_after(self, steps: Sequence[Step]) -> bool:
        """Whether the server rolls, and the game goes on."""
        gone = self.hosted.bots[self.creator] or GiveSeat(seat=self.creator, bot=STAND_IN_BOT) in steps
        typed = self.hosted.spec.typed and not gone
        return not typed and not self.hosted.standing.stopped and Stop() not in steps
