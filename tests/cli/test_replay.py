"""`inkrail replay`."""

from pathlib import Path

import pytest
from tests.cli.conftest import Call

from inkrail.game.actions import Done
from inkrail.game.record import Act, Record, Roll, format_record, replay, seeded_record, seeded_roll, step
from inkrail.game.table import Phase
from inkrail.game.view import view
from inkrail.rules.dealing import Seat
from inkrail.rules.position import Drawing
from inkrail.rules.registry import parse_ruleset


def played(*, seats: int = 1, rounds: int = 7) -> Record:
    """A game in which every seat draws the first placement there is."""
    record = seeded_record(parse_ruleset("base"), seats=seats, seed="plum")
    table = record.open()
    while table.phase is not Phase.OVER and table.round_ < rounds:
        entries: list[Roll | Act] = [Roll(seeded_roll(table, "plum"))]
        table = step(table, entries[0])
        for seat in map(Seat, range(seats)):
            while dice := [o for o in view(table, seat).options if o.drawable.mandatory and o.placements]:
                entries.append(Act(seat, Drawing(dice[0].verb, dice[0].placements[-seat])))
                table = step(table, entries[-1])
            entries.append(Act(seat, Done()))
            table = step(table, entries[-1])
        for entry in entries:
            record = record.add(entry)
    return record


def finished(*, seats: int = 1) -> str:
    record = played(seats=seats)
    totals = [sheet.total for sheet in replay(record).sheets()]
    lines = [f"score {seat} {total}" for seat, total in enumerate(totals, start=1)]
    return format_record(record) + "".join(f"{line}\n" for line in lines)


def test_scores_and_winners_as_one_line(inkrail: Call) -> None:
    answer = inkrail("replay", "board.txt", "--json", board=finished())
    assert answer.out.count("\n") == 1
    assert answer.out.startswith('{"scores":[{"networks":[')
    assert answer.out.endswith('],"winners":[1]}\n')
    score = answer.objects[0]["scores"]
    assert isinstance(score, list)
    assert list(score[0]) == [
        "networks",
        "network_points",
        "longest_highway",
        "longest_railway",
        "centre",
        "errors",
        "expansion_points",
        "expansion",
        "total",
    ]


def test_b13_winners_are_seats_counted_from_one(inkrail: Call) -> None:
    answer = inkrail("replay", "-", "--json", stdin=finished(seats=3)).objects[0]
    scores = answer["scores"]
    assert isinstance(scores, list)
    totals = [score["total"] for score in scores]
    assert len(totals) == 3
    best = [seat for seat, total in enumerate(totals, start=1) if total == max(totals)]
    assert set(answer["winners"]) <= set(best)  # type: ignore[call-overload]
    assert answer["winners"]


def test_a_game_that_is_not_over_has_no_winners(inkrail: Call) -> None:
    record = format_record(played(rounds=2))
    assert inkrail("replay", "board.txt", "--json", board=record).objects[0]["winners"] == []
    assert "Not finished yet: round 2 of 7." in inkrail("replay", "board.txt").out


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Seat 2 wins."), ("es", "Gana el asiento 2."), ("de", "Platz 2 gewinnt.")],
)
def test_people_get_a_sheet_for_each_seat(inkrail: Call, language: str, said: str) -> None:
    answer = inkrail("replay", "board.txt", "--lang", language, board=finished(seats=2))
    assert said in answer.out


def test_b13_a_shared_win_is_told_as_one(inkrail: Call) -> None:
    """Two seats with the same drawings share the win."""
    alone = finished()
    lines = [
        twin
        for line in alone.replace("seats: 1", "seats: 2").splitlines()
        for twin in ([line, f"2{line[1:]}"] if line.startswith("1 ") else [line])
    ]
    shared = "\n".join([*lines, lines[-1].replace("score 1", "score 2")])
    assert inkrail("replay", "board.txt", board=shared).out.endswith("Seats 1, 2 share the win.\n")


def test_a_forged_score_is_refused_with_its_line(inkrail: Call) -> None:
    record = finished()
    forged = record[: record.rindex(" ")] + " 999\n"
    answer = inkrail("replay", "board.txt", "--json", board=forged)
    line = forged.count("\n")
    assert answer.complaint.startswith(f"board.txt:{line}: record.score: The score of seat 1 is wrong.")


def broken(*, line: str, by: str) -> str:
    return finished().replace(line, by, 1)


@pytest.mark.parametrize(
    ("line", "by", "said"),
    [
        ("inkrail-record 1", "inkrail-record 2", "board.txt:1: record.version: "),
        ("rules: base", "rules: swamp", "ruleset.unknown: "),
        ("seats: 1", "seats: 9", "table.seats: "),
        ("seats: 1", "seats: many", "record.header: "),
        ("values: official\n", "", "record.header: "),
        ("seed: plum", "seed: pear", "record.not_of_seed: The seed pear does not give this roll."),
        ("\nround 2\n", "\nround 3\n", "record.round: Round 2 should begin here"),
        ("\n1 done", "\n2 done", "seat.unknown: There is no seat 2 at this table."),
        ("\n1 done", "\n1 dance", "action.unknown: "),
        ("\n1 done\n", "\n1 take-back A1\n", "take_back.nothing: "),
    ],
)
def test_a_broken_record_is_refused_in_one_line(inkrail: Call, *, line: str, by: str, said: str) -> None:
    answer = inkrail("replay", "board.txt", board=broken(line=line, by=by))
    assert answer.complaint.startswith("board.txt:")
    assert said in answer.complaint


def test_rubbish_and_large_files_are_refused(inkrail: Call) -> None:
    assert inkrail("replay", "board.txt", board=b"\x00\xff\n").complaint.startswith(
        "board.txt:1: text.syntax: "
    )
    assert inkrail("replay", "board.txt", board="#" * 2_000_000).complaint.startswith(
        "board.txt:1: text.too_large: "
    )
    assert inkrail("replay", "board.txt", board="").complaint.startswith("board.txt:1: record.version: ")
    assert inkrail("replay", "none").complaint.startswith("none: file.missing: ")


def test_the_record_is_only_read(inkrail: Call) -> None:
    text = finished()
    inkrail("replay", "board.txt", board=text)
    assert Path("board.txt").read_text() == text
