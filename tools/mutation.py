"""Mutate the packages below, one small mutant at a time, and list the mutants that no test kills.

Each mutant (see `mutants`) is tried in its own process, forked from one that has imported everything: it swaps in the
code of the mutated function and runs the tests that reach the mutated line, fast ones first. If a mutant survives all
of them, either it has no effect, or a test is missing.

Code that runs at import has run before the code can be swapped. If such a mutant survives, the tests are run again in a
new program that imports the mutated file.
"""

import argparse
import ast
import fnmatch
import gc
import json
import os
import resource
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from itertools import accumulate
from pathlib import Path
from time import process_time
from types import FunctionType
from typing import NoReturn, TypedDict

import pytest
from tests import time_limit
from tools.mutants import Instead, Mutant, mutants_of
from tools.reach import Recorder, following

PACKAGES = {
    "inkrail.core": "tests/core",
    "inkrail.rules": "tests/rules",
    "inkrail.game": "tests/game",
    "inkrail.server.rooms": "tests/server/rooms",
}
"""What is mutated, and where its tests are; a test of one package may kill mutants of another."""

FLOOR = 0.97
"""The fraction of each package's mutants that must be killed; the rest is reviewed by hand."""

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src"
KEPT = ROOT / "mutants"
OUTCOMES = KEPT / "outcomes.json"

KILLED, TIMED_OUT, SURVIVED, NOT_COVERED = "killed", "timed out", "survived", "not covered"
FAILED = "could not be tried"
EXIT_FAILED = 2
"""The exit status of a process that could not try its mutant."""

SECONDS = 2
"""The CPU time that any test may take before the mutant counts as timed out."""

WAITING_SECONDS = 10
"""The wall-clock time that any test may take: a mutant may wait for ever without using the CPU."""

TIMES = 5
"""How many times its usual CPU time a test may take in addition."""

MEMORY = 3 << 29
"""The memory limit of a mutant: some allocate without end."""

FEW = 20
"""A survivor with fewer tests than this is tried with others too: a result that an earlier test cached is not computed
again, so that a test may depend on a line without running it."""

MORE = 4.0
"""The total time of those others, in seconds."""

PYTEST = (
    "-q",
    "-s",
    "-pno:cacheprovider",
    "-pno:xdist",
    "--assert=plain",
    "--tb=native",
    f"--rootdir={ROOT}",
)


class Outcome(TypedDict):
    """The outcome of a mutant."""

    name: str
    package: str
    outcome: str
    place: str
    difference: list[str]


class MutationRun:
    """A pytest plugin that tries the mutants on the collected tests instead of running them."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.arguments = arguments
        self.outcomes: dict[str, Outcome] = {}
        self.failed = False
        self.recorder = Recorder([_folder(package) for package in arguments.packages])

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Record what each test reaches, then try each mutant."""
        self.items = {item.nodeid: item for item in session.items}
        self.reach = self.recorder.reach(session.items, keep_in=KEPT, passes=self._passes)
        gc.collect()
        self.functions = _functions()
        gc.freeze()
        self._try_all(self._mutants())
        return True

    def _mutants(self) -> list[Mutant]:
        """The requested mutants without those that are known to be killed."""
        folders = map(_folder, self.arguments.packages)
        paths = [path for folder in folders for path in sorted(folder.rglob("*.py"))]
        kept: dict[str, Outcome] = (
            json.loads(OUTCOMES.read_text()) if self.arguments.kept and OUTCOMES.exists() else {}
        )
        mutants = []
        for mutant in (mutant for path in paths for mutant in mutants_of(path)):
            old = kept.get(mutant.key)
            wanted = any(fnmatch.fnmatch(mutant.name, pattern) for pattern in self.arguments.names or ("*",))
            if wanted and not (old and old["outcome"] in {KILLED, TIMED_OUT}):
                mutants.append(mutant)
            elif old:
                self.outcomes[mutant.key] = old
        return mutants[:: self.arguments.every]

    def _try_all(self, mutants: Sequence[Mutant]) -> None:
        """Try the mutants, several in parallel."""
        running: dict[int, Mutant] = {}
        for number, mutant in enumerate(mutants):
            tests = self._tests_of(mutant)
            if not tests and not self._runs_at_import(mutant):
                self._note(mutant, NOT_COVERED)
                continue
            if len(running) == self.arguments.jobs:
                self._await(running)
            running[self._start(mutant, tests)] = mutant
            if number % 100 == 0:
                print(f"{number} of {len(mutants)} mutants tried", flush=True)
                self._save()
        while running:
            self._await(running)
        self._save()

    def _tests_of(self, mutant: Mutant) -> list[str]:
        """The tests that run the mutated statement, fast ones first."""
        path = str(mutant.function.path)
        tests = {test for line in mutant.lines for test in self.reach.tests.get((path, line), ())}
        return self._quickest(tests, seconds=self.arguments.seconds)

    def _runs_at_import(self, mutant: Mutant) -> bool:
        path = str(mutant.function.path)
        return any((path, line) in self.reach.at_import for line in mutant.lines)

    def _start(self, mutant: Mutant, tests: Sequence[str]) -> int:
        child = os.fork()
        if child:
            return child
        try:
            os._exit(int(self._is_killed(mutant, tests)))
        finally:
            os._exit(EXIT_FAILED)

    def _is_killed(self, mutant: Mutant, tests: Sequence[str]) -> bool:
        """Swap in the code in this process and run tests until one fails."""
        code = mutant.code()
        functions = self.functions[str(mutant.function.path), mutant.function.first_line]
        _discard_output()
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        if any(code.co_freevars != function.__code__.co_freevars for function in functions):
            # The mutant adds or removes a call of `super()`: such code cannot be swapped in, only imported again.
            _import_again(mutant, tests=tests)
        for function in functions:
            function.__code__ = code
        if self._one_fails(tests):
            return True
        if self._runs_at_import(mutant):
            _import_again(mutant, tests=[*tests, *self._others(tests)])
        return len(tests) < FEW and self._one_fails(self._others(tests))

    def _one_fails(self, tests: Sequence[str]) -> bool:
        """Whether one of the tests fails or waits too long; one that uses too much CPU time kills this process."""
        items = [self.items[test] for test in tests]
        for number, item in enumerate(items):
            usual = TIMES * self.reach.seconds[item.nodeid]
            os.environ[time_limit.CHOSEN] = str(WAITING_SECONDS + usual)
            signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS + usual)
            if not self._passes(item, following(items, number)):
                return True
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        return False

    def _passes(self, item: pytest.Item, next_item: pytest.Item | None) -> bool:
        self.failed = False
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=next_item)
        return not self.failed

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note that a part of the test failed: setup, the test itself, or teardown."""
        self.failed |= report.failed

    def _others(self, tests: Sequence[str]) -> list[str]:
        return self._quickest(self.reach.seconds.keys() - set(tests), seconds=MORE)

    def _quickest(self, tests: AbstractSet[str], *, seconds: float) -> list[str]:
        """As many of the tests as fit into the time, fast ones first, and at least one if there are any."""
        ranked = sorted(tests, key=lambda test: (self.reach.seconds[test], test))
        sums = accumulate(self.reach.seconds[test] for test in ranked)
        return [
            test
            for number, (test, sum_) in enumerate(zip(ranked, sums, strict=True))
            if sum_ < seconds or not number
        ]

    def _await(self, running: dict[int, Mutant]) -> None:
        child, status = os.wait()
        mutant = running.pop(child)
        if os.WIFSIGNALED(status):
            self._note(mutant, TIMED_OUT)
        else:
            self._note(mutant, (SURVIVED, KILLED, FAILED)[os.WEXITSTATUS(status)])

    def _note(self, mutant: Mutant, outcome: str) -> None:
        place = f"{mutant.function.path.relative_to(ROOT)}:{mutant.lines.start}"
        self.outcomes[mutant.key] = {
            "name": mutant.name,
            "package": _package(mutant.function.path),
            "outcome": outcome,
            "place": place,
            "difference": mutant.difference,
        }

    def _save(self) -> None:
        OUTCOMES.write_text(json.dumps(self.outcomes, indent=1))


def _folder(package: str) -> Path:
    return SOURCES.joinpath(*package.split("."))


def _package(path: Path) -> str:
    return next(package for package in PACKAGES if path.is_relative_to(_folder(package)))


def _functions() -> dict[tuple[str, int], list[FunctionType]]:
    """Every function in memory by its file and first line."""
    functions: dict[tuple[str, int], list[FunctionType]] = {}
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType):
            functions.setdefault((thing.__code__.co_filename, thing.__code__.co_firstlineno), []).append(
                thing
            )
    return functions


def _discard_output() -> None:
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)


def _import_again(mutant: Mutant, *, tests: Sequence[str]) -> NoReturn:
    """Replace this process by a new program that imports the mutated file."""
    limit = int(process_time() + TIMES * (SECONDS + MORE))
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
    with tempfile.NamedTemporaryFile("w", suffix=".json", delete=False) as file:
        text = ast.unparse(mutant.module)
        json.dump({"path": str(mutant.function.path), "text": text, "tests": tests}, file)
    program = [sys.executable, "-m", "tools.mutation", "--instead", file.name]
    os.execv(program[0], program)  # noqa: S606  # this program


class Selection:
    """A pytest plugin that runs only these of the collected tests."""

    def __init__(self, tests: Sequence[str]) -> None:
        self.tests = set(tests)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Drop the others."""
        items[:] = [item for item in items if item.nodeid in self.tests]


def run_with(path: Path, text: str, *, tests: Sequence[str]) -> int:
    """Run tests with the text of one file replaced: 1 if one fails, otherwise 0."""
    sys.meta_path.insert(0, Instead(path, text, under=SOURCES))
    files = {test.partition("::")[0] for test in tests}
    code = pytest.main(["-x", *PYTEST, *sorted(files)], plugins=[Selection(tests)])
    return int(code != pytest.ExitCode.OK)


def report(outcomes: Sequence[Outcome]) -> int:
    """Print the survivors, then the figures of each package; 1 if a package has too many."""
    for outcome in outcomes:
        if outcome["outcome"] not in {KILLED, TIMED_OUT}:
            print(f"{outcome['outcome']}: {outcome['name']} at {outcome['place']}")
            print("\n".join(outcome["difference"]))
    shares = [_share(package, outcomes) for package in PACKAGES]
    print(f"{FLOOR:.0%} of each package must be killed")
    return 0 if min(shares) >= FLOOR else 1


def _share(package: str, outcomes: Sequence[Outcome]) -> float:
    """Print the figures of a package and return the fraction of its mutants that were killed."""
    count = Counter(outcome["outcome"] for outcome in outcomes if outcome["package"] == package)
    if not count:
        return 1.0
    share = (count[KILLED] + count[TIMED_OUT]) / count.total()
    rest = ", ".join(f"{number} {outcome}" for outcome, number in count.most_common())
    print(f"{package}: {share:.1%} of {count.total()} killed ({rest})")
    return share


def main() -> int:
    """Try all mutants, or those named, and report the outcomes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="mutants to try, e.g. 'core/board.py *'")
    parser.add_argument("--packages", nargs="+", choices=PACKAGES, default=[*PACKAGES], help="what to mutate")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many to try in parallel")
    parser.add_argument("--every", type=int, default=1, help="try only every Nth, as a sample")
    parser.add_argument("--kept", action="store_true", help="skip what was killed last time")
    parser.add_argument(
        "--seconds", type=float, default=4.0, help="how long the tests of one mutant may take"
    )
    parser.add_argument("--instead", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    os.environ.setdefault("INKRAIL_HYPOTHESIS", "mutation")
    if arguments.instead:
        instead = json.loads(arguments.instead.read_bytes())
        arguments.instead.unlink()
        return run_with(Path(instead["path"]), instead["text"], tests=instead["tests"])
    KEPT.mkdir(exist_ok=True)
    run = MutationRun(arguments)
    code = pytest.main([*PYTEST, *(PACKAGES[package] for package in arguments.packages)], plugins=[run])
    return report(list(run.outcomes.values())) if code == pytest.ExitCode.OK else int(code)


if __name__ == "__main__":
    sys.exit(main())
