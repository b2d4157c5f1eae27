"""Break core and rules on purpose and list what no test notices.

mutmut changes one operator, number or call at a time and runs the tests that reach it. A change that all tests
survive is either one that means the same, or a rule that nobody tests: `.venv/bin/mutmut show NAME` shows which.
"""

import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
MUTMUT = Path(sys.executable).with_name("mutmut")
NOTICED = {"killed", "timeout", "caught by type check"}
FLOOR = 0.85
"""The share of changes that must be noticed; the rest is to be looked at."""


def outcomes() -> dict[str, str]:
    """What became of each change, by its name."""
    told = subprocess.run(
        [MUTMUT, "results", "--all", "true"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    return dict(re.findall(r"^\s*(\S+): (.+)$", told, re.MULTILINE))


def main() -> int:
    """Run the changes that have no outcome yet, and tell all outcomes."""
    subprocess.run([MUTMUT, "run", "--max-children", str(os.cpu_count() or 1)], cwd=ROOT, check=True)
    found = outcomes()
    for name, outcome in found.items():
        if outcome not in NOTICED:
            print(f"{outcome:>12}  {name}")
    for outcome, count in Counter(found.values()).most_common():
        print(f"{count:>12}  {outcome}")
    share = sum(outcome in NOTICED for outcome in found.values()) / max(len(found), 1)
    print(f"{share:>11.1%}  noticed, {FLOOR:.0%} asked for")
    return 0 if share >= FLOOR else 1


if __name__ == "__main__":
    sys.exit(main())
