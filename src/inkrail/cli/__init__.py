"""The command `inkrail`. Importing it needs no extra; a command that does says which one is missing."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command that the program was called with; Ctrl-C ends it silently from the first import on."""
    try:
        from inkrail.cli.entry import run  # noqa: PLC0415

        status = run(sys.argv[1:])
    except KeyboardInterrupt:
        status = 130
    sys.exit(status)
