"""Sets of cells as planes of bytes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from inkrail.core.cells import SIZE, Mask

Bytes = NDArray[np.int8]

CELLS_OF_BOARD: Final = SIZE * SIZE


def unpacked(masks: Sequence[Mask]) -> Bytes:
    """One row for each mask with one byte for each cell, 1 if the cell is in it."""
    words = np.array(masks, np.uint64).astype("<u8").view(np.uint8).reshape(-1, 8)
    return np.unpackbits(words, axis=1, bitorder="little")[:, :CELLS_OF_BOARD].view(np.int8)
