"""Draft: who starts the next round, and who wins a tie (D5-D9)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles.draft import face_value, next_start, tie_break
from tests.oracles.pieces import STATION_DIE as STATION_FACES
from tests.rules.expansions.draft_deals import (
    DEALER,
    DICE,
    DRAFT,
    TWO_SEATS,
    dealt,
    drafted_table,
    flat,
    picked,
    played_round,
    random_deal,
)

from inkrail.core.board import Round
from inkrail.core.cells import parse_cell
from inkrail.core.dice import SeededRng, choose
from inkrail.core.placement import Placement
from inkrail.game.actions import Pick
from inkrail.game.table import Phase, open_table
from inkrail.rules.dealing import Deal, Seat
from inkrail.rules.expansions.draft import WORTH
from inkrail.rules.registry import parse_ruleset
from inkrail.rules.standard import ROUTE_DIE, STATION_DIE

# D5


def test_d5a_the_least_dice_start_the_next_round() -> None:
    deal = dealt(TWO_SEATS)
    assert DEALER.next_starter(picked(deal, 1, 2, 3, 4)) == 1
    assert DEALER.next_starter(picked(deal, 2, 1, 3, 4)) == 0
    table = drafted_table("base+draft", seats=2, seed=6)
    rng = SeededRng("starter")
    for _ in range(4):
        while table.phase is Phase.PICK:
            seat = DEALER.chooser(table.deal)
            assert seat is not None
            table, _ = table.act(seat, Pick(choose(DEALER.options(table.deal), rng=rng)))
        expected = DEALER.next_starter(table.deal)
        table = played_round(table, rng)
        assert table.deal.starter == expected


def test_d5b_a_face_is_worth_its_ends_but_four_of_them_nothing() -> None:
    assert WORTH == {
        "overpass": 0,
        "highway-straight": 2,
        "railway-straight": 2,
        "highway-curve": 2,
        "railway-curve": 2,
        "station-straight": 2,
        "station-curve": 2,
        "highway-t": 3,
        "railway-t": 3,
    }
    assert WORTH.keys() == {*ROUTE_DIE.faces, *STATION_DIE.faces}
    assert all(worth == face_value(face) for face, worth in WORTH.items())


# D6


def test_d6a_of_those_tied_for_least_the_one_who_chose_last() -> None:
    alike = tuple(pair for pair in TWO_SEATS[2:] for _ in range(4))
    for starter, expected in ((0, 3), (1, 0), (2, 1), (3, 2)):
        deal = replace(dealt(TWO_SEATS * 2, starter=starter), faces=flat(alike))
        assert DEALER.next_starter(picked(deal, *range(1, 9))) == expected


def test_d6b_it_is_settled_before_drawing_begins() -> None:
    deal = dealt(TWO_SEATS, starter=1)
    for choice in (1, 2, 3):
        assert DEALER.next_starter(deal) == 1
        deal = DEALER.pick(deal, choice)
    assert DEALER.next_starter(DEALER.pick(deal, 4)) == 0


@given(st.integers(0, 10**6), st.integers(2, 6))
def test_d6_random_drafts_agree_with_the_oracle(seed: int, seats: int) -> None:
    """D3, D5, D6."""
    deal = random_deal(SeededRng("draft", seed), seats=seats)
    hands = [DEALER.hand(deal, Seat(seat)) for seat in range(seats)]
    assert DEALER.next_starter(deal) + 1 == next_start(hands, start=deal.starter + 1)
    assert sorted(flat(tuple(hands))) == sorted(deal.faces)


# D7


def test_d7_all_dice_go_back_into_the_pool() -> None:
    """The next roll is made with all dice again, and no one has any."""
    deal = random_deal(SeededRng("again"), seats=3)
    faces = DEALER.roll(deal, DICE, rng=SeededRng("again", 2))
    assert sum(face in STATION_FACES for face in faces) == 3
    deal = DEALER.deal(deal, DICE, faces=faces)
    assert DEALER.options(deal) == (1, 2, 3, 4, 5, 6)
    assert [DEALER.hand(deal, Seat(seat)) for seat in range(3)] == [()] * 3


# D8


@pytest.mark.parametrize(
    ("star", "tied", "winner"),
    [(1, (0, 1, 3), 0), (1, (1, 2), 2), (0, (0, 3), 3), (0, (0, 1), 1), (3, (0, 1, 2, 3), 2), (2, (2,), 2)],
)
def test_d8a_a_tie_goes_backwards_from_the_seat_before_the_star(
    star: int, tied: tuple[int, ...], *, winner: int
) -> None:
    deal = Deal(4, starter=Seat(3), star=Seat(star))
    assert DEALER.winners(deal, [Seat(seat) for seat in tied]) == (winner,)


def test_d8b_only_after_points_and_errors() -> None:
    """Two empty boards tie and the seat before the star wins; with an error more it does not."""
    table = open_table(DRAFT, seats=2, starter=Seat(0))
    empty = table.sheets()
    assert table.winners(empty) == (1,)
    position = DRAFT.put(
        table.seats[0].shown, Placement(DRAFT.pieces["highway-straight"].tile("H.H."), parse_cell("B1"))
    )
    more = DRAFT.score(position)
    assert (more.total, more.errors) == (0, 1)
    assert table.winners((empty[0], more)) == (0,)


@given(st.data())
def test_d8_agrees_with_the_oracle(data: st.DataObject) -> None:
    seats = data.draw(st.integers(2, 6))
    star = data.draw(st.integers(0, seats - 1))
    tied = data.draw(st.sets(st.integers(0, seats - 1), min_size=1))
    expected = tie_break({seat + 1 for seat in tied}, starred=star + 1, seats=seats)
    deal = Deal(seats, star=Seat(star))
    assert DEALER.winners(deal, [Seat(seat) for seat in sorted(tied)]) == (expected - 1,)


# D9


def test_d9_seats_worth_8_6_6_6() -> None:
    eight = (("highway-straight", "railway-curve"), ("railway-straight", "station-curve"))
    six = (("highway-curve", "overpass"), ("highway-straight", "railway-curve"))
    firsts, seconds = zip(eight, six, six, six, strict=True)
    deal = picked(dealt((*firsts, *seconds)), *range(1, 9))
    hands = [DEALER.hand(deal, Seat(seat)) for seat in range(4)]
    assert [sum(map(WORTH.__getitem__, hand)) for hand in hands] == [8, 6, 6, 6]
    assert DEALER.next_starter(deal) + 1 == 4


def test_d2_the_dice_of_the_next_round_are_told_pair_after_pair() -> None:
    slots = DEALER.slots(Deal(3), DICE)
    assert [slot.offer for slot in slots] == [number for number in range(1, 7) for _ in range(2)]
    assert {slot.faces for slot in slots} == {tuple(dict.fromkeys((*ROUTE_DIE.faces, *STATION_DIE.faces)))}


def test_d4_the_next_rounds_common_dice_lie_in_no_pair() -> None:
    table = open_table(parse_ruleset("underground+draft"), seats=2)
    assert [slot.offer for slot in table.next_dice] == [1, 1, 2, 2, 3, 3, 4, 4]
    below = replace(table, round_=Round(1)).next_dice
    assert [slot.offer for slot in below] == [None] * 4
    assert below[3].faces[0] == "pipe-over-subway"
    assert replace(table, round_=Round(14)).next_dice == ()
