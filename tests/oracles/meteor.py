"""Where a meteor lands (M2, M3), walked step by step."""

from __future__ import annotations

from tests.oracles.grid import neighbour

DIRECTIONS = {"up": 0, "right": 1, "down": 2, "left": 3}


def landing(origin: str, direction: str, distance: int, craters: set[str]) -> str | None:  # noqa: PLR0917
    """The cell hit by a meteor, or None when its whole line is craters (M3)."""
    cell, side = origin, DIRECTIONS[direction]
    for _ in range(distance):
        cell, side = _step(cell, side)
    # Twelve steps go back and forth over a line of seven: then every cell of it was visited.
    for _ in range(13):
        if cell not in craters:
            return cell
        cell, side = _step(cell, side)
    return None


def _step(cell: str, side: int) -> tuple[str, int]:
    """One step; at the edge and moving outwards it first turns round, for free (M3)."""
    ahead = neighbour(cell, side)
    if ahead is not None:
        return ahead, side
    side = (side + 2) % 4
    ahead = neighbour(cell, side)
    assert ahead is not None
    return ahead, side
