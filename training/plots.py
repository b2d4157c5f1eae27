"""Draw the pictures of docs/measurements.md from the figures beside it: `python -m training.plots`."""

from __future__ import annotations

import json
from collections import Counter
from html import escape
from math import log10
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "docs" / "measurements"
BOTS = ("random", "greedy", "casual", "steady", "strong", "master")
COLOURS = ("#777", "#b5651d", "#a98600", "#2a7f62", "#1f5fa8", "#7a2f8f")
WIDTH, HEIGHT, EDGE = 760, 320, 46


def text(x: float, y: float, words: str, *, anchor: str = "middle") -> str:
    """A text in the picture."""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-family="sans-serif" font-size="13" fill="#333">'
        f"{escape(words)}</text>"
    )


def picture(parts: list[str]) -> str:
    """The parts as an SVG file."""
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">\n'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>\n{body}\n</svg>\n'
    )


def distribution(scores: dict[str, list[int]]) -> str:
    """How often each bot reaches each score, in steps of two points."""
    low, high = min(map(min, scores.values())) // 2 * 2, 76
    across = (WIDTH - 2 * EDGE) / (high - low)
    shares = {bot: Counter(score // 2 * 2 for score in own) for bot, own in scores.items()}
    most = max(count / len(scores[bot]) for bot, counts in shares.items() for count in counts.values())
    parts = [
        text(EDGE + (mark - low) * across, HEIGHT - 14, str(mark))
        for mark in range(-10, 80, 10)
        if mark >= low
    ]
    for number, (bot, counts) in enumerate(shares.items()):
        colour = COLOURS[BOTS.index(bot)]
        points = [
            (EDGE + (score + 1 - low) * across, HEIGHT - EDGE - counts[score] / len(scores[bot]) / most * 220)
            for score in range(low, high, 2)
        ]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<rect x="{EDGE + 120 * number}" y="12" width="12" height="12" fill="{colour}"/>')
        parts.append(text(EDGE + 120 * number + 18, 23, bot, anchor="start"))
    return picture(parts)


def strength(rows: list[dict[str, float | str]]) -> str:
    """The mean score against the time per round, on a logarithmic scale."""
    parts = [text(EDGE + (power + 3) * 160, HEIGHT - 14, f"{10.0**power:g} s") for power in range(-3, 2)]
    for mark in range(20, 70, 10):
        line = HEIGHT - EDGE - (mark - 15) * 5
        parts.append(f'<line x1="{EDGE}" x2="{WIDTH - 20}" y1="{line}" y2="{line}" stroke="#ddd"/>')
        parts.append(text(EDGE - 10, line + 4, str(mark), anchor="end"))
    for row in rows:
        x = EDGE + (log10(float(row["seconds"])) + 3) * 160
        y = HEIGHT - EDGE - (float(row["mean"]) - 15) * 5
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="#1f5fa8"/>')
        parts.append(text(x, y - 10, f"{row['name']} {float(row['mean']):.1f}"))
    return picture(parts)


def main() -> None:
    """Write both pictures."""
    paths = {bot: FOLDER / f"{bot}.json" for bot in BOTS}
    scores = {bot: json.loads(path.read_text())["scores"] for bot, path in paths.items() if path.exists()}
    (FOLDER / "distribution.svg").write_text(distribution(scores))
    (FOLDER / "strength.svg").write_text(strength(json.loads((FOLDER / "strength.json").read_text())))


if __name__ == "__main__":
    main()
