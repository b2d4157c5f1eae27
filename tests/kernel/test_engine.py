"""Which rulesets the kernel plays."""

import pytest

from inkrail.kernel import NotPlayedError, kernel_for, plays
from inkrail.rules.registry import RULESET_NAMES, parse_ruleset, variant_names

PLAYED = {"base", "river", "lake", "meteor", "lava", "underground-standalone"}


@pytest.mark.parametrize("name", sorted(set(RULESET_NAMES) - PLAYED))
def test_a_ruleset_that_the_kernel_would_misread_is_refused(name: str) -> None:
    ruleset = parse_ruleset(name)
    assert not plays(ruleset)
    with pytest.raises(NotPlayedError, match=name):
        kernel_for(ruleset)


@pytest.mark.parametrize("name", sorted(name for name in PLAYED if variant_names(name)))
def test_a_draft_changes_nothing_for_the_kernel_but_the_ruleset_s_own_scoring(name: str) -> None:
    ruleset = parse_ruleset(f"{name}+draft")
    plain = parse_ruleset(name, longest=ruleset.longest)
    assert plays(ruleset)
    assert kernel_for(ruleset).book.tolist() == kernel_for(plain).book.tolist()
