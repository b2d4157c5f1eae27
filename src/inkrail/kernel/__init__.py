"""The rules a second time, as bitboards compiled by Numba, for search only.

`kernel_for(ruleset)` gives the `Kernel` of a ruleset; `plays(ruleset)` tells whether there is one. It works
with plain NumPy arrays of `int64`:

- a **state** is one row of words: a mask of cells for each side and kind, the filled cells, the special routes
  used (`book` names the words, `IN_FILLED` and so on). Several states are an array of rows.
- a **move** is a placement as a number; a row of moves is a sequence of drawings in a round, padded with `NO_MOVE`.
- **dice** are an array of piece numbers, as `Kernel.dice_of(position)` and `Kernel.number(piece)` give them.
- **score lines** are a row of numbers; `scoring` names its columns (`TOTAL`, `NETWORK_POINTS`, ...).
- the **book** is one row with all tables of a ruleset (`Kernel.book`); compiled functions take it as an argument.

What a bot does in a round:

    kernel = kernel_for(ruleset)
    state, dice = kernel.state_of(position), kernel.dice_of(position)
    specials = kernel.may_draw_special(position)
    ends = kernel.beam_round(state, dice, width=50, evaluate=value_of, specials=specials)
    plan = kernel.drawings(ends.moves[0])          # drawings for `Ruleset.draw`, in a legal order

- `expand_round(state, dice, specials=..., limit=...)`: every board that the round can end with, each once (B9, B10):
  2 000 to 120 000 of them without a special route, up to millions with one, at about 50 ns per board.
- `beam_round(...)`: the ends that a beam finds. `evaluate` takes an array of states and returns their values.
- `last_round(state, dice, specials=...)`: the exact highest final total and the moves that lead to it.
- `columns(states)`: the inputs of a linear value, one row per state; `linear.weighed` gives their weighted sum.
- `score(states)`, `score_lines(states)`: totals, or all lines, of many states in one call.
- `playouts(states, rounds=..., chance=..., special=...)`: each state played on at random, with final score lines.
- `placements(state, piece)`, `after(state, moves)`, `placement(move)`, `move(placement)`: single steps.

All rulesets are supported. What differs from the base game:

- `kernel.start()` is the state before the first round; `blank()` is an empty board.
- From the lake on (`book.LAKE`) the order of drawings matters. `expand_round` then merges equal boards after each
  drawing and lists at most `engine.MOST_MERGED`; with optional dice, which go anywhere, a round has more.
- `last_round` is available if `kernel.solves_last_round`; otherwise use a beam with `kernel.score`.
- Lava: the dice of a round include its volcano, and `hand.DUTY_DONE` once a lava die was drawn; `dice_of` adds both.
- Meteor: `kernel.strike(state, direction=..., distance=...)` comes before drawing. Random play never pays to ignore it.
- Underground: `specials` allows a result to be drawn again (U4). With a surface a state holds both boards
  (`two_boards`), the dice say which one is drawn on, and `rounds` of playouts are the game's last ones.
- Random play leaves out each optional die in half of the rounds, and draws a volcano only where it must.

Compiled functions of other parts may call the kernel's, which are plain functions of arrays: `desk.lay_open`,
`desk.cells_for`, `desk.draw`, `scoring.score_desk`, `playouts.play_on`, and the parts of a score in `scoring`
(`joined_east`, `exits_met`, `open_ends`, ...) for features of an evaluation. Decorate such functions with
`compiling.compiled` (or `inner` and `inlined`, which must not allocate and avoid reference counting): their cache
then depends on the kernel's sources and their own file. Never mix signed and unsigned numbers, and pass few, flat arrays.
"""

from inkrail.kernel.beam import Ends, Evaluation
from inkrail.kernel.boards import NO_MOVE
from inkrail.kernel.catalogue import kernel_for
from inkrail.kernel.chance import Chance, chance_of
from inkrail.kernel.engine import Expansion, Kernel, NotPlayedError, plays

__all__ = [
    "NO_MOVE",
    "Chance",
    "Ends",
    "Evaluation",
    "Expansion",
    "Kernel",
    "NotPlayedError",
    "chance_of",
    "kernel_for",
    "plays",
]
