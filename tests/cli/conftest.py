"""The command line, called as a user calls it."""

import io
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from inkrail.cli.entry import run

S7 = """\
highway-straight B1 H.H.
railway-straight D1 R.R.
overpass E1 HRHR
railway-straight A2 .R.R
overpass B2 HRHR
railway-straight C2 .R.R
special-hrrr D2 RRHR
station-curve E2 H..R
highway-straight B3 H.H.
highway-curve D3 HH..
highway-straight E3 .H.H
highway-curve F3 ..HH
highway-straight A4 .H.H
highway-t B4 HH.H
highway-curve C4 ..HH
highway-t F4 HHH.
highway-straight G4 .H.H
highway-straight C5 H.H.
station-curve D5 .HR.
special-hhhh E5 HHHH
special-hhrr F5 HRRH
railway-straight A6 .R.R
railway-t B6 .RRR
station-curve C6 H..R
railway-straight D6 R.R.
railway-curve F6 RR..
railway-straight G6 .R.R
station-straight B7 R.H.
railway-t D7 RRR.
railway-straight E7 .R.R
station-curve F7 ..HR
"""
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
        settings = {"cwd": tmp_path, "capture_output": True, "check": False, "timeout": 60, **options}
        return subprocess.run(command, **settings)  # type: ignore[call-overload,no-any-return]  # noqa: PLW1510, S603

    return call
