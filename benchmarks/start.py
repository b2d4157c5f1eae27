"""How long the command line and the library take to start: `python -m benchmarks.start`.

The best of several runs, in seconds of the clock and of the processor: on a busy machine the second is the one to read.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RUNS = 15
BOARD = "highway-straight B1 H.H.\nstation-straight B2 H.R.\n"
MAIN = "from inkrail.cli import main; main()"
LIMITS = {"inkrail --help": 0.2, "inkrail score": 0.2, "import inkrail": 0.05}
"""What each may take, in seconds; the start of Python itself is not counted for the import."""


def main() -> None:
    """Print a line for each."""
    with tempfile.TemporaryDirectory() as folder:
        board = Path(folder) / "board.txt"
        board.write_text(BOARD)
        python = _best("pass")
        measured = {
            "python": python,
            "inkrail --help": _best(MAIN, "--help"),
            "inkrail score": _best(MAIN, "score", str(board)),
            "import inkrail": tuple(a - b for a, b in zip(_best("import inkrail"), python, strict=True)),
        }
    print(f"{'':16}{'clock':>9}{'processor':>11}{'limit':>8}")
    for name, (clock, processor) in measured.items():
        limit = LIMITS.get(name)
        print(f"{name:16}{clock:8.3f}s{processor:10.3f}s{'' if limit is None else f'{limit:7.2f}s'}")


def _best(code: str, *words: str) -> tuple[float, float]:
    """The least time that the code takes in a new process."""
    runs = [_run(code, *words) for _ in range(RUNS)]
    return min(clock for clock, _ in runs), min(processor for _, processor in runs)


def _run(code: str, *words: str) -> tuple[float, float]:
    before, began = _used(), time.perf_counter()
    subprocess.run([sys.executable, "-c", code, *words], check=True, stdout=subprocess.DEVNULL)  # noqa: S603
    return time.perf_counter() - began, _used() - before


def _used() -> float:
    """CPU seconds of all processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    main()
