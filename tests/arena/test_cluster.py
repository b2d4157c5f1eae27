"""Games on a Dask cluster of real processes: workers that die, others that are refused, a client that is killed."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Thread
from time import monotonic, sleep

import numpy as np
import pytest
from distributed import Client
from tests.bots import deadly

from inkrail.arena import cluster
from inkrail.arena.cluster import CHUNK_SECONDS, Cluster, Pace
from inkrail.arena.comparison import compare
from inkrail.arena.match import Chunk
from inkrail.arena.simulation import simulate
from inkrail.arena.version import version
from inkrail.core.errors import Refusal
from inkrail.rules.module import Report

ROOT = Path(__file__).parents[2]
Process = subprocess.Popen[str]


def until(condition: Callable[[], object]) -> None:
    """Wait for a condition, much longer than it should take."""
    deadline = monotonic() + 250
    while not condition():
        assert monotonic() < deadline
        sleep(0.05)


class Machines:
    """Processes that a test starts, which end with it."""

    def __init__(self, folder: Path, closing: ExitStack) -> None:
        self.folder = folder
        self._closing = closing
        self.address = ""

    def start(self, *words: str, path: str = str(ROOT), **environment: str) -> Process:
        own = {"PYTHONPATH": path, deadly.FOLDER: str(self.folder), **environment}
        process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-m", *words],
            cwd=self.folder,
            env=os.environ | own,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._closing.callback(end, process)
        return process

    def scheduler(self, **environment: str) -> Process:
        file = self.folder / "scheduler.json"
        words = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file))
        process = self.start("distributed.cli.dask_scheduler", *words, **environment)
        until(lambda: file.exists() and file.read_text().endswith("}"))
        self.address = json.loads(file.read_text())["address"]
        return process

    def worker(self, name: str, path: str = str(ROOT)) -> Process:
        words = ("--no-nanny", "--nthreads", "1", "--no-dashboard", "--name", name)
        return self.start("distributed.cli.dask_worker", self.address, *words, path=path)

    def wait_for(self, workers: int) -> list[str]:
        """The addresses of so many workers, once they are there."""
        with Client(self.address, set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=250)
            return list(client.scheduler_info()["workers"])

    def simulate(self, *words: str) -> Process:
        return self.start("inkrail", "simulate", *words, "--cluster", self.address, "--json")


def end(process: Process) -> None:
    process.kill()
    process.communicate()


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[Machines]:
    with ExitStack() as closing:
        yield Machines(tmp_path, closing)


def finished(client: Process) -> tuple[int, str, str]:
    """Exit status, output and errors."""
    out, err = client.communicate(timeout=250)
    return client.returncode, out, err


def told(out: str) -> Report:
    """What a client has printed, but the CPU time."""
    report: Report = json.loads(out)
    return timeless(report)


def timeless(report: Report) -> Report:
    for part in (report, report.get("against")):
        if isinstance(part, dict):
            part.pop("cpu_seconds_per_round")
    return report


def test_a_killed_worker_costs_its_chunk_and_one_of_another_version_is_refused_by_name(
    machines: Machines,
) -> None:
    machines.scheduler()
    changed = machines.folder / "changed"
    ignored = shutil.ignore_patterns("__pycache__", "server")
    shutil.copytree(ROOT / "src" / "inkrail", changed / "inkrail", ignore=ignored)
    with (changed / "inkrail" / "kernel" / "engine.py").open("a") as source:
        source.write("# another version\n")
    workers = [machines.worker("one"), machines.worker("two"), machines.worker("other", str(changed))]
    machines.wait_for(3)
    words = ("--bot", "tests.bots.deadly:Mortal", "--against", "random", "--games", "6", "--seed", "s")
    status, out, err = finished(machines.simulate(*words))
    assert status == 0, err
    assert told(out) == timeless(compare("random", "random", games=6, seed="s").report()) | {"bot": "mortal"}
    assert err.startswith("inkrail: cluster.version: The worker other (tcp://127.0.0.1:")
    assert (err.count("\n"), version() in err) == (1, True)
    until(lambda: any(worker.poll() for worker in workers))
    assert sorted(worker.poll() or 0 for worker in workers) == [-signal.SIGKILL, 0, 0]


def test_a_killed_client_goes_on_where_it_was_and_a_lost_scheduler_is_one_line(machines: Machines) -> None:
    scheduler = machines.scheduler()
    machines.worker("one")
    machines.wait_for(1)
    words = ("--bot", "tests.bots.deadly:Gated", "--games", "6", "--seed", "s", "--resume", "results")
    results, waiting = machines.folder / "results", machines.folder / "waiting"
    killed = machines.simulate(*words)
    until(lambda: waiting.exists() and results.read_bytes().count(b"\n") > 1)
    killed.kill()
    kept = results.read_bytes()
    client = machines.simulate(*words)
    (machines.folder / "gate").touch()
    status, out, err = finished(client)
    assert (status, err) == (0, "")
    assert told(out) == timeless(simulate("random", games=6, seed="s").report()) | {"bot": "gated"}
    assert results.read_bytes().startswith(kept[: kept.rindex(b"\n") + 1])

    (machines.folder / "gate").unlink()
    waiting.unlink()
    client = machines.simulate("--bot", "tests.bots.deadly:Gated", "--games", "6")
    until(waiting.exists)
    scheduler.kill()
    status, out, err = finished(client)
    assert (status, out) == (2, "")
    assert err.startswith(f"inkrail: cluster.lost: The scheduler at {machines.address} is gone. ")
    assert err.count("\n") == 1


def test_a_game_that_kills_every_worker_is_told(machines: Machines) -> None:
    machines.scheduler(DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES="0")
    machines.worker("one")
    (worker,) = machines.wait_for(1)
    with pytest.raises(Refusal, match=r"cluster\.unreachable"):
        Cluster(worker, tell=lambda _: None)
    status, out, err = finished(machines.simulate("--bot", "tests.bots.deadly:Deadly", "--games", "1"))
    assert (status, out) == (2, "")
    assert err.endswith(
        "inkrail: bot.died: 1 process that played for deadly ended without an answer. Check for a crash or too little memory.\n"
    )
    with pytest.raises(Refusal, match=r"cluster\.no_workers"):
        Cluster(machines.address, tell=lambda _: None, patience=0)


def test_what_a_worker_lacks_is_told() -> None:
    lacks = ModuleNotFoundError("No module named 'training'")
    refusal = cluster._refusal("one", "tcp://10.0.0.2:1", answer=lacks, needed=version())
    assert "The worker one (tcp://10.0.0.2:1)" in str(refusal)
    assert "version - (No module named 'training') of inkrail" in str(refusal)


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nowhere", "smoke://signals:1"])
def test_where_no_scheduler_answers_is_told_in_one_line(machines: Machines, address: str) -> None:
    machines.address = address
    status, out, err = finished(machines.simulate("--bot", "random", "--games", "1"))
    assert (status, out) == (2, "")
    assert err == (
        f"inkrail: cluster.unreachable: No Dask scheduler answers at {address}. "
        'Start one with "dask scheduler", and check address and network.\n'
    )


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 400 Bad Request\r\n\r\n",
        b"SSH-2.0-OpenSSH_9.2\r\n",
        (24).to_bytes(8, "little") + (1).to_bytes(8, "little") + (8).to_bytes(8, "little") + b"garbage!",
        b"",
    ],
)
def test_a_server_that_is_no_scheduler_is_told_too(
    answer: bytes, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """The dashboard's port for example; Dask's client takes an answer like these for the length of a message."""
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 2)
    with socket.create_server(("127.0.0.1", 0)) as server:
        Thread(target=serve, args=(server, answer), daemon=True).start()
        with pytest.raises(Refusal, match=r"cluster\.unreachable"):
            Cluster(f"tcp://127.0.0.1:{server.getsockname()[1]}", tell=lambda _: None)
    assert capfd.readouterr() == ("", "")


def serve(server: socket.socket, answer: bytes) -> None:
    """Give every connection the same answer, and wait until it is closed."""
    with suppress(OSError):
        while True:
            connection, _ = server.accept()
            with connection, suppress(OSError):
                connection.sendall(answer)
                while connection.recv(65_536):
                    pass


@pytest.mark.slow
def test_self_play_on_a_cluster_writes_the_shards_of_one_process(machines: Machines) -> None:
    machines.scheduler()
    machines.worker("one")
    machines.wait_for(1)
    words = ("training.selfplay", "--shipped", "--shards", "2", "--width", "4", "--special-width", "1")
    for folder, where in (("alone", ()), ("spread", ("--cluster", machines.address))):
        _, err = machines.start(*words, "--out", folder, *where).communicate(timeout=600)
        assert "2 of 2 shards" in err
    alone, spread = (sorted((machines.folder / folder).iterdir()) for folder in ("alone", "spread"))
    assert [path.name for path in alone] == [path.name for path in spread]
    for one, other in zip(alone, spread, strict=True):
        with np.load(one) as data, np.load(other) as same:
            assert all(np.array_equal(data[name], same[name]) for name in data)


def chunk(games: int, *, seconds: float) -> Chunk:
    return Chunk(1, ((),) * games, seconds)


def test_chunks_take_10_to_30_seconds_once_it_is_known_how_long_a_game_takes() -> None:
    pace = Pace([range(1, 3), range(11, 1011)])
    cut = pace.cut(lambda: 2)
    assert [next(cut) for _ in range(4)] == [range(number, number + 1) for number in (1, 2, 11, 12)]
    pace.learn(chunk(4, seconds=2.0))
    rest = list(cut)
    assert rest[0] == range(13, 73), "30 seconds while there is much to do"
    sizes = [len(numbers) for numbers in rest]
    least, most = (int(seconds / 0.5) for seconds in CHUNK_SECONDS)
    assert all(least <= size <= most for size in sizes[:-1])
    assert sizes == sorted(sizes, reverse=True), "and smaller ones towards the end"
    assert [number for numbers in rest for number in numbers] == [*range(13, 1011)]


def test_a_game_that_takes_longer_than_a_chunk_should_is_a_chunk() -> None:
    pace = Pace([range(1, 4)])
    pace.learn(chunk(1, seconds=100.0))
    assert [len(numbers) for numbers in pace.cut(lambda: 9)] == [1, 1, 1]
