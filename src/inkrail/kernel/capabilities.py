"""What each ruleset can do, as constants of the functions compiled for it.

A capability is a name below; its value here is the base game's. `CAPABILITIES_OF` lists what is different elsewhere.
Compiled functions read a capability like any other global (`if LAKES:`): what a ruleset cannot do is not compiled for
it. Write such a condition as the bare name: Numba drops a branch before compiling only if it is that plain.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from inkrail.rules.ruleset import Ruleset

WIDTH: int = 11
"""The number of words in a state."""
BOARD: int = 64
"""The number of words of an open board, a power of two."""
USED: int = 44
"""How many of them there is something in."""

SURFACE: bool = True
"""Highways and railways are drawn."""
OWN_KIND: bool = False
"""The pieces show a third kind: a river, a lake or lava."""
OPTIONAL_DICE: bool = False
"""Some dice may be left out at will."""
ORDER_MATTERS: bool = False
"""The same drawings in another order may lead to another board."""
RIVERS: bool = False
LAKES: bool = False
"""Water fills cells and joins networks."""
METEORS: bool = False
"""A meteor strikes before each round; route dice may be drawn over craters."""
LAVA: bool = False
"""A lava die must be drawn; volcanoes begin new lakes, and lava that is shut in erases routes."""
SUBWAYS: bool = False
"""Subways and pipes are drawn, and results a second time."""
HUBS_BY_ORDER: bool = False
"""Of two stations in a row or column the first becomes a hub."""
TWO_BOARDS: bool = False
"""The surface and the underground are drawn in turn."""
UNDER: int = 0
"""Where the underground begins in an open board; the surface begins at 0."""
UNDER_AT: int = 0
"""Where the underground begins in a state."""
SOLVED_AT_ONCE: bool = True
"""The exact last round takes milliseconds: there is an upper bound on what a last tile brings."""
OWN_DICE_LAST: bool = False
"""There is an upper bound on what the expansion's own dice may bring, which are tried last."""
GUIDE_COLUMNS: int = 48
"""The number of columns of a board, the inputs of its guide: `inkrail.kernel.value.guide` lists them."""
SPARSE_ROWS: int = 7938
"""The number of sparse features that a judge sees besides them: `inkrail.kernel.value.cells` lists them."""

CAPABILITIES: Final = frozenset(name for name in globals() if name.isupper())


@dataclass(frozen=True, eq=False)
class Capabilities:
    """The capabilities of one ruleset: those that differ from the base game's."""

    name: str
    constants: Mapping[str, int]

    def __getitem__(self, name: str) -> int:
        value: int = self.constants[name] if name in self.constants else globals()[name]
        return value


def _own_kind(name: str, **more: int) -> Capabilities:
    return Capabilities(
        name,
        {
            "WIDTH": 15,
            "OWN_KIND": True,
            "OPTIONAL_DICE": True,
            "SOLVED_AT_ONCE": False,
            "GUIDE_COLUMNS": 60,
            "SPARSE_ROWS": 8722,
            **more,
        },
    )


CAPABILITIES_OF: Final = {
    capabilities.name: capabilities
    for capabilities in (
        Capabilities("base", {}),
        _own_kind("river", RIVERS=True, OWN_DICE_LAST=True),
        _own_kind("lake", LAKES=True, ORDER_MATTERS=True),
        Capabilities(
            "meteor",
            {
                "WIDTH": 13,
                "USED": 46,
                "METEORS": True,
                "ORDER_MATTERS": True,
                "SOLVED_AT_ONCE": False,
                "GUIDE_COLUMNS": 60,
                "SPARSE_ROWS": 8771,
            },
        ),
        _own_kind("lava", LAVA=True, ORDER_MATTERS=True, OWN_DICE_LAST=True),
        Capabilities(
            "underground",
            {
                "WIDTH": 26,
                "BOARD": 128,
                "USED": 114,
                "SUBWAYS": True,
                "TWO_BOARDS": True,
                "UNDER": 64,
                "UNDER_AT": 11,
                "ORDER_MATTERS": True,
                "SOLVED_AT_ONCE": False,
                "GUIDE_COLUMNS": 154,
                "SPARSE_ROWS": 16072,
            },
        ),
        Capabilities(
            "underground-standalone",
            {
                "WIDTH": 15,
                "USED": 50,
                "SURFACE": False,
                "SUBWAYS": True,
                "HUBS_BY_ORDER": True,
                "ORDER_MATTERS": True,
                "SOLVED_AT_ONCE": False,
                "GUIDE_COLUMNS": 106,
            },
        ),
    )
}
"""The rulesets that the kernel supports."""


def game_of(ruleset: Ruleset) -> str:
    """The ruleset's name without a variant, which changes only who gets which dice."""
    return ruleset.name.split("+")[0]
