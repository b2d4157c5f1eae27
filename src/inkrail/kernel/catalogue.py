"""The kernels by ruleset."""

from __future__ import annotations

from functools import lru_cache

from inkrail.kernel.engine import Kernel
from inkrail.kernel.two_boards import TwoBoards
from inkrail.rules.ruleset import Ruleset


@lru_cache(maxsize=32)
def kernel_for(ruleset: Ruleset) -> Kernel:
    """The cached kernel of a ruleset; raises `NotPlayedError` unless `plays(ruleset)`."""
    return TwoBoards(ruleset) if len(ruleset.layouts) > 1 else Kernel(ruleset)
