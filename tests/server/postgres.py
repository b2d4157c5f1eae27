"""A PostgreSQL server for the tests, on a socket in its own folder, with production durability settings."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


def binaries() -> Path:
    """The folder with the server's programs, the newest version's."""
    found = shutil.which("initdb")
    folders = [Path(found).parent] if found else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=_version, reverse=True)
    for folder in folders:
        if (folder / "postgres").exists():
            return folder
    raise RuntimeError("the tests need PostgreSQL 15 or newer: install the package postgresql")


def _version(folder: Path) -> float:
    return float(folder.parent.name)


def _user() -> dict[str, Any]:
    """PostgreSQL refuses to run as root; then another user runs it."""
    if os.geteuid() != 0:
        return {}
    names = {entry.pw_name for entry in pwd.getpwall()}
    name = "postgres" if "postgres" in names else "nobody"
    return {"user": name, "group": pwd.getpwnam(name).pw_gid, "extra_groups": []}


class Postgres:
    """A server with its folder; it may be stopped and started again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._who = _user()
        self._programs = binaries()
        self.address = f"postgresql://inkrail@/{{}}?host={folder}"
        """With `{}` in place of the database's name."""
        if self._who:
            shutil.chown(folder, self._who["user"], self._who["group"])
        words = ("-U", "inkrail", "-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C")
        self._run("initdb", "-D", self._data, *words)

    @property
    def _data(self) -> str:
        return str(self._folder / "data")

    def start(self) -> None:
        """Start it and wait until it answers."""
        settings = ("listen_addresses=", f"unix_socket_directories={self._folder}", "fsync=on")
        options = " ".join(f"-c {setting}" for setting in (*settings, "max_connections=200"))
        log = str(self._folder / "log")
        self._run("pg_ctl", "-D", self._data, "-l", log, "-w", "-o", options, "start")

    def stop(self) -> None:
        """Stop it as a crash would: all connections break at once."""
        self._run("pg_ctl", "-D", self._data, "-w", "-m", "immediate", "stop")

    @property
    def pid(self) -> int:
        """The process that all others of the server belong to."""
        return int((self._folder / "data" / "postmaster.pid").read_text().split("\n")[0])

    def _run(self, program: str, *words: str) -> None:
        # No pipe: the server would keep it open.
        with (self._folder.parent / f"{self._folder.name}.out").open("wb") as out:
            subprocess.run(  # noqa: S603
                [str(self._programs / program), *words],
                check=True,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                cwd=self._folder,
                **self._who,
            )


@contextmanager
def running_postgres() -> Iterator[Postgres]:
    """A fresh running server; a test that stops it must start it again."""
    folder = Path(tempfile.mkdtemp(prefix="inkrail-pg-"))
    try:
        server = Postgres(folder)
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        (folder.parent / f"{folder.name}.out").unlink(missing_ok=True)
