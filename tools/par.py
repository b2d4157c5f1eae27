"""Computes the par of every ruleset with the shipped models and writes it where the package reads it.

Run it after a change to a model or to the narrow search; a test tells when that is due.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from inkrail.bots import par
from inkrail.bots.values import values_of
from inkrail.rules.registry import RULESET_NAMES, parse_ruleset


def computed() -> dict[str, par.Entry]:
    """The par of every ruleset."""
    table: dict[str, par.Entry] = {}
    for name in RULESET_NAMES:
        values = values_of(parse_ruleset(name))
        value = float(values.values(values.kernel.start()[np.newaxis], round_=1)[0])
        table[name] = {"par": value, "model": par.model_digest(values.model)}
    return table


def main() -> None:
    """Write the table."""
    file = Path(par.__file__).with_name(par.FILE)
    file.write_text(json.dumps(computed(), indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
