"""Record what a real server sends, for the page's unit tests: web/src/generated/views.json."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from inkrail.core.cells import cells_of
from inkrail.server.app import create_app
from inkrail.server.settings import Settings
from inkrail.server.wire.protocol import PROTOCOL

OUT = Path(__file__).parents[1] / "web" / "src" / "generated" / "views.json"
SEED = "page-views"
Views = dict[str, Any]


def main() -> None:
    """Start a game of each ruleset and save the views."""
    OUT.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(database=f"{folder}/views.sqlite3", creations=1000, address_people=1000)
        with TestClient(create_app(settings)) as client:
            OUT.write_text(json.dumps(record(client)))


def record(client: TestClient) -> Views:
    """The views by name."""
    return {
        "base": watch(client, "base"),
        "base-drawn": watch(client, "base", {"type": "place", "verb": "draw"}),
        "meteor": watch(client, "meteor"),
        "lava": watch(client, "lava"),
        "underground": watch(client, "underground"),
        "underground-standalone": watch(client, "underground-standalone"),
        "draft": watch(client, "base+draft", bots=1),
    }


def watch(client: TestClient, rules: str, move: dict[str, str] | None = None, *, bots: int = 0) -> Any:
    """The view of a new table, after `move` with the first thing that can be drawn if given."""
    seats = [{"kind": "human"}, *[{"kind": "bot", "bot": "random"}] * bots]
    opened = client.post(
        "/api/tables", json={"name": "Ana", "rules": rules, "seats": seats, "seed": SEED}
    ).json()
    with client.websocket_connect(f"/api/tables/{opened['table']}/live") as socket:
        socket.send_json({"type": "hello", "protocol": PROTOCOL, "token": opened["token"]})
        view = next_view(socket, {})
        if move:
            option = view["options"][0]
            cell = str(cells_of(next(iter(option["fits"].values())))[0])
            socket.send_json({**move, "id": "1", "piece": option["piece"], "cell": cell})
            view = next_view(socket, view)
    return view


def next_view(socket: Any, before: dict[str, Any]) -> Any:
    """The next view that arrives, complete or as a change to the one before."""
    while True:
        for message in socket.receive_json():
            if message["type"] == "view":
                return message
            if message["type"] == "change":
                return {**before, **message["parts"], "number": message["number"]}


if __name__ == "__main__":
    main()
