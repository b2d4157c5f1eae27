"""Run all benchmarks: a table for people, then the same as one JSON object on the last line."""

import json
import os
import platform
import sys
from pathlib import Path

from benchmarks.engine import Measure, measure


def processor() -> str:
    """The processor's name as Linux tells it, or what Python knows of it."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def machine() -> dict[str, object]:
    """Where the numbers come from."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return {
        "processor": processor(),
        "cores": os.cpu_count(),
        "load": round(load, 2),
        "system": platform.platform(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
    }


def row(one: Measure) -> str:
    """A line of the table."""
    wanted = f"  (asked for: {one.target} {one.unit})" if one.target else ""
    return f"{one.name:<55} {one.value:>10.2f} {one.unit}{wanted}"


def main() -> int:
    """Measure and print."""
    where = machine()
    print(
        f"{where['processor']}, {where['cores']} cores, load {where['load']}, {where['python']}, {where['system']}"
    )
    found = measure()
    for one in found:
        print(row(one))
    values = {one.name: {"value": round(one.value, 3), "unit": one.unit} for one in found}
    print(json.dumps({"machine": where, "measures": values}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
