"""The refusals of tables, actions and records: the code and all parameters of its sentence."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.game.play import record_of

from inkrail.core.cells import CELLS, parse_cell
from inkrail.core.dice import SeededRng
from inkrail.core.errors import Refusal, TextRefusal
from inkrail.core.longest import Longest
from inkrail.core.score import Values
from inkrail.game.actions import Pick, parse_action
from inkrail.game.events import Chosen, Drawn, Finished, GameOver, Picked, RoundClosed, TakenBack
from inkrail.game.record import MAX_BYTES, Roll, format_record, load_record, parse_record, seeded_record
from inkrail.game.table import Table, open_table
from inkrail.game.view import view
from inkrail.rules.dealing import Seat
from inkrail.rules.registry import parse_ruleset

BASE = parse_ruleset("base")
DRAFT = parse_ruleset("base+draft")
METEOR = parse_ruleset("meteor")
ROLL = ("highway-straight", "railway-straight", "railway-t", "overpass")
HEAD = "inkrail-record 1\nrules: base\nlongest: cells\nvalues: official\nseats: 1\n"
LONG = "x" * 90

Answer = tuple[str, dict[str, object]]


def refused(do: Callable[[], object]) -> Answer:
    with pytest.raises(Refusal) as caught:
        do()
    return caught.value.code, dict(caught.value.params)


def rolled(*lines: str) -> Table:
    table, _ = open_table(BASE, seats=2).roll(ROLL)
    for line in lines:
        table, _ = table.act(Seat(0), parse_action(line, BASE))
    return table


@pytest.mark.parametrize(
    ("text", "named"),
    [("", ""), (f"fold {LONG}", f"fold {LONG}"[:80]), ("fold", "fold"), ("draw overpass", "draw overpass")],
)
def test_an_unknown_action_is_named(text: str, named: str) -> None:
    assert refused(lambda: parse_action(text, BASE)) == ("action.unknown", {"action": named})


@pytest.mark.parametrize("number", ["1000", "x", "1x", "\u0661", "\u00b9", "-1", "x" * 90])
def test_what_is_no_number_is_no_pick(number: str) -> None:
    assert refused(lambda: parse_action(f"pick {number}", DRAFT)) == (
        "action.unknown",
        {"action": number[:80]},
    )


def test_a_pick_has_up_to_three_digits() -> None:
    assert parse_action("pick 999", DRAFT) == Pick(999)


@pytest.mark.parametrize(
    ("text", "line", "answer"),
    [
        (
            "inkrail-record 2 " + LONG,
            1,
            ("record.version", {"expected": "inkrail-record 1", "found": f"inkrail-record 2 {LONG}"[:40]}),
        ),
        ("inkrail-record 1\ncolour: deep red", 2, ("record.header", {"header": "colour: deep red"})),
        (f"inkrail-record 1\ncolour: {LONG}", 2, ("record.header", {"header": f"colour: {LONG}"[:80]})),
        (HEAD.replace("seats: 1\n", ""), 4, ("record.header", {"header": "seats:"})),
        (HEAD.replace("seats: 1", "seats: many"), 5, ("record.header", {"header": "many"})),
        (HEAD.replace("seats: 1", f"seats: {LONG}"), 5, ("record.header", {"header": LONG[:80]})),
        (HEAD.replace("seats: 1", "seats: X1"), 5, ("record.header", {"header": "X1"})),
        (f"{HEAD}start: 1", 6, ("record.header", {"header": "start:"})),
        (HEAD.replace("base", "base+draft"), 5, ("record.header", {"header": "start:"})),
        (HEAD.replace("base", "sea"), 2, ("ruleset.unknown", {"ruleset": "sea"})),
        (f"{HEAD}round 2", 6, ("record.round", {"expected": 1})),
        (f"{HEAD}roll {' '.join(ROLL)}", 6, ("record.round", {"expected": 1})),
        (f"{HEAD}round 1\none done {LONG}", 7, ("text.syntax", {"text": f"one done {LONG}"[:80]})),
        (f"{HEAD}round 1\n\u0661 done", 7, ("text.syntax", {"text": "\u0661 done"})),
        (f"{HEAD}round 1\n100 done", 7, ("text.syntax", {"text": "100 done"})),
        (f"{HEAD}round 1\n1 done", 7, ("record.round", {"expected": 1})),
        (f"{HEAD}round 1\n99 done", 7, ("record.round", {"expected": 1})),
    ],
)
def test_a_broken_record_is_refused_with_what_is_wrong(text: str, line: int, answer: Answer) -> None:
    with pytest.raises(TextRefusal) as caught:
        parse_record(text)
    params = {key: value for key, value in caught.value.params.items() if key != "line"}
    assert (caught.value.line, caught.value.code, params) == (line, *answer)


def test_a_record_of_another_seed_or_score_says_which() -> None:
    record, table = record_of("base+draft", seats=2, seed="honest")
    text = format_record(record)
    for header in ("start", "seed"):
        if header == "start":
            assert record.starter is not None
            other = text.replace(f"start: {record.starter + 1}", f"start: {2 - record.starter}")
        else:
            plain, _ = record_of("base", seed="honest")
            other = format_record(plain).replace("seed: honest", "seed: forged")
        answer = refused(lambda other=other: parse_record(other))  # type: ignore[misc]
        assert answer[0] == "record.not_of_seed"
        assert answer[1]["seed"] == ("honest" if header == "start" else "forged")
    total = table.sheets()[1].total
    answer = refused(lambda: parse_record(text.replace(f"score 2 {total}", f"score 2 {total + 1}")))
    assert (answer[0], answer[1]["seat"], answer[1]["total"]) == ("record.score", 2, total)
    answer = refused(lambda: parse_record(f"{text}more {LONG}\n"))
    assert (answer[0], answer[1]["text"]) == ("text.syntax", f"more {LONG}"[:80])


def test_the_largest_record_is_read_and_a_larger_one_refused() -> None:
    assert load_record(HEAD.encode().ljust(MAX_BYTES, b"\n"))[0].seats == 1
    code, params = refused(lambda: load_record(b"#" * (MAX_BYTES + 1)))
    assert (code, params["limit"]) == ("text.too_large", MAX_BYTES)
    with pytest.raises(TextRefusal) as caught:
        load_record(b"#" * (MAX_BYTES + 1))
    assert caught.value.line == 1
    with pytest.raises(TextRefusal) as caught:
        load_record(b"\n\xff\n\n")
    assert (caught.value.line, caught.value.code, caught.value.params["text"]) == (2, "text.syntax", "?")


def test_a_record_keeps_its_house_rules_and_says_nothing_of_a_seed_it_has_not() -> None:
    text = HEAD.replace("cells", "stretches").replace("official", "manual")
    record, _ = parse_record(text)
    assert (record.ruleset.longest, record.ruleset.values) == (Longest.STRETCHES, Values.MANUAL)
    assert record.seed == ""
    assert seeded_record(BASE, seed="x").seats == 1


def test_a_refusal_to_take_back_names_cell_and_piece() -> None:
    table = rolled("draw highway-straight B1 H.H.", "draw overpass B2 HRHR")

    def take_back(text: str) -> Answer:
        return refused(lambda: table.act(Seat(0), parse_action(f"take-back {text}", BASE)))

    assert take_back("G7") == ("take_back.nothing", {"cell": parse_cell("G7")})
    assert take_back("B1 overpass") == (
        "take_back.other_piece",
        {"cell": parse_cell("B1"), "piece": "overpass"},
    )
    assert take_back("B1") == ("take_back.others_depend", {"cell": parse_cell("B1")})


def test_a_table_says_what_it_waits_for() -> None:
    table = rolled()
    assert refused(lambda: table.roll(ROLL)) == ("phase.not_roll", {})
    assert refused(lambda: table.act(Seat(2), parse_action("done", BASE))) == ("seat.unknown", {"seat": 3})
    assert refused(lambda: table.act(Seat(0), Pick(1))) == ("phase.not_pick", {})
    assert refused(lambda: open_table(DRAFT, seats=2, starter=Seat(2))) == ("seat.unknown", {"seat": 3})
    opened = open_table(DRAFT, seats=2, starter=Seat(1))
    assert (opened.deal.starter, opened.deal.star) == (1, 1)


def test_a_pick_that_is_not_possible_is_named_and_one_that_is_is_told() -> None:
    table = open_table(DRAFT, seats=2, starter=Seat(0))
    table, _ = table.roll(table.throw(SeededRng("x")))
    chooser = table.ruleset.dealer.chooser(table.deal)
    assert chooser is not None
    assert refused(lambda: table.act(chooser, Pick(99))) == ("pick.not_possible", {"number": 99})
    after, (event,) = table.act(chooser, Pick(1))
    assert event == Picked(chooser, 1, after.ruleset.dealer.hand(after.deal, chooser))
    assert len(event.faces) == 2
    other = Seat(1 - chooser)
    assert (view(table, chooser).picks, view(table, other).picks) == ((1, 2, 3, 4), ())
    assert view(table, other).options == ()


def test_events_say_who_did_what() -> None:
    table = rolled("draw highway-straight B1 H.H.")
    after, events = table.act(Seat(0), parse_action("take-back B1", BASE))
    assert events == (TakenBack(Seat(0), table.seats[0].drawings[0]),)
    assert after.seats[0] == rolled().seats[0]
    seen = view(table, Seat(0))
    assert (seen.round_, seen.done) == (1, False)


def test_a_step_comes_before_everything_else() -> None:
    """M3: while the meteor waits for a choice nothing is drawn."""
    table = open_table(METEOR, seats=2)
    for number in range(20):
        table, _ = open_table(METEOR, seats=2).roll(table.throw(SeededRng(f"meteor {number}")))
        if view(table, Seat(0)).choices:
            break
    seen = view(table, Seat(0))
    assert seen.choices
    assert (seen.duties, seen.options) == (("step.first",), ())
    assert refused(lambda: table.act(Seat(0), parse_action("done", METEOR))) == ("step.first", {})
    after, events = table.act(Seat(0), seen.choices[0])
    assert events == (Chosen(Seat(0), seen.choices[0]),)
    assert view(after, Seat(0)).duties != ("step.first",)


def test_l3_a_drawing_tells_what_was_drawn_because_of_it() -> None:
    """L3: a cell between three open lake sides is filled at once."""
    forced = 0
    for seed in ("forced-20", "forced-21"):
        record, _ = record_of("lake", seats=1, seed=seed)
        table = record.open()
        for entry in record.entries:
            if isinstance(entry, Roll):
                table, _ = table.roll(entry.faces)
                continue
            before = table.seats[entry.seat].position.boards
            table, events = table.act(entry.seat, entry.action)
            for event in events:
                if isinstance(event, Drawn):
                    board, old = table.seats[entry.seat].position.boards[0], before[0]
                    new = [cell for cell in CELLS if board[cell] and not old[cell]]
                    cells = {placement.cell for placement in event.forced}
                    assert cells == set(new) - {event.drawing.placement.cell}
                    assert [board[placement.cell] for placement in event.forced] == [
                        placement.tile for placement in event.forced
                    ]
                    forced += len(cells)
        assert refused(lambda table=table: table.roll(ROLL)) == ("phase.over", {})  # type: ignore[misc]
        assert [type(event) for event in events] == [Finished, RoundClosed, GameOver]
    assert forced
