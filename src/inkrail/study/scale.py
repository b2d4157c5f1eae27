"""How well the bots play, on the scale of reviews, as `tools/scale.py` measured it: a number alone says nothing."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final, TypedDict

from inkrail.rules.module import Report

FILE: Final = "scale.json"


class Entry(TypedDict):
    """What was measured of a bot: the means of its reviews, over so many games."""

    skill: float
    adjusted: float
    games: int


Measured = dict[str, dict[str, Entry]]
"""The bots of each game."""


@dataclass(frozen=True, slots=True)
class BotMean:
    """A bot's mean skill, and its mean score with average dice (without luck)."""

    bot: str
    skill: float
    adjusted: float
    games: int
    """How many games were reviewed."""

    def report(self) -> Report:
        """The plain values that `inkrail review` prints."""
        return {"bot": self.bot, "skill": self.skill, "adjusted": self.adjusted}


def bot_means(rules: str) -> tuple[BotMean, ...]:
    """The bots' means in a ruleset, the least skilled first; a variant has those of its game."""
    entries = measured().get(rules.partition("+")[0], {})
    means = (BotMean(bot, **entry) for bot, entry in entries.items())
    return tuple(sorted(means, key=lambda mean: mean.skill))


def between(rules: str, skill: float) -> tuple[str | None, str | None]:
    """The bots between which a skill is: the best one that is not better, and the next one; None where there is none."""
    means = bot_means(rules)
    below = [mean.bot for mean in means if mean.skill <= skill]
    above = [mean.bot for mean in means if mean.skill > skill]
    return (below[-1] if below else None, above[0] if above else None)


@cache
def measured() -> Measured:
    """What was measured of the bots."""
    table: Measured = json.loads(files("inkrail.study").joinpath(FILE).read_text())
    return table
