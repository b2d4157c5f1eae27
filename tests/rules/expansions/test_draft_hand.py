"""A round of a draft played again by one seat: its roll is the hand that it held."""

from __future__ import annotations

import pytest
from tests.oracles.pieces import ROUTE_DIE as ROUTE_FACES
from tests.oracles.pieces import STATION_DIE as STATION_FACES

from inkrail.core.board import Round
from inkrail.core.dice import SeededRng
from inkrail.core.errors import Refusal
from inkrail.game.table import open_table
from inkrail.rules.registry import RULESET_NAMES, of_one_seat, parse_ruleset, variant_names

WITH_ROUTE_DICE = tuple(name for name in RULESET_NAMES if variant_names(name))
STATIONS = (STATION_FACES[0],) * 4


@pytest.mark.parametrize("name", WITH_ROUTE_DICE)
def test_one_seat_of_a_draft_plays_its_hands_by_the_same_readings(name: str) -> None:
    draft, hand = parse_ruleset(f"{name}+draft"), parse_ruleset(f"{name}+hand")
    assert of_one_seat(draft) == hand
    assert (hand.longest, hand.rounds, hand.layouts) == (draft.longest, draft.rounds, draft.layouts)
    assert set(hand.pieces) == set(draft.pieces)
    assert (hand.dealer.drafted, hand.dealer.picking, hand.dealer.least_seats) == (True, "", 1)
    assert of_one_seat(parse_ruleset(name)) == parse_ruleset(name)


def test_hands_are_never_offered_and_need_route_dice() -> None:
    assert all("hand" not in variant_names(name) for name in RULESET_NAMES)
    with pytest.raises(Refusal, match=r"^ruleset\.no_route_dice"):
        parse_ruleset("underground-standalone+hand")


def test_a_hand_may_hold_any_faces_of_the_pool_because_they_were_picked() -> None:
    table, _ = open_table(parse_ruleset("base+hand")).roll(STATIONS)
    assert [piece.name for piece in table.seats[0].start.dice] == list(STATIONS)
    with pytest.raises(Refusal, match=r"^roll\.impossible"):
        open_table(parse_ruleset("base")).roll(STATIONS)


@pytest.mark.parametrize(
    "hand",
    [
        STATIONS[:3],
        (*STATIONS, "lake-3"),
        (*STATIONS[:3], "lake-3", "lake-3", "lake-3"),
        (*STATIONS, "lake-3", ROUTE_FACES[0]),
        ("lake-3", "lake-3", *STATIONS),
    ],
)
def test_a_hand_that_no_draft_gives_is_refused(hand: tuple[str, ...]) -> None:
    table = open_table(parse_ruleset("lake+hand"))
    table.roll((*STATIONS, "lake-3", "lake-3"))
    with pytest.raises(Refusal, match=r"^roll\.impossible"):
        table.roll(hand)


def test_underground_rounds_are_rolled_as_always() -> None:
    ruleset = parse_ruleset("underground+hand")
    below = ruleset.dice(Round(2))
    slots = ruleset.dealer.slots(ruleset.dealer.open(1, rng=None), below)
    assert slots == parse_ruleset("underground").dealer.slots(ruleset.dealer.open(1, rng=None), below)


def test_nobody_throws_a_hand() -> None:
    with pytest.raises(Refusal, match=r"^roll\.drafted"):
        open_table(parse_ruleset("river+hand")).throw(SeededRng("hand"))
