"""A process that plays for bots, so that no bot can hold the server up: `python -m inkrail.server.bot_worker`.

It reads pickled tasks from standard input and answers in JSON on standard output, each with its length before it. The
parent is trusted, and nobody else writes to this pipe.
"""

from __future__ import annotations

import io
import json
import pickle
import struct
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, BinaryIO

from inkrail.bots.bot import Bot
from inkrail.core.longest import Longest
from inkrail.core.score import Values
from inkrail.game.actions import format_action
from inkrail.game.table import Phase, Table
from inkrail.game.view import view
from inkrail.rules.dealing import Seat
from inkrail.rules.registry import parse_ruleset
from inkrail.rules.ruleset import Ruleset
from inkrail.server.tokens import SystemRng

LENGTH = struct.Struct("!I")
_MOST_ACTIONS = 60
"""More actions than any round allows: a bot that goes on for so long goes round in circles."""


@dataclass(frozen=True)
class Task:
    """A round, or a choice of dice, to play for one seat."""

    bot: str
    table: Table
    seat: int


def _ruleset(name: str, longest: str, values: str) -> Ruleset:
    return parse_ruleset(name, longest=Longest(longest), values=Values(values))


class _Pickler(pickle.Pickler):
    """Sends a ruleset by its name."""

    def reducer_override(self, obj: Any) -> Any:
        if isinstance(obj, Ruleset):
            return _ruleset, (obj.name, obj.longest.value, obj.values.value)
        return NotImplemented


def packed(task: Task) -> bytes:
    """A task with its length."""
    buffer = io.BytesIO()
    _Pickler(buffer, protocol=pickle.HIGHEST_PROTOCOL).dump(task)
    return LENGTH.pack(buffer.tell()) + buffer.getvalue()


def play(task: Task, find: Callable[[str], Bot]) -> tuple[str, ...]:
    """The actions of the bot until its round ends or its dice are chosen."""
    bot = find(task.bot)
    table, seat, rng = task.table, Seat(task.seat), SystemRng()
    before = table.phase, table.round_
    actions: list[str] = []
    while (table.phase, table.round_) == before and not table.seats[seat].done:
        for action in bot.play(view(table, seat), rng=rng):
            table, _ = table.act(seat, action)
            actions.append(format_action(action, table.ruleset))
        if len(actions) > _MOST_ACTIONS:
            raise RuntimeError("a bot does not end its round")
        if before[0] is Phase.PICK:
            break
    return tuple(actions)


def serve(find: Callable[[str], Bot], *, tasks: BinaryIO, answers: BinaryIO) -> None:
    """Answer tasks until there are no more."""
    while head := tasks.read(LENGTH.size):
        task = pickle.loads(tasks.read(LENGTH.unpack(head)[0]))  # noqa: S301 - from the parent
        try:
            answer: dict[str, object] = {"actions": play(task, find)}
        except Exception as error:  # noqa: BLE001 - whatever a bot does wrong, the game goes on
            answer = {"error": f"{type(error).__name__}: {error}"[:200]}
        text = json.dumps(answer).encode()
        answers.write(LENGTH.pack(len(text)) + text)
        answers.flush()


def main(source: str) -> None:
    """Serve the bots that `module:function` finds."""
    module, _, name = source.partition(":")
    answers = sys.stdout.buffer
    sys.stdout = sys.stderr
    serve(getattr(import_module(module), name), tasks=sys.stdin.buffer, answers=answers)


if __name__ == "__main__":
    main(sys.argv[1])
