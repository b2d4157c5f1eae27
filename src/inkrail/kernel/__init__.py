"""The rules again as bitboards, compiled by Numba: for search only.

`kernel_for(ruleset)` gives the `Kernel` of a ruleset. What it works with are plain NumPy arrays of `int64`:

- a **state** is one row of words: a mask of cells for each side and kind, the filled cells, the special routes
  spent (`desk` names the words). Many states are an array of rows. `Kernel.state_of(position)` makes one.
- a **move** is a placement as a number, `Kernel.placement(move)` and `Kernel.move(placement)` convert;
  `Kernel.drawings(moves)` turns a row of moves into drawings in a legal order.
- **score lines** are a row of numbers; `scoring` names its columns (`TOTAL`, `NETWORK_POINTS`, ...).
- the **book** is the row of all tables of a ruleset (`Kernel.book`); compiled functions take it as an argument.

Compiled functions of other parts may call the kernel's own, which are plain functions of arrays. They must be
decorated with `compiling.compiled` (or `inner` and `inlined`, which may not allocate), so that their cache is
never stale.
"""

from inkrail.kernel.chance import Chance, chance_of
from inkrail.kernel.engine import Kernel, kernel_for

__all__ = ["Chance", "Kernel", "chance_of", "kernel_for"]
