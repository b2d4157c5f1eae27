"""The hue of each line of a score sheet, different for all lines of a ruleset.

Lines of rulesets that are never played together share hues. Each network after the first takes a hue that no line of
the ruleset has; only Underground can have more networks than there are spare hues.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from typing import Final

from inkrail.render.theme import HUES

_SURFACE: Final = {
    "network": "blue",
    "highway": "plum",
    "railway": "amber",
    "centre": "teal",
    "errors": "error",
    "single": "slate",
    "river.best": "violet",
    "lake.smallest": "violet",
    "meteor.crater_routes": "violet",
    "lava.largest_lake": "violet",
    "lava.closed_lakes": "olive",
}
"""`single` and `single_below` are the page's names for networks that connect nothing yet."""
_BELOW: Final = {
    "underground.pipe_network": "brown",
    "underground.subway_network": "violet",
    "underground.longest_pipeline": "olive",
    "underground.longest_subway": "grape",
    "underground.centre": "petrol",
    "underground.errors": "ruby",
    "underground.broken_pipes": "rose",
    "underground.hubs": "navy",
    "single_below": "steel",
}
LINE_HUES: Final = {**_SURFACE, **_BELOW}
"""The hue of each line by its name."""
SPARE: Final = tuple(hue for hue in HUES if hue not in _SURFACE.values())
"""The hues for further networks outside Underground, in this order."""
SPARE_BELOW: Final = tuple(hue for hue in SPARE if hue not in _BELOW.values())
"""The hues for further networks in Underground."""


def hues_of(names: Sequence[str]) -> tuple[str, ...]:
    """A hue for each of these lines of one score sheet."""
    spare = cycle(SPARE_BELOW if any(name in _BELOW for name in names) else SPARE)
    hues: list[str] = []
    for number, name in enumerate(names):
        own = LINE_HUES.get(name)
        hues.append(own if own and name not in names[:number] else next(spare))
    return tuple(hues)
