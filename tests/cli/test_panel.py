"""What stands beside the board."""

from __future__ import annotations

import pytest
from rich.text import Text

import inkrail
from inkrail.bots.conformance import EVERY_RULESET
from inkrail.cli.terminal.full_screen import LEAST
from inkrail.cli.terminal.panel import Panel
from inkrail.game.record import step
from inkrail.game.view import view
from inkrail.i18n import LANGUAGES, catalogue
from inkrail.render.text import BOARD_SIZE, COMPACT_SIZE, compact_text
from inkrail.rules.dealing import Seat
from inkrail.rules.registry import parse_ruleset

WIDTH = LEAST[0] - COMPACT_SIZE[0] - 2
HEIGHT = LEAST[1] - 1


def test_a_compact_board_fits_in_the_smallest_terminal() -> None:
    board = parse_ruleset("base").blank().boards[0]
    lines = compact_text(board).splitlines()
    assert (len(lines[0]), len(lines)) == COMPACT_SIZE
    assert {len(line) for line in lines} == {COMPACT_SIZE[0]}
    assert COMPACT_SIZE[1] <= HEIGHT < BOARD_SIZE[1]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", EVERY_RULESET)
def test_every_line_fits_at_every_step_of_a_game(
    rules: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    seats = parse_ruleset(rules).dealer.least_seats
    record = inkrail.play(*["random"] * seats, rules=rules, seed="panel").record
    panel = Panel(catalogue(language), width=WIDTH)
    table = record.open()
    for number, entry in enumerate(record.entries):
        table = step(table, entry)
        if number % 7 == 0:
            notices = [("a word " * 40, True), ("another", False)]
            lines = panel.lines(view(table, Seat(0)), chosen="s1", notices=notices, height=HEIGHT)
            assert len(lines) == HEIGHT
            assert max(len(Text.from_ansi(line).plain) for line in lines) <= WIDTH
            assert Text.from_ansi(lines[-3]).plain == "another"
