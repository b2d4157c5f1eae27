"""Compiled code reads and writes within its arrays, which it does not look at itself."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from inkrail.kernel.capabilities import CAPABILITIES_OF

ROOT = Path(__file__).parents[2]
FEW = 100_000


@pytest.mark.slow
@pytest.mark.parametrize("name", CAPABILITIES_OF)
def test_searches_stay_within_their_arrays(name: str) -> None:
    answer = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "tests.kernel.within_bounds", name],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr
    assert int(answer.stdout) > FEW
