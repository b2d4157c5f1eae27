"""Measure what narrower searches of a round lose in judged value, by round.

    python -m training.widths --rules base --games 60 --breadths 10:3:10 60:16:32 800:200:512

Games are played as `steady` plays them. In each round but the last every breadth searches the same roll, and the value
that the judge gives its best end is compared with that of the last breadth named. A breadth is written as in
`inkrail.bots.effort`: boards kept, those that special routes are tried on, and ends that are judged. A judge overrates
some ends, and a wider search finds them: a higher value is not the same as better play.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from inkrail.bots.effort import Breadth
from inkrail.bots.models import model_of
from inkrail.bots.steady import SteadyBot
from inkrail.kernel import kernel_for
from inkrail.kernel.board.bits import Words
from inkrail.rules.registry import parse_ruleset
from training.measure import mean_of
from training.model import load_model
from training.selfplay import Player

Numbers = NDArray[np.float64]


def parse_breadth(text: str) -> Breadth:
    """A breadth from its three numbers."""
    width, special, kept = (int(part) for part in text.split(":"))
    return Breadth(width, special, kept)


def losses(values: Numbers) -> Numbers:
    """How much less each value [game, round, breadth] is than that of the last breadth."""
    differences: Numbers = values[..., -1:] - values
    return differences


class Comparison:
    """Searches of the same rolls with several breadths."""

    def __init__(self, player: Player, breadths: list[Breadth]) -> None:
        self.player = player
        self.breadths = breadths
        self.seconds = np.zeros(len(breadths))

    def play(self, rng: np.random.Generator, *, kept: int) -> Numbers:
        """The best values [round, breadth] in the rounds but the last of a game; the best of so many ends is played."""
        player, values = self.player, []
        state = player.kernel.start()
        for round_ in range(1, player.kernel.ruleset.rounds):
            state = player.struck(state, player.meteor(rng), round_=round_)
            dice = player.roll(rng, round_=round_)
            values.append([self._best(i, state, dice, round_=round_) for i in range(len(self.breadths))])
            state = player.ends(state, dice, round_=round_, kept=kept).states[0]
        return np.array(values)

    def _best(self, index: int, state: Words, dice: Words, *, round_: int) -> float:
        """The value of the best end that a breadth finds; its time is added up."""
        breadth = self.breadths[index]
        began = time.process_time()
        ends = self.player.kernel.beam_round(
            state,
            dice,
            model=self.player.model,
            round_=round_,
            width=breadth.width,
            special_width=breadth.special,
            kept=breadth.kept,
            specials=True,
        )
        self.seconds[index] += time.process_time() - began
        return float(ends.values[0])


def main() -> None:
    """Print the losses of each breadth, per game and by round."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rules", default="base")
    parser.add_argument("--model", type=Path, help="by default the one that is shipped")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--breadths", nargs="+", type=parse_breadth, required=True)
    chosen = parser.parse_args()
    kernel = kernel_for(parse_ruleset(chosen.rules))
    played = SteadyBot.effort.breadth
    model = load_model(chosen.model) if chosen.model else model_of(kernel.ruleset)
    player = Player(kernel, model, width=played.width, special_width=played.special)
    Comparison(player, chosen.breadths).play(np.random.default_rng(0), kept=played.kept)
    comparison = Comparison(player, chosen.breadths)
    games = [
        comparison.play(np.random.default_rng([chosen.seed, game]), kept=played.kept)
        for game in range(chosen.games)
    ]
    lost = losses(np.array(games))
    for index, breadth in enumerate(chosen.breadths):
        name = f"{breadth.width}:{breadth.special}:{breadth.kept}"
        by_round = " ".join(
            f"{r}:{loss:.2f}" for r, loss in enumerate(lost[..., index].mean(axis=0), start=1)
        )
        spent = comparison.seconds[index] / lost[..., 0].size * 1000
        print(f"{name:12} loses {mean_of(lost[..., index].sum(axis=1))} per game, {spent:.1f} ms  {by_round}")


if __name__ == "__main__":
    main()
