"""The text protocol: what a program is told, and what it may answer."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import inkrail
from inkrail.bots.conformance import EVERY_RULESET
from inkrail.bots.protocol import format_score, format_turn, legal_actions, parse_actions
from inkrail.core.dice import SeededRng
from inkrail.core.errors import Refusal
from inkrail.game.actions import Pick, TakeBack, format_action
from inkrail.game.record import Record, step
from inkrail.game.table import Phase, Table
from inkrail.game.view import view
from inkrail.rules.dealing import Seat
from inkrail.rules.registry import parse_ruleset

PAGE = (Path(__file__).parents[2] / "docs" / "bot-protocol.md").read_text()


def tables_of(record: Record) -> list[Table]:
    """The table before each entry of a record."""
    tables = [record.open()]
    for entry in record.entries:
        tables.append(step(tables[-1], entry))
    return tables


def lines_of(turn: str, word: str) -> list[str]:
    return [line.partition(" ")[2] for line in turn.splitlines() if line.partition(" ")[0] == word]


def first_turn() -> str:
    table = inkrail.open_table(parse_ruleset("base"), seats=2)
    table, _ = table.roll(table.throw(SeededRng("protocol")))
    return format_turn(view(table, Seat(0)), random=7)


@pytest.mark.parametrize("rules", EVERY_RULESET)
def test_every_action_of_a_game_was_listed_as_legal_before_it(rules: str) -> None:
    seats = parse_ruleset(rules).dealer.least_seats
    record = inkrail.play(*["random"] * seats, rules=rules, seed="legal").record
    for table, entry in [*zip(tables_of(record), record.entries, strict=False)][::3]:
        action = getattr(entry, "action", None)
        if action is not None:
            turn = format_turn(view(table, entry.seat), random=1)  # type: ignore[union-attr]
            assert format_action(action, record.ruleset) in lines_of(turn, "legal")


@pytest.mark.parametrize("rules", EVERY_RULESET)
def test_every_listed_action_is_legal(rules: str) -> None:
    seats = parse_ruleset(rules).dealer.least_seats
    record = inkrail.play(*["random"] * seats, rules=rules, seed="listed").record
    table = next(
        table for table in tables_of(record)[len(record.entries) // 2 :] if table.phase is Phase.DRAW
    )
    seat = next(Seat(number) for number, state in enumerate(table.seats) if not state.done)
    for action in legal_actions(view(table, seat)):
        table.act(seat, action)


def test_the_page_shows_what_is_sent() -> None:
    sample = next(
        text for text in re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL) if text.startswith("turn")
    )
    parts = [re.escape(part) for part in sample.split("…\n")]
    assert re.fullmatch(r"(?:.*\n)*".join(parts), first_turn())


def test_the_page_shows_how_questions_are_answered() -> None:
    table = inkrail.open_table(parse_ruleset("base"), seats=2)
    table, _ = table.roll(table.throw(SeededRng("protocol")))
    seen = view(table, Seat(0))
    asked = re.findall(r"^> score (.*)\n< (.*\n)", PAGE, re.MULTILINE)
    assert [format_score(seen, parse_actions(text, seen.ruleset)) for text, _ in asked] == [
        answer for _, answer in asked
    ]
    assert len(asked) == 2


@pytest.mark.parametrize("rules", EVERY_RULESET)
def test_the_page_explains_every_line(rules: str) -> None:
    seats = parse_ruleset(rules).dealer.least_seats
    record = inkrail.play(*["random"] * seats, rules=rules, seed="words").record
    explained = set(re.findall(r"^\| `([a-z]+) ", PAGE, re.MULTILINE)) | {"turn", "play", "longest", "values"}
    for table in tables_of(record)[1 :: len(record.entries) // 10]:
        for seat in range(seats):
            turn = format_turn(view(table, Seat(seat)), random=1)
            assert {line.split()[0] for line in turn.splitlines()} <= explained


def test_tiles_are_told_with_their_seat_board_and_round() -> None:
    record = inkrail.play("random", "random", rules="underground", seed="tiles").record
    table = tables_of(record)[-1]
    turn = format_turn(view(table, Seat(1)), random=1)
    tiles = [line.split() for line in lines_of(turn, "tile")]
    assert {(words[0], words[1]) for words in tiles} == {
        (seat, board) for seat in "12" for board in ("surface", "underground")
    }
    boards = [board for seat in table.seats for board in seat.position.boards]
    assert len(tiles) == sum(board.filled.bit_count() for board in boards)
    assert {mark for words in tiles for mark in words[6:]} <= {"broken", "hub"}
    marked = sum(mask.bit_count() for board in boards for _, mask in board.marks)
    assert sum(len(words[6:]) for words in tiles) == marked > 0


def test_the_other_seats_are_told_only_as_of_the_last_round() -> None:
    table = inkrail.open_table(parse_ruleset("base"), seats=2)
    table, _ = table.roll(table.throw(SeededRng("hidden")))
    option = view(table, Seat(1)).options[0]
    table, _ = table.act(Seat(1), inkrail.Drawing(option.verb, option.placements[0]))
    assert lines_of(format_turn(view(table, Seat(0)), random=1), "tile") == []
    assert len(lines_of(format_turn(view(table, Seat(1)), random=1), "tile")) == 1


def test_a_die_that_was_drawn_is_told() -> None:
    table = inkrail.open_table(parse_ruleset("base"))
    table, _ = table.roll(table.throw(SeededRng("protocol")))
    option = view(table, Seat(0)).options[1]
    table, _ = table.act(Seat(0), inkrail.Drawing(option.verb, option.placements[0]))
    dice = lines_of(format_turn(view(table, Seat(0)), random=1), "die")
    assert dice == [
        "railway-straight undrawn",
        "highway-t drawn",
        "highway-t undrawn",
        "station-curve undrawn",
    ]


def test_several_actions_stand_in_one_line() -> None:
    ruleset = parse_ruleset("base+draft")
    assert [
        format_action(action, ruleset) for action in parse_actions("pick 2; done ;take-back D4", ruleset)
    ] == [
        "pick 2",
        "done",
        "take-back D4",
    ]
    assert isinstance(parse_actions("take-back D4", ruleset)[0], TakeBack)
    assert parse_actions("pick 3", ruleset) == (Pick(3),)


@given(st.text())
def test_whatever_is_answered_is_read_or_refused(text: str) -> None:
    with suppress(Refusal):
        parse_actions(text, parse_ruleset("lava"))
