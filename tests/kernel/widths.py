"""A function of a capability, with an inner one, to be compiled for several rulesets in several processes."""

from __future__ import annotations

import sys

from inkrail.kernel.capabilities import CAPABILITIES_OF, WIDTH
from inkrail.kernel.compiling import compiled, inner, specialisation


@inner
def twice(number: int) -> int:
    """Twice the width, and a number."""
    return 2 * WIDTH + number


@compiled
def width(number: int) -> int:
    """Three times the width, and a number."""
    return WIDTH + twice(number)


if __name__ == "__main__":
    print([specialisation(CAPABILITIES_OF[name])(width)(0) for name in sys.argv[1:]])  # noqa: T201
