"""Each line of a score sheet has its own hue, in every ruleset and both themes."""

from __future__ import annotations

from itertools import combinations
from math import dist

import pytest
from tests.render.test_svg import contrast
from tests.rules.play import random_game

from inkrail.render.hues import LINE_HUES, SPARE, SPARE_BELOW, hues_of
from inkrail.render.theme import DARK, HUES, LIGHT
from inkrail.rules.registry import RULESET_NAMES, parse_ruleset

NOT_JOINED = {0: "single", 1: "single_below"}
"""The page's names for the networks of a board that connect nothing yet."""
APART = 0.09
"""A distance in OKLab; colours closer than a quarter of this can hardly be told apart side by side."""
SHEETS = {"light": "#fffdf7", "dark": "#222a35"}
"""The background of the page's panels."""


def lines_of(rules: str) -> set[str]:
    """The names of the lines that a ruleset scores, as random games show them, and those of the page."""
    ruleset = parse_ruleset(rules)
    names = {NOT_JOINED[number] for number in range(len(ruleset.layouts))}
    for seed in range(3):
        *_, last = random_game(ruleset, seed=seed)
        names |= {line.name for line in ruleset.score(last.after).all_lines}
    return names


def oklab(colour: str) -> tuple[float, float, float]:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    r, g, b = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    long = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    middle = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    short = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


@pytest.mark.parametrize("rules", RULESET_NAMES)
def test_the_lines_of_a_ruleset_have_hues_that_can_be_told_apart(rules: str) -> None:
    names = lines_of(rules)
    assert names <= LINE_HUES.keys()
    hues = hues_of(sorted(names))
    assert len(set(hues)) == len(names)
    for colours in (LIGHT, DARK):
        for one, other in combinations(hues, 2):
            assert dist(oklab(colours[one]), oklab(colours[other])) >= APART, (one, other)


def test_every_line_that_has_a_hue_is_scored_by_some_ruleset() -> None:
    assert set.union(*map(lines_of, RULESET_NAMES)) == LINE_HUES.keys()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_hue_is_apart_from_all_others_and_seen_on_paper_and_panels(theme: str) -> None:
    colours = {"light": LIGHT, "dark": DARK}[theme]
    for one, other in combinations((*HUES, "error", "legal", "ink"), 2):
        if "legal" not in (one, other):
            assert dist(oklab(colours[one]), oklab(colours[other])) >= APART, (one, other)
    for hue in (*HUES, "error"):
        for ground in (colours["paper"], colours["centre"], SHEETS[theme]):
            assert contrast(colours[hue], ground) >= 3


def test_further_networks_take_hues_that_no_line_has() -> None:
    lines = ["network"] * 6 + sorted(lines_of("lava") - {"network"})
    assert len(set(hues_of(lines))) == len(lines)
    below = sorted(lines_of("underground"))
    more = [*below, "network", "underground.pipe_network", "underground.subway_network"]
    assert len(set(hues_of(more))) == len(more)
    assert len(SPARE_BELOW) == 3
    assert len(SPARE) >= 5


def test_a_line_that_nobody_knows_has_a_hue_of_its_own_too() -> None:
    assert len(set(hues_of(["network", "made.up", "highway"]))) == 3
