"""The CPU time of one action inside the server, part by part: `python -m benchmarks.server_action [--tables N]`.

No sockets and no database: two players at each of many tables make the moves of random games in turn, and each move
goes through the same functions as on the server. Prints the microseconds of each part and the bytes sent per action,
then the same values as one JSON object. `server_load` measures the whole server.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable, Iterator
from time import process_time
from typing import TypeVar

from inkrail.game.actions import Done, format_action
from inkrail.rules.position import Drawing
from inkrail.server.collector import Collector
from inkrail.server.rooms import commands, requests
from inkrail.server.rooms.commands import Proposal
from inkrail.server.rooms.open_room import OpenRoom
from inkrail.server.rooms.room import Room
from inkrail.server.rooms.row_text import format_row
from inkrail.server.rooms.rows import Spec
from inkrail.server.wire.commands import command_of
from inkrail.server.wire.encode import to_json
from inkrail.server.wire.feed import Feed
from inkrail.server.wire.messages import CLIENT_MESSAGE

SEATS = 2
T = TypeVar("T")


class Stopwatch:
    """Adds up the time of each part."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.actions = 0
        self.sent = 0

    def measure(self, part: str, task: Callable[[], T]) -> T:
        """Run a task and add its time to a part."""
        began = process_time()
        result = task()
        self.seconds[part] = self.seconds.get(part, 0.0) + process_time() - began
        return result


class Played:
    """A table with two players and the feeds of their clients."""

    def __init__(self, rules: str, *, watch: Stopwatch) -> None:
        self.room = Room("table", Spec(rules=rules, bots=(None,) * SEATS), created=0.0)
        self._apply(commands.sit_first(self.room, name="Ann", token=""))
        self._apply(commands.join(self.room, name="Bob", token="")[1])
        self._apply(commands.carry_out(self.room, commands.Start(), seat=0, now=0.0))
        open_room = OpenRoom(self.room, now=0.0)
        self._feeds = [Feed(open_room, seat, since=0) for seat in range(SEATS)]
        for feed in self._feeds:
            feed.take(now=0.0)
        self._watch = watch
        self._number = 0

    def _apply(self, proposal: Proposal) -> None:
        self.room.apply(proposal.row, at=0.0, stages=proposal.stages)

    def act(self, seat: int, action: str) -> None:
        """Make a move as the server does for a client's message."""
        watch, room, now = self._watch, self.room, 0.0
        self._number += 1
        watch.actions += 1
        id_ = f"n{self._number}"
        text = json.dumps({"type": "act", "id": id_, "action": action})
        message = watch.measure("parse", lambda: CLIENT_MESSAGE.validate_json(text))
        command = watch.measure("command", lambda: command_of(message, room.ruleset))  # type: ignore[arg-type]
        proposal = watch.measure(
            "propose", lambda: requests.propose_once(room, command, seat=seat, id_=id_, now=now)
        )
        assert proposal is not None
        row, stages = proposal.row, proposal.stages
        waiting = watch.measure("waiting", lambda: room.waiting.after(row.steps, stages, at=now))
        watch.measure("row text", lambda: format_row(row, room.ruleset))
        watch.measure("apply", lambda: room.apply(row, at=now, stages=stages, waiting=waiting))
        for feed in self._feeds:
            if watch.measure("news", lambda feed=feed: feed.has_news):  # type: ignore[misc]
                frame = watch.measure("take", lambda feed=feed: feed.take(now=now))  # type: ignore[misc]
                watch.sent += len(watch.measure("encode", lambda frame=frame: to_json(frame).decode()))  # type: ignore[misc]


def actions(room: Room, *, random_: random.Random) -> Iterator[tuple[int, str]]:
    """The moves of a random game, as its players send them: all mandatory dice, then done."""
    while room.phase != "over":
        seat = random_.choice(room.waiting.seats)
        view = room.view(seat)
        assert view is not None
        options = [option for option in view.options if option.drawable.mandatory and option.placements]
        if options:
            option = options[0]
            drawing = Drawing(option.verb, random_.choice(tuple(option.placements)))
            yield seat, format_action(drawing, room.ruleset)
        else:
            yield seat, format_action(Done(), room.ruleset)


def measure(rules: str, *, tables: int) -> Stopwatch:
    """Play a game at each table, all at the same time."""
    watch, random_ = Stopwatch(), random.Random(1)
    all_played = [Played(rules, watch=watch) for _ in range(tables)]
    running = [(played, actions(played.room, random_=random_)) for played in all_played]
    while running:
        for played, moves in tuple(running):
            move = next(moves, None)
            if move is None:
                running.remove((played, moves))
            else:
                played.act(*move)
    return watch


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", default="base")
    parser.add_argument("--tables", type=int, default=100)
    wanted = parser.parse_args()
    Collector().start()
    measure(wanted.rules, tables=2)
    watch = measure(wanted.rules, tables=wanted.tables)
    parts = {part: round(1e6 * seconds / watch.actions, 1) for part, seconds in watch.seconds.items()}
    result = {**parts, "all": round(sum(parts.values()), 1), "bytes": watch.sent // watch.actions}
    for part, value in result.items():
        print(f"{part:10} {value:8}")
    print(json.dumps(result))


if __name__ == "__main__":
    main()
