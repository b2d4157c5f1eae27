"""The HTTP API, fuzzed with requests that its own schema allows and ones that it does not."""

from __future__ import annotations

import asyncio
import os
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck
from hypothesis import settings as effort
from schemathesis import checks
from tests.server.asking import play_out
from tests.server.serving import Served, served
from tests.server.waiting import PATIENCE

from inkrail.server.app import create_app
from inkrail.server.settings import Settings

EXAMPLES = 200 if os.environ.get("INKRAIL_HYPOTHESIS") == "slow" else 12
CHECKS = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
]
TOO_LARGE = 413
"""A valid refusal, but one that schemathesis's check for invalid data does not know."""

schema = schemathesis.openapi.from_dict(create_app(Settings()).openapi())


@dataclass(frozen=True)
class Fuzzed:
    """A server in its own thread, with some existing tables."""

    address: str
    tables: tuple[str, ...]


async def _prepared(server: Served) -> Fuzzed:
    lobby = await server.open_table(seats=[{"kind": "human"}, {"kind": "human"}], public=True)
    running = await server.open_table(rules="meteor", public=True)
    over = await server.open_table(rules="lake")
    await play_out(server.app, over["table"])
    return Fuzzed(server.address, (lobby["table"], running["table"], over["table"]))


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fuzzed]:
    database: Path = tmp_path_factory.mktemp("api") / "tables.sqlite3"
    settings = Settings(
        database=str(database), creations=10_000_000, address_people=1_000_000, sweep_seconds=3600
    )
    found: list[Fuzzed] = []
    up = threading.Event()
    ends = asyncio.Event()
    loop = asyncio.new_event_loop()

    async def serve() -> None:
        async with served(settings) as server:
            found.append(await _prepared(server))
            up.set()
            await ends.wait()

    # A server that never ends must not keep the run alive.
    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),), daemon=True)
    thread.start()
    assert up.wait(PATIENCE), "the server did not start"
    yield found[0]
    loop.call_soon_threadsafe(ends.set)
    thread.join(PATIENCE)
    assert not thread.is_alive(), "the server did not end"
    loop.close()


@schema.parametrize()
@effort(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
def test_no_request_makes_the_server_fail(case: schemathesis.Case[Any], fuzzed: Fuzzed) -> None:
    _find(case, fuzzed)
    response = case.call(base_url=fuzzed.address, timeout=PATIENCE)
    refused = response.status_code == TOO_LARGE
    case.validate_response(response, checks=CHECKS if refused else [*CHECKS, checks.negative_data_rejection])


def _find(case: schemathesis.Case[Any], fuzzed: Fuzzed) -> None:
    """Use the ids of existing tables in most paths that contain one."""
    table = case.path_parameters.get("table") if case.path_parameters else None
    if isinstance(table, str) and re.fullmatch(r"[\w-]{1,32}", table):
        choice = sum(table.encode()) % (len(fuzzed.tables) + 1)
        case.path_parameters["table"] = (*fuzzed.tables, table)[choice]
