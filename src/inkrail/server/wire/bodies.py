"""The bodies of the HTTP API: requests as models, responses as typed dictionaries."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from inkrail.bots.bot import LEVELS
from inkrail.core.score import LineKind
from inkrail.server.rooms.names import LONGEST_NAME
from inkrail.server.wire.boards import BoardView, SheetView
from inkrail.server.wire.messages import ClockSeconds, Longest, Params, SeatNumber, Seed, Values, Word
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


class SeatGiven(TypedDict):
    """A seat at a table, and its secret token, which is sent only once."""

    table: str
    seat: int
    token: str


class DailyGiven(TypedDict):
    """A seat at a day's game, and whether this attempt counts."""

    table: str
    seat: int
    token: str
    counted: bool


class TableList(TypedDict):
    """Public tables, a few of each address: everyone's newest first."""

    tables: list[TableSummary]


class ExitInfo(TypedDict):
    """An exit of a board."""

    cell: str
    side: str
    kind: str


class LayoutInfo(TypedDict):
    """A printed board."""

    name: str
    exits: list[ExitInfo]


class PieceInfo(TypedDict):
    """A piece in its first orientation."""

    name: str
    sides: str
    role: str
    station: bool
    joined: bool
    board: int


class DieInfo(TypedDict):
    """A die."""

    name: str
    faces: list[str]
    mandatory: bool
    board: int


class ScoreLineInfo(TypedDict):
    """A line of the score sheet, what it counts, and the number of its board."""

    name: str
    kind: LineKind
    board: int


class ExtraInfo(TypedDict):
    """What may be drawn besides the dice, how often, and on which board; `pieces` is empty if the roll decides them."""

    name: str
    verb: str
    pieces: list[str]
    total: int
    per: Literal["game", "round"]
    board: int


class LastRoundInfo(TypedDict):
    """What is drawn in the last round: so many dice, each one of these faces."""

    dice: int
    faces: list[str]


class RulesetInfo(TypedDict):
    """A ruleset that tables may choose.

    `longest` is its default reading of the longest route, `variant_longest` that of each variant; `start` is what is
    drawn before the first round.
    """

    name: str
    variants: list[str]
    rounds: int
    longest: str
    variant_longest: dict[str, str]
    lines: list[ScoreLineInfo]
    extras: list[ExtraInfo]
    start: list[str]
    boards: list[LayoutInfo]
    pieces: list[PieceInfo]
    dice: list[DieInfo]
    last_round: LastRoundInfo


class RulesetList(TypedDict):
    """All rulesets, in the order they are offered; `network_points` are the points of 0 to 12 exits by each table."""

    rulesets: list[RulesetInfo]
    most_seats: int
    network_points: dict[str, list[int]]


class BotInfo(TypedDict):
    """A bot: its key, its strength (1 is the weakest), and the rulesets it plays."""

    name: str
    level: Annotated[int, Field(ge=LEVELS[0], le=LEVELS[-1])]
    rulesets: list[str]


class BotList(TypedDict):
    """All bots, weakest first."""

    bots: list[BotInfo]


class DiceRoll(TypedDict):
    """Dice for a game on paper.

    In a drafted round players choose from `pairs` and share `common`; otherwise all dice are common. `starter` is
    the seat drawn by lot before the first drafted round, from 0; `rounds` says how many rounds the game has.
    """

    rules: str
    round: int
    rounds: int
    board: str
    pairs: list[list[str]]
    common: list[str]
    starter: int | None


class CheckResult(TypedDict):
    """Whether the tiles can be drawn in the order of the text, or the first line that cannot."""

    legal: bool
    line: int | None
    code: str | None
    params: Params


class ScoreResult(TypedDict):
    """A scored board text and the ruleset it was scored by; `report` is what `inkrail score --json` prints."""

    rules: str
    report: dict[str, object]
    sheet: SheetView
    boards: list[BoardView]
    check: CheckResult


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


class ComingDay(TypedDict):
    """A day to come and its ruleset."""

    date: str
    ruleset: str


class DailyInfo(TypedDict):
    """A day's game, and what the days after it bring."""

    date: str
    ruleset: str
    today: bool
    seconds_left: int
    """How long it is until the day ends and the next begins; 0 for an earlier day."""
    closed: bool
    """Whether its dice are shown to everybody, so that it counts no longer."""
    counts_until: str
    """Until when it must be finished to be in time."""
    played: Literal["no", "running", "over"]
    """Whether the requesting browser has played it."""
    table: str | None
    score: int | None
    """The points of the requesting browser, once it has played."""
    players: int
    """How many have finished it."""
    coming: list[ComingDay]


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


class LineProblem(TypedDict):
    """Why a line of a text was refused."""

    code: str
    params: Params
    line: int


class Problem(TypedDict):
    """Why a request was refused. `line` is set for texts, and `lines` lists every line that cannot be read."""

    code: str
    params: Params
    line: int | None
    lines: list[LineProblem]
