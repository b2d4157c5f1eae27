"""The command `inkrail`. Importing it needs no extra; a command that does says which one is missing."""

from __future__ import annotations

import sys

from inkrail.cli.entry import run


def main() -> None:
    """Run the command that the program was called with."""
    sys.exit(run(sys.argv[1:]))
