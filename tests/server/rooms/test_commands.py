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
from inkrail.server.rooms.commands import Ordered, Orders
from inkrail.server.rooms.dice import DiceSource
from inkrail.server.rooms.room import HostedTable
from inkrail.server.rooms.rows import Move, Spec, StandIn

CLOCK = 60
ABSENT, OTHER = 0, 1


class TimedOut:
    """A game of somebody who never acts, against a bot."""

    def __init__(self, rules: str, number: int) -> None:
        spec = Spec(rules=rules, bots=(None, "random"), clock=CLOCK)
        self.rng = SeededRng("clock", rules, number)
        self.now = 0.0
        self.hosted = HostedTable("table", spec, created=self.now)
        self.orders = Orders(self.hosted, DiceSource(spec, secret="hush", rng=self.rng), rng=self.rng)
        self._store(self.orders.open(name="Ann", token="token"))

    def _store(self, ordered: Ordered) -> None:
        row, played = ordered
        self.hosted.take_in(row, at=self.now, played=played)

    @property
    def game(self) -> Table:
        assert self.hosted.game is not None
        return self.hosted.game

    def play(self) -> None:
        while self.hosted.phase != "over":
            if OTHER in self.hosted.standing.waited_for:
                game = self.game
                _, actions = play_turn(game, Seat(OTHER), bot=RandomBot(), rng=self.rng)
                texts = [format_action(action, game.ruleset) for action in actions]
                self._store(self.orders.bot_moves(OTHER, texts))
            else:
                self._run_out()

    def _run_out(self) -> None:
        self.now += CLOCK
        ordered = self.orders.run_out(now=self.now)
        assert ordered is not None
        steps, played = ordered[0].steps, ordered[1]
        assert steps[0] == StandIn(seat=ABSENT, why="clock")
        others, round_ = self.game.seats[OTHER].position, self.game.round_
        games = [self.game, *(game for game, _ in played if game)]
        for step, before, after in zip(steps, games, games[1:], strict=False):
            if isinstance(step, Move):
                assert step.seat == ABSENT
                self._check(step.action.split(), before, after)
                if after.round_ == before.round_ and after.phase is before.phase:
                    assert after.seats[OTHER].position == others
        self._store(ordered)
        if len(self.hosted.closed) == round_:
            assert self.hosted.closed[-1].seats[OTHER].boards == others.boards

    def _check(self, words: list[str], before: Table, after: Table) -> None:
        """Only dice are drawn, a volcano or lava over a route only where the lava is shut in (F6)."""
        old, new = (game.seats[ABSENT].position for game in (before, after))
        board = old.boards[0]
        if words[0] in ("volcano", "erase"):
            assert self.hosted.ruleset.name.startswith("lava")
            assert is_shut_in(board)
        if words[0] == "draw":
            die = words[1]
            assert die in [piece.name for piece in old.dice]
            assert die in self.hosted.ruleset.mandatory or "lava.must_draw" in self.hosted.ruleset.duties(old)
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
        assert len(table.hosted.closed) == table.hosted.ruleset.rounds
