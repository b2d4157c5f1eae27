"""The command line, called as a user calls it."""

import io
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.oracles import examples

from inkrail.cli.entry import run

S7 = examples.S7.lstrip()
"""The final board of the booklets (S7)."""


@dataclass(frozen=True)
class Answer:
    """The output and exit status of a command."""

    status: int
    out: str
    err: str

    @property
    def objects(self) -> list[dict[str, object]]:
        """The JSON objects, one per line."""
        assert self.status == 0, self.err
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def complaint(self) -> str:
        """The single error line of a command that failed."""
        assert self.status == 2, (self.status, self.out, self.err)
        assert self.err.endswith("\n")
        line = self.err[:-1]
        assert line.isprintable(), line
        assert "{" not in line, "a parameter is missing"
        return line


Call = Callable[..., Answer]


@pytest.fixture
def inkrail(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Call:
    """Run a command in its own folder; `board` is the text of the file `board.txt`."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("INKRAIL_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)

    def call(*words: str, board: str | bytes | None = None, stdin: str | bytes = b"") -> Answer:
        if board is not None:
            Path("board.txt").write_bytes(board.encode() if isinstance(board, str) else board)
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        capfd.readouterr()
        status = run(words)
        out, err = capfd.readouterr()
        return Answer(status, out, err)

    return call


@pytest.fixture
def program(tmp_path: Path) -> Callable[..., "subprocess.CompletedProcess[bytes]"]:
    """Run code in a separate Python process."""

    def call(code: str, *words: str, **options: object) -> "subprocess.CompletedProcess[bytes]":
        command = [sys.executable, "-c", code, *words]
        settings = {"cwd": tmp_path, "capture_output": True, "check": False, "timeout": 300, **options}
        return subprocess.run(command, **settings)  # type: ignore[call-overload,no-any-return]  # noqa: PLW1510, S603

    return call
