"""Puzzles: last rounds with a single best end, at least two points ahead of every other board.

Boards come from games of bots; every roll of the last round is tried on each, and what is found is proven by the exact
search of the last round. Where that search takes longer than milliseconds, a beam first looks for rolls that are worth it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from typing import Final

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
from inkrail.core.dice import SeededRng, shuffle
from inkrail.core.errors import Refusal
from inkrail.core.notation import format_placement
from inkrail.game.actions import Action, Done, format_action
from inkrail.game.history import played_rounds
from inkrail.game.record import Act, Entry, Record, Roll, format_record, seeded_record, seeded_roll
from inkrail.game.seat import SeatState
from inkrail.game.table import Phase, Table
from inkrail.kernel.board.bits import Words
from inkrail.kernel.capabilities import game_of
from inkrail.kernel.search.last_round import LOWEST
from inkrail.rules.dealing import Deal, Faces, Seat
from inkrail.rules.module import Report
from inkrail.rules.position import Drawing, Position
from inkrail.rules.ruleset import Ruleset

LEAD: Final = 2
"""How many points the best end is ahead at least."""
_FINDERS: Final[tuple[type[ThinkerBot], ...]] = (BeginnerBot, SkilledBot, SteadyBot)
"""The bots whose searches tell the levels above the first apart, each broader than the one before.

Bots that search solve the last round exactly; here they find what their search finds.
"""
LEVELS: Final = 2 + len(_FINDERS)
_AUTHORS: Final = (CasualBot, SteadyBot)
"""Whose boards the puzzles are made from, in turn."""
_FIRST: Final = Seat(0)
_PROVEN: Final = frozenset({"river"})
"""The games besides those that are solved at once in which a puzzle is found and proven in about a CPU second."""
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


def is_provable(ruleset: Ruleset) -> bool:
    """Whether puzzles are proven quickly enough."""
    return values_of(ruleset).kernel.solves_at_once or game_of(ruleset) in _PROVEN


def check_provable(ruleset: Ruleset) -> None:
    """Refuse a ruleset in which it takes too long to prove a puzzle."""
    if not is_provable(ruleset):
        raise Refusal("puzzle.not_proven", ruleset=ruleset.name)


def puzzles_of(ruleset: Ruleset, *, number: int, seed: str) -> Iterator[Puzzle]:
    """So many puzzles, each as soon as it is found; the same seed gives the same ones."""
    check_provable(ruleset)
    values, found = values_of(ruleset), 0
    for game in count(1):
        if found == number:
            return
        puzzle = _puzzle(values, seed=f"{seed}-{game}", author=_AUTHORS[game % len(_AUTHORS)])
        if puzzle:
            found += 1
            yield puzzle


def _puzzle(values: Values, *, seed: str, author: type[CasualBot | SteadyBot]) -> Puzzle | None:
    """A puzzle on the board of a seeded game, if one of the rolls makes one."""
    ruleset, kernel = values.ruleset, values.kernel
    position, played = _before_last_round(ruleset, seed=seed, author=author)
    state = kernel.state_of(position)
    rolls = kernel.rolls[ruleset.board_of(Round(ruleset.rounds))]
    for dice in shuffle(list(rolls.dice), rng=SeededRng(seed, "rolls")):
        if _has_lead(values, state, dice):
            faces = tuple(kernel.pieces[piece].name for piece in dice)
            return _stated(values, position, played=played, faces=faces)
    return None


def _has_lead(values: Values, state: Words, dice: Words) -> bool:
    """Whether one end of the last round is proven to be far enough ahead of all others."""
    kernel, above = values.kernel, LOWEST
    if not kernel.solves_at_once:
        start = Start(state, dice, special=True, round_=values.ruleset.rounds)
        ends = Search(kernel, values.model).ends(start, breadth=_GLANCE)
        if len(ends) == 1 or ends[1].value > ends[0].value - LEAD:
            return False
        # What is not above this cannot take the lead away.
        above = round(ends[0].value) - LEAD
    best = kernel.last_round(state, dice, specials=True, two=True, above=above)
    return best.is_exact and LOWEST < best.second <= best.total - LEAD


def last_round_puzzle(record: Record, seat: Seat) -> Puzzle:
    """The last round of a finished game that was not drafted as a puzzle; other ends may be as good as the best."""
    ruleset = record.ruleset
    check_provable(ruleset)
    *before, last = played_rounds(record, seat)
    entries: list[Entry] = []
    for one in before:
        actions: tuple[Action, ...] = (*one.choices, *one.drawings, Done())
        entries += [Roll(one.hand), *(Act(_FIRST, action) for action in actions)]
    return _stated(values_of(ruleset), last.before, played=entries, faces=last.hand)


def _stated(values: Values, position: Position, *, played: Sequence[Entry], faces: Faces) -> Puzzle:
    """The puzzle of a position before the last round and its dice."""
    ruleset, kernel = values.ruleset, values.kernel
    drawings = [
        entry.action
        for entry in played
        if isinstance(entry, Act) and entry.seat == _FIRST and isinstance(entry.action, Drawing)
    ]
    board = "".join(f"{format_placement(drawing.placement)}\n" for drawing in drawings)
    named = "\n".join((ruleset.name, ruleset.longest.value, board, *faces))
    dice = kernel.roll(faces).dice[0]
    best = kernel.last_round(kernel.state_of(position), dice, specials=True, two=True)
    if not best.is_exact:
        raise Refusal("puzzle.not_proven", ruleset=ruleset.name)
    opening = Record(ruleset, entries=(*played, Roll(faces)))
    return Puzzle(
        id=sha256(named.encode()).hexdigest()[:12],
        rules=ruleset.name,
        board=board,
        dice=faces,
        total=best.total,
        second=best.second,
        level=_level(values, position, faces, total=best.total),
        actions=tuple(format_action(drawing, ruleset) for drawing in kernel.drawings(best.moves)),
        opening="" if ruleset.dealer.picking else format_record(opening),
    )


def _before_last_round(
    ruleset: Ruleset, *, seed: str, author: type[CasualBot | SteadyBot]
) -> tuple[Position, list[Entry]]:
    """The first seat's position before the last round of a seeded game, and what was rolled and done."""
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
        table, actions = play_turn(table, seat, bot=author(), rng=rng, seed=seed)
        entries += (Act(seat, action) for action in actions)
    return table.seats[_FIRST].position, entries


def _not_done(table: Table) -> Seat:
    return next(Seat(number) for number, seat in enumerate(table.seats) if not seat.done)


def _level(values: Values, position: Position, faces: Faces, *, total: int) -> int:
    """How many of the bots, ordered by what they find, miss the best end, plus 1."""
    ruleset, kernel, round_ = values.ruleset, values.kernel, Round(values.ruleset.rounds)
    start = ruleset.begin_round(position, round_, faces=faces)
    table = Table(ruleset, (SeatState(position, start),), Deal(1), round_, Phase.DRAW)
    table, _ = play_turn(table, _FIRST, bot=GreedyBot(), rng=SeededRng("puzzle"), seed="puzzle")
    if ruleset.score(table.seats[_FIRST].position).total >= total:
        return 1
    search = Search(kernel, values.model)
    plain = Start(kernel.state_of(start), kernel.dice_of(start), kernel.may_draw_special(start), round_)
    for level, bot in enumerate(_FINDERS, start=2):
        if search.ends(plain, breadth=bot.effort.last)[0].value >= total:
            return level
    return LEVELS
