"""A hosted table: a game with names, tokens, bots, a clock and a history, made of its stored rows.

It knows neither sockets nor storage nor the time: it says which row an order leads to, and takes the row in once it is
stored. The same rows lead to the same table in every process.
"""

from __future__ import annotations

from collections.abc import Sequence

from inkrail.core.longest import Longest
from inkrail.core.score import ScoreSheet, Values
from inkrail.game.actions import parse_action
from inkrail.game.dice import TakenDice
from inkrail.game.events import SECRET, Event, GameOver, RoundClosed
from inkrail.game.record import Act, Entry, Record, finish_record
from inkrail.game.record import Roll as RecordedRoll
from inkrail.game.table import Phase, Table, open_table
from inkrail.rules.dealing import Faces, Seat
from inkrail.rules.position import Drawing, Position
from inkrail.rules.registry import parse_ruleset
from inkrail.rules.ruleset import Ruleset
from inkrail.server.rooms import rows as steps
from inkrail.server.rooms.rows import Row, Spec
from inkrail.server.rooms.stand_ins import StandIns, StoodIn
from inkrail.server.rooms.waiting import Played, Stage, Standing
from inkrail.server.wire import messages as wire
from inkrail.server.wire.encode import event_view, move_view
from inkrail.server.wire.messages import PhaseName

IDLE_SECONDS = 7 * 24 * 3600
"""After so long without a clock the others may hand a seat over."""

KEPT_SCORES = 8
"""So many positions a seat whose score is kept."""


class ClosedRound:
    """A round that is over: its dice, and what every seat had at its end."""

    def __init__(
        self, number: int, *, faces: Faces, hands: tuple[Faces, ...], seats: tuple[Position, ...]
    ) -> None:
        self.number = number
        self.faces = faces
        self.hands = hands
        self.seats = seats


HistoryItem = wire.TableEvent | ClosedRound
"""A closed round is written out only when somebody asks for it."""


class HostedTable:
    """One table, as its rows up to `number` made it."""

    def __init__(self, id_: str, spec: Spec, *, created: float) -> None:
        self.id = id_
        self.spec = spec
        self.created = created
        self.number = 0
        self.ruleset = make_ruleset(spec)
        seats = len(spec.bots)
        self.seats = seats
        self.standing = Standing(spec.bots, spec.clock, created)
        self.names: list[str] = ["" for _ in spec.bots]
        self.tokens: list[str] = [""] * seats
        self.formerly: dict[int, int] = {}
        """For a rematch: who sat where at the table before."""
        self.starter: int | None = None
        self.rematch: str | None = None
        self.winners: tuple[int, ...] = ()
        self.entries: list[Entry] = []
        self.closed: list[ClosedRound] = []
        self.streams: list[list[HistoryItem]] = [[] for _ in range(seats + 1)]
        """The history that each seat, and last the watchers, may see."""
        self.answered: dict[tuple[int | None, str], int] = {}
        """The requests that were done, with the number of the last event they led to."""
        self.taken: list[TakenDice] = [{} for _ in spec.bots]
        """For each seat which of its dice it took this round to draw a piece in a cell, where it said so."""
        self.stand_ins = StandIns()
        self.reactions = [0] * seats
        self.last_move = [created] * seats
        self.over_at: float | None = None
        self._sheets: tuple[int, tuple[ScoreSheet, ...]] | None = None
        self._scored: dict[Position, ScoreSheet] = {}

    # What it is like.

    @property
    def game(self) -> Table | None:
        """The game, once it began."""
        return self.standing.game

    @property
    def bots(self) -> tuple[str | None, ...]:
        """The bot that plays each seat, None for a person."""
        return self.standing.bots

    @property
    def phase(self) -> PhaseName:
        """What the table waits for."""
        return self.standing.phase

    def joined(self, seat: int) -> bool:
        """Whether somebody sits there."""
        return bool(self.names[seat]) or self.bots[seat] is not None

    def idle(self, seat: int, *, now: float) -> bool:
        """Whether this person has kept the table waiting so long that the others may go on without him."""
        if self.spec.clock is not None or self.bots[seat] or seat not in self.standing.waited_for:
            return False
        return now - max(self.standing.waiting_since, self.last_move[seat]) >= IDLE_SECONDS

    @property
    def shown_since(self) -> int:
        """The first round whose stand-ins are still shown: the last closed one."""
        return max(1, len(self.closed))

    def sheets(self) -> tuple[ScoreSheet, ...]:
        """The scores of all seats at the end of the last closed round."""
        if self.game is None:
            position = self.ruleset.set_up()
            return (self.ruleset.score(position),) * self.seats
        key = len(self.closed)
        if self._sheets is None or self._sheets[0] != key:
            self._sheets = key, tuple(self.score(seat.shown) for seat in self.game.seats)
        return self._sheets[1]

    def score(self, position: Position) -> ScoreSheet:
        """The score of a position; the last few are kept, for what is taken back and for the end of the round."""
        sheet = self._scored.get(position)
        if sheet is None:
            sheet = self._scored[position] = self.ruleset.score(position)
            if len(self._scored) > KEPT_SCORES * self.seats:
                del self._scored[next(iter(self._scored))]
        return sheet

    def record(self, *, whole: bool = False) -> Record:
        """The record as everybody may see it: closed rounds only while the game runs, a seed once it is over.

        The dice of a day are nobody's to know, so that they never come with a seed.
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

    # Taking rows in.

    def play(self, row_steps: Sequence[steps.Step], *, game: Table | None = None) -> Played:
        """What each step leads to, from here or from `game` on, or a refusal. Changes nothing."""
        game = game or self.game
        stages: list[Stage] = []
        for step in row_steps:
            events: tuple[Event, ...] = ()
            match step:
                case steps.Begin(starter=starter):
                    lot = None if starter is None else Seat(starter)
                    game = open_table(self.ruleset, seats=self.seats, starter=lot)
                case steps.Roll(faces=faces) if game:
                    game, events = game.roll(faces)
                case steps.Move(seat=seat, action=action) if game:
                    game, events = game.act(Seat(seat), parse_action(action, self.ruleset))
                case _:
                    pass
            stages.append((game, events))
        return tuple(stages)

    def take_in(
        self, row: Row, *, at: float, played: Played | None = None, standing: Standing | None = None
    ) -> None:
        """Apply a stored row; `played` is what `play` said about it, and `standing` what follows, if known."""
        played = played or self.play(row.steps)
        before, acting = self.game, list[StoodIn]()
        self.standing = standing or self.standing.after(row.steps, played, at=at)
        for step, (game, events) in zip(row.steps, played, strict=True):
            if isinstance(step, steps.StandIn):
                acting = [self._stand_in(step, game=game)]
            elif isinstance(step, steps.Move) and step.seat == row.by:
                self.stand_ins.seen(step.seat)
            self._take_step(step)
            for event in events:
                assert game is not None
                for entry in acting:
                    entry.moves += move_view(event, before=before)
                self._take_event(event, game=game)
            before = game
        self.number += 1
        if self.phase == "over" and self.over_at is None:
            self.over_at = at
        if row.by is not None:
            self.last_move[row.by] = at
        if row.id:
            self.answered[row.by, row.id] = len(self.stream(row.by))

    def stream(self, seat: int | None) -> list[HistoryItem]:
        """The history that a seat, or a watcher, may see."""
        return self.streams[self.seats if seat is None else seat]

    def _take_step(self, step: steps.Step) -> None:
        match step:
            case steps.Join() | steps.Reissue() | steps.GiveSeat():
                self._take_seat(step)
            case steps.Begin(starter=starter):
                self.starter = starter
                self._tell({"kind": "started", "starter": starter})
            case steps.Roll(faces=faces):
                self.entries.append(RecordedRoll(faces))
                self.taken = [{} for _ in self.taken]
            case steps.Move():
                self._take_move(step)
            case steps.StandIn():
                pass  # it tells of the moves that follow, see `take_in`
            case steps.Show(seat=seat, reaction=reaction):
                self.reactions[seat] += 1
                self._tell({"kind": "reaction", "seat": seat, "reaction": reaction})
            case steps.Stop():
                self._tell_end(ended_early=True)
            case steps.Again(table=table):
                self.rematch = table
                self._tell({"kind": "rematch", "table": table})

    def _take_move(self, step: steps.Move) -> None:
        action = parse_action(step.action, self.ruleset)
        self.entries.append(Act(Seat(step.seat), action))
        # Kept when the drawing is taken back, so that it comes again from the same die.
        if step.die is not None and isinstance(action, Drawing):
            self.taken[step.seat][action.placement.cell, action.placement.piece] = step.die

    def _stand_in(self, step: steps.StandIn, *, game: Table | None) -> StoodIn:
        assert game is not None
        entry, is_new = self.stand_ins.begin(step, round_=game.round_)
        if is_new:
            self._tell(entry.told())
        return entry

    def _take_seat(self, step: steps.Join | steps.Reissue | steps.GiveSeat) -> None:
        seat = step.seat
        match step:
            case steps.Join(name=name, token=token, was=was):
                self.names[seat], self.tokens[seat] = name, token
                if was is not None:
                    self.formerly[was] = seat
                self._tell({"kind": "joined", "seat": seat, "name": name})
            case steps.Reissue(token=token):
                self.tokens[seat] = token
            case steps.GiveSeat(bot=bot):
                self._tell({"kind": "handed_over", "seat": seat, "bot": bot})

    def _take_event(self, event: Event, *, game: Table) -> None:
        match event:
            case RoundClosed(round_=number):
                shown = tuple(seat.shown for seat in game.seats)
                hands = tuple(position.rolled for position in shown)
                closed = ClosedRound(number, faces=game.deal.faces, hands=hands, seats=shown)
                self.closed.append(closed)
                self._tell(closed)
            case GameOver(winners=winners):
                self.winners = tuple(winners)
                self._tell_end(ended_early=False)
            case _:
                told = event_view(event, round_=game.round_)
                if isinstance(event, SECRET):
                    self.streams[event.seat].append(told)
                else:
                    self._tell(told)

    def _tell_end(self, *, ended_early: bool) -> None:
        self._tell(
            {
                "kind": "game_over",
                "totals": [sheet.total for sheet in self.sheets()],
                "winners": list(self.winners),
                "ended_early": ended_early,
            }
        )

    def _tell(self, item: HistoryItem) -> None:
        for stream in self.streams:
            stream.append(item)


def make_ruleset(spec: Spec) -> Ruleset:
    """The ruleset that a table plays."""
    longest = Longest(spec.longest) if spec.longest else None
    return parse_ruleset(spec.rules, longest=longest, values=Values(spec.values))
