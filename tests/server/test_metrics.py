"""One process reports its own metrics; those of several workers are summed."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from signal import SIGCONT, SIGKILL, SIGSTOP, SIGTERM

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from tests.server.playing import Client, next_action
from tests.server.processes import answering, command, output, started
from tests.server.serving import held_port

from inkrail.server.metrics import FOLDER, Metrics, shared_metrics

Values = dict[str | tuple[str, ...], float]


def test_each_app_measures_for_itself() -> None:
    one, other = Metrics(), Metrics()
    one.rows.inc(3)
    one.refusals.labels(code="seat.taken").inc()
    assert values(one.text().decode())["inkrail_rows_total"] == 3
    assert values(one.text().decode())["inkrail_refusals_total", "seat.taken"] == 1
    assert values(other.text().decode())["inkrail_rows_total"] == 0


def test_the_folder_of_several_processes_is_removed_at_the_end() -> None:
    assert FOLDER not in os.environ
    with shared_metrics():
        folder = Path(os.environ[FOLDER])
        assert folder.is_dir()
        (folder / "1.pid").touch()
    assert FOLDER not in os.environ
    assert not folder.exists()


async def test_the_measurements_of_all_workers_add_up(
    new_postgres: Callable[[], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One worker at a time is stopped, so that the other must serve; at last one is killed and replaced."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setenv("INKRAIL_SWEEP_SECONDS", "3600")
    with held_port() as port:
        words = ("serve", "--port", str(port), "--workers", "2", "--database", new_postgres())
        async with command(*words) as process:
            logged = await started(process, times=2)
            address = await answering(port, process)
            first, second = (int(pid) for pid in re.findall(rb"Started server process \[(\d+)\]", logged))
            with stopped(second):
                ann = await play(address, actions=3)
                assert await measured(address) == (3, 1)
            with stopped(first):
                bob = await play(address, actions=2)
                found = await measurements(address)
                assert of_interest(found) == (5, 2)
                assert found["inkrail_commit_rows_sum"] == found["inkrail_rows_total"] > 5
                assert found["inkrail_commit_seconds_count"] == found["inkrail_commit_rows_count"]
                assert found["inkrail_failures_total"] == 0
            with stopped(second):
                assert await measured(address) == (5, 2)
            assert len(metrics_folders(tmp_path)) == 1
            os.kill(first, SIGKILL)
            await started(process, times=1)
            assert await measured(address) == (5, 1)
            await bob.leave()
            process.send_signal(SIGTERM)
            assert b"Traceback" not in await output(process)
            await ann.leave()
    assert metrics_folders(tmp_path) == []


def metrics_folders(folder: Path) -> list[Path]:
    return list(folder.glob("inkrail-metrics-*"))


@contextmanager
def stopped(pid: int) -> Iterator[None]:
    """Suspend a process while the block runs."""
    os.kill(pid, SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, SIGCONT)


async def play(address: str, *, actions: int) -> Client:
    """A client that has done this at a new table and is still there."""
    async with httpx.AsyncClient(base_url=address, timeout=None) as http:  # noqa: S113
        given = (await http.post("/api/tables", json={"name": "Ann"})).json()
    client = await Client(address, table=given["table"], token=given["token"]).enter()
    for number in range(actions):
        assert (await client.act(next_action(client.view), str(number)))["type"] == "ack"
    return client


async def measured(address: str) -> tuple[float, float]:
    return of_interest(await measurements(address))


async def measurements(address: str) -> Values:
    async with httpx.AsyncClient(base_url=address, timeout=None) as http:  # noqa: S113
        return values((await http.get("/metrics")).text)


def of_interest(found: Values) -> tuple[float, float]:
    """Actions so far, and WebSockets open now."""
    return found["inkrail_messages_total", "act"], found["inkrail_connections"]


def values(text: str) -> Values:
    """Each value by its name, and its labels where it has some."""
    samples = [sample for family in text_string_to_metric_families(text) for sample in family.samples]
    return {(one.name, *one.labels.values()) if one.labels else one.name: one.value for one in samples}
