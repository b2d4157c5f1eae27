"""Makes puzzles ahead, in workers that nobody else needs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import Any

from inkrail.core.errors import Refusal
from inkrail.rules.registry import parse_ruleset
from inkrail.server.bots.fair_queue import Priority
from inkrail.server.bots.process import BotFailed
from inkrail.server.bots.questions import Question, make_puzzles
from inkrail.server.bots.runner import BotRunner
from inkrail.server.rooms.interfaces import NO_OWNER, Origin, TryAgain
from inkrail.server.rooms.puzzles import LEVELS, StoredPuzzle
from inkrail.server.rooms.tokens import new_token
from inkrail.server.storage.puzzle_store import PuzzleStore
from inkrail.study.starter import starter_puzzles

log = logging.getLogger("inkrail.puzzles")

AHEAD = 200
"""How many puzzles are kept ready: of each level where several are made in one go, elsewhere of all levels together."""
AT_ONCE = {"base": 8}
"""How many are made in one go, elsewhere one, in about a second: as long a bot may have to wait for the worker."""
_GAMES = {"base": 100}
_GAMES_ELSEWHERE = 2
"""From how many games they are made: in few of those with lakes a puzzle is found."""
PAUSE_SECONDS = 5.0
FULL_SECONDS = 3600.0
"""How long to wait after some were made, at least, and while there are enough."""
PAUSES = 9
"""How many times as long as it made puzzles the server then waits, so that a laptop on which it runs stays quiet."""
_SECONDS = 1800.0
"""How long making some may take; the first time the search is compiled."""


def puzzle_of(fields: dict[str, Any], *, public: bool = True) -> StoredPuzzle:
    """A puzzle from the fields that the package and the workers have."""
    return StoredPuzzle(**{**fields, "actions": tuple(fields["actions"])}, public=public)


def starters() -> list[StoredPuzzle]:
    """The puzzles of the package."""
    return [puzzle_of(fields) for fields in starter_puzzles()]


class PuzzleMaker:
    """Keeps puzzles of every level ready, for the rulesets of which the package has some."""

    def __init__(self, puzzles: PuzzleStore, *, bots: BotRunner, clock: Callable[[], float]) -> None:
        self._puzzles = puzzles
        self._bots = bots
        self._clock = clock

    async def run(self) -> None:
        """Make puzzles for as long as the server runs."""
        while True:
            seconds, begun = FULL_SECONDS, self._clock()
            try:
                if await self.make_some():
                    seconds = pause_after(self._clock() - begun)
            except (TryAgain, Refusal, BotFailed) as problem:
                log.warning("no puzzles made", extra={"why": str(problem)})
            await asyncio.sleep(seconds)

    async def make_some(self) -> bool:
        """Make and store some puzzles where there are too few; False if there are enough of all."""
        missing = _missing(await self._puzzles.counts())
        for rules in dict.fromkeys(rules for rules, _ in sorted(missing)):
            arguments = {
                "ruleset": parse_ruleset(rules),
                "seed": new_token(),
                "number": AT_ONCE.get(rules, 1),
                "games": _GAMES.get(rules, _GAMES_ELSEWHERE),
            }
            made = await self._bots.ask(
                Question(make_puzzles, arguments),
                origin=Origin(NO_OWNER, "puzzles"),
                seconds=_SECONDS,
                priority=Priority.WARM,
                patience=None,
            )
            puzzles = [puzzle_of(fields) for fields in made]
            needed = [puzzle for puzzle in puzzles if (puzzle.rules, puzzle.level) in missing]
            await self._puzzles.add(needed, now=self._clock())
        return bool(missing)


def pause_after(seconds: float) -> float:
    """How long to wait after making puzzles for so many seconds."""
    return min(max(PAUSE_SECONDS, PAUSES * seconds), FULL_SECONDS)


def _missing(counts: Mapping[tuple[str, int], int]) -> set[tuple[str, int]]:
    """The levels of which puzzles are to be made."""
    missing = set()
    for rules in {rules for rules, _ in counts}:
        levels = {(rules, level): counts.get((rules, level), 0) for level in range(1, LEVELS + 1)}
        if rules in AT_ONCE:
            missing |= {level for level, number in levels.items() if number < AHEAD}
        elif sum(levels.values()) < AHEAD:
            missing |= levels.keys()
    return missing
