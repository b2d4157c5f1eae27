"""List the known vulnerabilities of all pinned packages: `python tools/audit.py`, or `make audit`.

Asks the OSV database about every version in `requirements.lock` and `web/package-lock.json`. Exits with 0 if it knows none,
with 1 if it knows some, and with 2, saying so, if it cannot be reached: then nothing was checked.

Why not pip-audit and `npm audit`: pip-audit exits with 0 when it could check nothing, and brings thirty packages of its own.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
DATABASE = "https://api.osv.dev"
CLEAN, VULNERABLE, UNREACHED = 0, 1, 2
_SECONDS = 30.0
_AT_ONCE = 500
"""Packages in one question; OSV accepts up to 1000."""


@dataclass(frozen=True, slots=True, order=True)
class Pin:
    """A package at a version."""

    ecosystem: str
    name: str
    version: str

    @property
    def query(self) -> dict[str, Any]:
        """The question about it."""
        return {"package": {"ecosystem": self.ecosystem, "name": self.name}, "version": self.version}


def python_pins(lock: str) -> Iterator[Pin]:
    """The packages of a requirements file."""
    for name, version in re.findall(r"^([\w.-]+)==([^\s;\\]+)", lock, re.MULTILINE):
        yield Pin("PyPI", name, version)


def page_pins(lock: str) -> Iterator[Pin]:
    """The packages of a package-lock.json."""
    for path, package in json.loads(lock)["packages"].items():
        if path:
            yield Pin("npm", package.get("name", path.rpartition("node_modules/")[2]), package["version"])


def pins(root: Path) -> list[Pin]:
    """Everything that is pinned."""
    python = python_pins((root / "requirements.lock").read_text())
    page = page_pins((root / "web" / "package-lock.json").read_text())
    return sorted({*python, *page})


def vulnerabilities(wanted: list[Pin], *, database: str) -> dict[Pin, list[str]]:
    """The ids of the known vulnerabilities, of the packages that have some."""
    known: dict[Pin, list[str]] = {pin: [] for pin in wanted}
    left = [(pin, pin.query) for pin in wanted]
    while left:
        asked, left = left[:_AT_ONCE], left[_AT_ONCE:]
        answer = _ask(f"{database}/v1/querybatch", {"queries": [query for _, query in asked]})
        for (pin, query), result in zip(asked, answer["results"], strict=True):
            known[pin] += (one["id"] for one in result.get("vulns", ()))
            if token := result.get("next_page_token"):
                left.append((pin, {**query, "page_token": token}))
    return {pin: ids for pin, ids in known.items() if ids}


def summary_of(id_: str, *, database: str) -> str:
    """What the database says about a vulnerability in one line."""
    entry = _ask(f"{database}/v1/vulns/{id_}")
    return str(entry.get("summary") or entry.get("details", "").partition("\n")[0])


def _ask(address: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data=data, headers={"Content-Type": "application/json"})  # noqa: S310
    with urllib.request.urlopen(request, timeout=_SECONDS) as answer:  # noqa: S310 - the scheme is the caller's
        result: dict[str, Any] = json.load(answer)
        return result


def audit(root: Path, *, database: str) -> int:
    """Print what is known, and return the exit code."""
    wanted = pins(root)
    try:
        known = vulnerabilities(wanted, database=database)
        for pin, ids in sorted(known.items()):
            for id_ in ids:
                print(
                    f"{pin.ecosystem} {pin.name} {pin.version}: {id_} {summary_of(id_, database=database)}".rstrip()
                )
    except (OSError, ValueError, KeyError) as error:
        print(f"not checked: no vulnerability database at {database} ({error})", file=sys.stderr)
        return UNREACHED
    print(f"{len(wanted)} packages checked, {len(known)} with known vulnerabilities")
    return VULNERABLE if known else CLEAN


def main() -> None:
    """Check the pins of this repository."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", default=DATABASE, help="the address of an OSV database")
    sys.exit(audit(ROOT, database=parser.parse_args().database))


if __name__ == "__main__":
    main()
