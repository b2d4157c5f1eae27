"""The bodies of the calls that follow a review: playing on, trying a round again, and the verdict on that."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from inkrail.server.wire.bodies import Body, Name
from inkrail.server.wire.studies import LEAST_TO_WIN, RoundReport
from inkrail.server.wire.typed_dict import TypedDict

RoundNumber = Annotated[int, Field(ge=1, le=14)]


class RetryWanted(Body):
    """A reviewed round to try again."""

    name: Name
    round: RoundNumber


class StudyPlayOn(Body):
    """From which round of a study's game to play on; `new` dice are rolled from that round on."""

    name: Name
    round: RoundNumber
    dice: Literal["same", "new"]


class Verdict(TypedDict):
    """What became of a round that was tried again: values before the next round, in the last round points.

    `own` is that of the end in the reviewed game, `best` that of the best end known. Any end within half a point of it
    wins.
    """

    round: int
    own: float
    value: float
    best: float
    exact: bool
    won: bool


def verdict_of(report: RoundReport, *, value: float, exact: bool) -> Verdict:
    """The verdict on an end of a reviewed round with this value."""
    own = report["value"] + report["luck"] + report["choices"]
    best = max(own + report["loss"], value)
    return {
        "round": report["round"],
        "own": own,
        "value": value,
        "best": best,
        "exact": exact,
        "won": best - value <= LEAST_TO_WIN,
    }
