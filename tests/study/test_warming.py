"""Compiling ahead what studies need."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from inkrail.rules.registry import RULESET_NAMES

ROOT = Path(__file__).parents[2]
OTHERS = [pytest.param(name, marks=pytest.mark.slow) for name in RULESET_NAMES if name != "base"]


@pytest.mark.parametrize("rules", ["base", *OTHERS])
def test_no_study_compiles_anything_after_the_warm_up(rules: str) -> None:
    run = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "tests.study.warmed", rules], cwd=ROOT, stdout=subprocess.PIPE, check=True
    )
    warm, after = json.loads(run.stdout)
    assert len(warm) > 5
    assert after == warm
