"""The name of what computes studies."""

from __future__ import annotations

import subprocess
import sys

from inkrail.server.studies.engine import engine_name

WITHOUT_SEARCH = """
import sys
from inkrail.server.studies.engine import engine_name
print(engine_name())
assert "numba" not in sys.modules and "numpy" not in sys.modules
"""


def test_every_process_has_the_same_name_and_needs_no_search_for_it() -> None:
    answer = subprocess.run(  # noqa: S603
        [sys.executable, "-c", WITHOUT_SEARCH], capture_output=True, check=True, text=True
    )
    assert answer.stdout.strip() == engine_name()
    assert len(engine_name()) == 16
