"""Clients that try to stop the server for everybody else: what `benchmarks.hostile` lets loose on it.

Each attack is a function that runs in threads of a process of its own, from one address, until its time is up. A client
that is cut off comes back at once.
"""

from __future__ import annotations

import json
import os
import socket
import struct
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPConnection
from time import monotonic, sleep
from typing import Any

from inkrail.server.wire.messages import PROTOCOL

MASK = b"\0\0\0\0"
"""A mask that changes nothing."""


@dataclass(frozen=True)
class Target:
    """The server, the address that the attack comes from, and when it ends."""

    port: int
    source: str
    end: float

    @property
    def is_over(self) -> bool:
        """Whether the time is up."""
        return monotonic() >= self.end

    def connect(self, *, buffer: int | None = None) -> socket.socket:
        """A new connection; `buffer` bounds what the kernel keeps of what is not read."""
        connection = socket.socket()
        if buffer:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        connection.settimeout(20)
        connection.bind((self.source, 0))
        connection.connect(("127.0.0.1", self.port))
        return connection

    def upgrade(self, table: str = "none", *, buffer: int | None = None) -> socket.socket:
        """A new WebSocket at this table."""
        connection = self.connect(buffer=buffer)
        connection.sendall(
            f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        head = b""
        while b"\r\n\r\n" not in head:
            part = connection.recv(4096)
            if not part:
                raise OSError("refused")
            head += part
        if b" 101 " not in head:
            raise OSError("refused")
        return connection

    def open_table(self) -> dict[str, Any]:
        """A new table for one player."""
        http = HTTPConnection("127.0.0.1", self.port, timeout=20, source_address=(self.source, 0))
        http.request("POST", "/api/tables", b'{"name": "Eve"}', {"content-type": "application/json"})
        table: dict[str, Any] = json.load(http.getresponse())
        http.close()
        return table


def frame(opcode: int, payload: bytes = b"", *, last: bool = True) -> bytes:
    """A frame as a client sends it."""
    head = bytes([opcode | (0x80 if last else 0)])
    if len(payload) < 126:
        return head + bytes([0x80 | len(payload)]) + MASK + payload
    return head + b"\xfe" + struct.pack("!H", len(payload)) + MASK + payload


TEXT, PING, PONG, CONTINUATION = 1, 9, 10, 0


def hello(token: str | None = None) -> bytes:
    """The first message of a client."""
    return frame(TEXT, json.dumps({"type": "hello", "protocol": PROTOCOL, "token": token}).encode())


def _send_for_ever(target: Target, first: bytes, data: bytes) -> None:
    """Send this again and again, reading nothing."""
    while not target.is_over:
        with suppress(OSError), target.upgrade() as connection:
            connection.settimeout(0.5)
            connection.sendall(first)
            while not target.is_over:
                with suppress(TimeoutError):
                    connection.sendall(data)
        sleep(0.01)


def pongs(target: Target) -> None:
    """Pongs that nobody asked for."""
    _send_for_ever(target, b"", frame(PONG) * 10_000)


def continuations(target: Target) -> None:
    """A message that never ends, in empty pieces."""
    _send_for_ever(target, frame(TEXT, last=False), frame(CONTINUATION, last=False) * 10_000)


def pings(target: Target) -> None:
    """Pings whose answers are never read."""
    _send_for_ever(target, b"", frame(PING, b"x" * 125) * 1_000)


def bytes_(target: Target) -> None:
    """Messages far too long."""
    _send_for_ever(target, b"", frame(TEXT, b"x" * 60_000) * 4)


def silence(target: Target) -> None:
    """Connections without a request."""
    held: list[socket.socket] = []
    while not target.is_over:
        if len(held) < 750:
            with suppress(OSError):
                held.append(target.connect())
        else:
            held = [one for one in held if _is_open(one)]
            sleep(0.2)


def _is_open(connection: socket.socket) -> bool:
    connection.settimeout(0)
    try:
        return bool(connection.recv(1))
    except BlockingIOError:
        return True
    except OSError:
        return False


def slow_readers(target: Target) -> None:
    """Watchers that ask and never read the answers."""
    table = target.open_table()
    ask = frame(TEXT, b'{"type": "ping"}')
    held: list[socket.socket] = []
    while not target.is_over:
        if len(held) < 50:
            with suppress(OSError):
                connection = target.upgrade(table["table"], buffer=4096)
                connection.sendall(hello(table["token"]))
                connection.settimeout(0)
                held.append(connection)
        for connection in list(held):
            try:
                connection.send(ask * 50)
            except BlockingIOError:
                continue
            except OSError:
                held.remove(connection)
        sleep(0.05)


def keys(target: Target) -> None:
    """Bodies of unknown keys."""
    body = json.dumps({f"k{number}": 1 for number in range(22_000)}).encode()
    _post(target, "/api/score", body)


def _post(target: Target, path: str, body: bytes) -> None:
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    while not target.is_over:
        with suppress(OSError), target.connect() as connection:
            while not target.is_over:
                connection.sendall(head.encode() + body)
                if not connection.recv(65536):
                    break


def crumbs(target: Target) -> None:
    """A body in pieces of one byte."""
    head = b"POST /api/score HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    while not target.is_over:
        with suppress(OSError), target.connect() as connection:
            connection.sendall(head + b"1\r\n \r\n" * 200_000 + b"0\r\n\r\n")
            connection.recv(65536)


def requests(target: Target) -> None:
    """The cheapest request, as fast as it is answered."""
    while not target.is_over:
        with suppress(OSError), target.connect() as connection:
            while not target.is_over:
                connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
                if not connection.recv(65536):
                    break


def actions(target: Target) -> None:
    """Reactions, refused drawings and unknown keys, many at a time, at a table of its own."""
    table = target.open_table()
    unknown = ", ".join(f'"k{number}": 1' for number in range(300)).encode()
    data = frame(TEXT, b'{"type": "act", "id": "", "action": "take-back A1"}') * 20
    data += frame(TEXT, b'{"type": "ping", ' + unknown + b"}") * 20
    while not target.is_over:
        with suppress(OSError), target.upgrade(table["table"]) as connection:
            connection.sendall(hello(table["token"]))
            connection.settimeout(0.5)
            while not target.is_over:
                with suppress(TimeoutError):
                    connection.sendall(data)
                with suppress(BlockingIOError):
                    while connection.recv(65536, socket.MSG_DONTWAIT):
                        pass


ATTACKS: dict[str, tuple[Callable[[Target], None], int]] = {
    "pongs": (pongs, 4),
    "continuations": (continuations, 4),
    "pings": (pings, 4),
    "long messages": (bytes_, 8),
    "silence": (silence, 4),
    "slow readers": (slow_readers, 2),
    "keys": (keys, 8),
    "crumbs": (crumbs, 4),
    "requests": (requests, 16),
    "actions": (actions, 30),
}
"""Each attack, and the threads that run it at once."""


def attack(name: str, port: int, seconds: float) -> None:
    """Run an attack from 127.0.0.66; for a process of its own."""
    os.nice(5)  # the attacker is another machine; here it shares the cores with the server
    run, threads = ATTACKS[name]
    target = Target(port, "127.0.0.66", monotonic() + seconds)
    running = [threading.Thread(target=run, args=(target,), daemon=True) for _ in range(threads)]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join(seconds + 5)
