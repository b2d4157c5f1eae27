"""What the page gets of a puzzle."""

from __future__ import annotations

from inkrail.server.wire.puzzles import PuzzleInfo, PuzzleSolution
from inkrail.server.wire.typescript import schemas


def test_a_puzzle_travels_without_its_solution() -> None:
    solution = {"actions", "second", "sheet"}
    assert solution.isdisjoint(PuzzleInfo.__required_keys__)
    assert solution <= PuzzleSolution.__required_keys__
    assert {"PuzzleInfo", "PuzzleSolution", "PuzzleGiven", "PuzzleSupply", "OwnPuzzle"} <= schemas().keys()
