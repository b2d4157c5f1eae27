"""Every statement of the rules has a test, and docs/rules/index.md says which."""

import ast
import re
from functools import cache
from itertools import chain
from pathlib import Path

import pytest
from tools import rule_index

ROOT = Path(__file__).parents[1]
LAST_OF_FAMILY = {"B": 13, "S": 8, "V": 6, "L": 7, "M": 8, "F": 9, "U": 9, "D": 9}
RULES = [f"{family}{number}" for family, last in LAST_OF_FAMILY.items() for number in range(1, last + 1)]


def rows() -> dict[str, list[str]]:
    """The index as it is written: statement -> tests."""
    lines = (ROOT / "docs" / "rules" / "index.md").read_text().splitlines()
    cells = [re.fullmatch(r"\| ([A-Z]\d+[a-z]?) \| (.*) \|", line) for line in lines]
    return {row[1]: re.findall(r"`([^`]+)`", row[2]) for row in cells if row}


@cache
def described(file: str) -> dict[str, str]:
    """The name and docstring of each test of a file, by its name."""
    tree = ast.parse((ROOT / file).read_bytes())
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return {node.name: f"{node.name} {ast.get_docstring(node) or ''}" for node in functions}


def names(description: str, rule: str) -> bool:
    return bool(re.search(rf"(?:\b|_){rule}(?:\b|_)", description, re.IGNORECASE))


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_is_stated(rule: str) -> None:
    stated = chain.from_iterable(rule_index.page_statements().values())
    assert [statement for statement in stated if re.fullmatch(rf"{rule}[a-z]?", statement)]


def test_no_statement_is_made_twice() -> None:
    stated = list(chain.from_iterable(rule_index.page_statements().values()))
    assert sorted(stated) == sorted(set(stated))


def test_every_statement_has_a_test() -> None:
    stated = chain.from_iterable(rule_index.page_statements().values())
    assert [statement for statement in stated if not rows().get(statement)] == []


def test_every_id_mentioned_in_the_rules_is_in_the_index() -> None:
    pages = [page for page in (ROOT / "docs" / "rules").glob("*.md") if page.name != "index.md"]
    mentioned = {
        rule for page in pages for rule in re.findall(r"\b[BSVLMFUD]\d{1,2}[a-z]\b", page.read_text())
    }
    assert mentioned - rows().keys() == set()


def test_every_row_names_tests_that_exist_and_name_the_statement() -> None:
    wrong = [
        (statement, test)
        for statement, tests in rows().items()
        for test in tests
        if not names(described(test.partition("::")[0]).get(test.partition("::")[2], ""), statement)
    ]
    assert wrong == []


def test_the_index_is_current() -> None:
    assert (ROOT / "docs" / "rules" / "index.md").read_text() == rule_index.index(), (
        "run `python tools/rule_index.py`"
    )
