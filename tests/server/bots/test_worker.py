"""The worker process, tested through its pipe."""

from __future__ import annotations

import io
import json
import pickle
import subprocess
import sys
from collections.abc import Generator
from typing import Any

from tests.server.bad_bots import find_bot

from inkrail.bots.greedy import GreedyBot
from inkrail.bots.thinker import ThinkerBot
from inkrail.core.dice import Rng, SeededRng
from inkrail.core.errors import Refusal
from inkrail.core.longest import Longest
from inkrail.core.score import Values
from inkrail.game.actions import Action, parse_action
from inkrail.game.table import Table, open_table
from inkrail.game.view import View
from inkrail.kernel import progress
from inkrail.rules.dealing import Seat
from inkrail.rules.registry import parse_ruleset
from inkrail.server.bots.questions import Question
from inkrail.server.bots.worker import LENGTH, Task, packed, play, serve


def rolled(rules: str = "base", **readings: Any) -> Table:
    table = open_table(parse_ruleset(rules, **readings), seats=2, rng=SeededRng("starter"))
    return table.roll(table.throw(SeededRng("worker")))[0]


def answers(*tasks: Task | Question) -> list[dict[str, Any]]:
    """What a worker writes when it gets these tasks and then end of input."""
    written = io.BytesIO()
    serve(find_bot, tasks=io.BytesIO(b"".join(map(packed, tasks))), answers=written)
    written.seek(0)
    found = []
    while head := written.read(LENGTH.size):
        found.append(json.loads(written.read(*LENGTH.unpack(head))))
    return found


def test_a_task_travels_with_its_length_and_its_ruleset_by_name() -> None:
    table = rolled("lava", longest=Longest.CELLS, values=Values.MANUAL)
    message = packed(Task("own", table, 1))
    (length,) = LENGTH.unpack(message[: LENGTH.size])
    assert length == len(message) - LENGTH.size < 20_000
    task = pickle.loads(message[LENGTH.size :])  # noqa: S301
    ruleset = task.table.ruleset
    assert (ruleset.name, ruleset.longest, ruleset.values) == ("lava", Longest.CELLS, Values.MANUAL)
    assert (task.bot, task.seat, task.table.deal) == ("own", 1, table.deal)


def test_a_bot_plays_until_its_round_ends() -> None:
    table = rolled()
    actions = play(Task("own", table, 1), find_bot, report=print)
    assert actions[-1] == "done"
    for action in actions:
        table, _ = table.act(Seat(1), parse_action(action, table.ruleset))
    assert [seat.done for seat in table.seats] == [False, True]


def test_tasks_are_answered_one_after_the_other_whatever_a_bot_does_wrong() -> None:
    table = rolled()
    failed, cheated, played = answers(*(Task(bot, table, 0) for bot in ("failing", "cheating", "own")))
    assert "ValueError: no idea" in failed["error"]
    assert cheated.keys() == {"error"}
    assert played["actions"][-1] == "done"


class CompilingBot(ThinkerBot):
    """Says that it compiles."""

    name, level = "compiling", 3

    def play(self, view: View, *, rng: Rng) -> tuple[Action, ...]:
        if not view.drawings:
            for done in (0, 1, 2, 300, 400):
                progress.tell(progress.Progress(done, 400))
            progress.tell(None)
        return GreedyBot().play(view, rng=rng)


def test_what_a_bot_compiles_is_reported_before_its_answer() -> None:
    written = io.BytesIO()
    table = rolled()
    serve(
        lambda _: CompilingBot(),
        tasks=io.BytesIO(packed(Task("compiling", table, 0)) + packed(Task("compiling", table, 1))),
        answers=written,
    )
    written.seek(0)
    found = []
    while head := written.read(LENGTH.size):
        found.append(json.loads(written.read(*LENGTH.unpack(head))))
    assert [message.get("percent") for message in found] == [0, 75, 100, None] * 2
    assert found[3]["actions"][-1] == found[7]["actions"][-1] == "done"


SERVER = """
import os, subprocess, sys, time
words = [sys.executable, "-m", "inkrail.server.bots.worker", "tests.server.bad_bots:find_bot", "0", str(os.getpid())]
worker = subprocess.Popen(words, stdin=subprocess.PIPE)
worker.stdin.write(sys.stdin.buffer.read())
worker.stdin.flush()
print("asked", flush=True)
time.sleep(3600)
"""


def test_a_worker_in_the_middle_of_a_turn_ends_with_a_server_that_is_killed() -> None:
    with subprocess.Popen(  # noqa: S603
        [sys.executable, "-c", SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as server:
        assert server.stdin
        assert server.stdout
        server.stdin.write(packed(Task("slow", rolled(), 0)))
        server.stdin.close()
        assert server.stdout.readline() == b"asked\n"
        server.kill()
        assert server.stdout.read() == b""  # until nobody can write any more, the worker neither


def counted(to: int) -> Generator[int, None, str]:
    """Count, as something that takes long and is told as it comes."""
    yield from range(to)
    if to == 0:
        raise Refusal("roll.impossible", roll=to)
    return "done"


def test_the_parts_of_an_answer_come_first_and_a_refusal_with_its_code() -> None:
    parts = [{"part": 0}, {"part": 1}, {"result": "done"}]
    *several, plain, refused, failed = answers(
        Question(counted, {"to": 2}),
        Question(ordered, {"numbers": [2, 1]}),
        Question(counted, {"to": 0}),
        Question(counted, {"to": "x"}),
    )
    assert several == parts
    assert plain == {"result": [1, 2]}
    assert (refused["refusal"], refused["params"]) == ("roll.impossible", {"roll": "0"})
    assert failed["error"].startswith("TypeError")


def ordered(numbers: list[int]) -> list[int]:
    """An answer without parts."""
    return sorted(numbers)
