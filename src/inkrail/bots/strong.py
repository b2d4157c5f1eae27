"""A bot that also considers the next rolls, in at most about two CPU seconds a round."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from inkrail.bots.effort import HALF_AS_WIDE, Breadth, Effort, Stage
from inkrail.bots.thinker import ThinkerBot


class StrongBot(ThinkerBot):
    """Compares the best ends of the round over rolls of the next one, and the very best over three rounds."""

    name = "strong"
    level = 9
    effort = Effort(
        breadth=Breadth(width=200, special=50, kept=96),
        last=Breadth(width=200, special=50, kept=1),
        exact=True,
        stages=(Stage(32, 8), Stage(16, 12), Stage(8, 24), Stage(5, 48, rounds=3)),
    )
    efforts: ClassVar = {
        "river": replace(
            effort,
            breadth=Breadth(width=1000, special=250, kept=768),
            ahead=HALF_AS_WIDE,
            stages=(Stage(200, 3), Stage(40, 6), Stage(16, 12, rounds=2), Stage(6, 36, rounds=4)),
        )
    }
    """With rivers, more ends of the round are worth more than more rolls."""
