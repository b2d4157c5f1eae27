"""The best board found for a game's dice, all known from the start.

A beam over whole rounds keeps the best boards after each round by their value, finds the ends of the next round from each
of them by a narrow search, and solves the last round of all of them. Then the best boards are improved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np

from inkrail.bots.effort import COST, Breadth
from inkrail.bots.values import Values, values_of
from inkrail.core.errors import Refusal
from inkrail.core.longest import Longest
from inkrail.core.score import Values as NetworkValues
from inkrail.game.actions import Action, Done, Pick
from inkrail.game.history import PlayedRound, played_rounds
from inkrail.game.record import Act, Entry, Record, Roll, finish_record, format_record, replay
from inkrail.game.table import Phase, Table
from inkrail.kernel import NO_MOVE
from inkrail.kernel.board.bits import Words
from inkrail.kernel.board.layout import IN_SPENT
from inkrail.kernel.search.beam import MORE, MOVES, NO_MEMO, VALUE, Task
from inkrail.kernel.search.last_round import RESULT, TOTAL
from inkrail.rules.dealing import Seat
from inkrail.rules.module import Report
from inkrail.rules.position import Choice, Drawing
from inkrail.rules.ruleset import Ruleset
from inkrail.rules.standard import SPECIALS_A_GAME
from inkrail.study.improvement import TWO_ROUNDS, Improvement
from inkrail.study.known_dice import ORIGIN, ends_of_many, last_rounds
from inkrail.study.refusals import check_seat

WIDTH: Final = 10
SPECIAL_WIDTH: Final = 3
KEPT: Final = 10
"""The breadth of the search of a round from each board."""
IMPROVED: Final = 2
"""How many of the best boards are improved."""
SLACK: Final = 3
"""How far behind the best board they may be."""
HIGHEST: Final = 83
"""The proven maximum of any base game with the usual readings."""
_SEEN: Final = 1 << 20

Step = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Extent:
    """How much is searched."""

    boards: int = 1000
    """How many boards are kept after each round of the base game; fewer where a search costs more."""
    fewest: int = 50
    """How many are kept at least."""
    first: int = 20
    """How many times as broad the search of the first round is, which begins with a single board and keeps all its ends."""
    two_rounds: Breadth = TWO_ROUNDS
    """The breadth of the search for two rounds that are drawn anew."""


WHOLE: Final = Extent()


@dataclass(frozen=True, slots=True)
class BestBoard:
    """The best board found: its total, whether it is proven to be the best, a bound on all, and a record of it."""

    total: int
    exact: bool
    bound: int | None
    record: str

    def report(self) -> Report:
        """The plain values that `inkrail best` prints."""
        return {"total": self.total, "exact": self.exact, "bound": self.bound, "record": self.record}


class Reached(NamedTuple):
    """Boards after a round, best first, and how each was reached: from which board, by which choice and moves."""

    states: Words
    values: Words
    origins: Words
    choices: tuple[Choice | None, ...]
    moves: tuple[tuple[int, ...], ...]


def best_board(
    record: Record, table: Table, *, seat: Seat, step: Step = lambda: None, extent: Extent | None = None
) -> BestBoard:
    """The best board found for the dice of one seat of a finished game; `step` is called after each round searched."""
    check_seat(record, seat)
    if table.phase is not Phase.OVER:
        raise Refusal("record.unfinished")
    values = values_of(record.ruleset)
    rounds = played_rounds(record, seat)
    found = _drawn_anew(record, seat, _search(values, rounds, extent=extent or WHOLE, step=step))
    after = replay(found)
    if after.sheets()[seat].total <= table.sheets()[seat].total:
        found, after = record, table
    total, bound = after.sheets()[seat].total, bound_of(record.ruleset)
    return BestBoard(total, total == bound, bound, format_record(finish_record(found, after)))


def bound_of(ruleset: Ruleset) -> int | None:
    """The most points that any game can have, where that is proven."""
    usual = ruleset.longest is Longest.CELLS and ruleset.values is NetworkValues.OFFICIAL
    return HIGHEST if ruleset.name == "base" and usual else None


def _search(
    values: Values, rounds: Sequence[PlayedRound], *, extent: Extent, step: Step
) -> list[tuple[Action, ...]]:
    """The actions of each round on the way to the best board found, without `done`."""
    kernel = values.kernel
    reached = [
        Reached(kernel.start()[np.newaxis], np.zeros(1, np.int64), np.zeros(1, np.int64), (None,), ((),))
    ]
    dice = [kernel.roll(played.hand).dice[0] for played in rounds]
    for played, rolled in zip(rounds, dice, strict=True):
        if played.round_ == kernel.ruleset.rounds and kernel.solves_at_once:
            break
        reached.append(_next(values, reached[-1], extent, played=played, dice=rolled))
        step()
    if not kernel.solves_at_once:
        return [_actions(values, choice, moves) for choice, moves in _path(reached, 0)]
    total, best = -1000, list[list[int]]()
    improvement = Improvement(values, dice, breadth=extent.two_rounds)
    for index, moves, points in _solved(values, reached[-1], dice[-1]):
        way = [[*moves] for _, moves in _path(reached, index)]
        drawn, reachable = improvement.improved([*way, [*moves]], points)
        if reachable > total:
            total, best = reachable, drawn
    step()
    return [_actions(values, None, moves) for moves in best]


def _next(values: Values, before: Reached, extent: Extent, *, played: PlayedRound, dice: Words) -> Reached:
    """The best boards after a round, reached from any of those before it."""
    kernel, round_ = values.kernel, int(played.round_)
    starts = list(_starts(values, before.states, played))
    factor, keep = (extent.first, extent.boards) if round_ == 1 else (1, KEPT)
    cost = COST.get(kernel.capabilities.name, 1) * len(starts)
    number = 1 if round_ == kernel.ruleset.rounds else max(extent.fewest, extent.boards // cost)
    found: list[tuple[Choice | None, Words, Words]] = []
    for choice, states, origins, extra in starts:
        ends = np.zeros((number, kernel.width + MORE), np.int64)
        task = Task(
            kernel.tables, *values.model, round_, extra, factor * WIDTH, factor * SPECIAL_WIDTH, NO_MEMO
        )
        seen = np.zeros(_SEEN, np.int64)
        many = kernel.compiled(ends_of_many)(states, dice, task, keep, seen, ends)
        found += ((choice, end, origins[end[kernel.width + ORIGIN]]) for end in ends[:many])
    found.sort(key=lambda end: -end[1][kernel.width + VALUE])
    return _reached(found[:number], width=kernel.width)


def _reached(found: Sequence[tuple[Choice | None, Words, Words]], *, width: int) -> Reached:
    entries = np.array([entry for _, entry, _ in found])
    at = width + MOVES
    return Reached(
        states=np.ascontiguousarray(entries[:, :width]),
        values=entries[:, width + VALUE],
        origins=np.array([origin for _, _, origin in found]),
        choices=tuple(choice for choice, _, _ in found),
        moves=tuple(tuple(entry[at + 1 : at + 1 + entry[at]].tolist()) for entry in entries),
    )


def _starts(
    values: Values, states: Words, played: PlayedRound
) -> Iterator[tuple[Choice | None, Words, Words, int]]:
    """The boards after each choice before drawing, the numbers they had before, and 1 if a special route may follow."""
    kernel, ruleset = values.kernel, values.ruleset
    every = np.arange(len(states))
    fresh = ruleset.begin_round(ruleset.set_up(), played.round_, faces=played.hand)
    choices = ruleset.choices(fresh)
    if not choices:
        yield None, states, every, 1
        return
    direction, distance = kernel.roll(played.hand).meteors[0].tolist()
    directions = [choice for choice in choices if choice.verb not in ruleset.paid_steps]
    for number, choice in enumerate(directions):
        struck = number if len(directions) > 1 else direction
        after = kernel.strike(
            states, directions=np.full(len(states), struck), distances=np.full(len(states), distance)
        )
        yield choice, after, every, 1
    for choice in choices:
        if choice.verb in ruleset.paid_steps:
            bit = 2 ** [piece.name for piece in ruleset.specials].index(choice.argument)
            spent = states[:, IN_SPENT]
            used = np.array([int(mask).bit_count() for mask in spent])
            paid = every[(spent & bit == 0) & (used < SPECIALS_A_GAME)]
            if len(paid):
                after = states[paid].copy()
                after[:, IN_SPENT] |= bit
                yield choice, after, paid, 0


def _solved(values: Values, last: Reached, dice: Words) -> Iterator[tuple[int, tuple[int, ...], int]]:
    """The boards with the best last rounds: their numbers, the moves of that round and the totals, best first."""
    kernel = values.kernel
    results = np.zeros((len(last.states), RESULT), np.int64)
    kernel.compiled(last_rounds)(last.states, kernel.tables, dice, SLACK, results)
    totals = results[:, TOTAL]
    for index in np.argsort(-totals, kind="stable")[:IMPROVED].tolist():
        if totals[index] >= totals.max() - SLACK:
            moves = tuple(move for move in results[index, :TOTAL].tolist() if move != NO_MOVE)
            yield index, moves, int(totals[index])


def _path(reached: Sequence[Reached], index: int) -> list[tuple[Choice | None, tuple[int, ...]]]:
    """The choice and the moves of each round on the way to one of the last boards."""
    path: list[tuple[Choice | None, tuple[int, ...]]] = []
    for level in reached[:0:-1]:
        path.append((level.choices[index], level.moves[index]))
        index = int(level.origins[index])
    return path[::-1]


def _actions(values: Values, choice: Choice | None, moves: Sequence[int]) -> tuple[Action, ...]:
    drawings = values.kernel.drawings(moves)
    return drawings if choice is None else (choice, *drawings)


def _drawn_anew(record: Record, seat: Seat, rounds: Sequence[tuple[Action, ...]]) -> Record:
    """The record with other actions of one seat in each round; rolls, picks and the other seats stay."""
    entries: list[Entry] = []
    anew, pending = iter(rounds), False
    for entry in record.entries:
        if isinstance(entry, Roll):
            pending = True
        elif entry.seat == seat and not isinstance(entry.action, Pick):
            if pending:
                entries += (
                    Act(seat, action)
                    for action in _needed(replace(record, entries=tuple(entries)), seat, next(anew))
                )
                pending = False
            continue
        entries.append(entry)
    return replace(record, entries=tuple(entries), totals=())


def _needed(record: Record, seat: Seat, actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """The actions and `done` after what a record has, without a choice where there is nothing to choose."""
    chooses = bool(record.ruleset.choices(replay(record).seats[seat].start))
    return (*(action for action in actions if chooses or isinstance(action, Drawing)), Done())
