"""The bodies of the calls about studies: reviews of finished games, and the best boards for their dice."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypeAlias

from pydantic import Field

from inkrail.game.table import MOST_SEATS
from inkrail.server.wire.boards import BoardView, SeatResult, SheetView
from inkrail.server.wire.bodies import Body
from inkrail.server.wire.typed_dict import TypedDict

LONGEST_RECORD = 64 * 1024
"""The most characters of a record; one of a whole game has 2 to 10 thousand."""

SeatNumber = Annotated[int, Field(ge=0, lt=MOST_SEATS)]
RecordText = Annotated[str, Field(max_length=LONGEST_RECORD)]
Effort: TypeAlias = Literal["quick", "full"]
StudyKind: TypeAlias = Literal["review", "best"]
StudyStatus: TypeAlias = Literal["waiting", "running", "done", "failed"]
RoundClass: TypeAlias = Literal["forced", "best", "good", "inaccuracy", "mistake", "blunder"]


class TableReview(Body):
    """A seat of a finished table to review."""

    seat: SeatNumber = 0
    effort: Effort = "full"


class RecordReview(Body):
    """A seat of a record to review."""

    record: RecordText
    seat: SeatNumber = 0
    effort: Effort = "full"


class TableBest(Body):
    """A seat of a finished table whose dice are to be played as well as possible."""

    seat: SeatNumber = 0


class RecordBest(Body):
    """A seat of a record whose dice are to be played as well as possible."""

    record: RecordText
    seat: SeatNumber = 0


class StudyAsked(TypedDict):
    """The study that answers a question; the same question has the same study."""

    id: str


class ReasonLine(TypedDict):
    """What a line of the score sheet is expected to bring from one's own end and from the better one."""

    name: str
    own: float
    better: float


_WithClass = TypedDict("_WithClass", {"class": RoundClass})


class RoundReport(_WithClass):
    """A round of a review: value before the roll, luck of the roll, what was made of it, and the best end that was found.

    `best` are the actions of that end; `reason` is empty except at key moments.
    """

    round: int
    value: float
    luck: float
    fortune: float
    choices: float
    loss: float
    best: list[str]
    reason: NotRequired[list[ReasonLine]]


class ReviewReport(TypedDict):
    """A review, as `inkrail review --json` prints it: the score is par + luck + choices. `moments` are rounds."""

    seat: int
    """Counted from 1, in the record of the study."""
    rules: str
    score: int
    par: float
    luck: float
    choices: float
    skill: float
    fortune: float
    sampled: bool
    engine: str
    rounds: list[RoundReport]
    moments: NotRequired[list[int]]


class BestReport(TypedDict):
    """The best board found for the same dice, as `inkrail best --json` prints it."""

    total: int
    exact: bool
    bound: int | None
    record: str


class StudyView(TypedDict):
    """A study: what is ready of it, and how long it may still take."""

    id: str
    kind: StudyKind
    rules: str
    seat: int
    """In the study's record, which has this seat alone unless dice were drafted."""
    effort: Effort
    status: StudyStatus
    code: str | None
    """Why it failed."""
    waiting: int | None
    """How many studies come before this one, while it waits."""
    rounds_total: int
    rounds_done: int
    """How many rounds are reviewed, or searched for the best board."""
    rounds: list[RoundReport]
    """Those that are reviewed so far, the last round first."""
    review: ReviewReport | None
    best: BestReport | None


class LineDifference(TypedDict):
    """A line of the score sheet from one's own end and from the better one."""

    name: str
    own: float
    better: float
    difference: float


class StudyRound(TypedDict):
    """A reviewed round on the board: before drawing, one's own end and the better end.

    `lines` say why it is better: expected points at the end of the game, in the last round the exact ones (`exact`).
    """

    round: int
    hand: list[str]
    before: list[BoardView]
    own: list[BoardView]
    better: list[BoardView]
    sheet_own: SheetView
    sheet_better: SheetView
    lines: list[LineDifference]
    exact: bool
    actions: list[str]
    """What leads to the better end."""
    may_retry: bool
    """Whether the round can be tried again: something was lost in it, and the game was not drafted."""


class StudyBoards(TypedDict):
    """The final boards of a study: the player's own, and the best ones found if that was asked for."""

    own: SeatResult
    best: SeatResult | None
