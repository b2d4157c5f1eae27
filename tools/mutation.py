"""Break core, rules and game on purpose and list what no test notices.

One change after the other (see `mutants`) is made in a process of its own, and the tests that run the changed line
are tried in it, quick ones first. A change that all of them survive is either one that means the same, or a rule
that nobody tests.

What runs while the package is imported is over before a change can be made. If the tests do not notice such a change,
they are tried once more with a package that was imported with it.
"""

import argparse
import fnmatch
import gc
import hashlib
import json
import os
import pickle
import resource
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from time import process_time
from types import FunctionType
from typing import NoReturn, TypedDict

import pytest
from coverage import Coverage
from tools.mutants import Change, Instead, changes_of

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src"
CHANGED = ("inkrail/core", "inkrail/rules", "inkrail/game")
TESTS = ("tests/core", "tests/rules", "tests/game")
KEPT = ROOT / "mutants"
OUTCOMES = KEPT / "outcomes.json"
FLOOR = 0.97
"""The share of changes that must be noticed; the rest is to be looked at."""

NOTICED, ENDLESS, SURVIVED, UNTESTED = "noticed", "endless", "survived", "untested"
BROKEN = "could not be made"
TROUBLE = 2
"""How a process ends that could not make its change."""

SECONDS = 2
"""The processor time that a test may take in any case, before the change counts as endless."""

TIMES = 5
"""How often the usual time it may take besides."""

MEMORY = 3 << 29
"""How much memory a change may ask for: some of them never stop."""

FEW = 20
"""With fewer tests than these a survivor meets others too: what an earlier test left worked out is not worked out
again, so a test may need a line without running it."""

MORE = 4.0
"""How many seconds those others take together."""

PYTEST = (
    "-q",
    "-s",
    "-pno:cacheprovider",
    "-pno:xdist",
    "--assert=plain",
    "--tb=native",
    f"--rootdir={ROOT}",
)


@dataclass
class Reach:
    """Which tests run which line, how long they take, and what runs at import."""

    tests: dict[tuple[str, int], set[str]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    at_import: set[tuple[str, int]] = field(default_factory=set)


class Told(TypedDict):
    """What became of a change."""

    name: str
    outcome: str
    place: str
    difference: list[str]


class Breaker:
    """A pytest plugin that tries the changes on the tests that were collected, in place of running these."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.arguments = arguments
        self.outcomes: dict[str, Told] = {}
        self.failed = False
        self.coverage = Coverage(
            data_file=None, config_file=False, include=[f"{SOURCES}/{part}/*" for part in CHANGED]
        )
        self.coverage.start()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Find out what each test reaches, then try each change."""
        self.items = {item.nodeid: item for item in session.items}
        self.reach = self._record(session.items)
        self.coverage.stop()
        gc.collect()
        self.functions = _functions()
        gc.freeze()
        self._try_all(list(self._changes()))
        return True

    def _record(self, items: Sequence[pytest.Item]) -> Reach:
        """Run all tests once, in another process: this one is to stay as it was after the imports."""
        kept = KEPT / f"reach-{_fingerprint()}"
        if not kept.exists():
            child = os.fork()
            if child == 0:
                kept.with_suffix(".new").write_bytes(pickle.dumps(self._reach(items)))
                os._exit(0)
            _, status = os.waitpid(child, 0)
            assert status == 0, "the tests fail without any change"
            kept.with_suffix(".new").rename(kept)
        reach = pickle.loads(kept.read_bytes())  # noqa: S301  # we wrote it ourselves
        assert isinstance(reach, Reach)
        return reach

    def _reach(self, items: Sequence[pytest.Item]) -> Reach:
        reach = Reach()
        for number, item in enumerate(items):
            self.coverage.switch_context(item.nodeid)
            begun = process_time()
            passed = self._passes(item, following=_after(items, number))
            reach.seconds[item.nodeid] = process_time() - begun
            if not passed:
                print(f"{item.nodeid} fails without any change")
                os._exit(1)
        self.coverage.stop()
        data = self.coverage.get_data()
        for path in data.measured_files():
            for line, contexts in data.contexts_by_lineno(path).items():
                reach.tests[path, line] = {context for context in contexts if context}
                if "" in contexts:
                    reach.at_import.add((path, line))
        return reach

    def _changes(self) -> list[Change]:
        paths = [path for part in CHANGED for path in sorted((SOURCES / part).rglob("*.py"))]
        kept: dict[str, Told] = (
            json.loads(OUTCOMES.read_text()) if self.arguments.kept and OUTCOMES.exists() else {}
        )
        changes = []
        for change in (change for path in paths for change in changes_of(path)):
            old = kept.get(change.key)
            wanted = any(fnmatch.fnmatch(change.name, pattern) for pattern in self.arguments.names or ("*",))
            if wanted and not (old and old["outcome"] in {NOTICED, ENDLESS}):
                changes.append(change)
            elif old:
                self.outcomes[change.key] = old
        return changes

    def _try_all(self, changes: Sequence[Change]) -> None:
        """Try the changes, a few side by side."""
        running: dict[int, Change] = {}
        for number, change in enumerate(changes):
            tests = self._tests_of(change)
            if not tests and not self._runs_at_import(change):
                self._tell(change, UNTESTED)
                continue
            if len(running) == self.arguments.jobs:
                self._await(running)
            running[self._start(change, tests)] = change
            if number % 100 == 0:
                print(f"{number} of {len(changes)} changes tried", flush=True)
                self._keep()
        while running:
            self._await(running)
        self._keep()

    def _tests_of(self, change: Change) -> list[str]:
        """The tests that run the changed statement, quick ones first."""
        path = str(change.function.path)
        tests = {test for line in change.lines for test in self.reach.tests.get((path, line), ())}
        return self._quickest(tests, seconds=self.arguments.seconds)

    def _runs_at_import(self, change: Change) -> bool:
        path = str(change.function.path)
        return any((path, line) in self.reach.at_import for line in change.lines)

    def _start(self, change: Change, tests: Sequence[str]) -> int:
        child = os.fork()
        if child:
            return child
        try:
            os._exit(int(self._is_noticed(change, tests)))
        finally:
            os._exit(TROUBLE)

    def _is_noticed(self, change: Change, tests: Sequence[str]) -> bool:
        """Make the change, in a process of its own, and run tests until one fails."""
        code = change.code()
        functions = self.functions[str(change.function.path), change.function.first_line]
        _be_silent()
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        if any(code.co_freevars != function.__code__.co_freevars for function in functions):
            # A call of `super()` came or went: such a function cannot be exchanged, only made anew.
            _import_again(change, tests=tests)
        for function in functions:
            function.__code__ = code
        if self._one_fails(tests):
            return True
        if self._runs_at_import(change):
            _import_again(change, tests=[*tests, *self._others(tests)])
        return len(tests) < FEW and self._one_fails(self._others(tests))

    def _one_fails(self, tests: Sequence[str]) -> bool:
        """Whether one of the tests fails; if one does not end, this process does."""
        items = [self.items[test] for test in tests]
        for number, item in enumerate(items):
            signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS + TIMES * self.reach.seconds[item.nodeid])
            if not self._passes(item, following=_after(items, number)):
                return True
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        return False

    def _passes(self, item: pytest.Item, *, following: pytest.Item | None) -> bool:
        self.failed = False
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        return not self.failed

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note that a part of the test failed: setup, the test itself, or teardown."""
        self.failed |= report.failed

    def _others(self, tests: Sequence[str]) -> list[str]:
        return self._quickest(self.reach.seconds.keys() - set(tests), seconds=MORE)

    def _quickest(self, tests: AbstractSet[str], *, seconds: float) -> list[str]:
        """As many of the tests as fit into the time, quick ones first; at least one, if there is one."""
        ranked = sorted(tests, key=lambda test: (self.reach.seconds[test], test))
        sums = accumulate(self.reach.seconds[test] for test in ranked)
        return [
            test
            for number, (test, sum_) in enumerate(zip(ranked, sums, strict=True))
            if sum_ < seconds or not number
        ]

    def _await(self, running: dict[int, Change]) -> None:
        child, status = os.wait()
        change = running.pop(child)
        if os.WIFSIGNALED(status):
            self._tell(change, ENDLESS)
        else:
            self._tell(change, (SURVIVED, NOTICED, BROKEN)[os.WEXITSTATUS(status)])

    def _tell(self, change: Change, outcome: str) -> None:
        place = f"{change.function.path.relative_to(ROOT)}:{change.lines.start}"
        self.outcomes[change.key] = {
            "name": change.name,
            "outcome": outcome,
            "place": place,
            "difference": change.difference,
        }

    def _keep(self) -> None:
        OUTCOMES.write_text(json.dumps(self.outcomes, indent=1))


def _fingerprint() -> str:
    """The same as long as code and tests are the same."""
    paths = [*SOURCES.rglob("*.py"), *(ROOT / "tests").rglob("*.py")]
    return hashlib.sha256(b"".join(path.read_bytes() for path in sorted(paths))).hexdigest()[:16]


def _after(items: Sequence[pytest.Item], number: int) -> pytest.Item | None:
    return items[number + 1] if number + 1 < len(items) else None


def _functions() -> dict[tuple[str, int], list[FunctionType]]:
    """Every function there is, by where it was written."""
    found: dict[tuple[str, int], list[FunctionType]] = {}
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType):
            found.setdefault((thing.__code__.co_filename, thing.__code__.co_firstlineno), []).append(thing)
    return found


def _be_silent() -> None:
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)


def _import_again(change: Change, *, tests: Sequence[str]) -> NoReturn:
    """Go on as a new program, which imports the package with the change."""
    limit = int(process_time() + TIMES * (SECONDS + MORE))
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
    with tempfile.NamedTemporaryFile("w", suffix=".json", delete=False) as file:
        json.dump({"path": str(change.function.path), "text": change.source, "tests": tests}, file)
    program = [sys.executable, "-m", "tools.mutation", "--instead", file.name]
    os.execv(program[0], program)  # noqa: S606  # ourselves


class Selection:
    """A pytest plugin that keeps these tests of those collected."""

    def __init__(self, tests: Sequence[str]) -> None:
        self.tests = set(tests)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Drop the others."""
        items[:] = [item for item in items if item.nodeid in self.tests]


def run_with(path: Path, text: str, *, tests: Sequence[str]) -> int:
    """Run tests with other text in one file: 1 if they notice, otherwise 0."""
    sys.meta_path.insert(0, Instead(path, text, under=SOURCES))
    code = pytest.main(["-x", *PYTEST, *TESTS], plugins=[Selection(tests)])
    return int(code != pytest.ExitCode.OK)


def report(outcomes: dict[str, Told]) -> int:
    """Tell all outcomes, one by one where nobody noticed; 1 if those are too many."""
    for told in outcomes.values():
        if told["outcome"] not in {NOTICED, ENDLESS}:
            print(f"{told['outcome']}: {told['name']} at {told['place']}")
            print("\n".join(told["difference"]))
    count = Counter(told["outcome"] for told in outcomes.values())
    for outcome, number in count.most_common():
        print(f"{number:>6}  {outcome}")
    share = (count[NOTICED] + count[ENDLESS]) / max(len(outcomes), 1)
    print(f"{share:>6.1%}  noticed, {FLOOR:.0%} asked for")
    return 0 if share >= FLOOR else 1


def main() -> int:
    """Try all changes, or those whose names are given, and tell what became of them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="changes to try, e.g. 'core/board.py *'")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many to try side by side")
    parser.add_argument("--kept", action="store_true", help="keep what was noticed last time")
    parser.add_argument(
        "--seconds", type=float, default=4.0, help="how long the tests of one change may take"
    )
    parser.add_argument("--instead", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    os.environ.setdefault("INKRAIL_HYPOTHESIS", "mutation")
    if arguments.instead:
        told = json.loads(arguments.instead.read_bytes())
        arguments.instead.unlink()
        return run_with(Path(told["path"]), told["text"], tests=told["tests"])
    KEPT.mkdir(exist_ok=True)
    breaker = Breaker(arguments)
    pytest.main([*PYTEST, *TESTS], plugins=[breaker])
    return report(breaker.outcomes)


if __name__ == "__main__":
    sys.exit(main())
