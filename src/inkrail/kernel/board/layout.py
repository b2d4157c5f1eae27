"""The words of an open board and of a state.

A board keeps one layer (a mask of cells) for each side and kind. The kinds that its pieces show are numbered
in order and called slots: highway 0, railway 1 and, where an expansion has one, its own kind 2; underground
subway 0 and pipe 1.

While the kernel works on a board it is open, a row of words:

    side * 5 + slot         shown: the cells whose tile shows the slot's kind at this side
    20 + side * 5 + slot    faces: the cells that meet it there, at a neighbour's side or at an exit
    40, 41, 42              filled cells; cells whose tile keeps its kinds apart; special routes used
    43                      every cell, for pieces that need no connection
    44, 45                  meteor: cells with a crater; the number of the cell hit last
    46, 47, 48, 49          underground: hubs; broken pipes; subway stations; stations of the surface

With two boards the underground's words follow those of the surface, `UNDER` words further on; its slots are `UNDER`
and `UNDER` + 1 for all functions that take a slot.

Of the five words of a side, the fourth is always empty and is read for a blank side; the fifth is never read and is
written for one. So the code needs no branch for what a side carries.

A state is the same board packed, to be stored, hashed and passed around: the layers shown, and the other words in use.
"""

from __future__ import annotations

from typing import Final

SIDE: Final = 5
"""The number of words per side of an open board."""
BLANK_READ: Final = 3
BLANK_WRITTEN: Final = 4
FACES: Final = 20
FILLED: Final = 40
APART: Final = 41
SPENT: Final = 42
ANYWHERE: Final = 43
CRATERS: Final = 44
ORIGIN: Final = 45
HUBS: Final = 46
BROKEN: Final = 47
STATIONS: Final = 48
OVER: Final = 49

# The expansion's own kind.
THIRD: Final = 2
NORTH: Final = THIRD
EAST: Final = SIDE + THIRD
SOUTH: Final = 2 * SIDE + THIRD
WEST: Final = 3 * SIDE + THIRD

# Words of a state. The layers of slots 0 and 1 come first, each N E S W. The underground of two boards begins at
# `UNDER_AT` with the same words.
IN_FILLED: Final = 8
IN_APART: Final = 9
IN_SPENT: Final = 10
IN_THIRD: Final = 11
IN_CRATERS: Final = 11
IN_ORIGIN: Final = 12
IN_HUBS: Final = 11
IN_BROKEN: Final = 12
IN_STATIONS: Final = 13
IN_OVER: Final = 14
