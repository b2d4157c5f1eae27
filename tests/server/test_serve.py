"""The serving commands, run as processes."""

from __future__ import annotations

import asyncio
import socket
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from signal import SIGINT, SIGTERM

import httpx
import pytest
from tests.server.playing import Client, next_action
from tests.server.processes import answering, command, output, started
from tests.server.serving import held_port


async def play_a_little(address: str) -> None:
    async with httpx.AsyncClient(base_url=address, timeout=None) as http:  # noqa: S113
        given = (await http.post("/api/tables", json={"name": "Ann"})).json()
    client = await Client(address, table=given["table"], token=given["token"]).enter()
    assert (await client.act(next_action(client.view), "a"))["type"] == "ack"
    await client.leave()


@pytest.mark.parametrize("how", [SIGTERM, SIGINT])
async def test_serve_ends_in_good_order(tmp_path: Path, how: int) -> None:
    database = str(tmp_path / "x.db")
    with held_port() as port:
        async with command("serve", "--port", str(port), "--database", database) as process:
            await play_a_little(await answering(port, process))
            process.send_signal(how)
            logged = await output(process)
    assert b'"stopping"' in logged
    assert b"Traceback" not in logged
    assert logged.count(b'"path": "/api/tables"') == 1


async def test_several_processes_serve_one_port_on_postgresql(new_postgres: Callable[[], str]) -> None:
    with held_port() as port:
        words = ("serve", "--port", str(port), "--workers", "2", "--database", new_postgres())
        async with command(*words) as process:
            begun = await started(process, times=2)
            address = await answering(port, process)
            await asyncio.gather(*(play_a_little(address) for _ in range(4)))
            process.send_signal(SIGTERM)
            ended = await output(process)
    assert ended.count(b'"stopping"') == 2
    assert b"Traceback" not in begun + ended


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("serve", "--workers", "2", "--database", "x.db"), b"serve.one_process"),
        (("serve", "--port", "0"), b"usage.number"),
        (("serve", "--port", "many"), b"usage.number"),
        (("backup", "copy.db", "--database", "no-such.db"), b"backup.no_database"),
    ],
)
async def test_what_cannot_be_served_is_said_in_one_line(words: tuple[str, ...], code: bytes) -> None:
    async with command(*words) as process:
        complained = await output(process)
    assert process.returncode == 2
    assert code in complained
    assert complained.count(b"\n") == 1


async def test_a_database_of_another_version_is_refused_and_left_alone(tmp_path: Path) -> None:
    database = tmp_path / "other.sqlite3"
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num VARCHAR(32))")
        connection.execute("CREATE TABLE game_tables (id VARCHAR(32))")
        connection.execute("CREATE TABLE game_rows (id VARCHAR(32))")
        connection.execute("INSERT INTO alembic_version VALUES ('of another version')")
        connection.commit()
    before = database.read_bytes()
    assert b"database.other_version" in await refusal_to_serve(str(database))
    assert database.read_bytes() == before


async def test_what_is_no_database_is_refused(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("no database\n" * 100)
    assert b"database.unusable" in await refusal_to_serve(str(text))


async def test_what_postgresql_refuses_is_said_in_its_words(new_postgres: Callable[[], str]) -> None:
    address = new_postgres()
    for wrong in (address.replace("/test_", "/no_test_"), address.replace("inkrail@", "nobody@")):
        complained = await refusal_to_serve(wrong)
        assert b"database.unusable" in complained
        assert b"does not exist)" in complained


async def refusal_to_serve(database: str) -> bytes:
    """The one line that says why a database cannot be served."""
    with held_port() as port:
        async with command("serve", "--port", str(port), "--database", database) as process:
            complained = await output(process)
    assert process.returncode == 2
    assert complained.count(b"\n") == 1
    return complained


async def test_a_port_that_is_taken_is_said_in_one_line(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        async with command("serve", "--port", port, "--database", str(tmp_path / "x.db")) as process:
            complained = await output(process)
    assert process.returncode == 2
    assert b"serve.port_taken" in complained
