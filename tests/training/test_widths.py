"""The losses of narrower searches."""

import subprocess
import sys
from pathlib import Path

import numpy as np
from training.widths import losses

ROOT = Path(__file__).parents[2]


def test_a_loss_is_the_difference_to_the_last_breadth() -> None:
    one_game = [[50.0, 52.5, 53.0], [60.0, 61.0, 60.5]]
    assert losses(np.array([one_game])).tolist() == [[[3.0, 0.5, 0.0], [0.5, -0.5, 0.0]]]


def test_a_narrow_search_loses_and_the_last_breadth_nothing() -> None:
    command = [sys.executable, "-m", "training.widths", "--games", "2", "--breadths", "2:1:2", "60:16:32"]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S603
    narrow, wide = answer.stdout.splitlines()
    assert narrow.startswith("2:1:2 ")
    assert float(narrow.split(" loses ")[1].split(" ±")[0]) > 1
    assert wide.startswith("60:16:32 ")
    assert " loses 0.00 ± 0.00 per game, " in wide
    assert wide.endswith("1:0.00 2:0.00 3:0.00 4:0.00 5:0.00 6:0.00")
