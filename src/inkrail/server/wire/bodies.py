"""The bodies of the HTTP API: requests as models, responses as typed dictionaries."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from inkrail.bots.bot import LEVELS
from inkrail.server.rooms.names import LONGEST_NAME
from inkrail.server.wire.boards import BoardView, SheetView
from inkrail.server.wire.days import DayInfo
from inkrail.server.wire.messages import ClockSeconds, Longest, SeatNumber, Seed, Values, Word
from inkrail.server.wire.summaries import TableSummary
from inkrail.server.wire.typed_dict import TypedDict
from inkrail.study.last_position import MOST_DUPLICATES

Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
Token = Annotated[str, Field(min_length=16, max_length=80, pattern=r"^[\w-]+$")]


class Body(BaseModel):
    """The body of a request."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @model_validator(mode="before")
    @classmethod
    def _has_few_fields(cls, fields: object) -> object:
        """Refuse thousands of unknown fields at once, instead of listing each of them as an error."""
        if isinstance(fields, dict) and len(fields) > len(cls.model_fields):
            raise PydanticCustomError("too_many_fields", "At most {n} fields", {"n": len(cls.model_fields)})
        return fields


class HumanSeat(Body):
    """A seat for a person."""

    kind: Literal["human"]


class BotSeat(Body):
    """A seat for a bot."""

    kind: Literal["bot"]
    bot: Word


SeatWanted: TypeAlias = Annotated[HumanSeat | BotSeat, Field(discriminator="kind")]


class NewTable(Body):
    """A table to open. The creator takes the first seat; a game with a seed, rolls or typed dice is not counted."""

    rules: Word = "base"
    longest: Longest | None = None
    values: Values = "official"
    seats: Annotated[list[SeatWanted], Field(min_length=1, max_length=6)] = [HumanSeat(kind="human")]
    clock: ClockSeconds | None = None
    """Seconds for a round, or for one choice of dice."""
    public: bool = False
    name: Name
    seed: Seed | None = None
    rolls: (
        Annotated[list[Annotated[list[Word], Field(max_length=40)]], Field(min_length=1, max_length=14)]
        | None
    ) = None
    """The faces of all rounds, fixed in advance."""
    typed: bool = False
    """Whether the creator types in the faces of each round from real dice."""
    hints: bool | None = None
    """Whether players may ask for hints; unless given, a person who plays without other people may."""


class NameBody(Body):
    """The player's name."""

    name: Name


class PlayOn(Body):
    """From where to play on: a seat's game before it draws in this round; `new` dice are rolled from that round on."""

    name: Name
    seat: SeatNumber
    round: Annotated[int, Field(ge=1, le=14)]
    dice: Literal["same", "new"]


class DailyAttempt(Body):
    """The name of somebody who takes part, and their browser: a secret that it generated and keeps."""

    name: Name
    browser: Token


class BrowserBody(Body):
    """Whose browser it is: a secret that it generated and keeps."""

    browser: Token


class ScoreBody(Body):
    """A board text to score."""

    text: Annotated[str, Field(max_length=64 * 1024)]
    rules: Word = "base"
    longest: Longest | None = None
    values: Values = "official"


class SolveBody(ScoreBody):
    """A board text before the last round, and the dice of that round.

    `spent` are special routes used that are not on the board, `duplicated` is how often a result was drawn again.
    """

    dice: Annotated[list[Word], Field(max_length=20)]
    spent: Annotated[list[Word], Field(max_length=20)] = []
    duplicated: Annotated[int, Field(ge=0, le=MOST_DUPLICATES)] = 0


class DailyGiven(TypedDict):
    """A seat at a day's game, and whether this attempt counts."""

    table: str
    seat: int
    token: str
    counted: bool


class TableList(TypedDict):
    """Public tables, a few of each address: everyone's newest first."""

    tables: list[TableSummary]


class BotInfo(TypedDict):
    """A bot: its key, its strength (1 is the weakest), and the rulesets it plays."""

    name: str
    level: Annotated[int, Field(ge=LEVELS[0], le=LEVELS[-1])]
    rulesets: list[str]


class BotList(TypedDict):
    """All bots, weakest first."""

    bots: list[BotInfo]


class SolveResult(TypedDict):
    """The best end of a last round; `exact` is false if only a search was made, so that there may be a better one.

    The cells that are drawn in this round have its number, `round`.
    """

    rules: str
    round: int
    total: int
    exact: bool
    actions: list[str]
    boards: list[BoardView]
    sheet: SheetView


class DailyInfo(DayInfo):
    """A day's game: the day, who has played it, and what the days after it bring."""

    played: Literal["no", "running", "over"]
    """Whether the requesting browser has played it."""
    table: str | None
    score: int | None
    """The points of the requesting browser, once it has played."""
    players: int
    """How many have finished it."""


class LeaderboardEntry(TypedDict):
    """A counted attempt; `late` if it was finished after the day had closed, when its dice were known."""

    rank: int
    name: str
    score: int
    errors: int
    seconds: int
    late: bool
    table: str
    mine: bool


class ScoreCount(TypedDict):
    """How many players have a score."""

    score: int
    players: int


class Leaderboard(TypedDict):
    """The counted attempts of a day, best first, those in time before the late ones."""

    date: str
    ruleset: str
    players: int
    entries: list[LeaderboardEntry]
    mine: LeaderboardEntry | None
    """The finished attempt of the requesting browser, which may be too far down to be among the entries."""
    percentile: int | None
    """How many percent of the others it left behind; null without it, or without others."""
    distribution: list[ScoreCount]
    """All scores, from the lowest."""
