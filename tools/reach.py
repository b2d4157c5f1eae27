"""Which tests run which line of the mutated packages, and how long each of them takes."""

from __future__ import annotations

import hashlib
import os
import pickle
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time

import pytest
from coverage import Coverage

ROOT = Path(__file__).parents[1]
Passes = Callable[[pytest.Item, pytest.Item | None], bool]
"""Runs a test, given the one after it, and returns whether it passes."""


@dataclass
class Reach:
    """Which tests run which line, how long they take, and what runs at import."""

    tests: dict[tuple[str, int], set[str]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    at_import: set[tuple[str, int]] = field(default_factory=set)


class Recorder:
    """Measures the files in these folders from its creation on, so that it also records what runs at import."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self.include = [f"{folder}/*" for folder in folders]
        self.coverage = Coverage(data_file=None, config_file=False, include=self.include)
        self.coverage.start()

    def reach(self, items: Sequence[pytest.Item], *, keep_in: Path, passes: Passes) -> Reach:
        """Run all tests once, unless that was done before for the same files, and stop measuring.

        The tests run in another process, so that this one stays as it was after the imports.
        """
        file = keep_in / f"reach-{self._fingerprint()}"
        if not file.exists():
            child = os.fork()
            if child == 0:
                file.with_suffix(".new").write_bytes(pickle.dumps(self._record(items, passes)))
                os._exit(0)
            _, status = os.waitpid(child, 0)
            assert status == 0, "the tests fail without any mutant"
            file.with_suffix(".new").rename(file)
        self.coverage.stop()
        reach = pickle.loads(file.read_bytes())  # noqa: S301  # written above
        assert isinstance(reach, Reach)
        return reach

    def _record(self, items: Sequence[pytest.Item], passes: Passes) -> Reach:
        reach = Reach()
        for number, item in enumerate(items):
            self.coverage.switch_context(item.nodeid)
            begun = process_time()
            passed = passes(item, following(items, number))
            reach.seconds[item.nodeid] = process_time() - begun
            if not passed:
                print(f"{item.nodeid} fails without any mutant")
                os._exit(1)
        self.coverage.stop()
        data = self.coverage.get_data()
        for path in data.measured_files():
            for line, contexts in data.contexts_by_lineno(path).items():
                reach.tests[path, line] = {context for context in contexts if context}
                if "" in contexts:
                    reach.at_import.add((path, line))
        return reach

    def _fingerprint(self) -> str:
        """A hash of the code, the tests and the measured folders."""
        paths = sorted(path for folder in ("src", "tests") for path in (ROOT / folder).rglob("*.py"))
        contents = (path.read_bytes() for path in paths)
        return hashlib.sha256(b"".join((*contents, *map(str.encode, self.include)))).hexdigest()[:16]


def following(items: Sequence[pytest.Item], number: int) -> pytest.Item | None:
    """The test after this one, for which pytest keeps the fixtures that both need."""
    return items[number + 1] if number + 1 < len(items) else None
