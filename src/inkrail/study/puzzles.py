"""Puzzles: last rounds with a single best end, at least two points ahead of every other board.

Boards come from games of bots; every roll of the last round is tried on each, and what is found is proven by the exact
search of the last round.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from itertools import count
from typing import Final

from inkrail.bots.casual import CasualBot
from inkrail.bots.playing import play_turn
from inkrail.bots.registry import BOT_NAMES, find_bot
from inkrail.bots.search import Search, Start
from inkrail.bots.steady import SteadyBot
from inkrail.bots.strong import StrongBot
from inkrail.bots.values import Values, values_of
from inkrail.core.board import Round
from inkrail.core.dice import SeededRng, shuffle
from inkrail.core.errors import Refusal
from inkrail.core.notation import format_placement
from inkrail.game.actions import format_action
from inkrail.game.record import seeded_record, seeded_roll
from inkrail.game.seat import SeatState
from inkrail.game.table import Phase, Table
from inkrail.kernel.search.last_round import LOWEST
from inkrail.rules.dealing import Deal, Faces, Seat
from inkrail.rules.module import Report
from inkrail.rules.position import Drawing, Position
from inkrail.rules.ruleset import Ruleset

LEAD: Final = 2
"""How many points the best end is ahead at least."""
LEVELS: Final = 5
TRIES: Final = 5
"""How often each bot tries; some of them draw at random."""
_AUTHORS: Final = (CasualBot, SteadyBot)
"""Whose boards the puzzles are made from, in turn."""
_FIRST: Final = Seat(0)


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
    """From 1, which the weakest bot finds, to 5, which no bot below `strong` finds."""
    actions: tuple[str, ...]

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


def check_provable(ruleset: Ruleset) -> None:
    """Refuse a ruleset whose last round cannot be solved exactly."""
    if not values_of(ruleset).kernel.solves_last_round:
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
    position, drawings = _before_last_round(ruleset, seed=seed, author=author)
    state = kernel.state_of(position)
    rolls = kernel.rolls[ruleset.board_of(Round(ruleset.rounds))]
    for dice in shuffle(list(rolls.dice), rng=SeededRng(seed, "rolls")):
        total, second, moves = kernel.two_best(state, dice)
        if LOWEST < second <= total - LEAD:
            faces = tuple(kernel.pieces[piece].name for piece in dice)
            board = "".join(f"{format_placement(drawing.placement)}\n" for drawing in drawings)
            name = sha256(
                "\n".join((ruleset.name, ruleset.longest.value, board, *faces)).encode()
            ).hexdigest()[:12]
            return Puzzle(
                id=name,
                rules=ruleset.name,
                board=board,
                dice=faces,
                total=total,
                second=second,
                level=_level(values, position, faces, total=total, name=name),
                actions=tuple(format_action(drawing, ruleset) for drawing in kernel.drawings(moves)),
            )
    return None


def _before_last_round(
    ruleset: Ruleset, *, seed: str, author: type[CasualBot | SteadyBot]
) -> tuple[Position, list[Drawing]]:
    """The first seat's position before the last round of a seeded game, and all its drawings."""
    table = seeded_record(ruleset, seats=ruleset.dealer.least_seats, seed=seed).open()
    drawings: list[Drawing] = []
    while table.round_ < ruleset.rounds - 1 or table.phase is not Phase.ROLL:
        if table.phase is Phase.ROLL:
            table, _ = table.roll(seeded_roll(table, seed))
            continue
        chooser = ruleset.dealer.chooser(table.deal)
        seat = chooser if chooser is not None else _not_done(table)
        rng = SeededRng(seed, "seat", seat + 1, table.phase.value, table.round_)
        table, actions = play_turn(table, seat, bot=author(), rng=rng, seed=seed)
        if seat == _FIRST:
            drawings += (action for action in actions if isinstance(action, Drawing))
    return table.seats[_FIRST].position, drawings


def _not_done(table: Table) -> Seat:
    return next(Seat(number) for number, seat in enumerate(table.seats) if not seat.done)


def _level(values: Values, position: Position, faces: Faces, *, total: int, name: str) -> int:
    """How far up the list of bots the first one is that finds the best end."""
    weaker = BOT_NAMES[: BOT_NAMES.index(StrongBot.name)]
    finds = partial(_finds, values, position, faces=faces, total=total, name=name)
    first = next((number for number, bot in enumerate(weaker) if finds(bot=bot)), len(weaker))
    return 1 + (LEVELS - 1) * first // len(weaker)


def _finds(values: Values, position: Position, *, faces: Faces, bot: str, total: int, name: str) -> bool:
    """Whether a bot finds the best end in one of its tries.

    `steady` solves last rounds exactly, as all stronger bots do: here it finds what its search finds.
    """
    ruleset, kernel, round_ = values.ruleset, values.kernel, Round(values.ruleset.rounds)
    start = ruleset.begin_round(position, round_, faces=faces)
    if bot == SteadyBot.name:
        search = Search(kernel, values.model)
        plain = Start(kernel.state_of(start), kernel.dice_of(start), kernel.may_draw_special(start), round_)
        return search.ends(plain, breadth=SteadyBot.effort.last)[0].value >= total
    for number in range(TRIES):
        table = Table(ruleset, (SeatState(position, start),), Deal(1), round_, Phase.DRAW)
        rng = SeededRng(name, bot, number)
        table, _ = play_turn(table, _FIRST, bot=find_bot(bot), rng=rng, seed=name)
        if ruleset.score(table.seats[_FIRST].position).total >= total:
            return True
    return False
