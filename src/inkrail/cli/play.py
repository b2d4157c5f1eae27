"""`inkrail play`: play on this computer, in the browser."""

from __future__ import annotations

import os
import webbrowser
from dataclasses import replace

from inkrail.cli.grammar import command
from inkrail.cli.options import whole_number
from inkrail.cli.serve import DATABASE, HIGHEST_PORT, PORT
from inkrail.i18n import Catalogue


@command(DATABASE, PORT)
def play(_: Catalogue, *, database: str | None, port: str) -> None:
    """Serve on the loopback address and open the browser."""
    from inkrail.server.serve import serve  # noqa: PLC0415 - this needs the extra `server`
    from inkrail.server.settings import read_settings  # noqa: PLC0415

    settings = replace(read_settings(os.environ), log_level="WARNING")
    if database is not None:
        settings = replace(settings, database=database)
    serve(settings, port=whole_number(port, option="--port", most=HIGHEST_PORT), ready=_open)


def _open(address: str) -> None:
    url = address.replace("127.0.0.1", "localhost")
    print(url, flush=True)
    webbrowser.open(url)
