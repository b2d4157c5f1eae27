"""Draw the pictures of docs/measurements.md from the games beside it: `python -m training.plots`.

`docs/measurements/games/RULES-BOT.json` is what `inkrail simulate --bot BOT --rules RULES --json` prints.
"""

from __future__ import annotations

import json
from collections import Counter
from html import escape
from math import log10
from pathlib import Path
from typing import TypedDict

from inkrail.bots.registry import BOT_NAMES
from inkrail.rules.registry import RULESET_NAMES

FOLDER = Path(__file__).parents[1] / "docs" / "measurements"
COLOURS = (
    "#777",
    "#b5651d",
    "#e08a3c",
    "#c2452d",
    "#a98600",
    "#6b8e23",
    "#2a7f62",
    "#1d8a99",
    "#1f5fa8",
    "#7a2f8f",
)
WIDTH, HEIGHT, EDGE = 760, 320, 46
LEGEND = 70
"""The width of a bot's name in the legend."""
BARS = 40
"""About how many steps of scores a picture has."""


class Games(TypedDict):
    """The part of a simulation's report that is drawn."""

    mean: float
    cpu_seconds_per_round: float
    scores: list[int]


def text(x: float, y: float, words: str, *, anchor: str = "middle") -> str:
    """A text in the picture."""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-family="sans-serif" font-size="11" fill="#333">'
        f"{escape(words)}</text>"
    )


def picture(parts: list[str]) -> str:
    """The parts as an SVG file."""
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">\n'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>\n{body}\n</svg>\n'
    )


def distribution(games: dict[str, Games]) -> str:
    """How often each bot reaches each score, in steps of a few points."""
    everything = [score for one in games.values() for score in one["scores"]]
    step = max(2, (max(everything) - min(everything)) // BARS)
    low, high = min(everything) // step * step, (max(everything) // step + 1) * step
    across = (WIDTH - 2 * EDGE) / (high - low)
    shares = {bot: Counter(score // step * step for score in one["scores"]) for bot, one in games.items()}
    most = max(
        count / len(games[bot]["scores"]) for bot, counts in shares.items() for count in counts.values()
    )
    parts = [
        text(EDGE + (mark - low) * across, HEIGHT - 14, str(mark))
        for mark in range(-10, high + 1, 10)
        if mark >= low
    ]
    for number, (bot, counts) in enumerate(shares.items()):
        colour, number_of_games = COLOURS[BOT_NAMES.index(bot)], len(games[bot]["scores"])
        points = [
            (
                EDGE + (score + step / 2 - low) * across,
                HEIGHT - EDGE - counts[score] / number_of_games / most * 220,
            )
            for score in range(low, high, step)
        ]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        left = EDGE + LEGEND * number
        parts.append(f'<rect x="{left}" y="12" width="12" height="12" fill="{colour}"/>')
        parts.append(text(left + 16, 23, bot, anchor="start"))
    return picture(parts)


def strength(games: dict[str, Games]) -> str:
    """The mean score against the CPU seconds per round, on a logarithmic scale."""
    parts = [text(EDGE + (power + 3) * 160, HEIGHT - 14, f"{10.0**power:g} s") for power in range(-3, 2)]
    most = max(one["mean"] for one in games.values())
    rise = (HEIGHT - 2 * EDGE - 20) / most
    for mark in range(0, int(most) + 1, 20 if most > WIDTH / 8 else 10):
        line = HEIGHT - EDGE - mark * rise
        parts.append(f'<line x1="{EDGE}" x2="{WIDTH - 20}" y1="{line:.1f}" y2="{line:.1f}" stroke="#ddd"/>')
        parts.append(text(EDGE - 10, line + 4, str(mark), anchor="end"))
    for bot, one in games.items():
        x = EDGE + (log10(max(one["cpu_seconds_per_round"], 1e-3)) + 3) * 160
        y = HEIGHT - EDGE - one["mean"] * rise
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{COLOURS[BOT_NAMES.index(bot)]}"/>')
        parts.append(text(x, y - 9, f"{bot} {one['mean']:.1f}"))
    return picture(parts)


def games_of(rules: str) -> dict[str, Games]:
    """The games of each bot in a ruleset, where there are any."""
    paths = {bot: FOLDER / "games" / f"{rules}-{bot}.json" for bot in BOT_NAMES}
    return {bot: json.loads(path.read_text()) for bot, path in paths.items() if path.exists()}


def main() -> None:
    """Write both pictures of every ruleset."""
    for rules in RULESET_NAMES:
        if games := games_of(rules):
            (FOLDER / f"distribution-{rules}.svg").write_text(distribution(games))
            (FOLDER / f"strength-{rules}.svg").write_text(strength(games))


if __name__ == "__main__":
    main()
