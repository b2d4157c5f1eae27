"""The rules a second time, as bitboards compiled by Numba, for search only.

`kernel_for(ruleset)` gives the `Kernel` of a ruleset; `plays(ruleset)` tells whether there is one. It works
with plain NumPy arrays of `int64`:

- a **state** is one row of words: a mask of cells for each side and kind, the filled cells, the special routes
  used (`board.layout` names the words, `IN_FILLED` and so on). Several states are an array of rows.
- a **move** is a placement as a number; a row of moves is a sequence of drawings in a round, padded with `NO_MOVE`.
- **dice** are an array of piece numbers, as `Kernel.dice_of(position)` and `Kernel.number(piece)` give them.
- **score lines** are a row of numbers; `board.lines` names its columns (`TOTAL`, `NETWORK_POINTS`, ...).
- the **tables** are one row with all that a ruleset's pieces and dice determine (`Kernel.tables`).
- a **model** gives boards their values: a guide, with a row of weights for each round, and where a ruleset has one a judge.

What a bot does in a round:

    kernel = kernel_for(ruleset)
    state, dice = kernel.state_of(position), kernel.dice_of(position)
    ends = kernel.beam_round(
        state, dice, model=model, round_=3, width=50, special_width=12, kept=8,
        specials=kernel.may_draw_special(position),
    )
    plan = kernel.drawings(ends.moves[0])          # drawings for `Ruleset.draw`, in a legal order

- `expand_round(state, dice, specials=..., limit=...)`: every board that the round can end with, each once (B9, B10):
  2 000 to 120 000 of them without a special route, up to millions with one, at about 50 ns per board.
- `beam_round(...)`: the best ends that a beam finds, by a model; `best_ends(...)`: the best one for each of many states.
- `last_round(state, dice, specials=...)`: the exact highest final total and the moves that lead to it, unless the round
  has so many boards that the search stops.
- `values(states, model=..., round_=...)`: the expectation before a round is rolled, over all its rolls or, where a ruleset
  has too many (`rolls`), a fixed sample; `worth(...)` has the value of each roll, found by one narrow search.
- `columns(states)`: the inputs of the guide, one row per state.
- `score(states)`, `score_lines(states)`: totals, or all lines, of many states in one call.
- `playouts(states, rounds=..., chance=..., special=...)`: each state played on at random, with final score lines.
- `placements(state, piece)`, `after(state, moves)`, `placement(move)`, `move(placement)`: single steps.

All rulesets are supported. What a ruleset can do is a list of named capabilities (`capabilities`), which are constants in
the functions compiled for it: each function is written once, and compiled for each ruleset that needs another version,
without what that ruleset cannot do (`compiling`). What differs from the base game:

- `kernel.start()` is the state before the first round; `blank()` is an empty board.
- Where the order of drawings matters, boards are told apart by what is on them; a round with more than `engine.MOST_SEEN`
  / 2 boards on the way is not listed completely.
- `last_round` takes milliseconds if `kernel.solves_at_once`, elsewhere up to a few seconds: give it as `above` the total of
  a beam, which goes by the score in the last round.
- Lava: the dice of a round include its volcano, and `options.DUTY_DONE` once a lava die was drawn; `dice_of` adds both.
- Meteor: `kernel.strike(states, directions=..., distances=...)` comes before drawing. Random play never pays to ignore it.
- Underground: `specials` allows a result to be drawn again (U4). With a surface a state holds both boards, and the dice
  say which one is drawn on; `rounds` of playouts are the game's last ones.
- Random play leaves out each optional die in half of the rounds, and draws a volcano only where it must.

Compiled functions of other parts may call the kernel's, which are plain functions of arrays: `open_board.unpack`,
`effects.legal_cells`, `effects.draw`, `scoring.score_board`, `playouts.play_on`, and the parts of a score in `networks`
(`joined_east`, `exits_met`, `open_ends`, ...) for features of an evaluation. Decorate such functions with
`compiling.compiled` (or `inner` and `inlined`, which must not allocate and avoid reference counting) and call
`kernel.compiled(function)(...)`. Their cache depends on the kernel's sources and their own file. Never mix signed and
unsigned numbers, pass few, flat arrays, and write a capability as a bare condition (`if LAKES:`).
"""

from inkrail.kernel.board.effects import NO_MOVE
from inkrail.kernel.chance import Chance, chance_of
from inkrail.kernel.engine import Ends, Expansion, Kernel, Model, NotPlayedError, kernel_for, plays

__all__ = [
    "NO_MOVE",
    "Chance",
    "Ends",
    "Expansion",
    "Kernel",
    "Model",
    "NotPlayedError",
    "chance_of",
    "kernel_for",
    "plays",
]
