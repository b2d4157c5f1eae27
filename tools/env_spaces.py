"""Write the lists of docs/environments.md: every plane, number and action of the environments.

They are the part of the page below its last line of dashes.
"""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from inkrail.envs import IDS
from inkrail.envs.actions import ActionSpace, action_space
from inkrail.envs.observations import ObservationSpace, observation_space
from inkrail.rules.registry import parse_ruleset

PAGE = Path(__file__).parents[1] / "docs" / "environments.md"
LINE = "\n---\n"


def lists() -> str:
    """The lists of all rulesets."""
    parts = []
    for name, rules in IDS.items():
        ruleset = parse_ruleset(rules)
        seen, actions = observation_space(ruleset), action_space(ruleset)
        parts += [f"\n## `{name}`\n", *planes(seen), *numbers(seen), *slots(actions)]
    return "\n".join(parts) + "\n"


def planes(space: ObservationSpace) -> Iterator[str]:
    """The planes, board by board."""
    yield f"{len(space.planes)} planes:\n"
    numbered = enumerate(space.planes)
    for board, own in groupby(numbered, key=lambda item: item[1].board):
        layout = space.ruleset.layouts[board].name
        yield f"- {layout}: " + ", ".join(f"{number} *{plane.name}*" for number, plane in own)
    yield ""


def numbers(space: ObservationSpace) -> Iterator[str]:
    """The numbers of the vector with their largest values."""
    yield f"{len(space.columns)} numbers, each from 0 to the value in brackets:\n"
    columns = (f"{number} *{column.name}* ({column.most})" for number, column in enumerate(space.columns))
    yield ", ".join(columns) + "\n"


def slots(space: ActionSpace) -> Iterator[str]:
    """The slots, piece by piece, and the actions after them."""
    yield f"{space.size} actions; slot by slot:\n"
    yield "| slots | verb | piece | sides |\n|---|---|---|---|"
    for (verb, piece), group in groupby(
        enumerate(space.slots), key=lambda item: (item[1].verb, item[1].tile.piece)
    ):
        own = list(group)
        first, last = own[0][0], own[-1][0]
        sides = " ".join(f"`{slot.tile.text}`" for _, slot in own)
        yield (
            f"| {first} to {last} | `{verb}` | {piece} | {sides} |"
            if last > first
            else f"| {first} | `{verb}` | {piece} | {sides} |"
        )
    others = [f"{space.done} `done`"]
    others += [f"{space.first_choice + number} `{choice}`" for number, choice in enumerate(space.choices)]
    yield "\nAfter them: " + ", ".join(others)


def page() -> str:
    """The page with its lists as they are now."""
    text, _, _ = PAGE.read_text().rpartition(LINE)
    return text + LINE + lists()


if __name__ == "__main__":
    PAGE.write_text(page())
