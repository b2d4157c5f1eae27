"""Bots that are programs of their own, in any language: `program:COMMAND`.

A program that cannot be started, says nothing in time, ends early or answers what is no action is refused with a code
of its own, and ended.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping
from contextlib import suppress
from queue import Empty, SimpleQueue
from subprocess import PIPE, Popen, TimeoutExpired
from threading import Event, Semaphore, Thread
from time import monotonic
from typing import IO, Final, NamedTuple
from weakref import finalize

from inkrail.bots.bot import LEVELS
from inkrail.bots.protocol import (
    GREETING,
    QUESTION,
    format_moment,
    format_score,
    format_turn,
    parse_actions,
)
from inkrail.bots.reaper import REAPER
from inkrail.core.dice import Rng
from inkrail.core.errors import Refusal
from inkrail.game.actions import Action
from inkrail.game.view import View

PREFIX: Final = "program:"
"""Begins the name of a bot that is a program."""

PROGRAM_CODES: Final = (
    "bot.program_not_started",
    "bot.program_greeting",
    "bot.program_silent",
    "bot.program_ended",
    "bot.program_answer",
    "action.not_scored",
)
"""What a program can do wrong before its actions reach a table."""

START_SECONDS: Final = 20.0
"""How long a program may take to answer the greeting."""
ANSWER_SECONDS: Final = 60.0
"""How long a program may think about an answer. It is only a guard: effort is a count, not a time."""

_LONGEST_LINE: Final = 10_000
_MOST_LINES: Final = 10_000
"""How many lines of a program may wait to be used; then it has to wait itself."""
_RANDOM: Final = 1 << 31
"""The numbers where a program's random numbers begin are below this, so that every language can hold them."""
_ENDING_SECONDS: Final = 1.0
"""How long a program that has closed its output may take to end by itself."""
_PRIVATE: Final = "INKRAIL_"
"""Variables that begin so are not passed on: among them are a server's secrets."""


class ProgramBot:
    """A player that is another program; it runs until `close`, or until this is no longer used."""

    def __init__(self, command: str, *, seconds: float = ANSWER_SECONDS) -> None:
        self._seconds = seconds
        self._program = _Program(command)
        self._program.send(f"{GREETING}\n")
        answer = self._program.line(_Asked.now(GREETING, seconds=START_SECONDS))
        self.name, self.level = _parse_greeting(answer, command=command)

    def play(self, view: View, *, rng: Rng) -> tuple[Action, ...]:
        """The actions that the program answers with, after it has asked all it wants to know."""
        program, asked = self._program, _Asked.now(format_moment(view), seconds=self._seconds)
        program.send(format_turn(view, random=rng.below(_RANDOM)))
        while True:
            line = program.line(asked)
            question, _, rest = line.partition(" ")
            is_question = question == QUESTION
            try:
                actions = parse_actions(rest if is_question else line, view.ruleset)
            except Refusal as refusal:
                self.close()
                raise Refusal(
                    "bot.program_answer",
                    command=program.command,
                    asked=asked.text,
                    answer=line,
                    reason=refusal,
                ) from None
            if not is_question:
                return actions
            program.send(format_score(view, actions))

    def close(self) -> float:
        """End the program; the CPU seconds that it took, or 0 where the system does not say."""
        return self._program.end()

    def __repr__(self) -> str:
        return f"ProgramBot({self._program.command!r})"


class _Asked(NamedTuple):
    """What a program was asked, and how long it may take to answer."""

    text: str
    seconds: float
    deadline: float

    @staticmethod
    def now(text: str, *, seconds: float) -> _Asked:
        """The time begins now."""
        return _Asked(text, seconds, monotonic() + seconds)


def _parse_greeting(answer: str, *, command: str) -> tuple[str, int]:
    """Name and level from `inkrail-bot 1 NAME LEVEL`."""
    words = answer.split()
    if " ".join(words[:2]) == GREETING and len(words) == 4 and words[3] in map(str, LEVELS):
        return words[2], int(words[3])
    raise Refusal(
        "bot.program_greeting",
        command=command,
        greeting=GREETING,
        answer=answer,
        least=LEVELS[0],
        most=LEVELS[-1],
    )


class _Inbox:
    """Lines of a program that wait to be used; if there are too many of them, the program has to wait."""

    def __init__(self) -> None:
        self._lines: SimpleQueue[bytes] = SimpleQueue()
        self._room = Semaphore(_MOST_LINES)
        self._closed = Event()

    def put(self, line: bytes) -> bool:
        """Add a line as soon as there is room; whether more may follow."""
        self._room.acquire()
        self._lines.put(line)
        return bool(line) and not self._closed.is_set()

    def get(self, *, timeout: float) -> bytes:
        """The next line, or `Empty`."""
        line = self._lines.get(timeout=timeout)
        self._room.release()
        return line

    def close(self) -> None:
        """Let nothing wait for room any longer."""
        self._closed.set()
        self._room.release()


class _Program:
    """A running program: lines in, lines out, and never a wait without an end.

    Two threads do the reading and writing, so that a program that does not read cannot block the one that asks it.
    """

    def __init__(self, command: str) -> None:
        self.command = command
        self._process = _started(command)
        REAPER.watch(self._process.pid)
        self._inbox = _Inbox()
        self._texts: SimpleQueue[bytes] = SimpleQueue()
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        Thread(target=_write, args=(self._process.stdin, self._texts), daemon=True).start()
        Thread(target=_read, args=(self._process.stdout, self._inbox), daemon=True).start()
        self._end = finalize(self, _end, self._process, self._texts, self._inbox)

    def send(self, text: str) -> None:
        """Write to the program; if it has ended, reading from it will tell."""
        self._texts.put(text.encode())

    def line(self, asked: _Asked) -> str:
        """The next line that is not empty, or a refusal that says what was asked."""
        while (left := asked.deadline - monotonic()) > 0:
            with suppress(Empty):
                line = self._inbox.get(timeout=left)
                if not line:
                    raise Refusal(
                        "bot.program_ended", command=self.command, asked=asked.text, status=self._status()
                    )
                if text := line.decode("utf-8", "replace").strip():
                    return text
        self.end()
        raise Refusal(
            "bot.program_silent", command=self.command, asked=asked.text, seconds=f"{asked.seconds:g}"
        )

    def _status(self) -> int:
        """The exit status of a program that has closed its output."""
        with suppress(TimeoutExpired):
            self._process.wait(_ENDING_SECONDS)
        self.end()
        return self._process.returncode

    def end(self) -> float:
        """End the program; the CPU seconds that it took, or 0 if it had ended before."""
        return self._end() or 0.0


def _started(command: str) -> Popen[bytes]:
    try:
        words = shlex.split(command, posix=os.name == "posix") or [""]
        return Popen(words, stdin=PIPE, stdout=PIPE, env=_public(os.environ))  # noqa: S603 - the user's own program
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise Refusal("bot.program_not_started", command=command, reason=reason) from None


def _public(environment: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in environment.items() if not name.startswith(_PRIVATE)}


def _write(stream: IO[bytes], texts: SimpleQueue[bytes]) -> None:
    """Write texts until an empty one ends the program's input."""
    with suppress(OSError):  # the program has ended
        while text := texts.get():
            stream.write(text)
            stream.flush()
    with suppress(OSError):
        stream.close()


def _read(stream: IO[bytes], inbox: _Inbox) -> None:
    """Read lines until the program's output ends; an empty one stands for the end."""
    with stream:
        while inbox.put(stream.readline(_LONGEST_LINE)):
            pass


def _end(process: Popen[bytes], texts: SimpleQueue[bytes], inbox: _Inbox) -> float:
    """Kill the program, and end what reads from it and writes to it; the CPU seconds that it took."""
    process.kill()
    REAPER.forget(process.pid)
    texts.put(b"")
    inbox.close()
    if process.returncode is not None or not hasattr(os, "wait4"):
        process.wait()
        return 0.0
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime
