"""Actions as numbers."""

import pytest

from inkrail.core.cells import parse_cell
from inkrail.envs.actions import action_space
from inkrail.game.actions import Done, Pick, TakeBack, format_action, parse_action
from inkrail.rules.registry import RULESET_NAMES, parse_ruleset

SIZES = {
    "base": 2451,
    "river": 2941,
    "lake": 3823,
    "meteor": 4127,
    "lava": 4264,
    "underground": 7253,
    "underground-standalone": 4803,
}


@pytest.mark.parametrize("rules", [*RULESET_NAMES, "base+draft"])
def test_every_number_is_an_action_that_has_this_number(rules: str) -> None:
    space = action_space(parse_ruleset(rules))
    actions = [space.decode(number) for number in range(space.size)]
    assert [space.encode(action) for action in actions] == list(range(space.size))
    assert len(set(actions)) == space.size


@pytest.mark.parametrize("rules", RULESET_NAMES)
def test_the_number_of_actions_does_not_change(rules: str) -> None:
    assert action_space(parse_ruleset(rules)).size == SIZES[rules]


@pytest.mark.parametrize(
    ("rules", "text", "number"),
    [
        ("base", "draw highway-straight A1 .H.H", 0),
        ("base", "draw highway-straight G7 H.H.", 97),
        ("base", "done", 50 * 49),
        ("meteor", "direction up", 84 * 49 + 1),
        ("meteor", "direction left", 84 * 49 + 4),
        ("meteor", "ignore special-hhhr", 84 * 49 + 5),
        ("lava", "volcano B1", 86 * 49 + 1),
        ("base+draft", "pick 12", 50 * 49 + 12),
    ],
)
def test_numbers_of_some_actions(rules: str, text: str, number: int) -> None:
    ruleset = parse_ruleset(rules)
    assert action_space(ruleset).encode(parse_action(text, ruleset)) == number
    assert format_action(action_space(ruleset).decode(number), ruleset) == text


def test_a_number_outside_the_space_is_refused() -> None:
    space = action_space(parse_ruleset("base"))
    for number in (-1, space.size):
        with pytest.raises(ValueError, match=f"{number} is not one of the actions, 0 to 2450"):
            space.decode(number)


def test_taking_back_has_no_number() -> None:
    with pytest.raises(ValueError, match="has no number"):
        action_space(parse_ruleset("base")).encode(TakeBack(parse_cell("A1")))


def test_a_ruleset_without_a_draft_has_no_picks() -> None:
    base, draft = (action_space(parse_ruleset(rules)) for rules in ("base", "base+draft"))
    assert draft.size == base.size + 12
    assert isinstance(base.decode(base.size - 1), Done)
    assert draft.decode(draft.size - 1) == Pick(12)
