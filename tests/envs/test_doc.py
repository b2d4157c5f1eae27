"""docs/environments.md names every plane, number and action, and its table the sizes of all spaces."""

from tools import env_spaces

from inkrail.envs import IDS
from inkrail.envs.actions import action_space
from inkrail.envs.observations import observation_space
from inkrail.rules.registry import parse_ruleset


def test_the_lists_are_those_of_the_code() -> None:
    """If this fails, run tools/env_spaces.py and look at the difference."""
    assert env_spaces.PAGE.read_text() == env_spaces.page()


def test_the_table_has_the_sizes_of_every_space() -> None:
    page = env_spaces.PAGE.read_text()
    for name, rules in IDS.items():
        ruleset = parse_ruleset(rules)
        seen = observation_space(ruleset)
        sizes = action_space(ruleset).size, len(seen.planes), len(seen.columns)
        row = f"| `{name}` | `{rules}` | {' | '.join(map(str, sizes))} |"
        assert row in page
