"""The messages of a table's WebSocket: one union for each direction. TypeScript types are made from them.

A client sends one message a frame. A frame from the server is an array of messages, so that what belongs together
arrives together. Messages of clients are models, which check what strangers send; messages of the server are typed
dictionaries, which cost nothing at run time.
"""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter
from typing_extensions import TypedDict

PROTOCOL = 3
"""The version of these messages; a client that speaks another is told so and sent away."""

MOST_BYTES = 4096
"""The longest message of a client."""

Word = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[\w.+-]+$")]
CellName = Annotated[str, Field(pattern=r"^[A-G][1-7]$")]
RequestId = Annotated[str, Field(max_length=40, pattern=r"^[\w-]*$")]
SeatNumber = Annotated[int, Field(ge=0, le=5)]
DieNumber = Annotated[int, Field(ge=0, le=9)]

PhaseName: TypeAlias = Literal["lobby", "roll", "pick", "draw", "over"]
Reaction: TypeAlias = Literal["wave", "clap", "laugh", "wow", "think", "hurry", "sad", "well_done"]
WhyStandIn: TypeAlias = Literal["clock", "slow", "failed", "getting_ready", "away"]
"""Why somebody else acts for a seat: a player out of time or gone for days, or a bot that cannot play now."""
Param: TypeAlias = str | int
Params: TypeAlias = dict[str, Param]


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Hello(BaseModel):
    """The first message: which version is spoken, whose seat it is, and the last event that was seen.

    Other fields are let through, so that a client of another version is told about the version.
    """

    model_config = ConfigDict(extra="ignore", frozen=True, strict=True)

    type: Literal["hello"]
    protocol: int
    token: Annotated[str, Field(max_length=80)] | None = None
    since: Annotated[int, Field(ge=0)] = 0


class Start(_Message):
    """Begin the game; the creator's."""

    type: Literal["start"]
    id: RequestId = ""


class Act(_Message):
    """An action in the notation of records, e.g. `draw station-curve C2 RH..`."""

    type: Literal["act"]
    id: RequestId
    action: Annotated[str, Field(max_length=80)]


class Place(_Message):
    """Draw a piece in a cell, in the orientation that scores best now.

    `die` is the place in `dice` of the die that was taken. It only decides which of equal dice counts as drawn.
    """

    type: Literal["place"]
    id: RequestId
    verb: Word
    piece: Word
    cell: CellName
    die: DieNumber | None = None


class Turn(_Message):
    """Draw this round's tile in the cell in its next orientation, the best first."""

    type: Literal["turn"]
    id: RequestId
    cell: CellName


class Why(_Message):
    """Ask why a piece does not go into a cell."""

    type: Literal["why"]
    id: RequestId
    verb: Word
    piece: Word
    cell: CellName


class TypeDice(_Message):
    """The faces of the next round at a table with dice of its own; the creator's."""

    type: Literal["roll"]
    id: RequestId
    faces: Annotated[list[Word], Field(max_length=40)]


class React(_Message):
    """Show all at the table a reaction."""

    type: Literal["react"]
    id: RequestId = ""
    reaction: Reaction


class HandOver(_Message):
    """Let a bot play the seat of somebody who stayed away too long."""

    type: Literal["hand_over"]
    id: RequestId = ""
    seat: SeatNumber


class EndGame(_Message):
    """End a game in which somebody stayed away too long."""

    type: Literal["end_game"]
    id: RequestId = ""


class Ping(_Message):
    """Ask whether the server is there."""

    type: Literal["ping"]


ClientMessage: TypeAlias = Annotated[
    Hello | Start | Act | Place | Turn | Why | TypeDice | React | HandOver | EndGame | Ping,
    Field(discriminator="type"),
]
CLIENT_MESSAGE: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)


# What a seat sees.


class CellView(TypedDict):
    """A cell with something in it; `round` is 0 for what was there before the first."""

    cell: str
    piece: str
    sides: str
    round: int
    marks: list[str]


class BoardView(TypedDict):
    """One board of a seat; `origin` is where the next meteor comes from."""

    name: str
    cells: list[CellView]
    origin: NotRequired[str]


class LineView(TypedDict):
    """A line of the score sheet, with the cells and the sides (`C2N`) it comes from."""

    name: str
    value: int
    points: int
    cells: list[str]
    sides: list[str]
    board: int
    expansion: bool


class SheetView(TypedDict):
    """The score of one seat."""

    lines: list[LineView]
    total: int
    errors: int


class DieView(TypedDict):
    """A die that the seat plays with this round."""

    piece: str
    mandatory: bool
    """Whether it must be drawn as long as a free cell takes it (B9)."""
    due: bool
    """Whether it must be drawn as the board stands: mandatory, not drawn, and a free cell takes it (B9, M6)."""
    drawn: bool


class OptionView(TypedDict):
    """Something the seat may draw: for each cell that takes it the orientations that fit there."""

    verb: str
    piece: str
    board: int
    mandatory: bool
    cells: dict[str, list[str]]


class ChoiceView(TypedDict):
    """A way to take the step that comes before drawing; a meteor's `path` ends at its target."""

    verb: str
    argument: str
    target: NotRequired[str]
    path: NotRequired[list[str]]


class PickView(TypedDict):
    """Dice on offer."""

    number: int
    faces: list[str]
    taken_by: int | None


class SpecialView(TypedDict):
    """A special route: crossed off, or to be had now, or the code of why not."""

    piece: str
    used: bool
    available: bool
    why: str | None


class DrawingView(TypedDict):
    """Something the seat drew this round and may take back."""

    verb: str
    piece: str
    cell: str
    sides: str
    board: int
    die: int | None
    """The place in `dice` of the die it used up; null for what is drawn without one."""


class StoodIn(TypedDict):
    """Somebody acted for a seat in a round: the bot `by`; where that is null, only what is mandatory was done."""

    kind: Literal["stood_in"]
    seat: int
    round: int
    by: str | None
    why: WhyStandIn


class MoveView(TypedDict):
    """Something that was done for the own seat: dice taken, a step before drawing, or a drawing."""

    verb: str
    pieces: list[str]
    """The faces of the dice, the argument of the step, or the piece that was drawn."""
    board: int
    cell: str | None
    """Where it was drawn, or what a meteor hit."""
    filled: list[str]
    """The cells that were filled because of it."""


class DoneForYou(TypedDict):
    """What somebody did for the own seat, and why."""

    round: int
    by: str | None
    why: WhyStandIn
    moves: list[MoveView]


class SeatView(TypedDict):
    """A seat as everybody sees it: its boards and score at the end of the last closed round."""

    name: str
    bot: str | None
    joined: bool
    connected: bool
    done: bool
    idle: bool
    """Away for so long that the others may hand the seat over."""
    stood_in: StoodIn | None
    """Who acted for this seat last, if that was in this round or in the last closed one."""
    total: int
    boards: list[BoardView]
    sheet: SheetView


class View(TypedDict):
    """All that a seat needs to play. For a watcher `seat` is null and everything of its own is empty."""

    type: Literal["view"]
    number: int
    """The last event that this view contains."""
    seat: int | None
    ruleset: str
    round: int
    rounds: int
    closed: int
    """How many rounds are closed; `seats` is as it was then."""
    phase: PhaseName
    board: int
    """The board drawn on this round."""
    faces: list[str]
    boards: list[BoardView]
    dice: list[DieView]
    options: list[OptionView]
    choices: list[ChoiceView]
    picks: list[PickView]
    common: list[str]
    """The faces that everybody draws with: all of them, but those of a draft (D4)."""
    chooser: int | None
    duties: list[str]
    must_draw: list[str]
    specials: list[SpecialView]
    drawings: list[DrawingView]
    done: bool
    sheet: SheetView
    seats: list[SeatView]
    starter: int | None
    next_starter: int | None
    """Who chooses first when dice are chosen again, as soon as that is settled (D6)."""
    star: int | None
    """The seat drawn by lot before the first round of a draft (D1)."""
    tie_order: list[int]
    """The seats in the order in which a tie after points and errors is decided; empty where the win is shared (D8)."""
    clock_ends: str | None
    done_for_you: list[DoneForYou]
    """What was done for the own seat in the last closed round and in this one, until its player acts again."""
    winners: list[int]
    duplications_left: NotRequired[int]


class Change(TypedDict):
    """What changed in the view: the parts named here are as they are here, all others as they were."""

    type: Literal["change"]
    number: int
    parts: Annotated[dict[str, object], Field(json_schema_extra={"typescript": "Partial<View>"})]


# What happened.


class Joined(TypedDict):
    """Somebody sat down."""

    kind: Literal["joined"]
    seat: int
    name: str


class Started(TypedDict):
    """The game began; `starter` is the seat drawn by lot, where the ruleset draws one."""

    kind: Literal["started"]
    starter: int | None


class Rolled(TypedDict):
    """The dice of a round."""

    kind: Literal["rolled"]
    round: int
    faces: list[str]


class Picked(TypedDict):
    """A seat took dice on offer."""

    kind: Literal["picked"]
    seat: int
    number: int
    faces: list[str]


class Chosen(TypedDict):
    """The own seat took a step before drawing."""

    kind: Literal["chosen"]
    seat: int
    verb: str
    argument: str


class Drawn(TypedDict):
    """The own seat drew; `forced` tiles came with it."""

    kind: Literal["drawn"]
    seat: int
    verb: str
    piece: str
    cell: str
    sides: str
    forced: list[CellView]


class TakenBack(TypedDict):
    """The own seat took a drawing back."""

    kind: Literal["taken_back"]
    seat: int
    verb: str
    piece: str
    cell: str
    sides: str


class SeatDone(TypedDict):
    """A seat ended its round."""

    kind: Literal["seat_done"]
    seat: int


class SeatResult(TypedDict):
    """A seat's boards and score."""

    boards: list[BoardView]
    sheet: SheetView


class RoundClosed(TypedDict):
    """All seats are done; everybody sees all boards."""

    kind: Literal["round_closed"]
    round: int
    seats: list[SeatResult]


class GameOver(TypedDict):
    """The game ended, after its last round or before (`ended_early`)."""

    kind: Literal["game_over"]
    totals: list[int]
    winners: list[int]
    ended_early: bool


class Reacted(TypedDict):
    """A seat showed a reaction."""

    kind: Literal["reaction"]
    seat: int
    reaction: Reaction


class HandedOver(TypedDict):
    """A bot plays this seat from now on."""

    kind: Literal["handed_over"]
    seat: int
    bot: str


class Rematch(TypedDict):
    """The same people play again at a new table."""

    kind: Literal["rematch"]
    table: str


TableEvent: TypeAlias = (
    Joined
    | Started
    | Rolled
    | Picked
    | Chosen
    | Drawn
    | TakenBack
    | SeatDone
    | RoundClosed
    | GameOver
    | Reacted
    | HandedOver
    | StoodIn
    | Rematch
)


# Messages of the server.


class SeatSummary(TypedDict):
    """Who sits in a seat."""

    name: str
    kind: Literal["human", "bot"]
    bot: str | None
    joined: bool
    connected: bool
    total: int | None
    """The score at the end of the last closed round."""


HouseRule: TypeAlias = Literal["longest", "values", "dice", "clock", "draft"]


class TableSummary(TypedDict):
    """A table as lists show it."""

    table: str
    rules: str
    longest: Literal["cells", "stretches"]
    values: Literal["official", "manual"]
    unusual: list[HouseRule]
    """What this table does otherwise than its game usually does."""
    phase: PhaseName
    round: int
    rounds: int
    seats: list[SeatSummary]
    clock: int | None
    public: bool
    counted: bool
    dice: Literal["server", "seed", "given", "typed"]
    daily: str | None
    rematch: str | None
    created: str
    winners: list[int]


class Welcome(TypedDict):
    """The answer to `hello`: `seat` is null for a watcher."""

    type: Literal["welcome"]
    protocol: int
    seat: int | None
    table: TableSummary


class EventMessage(TypedDict):
    """Something happened. Each seat's events, and those of watchers, are counted from 1 without gaps."""

    type: Literal["event"]
    number: int
    event: TableEvent


class Ack(TypedDict):
    """What was asked is done and stored; `number` is the last event it led to."""

    type: Literal["ack"]
    id: str
    number: int


class Refused(TypedDict):
    """What was asked is not done."""

    type: Literal["refused"]
    id: str | None
    code: str
    params: Params


class Reason(TypedDict):
    """The answer to `why`; `code` is null where the piece does go."""

    type: Literal["reason"]
    id: str
    code: str | None
    params: Params


class Presence(TypedDict):
    """The seats that are connected now, and how many watch."""

    type: Literal["presence"]
    seats: list[int]
    watchers: int


class Pong(TypedDict):
    """The answer to `ping`."""

    type: Literal["pong"]


ServerMessage: TypeAlias = Welcome | View | Change | EventMessage | Ack | Refused | Reason | Presence | Pong
ServerFrame: TypeAlias = list[Annotated[ServerMessage, Field(discriminator="type")]]
SERVER_FRAME: TypeAdapter[ServerFrame] = TypeAdapter(ServerFrame)
"""Used by tests and tools; the server itself trusts its types."""
