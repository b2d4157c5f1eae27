"""The cache follows the sources, and nothing depends on compilation."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from inkrail.kernel import cache

ROOT = Path(__file__).parents[2]

SCRIPT = """
import numpy as np
from inkrail.kernel import Model, chance_of, kernel_for
from inkrail.kernel.cache import IS_COMPILED
from inkrail.rules.registry import parse_ruleset

kernel = kernel_for(parse_ruleset("base"))
starts = np.zeros((3, kernel.width), dtype=np.int64)
ends, lines = kernel.playouts(starts, rounds=7, chance=chance_of("plain"), special=60)
dice = np.array([0, 6])
found = kernel.expand_round(ends[0], dice, limit=500)
best, _, moves, _ = kernel.last_round(ends[0], dice, specials=True)
model = Model(np.ones((8, kernel.columns(ends).shape[1]), np.float32), np.zeros(0, np.float32))
beam = kernel.beam_round(
    ends[1], dice, model=model, round_=7, width=3, special_width=3, kept=3, specials=True
)
answers = [ends, lines, found.states, found.moves, moves, beam.states, beam.moves, beam.values]
for name in ("river", "lake", "meteor", "lava", "underground", "underground-standalone"):
    kernel = kernel_for(parse_ruleset(name))
    answers += kernel.playouts(kernel.start()[np.newaxis], rounds=4, chance=chance_of(name), special=60)
    answers += kernel.expand_round(answers[-2][0], np.array([0]))[:2]
    answers.append(kernel.columns(answers[-4]))
    guide = np.ones((15, answers[-1].shape[1]), np.float32)
    beam = kernel.beam_round(
        answers[-5][0],
        np.array([0]),
        model=Model(guide, np.zeros(0, np.float32)),
        round_=4,
        width=3,
        special_width=1,
        kept=2,
        specials=True,
    )
    answers += beam
print(IS_COMPILED, best, [answer.tolist() for answer in answers])
"""


def answer(*, switched_off: bool) -> tuple[str, str]:
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1" if switched_off else "0"}
    command = [sys.executable, "-W", "error", "-c", SCRIPT]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)  # noqa: S603
    compiled, _, rest = run.stdout.partition(" ")
    return compiled, rest


def test_the_kernel_plays_the_same_games_without_compilation() -> None:
    plain, compiled = answer(switched_off=True), answer(switched_off=False)
    assert (plain[0], compiled[0]) == ("False", "True")
    assert plain[1] == compiled[1]


def widths(*rulesets: str, folder: Path) -> list[int]:
    environment = os.environ | {"NUMBA_CACHE_DIR": str(folder)}
    command = [sys.executable, "-m", "tests.kernel.widths", *rulesets]
    run = subprocess.run(  # noqa: S603
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    found: list[int] = json.loads(run.stdout)
    return found


def test_rulesets_compiled_in_different_processes_do_not_mix(tmp_path: Path) -> None:
    """Numba names compiled functions by a count in the process: both were the first of theirs."""
    assert widths("base", folder=tmp_path) == [33]
    assert widths("lake", folder=tmp_path) == [45]
    assert widths("lake", "base", "underground", folder=tmp_path) == [45, 33, 78]


def test_the_cache_lies_in_a_folder_of_its_own_for_each_version_of_the_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    part = tmp_path / "kernel"
    part.mkdir()
    (part / "one.py").write_text("A = 1\n")
    (part / "two.py").write_text("from one import A\n")
    monkeypatch.setattr(cache, "_PACKAGE", tmp_path)
    before = cache.sources_digest()
    (part / "one.py").write_text("A = 2\n")
    after = cache.sources_digest()
    (part / "one.py").write_text("A = 1\n")
    assert before == cache.sources_digest() != after


def test_where_nothing_can_be_written_there_is_no_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder chosen by Numba would not depend on the sources."""
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setattr(cache, "_folders", lambda: iter([blocked]))
    assert cache._writable_folder() is None
