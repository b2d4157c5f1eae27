"""The echo server that the real one is compared with: the same stack, the same journal, no game.

Run by `benchmarks.server_load`. Each message is parsed by the same models, stored as one row by the same group journal
with the same settings, and sent back.
"""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from time import monotonic, time

import uvicorn
from fastapi import FastAPI, WebSocket, WebSocketDisconnect

from inkrail.game.actions import parse_action
from inkrail.server.collector import Collector
from inkrail.server.http.addresses import Budgets
from inkrail.server.http.connections import Connections
from inkrail.server.metrics import Metrics
from inkrail.server.rooms.interfaces import State, Write
from inkrail.server.rooms.rows import Join, Move, Row, Spec
from inkrail.server.serve import options
from inkrail.server.storage.group_commit import GroupCommit
from inkrail.server.storage.store import Store, database_url
from inkrail.server.wire.messages import CLIENT_MESSAGE, Act

SPEC = Spec(rules="base")
RULESET = SPEC.ruleset()
ACTION = parse_action("draw highway-straight B1 H.H.", RULESET)


def echo_app(database: str) -> FastAPI:
    """An app that stores each message and sends it back."""
    store = Store(database_url(database))
    journal = GroupCommit(store, Metrics())

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[dict[str, object]]:
        await store.open()
        journal.start()
        budgets = Budgets(people=100_000, clock=monotonic)
        yield {"connections": Connections(budgets, most=100_000, socket_frames=1_000_000, cut=print)}
        await journal.stop()
        await store.close()

    app = FastAPI(lifespan=lifespan)

    @app.websocket("/echo/{table}")
    async def echo(socket: WebSocket, table: str) -> None:
        await socket.accept()
        first = Row(steps=(Join(seat=0, name="echo", token=""),))
        await journal.write(Write(table, 1, time(), first, RULESET, spec=SPEC, state=State("running", None)))
        try:
            for number in count(2):
                text = await socket.receive_text()
                message = CLIENT_MESSAGE.validate_json(text)
                assert isinstance(message, Act)
                row = Row(by=0, id=message.id, steps=(Move(seat=0, action=ACTION),))
                await journal.write(Write(table, number, time(), row, RULESET))
                await socket.send_text(text)
        except WebSocketDisconnect:
            return

    return app


if __name__ == "__main__":
    Collector().start()
    uvicorn.run(echo_app(sys.argv[2]), **options("127.0.0.1", int(sys.argv[1])), log_level="warning")
