"""The lock files: every package is pinned, every file of it has a known hash, and no address to load it from is named."""

from __future__ import annotations

import json
import re
import tomllib
from functools import cache
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
LOCK = ROOT / "requirements.lock"
PIN = re.compile(
    r"(?P<name>[a-z0-9-]+)==(?P<version>[\w.!+]+)(?: ; (?P<marker>.+?))?(?P<hashes>(?: --hash=\S+)*)"
)
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")


@cache
def pins() -> dict[str, re.Match[str]]:
    """Each pin in one line, by name."""
    lines = re.sub(r" \\\n\s+", " ", LOCK.read_text()).splitlines()
    matches = [PIN.fullmatch(line) or line for line in lines if not line.lstrip().startswith("#")]
    assert [line for line in matches if isinstance(line, str)] == []
    return {match["name"]: match for match in matches if isinstance(match, re.Match)}


@cache
def packages() -> dict[str, dict[str, Any]]:
    """The packages of the page, by their place."""
    lock: dict[str, dict[str, Any]] = json.loads((ROOT / "web" / "package-lock.json").read_text())["packages"]
    return lock


def direct_dependencies() -> list[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"].values()
    wanted = [Requirement(line) for lines in extras for line in lines]
    return [one for one in wanted if one.name != project["name"]]


def test_every_pin_has_the_hashes_of_its_files() -> None:
    hashes = {name: pin["hashes"].split() for name, pin in pins().items()}
    assert [name for name, known in hashes.items() if not known] == []
    assert [one for known in hashes.values() for one in known if not HASH.fullmatch(one)] == []


def test_every_direct_dependency_is_pinned_to_a_version_it_allows() -> None:
    wanted = {canonicalize_name(one.name): one.specifier for one in direct_dependencies()}
    assert wanted.keys() - pins().keys() == set()
    assert [name for name, allowed in wanted.items() if not allowed.contains(pins()[name]["version"])] == []


def test_every_indirect_dependency_is_pinned() -> None:
    """pip would refuse the lock file otherwise; this names what is missing."""
    extras = {str(canonicalize_name(one.name)): one.extras for one in direct_dependencies()}
    missing = {
        f"{name} needs {one.name}"
        for name in pins()
        for one in map(Requirement, required_by(name))
        if one.marker is None
        or any(one.marker.evaluate({"extra": extra}) for extra in ("", *extras.get(name, ())))
        if canonicalize_name(one.name) not in pins()
    }
    assert missing == set()


def required_by(name: str) -> list[str]:
    """What an installed package requires; nothing for one that only other systems need."""
    try:
        return requires(name) or []
    except PackageNotFoundError:
        assert pins()[name]["marker"], name
        return []


def test_the_lock_file_names_no_address() -> None:
    assert re.findall(r"https?:|index|find-links| @ ", LOCK.read_text()) == []


def test_every_package_of_the_page_has_its_hash_and_no_address() -> None:
    locked = {place: package for place, package in packages().items() if place}
    strong = re.compile(r"sha512-[\w+/]{86}==")
    assert [
        place for place, package in locked.items() if not strong.fullmatch(package.get("integrity", ""))
    ] == []
    assert [place for place, package in locked.items() if "resolved" in package] == []


def test_every_dependency_of_the_page_is_locked_for_all_systems() -> None:
    """npm leaves out an optional package, such as another system's binary, if the registry does not have it."""
    kinds = ("dependencies", "devDependencies", "optionalDependencies")
    missing = {
        f"{place or 'the page'} needs {name}"
        for place, package in packages().items()
        for name in [name for kind in kinds for name in package.get(kind, ())]
        if not any(f"{folder}node_modules/{name}" in packages() for folder in folders_above(place))
    }
    assert missing == set()


def folders_above(place: str) -> list[str]:
    """Where Node looks for the dependencies of a package: inside it, then inside those around it."""
    parts = place.split("/node_modules/") if place else []
    return ["", *("/node_modules/".join(parts[:count]) + "/" for count in range(1, len(parts) + 1))]
