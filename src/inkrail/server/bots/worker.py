"""A process that runs bots and answers questions, so that neither can block the server: `python -m inkrail.server.bots.worker`.

It reads pickled tasks from standard input and answers in JSON on standard output, each prefixed by its length. The
parent is trusted, and nothing else writes to this pipe.
"""

from __future__ import annotations

import io
import json
import os
import pickle
import signal
import struct
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from importlib import import_module
from typing import Any, BinaryIO

from inkrail.arena.chance import SystemRng
from inkrail.bots.bot import Bot
from inkrail.bots.playing import play_turn
from inkrail.bots.thinker import ThinkerBot
from inkrail.core.errors import Refusal
from inkrail.core.longest import Longest
from inkrail.core.score import Values
from inkrail.game.actions import format_action
from inkrail.game.table import Table
from inkrail.rules.dealing import Seat
from inkrail.rules.registry import parse_ruleset
from inkrail.rules.ruleset import Ruleset
from inkrail.server.bots.questions import Question

LENGTH = struct.Struct("!I")
READY = 100
"""The percentage that is reported when all is compiled."""
_LOOK_SECONDS = 1.0
_LONGEST_ERROR = 1000
"""Enough for the sentence about a program's answer."""


@dataclass(frozen=True)
class Task:
    """A round, or a choice of dice, to play for one seat."""

    bot: str
    table: Table
    seat: int


def _ruleset(name: str, longest: str, values: str) -> Ruleset:
    return parse_ruleset(name, longest=Longest(longest), values=Values(values))


class _Pickler(pickle.Pickler):
    """Pickles a ruleset as its name."""

    def reducer_override(self, obj: Any) -> Any:
        if isinstance(obj, Ruleset):
            return _ruleset, (obj.name, obj.longest.value, obj.values.value)
        return NotImplemented


def packed(task: Task | Question) -> bytes:
    """A pickled task, prefixed by its length."""
    buffer = io.BytesIO()
    _Pickler(buffer, protocol=pickle.HIGHEST_PROTOCOL).dump(task)
    return LENGTH.pack(buffer.tell()) + buffer.getvalue()


def play(task: Task, find: Callable[[str], Bot], *, report: Callable[[int], None]) -> tuple[str, ...]:
    """The actions of the bot until its round ends or its dice are chosen; percentages of what it compiles are reported."""
    bot = find(task.bot)
    with _reporting(report) if isinstance(bot, ThinkerBot) else nullcontext():
        table, actions = play_turn(task.table, Seat(task.seat), bot=bot, rng=SystemRng())
    return tuple(format_action(action, table.ruleset) for action in actions)


def answer(question: Question, *, send: Callable[[dict[str, object]], None]) -> dict[str, object]:
    """The result of a question or its refusal; what a generator yields is sent before."""
    with _reporting(lambda percent: send({"percent": percent})):
        try:
            result = question.function(**question.arguments)
            if isinstance(result, Generator):
                result = _drained(result, send=send)
        except Refusal as refusal:
            params = {name: str(value) for name, value in refusal.params.items()}
            return {"refusal": refusal.code, "params": params}
    return {"result": result}


def _drained(parts: Generator[object, None, object], *, send: Callable[[dict[str, object]], None]) -> object:
    """What a generator returns; what it yields is sent."""
    while True:
        try:
            send({"part": next(parts)})
        except StopIteration as end:
            return end.value


@contextmanager
def _reporting(report: Callable[[int], None]) -> Iterator[None]:
    """Report each new percentage of what is compiled until the block ends, 100 when all of it is."""
    from inkrail.kernel.progress import Progress, listening  # noqa: PLC0415 - this needs the extra `bots`

    last = -1

    def hear(progress: Progress | None) -> None:
        nonlocal last
        percent = progress.percent if progress else READY
        if percent != last:
            last = percent
            report(last)

    with listening(hear):
        yield


def serve(find: Callable[[str], Bot], *, tasks: BinaryIO, answers: BinaryIO) -> None:
    """Answer tasks until the input ends; reports of what is compiled and parts of a result may come before an answer."""

    def send(message: dict[str, object]) -> None:
        text = json.dumps(message).encode()
        try:
            answers.write(LENGTH.pack(len(text)) + text)
            answers.flush()
        except BrokenPipeError:  # the server is gone
            os._exit(0)

    while head := tasks.read(LENGTH.size):
        task = pickle.loads(tasks.read(LENGTH.unpack(head)[0]))  # noqa: S301 - from the parent
        try:
            if isinstance(task, Question):
                send(answer(task, send=send))
            else:
                send({"actions": play(task, find, report=lambda percent: send({"percent": percent}))})
        except Exception as error:  # noqa: BLE001 - whatever a bot does wrong, the game goes on
            send({"error": f"{type(error).__name__}: {error}"[:_LONGEST_ERROR]})


def _end_with(parent: int) -> None:
    """End this process, and the program that it may run, once its parent is gone, even in the middle of a long turn."""
    while os.getppid() == parent:
        time.sleep(_LOOK_SECONDS)
    if sys.platform != "win32" and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(0)


def main(source: str, *, niceness: int, parent: int) -> None:
    """Run the bots that `module:function` finds, at this lower priority, until the parent ends."""
    if sys.platform != "win32":
        os.nice(niceness)
        threading.Thread(target=_end_with, args=[parent], daemon=True).start()
    module, _, name = source.partition(":")
    answers = sys.stdout.buffer
    sys.stdout = sys.stderr
    serve(getattr(import_module(module), name), tasks=sys.stdin.buffer, answers=answers)


if __name__ == "__main__":
    main(sys.argv[1], niceness=int(sys.argv[2]), parent=int(sys.argv[3]))
