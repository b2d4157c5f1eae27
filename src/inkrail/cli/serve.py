"""`inkrail serve`: games in the browser, for everyone who can reach the address."""

from __future__ import annotations

import os
from dataclasses import replace

import click

from inkrail.cli.completers import files
from inkrail.cli.grammar import Example, command, not_blank
from inkrail.cli.options import whole_number
from inkrail.i18n import Catalogue

DATABASE = click.Option(
    ["--database"], metavar="PLACE", callback=not_blank, shell_complete=files, help="cli.option.database"
)
HOST = click.Option(["--host"], metavar="ADDRESS", default="127.0.0.1", help="cli.option.host")
PORT = click.Option(["--port"], metavar="N", default="8000", help="cli.option.port")
WORKERS = click.Option(["--workers"], metavar="N", default="1", help="cli.option.workers")

HIGHEST_PORT = 65535
MOST_WORKERS = 64


@command(
    DATABASE,
    HOST,
    PORT,
    WORKERS,
    examples=(
        Example("inkrail serve --host 0.0.0.0", "cli.serve.example"),
        Example(
            "inkrail serve --workers 4 --database postgresql://inkrail@localhost/inkrail",
            "cli.serve.example_workers",
        ),
    ),
)
def serve(_: Catalogue, *, database: str | None, host: str, port: str, workers: str) -> None:
    """Serve until interrupted."""
    from inkrail.server.serve import serve as run  # noqa: PLC0415 - this needs the extra `server`
    from inkrail.server.settings import read_settings  # noqa: PLC0415

    settings = read_settings({"INKRAIL_WARM_UP": "yes", **os.environ})
    if database is not None:
        settings = replace(settings, database=database)
    run(
        settings,
        host=host,
        port=whole_number(port, option="--port", most=HIGHEST_PORT),
        workers=whole_number(workers, option="--workers", most=MOST_WORKERS),
    )
