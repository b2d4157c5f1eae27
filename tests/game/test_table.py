"""Seats at a table: rounds, and who wins (B6, B12, B13)."""

from __future__ import annotations

import pytest

from inkrail.core.cells import parse_cell
from inkrail.core.errors import Refusal
from inkrail.core.placement import Placement
from inkrail.core.score import ScoreLine, ScoreSheet
from inkrail.game.actions import Done, parse_action
from inkrail.game.events import Drawn, Finished, GameOver, Rolled, RoundClosed
from inkrail.game.table import Phase, Table, open_table
from inkrail.game.view import view
from inkrail.rules.dealing import Seat
from inkrail.rules.position import DRAW, Drawing
from inkrail.rules.registry import parse_ruleset

BASE = parse_ruleset("base")
ROLL = ("highway-straight", "railway-straight", "highway-curve", "overpass")
FIRST, SECOND = Seat(0), Seat(1)
LINES = (
    "draw highway-straight B1 H.H.",
    "draw railway-straight D1 R.R.",
    "draw highway-curve F1 HH..",
    "draw overpass F7 HRHR",
)


def act(table: Table, seat: Seat, *lines: str) -> Table:
    """The table after these actions of a seat."""
    for line in lines:
        table, _ = table.act(seat, parse_action(line, table.ruleset))
    return table


def refused(table: Table, seat: Seat, line: str) -> str | None:
    """The code of the refusal, or None if the action is accepted."""
    try:
        act(table, seat, line)
    except Refusal as refusal:
        return refusal.code
    return None


def rolled(seats: int = 2, *, roll: tuple[str, ...] = ROLL) -> Table:
    return open_table(BASE, seats=seats).roll(roll)[0]


def draw_all(table: Table, seat: Seat) -> Table:
    """Draw what must be drawn, always in the first place there is."""
    while options := [one for one in view(table, seat).options if one.drawable.mandatory and one.placements]:
        table, _ = table.act(seat, Drawing(DRAW, options[0].placements[0]))
    return table


def play_out(table: Table, seat: Seat) -> Table:
    """Draw what must be drawn and end the round."""
    return act(draw_all(table, seat), seat, "done")


def test_b6a_seven_rounds_and_then_it_is_over() -> None:
    table = open_table(BASE)
    for number in range(1, 8):
        assert (table.phase, table.round_) == (Phase.ROLL, number - 1)
        table = play_out(table.roll(ROLL)[0], FIRST)
        assert table.round_ == number
    assert table.phase is Phase.OVER
    with pytest.raises(Refusal, match=r"phase\.over"):
        table.roll(ROLL)
    assert refused(table, FIRST, "done") == "phase.over"


def test_b6b_the_dice_are_rolled_once_a_round() -> None:
    table, events = open_table(BASE).roll(ROLL)
    assert events == (Rolled(table.round_, ROLL),)
    with pytest.raises(Refusal, match=r"phase\.not_roll"):
        table.roll(ROLL)


@pytest.mark.parametrize(
    "roll", [ROLL[:3], (*ROLL, "overpass"), (*ROLL[:3], "highway-t"), ("overpass", *ROLL[1:])]
)
def test_b6b_a_roll_that_the_dice_cannot_show_is_refused(roll: tuple[str, ...]) -> None:
    with pytest.raises(Refusal, match=r"roll\.impossible"):
        open_table(BASE).roll(roll)


def test_b6c_every_seat_draws_what_was_rolled() -> None:
    table = rolled(3)
    for seat in map(Seat, range(3)):
        assert [piece.name for piece in view(table, seat).position.dice] == list(ROLL)


def test_b6c_what_one_seat_draws_the_others_still_have() -> None:
    table = act(rolled(), FIRST, *LINES)
    assert view(table, FIRST).position.dice == ()
    assert refused(table, SECOND, LINES[0]) is None


def test_b6d_seats_draw_at_the_same_time() -> None:
    table = rolled()
    for first, second in zip(LINES, reversed(LINES), strict=True):
        table = act(act(table, FIRST, first), SECOND, second)
    assert view(table, FIRST).position.boards == view(table, SECOND).position.boards


def test_b6d_nobody_waits_within_a_round_but_all_before_the_next() -> None:
    table = act(rolled(), FIRST, *LINES)
    table, events = table.act(FIRST, Done())
    assert events == (Finished(FIRST),)
    assert table.phase is Phase.DRAW
    assert refused(table, FIRST, "done") == "round.already_done"
    table, events = act(table, SECOND, *LINES).act(SECOND, Done())
    assert events == (Finished(SECOND), RoundClosed(table.round_))
    assert table.phase is Phase.ROLL


def test_what_a_seat_draws_is_its_own_secret_until_the_round_closes() -> None:
    table = act(rolled(), FIRST, *LINES)
    (other,) = view(table, SECOND).others
    assert other.position.boards[0].filled == 0
    closed = act(act(table, FIRST, "done"), SECOND, *LINES, "done")
    assert view(closed, SECOND).others[0].position.boards[0].filled.bit_count() == 4


def test_a_drawing_is_answered_by_an_event() -> None:
    placement = Placement(BASE.pieces["overpass"].tile("HRHR"), parse_cell("F7"))
    _, events = rolled().act(SECOND, Drawing(DRAW, placement))
    assert events == (Drawn(SECOND, Drawing(DRAW, placement), ()),)


def test_before_the_roll_there_is_nothing_to_draw() -> None:
    table = open_table(BASE)
    assert refused(table, FIRST, LINES[0]) == "phase.roll"
    assert view(table, FIRST).options == ()


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5, 6])
def test_b12a_one_to_six_seats(seats: int) -> None:
    assert len(open_table(BASE, seats=seats).seats) == seats


@pytest.mark.parametrize("seats", [-1, 0, 7, 100])
def test_b12a_no_other_number_of_seats(seats: int) -> None:
    with pytest.raises(Refusal) as refusal:
        open_table(BASE, seats=seats)
    assert refusal.value.code == "table.seats"
    assert refusal.value.params == {"seats": seats, "least": 1, "most": 6}


def test_b12a_a_seat_that_is_not_there_cannot_act() -> None:
    for seat in (Seat(2), Seat(-1)):
        assert refused(rolled(2), seat, LINES[0]) == "seat.unknown"


def test_b12b_alone_the_round_closes_as_at_any_table() -> None:
    table, events = act(rolled(1), FIRST, *LINES).act(FIRST, Done())
    assert events[1:] == (RoundClosed(table.round_),)


@pytest.mark.parametrize(
    "name", ["river+lake", "lava+meteor", "base+river", "river+draft+draft", "draft", "", "+draft"]
)
def test_b12c_one_expansion_at_most(name: str) -> None:
    with pytest.raises(Refusal) as refusal:
        parse_ruleset(name)
    assert (refusal.value.code, refusal.value.params) == ("ruleset.unknown", {"ruleset": name})


@pytest.mark.parametrize("name", ["base", "river", "lake", "meteor", "lava", "underground"])
def test_b12d_draft_may_be_added(name: str) -> None:
    assert parse_ruleset(f"{name}+draft").dealer.picking == "pick"
    assert parse_ruleset(name).dealer.picking == ""


def sheet(points: int, *, errors: int = 0, other_errors: int = 0, broken: int = 0) -> ScoreSheet:
    """A sheet with this total."""
    lost = errors + other_errors + 2 * broken
    return ScoreSheet(
        (ScoreLine("network", 2, points + lost), ScoreLine("errors", errors, -errors, kind="errors")),
        (
            ScoreLine("underground.errors", other_errors, -other_errors, board=1, kind="errors"),
            ScoreLine("underground.broken_pipes", broken, -2 * broken, board=1),
        ),
    )


@pytest.mark.parametrize(
    ("rule", "sheets", "winners"),
    [
        ("B13a", [sheet(30, errors=9), sheet(29), sheet(12)], [0]),
        ("B13a", [sheet(-2, errors=2), sheet(0)], [1]),
        ("B13b", [sheet(30, errors=3), sheet(30, errors=2), sheet(29)], [1]),
        ("B13c", [sheet(30, errors=1, other_errors=3), sheet(30, errors=3)], [1]),
        ("B13c", [sheet(30, errors=1, broken=4), sheet(30, errors=2)], [0]),
        ("B13d", [sheet(30, errors=2), sheet(20), sheet(30, errors=2)], [0, 2]),
        ("B13d", [sheet(5)], [0]),
    ],
)
def test_b13a_b13b_b13c_b13d_who_wins(rule: str, sheets: list[ScoreSheet], winners: list[int]) -> None:
    table = open_table(BASE, seats=len(sheets))
    assert list(table.winners(tuple(sheets))) == winners, rule


@pytest.mark.parametrize(
    ("sheets", "decider"),
    [
        ([sheet(30, errors=9), sheet(29)], "points"),
        ([sheet(30, errors=3), sheet(30, errors=2), sheet(29)], "errors"),
        ([sheet(30, errors=2), sheet(20), sheet(30, errors=2)], "shared"),
        ([sheet(30, errors=2), sheet(30, errors=2), sheet(30, errors=2), sheet(30, errors=3)], "shared"),
        ([sheet(5)], "points"),
    ],
)
def test_b13_what_decides_who_wins(sheets: list[ScoreSheet], decider: str) -> None:
    assert open_table(BASE, seats=len(sheets)).decided_by(tuple(sheets)) == decider
    drafted = open_table(parse_ruleset("base+draft"), seats=max(2, len(sheets)))
    assert drafted.decided_by(tuple(sheets)) == ("order" if decider == "shared" else decider)


def test_b13a_b13d_the_last_round_tells_totals_and_winners() -> None:
    table = open_table(BASE, seats=2)
    for _ in range(7):
        table, _ = table.roll(ROLL)
        table = play_out(table, FIRST)
        table = draw_all(table, SECOND)
        table, events = table.act(SECOND, Done())
    total = table.sheets()[0].total
    assert events[-1] == GameOver((total, total), (FIRST, SECOND))


def test_what_a_seat_may_know_of_the_table_hides_what_the_others_drew_this_round() -> None:
    table = play_out(act(rolled(3), FIRST, LINES[0]), SECOND)
    seen = table.seen_by(FIRST)
    first, second, third = table.seats
    assert seen.seats[0] is first
    assert first.drawings
    assert (seen.seats[1].position, seen.seats[1].start) == (second.shown, second.shown)
    assert (seen.seats[1].drawings, seen.seats[1].done) == ((), True)
    assert (seen.seats[2].position, seen.seats[2].done) == (third.shown, False)
    assert (seen.deal, seen.round_, seen.phase, seen.ruleset) == (
        table.deal,
        table.round_,
        table.phase,
        table.ruleset,
    )
    assert table.seen_by(SECOND).seats[0].drawings == ()
    assert table.seen_by(SECOND).seats[1] is second
