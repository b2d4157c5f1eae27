"""The replacements of each kind of node, on which the value of the mutation run depends."""

import ast
from pathlib import Path
from textwrap import dedent, indent

import pytest
from tools.mutants import mutants_of


def mutated(statement: str, folder: Path) -> list[str]:
    """A statement with each of its mutations."""
    path = folder / "module.py"
    path.write_text(f"async def function():\n{indent(statement, '    ')}\n")
    changed = [ast.unparse(mutant.changed) for mutant in mutants_of(path)]
    return [dedent(text.removeprefix("async def function():\n")).strip() for text in changed]


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("f(a + b)", ["pass", "f(None)", "f(a - b)"]),
        ("x = a * b", ["x = None", "x = a / b"]),
        ("x = None", ["x = ''"]),
        ("x: int = a // b", ["x: int = None", "x: int = a / b"]),
        ("x += a", ["x = a", "x -= a"]),
        ("x |= a", ["x = a", "x &= a"]),
        ("return a << b", ["return None", "return a >> b"]),
        ("return not a", ["return None", "return a"]),
        ("return ~a", ["return None", "return a"]),
        ("return -a", ["return None", "return +a"]),
        ("return a < b <= c", ["return None", "return a <= b <= c", "return a < b < c"]),
        ("return a == b", ["return None", "return a != b"]),
        ("return a is b", ["return None", "return a is not b"]),
        ("return a not in b", ["return None", "return a in b"]),
        ("return a and b and c", ["return None", "return a or (b and c)", "return a and b or c"]),
        ("return 1", ["return 2"]),
        ("return True", ["return False"]),
        ("return 'Ab'", ["return 'XXAbXX'", "return 'ab'", "return 'AB'"]),
        ("return b'a'", ["return b'XXaXX'", "return b'A'"]),
        ("return lambda: a", ["return None", "return lambda: None"]),
        ("return lambda: None", ["return None", "return lambda: ''"]),
        ("return deepcopy", ["return None", "return copy"]),
    ],
)
def test_operators_constants_and_values(statement: str, expected: list[str], tmp_path: Path) -> None:
    assert mutated(statement, tmp_path) == expected


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("f(a, b=c)", ["f(None, b=c)", "f(b=c)", "f(a, b=None)", "f(a)"]),
        ("f(*a, **b)", ["f(**b)", "f(*a)"]),
        ("f(None)", []),
        ("zip(a, b, strict=c)", ["zip(None, b, strict=c)", "zip(b, strict=c)", "zip(a, None, strict=c)", "zip(a, strict=c)"]),
        ("len(a & b)", ["len(a | b)"]),
        ("isinstance(a, b)", []),
        ("a.lower()", ["a.upper()"]),
        ("a.rindex(b)", ["a.rindex(None)", "a.index(b)"]),
        ("a.split(b)", ["a.split(None)"]),
        ("a.split(maxsplit=b)", ["a.split(maxsplit=None)", "a.rsplit(maxsplit=b)"]),
    ],
)  # fmt: skip
def test_arguments_and_methods(call: str, expected: list[str], tmp_path: Path) -> None:
    assert mutated(call, tmp_path) == ["pass", *expected]


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("if a or b:\n    c", [
            "if (a or b) and False:\n    c",
            "if (a or b) or True:\n    c",
            "if a and b:\n    c",
            "if a or b:\n    pass",
        ]),
        ("return a if b else c", ["return None", "return a if b and False else c", "return a if b or True else c"]),
        ("while a:\n    break", ["while a and False:\n    break", "while a:\n    return"]),
        ("for a in b:\n    continue", ["for a in b:\n    break"]),
        ("return [a for a in b if c if d]", [
            "return None", "return [a for a in b if d]", "return [a for a in b if c]",
        ]),
        ("match a:\n    case True:\n        raise\n    case b:\n        raise", [
            "match a:\n    case b:\n        raise",
            "match a:\n    case True:\n        raise",
            "match a:\n    case False:\n        raise\n    case b:\n        raise",
        ]),
        ("match a:\n    case 1:\n        raise", ["match a:\n    case 2:\n        raise"]),
    ],
)  # fmt: skip
def test_conditions_loops_and_cases(statement: str, expected: list[str], tmp_path: Path) -> None:
    assert mutated(statement, tmp_path) == expected


@pytest.mark.parametrize(
    "statement",
    [
        "'''A docstring.'''",
        "a: 'B'",
        "def f(a: 'B') -> 'C':\n    raise",
        "raise",
        "return None",
        "assert f'text {a}'",
    ],
)
def test_what_says_nothing_of_the_tests_is_left_alone(statement: str, tmp_path: Path) -> None:
    assert mutated(statement, tmp_path) == []


def test_an_f_string_is_mutated_where_it_computes(tmp_path: Path) -> None:
    assert mutated("assert f'text {a + b}'", tmp_path) == ["assert f'text {a - b}'"]


def test_a_default_is_mutated(tmp_path: Path) -> None:
    assert mutated("def f(a=1, *, b=True):\n    raise", tmp_path) == [
        "def f(a=1, *, b=False):\n    raise",
        "def f(a=2, *, b=True):\n    raise",
    ]
