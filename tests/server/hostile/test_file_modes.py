"""Others on the machine cannot read a server's SQLite database: it holds the dice to come and hashes of all secrets."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.storage.writes import first

from inkrail.server.settings import default_database
from inkrail.server.storage.backup import backup
from inkrail.server.storage.store import Store, database_url


@pytest.fixture(autouse=True)
def usual_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, str]:
    return {path.name: oct(path.stat().st_mode & 0o777) for path in sorted(folder.iterdir())}


async def test_a_new_database_is_its_owners_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    file = Path(default_database())
    store = Store(database_url(str(file)))
    try:
        await store.open()
        await store.commit([first("a")])
        assert modes(file.parent) == {
            "inkrail.sqlite3": "0o600",
            "inkrail.sqlite3-shm": "0o600",
            "inkrail.sqlite3-wal": "0o600",
        }
        assert modes(tmp_path) == {"data": "0o700"}
        assert modes(tmp_path / "data") == {"inkrail": "0o700"}
        (tmp_path / "copies").mkdir()
        await backup(str(file), to=str(tmp_path / "copies" / "copy.sqlite3"))
        assert modes(tmp_path / "copies") == {"copy.sqlite3": "0o600"}
    finally:
        await store.close()


async def test_a_file_and_a_folder_that_were_there_stay_as_their_owner_set_them(tmp_path: Path) -> None:
    folder = tmp_path / "shared"
    folder.mkdir(0o755)
    file = folder / "games.sqlite3"
    file.touch(0o640)
    store = Store(database_url(str(file)))
    try:
        await store.open()
    finally:
        await store.close()
    assert (modes(tmp_path), modes(folder)) == ({"shared": "0o755"}, {"games.sqlite3": "0o640"})
