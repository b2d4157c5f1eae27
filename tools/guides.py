"""Writes the guides of the shipped value models in the form that the bot without Numba reads.

Run it after a change to a model: `python -m tools.guides`. A test tells when that is due.
"""

from __future__ import annotations

import json
from pathlib import Path

from inkrail.bots.models import model_of
from inkrail.bots.plain import guide
from inkrail.rules.registry import RULESET_NAMES, parse_ruleset


def written() -> str:
    """The file's text: for each ruleset the weights of its guide, a line for each round."""
    games = []
    for name in RULESET_NAMES:
        rows = (
            json.dumps([float(str(weight)) for weight in row]) for row in model_of(parse_ruleset(name)).guide
        )
        games.append(f'"{name}": [\n' + ",\n".join(rows) + "\n]")
    return "{\n" + ",\n".join(games) + "\n}\n"


def main() -> None:
    """Write the file."""
    Path(guide.__file__).with_name(guide.FILE).write_text(written(), encoding="utf-8")


if __name__ == "__main__":
    main()
