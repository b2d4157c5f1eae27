"""The strongest bot, at about six CPU seconds a round."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from inkrail.bots.effort import HALF_AS_WIDE, Breadth, Effort, Stage
from inkrail.bots.thinker import ThinkerBot


class MasterBot(ThinkerBot):
    """Thinks like `strong`, but compares more ends of the round and looks further ahead from the best of them."""

    name = "master"
    level = 10
    effort = Effort(
        breadth=Breadth(width=400, special=100, kept=256),
        last=Breadth(width=200, special=60, kept=1),
        exact=True,
        stages=(
            Stage(128, 6),
            Stage(48, 16),
            Stage(24, 30),
            Stage(12, 48, rounds=2),
            Stage(6, 100, rounds=4),
            Stage(4, 160, rounds=4),
        ),
    )
    efforts: ClassVar = {
        "river": replace(
            effort,
            breadth=Breadth(width=1400, special=350, kept=1280),
            ahead=HALF_AS_WIDE,
            stages=(
                Stage(400, 3),
                Stage(100, 8),
                Stage(36, 16),
                Stage(20, 40, rounds=2),
                Stage(10, 90, rounds=4),
                Stage(4, 200, rounds=4),
            ),
        )
    }
