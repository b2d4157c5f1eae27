"""`inkrail serve`: games in the browser, for everybody who reaches the address."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Annotated

import typer

from inkrail.cli.options import Language, whole_number

Database = Annotated[str | None, typer.Option("--database", metavar="PLACE", help="cli.option.database")]
Host = Annotated[str, typer.Option("--host", metavar="ADDRESS", help="cli.option.host")]
Port = Annotated[str, typer.Option("--port", metavar="N", help="cli.option.port")]
Workers = Annotated[str, typer.Option("--workers", metavar="N", help="cli.option.workers")]

HIGHEST_PORT = 65535
MOST_WORKERS = 64


def serve(
    *,
    database: Database = None,
    host: Host = "127.0.0.1",
    port: Port = "8000",
    workers: Workers = "1",
    lang: Language = None,  # noqa: ARG001
) -> None:
    """Serve until it is interrupted."""
    from inkrail.server.serving import serve as run  # noqa: PLC0415 - this needs the extra `server`
    from inkrail.server.settings import read_settings  # noqa: PLC0415

    settings = read_settings(os.environ)
    if database is not None:
        settings = replace(settings, database=database)
    run(
        settings,
        host=host,
        port=whole_number(port, option="--port", most=HIGHEST_PORT),
        workers=whole_number(workers, option="--workers", most=MOST_WORKERS),
    )
