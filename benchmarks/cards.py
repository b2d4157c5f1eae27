"""What a card costs: `python -m benchmarks.cards` draws and paints one of a finished game of `greedy` in each ruleset.

Prints the CPU seconds of drawing and of painting and the sizes of both; with a folder, the pictures go there.
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import process_time

from inkrail.bots.playing import play_game
from inkrail.bots.registry import bot_factory
from inkrail.i18n import catalogue
from inkrail.render.card import Card, card_svg
from inkrail.render.svg import Marks, marks_of
from inkrail.rules.registry import RULESET_NAMES, parse_ruleset
from inkrail.server.http.painter import paint

VOICE = catalogue("en")


def card_of(rules: str) -> Card:
    """The card of a finished game."""
    ruleset = parse_ruleset(rules)
    position = play_game(ruleset, bots=[bot_factory("greedy")], seed="card").table.seats[0].position
    sheet = ruleset.score(position)
    boards = range(len(position.boards))
    return Card(
        boards=position.boards,
        headline=str(sheet.total),
        name="Ann",
        game=rules,
        lines=tuple((VOICE[f"score.{line.name}"], str(line.points)) for line in sheet.all_lines),
        link="play.example/t/abcdefgh",
        marks=tuple(Marks(errors=marks_of(sheet.all_lines, board=number).errors) for number in boards),
    )


def main(folder: Path | None) -> None:
    """Measure every ruleset; the first picture is not counted."""
    paint(card_svg(card_of("base")))
    for rules in RULESET_NAMES:
        card = card_of(rules)
        began = process_time()
        svg = card_svg(card)
        drawn = process_time()
        png = paint(svg)
        painted = process_time()
        print(f"{rules:24} drawn {drawn - began:.3f} s, {len(svg) // 1000} KB; ", end="")
        print(f"painted {painted - drawn:.3f} s, {len(png) // 1000} KB")
        if folder:
            (folder / f"{rules}.png").write_bytes(png)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
