"""The messages of a table's WebSocket, one union per direction. TypeScript types are generated from them.

A client sends one message a frame. A frame from the server is an array of messages, so that what belongs together
arrives together. Messages of clients are models, which check what strangers send; messages of the server are typed
dictionaries, which cost nothing at run time.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from inkrail.server.rooms.rows import Reaction
from inkrail.server.wire.events import TableEvent
from inkrail.server.wire.protocol import Params
from inkrail.server.wire.summaries import TableSummary
from inkrail.server.wire.typed_dict import TypedDict
from inkrail.server.wire.views import View

MOST_BYTES = 4096
"""The longest message a client may send."""

Word = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[\w.+-]+$")]
CellName = Annotated[str, Field(pattern=r"^[A-G][1-7]$")]
RequestId = Annotated[str, Field(max_length=40, pattern=r"^[\w-]*$")]
SeatNumber = Annotated[int, Field(ge=0, le=5)]
ClockSeconds = Annotated[int, Field(ge=10, le=7 * 24 * 3600)]
Seed = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[\w-]+$")]
Longest: TypeAlias = Literal["cells", "stretches"]
Values: TypeAlias = Literal["official", "manual"]
DieNumber = Annotated[int, Field(ge=0, le=9)]


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Hello(BaseModel):
    """The first message: the protocol version, the token of the seat, and the last event that the client has.

    Other fields are ignored, so that a client of another version gets the refusal about its version.
    """

    model_config = ConfigDict(extra="ignore", frozen=True, strict=True)

    type: Literal["hello"]
    protocol: Annotated[int, Field(ge=0, le=9999)]
    token: Annotated[str, Field(max_length=80)] | None = None
    since: Annotated[int, Field(ge=0)] = 0


class Start(_Message):
    """Start the game; only the creator may. Free seats are removed if that is said, and otherwise must be taken."""

    type: Literal["start"]
    id: RequestId = ""
    without_free: bool = False


class SetSeat(_Message):
    """Put a bot into a seat that no person has, or free it; the number after the last adds a seat."""

    type: Literal["set_seat"]
    id: RequestId = ""
    seat: SeatNumber
    bot: Word | None = None


class RemoveSeat(_Message):
    """Remove a seat that no person has; the seats after it move up."""

    type: Literal["remove_seat"]
    id: RequestId = ""
    seat: SeatNumber


class Arrange(_Message):
    """Change house rules before the start; those that are not named stay as they are."""

    type: Literal["arrange"]
    id: RequestId = ""
    rules: Word = "base"
    longest: Longest | None = None
    values: Values = "official"
    clock: ClockSeconds | None = None
    hints: bool = False
    seed: Seed | None = None
    typed: bool = False


class Release(_Message):
    """Give up holding a seat of a rematch for its previous player; only the creator may."""

    type: Literal["release"]
    id: RequestId = ""
    seat: SeatNumber


class Act(_Message):
    """An action in the notation of records, e.g. `draw station-curve C2 RH..`."""

    type: Literal["act"]
    id: RequestId
    action: Annotated[str, Field(max_length=80)]


class Place(_Message):
    """Draw a piece in a cell, in the orientation that scores best now.

    `die` is the index in `dice` of the die that was used. It only decides which of equal dice counts as drawn.
    """

    type: Literal["place"]
    id: RequestId
    verb: Word
    piece: Word
    cell: CellName
    die: DieNumber | None = None


class Turn(_Message):
    """Redraw this round's tile in the cell in its next orientation, best first."""

    type: Literal["turn"]
    id: RequestId
    cell: CellName


class Why(_Message):
    """Ask why a piece does not fit into a cell."""

    type: Literal["why"]
    id: RequestId
    verb: Word
    piece: Word
    cell: CellName


class TypeDice(_Message):
    """Enter the faces of the next round at a table with real dice; only the creator may."""

    type: Literal["roll"]
    id: RequestId
    faces: Annotated[list[Word], Field(max_length=40)]


class React(_Message):
    """Show a reaction to everyone at the table."""

    type: Literal["react"]
    id: RequestId = ""
    reaction: Reaction


class HandOver(_Message):
    """Hand the seat of a player who stayed away too long over to a bot."""

    type: Literal["hand_over"]
    id: RequestId = ""
    seat: SeatNumber


class EndGame(_Message):
    """End a game in which a player stayed away too long."""

    type: Literal["end_game"]
    id: RequestId = ""


class Ping(_Message):
    """Check that the server is reachable."""

    type: Literal["ping"]


ClientMessage: TypeAlias = Annotated[
    Hello
    | Start
    | SetSeat
    | RemoveSeat
    | Arrange
    | Release
    | Act
    | Place
    | Turn
    | Why
    | TypeDice
    | React
    | HandOver
    | EndGame
    | Ping,
    Field(discriminator="type"),
]
CLIENT_MESSAGE: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)


# Messages of the server.


class Change(TypedDict):
    """The parts of the view that changed; all others are unchanged."""

    type: Literal["change"]
    number: int
    parts: Annotated[dict[str, object], Field(json_schema_extra={"typescript": "Partial<View>"})]


class Welcome(TypedDict):
    """The answer to `hello`: `seat` is null for a watcher."""

    type: Literal["welcome"]
    protocol: int
    seat: int | None
    table: TableSummary


class EventMessage(TypedDict):
    """Something happened. Events are numbered from 1 without gaps, separately for each seat and for watchers."""

    type: Literal["event"]
    number: int
    event: TableEvent


class Ack(TypedDict):
    """The request was executed and stored; `number` is the last event it led to."""

    type: Literal["ack"]
    id: str
    number: int


class Refused(TypedDict):
    """The request was refused."""

    type: Literal["refused"]
    id: str | None
    code: str
    params: Params


class Reason(TypedDict):
    """The answer to `why`; `code` is null if the piece fits."""

    type: Literal["reason"]
    id: str
    code: str | None
    params: Params


class Presence(TypedDict):
    """The connected seats, and the number of watchers."""

    type: Literal["presence"]
    seats: list[int]
    watchers: int


class Pong(TypedDict):
    """The answer to `ping`."""

    type: Literal["pong"]


ServerMessage: TypeAlias = Welcome | View | Change | EventMessage | Ack | Refused | Reason | Presence | Pong
ServerFrame: TypeAlias = list[Annotated[ServerMessage, Field(discriminator="type")]]
SERVER_FRAME: TypeAdapter[ServerFrame] = TypeAdapter(ServerFrame)
"""Validates frames in tests and tools; the server itself trusts its types."""
