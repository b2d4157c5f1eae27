"""The command `inkrail`. Importing this needs no extra; each command says which one it misses."""

from __future__ import annotations

import sys

from inkrail.cli.entry import run


def main() -> None:
    """Run the command that the program was called with."""
    sys.exit(run(sys.argv[1:]))
