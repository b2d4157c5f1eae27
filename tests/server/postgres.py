"""A PostgreSQL server of the tests' own, on a socket in a folder of its own, durable as in earnest."""

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


@contextmanager
def running_postgres() -> Iterator[str]:
    """The address of a fresh server, with `{}` in place of the database's name."""
    programs, who = binaries(), _user()
    folder = Path(tempfile.mkdtemp(prefix="inkrail-pg-"))

    def run(program: str, *words: str) -> None:
        # No pipe: the server would keep it open.
        with (folder.parent / f"{folder.name}.out").open("wb") as out:
            subprocess.run(  # noqa: S603
                [str(programs / program), *words],
                check=True,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                cwd=folder,
                **who,
            )

    try:
        if who:
            shutil.chown(folder, who["user"], who["group"])
        data = str(folder / "data")
        run("initdb", "-D", data, "-U", "inkrail", "-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C")
        options = (
            f"-c listen_addresses= -c unix_socket_directories={folder} -c fsync=on -c max_connections=200"
        )
        run("pg_ctl", "-D", data, "-l", str(folder / "log"), "-w", "-o", options, "start")
        try:
            yield f"postgresql://inkrail@/{{}}?host={folder}"
        finally:
            run("pg_ctl", "-D", data, "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        (folder.parent / f"{folder.name}.out").unlink(missing_ok=True)
