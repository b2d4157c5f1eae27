"""A player in the terminal who knows only what the program prints."""

import os
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Self

PROMPT = re.compile(r"(?:Seat \d+>|which pair\?|which number\?|Which way round, 1 to (\d+)\?|\[yes/no\]) $")
DIE = re.compile(r"^  (\d)  .* \(([\w-]+)\): (\d+) cells?, (must|may) be drawn$", re.MULTILINE)
ALSO = re.compile(r"^Also: ([\w ]+) \(", re.MULTILINE)
LISTED = re.compile(r"\b(\d+): \S{4}")
MOST_LINES = 1000
"""More than any game needs."""
NUMBERED = re.compile(r"^ +(\d+)  \w", re.MULTILINE)


class Player:
    """Talks to `inkrail terminal` over a pipe."""

    def __init__(self, *words: str, folder: Path, seed: int = 0) -> None:
        command = [sys.executable, "-m", "inkrail", "terminal", *words]
        home = {"XDG_STATE_HOME": str(folder / "state"), "COLUMNS": "130", "PYTHONUTF8": "1"}
        self.process = subprocess.Popen(  # noqa: S603
            command,
            cwd=folder,
            env={**os.environ, "INKRAIL_LANG": "en", **home},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        self.chance = random.Random(seed)  # noqa: S311
        self.typed: list[str] = []
        self.seen = ""
        self.all = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.kill()
        self.process.wait()

    def listen(self) -> bool:
        """Read until the program asks for something; False once it has ended."""
        assert self.process.stdout
        data = b""
        while True:
            part = os.read(self.process.stdout.fileno(), 65536)
            data += part
            self.seen = data.decode(errors="replace")
            if not part or PROMPT.search(self.seen):
                self.all += self.seen
                return bool(part)

    def type(self, line: str) -> bool:
        """Type a line and read the answer."""
        assert len(self.typed) < MOST_LINES, self.all[-3000:]
        assert self.process.stdin
        self.typed.append(line)
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()
        return self.listen()

    def play_to_the_end(self) -> str:
        """Play a whole game and return all that was printed."""
        more = self.listen()
        while more:
            more = self.type(self.decide())
        return self.all

    def decide(self) -> str:
        """What to type next, from what was printed last."""
        prompt = PROMPT.search(self.seen)
        assert prompt, self.seen
        if prompt[1]:
            return str(self.chance.randrange(int(prompt[1])) + 1)
        if not prompt[0].startswith("Seat"):
            return str(self.chance.choice(NUMBERED.findall(self.seen)))
        return self._draw()

    def _draw(self) -> str:
        listed = LISTED.findall(self.seen)
        if listed and "a number of the list" in self.seen:
            return f"{self.typed[-1]} {self.chance.choice(listed)}"
        dice = [number for number, *_ in DIE.findall(self.seen)]
        also = ALSO.search(self.seen)
        extras = also[1].split() if also else []
        if not (dice or extras or "All dice are drawn." in self.seen or "fits nowhere" in self.seen):
            return "board"
        refused = self.typed[-2:] == ["done", "board"]
        if dice and self.chance.random() < 0.9:
            return str(self.chance.choice(dice))
        if extras and (refused or dice or self.chance.random() < 0.3):
            return str(self.chance.choice(extras))
        return str(self.chance.choice(dice)) if dice else "done"
