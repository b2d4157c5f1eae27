"""Run all benchmarks: prints a table, then the same values as one JSON object on the last line."""

import json
import os
import platform
import sys
from pathlib import Path

from benchmarks import engine, envs
from benchmarks.engine import Measure


def processor() -> str:
    """The processor's name according to Linux, or else to Python."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def machine() -> dict[str, object]:
    """The machine that the numbers come from."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return {
        "processor": processor(),
        "cores": os.cpu_count(),
        "load": round(load, 2),
        "system": platform.platform(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
    }


def row(measured: Measure) -> str:
    """A line of the table."""
    wanted = f"  (asked for: {measured.target} {measured.unit})" if measured.target else ""
    return f"{measured.name:<60} {measured.value:>12.2f} {measured.unit}{wanted}"


def main() -> int:
    """Measure and print."""
    where = machine()
    print(
        f"{where['processor']}, {where['cores']} cores, load {where['load']}, {where['python']}, {where['system']}"
    )
    measures = [*engine.measure(), *envs.measure()]
    for measured in measures:
        print(row(measured))
    values = {
        measured.name: {"value": round(measured.value, 3), "unit": measured.unit} for measured in measures
    }
    print(json.dumps({"machine": where, "measures": values}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
