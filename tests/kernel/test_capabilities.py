"""What a ruleset can do is a constant of the functions compiled for it."""

import ast
from pathlib import Path

import pytest

import inkrail.kernel
from inkrail.kernel import kernel_for
from inkrail.kernel.board.longest import longest
from inkrail.kernel.board.scoring import score_board
from inkrail.kernel.capabilities import CAPABILITIES, CAPABILITIES_OF
from inkrail.rules.registry import RULESET_NAMES, parse_ruleset

KERNEL = Path(inkrail.kernel.__file__).parent


def test_every_ruleset_has_its_capabilities_and_no_others() -> None:
    assert set(CAPABILITIES_OF) == set(RULESET_NAMES)
    for capabilities in CAPABILITIES_OF.values():
        assert set(capabilities.constants) <= CAPABILITIES


@pytest.mark.parametrize("name", RULESET_NAMES)
def test_a_state_and_an_open_board_have_room_for_what_a_ruleset_has(name: str) -> None:
    capabilities = CAPABILITIES_OF[name]
    assert capabilities["USED"] <= capabilities["BOARD"]
    assert capabilities["BOARD"] & (capabilities["BOARD"] - 1) == 0
    assert capabilities["TWO_BOARDS"] == (len(parse_ruleset(name).layouts) > 1)


def test_a_function_without_capabilities_is_compiled_once_for_all_rulesets() -> None:
    base, lake = (kernel_for(parse_ruleset(name)).compiled for name in ("base", "lake"))
    assert base(longest) is lake(longest)
    assert base(score_board) is not lake(score_board)
    assert base(score_board) is base(score_board)


def test_a_function_is_not_called_without_a_ruleset() -> None:
    with pytest.raises(TypeError, match="longest is compiled for a ruleset"):
        longest(0, 0, 0, 0, 0)


@pytest.mark.parametrize("path", sorted(KERNEL.rglob("*.py")), ids=lambda path: path.stem)
def test_no_module_has_a_name_of_its_own_that_is_a_capability_s(path: Path) -> None:
    """It would be overwritten by the ruleset's value."""
    if path.name == "capabilities.py":
        return
    for node in ast.parse(path.read_text()).body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        assert not {target.id for target in targets if isinstance(target, ast.Name)} & CAPABILITIES
        if isinstance(node, ast.ImportFrom) and node.module != "inkrail.kernel.capabilities":
            assert not {alias.asname or alias.name for alias in node.names} & CAPABILITIES
