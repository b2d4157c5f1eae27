"""A room: a game with names, tokens, bots, a clock and a history, built from its stored rows.

It knows neither sockets nor storage nor the time. commands.py says which row a command leads to; the room applies the
row once it is stored. The same rows build the same room in every process.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import TypeVar

from inkrail.core.dice import Rng
from inkrail.core.score import ScoreSheet
from inkrail.game.dice import TakenDice
from inkrail.game.events import SECRET, Event, GameOver, RoundClosed
from inkrail.game.record import Act, Entry, Record, finish_record
from inkrail.game.record import Roll as RecordedRoll
from inkrail.game.seat import SeatState
from inkrail.game.table import Phase, Table, open_table
from inkrail.game.view import View, view
from inkrail.rules.dealing import Deal, Seat
from inkrail.rules.position import Drawing, Position
from inkrail.server.rooms import events, rows, stand_ins
from inkrail.server.rooms.arranging import arranged, changes
from inkrail.server.rooms.dice import DiceSource
from inkrail.server.rooms.events import ClosedRound, RoomEvent
from inkrail.server.rooms.given_hints import GivenHints, hint_key
from inkrail.server.rooms.rows import Row, Spec
from inkrail.server.rooms.stand_ins import StandIns
from inkrail.server.rooms.waiting import PhaseName, Stage, Stages, Waiting

T = TypeVar("T")

KEPT_SCORES = 8
"""How many positions per seat have their score cached."""


class Room:
    """One table in the state after row `number`."""

    def __init__(
        self, id_: str, spec: Spec, *, created: float, secret: str = "", rng: Rng | None = None
    ) -> None:
        self.id = id_
        self.created = created
        self._set_up(spec, DiceSource(spec, secret=secret, rng=rng))
        self.number = 0
        seats = self.seats
        self.waiting = Waiting(spec.bots, spec.clock, created)
        self.names: list[str] = ["" for _ in spec.bots]
        self.tokens: list[str] = [""] * seats
        self.places: list[int] = list(range(seats))
        """What stays the same of each seat when seats are removed and the others are numbered anew."""
        self._new_places = count(seats)
        self.arrangements = 0
        """How often the table was changed before its start."""
        self.formerly: dict[int, int] = {}
        """For a rematch: who sat where at the previous table, and at which place they sit here."""
        self.reserved: list[str | None] = list(spec.reserved or [None] * seats)
        """For a rematch: the name of the previous player for whom a free seat is held."""
        self.starter: int | None = None
        self.begins = 1
        """The first round that is played here; those before it were played before the table was opened."""
        self.rematch: str | None = None
        self.winners: tuple[int, ...] = ()
        self.entries: list[Entry] = []
        self.closed: list[ClosedRound] = []
        self.histories: list[list[RoomEvent]] = [[] for _ in range(seats + 1)]
        """The events visible to each seat, followed by those visible to watchers."""
        self.answered: dict[tuple[int | None, str], int] = {}
        """The executed requests by place, with the number of the last event each led to."""
        self.stand_ins = StandIns()
        self.reactions = [0] * seats
        self.reissued = [0] * seats
        """How often the token of each seat was replaced."""
        self.last_move = [created] * seats
        self.over_at: float | None = None

    def _set_up(self, spec: Spec, dice: DiceSource) -> None:
        """Set what follows from the spec before the game starts."""
        self.spec, self.dice = spec, dice
        self.ruleset = spec.ruleset()
        self.seats = seats = len(spec.bots)
        self.taken: list[TakenDice] = [{} for _ in spec.bots]
        """For each seat, which of its dice it used this round, if the client said so."""
        self.moves = [0] * seats
        """How many moves each seat made this round."""
        self.hints = GivenHints(seats)
        self._sheets: tuple[ClosedRound, tuple[ScoreSheet, ...]] | None = None
        self._start = ClosedRound(0, (), ((),) * seats, (self.ruleset.set_up(),) * seats)
        self._scored: dict[Position, ScoreSheet] = {}
        self._views: dict[int, tuple[SeatState, Phase, Deal, View]] = {}

    # State.

    @property
    def game(self) -> Table | None:
        """The game, or None before it starts."""
        return self.waiting.game

    @property
    def bots(self) -> tuple[str | None, ...]:
        """The bot that plays each seat, None for a person."""
        return self.waiting.bots

    @property
    def phase(self) -> PhaseName:
        """What the table waits for."""
        return self.waiting.phase

    def joined(self, seat: int) -> bool:
        """Whether the seat is taken."""
        return bool(self.names[seat]) or self.bots[seat] is not None

    @property
    def has_free_seat(self) -> bool:
        """Whether anyone may sit down: a seat is free and not held for somebody."""
        return any(not self.joined(seat) and self.reserved[seat] is None for seat in range(self.seats))

    @property
    def shown_since(self) -> int:
        """The first round whose stand-ins are still shown: the last closed round."""
        return max(1, len(self.closed))

    @property
    def last_closed(self) -> ClosedRound:
        """The last closed round, or the initial positions before the first."""
        return self.closed[-1] if self.closed else self._start

    def seat_at(self, place: int) -> int:
        """The seat at a place that a person has taken: it may get another number, but is never removed."""
        return self.places.index(place)

    def history(self, seat: int | None) -> list[RoomEvent]:
        """The events visible to a seat, or to a watcher."""
        return self.histories[self.seats if seat is None else seat]

    def view(self, seat: int) -> View | None:
        """A seat's view of the game; the same object until the seat, the phase or the dice change."""
        game = self.game
        if game is None:
            return None
        state, phase, deal = game.seats[seat], game.phase, game.deal
        cached = self._views.get(seat)
        if cached is None or not (cached[0] is state and cached[1] is phase and cached[2] is deal):
            cached = self._views[seat] = state, phase, deal, view(game, Seat(seat))
        return cached[3]

    def sheets(self) -> tuple[ScoreSheet, ...]:
        """The scores of all seats at the end of the last closed round."""
        closed = self.last_closed
        if self._sheets is None or self._sheets[0] is not closed:
            self._sheets = closed, tuple(map(self.score, closed.seats))
        return self._sheets[1]

    def score(self, position: Position) -> ScoreSheet:
        """The score of a position, cached for the latest positions because take-backs and closed rounds reuse it."""
        sheet = self._scored.get(position)
        if sheet is None:
            sheet = self._scored[position] = self.ruleset.score(position)
            if len(self._scored) > KEPT_SCORES * self.seats:
                del self._scored[next(iter(self._scored))]
        return sheet

    def record(self, *, whole: bool = False) -> Record:
        """The record as everyone may see it: only closed rounds while the game runs, the seed once it is over.

        The daily dice stay secret, so their seed is never included.
        """
        over = self.game is not None and self.game.phase is Phase.OVER
        starter = Seat(self.starter) if self.starter is not None else None
        seed = self.spec.seed if over and self.spec.seed else ""
        record = Record(self.ruleset, self.seats, starter, seed, self._closed_entries(whole=whole))
        return finish_record(record, self.game) if over and self.game else record

    def _closed_entries(self, *, whole: bool) -> tuple[Entry, ...]:
        rolls = [n for n, entry in enumerate(self.entries) if isinstance(entry, RecordedRoll)]
        running = len(rolls) > len(self.closed)
        return tuple(self.entries[: rolls[-1]] if running and not whole else self.entries)

    # Rows.

    def play(self, steps: Sequence[rows.Step], *, game: Table | None = None) -> Stages:
        """The state after each step, starting here or from `game`, or a refusal. Changes nothing."""
        game = game or self.game
        ruleset, seats = self.ruleset, self.seats
        stages: list[Stage] = []
        for step in steps:
            happened: tuple[Event, ...] = ()
            match step:
                case rows.Begin(starter=starter):
                    lot = None if starter is None else Seat(starter)
                    game = open_table(ruleset, seats=seats, starter=lot)
                case rows.Arrange():
                    ruleset, seats = step.ruleset(), len(step.bots)
                case rows.Roll(faces=faces) if game:
                    game, happened = game.roll(faces)
                case rows.Move(seat=seat, action=action) if game:
                    game, happened = game.act(Seat(seat), action)
                case _:
                    pass
            stages.append((game, happened))
        return tuple(stages)

    def apply(
        self, row: Row, *, at: float, stages: Stages | None = None, waiting: Waiting | None = None
    ) -> None:
        """Apply a stored row; `stages` is what `play` returned for it, and `waiting` the resulting wait, if known."""
        stages = stages or self.play(row.steps)
        before, acting = self.game, list[stand_ins.Entry]()
        by = None if row.by is None else self.places[row.by]
        self.waiting = waiting or self.waiting.after(row.steps, stages, at=at)
        for step, (game, happened) in zip(row.steps, stages, strict=True):
            if isinstance(step, rows.StandIn):
                assert game is not None
                acting = [self._stand_in(step, round_=game.round_)]
            elif isinstance(step, rows.Move) and step.seat == row.by:
                self.stand_ins.seen(step.seat)
            self._apply_step(step)
            for event in happened:
                assert game is not None
                for entry in acting:
                    assert before is not None
                    if deed := stand_ins.deed_of(event, before=before):
                        entry.deeds.append(deed)
                self._apply_event(event, game=game)
            before = game
        self.number += 1
        if self.phase == "over" and self.over_at is None:
            self.over_at = at
        seat = None if by is None else self.seat_at(by)
        if seat is not None:
            self.last_move[seat] = at
        if row.id:
            self.answered[by, row.id] = len(self.history(seat))

    def _apply_step(self, step: rows.Step) -> None:
        match step:
            case rows.Join() | rows.Release() | rows.Arrange() | rows.Reissue() | rows.HandOver():
                self._apply_seat(step)
            case rows.Begin(starter=starter):
                self.starter = starter
                self._tell(events.Started(starter))
            case rows.Roll(faces=faces):
                self.entries.append(RecordedRoll(faces))
                self.taken = [{} for _ in self.taken]
                self.moves = [0] * self.seats
                self.hints.begin_round()
            case rows.Move():
                self._apply_move(step)
            case rows.StandIn():
                pass  # it describes the moves that follow, see `apply`
            case rows.React(seat=seat, reaction=reaction):
                self.reactions[seat] += 1
                self._tell(events.Reacted(seat, reaction))
            case rows.Hint(seat=seat, step=number):
                assert self.game is not None
                self.hints.give(hint_key(self.game, seat), step=number)
                self._tell(events.Hinted(seat, self.hints.used[seat]))
            case rows.Stop():
                self._end(early=True)
            case rows.Rematch(table=table):
                self.rematch = table
                self._tell(events.RematchOpened(table))

    def _apply_move(self, step: rows.Move) -> None:
        action = step.action
        self.entries.append(Act(Seat(step.seat), action))
        self.moves[step.seat] += 1
        # Kept when the drawing is taken back, so that drawing it again uses the same die.
        if step.die is not None and isinstance(action, Drawing):
            self.taken[step.seat][action.placement.cell, action.placement.piece] = step.die

    def _stand_in(self, step: rows.StandIn, *, round_: int) -> stand_ins.Entry:
        entry, is_new = self.stand_ins.begin(step, round_=round_)
        if is_new:
            self._tell(entry.event)
        return entry

    def _apply_seat(
        self, step: rows.Join | rows.Release | rows.Arrange | rows.Reissue | rows.HandOver
    ) -> None:
        match step:
            case rows.Join(seat=seat, name=name, token=token, was=was):
                self.names[seat], self.tokens[seat], self.reserved[seat] = name, token, None
                if was is not None:
                    self.formerly[was] = self.places[seat]
                self._tell(events.Joined(seat, name))
            case rows.Arrange():
                self._arrange(step)
            case rows.Release(seat=seat):
                self.reserved[seat] = None
                self._tell(events.Released(seat))
            case rows.Reissue(seat=seat, token=token):
                self.tokens[seat] = token
                self.reissued[seat] += 1
            case rows.HandOver(seat=seat, bot=bot):
                self._tell(events.HandedOver(seat, bot))

    def _arrange(self, step: rows.Arrange) -> None:
        """Take over what was changed before the start; the seats that are kept move with all that belongs to them."""
        changed, spec = changes(self.spec, step), arranged(self.spec, step)
        kept, watchers = step.kept, self.history(None)
        self._set_up(spec, DiceSource(spec, rng=self.dice.rng))
        self.arrangements += 1
        self.places = [next(self._new_places) if was is None else self.places[was] for was in kept]
        self.names = _moved(self.names, kept, new="")
        self.tokens = _moved(self.tokens, kept, new="")
        self.reserved = _moved(self.reserved, kept, new=None)
        self.reserved = [None if bot else name for bot, name in zip(step.bots, self.reserved, strict=True)]
        # The same lists, because the feeds of connected clients read them.
        self.histories = [list(watchers) if was is None else self.histories[was] for was in kept]
        self.histories.append(watchers)
        self.reactions = _moved(self.reactions, kept, new=0)
        self.reissued = _moved(self.reissued, kept, new=0)
        self.last_move = _moved(self.last_move, kept, new=self.created)
        self._tell(events.Arranged(changed))

    def _apply_event(self, event: Event, *, game: Table) -> None:
        match event:
            case RoundClosed(round_=number):
                shown = tuple(seat.shown for seat in game.seats)
                hands = tuple(position.rolled for position in shown)
                closed = ClosedRound(number, game.deal.faces, hands, shown)
                self.closed.append(closed)
                if not self.number:
                    self.begins = number + 1
                self._tell(closed)
            case GameOver(winners=winners):
                self.winners = tuple(winners)
                self._end(early=False)
            case _ if isinstance(event, SECRET):
                self.histories[event.seat].append(event)
            case _:
                self._tell(event)

    def _end(self, *, early: bool) -> None:
        totals = tuple(sheet.total for sheet in self.sheets())
        self._tell(events.Ended(totals, self.winners, early))

    def _tell(self, event: RoomEvent) -> None:
        for history in self.histories:
            history.append(event)


def _moved(values: list[T], kept: Sequence[int | None], *, new: T) -> list[T]:
    """What belongs to each seat, after seats were added or removed."""
    return [new if was is None else values[was] for was in kept]
