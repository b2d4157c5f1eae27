"""Sets of cells as 49 bits of an `int64`.

No function here or elsewhere in the kernel mixes signed and unsigned numbers: Numba would turn them into floats.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from inkrail.core.cells import ALL_CELLS, EDGES, SIZE
from inkrail.core.cells import CENTRE as CENTRE_CELLS
from inkrail.core.sides import Side
from inkrail.kernel.cache import IS_COMPILED
from inkrail.kernel.compiling import inlined

Words = NDArray[np.int64]
Number = TypeVar("Number", np.int64, np.float32)

ALL: Final = ALL_CELLS
CENTRE: Final = CENTRE_CELLS
ROW: Final = SIZE
"""The distance to the cell below."""
NOT_NORTH: Final = ALL_CELLS & ~EDGES[Side.N]
NOT_EAST: Final = ALL_CELLS & ~EDGES[Side.E]
NOT_SOUTH: Final = ALL_CELLS & ~EDGES[Side.S]
NOT_WEST: Final = ALL_CELLS & ~EDGES[Side.W]
FIRST_ROW: Final = EDGES[Side.N]
FIRST_COLUMN: Final = EDGES[Side.W]

if TYPE_CHECKING or not IS_COMPILED:

    def count(mask: int) -> int:
        """The number of cells in the mask."""
        return int(mask).bit_count()

    def lowest(mask: int) -> int:
        """The number of the first cell in a mask that is not empty."""
        return int(mask & -mask).bit_length() - 1

    def words(row: NDArray[Number], at: int) -> NDArray[Number]:
        """The words of an array, or of such words, from an index on; they have no length."""
        return row.reshape(-1)[at:]

else:
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic

    @intrinsic
    def count(typing, mask):  # noqa: ANN001, ANN201, ARG001
        """The processor's instruction for the number of bits set."""

        def generate(context, builder, signature, arguments):  # noqa: ANN001, ANN202, ARG001, PLR0917
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), generate

    @intrinsic
    def lowest(typing, mask):  # noqa: ANN001, ANN201, ARG001
        """The processor's instruction for the index of the lowest bit set."""

        def generate(context, builder, signature, arguments):  # noqa: ANN001, ANN202, ARG001, PLR0917
            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), generate

    @intrinsic
    def words(typing, row, at):  # noqa: ANN001, ANN201, ARG001
        """A pointer: functions that take pointers compile in a third of the time of those that take arrays."""
        is_array = isinstance(row, types.Array)
        if is_array and row.layout != "C":
            return None

        def generate(context, builder, signature, arguments):  # noqa: ANN001, ANN202, ARG001, PLR0917
            start, index = arguments
            if is_array:
                start = cgutils.create_struct_proxy(row)(context, builder, value=start).data
            return builder.gep(start, [index])

        return types.CPointer(row.dtype)(row, types.int64), generate


@inlined
def zero(number: int) -> int:
    """0 made from any number: Numba compiles a function once more for each literal that it is called with."""
    return number ^ number


@inlined
def larger(one: int, other: int) -> int:
    """The larger number; for `max` Numba would compile a function of its own."""
    return one if one > other else other  # noqa: FURB136


@inlined
def smaller(one: int, other: int) -> int:
    """The smaller number."""
    return one if one < other else other  # noqa: FURB136


@inlined
def nth(mask: int, index: int) -> int:
    """The number of the cell of the mask with `index` others before it."""
    for _ in range(index):
        mask &= mask - 1
    return lowest(mask)


@inlined
def grown(mask: int, east: int, south: int) -> int:
    """The mask and all cells one joint away; `east` and `south` are the cells joined to their neighbour there."""
    return mask | (mask & east) << 1 | (mask >> 1) & east | (mask & south) << ROW | (mask >> ROW) & south
