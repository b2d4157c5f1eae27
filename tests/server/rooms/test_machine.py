"""Several clients at one table, in any order, with anything that clients may send: every view must be right."""

from __future__ import annotations

import json
import os
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from pydantic import TypeAdapter
from tests.server.playing import next_action, waits

from inkrail.core.dice import SeededRng
from inkrail.core.errors import Refusal
from inkrail.game.table import Phase
from inkrail.server.rooms.commands import Ordered, Orders
from inkrail.server.rooms.dice import DiceSource
from inkrail.server.rooms.room import HostedTable
from inkrail.server.rooms.rows import Row, Spec
from inkrail.server.wire import messages as wire
from inkrail.server.wire.views import Viewer, event_message

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
_VIEW: TypeAdapter[wire.View] = TypeAdapter(wire.View)


class TableMachine(RuleBasedStateMachine):
    """Orders, right and wrong ones, of all seats; what is seen is compared with what the engine says."""

    @initialize(
        rules=st.sampled_from(RULES),
        people=st.integers(2, 3),
        clock=st.sampled_from([None, 60]),
        chance=st.integers(0, 2**32),
    )
    def open_table(self, *, rules: str, people: int, clock: int | None, chance: int) -> None:
        # Hypothesis repeats a run to judge it: its chance must be the same each time.
        rng = SeededRng(str(chance))
        self.now = 1000.0
        spec = Spec(rules=rules, bots=(None,) * people, clock=clock)
        self.hosted = HostedTable("table", spec, created=self.now)
        self.orders = Orders(self.hosted, DiceSource(spec, secret="hush", rng=rng), rng=rng)
        self.viewer = Viewer(self.hosted)
        self.rows: list[tuple[Row, float]] = []
        self.seen = [0] * (people + 1)
        self.told: list[list[str]] = [[] for _ in range(people + 1)]
        self._store(self.orders.open(name="Ann", token="0"))
        for number in range(1, people):
            self._store(self.orders.join(name=f"P{number}", token=str(number))[1])

    def _store(self, ordered: Ordered) -> None:
        row, played = ordered
        self.rows.append((row, self.now))
        self.hosted.take_in(row, at=self.now, played=played)

    def _send(self, seat: int, message: dict[str, Any]) -> bool:
        """Send a message; a refusal must leave everything as it was."""
        seat %= self.hosted.seats
        before = self.hosted.number, self.hosted.standing, [len(stream) for stream in self.hosted.streams]
        parsed: Any = wire.CLIENT_MESSAGE.validate_json(json.dumps(message))
        try:
            self._store(self.orders.answer(parsed, seat=seat, now=self.now))
        except Refusal:
            after = self.hosted.number, self.hosted.standing, [len(stream) for stream in self.hosted.streams]
            assert after == before
            return False
        return True

    def _view(self, seat: int | None) -> dict[str, Any]:
        view: dict[str, Any] = json.loads(self.viewer.view(seat, connected=(), now=self.now))
        return view

    @rule(seat=st.integers(0, 5))
    def start(self, seat: int) -> None:
        self._send(seat, {"type": "start"})

    @rule(seat=st.integers(0, 5), data=st.data())
    def act_as_the_view_says(self, seat: int, data: st.DataObject) -> None:
        view = self._view(seat % self.hosted.seats)
        if waits(view):
            action = next_action(view, lambda items: data.draw(st.sampled_from(list(items))))
            assert self._send(seat, {"type": "act", "id": "", "action": action}), action

    @precondition(lambda self: self.hosted.phase == "draw")
    @rule(seat=st.integers(0, 5), data=st.data())
    def place_anything_on_offer(self, seat: int, data: st.DataObject) -> None:
        options = [option for option in self._view(seat % self.hosted.seats)["options"] if option["cells"]]
        if options:
            option = data.draw(st.sampled_from(options))
            cell = data.draw(st.sampled_from(sorted(option["cells"])))
            place = {
                "type": "place",
                "id": "",
                "verb": option["verb"],
                "piece": option["piece"],
                "cell": cell,
            }
            assert self._send(seat, place), place

    @precondition(lambda self: self.hosted.phase == "draw")
    @rule(seat=st.integers(0, 5), cell=CELLS)
    def turn(self, seat: int, cell: str) -> None:
        drawings = self._view(seat % self.hosted.seats)["drawings"]
        where = drawings[0]["cell"] if drawings else cell
        if self._send(seat, {"type": "turn", "id": "", "cell": where}):
            assert len(self._view(seat % self.hosted.seats)["drawings"]) == len(drawings)

    @rule(seat=st.integers(0, 5), action=ACTIONS)
    def act_anyhow(self, seat: int, action: str) -> None:
        self._send(seat, {"type": "act", "id": "", "action": action})

    @rule(seat=st.integers(0, 5), other=st.integers(0, 5))
    def react_hand_over_or_end(self, seat: int, other: int) -> None:
        self._send(seat, {"type": "react", "reaction": "wave"})
        self._send(seat, {"type": "hand_over", "seat": other})

    @rule(seconds=st.sampled_from([1.0, 70.0, 8 * 24 * 3600.0]))
    def time_passes(self, seconds: float) -> None:
        self.now += seconds
        ordered = self.orders.run_out(now=self.now)
        if ordered:
            self._store(ordered)

    @rule(seat=st.integers(0, 6))
    def read(self, seat: int) -> None:
        """A client takes in what it missed."""
        seat %= self.hosted.seats + 1
        stream = self.hosted.streams[seat]
        for item in stream[self.seen[seat] :]:
            self.told[seat].append(event_message(item, 1, hosted=self.hosted))
        self.seen[seat] = len(stream)

    @invariant()
    def every_view_is_right(self) -> None:
        if not hasattr(self, "hosted"):
            return
        for seat in (*range(self.hosted.seats), None):
            view = self._view(seat)
            checked: object = _VIEW.validate_python(view)
            assert checked == view
            self._compare(view, seat)

    def _compare(self, view: dict[str, Any], seat: int | None) -> None:
        """The view against the engine: own things as they are, of others only what closed rounds showed."""
        game = self.hosted.game
        for number, shown in enumerate(view["seats"]):
            rounds = [cell["round"] for board in shown["boards"] for cell in board["cells"]]
            assert max(rounds, default=0) <= len(self.hosted.closed)
            if game:
                assert shown["total"] == self.hosted.ruleset.score(game.seats[number].shown).total
        if game is None or seat is None:
            assert view["options"] == view["drawings"] == []
            return
        state = game.seats[seat]
        assert view["sheet"]["total"] == self.hosted.ruleset.score(state.position).total
        assert len(view["drawings"]) == len(state.drawings)
        if self.hosted.bots[seat]:
            assert view["options"] == view["choices"] == view["duties"] == []
        elif game.phase is Phase.DRAW and not state.done and not view["choices"]:
            assert bool(view["duties"]) == bool(self.hosted.ruleset.duties(state.position))
        waited_for = seat in self.hosted.standing.waited_for and not self.hosted.bots[seat]
        assert waits(view) == (waited_for and game.phase is not Phase.ROLL)

    def teardown(self) -> None:
        """Another process makes the same table of the rows, and tells everybody the same."""
        if not hasattr(self, "hosted"):
            return
        copy = HostedTable("table", self.hosted.spec, created=1000.0)
        for row, at in self.rows:
            copy.take_in(Row.model_validate_json(row.model_dump_json()), at=at)
        assert copy.standing == self.hosted.standing
        for seat, told in enumerate(self.told):
            again = [event_message(item, 1, hosted=copy) for item in copy.streams[seat][: len(told)]]
            assert again == told


TestTables = TableMachine.TestCase
TestTables.settings = settings(
    max_examples=150 if SLOW else 15,
    stateful_step_count=60 if SLOW else 30,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
