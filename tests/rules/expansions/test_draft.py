"""Draft, rules D."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles.draft import choosing_order, face_value, next_start, tie_break
from tests.oracles.pieces import ROUTE_DIE as ROUTE_FACES
from tests.oracles.pieces import STATION_DIE as STATION_FACES

from inkrail.core.board import Round
from inkrail.core.cells import parse_cell
from inkrail.core.dice import Rng, SeededRng, choose
from inkrail.core.errors import Refusal
from inkrail.core.longest import Longest
from inkrail.core.placement import Placement
from inkrail.game.actions import Done, Pick
from inkrail.game.table import Phase, Table, open_table
from inkrail.rules.dealing import Deal, Faces, Seat
from inkrail.rules.expansions.draft import WORTH, DraftDealer, pairs
from inkrail.rules.position import Drawing
from inkrail.rules.registry import RULESET_NAMES, parse_ruleset, variant_names
from inkrail.rules.standard import ROUTE_DIE, STATION_DIE, Standard

DRAFT = parse_ruleset("base+draft")
DEALER = DraftDealer()
DICE = Standard.dice
WITH_ROUTE_DICE = tuple(name for name in RULESET_NAMES if variant_names(name))

TWO_SEATS = (
    ("highway-t", "railway-t"),
    ("overpass", "station-curve"),
    ("highway-curve", "highway-straight"),
    ("railway-curve", "railway-straight"),
)
"""Four pairs for two seats."""


def flat(laid_out: tuple[Faces, ...], *common: str) -> Faces:
    """A roll: pair after pair, then the dice that all share."""
    return (*(face for pair in laid_out for face in pair), *common)


def dealt(laid_out: tuple[Faces, ...], *, starter: int = 0) -> Deal:
    seats = len(laid_out) // 2
    deal = Deal(seats, starter=Seat(starter), star=Seat(starter))
    return DEALER.deal(deal, DICE, faces=flat(laid_out))


def picked(deal: Deal, *choices: int) -> Deal:
    for choice in choices:
        deal = DEALER.pick(deal, choice)
    return deal


def random_deal(rng: Rng, *, seats: int) -> Deal:
    """A whole random draft."""
    deal = DEALER.open(seats, rng=rng)
    deal = DEALER.deal(deal, DICE, faces=DEALER.roll(deal, DICE, rng=rng))
    while DEALER.chooser(deal) is not None:
        deal = DEALER.pick(deal, choose(DEALER.options(deal), rng=rng))
    return deal


def drafted_table(name: str, *, seats: int, seed: object) -> Table:
    """A table after the first roll."""
    rng = SeededRng("draft", seed)
    table = open_table(parse_ruleset(name), seats=seats, rng=rng)
    return table.roll(table.throw(rng))[0]


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
    with pytest.raises(Refusal, match=r"^roll\.impossible \(roll="):
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


def played_round(table: Table, rng: Rng) -> Table:
    """Play a round in which every seat draws the first placement there is, and roll the next."""
    while table.phase is Phase.PICK:
        seat = DEALER.chooser(table.deal)
        assert seat is not None
        table, _ = table.act(seat, Pick(choose(DEALER.options(table.deal), rng=rng)))
    for number in range(len(table.seats)):
        table = _draw_all(table, Seat(number))
    return table.roll(table.throw(rng))[0] if table.phase is Phase.ROLL else table


def _draw_all(table: Table, seat: Seat) -> Table:
    ruleset = table.ruleset
    while ruleset.duties(position := table.seats[seat].position):
        piece = ruleset.dice_that_fit(position)[0]
        placement = ruleset.die_placements(position, piece)[0]
        drawable = ruleset.drawables_of(position, piece)[0]
        table, _ = table.act(seat, Drawing(drawable.verb, placement))
    return table.act(seat, Done())[0]


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
        with pytest.raises(Refusal, match=r"^roll\.impossible \(roll="):
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
