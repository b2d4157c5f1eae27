"""`inkrail backup`: a copy of a server's database."""

from __future__ import annotations

import asyncio
import os

import click

from inkrail.cli.completers import files
from inkrail.cli.grammar import Example, command
from inkrail.cli.serve import DATABASE
from inkrail.i18n import Catalogue

BACKUP_FILE = click.Argument(["file"], metavar="FILE", shell_complete=files, help="cli.argument.backup")

FORCE = click.Option(["--force"], is_flag=True, help="cli.option.force")


@command(
    BACKUP_FILE,
    DATABASE,
    FORCE,
    examples=(
        Example("inkrail backup copy.sqlite3", "cli.backup.example"),
        Example("inkrail backup copy.sqlite3 --force --database games.sqlite3", "cli.backup.example_force"),
    ),
)
def backup(voice: Catalogue, *, file: str, database: str | None, force: bool) -> None:
    """Copy the database into a new file, or into an empty PostgreSQL database."""
    from inkrail.server.settings import read_settings  # noqa: PLC0415
    from inkrail.server.storage.backup import backup as copy  # noqa: PLC0415 - this needs the extra `server`

    source = database or read_settings(os.environ).database_address
    copied = asyncio.run(copy(source, to=file, force=force))
    target = file if "://" not in file else file.rpartition("@")[2]
    tables = voice.text("cli.backup.tables", n=copied.tables)
    rows = voice.text("cli.backup.rows", n=copied.rows)
    print(voice.text("cli.backup.done", tables=tables, rows=rows, file=target))
