"""Between a connection and uvicorn: bounds what arrives, what waits to be sent, and for how long.

uvicorn and websockets bound heads and messages, and they stop reading while a message waits for the app. They do not bound
frames that are no messages (pings, pongs, pieces of a message), connections without a request, and answers that are
never read. A `Guard` receives all bytes first, and uvicorn's protocols see the connection through it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from functools import cache
from typing import Any, cast

from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from inkrail.server.http.addresses import Budget, Proxies
from inkrail.server.http.bucket import Bucket
from inkrail.server.http.connections import Connections
from inkrail.server.http.frames import FrameScanner
from inkrail.server.http.heads import HeadScanner, TooManyLines

READ_BYTES = 16 * 1024
"""The most that is read from a connection at once, and kept of it while it has to wait."""
READ_COST = 512
"""What reading costs however few the bytes are, in bytes of the budget."""
REQUEST_SECONDS = 15.0
"""How many seconds a client has for the head of its next request."""
PROGRESS_SECONDS = 30.0
"""How often a client that reads slowly is looked at."""
LEAST_PROGRESS = 8 * 1024
"""The bytes that it has to read in that time."""
_SOCKET_BYTES = 512 * 1024
_SOCKET_BYTES_A_SECOND = 128 * 1024
_FRAMES_A_SECOND = 50.0


@cache
def _proxies(allowed: str) -> Proxies:
    return Proxies(allowed)


def trusted_proxies(config: Config) -> Proxies:
    """The proxies that uvicorn believes the address of a client."""
    allowed = config.forwarded_allow_ips
    return _proxies(allowed if isinstance(allowed, str) else ",".join(allowed))


class TooManyFrames(Exception):
    """A WebSocket that sends more than its budget."""


class Guard(asyncio.BufferedProtocol):
    """Reads a connection for uvicorn, and ends it when it exceeds its budget or makes no progress."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self._loop = _loop or asyncio.get_running_loop()
        self._config = config
        self._server_state = server_state
        self._app_state = app_state
        self._connections: Connections = app_state["connections"]
        self._protocol: asyncio.Protocol | None = None
        self._transport: asyncio.Transport | None = None
        self._direct: Budget | None = None
        self._budget: Budget | None = None
        self._read = bytearray()
        self._waiting = b""
        self._scanner: HeadScanner | FrameScanner = HeadScanner()
        self._is_asked = False
        self._body_left = 0
        self._bucket: Bucket | None = None
        self._bytes: Bucket | None = None
        self._held = False
        self._writable = True
        self._written = 0
        self._progress = 0
        self._request_timer: asyncio.TimerHandle | None = None
        self._progress_timer: asyncio.TimerHandle | None = None

    # What the app tells.

    def begin_request(self, budget: Budget) -> None:
        """The app answers a request now, whose client it knows; its head may have come before the last answer."""
        self._budget = budget
        self._stop_request_timer()

    def expect_body(self, size: int) -> None:
        """The body of the request is accepted: it is what comes next."""
        self._is_asked = False
        self._body_left = size
        self._loop.call_soon(self._feed)

    def end_request(self) -> None:
        """The request is answered: the next one is waited for, perhaps another client's of the same proxy."""
        self._budget = None
        if self._transport and not self._transport.is_closing():
            self._request_timer = self._loop.call_later(REQUEST_SECONDS, self._cut, "no request")

    # What the connection tells.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the connection, if its address may have another one."""
        self._transport = cast("asyncio.Transport", transport)
        peer = transport.get_extra_info("peername")
        host = str(peer[0]) if isinstance(peer, tuple) else ""
        try:
            self._direct = self._connections.enter(host, is_proxy=host in trusted_proxies(self._config))
        except ConnectionRefusedError:
            self._transport.abort()
            return
        state = {**self._app_state, "guard": self}
        self._protocol = _Requests(self._config, self._server_state, state, self._loop)
        self._protocol.connection_made(GuardedTransport(self, self._transport))
        self.end_request()

    def get_buffer(self, sizehint: int) -> bytearray:
        """Room for the next bytes."""
        self._read = bytearray(READ_BYTES)
        return self._read

    def buffer_updated(self, nbytes: int) -> None:
        """Pass on what has been read, as far as the budget reaches."""
        data, self._read = bytes(memoryview(self._read)[:nbytes]), bytearray()
        now = self._connections.clock()
        payer = self._budget or self._direct
        for bucket in (self._bytes, payer and payer.bytes):
            if bucket and not bucket.take(now, cost=nbytes + READ_COST):
                self._cut("bytes")
                return
        self._waiting += data
        self._feed()

    def eof_received(self) -> bool | None:
        """The client sends nothing more."""
        return self._protocol.eof_received() if self._protocol else None

    def pause_writing(self) -> None:
        """The client does not read: nothing more is read from it, so that no further answers are due."""
        self._writable = False
        if self._protocol:
            self._protocol.pause_writing()
        self._update_reading()
        self._watch_progress()

    def resume_writing(self) -> None:
        """The client has read."""
        self._writable = True
        if self._protocol:
            self._protocol.resume_writing()
        self._feed()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        for timer in (self._request_timer, self._progress_timer):
            if timer:
                timer.cancel()
        protocol, self._protocol = self._protocol, None
        if protocol:
            self._connections.leave(self._direct)
            protocol.connection_lost(exc)
        self._transport = self._budget = self._direct = None

    # What uvicorn tells.

    def upgrade(self, protocol: asyncio.BaseProtocol) -> None:
        """The connection is a WebSocket from now on."""
        assert isinstance(protocol, asyncio.Protocol)
        now = self._connections.clock()
        self._protocol = protocol
        self._scanner = FrameScanner()
        self._is_asked = False
        self._bucket = Bucket(self._connections.socket_frames, rate=_FRAMES_A_SECOND, now=now)
        self._bytes = Bucket(_SOCKET_BYTES, rate=_SOCKET_BYTES_A_SECOND, now=now)

    def hold(self, *, held: bool) -> None:
        """Read nothing while the app has enough to do."""
        self._held = held
        if self._waiting and not held:
            self._loop.call_soon(self._feed)
        else:
            self._update_reading()

    def written(self, count: int) -> None:
        """So many bytes are on their way to the client."""
        self._written += count

    def closing(self) -> None:
        """The connection closes once all is sent."""
        if self._transport and self._transport.get_write_buffer_size():
            self._watch_progress()

    # Inside.

    def _feed(self) -> None:
        """Pass on head, body, or frame after frame, until the app has enough to do or the client should read."""
        data, at = self._waiting, 0
        while at < len(data) and self._may_feed and self._protocol:
            try:
                end = self._next_end(data, at)
            except (TooManyLines, TooManyFrames) as error:
                self._cut(str(error))
                return
            self._protocol.data_received(data[at:end])
            at = end
        self._waiting = data[at:]
        self._update_reading()

    @property
    def _may_feed(self) -> bool:
        return self._writable and not self._held and not self._is_asked

    def _next_end(self, data: bytes, at: int) -> int:
        """Where the part that begins here ends."""
        if self._body_left:
            taken = min(self._body_left, len(data) - at)
            self._body_left -= taken
            return at + taken
        end, is_complete = self._scanner.advance(data, at)
        if is_complete and isinstance(self._scanner, FrameScanner):
            now = self._connections.clock()
            buckets = (self._bucket, self._budget and self._budget.frames)
            if not all(bucket.take(now) for bucket in buckets if bucket):
                raise TooManyFrames("frames")
        elif is_complete:
            self._is_asked = True
            self._stop_request_timer()
        return end

    def _update_reading(self) -> None:
        if not self._transport or self._transport.is_closing():
            return
        if self._waiting or not self._may_feed:
            self._transport.pause_reading()
        else:
            self._transport.resume_reading()

    def _stop_request_timer(self) -> None:
        if self._request_timer:
            self._request_timer.cancel()

    def _watch_progress(self) -> None:
        if self._progress_timer:
            self._progress_timer.cancel()
        self._progress = self._sent()
        self._progress_timer = self._loop.call_later(PROGRESS_SECONDS, self._check_progress)

    def _check_progress(self) -> None:
        if not self._transport or (self._writable and not self._transport.is_closing()):
            return
        if self._sent() - self._progress < LEAST_PROGRESS:
            self._cut("reads nothing")
        else:
            self._watch_progress()

    def _sent(self) -> int:
        """The bytes that the operating system has taken."""
        return self._written - (self._transport.get_write_buffer_size() if self._transport else 0)

    def _cut(self, why: str) -> None:
        """End the connection at once, without sending what waits."""
        self._waiting = b""
        if self._transport:
            self._connections.cut(why)
            self._transport.abort()


class _Requests(H11Protocol):
    """uvicorn's protocol for requests, which tells those that wait that the server stops."""

    def shutdown(self) -> None:
        """Answer the request that is being answered, and then close."""
        connections: Connections = self.app_state["connections"]
        connections.stopping.set()
        super().shutdown()


class GuardedTransport(asyncio.Transport):
    """A connection as uvicorn's protocols see it."""

    def __init__(self, guard: Guard, transport: asyncio.Transport) -> None:
        super().__init__()
        self._guard = guard
        self._transport = transport

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """What the connection says of itself."""
        return self._transport.get_extra_info(name, default)

    def is_closing(self) -> bool:
        """Whether the connection is closed or about to be."""
        return self._transport.is_closing()

    def close(self) -> None:
        """Close the connection once all is sent."""
        self._transport.close()
        self._guard.closing()

    def abort(self) -> None:
        """Close the connection at once."""
        self._transport.abort()

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """Go on as a WebSocket."""
        self._guard.upgrade(protocol)

    def pause_reading(self) -> None:
        """Read nothing for now."""
        self._guard.hold(held=True)

    def resume_reading(self) -> None:
        """Read again."""
        self._guard.hold(held=False)

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Send this."""
        self._guard.written(len(data))
        self._transport.write(data)

    def writelines(self, list_of_data: Iterable[bytes | bytearray | memoryview]) -> None:
        """Send all of this."""
        self.write(b"".join(list_of_data))
