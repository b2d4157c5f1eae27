"""`inkrail backup`: a copy of a server's database."""

from __future__ import annotations

import asyncio
import os
from typing import Annotated

import typer

from inkrail.cli.options import Language
from inkrail.cli.serve import Database

BackupFile = Annotated[str, typer.Argument(metavar="FILE", help="cli.argument.backup")]


def backup(
    ctx: typer.Context,
    *,
    file: BackupFile,
    database: Database = None,
    lang: Language = None,  # noqa: ARG001
) -> None:
    """Copy the database into a new file, or into an empty PostgreSQL database."""
    from inkrail.server.backup import backup as copy  # noqa: PLC0415 - this needs the extra `server`
    from inkrail.server.settings import read_settings  # noqa: PLC0415

    place = database or read_settings(os.environ).database_address
    copied = asyncio.run(copy(place, to=file))
    told = file if "://" not in file else file.rpartition("@")[2]
    tables = ctx.obj.text("cli.backup.tables", n=copied.tables)
    rows = ctx.obj.text("cli.backup.rows", n=copied.rows)
    print(ctx.obj.text("cli.backup.done", tables=tables, rows=rows, file=told))
