"""Who plays with which dice outside a draft."""

from dataclasses import replace

import pytest

from inkrail.core.dice import Die, SeededRng
from inkrail.core.errors import Refusal
from inkrail.rules.dealing import Deal, Dealer, Seat, check_faces

DICE = (Die("letters", ("a", "b")), Die("numbers", ("1", "2")))


def test_b6c_everybody_plays_with_all_dice() -> None:
    dealer = Dealer()
    deal = dealer.deal(dealer.open(3, rng=None), DICE, faces=("b", "1"))
    assert [dealer.hand(deal, Seat(number)) for number in range(3)] == [("b", "1")] * 3
    assert (deal.faces, deal.dice, deal.seats, deal.picks) == (("b", "1"), DICE, 3, ())
    assert dealer.deal(replace(deal, picks=(1,)), DICE, faces=("a", "1")).picks == ()


def test_nobody_chooses() -> None:
    dealer, deal = Dealer(), Deal(2)
    assert (dealer.chooser(deal), dealer.options(deal), dealer.picking, dealer.least_seats) == (
        None,
        (),
        "",
        1,
    )
    assert dealer.next_starter(deal) == 0
    assert (dealer.offers(deal), dealer.is_picked(DICE)) == ((), False)
    assert Dealer().takers(Deal(3)) == {}


def test_a_roll_has_one_face_of_each_die_in_order() -> None:
    rng = SeededRng("roll")
    rolls = {Dealer().roll(Deal(1), DICE, rng=rng) for _ in range(40)}
    assert rolls == {("a", "1"), ("a", "2"), ("b", "1"), ("b", "2")}


def test_b13d_those_tied_share() -> None:
    assert Dealer().winners(Deal(3), [Seat(0), Seat(2)]) == (0, 2)


@pytest.mark.parametrize("faces", [(), ("a",), ("a", "1", "2"), ("1", "a"), ("a", "3")])
def test_faces_that_the_dice_cannot_show_are_refused(faces: tuple[str, ...]) -> None:
    with pytest.raises(Refusal) as refused:
        check_faces(DICE, faces)
    assert (refused.value.code, refused.value.params) == ("roll.impossible", {"roll": " ".join(faces)})
    with pytest.raises(Refusal, match=r"roll\.impossible"):
        Dealer().deal(Deal(1), DICE, faces=faces)
