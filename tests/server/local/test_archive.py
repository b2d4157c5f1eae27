"""The engine's archive in Pyodide, which has the standard library alone: it plays what CPython plays."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[2]


def digests(command: list[str], *, games: int, from_memory: bool = False) -> dict[str, str]:
    environment = os.environ | {"GAMES": str(games), "FROM_MEMORY": str(int(from_memory))}
    played = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)  # noqa: S603
    found: dict[str, str] = json.loads(played.stdout.splitlines()[-1])
    return found


def compare(folder: Path, *, games: int, from_memory: bool) -> None:
    archive, program = folder / "engine.zip", HERE / "random_games.py"
    subprocess.run([sys.executable, ROOT / "tools" / "engine_archive.py", archive], check=True)  # noqa: S603
    here = digests([sys.executable, str(program)], games=games)
    there = digests(
        ["node", str(HERE / "pyodide.mjs"), str(archive), str(program)], games=games, from_memory=from_memory
    )
    assert there == here


@pytest.mark.parametrize("from_memory", [False, True])
def test_the_archive_plays_in_pyodide_what_python_plays(*, tmp_path: Path, from_memory: bool) -> None:
    compare(tmp_path, games=1, from_memory=from_memory)


@pytest.mark.slow
def test_five_hundred_games_of_each_ruleset_are_the_same_in_pyodide(tmp_path: Path) -> None:
    compare(tmp_path, games=500, from_memory=True)
