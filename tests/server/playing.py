"""Players of the tests: what a page could do next, chosen from nothing but its view, and clients that check all they get."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from tests.server.waiting import limited
from websockets.asyncio.client import ClientConnection, connect

from inkrail.server.wire.messages import SERVER_FRAME
from inkrail.server.wire.protocol import PROTOCOL

Message = dict[str, Any]
T = TypeVar("T")
Choose = Callable[[Sequence[Any]], Any]


def first(items: Sequence[T]) -> T:
    return items[0]


def waits(view: Message) -> bool:
    """Whether the table waits for the person at this seat, who has not left it to a bot."""
    if view["seats"][view["seat"]]["bot"]:
        return False
    if view["phase"] == "pick":
        return bool(view["chooser"] == view["seat"])
    return view["phase"] == "draw" and not view["done"]


def next_action(view: Message, choose: Choose = first) -> str:
    """An action that this view says is possible, chosen so that the round ends eventually."""
    if view["phase"] == "pick":
        free = [pick["action"] for pick in view["picks"] if pick["taken_by"] is None]
        return str(choose(free))
    if view["choices"]:
        return str(choose(view["choices"])["action"])
    if not view["duties"]:
        return "done"
    options = view["options"]
    option = choose([option for option in options if option["mandatory"]] or options)
    ways = ways_of(option)
    cell = choose(sorted(ways))
    if option["verb"] == "volcano":
        return f"volcano {cell}"
    return f"{option['verb']} {option['piece']} {cell} {choose(ways[cell])}"


def ways_of(option: Message) -> dict[str, list[str]]:
    """For each cell where an option fits, the orientations that fit there."""
    names = [column + row for row in "1234567" for column in "ABCDEFG"]
    ways: dict[str, list[str]] = {}
    for sides, cells in option["fits"].items():
        for number, name in enumerate(names):
            if cells >> number & 1:
                ways.setdefault(name, []).append(sides)
    return ways


def check_declared(frame: list[Message]) -> None:
    """Each message has exactly the declared fields, with values of their types."""
    assert SERVER_FRAME.validate_python(frame, strict=True) == frame


class Client:
    """A client at a table: keeps its last event and view, and rejects messages that do not follow from them."""

    def __init__(
        self, address: str, *, table: str, token: str | None = None, source: str | None = None
    ) -> None:
        self._table = table
        self._source = (source, 0) if source else None
        self.move_to(address)
        self._token = token
        self._socket: ClientConnection | None = None
        self.seen = 0
        self.events: list[Message] = []
        self.view: Message = {}
        self.welcome: Message = {}
        self.present: Message = {}

    def move_to(self, address: str) -> None:
        """Connect to this server next time."""
        self._address = address.replace("http", "ws", 1) + f"/api/tables/{self._table}/live"

    @property
    def socket(self) -> ClientConnection:
        assert self._socket is not None
        return self._socket

    async def enter(self) -> Client:
        """Connect, say hello and apply what was missed."""
        async with limited(f"a connection to {self._address}"):
            self._socket = await connect(
                self._address,
                compression=None,
                max_size=None,
                open_timeout=None,
                ping_interval=None,
                local_addr=self._source,
            )
        await self.send({"type": "hello", "protocol": PROTOCOL, "token": self._token, "since": self.seen})
        await self.until(lambda message: message["type"] == "view")
        return self

    async def leave(self) -> None:
        await self.socket.close()

    async def send(self, message: Message) -> None:
        await self.socket.send(json.dumps(message))

    async def frame(self) -> list[Message]:
        """The next frame, checked and applied."""
        async with limited(f"a frame from {self._address} after event {self.seen}"):
            frame = json.loads(await self.socket.recv())
        check_declared(frame)
        for message in frame:
            self._take(message)
        return frame  # type: ignore[no-any-return]

    def _take(self, message: Message) -> None:
        match message["type"]:
            case "event":
                assert message["number"] == self.seen + 1
                self.seen += 1
                self.events.append(message["event"])
            case "view":
                assert message["number"] == self.seen
                self.view = message
            case "change":
                assert message["number"] == self.seen
                assert message["parts"].keys() <= self.view.keys()
                self.view = {**self.view, **message["parts"], "number": message["number"]}
                check_declared([self.view])
            case "welcome":
                self.welcome = message
            case "presence":
                self.present = message
            case _:
                pass

    async def until(self, good: Callable[[Message], bool]) -> Message:
        """The first message of this kind."""
        while True:
            for message in await self.frame():
                if good(message):
                    return message

    async def ask(self, message: Message) -> Message:
        """Send a request and wait for its answer."""
        await self.send(message)
        return await self.until(
            lambda answer: answer["type"] in ("ack", "refused", "reason") and answer["id"] == message["id"]
        )

    async def act(self, action: str, id_: str) -> Message:
        return await self.ask({"type": "act", "id": id_, "action": action})
