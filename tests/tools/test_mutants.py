"""A mutant is a file with one change, and the code of the one function that it changes."""

import importlib
import sys
from pathlib import Path
from types import CodeType

import pytest
from tools.mutants import Instead, Mutant, mutants_of

SOURCE = '''
from __future__ import annotations
from typing import overload


def add(a, b):
    """Their sum."""
    return (
        a +
        b
    )


class Outer:
    class Inner:
        @property
        @staticmethod
        def half(
            of=4,
        ):
            try:
                match of:
                    case 0:
                        raise
                    case _:
                        return of / 2
            except (
                error(1)
            ):
                raise

    @overload
    def left_out(self):
        return 1

    async def wait(self):
        await super().wait()
'''


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "numbers_.py"
    path.write_text(SOURCE)
    return path


def find(path: Path, new: str) -> Mutant:
    """The mutant with this among its changed lines."""
    (mutant,) = (mutant for mutant in mutants_of(path) if any(new in line for line in mutant.difference))
    return mutant


def test_functions_methods_and_methods_of_inner_classes_are_mutated(path: Path) -> None:
    names = {mutant.function.name for mutant in mutants_of(path)}
    assert names == {"add", "Outer.Inner.half", "Outer.wait"}


def test_a_mutant_is_named_by_folder_file_function_and_number(path: Path) -> None:
    names = [mutant.name for mutant in mutants_of(path)]
    assert names[:3] == [
        f"{path.parent.name}/numbers_.py {name}" for name in ("add 1", "add 2", "Outer.Inner.half 1")
    ]
    assert len(set(names)) == len(names)


def test_a_key_stays_until_the_function_changes(path: Path) -> None:
    keys = [mutant.key for mutant in mutants_of(path)]
    assert len(set(keys)) == len(keys)
    path.write_text(SOURCE.replace("of / 2", "of / 3"))
    after = [mutant.key for mutant in mutants_of(path)]
    names = [mutant.function.name for mutant in mutants_of(path)]
    assert {name for name, one, other in zip(names, keys, after, strict=True) if one != other} == {
        "Outer.Inner.half"
    }


@pytest.mark.parametrize(
    ("new", "lines"),
    [
        ("return a - b", ["    return (", "        a +", "        b", "    )"]),
        ("of=5", ["        @property", "        @staticmethod", "        def half(", "            of=4,", "        ):"]),
        ("case 1:", ["                    case 0:"]),
        ("except error(2)", ["            except (", "                error(1)", "            ):"]),
        ("of * 2", ["                        return of / 2"]),
    ],
)  # fmt: skip
def test_a_mutant_knows_the_lines_of_its_statement(path: Path, new: str, lines: list[str]) -> None:
    assert [SOURCE.splitlines()[line - 1] for line in find(path, new).lines] == lines


def test_the_difference_shows_the_changed_line_alone(path: Path) -> None:
    assert find(path, "a - b").difference == ["-     return a + b", "+     return a - b"]


def test_the_code_is_that_of_the_changed_function(path: Path) -> None:
    def add(a: int, b: int) -> int:
        return a + b

    mutant = find(path, "a - b")
    add.__code__ = mutant.code()
    assert add(5, 2) == 3
    assert (add.__code__.co_filename, add.__code__.co_firstlineno) == (str(path), mutant.function.first_line)


def test_every_mutant_compiles_to_code_of_its_function(path: Path) -> None:
    for mutant in mutants_of(path):
        code = mutant.code()
        assert isinstance(code, CodeType)
        assert (code.co_qualname, code.co_firstlineno) == (mutant.function.name, mutant.function.first_line)


def test_the_other_mutants_and_the_file_stay_as_they_are(path: Path) -> None:
    before = [mutant.difference for mutant in mutants_of(path)]
    mutants = list(mutants_of(path))
    for mutant in mutants:
        mutant.code()
    assert [mutant.difference for mutant in mutants] == before
    assert path.read_text() == SOURCE


def test_a_file_can_be_imported_with_other_text(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(path.parent))
    monkeypatch.setattr(sys, "meta_path", [Instead(path, "answer = 42", under=path.parent), *sys.meta_path])
    assert importlib.import_module("numbers_").answer == 42
    monkeypatch.delitem(sys.modules, "numbers_")
