"""`inkrail play`: play on this computer, in the browser."""

from __future__ import annotations

import os
import sys
import webbrowser
from dataclasses import replace
from threading import Thread

import click

from inkrail.cli.grammar import Example, command
from inkrail.cli.options import whole_number
from inkrail.cli.serve import DATABASE, HIGHEST_PORT, PORT
from inkrail.i18n import Catalogue

NO_BROWSER = click.Option(["--no-browser"], is_flag=True, help="cli.option.no_browser")


@command(
    DATABASE,
    PORT,
    NO_BROWSER,
    examples=(
        Example("inkrail play", "cli.play.example"),
        Example("inkrail play --no-browser --port 9000", "cli.play.example_no_browser"),
    ),
)
def play(voice: Catalogue, *, database: str | None, port: str, no_browser: bool) -> None:
    """Serve on the loopback address and open the browser."""
    from inkrail.server.serve import serve  # noqa: PLC0415 - this needs the extra `server`
    from inkrail.server.settings import read_settings  # noqa: PLC0415

    settings = replace(read_settings({"INKRAIL_WARM_UP": "yes", **os.environ}), log_level="ERROR")
    if database is not None:
        settings = replace(settings, database=database)

    def ready(address: str) -> None:
        url = address.replace("127.0.0.1", "localhost")
        print(url, flush=True)
        print(voice.text("cli.play.running"), file=sys.stderr)
        if not no_browser:
            # A browser in the terminal returns only when it ends, and the server must go on meanwhile.
            Thread(target=webbrowser.open, args=[url], daemon=True).start()

    serve(settings, port=whole_number(port, option="--port", most=HIGHEST_PORT), ready=ready)
