"""Games in which one seat's clock always runs out: nothing is spent for it, and nobody else is touched."""

from __future__ import annotations

import pytest
from tests.game.play import ALL_RULESETS

from inkrail.bots.playing import play_turn
from inkrail.bots.random_bot import RandomBot
from inkrail.core.dice import SeededRng
from inkrail.game.actions import format_action
from inkrail.game.table import Table
from inkrail.rules.dealing import Seat
from inkrail.rules.expansions.lava import is_shut_in
from inkrail.server.rooms import commands
from inkrail.server.rooms.commands import Proposal
from inkrail.server.rooms.room import Room
from inkrail.server.rooms.rows import Move, Spec, StandIn

CLOCK = 60
ABSENT, OTHER = 0, 1


class TimedOut:
    """A game of a player who never acts against a bot."""

    def __init__(self, rules: str, number: int) -> None:
        spec = Spec(rules=rules, bots=(None, "random"), clock=CLOCK)
        self.rng = SeededRng("clock", rules, number)
        self.now = 0.0
        self.room = Room("table", spec, created=self.now, rng=self.rng)
        self._store(commands.sit_first(self.room, name="Ann", token="token"))

    def _store(self, proposal: Proposal) -> None:
        self.room.apply(proposal.row, at=self.now, stages=proposal.stages)

    @property
    def game(self) -> Table:
        assert self.room.game is not None
        return self.room.game

    def play(self) -> None:
        while self.room.phase != "over":
            if OTHER in self.room.waiting.seats:
                game = self.game
                _, actions = play_turn(game, Seat(OTHER), bot=RandomBot(), rng=self.rng)
                self._store(commands.bot_moves(self.room, OTHER, actions=actions))
            else:
                self._time_out()

    def _time_out(self) -> None:
        self.now += CLOCK
        proposal = commands.time_out(self.room, now=self.now)
        assert proposal is not None
        steps = proposal.row.steps
        assert steps[0] == StandIn(seat=ABSENT, why="clock")
        others, round_ = self.game.seats[OTHER].position, self.game.round_
        games = [self.game, *(game for game, _ in proposal.stages if game)]
        for step, before, after in zip(steps, games, games[1:], strict=False):
            if isinstance(step, Move):
                assert step.seat == ABSENT
                self._check(format_action(step.action, before.ruleset).split(), before, after)
                if after.round_ == before.round_ and after.phase is before.phase:
                    assert after.seats[OTHER].position == others
        self._store(proposal)
        if len(self.room.closed) == round_:
            assert self.room.closed[-1].seats[OTHER].boards == others.boards

    def _check(self, words: list[str], before: Table, after: Table) -> None:
        """Only dice are drawn, a volcano or lava over a route only where the lava is shut in (F6)."""
        old, new = (game.seats[ABSENT].position for game in (before, after))
        board = old.boards[0]
        if words[0] in ("volcano", "erase"):
            assert self.room.ruleset.name.startswith("lava")
            assert is_shut_in(board)
        if words[0] == "draw":
            die = words[1]
            assert die in [piece.name for piece in old.dice]
            assert die in self.room.ruleset.mandatory or "lava.must_draw" in self.room.ruleset.duties(old)
        assert words[0] in ("pick", "direction", "draw", "volcano", "erase", "done")
        assert new.crossed_off == ()


@pytest.mark.parametrize("rules", ALL_RULESETS)
@pytest.mark.parametrize(
    "games",
    [range(10), pytest.param(range(10, 150), marks=pytest.mark.slow)],
    ids=["ten", "the others of 150"],
)
def test_the_clock_spends_nothing_and_touches_nobody_else(rules: str, games: range) -> None:
    for number in games:
        table = TimedOut(rules, number)
        table.play()
        position = table.game.seats[ABSENT].shown
        assert position.crossed_off == ()
        assert position.notes.get("duplicate", 0) == 0
        assert len(table.room.closed) == table.room.ruleset.rounds
