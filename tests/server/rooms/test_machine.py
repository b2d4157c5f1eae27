"""Several clients at one table, in any order, with anything that clients may send: every view must be right."""

from __future__ import annotations

import os
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from tests.server.playing import next_action, waits, ways_of
from tests.server.stored_room import StoredRoom, events_of

from inkrail.core.dice import SeededRng
from inkrail.core.errors import Refusal
from inkrail.game.table import Phase
from inkrail.server.rooms import commands
from inkrail.server.rooms.rows import Spec
from inkrail.server.rooms.waiting import Waiting

RULES = (
    "base",
    "river",
    "lake",
    "meteor",
    "lava",
    "underground",
    "underground-standalone",
    "base+draft",
    "lava+draft",
)
SLOW = os.environ.get("INKRAIL_HYPOTHESIS") == "slow"
CELLS = st.builds("{}{}".format, st.sampled_from("ABCDEFG"), st.integers(1, 7))
ACTIONS = st.one_of(
    st.sampled_from(["done", "direction left", "ignore special-hhhh", "pick 1", "pick 9", "nonsense", ""]),
    st.builds("take-back {}{}".format, CELLS, st.sampled_from(["", " highway-straight", " lava-3"])),
    st.builds("volcano {}".format, CELLS),
    st.builds("draw highway-straight {} H.H.".format, CELLS),
)


class TableMachine(RuleBasedStateMachine):
    """Messages, right and wrong ones, of all seats; what is seen is compared with what the engine says."""

    @initialize(
        rules=st.sampled_from(RULES),
        people=st.integers(2, 3),
        clock=st.sampled_from([None, 60]),
        chance=st.integers(0, 2**32),
    )
    def open_table(self, *, rules: str, people: int, clock: int | None, chance: int) -> None:
        # Hypothesis repeats a run to judge it: its chance must be the same each time.
        rng = SeededRng(str(chance))
        spec = Spec(rules=rules, bots=(None,) * people, clock=clock)
        self.stored = StoredRoom(spec, rng=rng)
        self.room = self.stored.room
        self.seen = [0] * (people + 1)
        self.told: list[list[dict[str, Any]]] = [[] for _ in range(people + 1)]
        for number in range(1, people):
            self.stored.join(f"P{number}")

    def _send(self, seat: int, message: dict[str, Any]) -> bool:
        """Send a message; a refusal must leave everything as it was."""
        seat %= self.room.seats
        before = self._state()
        try:
            self.stored.send(seat, **message)
        except Refusal:
            assert self._state() == before
            return False
        return True

    def _state(self) -> tuple[int, Waiting, list[int]]:
        return self.room.number, self.room.waiting, [len(history) for history in self.room.histories]

    def _view(self, seat: int | None) -> dict[str, Any]:
        return self.stored.view(seat)

    @rule(seat=st.integers(0, 5))
    def start(self, seat: int) -> None:
        self._send(seat, {"type": "start"})

    @rule(seat=st.integers(0, 5), data=st.data())
    def act_as_the_view_says(self, seat: int, data: st.DataObject) -> None:
        view = self._view(seat % self.room.seats)
        if waits(view):
            action = next_action(view, lambda items: data.draw(st.sampled_from(list(items))))
            assert self._send(seat, {"type": "act", "id": "", "action": action}), action

    @precondition(lambda self: self.room.phase == "draw")
    @rule(seat=st.integers(0, 5), data=st.data())
    def place_anything_on_offer(self, seat: int, data: st.DataObject) -> None:
        options = self._view(seat % self.room.seats)["options"]
        if options:
            option = data.draw(st.sampled_from(options))
            cell = data.draw(st.sampled_from(sorted(ways_of(option))))
            place = {
                "type": "place",
                "id": "",
                "verb": option["verb"],
                "piece": option["piece"],
                "cell": cell,
            }
            assert self._send(seat, place), place

    @precondition(lambda self: self.room.phase == "draw")
    @rule(seat=st.integers(0, 5), cell=CELLS)
    def turn(self, seat: int, cell: str) -> None:
        drawings = self._view(seat % self.room.seats)["drawings"]
        where = drawings[0]["cell"] if drawings else cell
        if self._send(seat, {"type": "turn", "id": "", "cell": where}):
            assert len(self._view(seat % self.room.seats)["drawings"]) == len(drawings)

    @rule(seat=st.integers(0, 5), action=ACTIONS)
    def act_anyhow(self, seat: int, action: str) -> None:
        self._send(seat, {"type": "act", "id": "", "action": action})

    @rule(seat=st.integers(0, 5), other=st.integers(0, 5))
    def react_hand_over_or_end(self, seat: int, other: int) -> None:
        self._send(seat, {"type": "react", "reaction": "wave"})
        self._send(seat, {"type": "hand_over", "seat": other})

    @rule(seconds=st.sampled_from([1.0, 70.0, 8 * 24 * 3600.0]))
    def time_passes(self, seconds: float) -> None:
        self.stored.now += seconds
        if proposal := commands.time_out(self.room, now=self.stored.now):
            self.stored.store(proposal)

    @rule(seat=st.integers(0, 6))
    def read(self, seat: int) -> None:
        """A client applies what it missed."""
        seat %= self.room.seats + 1
        events = self.stored.events(seat if seat < self.room.seats else None)
        self.told[seat] += events[self.seen[seat] :]
        self.seen[seat] = len(events)

    @invariant()
    def every_view_is_right(self) -> None:
        if not hasattr(self, "room"):
            return
        for seat in (*range(self.room.seats), None):
            self._compare(self._view(seat), seat)

    def _compare(self, view: dict[str, Any], seat: int | None) -> None:
        """Compare the view with the engine: the current state of the own seat, and only closed rounds of others."""
        game = self.room.game
        for number, shown in enumerate(view["results"]):
            rounds = [cell["round"] for board in shown["boards"] for cell in board["cells"]]
            assert max(rounds, default=0) <= len(self.room.closed)
            if game:
                assert shown["sheet"]["total"] == self.room.ruleset.score(game.seats[number].shown).total
        if game is None or seat is None:
            assert view["options"] == view["drawings"] == []
            return
        state = game.seats[seat]
        assert view["sheet"]["total"] == self.room.ruleset.score(state.position).total
        assert len(view["drawings"]) == len(state.drawings)
        if self.room.bots[seat]:
            assert view["options"] == view["choices"] == view["duties"] == []
        elif game.phase is Phase.DRAW and not state.done and not view["choices"]:
            assert bool(view["duties"]) == bool(self.room.ruleset.duties(state.position))
        waited_for = seat in self.room.waiting.seats and not self.room.bots[seat]
        assert waits(view) == (waited_for and game.phase is not Phase.ROLL)

    def teardown(self) -> None:
        """Another process rebuilds the same table from the rows, and sends every client the same."""
        if not hasattr(self, "room"):
            return
        copy = self.stored.again()
        assert copy.waiting == self.room.waiting
        for seat, told in enumerate(self.told):
            assert events_of(copy, seat if seat < copy.seats else None)[: len(told)] == told


TestTables = TableMachine.TestCase
TestTables.settings = settings(
    max_examples=150 if SLOW else 15,
    stateful_step_count=60 if SLOW else 30,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
