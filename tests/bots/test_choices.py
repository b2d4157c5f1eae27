"""The tool that compares the choices of bots."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_a_bot_chooses_as_well_as_itself_and_others_not_always() -> None:
    command = [
        sys.executable,
        "-m",
        "training.choices",
        "steady",
        "strong",
        "--positions",
        "5",
        "--rolls",
        "2",
    ]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S603
    first, second = answer.stdout.splitlines()
    assert first.startswith("steady")
    assert "+0.00 ± 0.00" in first
    assert second.startswith("strong")
    assert "+0.00 ± 0.00" not in second


def test_a_bot_that_does_not_search_is_refused() -> None:
    command = [sys.executable, "-m", "training.choices", "greedy"]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603
    assert answer.returncode == 1
    assert answer.stderr == "greedy does not search\n"
