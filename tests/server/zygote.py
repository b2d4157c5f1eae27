"""Starts servers quickly: everything is imported once, and each line `PORT DATABASE` forks a process that serves.

Answers each line with the process id. Ends with its standard input. With the option `--limits` the servers have their
usual limits for an address, otherwise none.
"""

from __future__ import annotations

import os
import signal
import sys
from dataclasses import replace

from inkrail.server.serve import serve
from inkrail.server.settings import Settings

MANY = 10_000_000


def main() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        port, database = line.split()
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            serve_alone(database, port=int(port))
        sys.stdout.write(f"{child}\n")
        sys.stdout.flush()


def serve_alone(database: str, *, port: int) -> None:
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    settings = Settings(database=database, log_level="WARNING")
    if "--limits" not in sys.argv:
        settings = replace(settings, creations=MANY, messages=MANY, address_people=MANY)
    try:
        serve(settings, port=port)
    finally:
        os._exit(0)


if __name__ == "__main__":
    main()
