"""Rivers: wavy lines between two banks."""

from __future__ import annotations

from collections.abc import Sequence

from inkrail.core.sides import Side
from inkrail.render.geometry import at, curve, is_curve, on_line, ordered, straight, stroke

BANK = 18.0
"""From the middle of the river to its banks."""
_WAVE = 3.2
_LINES = (-7.5, 7.5)


def river(sides: Sequence[Side]) -> str:
    """The river between two sides."""
    if not sides:
        return ""
    first, second = ordered(sides)
    line, waves = (curve, 6) if is_curve(sides) else (straight, 8)
    banks = [line(first, offset=offset) for offset in (-BANK, BANK)]
    return (
        stroke("river", line(first))
        + stroke("bank", *banks)
        + stroke("wave", *(_wave((first, second), halves=waves, offset=offset) for offset in _LINES))
    )


def _wave(sides: tuple[Side, Side], *, halves: int, offset: float) -> str:
    """A wavy line that is the same in both directions, so that it continues in the next cell."""
    parts = [f"M{at(on_line(sides, 0, offset=offset))}"]
    for number in range(halves):
        swing = _WAVE * 2 * (1 if number % 2 else -1)
        crest = on_line(sides, (number + 0.5) / halves, offset=offset + swing)
        parts.append(f"Q{at(crest)} {at(on_line(sides, (number + 1) / halves, offset=offset))}")
    return "".join(parts)
