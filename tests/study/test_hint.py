"""Hints: the best end of the running round from where a seat stands."""

from typing import Any

import pytest
from tests.study.games import FIRST, follow, text_of, until

import inkrail
from inkrail.game.record import parse_record
from inkrail.kernel import Kernel
from inkrail.kernel.board.bits import Words
from inkrail.kernel.search.rolls import Rolls
from inkrail.study import hint as hinting


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hinting, "EFFORTS", {"full": 2})


def test_a_hint_leads_on_from_what_is_drawn_and_a_new_start_is_no_worse() -> None:
    text = until(text_of("greedy"), round_=6, lines=2)
    hint = inkrail.hint(text)
    follow(text, hint.actions)
    assert hint.restart >= hint.value
    assert list(hint.report()) == ["value", "restart", "actions"]
    assert inkrail.hint(text) == hint


def test_at_the_start_of_a_round_there_is_nothing_to_restart() -> None:
    hint = inkrail.hint(until(text_of("greedy"), round_=6))
    assert hint.value == hint.restart


def test_in_the_last_round_a_hint_is_worth_its_score() -> None:
    text = until(text_of("greedy"), round_=7, lines=1)
    hint = inkrail.hint(text)
    _, table = follow(text, hint.actions)
    assert table.sheets()[0].total == hint.value


def test_while_picking_a_hint_is_a_pick() -> None:
    text = until(text_of("random", "base+draft"), round_=2)
    seat = int(text_of("random", "base+draft").splitlines()[len(text.splitlines())].split()[0])
    hint = inkrail.hint(text, seat=seat)
    (action,) = hint.actions
    assert action.split()[0] == "pick"
    inkrail.replay(text + f"{seat} {action}\n")
    with pytest.raises(inkrail.Refusal, match=r"pick\.not_your_turn"):
        inkrail.hint(text, seat=3 - seat)


def test_there_is_no_hint_between_rounds_and_after_the_end() -> None:
    text = text_of("random")
    codes = {
        text: "record.finished",
        text[: text.index("round 2\n")]: "phase.roll",
        text[: text.index("round 1\n")]: "phase.roll",
        until(text, round_=3).replace("values: official", "values: manual"): "study.values",
    }
    for record, code in codes.items():
        with pytest.raises(inkrail.Refusal) as caught:
            inkrail.hint(record)
        assert caught.value.code == code


def test_a_seat_that_is_done_gets_no_hint() -> None:
    text = text_of("random", "base+draft")
    before = text[: text.index("1 done\n") + len("1 done\n")]
    with pytest.raises(inkrail.Refusal) as caught:
        inkrail.hint(before, seat=1)
    assert caught.value.code == "round.already_done"
    with pytest.raises(inkrail.Refusal) as caught:
        inkrail.hint(before, seat=3)
    assert caught.value.code == "seat.unknown"


def test_a_quick_hint_compares_over_fewer_rolls_where_a_search_costs_much(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _, table = parse_record(until(text_of("greedy"), round_=6))
    searches: list[int] = []
    worth = Kernel.worth

    def counted(self: Kernel, states: Words, *, rolls: Rolls, **more: Any) -> Any:
        searches.append(len(states) * len(rolls.weights))
        return worth(self, states, rolls=rolls, **more)

    monkeypatch.setattr(Kernel, "worth", counted)
    whole = hinting.hint_at(table, seat=FIRST)
    assert hinting.hint_at(table, seat=FIRST, quickly=True) == whole
    searches.clear()
    monkeypatch.setattr(hinting, "STAGES_BY_COST", ((1, 2),))
    quick = hinting.hint_at(table, seat=FIRST, quickly=True)
    assert sum(searches) == 2 * 168 / 7
    assert abs(quick.value - whole.value) < 2
    follow(until(text_of("greedy"), round_=6), quick.actions)
