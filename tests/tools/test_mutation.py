"""The mutation run on a small package whose test misses something."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tools.mutation import FLOOR, PACKAGES, Outcome, report

ROOT = Path(__file__).parents[2]

SUMS = """
def add(a, b):
    return a + b


def double(a, times=2):
    return a * times


def unused():
    return 1


class Loud:
    def name(self):
        return "loud"


class Louder(Loud):
    def name(self):
        return super().name() + "er"


def longer(a):
    if a:
        return a + 1
    return a + 1
"""

TESTS = """
from inkrail.core.sums import Louder, add, double, longer


def test_add():
    assert add(2, 3) == 5


def test_double():
    assert double(2) == 4


def test_louder():
    assert Louder().name() == "louder"


def test_longer():
    assert (longer(1), longer(0)) == (2, 1)
"""


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> list[Outcome]:
    """The outcome of each mutant; the exit code says that too many survive."""
    root = tmp_path_factory.mktemp("repository")
    shutil.copytree(ROOT / "tools", root / "tools")
    for package, tests in PACKAGES.items():
        (root / tests).mkdir(parents=True)
        folder = root.joinpath("src", *package.split("."))
        folder.mkdir(parents=True)
        (folder / "__init__.py").touch()
    (root / "src" / "inkrail" / "__init__.py").touch()
    (root / "src" / "inkrail" / "core" / "sums.py").write_text(SUMS)
    (root / "tests" / "core" / "test_sums.py").write_text(TESTS)
    shutil.copy(ROOT / "tests" / "time_limit.py", root / "tests")
    run = subprocess.run(
        [sys.executable, "-m", "tools.mutation"],
        cwd=root,
        env=os.environ | {"PYTHONPATH": str(root / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 1, run.stdout + run.stderr
    found: dict[str, Outcome] = json.loads((root / "mutants" / "outcomes.json").read_text())
    return list(found.values())


def outcome_of(new: str, outcomes: list[Outcome]) -> str:
    (outcome,) = (outcome["outcome"] for outcome in outcomes if f"+     {new}" in outcome["difference"])
    return outcome


@pytest.mark.parametrize(
    ("new", "outcome"),
    [
        ("return a - b", "killed"),
        ("return a / times", "killed"),
        ("if a or True:", "survived"),
        ("if a and False:", "survived"),
        ("return 2", "not covered"),
    ],
)
def test_a_mutant_is_killed_survives_or_is_not_covered(
    new: str, outcome: str, outcomes: list[Outcome]
) -> None:
    assert outcome_of(new, outcomes) == outcome


def test_what_takes_effect_at_import_is_imported_again(outcomes: list[Outcome]) -> None:
    (default,) = (outcome for outcome in outcomes if "+ def double(a, times=3):" in outcome["difference"])
    assert default["outcome"] == "killed"


def test_a_mutant_without_super_is_defined_again(outcomes: list[Outcome]) -> None:
    (gone,) = (outcome for outcome in outcomes if "Louder.name 1" in outcome["name"])
    assert (gone["outcome"], gone["difference"][1]) == ("killed", "+     return None")


def test_every_mutant_could_be_tried(outcomes: list[Outcome]) -> None:
    assert {outcome["outcome"] for outcome in outcomes} == {"killed", "survived", "not covered"}
    assert {outcome["package"] for outcome in outcomes} == {"inkrail.core"}


def test_mutants_start_no_database_server() -> None:
    """Their processes end without any teardown, so it would never be stopped."""
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "0", "-k", "postgresql", "tests/server/rooms"],
        cwd=ROOT,
        env=os.environ | {"INKRAIL_HYPOTHESIS": "mutation"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout
    assert re.search(r"^\d+ skipped, \d+ deselected", run.stdout, re.MULTILINE), run.stdout


def several(outcome: str, *, package: str, times: int) -> list[Outcome]:
    return [{"name": "", "package": package, "outcome": outcome, "place": "", "difference": []}] * times


@pytest.mark.parametrize(("survivors", "code"), [(3, 0), (4, 1)])
def test_each_package_is_held_to_the_floor(survivors: int, code: int) -> None:
    one, other, *_ = PACKAGES
    assert FLOOR == 0.97
    killed = several("killed", package=one, times=99 - survivors) + several("timed out", package=one, times=1)
    survived = several("survived", package=one, times=survivors)
    assert report([*killed, *survived, *several("killed", package=other, times=1000)]) == code


def test_every_mutated_package_and_its_tests_are_there() -> None:
    for package, tests in PACKAGES.items():
        assert ROOT.joinpath("src", *package.split(".")).is_dir()
        assert (ROOT / tests).is_dir()
