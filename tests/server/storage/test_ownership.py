"""Whose database it is; tests/server/hostile plays it with whole stores."""

from __future__ import annotations

from pathlib import Path

import pytest

from inkrail.core.errors import Refusal
from inkrail.server.storage import schema
from inkrail.server.storage.ownership import check_revision, create_privately, inspect_file, is_ours


def test_a_server_knows_its_own_tables_beside_others() -> None:
    ours = ["alembic_version", *schema.metadata.tables]
    assert is_ours(ours, database="x")
    assert is_ours([*ours, "notes"], database="x")
    assert not is_ours([], database="x")
    for missing in ("alembic_version", "game_tables", "game_rows"):
        with pytest.raises(Refusal, match=r"^database\.foreign"):
            is_ours([name for name in ours if name != missing], database="x")


def test_only_this_version_is_accepted() -> None:
    check_revision(["0003"], database="x")
    for other in ("0002", "0004"):
        with pytest.raises(Refusal, match=r"^database\.other_version"):
            check_revision([other], database="x")


def test_a_missing_or_an_empty_file_is_nobodys(tmp_path: Path) -> None:
    assert not inspect_file(tmp_path / "none", database="x")
    (tmp_path / "empty").touch()
    assert not inspect_file(tmp_path / "empty", database="x")


def test_creating_a_file_again_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "a" / "b"
    create_privately(file)
    file.write_text("kept")
    create_privately(file)
    assert file.read_text() == "kept"
