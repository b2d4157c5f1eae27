"""Boards of the underground as texts, scored by the engine and the oracles at once."""

from __future__ import annotations

import pytest
from tests.oracles.legality import check_text
from tests.oracles.scoring import score_text
from tests.rules.play import check_answer, read, score_answer

from inkrail.core.cells import cells_of
from inkrail.core.score import ScoreSheet
from inkrail.rules.boardtext import position_of
from inkrail.rules.position import Position
from inkrail.rules.registry import parse_ruleset

EXPANSION = parse_ruleset("underground")
ALONE = parse_ruleset("underground-standalone")
BOTH = pytest.mark.parametrize("ruleset", [EXPANSION, ALONE], ids=lambda ruleset: ruleset.name)

ROW_4 = tuple(f"pipe-straight {column}4 .P.P" for column in "ABCDEFG")
"""A pipeline from exit to exit."""


def alone(*lines: str) -> dict[str, object]:
    """The underground's part of a standalone board's score."""
    answer = score_answer(lines, rules="underground-standalone")
    assert answer == score_text("\n".join(lines), rules="underground-standalone")
    assert isinstance(answer["expansion"], dict)
    return answer["expansion"]


def expansion(*lines: str) -> dict[str, object]:
    """The underground's part of the score of a surface and an underground board."""
    answer = score_answer(lines, rules="underground")
    assert answer == score_text("\n".join(lines), rules="underground")
    assert isinstance(answer["expansion"], dict)
    return answer["expansion"]


def check(*lines: str, rules: str = "underground-standalone") -> object:
    answer = check_answer(lines, rules=rules)
    assert answer == check_text("\n".join(lines), rules=rules)
    return answer.get("code")


def sheet(*lines: str, rules: str) -> ScoreSheet:
    text = read(lines, rules=rules)
    return text.ruleset.score(position_of(text))


def hubs(position: Position) -> list[str]:
    return [str(cell) for cell in cells_of(position.boards[-1].marked("hub"))]


def broken(position: Position) -> list[str]:
    return [str(cell) for cell in cells_of(position.boards[-1].marked("broken"))]
