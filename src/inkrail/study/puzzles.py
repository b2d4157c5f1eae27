"""Puzzles: last rounds with a single best end, at least two points ahead of every other board.

Boards come from games of bots; the rolls of the last round are tried on each, and what is found is proven by the exact
search of the last round. Where that search takes longer than milliseconds, a beam first looks for rolls that are worth it.

A puzzle is its board and its dice: a meteor has already struck, and special routes and duplicates that the board does not
show are not used. So boards from which a special route was erased are passed over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from itertools import count
from typing import Final

import numpy as np

from inkrail.bots.beginner import BeginnerBot
from inkrail.bots.casual import CasualBot
from inkrail.bots.effort import Breadth
from inkrail.bots.greedy import GreedyBot
from inkrail.bots.playing import play_turn
from inkrail.bots.search import Search, Start
from inkrail.bots.skilled import SkilledBot
from inkrail.bots.steady import SteadyBot
from inkrail.bots.thinker import ThinkerBot
from inkrail.bots.values import Values, values_of
from inkrail.core.board import Round
from inkrail.core.dice import Rng, SeededRng, shuffle
from inkrail.core.errors import Refusal
from inkrail.game.actions import Action, Done, format_action
from inkrail.game.history import played_rounds
from inkrail.game.record import Act, Entry, Record, Roll, format_record, seeded_record, seeded_roll
from inkrail.game.seat import SeatState
from inkrail.game.table import Phase, Table
from inkrail.kernel import Kernel
from inkrail.kernel.board.layout import IN_ORIGIN
from inkrail.kernel.search.last_round import LOWEST
from inkrail.rules.boardtext import read_boards
from inkrail.rules.dealing import Deal, Faces, Seat
from inkrail.rules.module import Report
from inkrail.rules.position import Drawing, Position
from inkrail.rules.ruleset import Ruleset
from inkrail.study.last_position import DUPLICATE, last_position, written_board

LEAD: Final = 2
"""How many points the best end is ahead at least."""
MOST_PUZZLES: Final = 99_999
"""How many may be asked for at once."""
_FINDERS: Final[tuple[type[ThinkerBot], ...]] = (BeginnerBot, SkilledBot, SteadyBot)
"""The bots whose searches tell the levels above the first apart, each broader than the one before.

Bots that search solve the last round exactly; here they find what their search finds.
"""
LEVELS: Final = 2 + len(_FINDERS)
_AUTHORS: Final = (CasualBot, SteadyBot)
"""Whose boards the puzzles are made from, in turn."""
_FIRST: Final = Seat(0)
_GLANCE: Final = Breadth(width=60, special=20, kept=20)
"""The beam that looks for rolls with a lead."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A board before the last round, its dice, and the only best end."""

    id: str
    rules: str
    board: str
    dice: tuple[str, ...]
    total: int
    second: int
    """The best total of any other board that the round can end with."""
    level: int
    """From 1, which a bot without a search finds, to 5, which no bot below `strong` finds by its search."""
    actions: tuple[str, ...]
    opening: str
    """A record of one seat that leads to the board and rolls the dice; empty if the game was drafted."""

    def report(self) -> Report:
        """The plain values that `inkrail puzzles` prints."""
        return {
            "id": self.id,
            "rules": self.rules,
            "board": self.board,
            "dice": list(self.dice),
            "total": self.total,
            "second": self.second,
            "level": self.level,
            "actions": list(self.actions),
        }


@dataclass(frozen=True, slots=True)
class _LastRound:
    """A last round in which drawing may begin: what was rolled and done up to then, and the position."""

    entries: tuple[Entry, ...]
    faces: Faces
    before: Position
    start: Position

    def dice(self, ruleset: Ruleset) -> tuple[str, ...]:
        """The faces to draw."""
        return tuple(face for face in self.faces if face in ruleset.pieces)

    def board(self, ruleset: Ruleset) -> str:
        """The board as a text, in the order of drawing."""
        drawings = [
            entry.action
            for entry in self.entries
            if isinstance(entry, Act) and entry.seat == _FIRST and isinstance(entry.action, Drawing)
        ]
        return written_board(ruleset, self.start, drawings)

    def is_told(self, kernel: Kernel) -> bool:
        """Whether the board and the dice tell all that matters, such as which special routes were used."""
        ruleset = kernel.ruleset
        (text,) = read_boards(BytesIO(self.board(ruleset).encode()), ruleset=lambda _: ruleset)
        try:
            told = last_position(text, self.dice(ruleset))
        except Refusal:
            return False
        states = np.array([kernel.state_of(told), kernel.state_of(self.start)])
        if kernel.capabilities["METEORS"]:
            states[:, IN_ORIGIN] = 0  # No meteor follows.
        return np.array_equal(*states)


def puzzles_of(ruleset: Ruleset, *, number: int, seed: str, games: int | None = None) -> Iterator[Puzzle]:
    """So many puzzles, each as soon as it is found, or those of so many games; the same seed gives the same ones."""
    values, found = values_of(ruleset), 0
    for game in count(1):
        if found == number or (games is not None and game > games):
            return
        puzzle = _puzzle(values, seed=f"{seed}-{game}", author=_AUTHORS[game % len(_AUTHORS)])
        if puzzle:
            found += 1
            yield puzzle


def _puzzle(values: Values, *, seed: str, author: type[CasualBot | SteadyBot]) -> Puzzle | None:
    """A puzzle on the board of a seeded game, if one of the rolls makes one."""
    ruleset, kernel = values.ruleset, values.kernel
    before, played = _before_last_round(values, seed=seed, author=author)
    round_ = Round(ruleset.rounds)
    others = _struck(ruleset, rng=SeededRng(seed, "round", round_))
    last: _LastRound | None = None
    for dice in shuffle(list(kernel.rolls[ruleset.board_of(round_)].dice), rng=SeededRng(seed, "rolls")):
        names = (kernel.pieces[piece].name for piece in dice)
        faces = (*(name for name in names if name in ruleset.faces), *others)
        if last is None:
            last = _begun(before, faces, ruleset=ruleset, played=played)
            if not last.is_told(kernel):
                return None
            state, may = kernel.state_of(last.start), kernel.may_draw_special(last.start)
        if _has_lead(values, Start(state, dice, special=may, round_=int(round_))):
            return _stated(values, _begun(before, faces, ruleset=ruleset, played=played))
    return None


def _struck(ruleset: Ruleset, *, rng: Rng) -> Faces:
    """The faces of the last roll that are not drawn."""
    rolled = (die.roll(rng) for die in ruleset.dice(Round(ruleset.rounds)))
    return tuple(face for face in rolled if face not in ruleset.pieces)


def _begun(before: Position, faces: Faces, *, ruleset: Ruleset, played: Sequence[Entry]) -> _LastRound:
    """The last round with these faces; a meteor strikes, where it may choose in the first direction."""
    start = ruleset.begin_round(before, Round(ruleset.rounds), faces=faces)
    entries = [*played, Roll(faces)]
    while choices := ruleset.choices(start):
        choice = next(choice for choice in choices if choice.verb not in ruleset.paid_steps)
        start = ruleset.choose(start, choice)
        entries.append(Act(_FIRST, choice))
    return _LastRound(tuple(entries), faces, before, start)


def _has_lead(values: Values, start: Start) -> bool:
    """Whether one end of the last round is proven to be far enough ahead of all others."""
    kernel, above = values.kernel, LOWEST
    if not kernel.solves_at_once:
        ends = Search(kernel, values.model).ends(start, breadth=_GLANCE)
        if len(ends) == 1 or ends[1].value > ends[0].value - LEAD:
            return False
        # What is not above this cannot take the lead away.
        above = round(ends[0].value) - LEAD
    best = kernel.last_round(start.state, start.dice, specials=start.special, two=True, above=above)
    return best.is_exact and LOWEST < best.second <= best.total - LEAD


def last_round_puzzle(record: Record, seat: Seat) -> Puzzle:
    """The last round of a finished game that was not drafted as a puzzle; other ends may be as good as the best.

    What was decided before drawing stays.
    """
    *before, last = played_rounds(record, seat)
    entries: list[Entry] = []
    for one in before:
        actions: tuple[Action, ...] = (*one.choices, *one.drawings, Done())
        entries += [Roll(one.hand), *(Act(_FIRST, action) for action in actions)]
    start = last.start
    entries.append(Roll(last.hand))
    for choice in last.choices:
        start = record.ruleset.choose(start, choice)
        entries.append(Act(_FIRST, choice))
    return _stated(values_of(record.ruleset), _LastRound(tuple(entries), last.hand, last.before, start))


def _stated(values: Values, last: _LastRound) -> Puzzle:
    """The puzzle of a last round."""
    ruleset, kernel = values.ruleset, values.kernel
    board, dice = last.board(ruleset), last.dice(ruleset)
    named = "\n".join((ruleset.name, ruleset.longest.value, board, *dice))
    best = kernel.last_round(
        kernel.state_of(last.start),
        kernel.dice_of(last.start),
        specials=kernel.may_draw_special(last.start),
        two=True,
    )
    if not best.is_exact:
        raise Refusal("puzzle.not_proven", ruleset=ruleset.name)
    return Puzzle(
        id=sha256(named.encode()).hexdigest()[:12],
        rules=ruleset.name,
        board=board,
        dice=dice,
        total=best.total,
        second=best.second,
        level=_level(values, last, total=best.total),
        actions=tuple(format_action(drawing, ruleset) for drawing in kernel.drawings(best.moves)),
        opening="" if ruleset.dealer.picking else format_record(Record(ruleset, entries=last.entries)),
    )


def _before_last_round(
    values: Values, *, seed: str, author: type[CasualBot | SteadyBot]
) -> tuple[Position, list[Entry]]:
    """The first seat's position before the last round of a seeded game, and what was rolled and done."""
    ruleset = values.ruleset
    table = seeded_record(ruleset, seats=ruleset.dealer.least_seats, seed=seed).open()
    entries: list[Entry] = []
    while table.round_ < ruleset.rounds - 1 or table.phase is not Phase.ROLL:
        if table.phase is Phase.ROLL:
            faces = seeded_roll(table, seed)
            entries.append(Roll(faces))
            table, _ = table.roll(faces)
            continue
        chooser = ruleset.dealer.chooser(table.deal)
        seat = chooser if chooser is not None else _not_done(table)
        rng = SeededRng(seed, "seat", seat + 1, table.phase.value, table.round_)
        before = table
        table, actions = play_turn(before, seat, bot=author(), rng=rng, seed=seed)
        if any(isinstance(action, Drawing) and action.verb == DUPLICATE for action in actions):
            actions = _without_duplicates(values, before, seat)
            for action in actions:
                before, _ = before.act(seat, action)
            table = before
        entries += (Act(seat, action) for action in actions)
    return table.seats[_FIRST].position, entries


def _without_duplicates(values: Values, table: Table, seat: Seat) -> tuple[Action, ...]:
    """A round in which no result is drawn again: a board does not show how often that was done."""
    kernel, position = values.kernel, table.seats[seat].position
    start = Start(
        kernel.state_of(position), kernel.dice_of(position), special=False, round_=int(table.round_)
    )
    (plan, *_) = Search(kernel, values.model).ends(start, breadth=_GLANCE)
    return (*kernel.drawings(plan.moves), Done())


def _not_done(table: Table) -> Seat:
    return next(Seat(number) for number, seat in enumerate(table.seats) if not seat.done)


def _level(values: Values, last: _LastRound, *, total: int) -> int:
    """How many of the bots, ordered by what they find, miss the best end, plus 1."""
    ruleset, kernel, round_ = values.ruleset, values.kernel, Round(values.ruleset.rounds)
    start = last.start
    table = Table(ruleset, (SeatState(last.before, start),), Deal(1), round_, Phase.DRAW)
    table, _ = play_turn(table, _FIRST, bot=GreedyBot(), rng=SeededRng("puzzle"), seed="puzzle")
    if ruleset.score(table.seats[_FIRST].position).total >= total:
        return 1
    search = Search(kernel, values.model)
    plain = Start(kernel.state_of(start), kernel.dice_of(start), kernel.may_draw_special(start), round_)
    for level, bot in enumerate(_FINDERS, start=2):
        if search.ends(plain, breadth=bot.effort.last)[0].value >= total:
            return level
    return LEVELS
