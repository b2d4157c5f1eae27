"""What a bot's first move costs after an installation: `python -m benchmarks.first_move [--rules NAME …] [--bots NAME …]`.

Each is played in a new process with an empty cache. The CPU seconds are those of the whole process, from its start to
the end of the first move; `functions` are those of the kernel that were compiled.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from inkrail.rules.registry import RULESET_NAMES

ROOT = Path(__file__).parents[1]


def measure(rules: str, bot: str) -> dict[str, object]:
    """Play one first move with an empty cache."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with TemporaryDirectory() as folder:
        run = subprocess.run(  # noqa: S603
            [sys.executable, "-m", "tests.kernel.first_move", rules, bot],
            cwd=ROOT,
            env=os.environ | {"NUMBA_CACHE_DIR": folder},
            stdout=subprocess.PIPE,
            check=True,
        )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    compiled = json.loads(run.stdout)["compiled"]
    return {"rules": rules, "bot": bot, "functions": len(compiled), "cpu_seconds": round(seconds, 1)}


def main() -> None:
    """Print one JSON object for each ruleset and bot."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", nargs="+", choices=RULESET_NAMES, default=list(RULESET_NAMES))
    parser.add_argument("--bots", nargs="+", default=["casual", "strong"])
    wanted = parser.parse_args()
    for rules in wanted.rules:
        for bot in wanted.bots:
            print(json.dumps(measure(rules, bot)), flush=True)


if __name__ == "__main__":
    main()
