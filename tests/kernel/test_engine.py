"""Which rulesets the kernel supports."""

import pytest

from inkrail.kernel import NotPlayedError, kernel_for, plays
from inkrail.rules.registry import RULESET_NAMES, parse_ruleset, variant_names
from inkrail.rules.ruleset import Ruleset
from inkrail.rules.standard import Standard


def test_a_ruleset_that_the_kernel_would_misread_is_refused() -> None:
    ruleset = Ruleset("harbour", (Standard(),))
    assert not plays(ruleset)
    with pytest.raises(NotPlayedError, match="harbour"):
        kernel_for(ruleset)


@pytest.mark.parametrize("name", RULESET_NAMES)
def test_every_ruleset_is_played(name: str) -> None:
    ruleset = parse_ruleset(name)
    assert plays(ruleset)
    assert kernel_for(ruleset) is kernel_for(parse_ruleset(name))


@pytest.mark.parametrize("name", [name for name in RULESET_NAMES if variant_names(name)])
def test_a_draft_changes_nothing_for_the_kernel_but_the_ruleset_s_own_scoring(name: str) -> None:
    ruleset = parse_ruleset(f"{name}+draft")
    plain = parse_ruleset(name, longest=ruleset.longest)
    assert plays(ruleset)
    assert kernel_for(ruleset).tables.tolist() == kernel_for(plain).tables.tolist()
