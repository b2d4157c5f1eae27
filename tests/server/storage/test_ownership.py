"""Whose database it is; tests/server/hostile plays it with whole stores."""

from __future__ import annotations

from pathlib import Path

import pytest

from inkrail.core.errors import Refusal
from inkrail.server.settings import default_database
from inkrail.server.storage import schema
from inkrail.server.storage.ownership import check_revision, created_privately, inspect_file, is_ours


def test_a_server_knows_its_own_tables_beside_others() -> None:
    ours = ["alembic_version", *schema.metadata.tables]
    assert is_ours(ours, database="x")
    assert is_ours([*ours, "notes"], database="x")
    assert not is_ours([], database="x")
    for missing in ("alembic_version", "game_tables", "game_rows"):
        with pytest.raises(Refusal, match=r"^database\.foreign"):
            is_ours([name for name in ours if name != missing], database="x")


def test_only_this_version_is_accepted() -> None:
    check_revision(["0005"], database="x")
    for other in ("0004", "0006"):
        with pytest.raises(Refusal, match=r"^database\.other_version"):
            check_revision([other], database="x")


def test_a_missing_or_an_empty_file_is_nobodys(tmp_path: Path) -> None:
    assert not inspect_file(tmp_path / "none", database="x")
    (tmp_path / "empty").touch()
    assert not inspect_file(tmp_path / "empty", database="x")


def test_a_folder_is_no_database(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match=r"^database\.is_folder"):
        inspect_file(tmp_path, database="x")


def test_creating_a_file_again_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "a"
    with created_privately(file):
        file.write_text("kept")
    with created_privately(file):
        assert file.read_text() == "kept"


def test_only_the_default_database_gets_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    with pytest.raises(Refusal, match=r"^database\.no_folder"), created_privately(tmp_path / "other" / "x"):
        pass
    assert list(tmp_path.iterdir()) == []
    with created_privately(Path(default_database())):
        pass
    assert Path(default_database()).is_file()


def test_a_new_file_that_could_not_be_used_is_removed(tmp_path: Path) -> None:
    kept, new = tmp_path / "kept", tmp_path / "new"
    kept.touch()
    for file in (kept, new):
        with pytest.raises(KeyboardInterrupt), created_privately(file):
            raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == [kept]
