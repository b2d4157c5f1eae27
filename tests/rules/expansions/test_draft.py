"""Draft: where it is played, the dice and how they are chosen (D1-D4)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from tests.oracles.draft import choosing_order
from tests.oracles.pieces import ROUTE_DIE as ROUTE_FACES
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
)

from inkrail.core.board import Round
from inkrail.core.dice import SeededRng
from inkrail.core.errors import Refusal
from inkrail.core.longest import Longest
from inkrail.game.actions import Pick
from inkrail.game.table import open_table
from inkrail.rules.dealing import Deal, Faces, Seat
from inkrail.rules.expansions.draft import pairs
from inkrail.rules.registry import RULESET_NAMES, parse_ruleset, variant_names

WITH_ROUTE_DICE = tuple(name for name in RULESET_NAMES if variant_names(name))


# Where it is played


def test_d1a_a_draft_needs_two_players() -> None:
    assert open_table(DRAFT, seats=2).deal.seats == 2
    assert open_table(DRAFT, seats=6).deal.seats == 6
    with pytest.raises(Refusal, match=r"table\.seats"):
        open_table(DRAFT, seats=1)


def test_d1b_it_is_added_to_any_game_with_route_dice() -> None:
    assert WITH_ROUTE_DICE == ("base", "river", "lake", "meteor", "lava", "underground")
    for name in WITH_ROUTE_DICE:
        assert parse_ruleset(f"{name}+draft").dealer.picking == "pick"
        assert parse_ruleset(name).dealer.picking == ""
    with pytest.raises(Refusal, match=r"ruleset\.no_route_dice"):
        parse_ruleset("underground-standalone+draft")


def test_d1c_underground_rounds_are_not_drafted() -> None:
    """Surface rounds are; who starts the next of them is kept over the round below."""
    ruleset = parse_ruleset("underground+draft")
    surface, below = ruleset.dice(Round(1)), ruleset.dice(Round(2))
    rng = SeededRng("underground")
    deal = DEALER.open(3, rng=rng)
    deal = DEALER.deal(deal, surface, faces=DEALER.roll(deal, surface, rng=rng))
    assert len(pairs(deal)) == 6
    deal = replace(deal, starter=Seat(2))
    faces = DEALER.roll(deal, below, rng=rng)
    assert len(faces) == 4
    deal = DEALER.deal(deal, below, faces=faces)
    assert DEALER.chooser(deal) is None
    assert DEALER.options(deal) == ()
    assert [DEALER.hand(deal, Seat(seat)) for seat in range(3)] == [faces] * 3
    assert DEALER.next_starter(deal) == 2
    with pytest.raises(Refusal, match=r"^roll\.impossible: .*cannot show"):
        DEALER.deal(deal, below, faces=faces[::-1])


@pytest.mark.parametrize("name", WITH_ROUTE_DICE)
def test_s3_the_expansion_says_how_the_longest_route_is_read(name: str) -> None:
    usual = Longest.STRETCHES if name in ("base", "meteor", "lava") else Longest.CELLS
    assert parse_ruleset(f"{name}+draft").longest is usual


def test_the_score_sheet_has_no_line_of_the_draft() -> None:
    for name in WITH_ROUTE_DICE:
        plain, draft = parse_ruleset(name), parse_ruleset(f"{name}+draft")
        assert draft.report(draft.score(draft.set_up())) == plain.report(plain.score(plain.set_up()))


# D1


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_d1d_the_pool_holds_a_set_of_route_dice_for_each_player(seats: int) -> None:
    faces = DEALER.roll(Deal(seats), DICE, rng=SeededRng("pool", seats))
    assert sum(face in ROUTE_FACES for face in faces) == 3 * seats
    assert sum(face in STATION_FACES for face in faces) == seats


def test_d1e_the_start_player_is_drawn_by_lot() -> None:
    starters = Counter(DEALER.open(4, rng=SeededRng("lot", n)).starter for n in range(400))
    assert sorted(starters) == [0, 1, 2, 3]
    assert min(starters.values()) > 60
    assert DEALER.open(4, rng=None).starter == 0


def test_d1f_his_board_is_starred_for_the_whole_game() -> None:
    for n in range(20):
        deal = DEALER.open(5, rng=SeededRng("lot", n))
        assert deal.star == deal.starter
    table = drafted_table("base+draft", seats=2, seed=1)
    star = table.deal.star
    for _ in range(DRAFT.rounds):
        table = played_round(table, SeededRng("star", table.round_))
        assert table.deal.star == star


# D2


def test_d2a_pairs_are_random_dice_of_the_pool() -> None:
    """The station dice of two players may be at any two places, in one pair or in two."""
    places: Counter[tuple[int, ...]] = Counter()
    for n in range(600):
        faces = DEALER.roll(Deal(2), DICE, rng=SeededRng("pairs", n))
        places[tuple(at for at, face in enumerate(faces) if face in STATION_FACES)] += 1
    assert len(places) == 28
    assert max(places.values()) < 60


def test_d2b_every_die_is_rolled() -> None:
    rolled = Counter(
        face for n in range(200) for face in DEALER.roll(Deal(3), DICE, rng=SeededRng("roll", n))
    )
    assert rolled.keys() == {*ROUTE_FACES, *STATION_FACES}
    assert min(rolled.values()) > 100


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_d2c_all_dice_lie_in_pairs(seats: int) -> None:
    deal = Deal(seats)
    faces = DEALER.roll(deal, DICE, rng=SeededRng("all", seats))
    deal = DEALER.deal(deal, DICE, faces=faces)
    assert [len(pair) for pair in pairs(deal)] == [2] * (2 * seats)
    assert flat(pairs(deal)) == faces
    assert DEALER.offers(deal) == pairs(deal)
    assert DEALER.options(deal) == tuple(range(1, 2 * seats + 1))


@pytest.mark.parametrize(
    "faces",
    [
        flat(TWO_SEATS[:3]),
        flat((*TWO_SEATS, TWO_SEATS[0])),
        flat((*TWO_SEATS[:3], ("overpass", "railway-t"))),
        flat((*TWO_SEATS[:1], ("highway-t", "station-curve"), *TWO_SEATS[2:])),
        flat((*TWO_SEATS[:3], ("river-straight", "railway-t"))),
        flat(TWO_SEATS, "up"),
        (),
    ],
)
def test_d2d_a_roll_that_the_pool_cannot_show_is_refused(faces: Faces) -> None:
    with pytest.raises(Refusal) as refused:
        DEALER.deal(Deal(2), DICE, faces=faces)
    assert refused.value.code == "roll.impossible"
    told = refused.value.params["roll"]
    assert told in (" ".join(faces), " ".join(faces[8:])), "the whole roll, or what is too much of it"


def test_d2e_the_common_dice_must_show_their_faces_too() -> None:
    dice = parse_ruleset("meteor+draft").dice(Round(1))
    assert DEALER.deal(Deal(2), dice, faces=flat(TWO_SEATS, "up", "3")).faces[-2:] == ("up", "3")
    for common in (("up",), ("3", "up"), ("up", "4"), ()):
        with pytest.raises(Refusal, match=r"^roll\.impossible: .*cannot show"):
            DEALER.deal(Deal(2), dice, faces=flat(TWO_SEATS, *common))


# D3


@pytest.mark.parametrize("starter", [0, 1, 3])
def test_d3a_each_takes_one_pair_from_the_start_player_on_in_seat_order(starter: int) -> None:
    deal = dealt(TWO_SEATS * 2, starter=starter)
    order = []
    for choice in range(1, 5):
        order.append(DEALER.chooser(deal))
        deal = DEALER.pick(deal, choice)
    assert [seat + 1 for seat in order if seat is not None] == choosing_order(seats=4, start=starter + 1)


def test_d3b_then_a_second_pair_in_the_same_order() -> None:
    deal = dealt(TWO_SEATS * 2, starter=2)
    order = []
    for choice in range(1, 9):
        order.append(DEALER.chooser(deal))
        deal = DEALER.pick(deal, choice)
    assert order == [2, 3, 0, 1, 2, 3, 0, 1]
    assert DEALER.chooser(deal) is None


def test_d3c_a_pair_taken_is_gone() -> None:
    deal = picked(dealt(TWO_SEATS), 3, 1)
    assert DEALER.options(deal) == (2, 4)
    table = drafted_table("base+draft", seats=2, seed=3)
    first = DEALER.chooser(table.deal)
    assert first is not None
    table, _ = table.act(first, Pick(3))
    second = Seat(1 - first)
    with pytest.raises(Refusal, match=r"pick\.not_your_turn"):
        table.act(first, Pick(1))
    for number in (0, 3, 5):
        with pytest.raises(Refusal, match=r"pick\.not_possible"):
            table.act(second, Pick(number))


def test_d3d_pairs_keep_what_was_rolled() -> None:
    deal = picked(dealt(TWO_SEATS, starter=1), 3, 1, 4, 2)
    assert DEALER.hand(deal, Seat(1)) == (*TWO_SEATS[2], *TWO_SEATS[3])
    assert DEALER.hand(deal, Seat(0)) == (*TWO_SEATS[0], *TWO_SEATS[1])


# D4


def test_d4a_each_player_draws_his_own_four_dice() -> None:
    table = drafted_table("base+draft", seats=3, seed=4)
    for number in range(1, 7):
        seat = DEALER.chooser(table.deal)
        assert seat is not None
        table, _ = table.act(seat, Pick(number))
    hands = [Counter(piece.name for piece in seat.position.dice) for seat in table.seats]
    assert [hand.total() for hand in hands] == [4, 4, 4]
    assert sum(hands, Counter()) == Counter(table.deal.faces)
    laid_out = pairs(table.deal)
    for turn in range(3):
        seat = Seat((table.deal.starter + turn) % 3)
        assert hands[seat] == Counter(laid_out[turn] + laid_out[turn + 3])


@pytest.mark.parametrize(
    ("name", "count"), [("river", 2), ("lake", 2), ("meteor", 2), ("lava", 2), ("base", 0)]
)
def test_d4b_expansion_dice_are_common(name: str, count: int) -> None:
    table = drafted_table(f"{name}+draft", seats=2, seed=5)
    assert len(table.deal.faces) == 8 + count
    for _ in range(4):
        seat = DEALER.chooser(table.deal)
        assert seat is not None
        table, _ = table.act(seat, Pick(DEALER.options(table.deal)[0]))
    for state in table.seats:
        assert state.position.rolled[4:] == table.deal.faces[8:]
