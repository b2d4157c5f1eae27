"""Records: readable, the same on every machine, and refused with line and reason if they are wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.game.play import ALL_RULESETS, record_of

from inkrail.core.errors import Refusal, TextRefusal
from inkrail.game.record import (
    MAX_BYTES,
    finish_record,
    format_record,
    load_record,
    parse_record,
    replay,
    seeded_record,
    seeded_roll,
)
from inkrail.game.table import Phase
from inkrail.rules.registry import parse_ruleset

GOLDEN = Path(__file__).parent / "golden"

RECORD = """\
inkrail-record 1
rules: base
longest: cells
values: official
seats: 1
round 1
roll highway-straight railway-straight railway-t overpass
1 draw highway-straight B1 H.H.
1 draw railway-straight A2 .R.R
1 draw overpass B2 HRHR
1 take-back B2
1 draw overpass B2 HRHR  # as before
1 draw railway-t C2 .RRR
1 done
"""

DRAFTED = "inkrail-record 1\nrules: base+draft\nlongest: cells\nvalues: official\nseats: 2\nstart: {start}\nround 1\n"


def refusal(text: str) -> tuple[int, str]:
    with pytest.raises(TextRefusal) as caught:
        parse_record(text)
    return caught.value.line, caught.value.code


def changed(line: int, text: str) -> str:
    lines = RECORD.splitlines()
    lines[line - 1] = text
    return "\n".join(lines)


def test_a_record_that_ends_before_the_game_leads_to_where_it_is() -> None:
    record, table = parse_record(RECORD)
    assert table.phase is Phase.ROLL
    assert table.round_ == 1
    assert len(record.entries) == 8
    assert replay(record) == table


@pytest.mark.parametrize("name", ALL_RULESETS)
def test_golden_records_still_replay(name: str) -> None:
    """A whole game of each ruleset, kept as text: its score must never change."""
    text = (GOLDEN / f"{name}.txt").read_text()
    record, table = parse_record(text)
    assert table.phase is Phase.OVER
    assert record.totals
    assert format_record(finish_record(record, table)) == text


@pytest.mark.parametrize("name", ALL_RULESETS)
def test_a_seed_gives_the_same_dice_again(name: str) -> None:
    golden, _ = parse_record((GOLDEN / f"{name}.txt").read_text())
    record = seeded_record(parse_ruleset(name), seats=golden.seats, seed=golden.seed)
    assert record.starter == golden.starter
    assert seeded_roll(record.open(), golden.seed) == getattr(golden.entries[0], "faces", None)


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        ("", 1, "record.version"),
        (changed(1, "inkrail-record 2"), 1, "record.version"),
        (changed(2, "rules: sea"), 2, "ruleset.unknown"),
        (changed(2, "colour: red"), 2, "record.header"),
        (changed(5, "seats: 1\nseats: 1"), 6, "record.header"),
        (changed(5, "seats: 7"), 5, "table.seats"),
        (changed(5, "seats: many"), 5, "record.header"),
        (changed(3, "longest: steps"), 3, "record.header"),
        (changed(5, "seats: 1\nstart: 1"), 6, "record.header"),
        (DRAFTED.format(start="3"), 6, "seat.unknown"),
        (DRAFTED.format(start="x"), 6, "record.header"),
        (changed(6, "round 2"), 6, "record.round"),
        (changed(6, "#"), 7, "record.round"),
        (changed(7, "roll highway-straight railway-straight railway-t"), 7, "roll.impossible"),
        (changed(7, "roll overpass railway-straight railway-t overpass"), 7, "roll.impossible"),
        (changed(8, "1 draw highway-straight A1 H.H."), 8, "placement.unconnected"),
        (changed(8, "1 draw highway-straight Z1 H.H."), 8, "cell.unknown"),
        (changed(8, "1 draw highway-straight B1 HH.."), 8, "sides.not_an_orientation"),
        (changed(8, "1 draw highway-loop B1 H.H."), 8, "piece.unknown"),
        (changed(8, "1 draw highway-curve B1 HH.."), 8, "draw.not_available"),
        (changed(8, "2 draw highway-straight B1 H.H."), 8, "seat.unknown"),
        (changed(8, "0 draw highway-straight B1 H.H."), 8, "seat.unknown"),
        (changed(8, "one draw highway-straight B1 H.H."), 8, "text.syntax"),
        (changed(8, "1 fold B1"), 8, "action.unknown"),
        (changed(9, "1 take-back G7"), 9, "take_back.nothing"),
        (changed(14, "1 take-back B2 railway-t"), 14, "take_back.other_piece"),
        (changed(9, "1 take-back G7 nothing"), 9, "piece.unknown"),
        (changed(14, "1 take-back B2"), 14, "take_back.others_depend"),
        (changed(13, "1 done"), 13, "round.dice_left"),
        (RECORD + "1 done\n", 15, "phase.roll"),
        (RECORD + "score 1 3\n", 15, "record.unfinished"),
    ],
)
def test_a_broken_record_is_refused_with_line_and_code(text: str, line: int, code: str) -> None:
    assert refusal(text) == (line, code)


def test_a_roll_that_the_stated_seed_does_not_give_is_refused() -> None:
    record, _ = record_of("base", seed="honest")
    text = format_record(record)
    assert parse_record(text)[0] == record
    assert refusal(text.replace("seed: honest", "seed: forged")) == (8, "record.not_of_seed")


def test_a_roll_that_the_dice_cannot_show_is_refused_as_such_whatever_the_seed() -> None:
    record, _ = record_of("base", seed="honest")
    lines = format_record(record).splitlines()
    assert lines[7].startswith("roll ")
    lines[7] = "roll overpass overpass overpass overpass"
    assert refusal("\n".join(lines)) == (8, "roll.impossible")


@pytest.mark.parametrize("seed", ["", "rainy tuesday", "a#b", "a\nb"])
def test_a_seed_that_a_record_cannot_hold_is_refused(seed: str) -> None:
    with pytest.raises(Refusal) as refused:
        seeded_record(parse_ruleset("base"), seed=seed)
    assert refused.value.code == "usage.seed"


def test_a_record_without_a_seed_states_none() -> None:
    record, _ = parse_record(RECORD)
    assert format_record(record) == RECORD.replace("  # as before", "")


def test_a_lot_that_the_stated_seed_does_not_give_is_refused() -> None:
    """D1: the start player is drawn by lot."""
    record, _ = record_of("base+draft", seats=3, seed="honest")
    assert record.starter is not None
    other = (record.starter + 1) % 3 + 1
    text = format_record(record).replace(f"start: {record.starter + 1}", f"start: {other}")
    assert refusal(text)[1] == "record.not_of_seed"


def test_d1_a_seed_always_draws_the_same_start_player() -> None:
    """Records with a seed depend on it, whatever version drew the lot."""
    drafted = parse_ruleset("base+draft")
    lots = [seeded_record(drafted, seats=6, seed=seed).starter for seed in ("plum", "pear", "fig", "medlar")]
    assert lots == [2, 0, 5, 1]


@pytest.mark.parametrize("starter", range(3))
def test_d1_without_a_seed_any_seat_may_be_drawn(starter: int) -> None:
    head = f"inkrail-record 1\nrules: base+draft\nlongest: cells\nvalues: official\nseats: 3\nstart: {starter + 1}\n"
    assert parse_record(head)[0].starter == starter


def test_a_wrong_score_is_refused() -> None:
    record, table = record_of("base", seats=2, seed="score")
    totals = [sheet.total for sheet in table.sheets()]
    text = format_record(record)
    last = len(text.splitlines())
    assert refusal(text.replace(f"score 2 {totals[1]}\n", f"score 2 {totals[1] + 1}\n")) == (
        last,
        "record.score",
    )
    assert refusal(text.replace(f"score 2 {totals[1]}\n", ""))[1] == "record.score"
    assert refusal(text + "score 3 0\n") == (last + 1, "text.syntax")


def test_rubbish_and_oversized_records_are_refused() -> None:
    with pytest.raises(TextRefusal) as caught:
        load_record(b"inkrail-record 1\n\xff\xfe")
    assert (caught.value.line, caught.value.code) == (2, "text.syntax")
    with pytest.raises(TextRefusal) as caught:
        load_record(b"#" * (MAX_BYTES + 1))
    assert caught.value.code == "text.too_large"
