"""Who plays with which dice; at most tables everyone with all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, NewType

from inkrail.core.dice import Die, Rng
from inkrail.core.errors import Refusal

Seat = NewType("Seat", int)
"""A place at the table: 0 for the first. Texts and people count from 1."""

Faces = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """The dice of the round and who has which; an immutable value.

    `starter` is the seat that picks first and `star` the one drawn by lot before the first round, if the dealer
    needs them; `picks` are the picks of this round, in order.
    """

    seats: int
    starter: Seat = Seat(0)
    star: Seat = Seat(0)
    dice: tuple[Die, ...] = ()
    faces: Faces = ()
    picks: tuple[int, ...] = ()


class Slot(NamedTuple):
    """A die of a roll to come: what it may show, and the number of its offer, if any."""

    faces: Faces
    offer: int | None = None


class Dealer:
    """Everyone plays with every die."""

    picking = ""
    """The verb for picking dice, if there is one."""
    drafted = False
    """Whether a seat plays with what it picked, so that its hand is no roll of the dice."""
    least_seats = 1
    codes: tuple[str, ...] = ("roll.impossible",)

    def open(self, seats: int, *, rng: Rng | None) -> Deal:
        """The deal before the first round; without `rng` the first seat wins every lot."""
        return Deal(seats)

    def slots(self, deal: Deal, dice: tuple[Die, ...]) -> tuple[Slot, ...]:
        """What a roll of these dice consists of, in the order that `deal` reads it."""
        return tuple(Slot(tuple(dict.fromkeys(die.faces))) for die in dice)

    def roll(self, deal: Deal, dice: tuple[Die, ...], *, rng: Rng) -> Faces:
        """Random faces for a round, in the order that `deal` reads them."""
        return tuple(die.roll(rng) for die in dice)

    def deal(self, deal: Deal, dice: tuple[Die, ...], *, faces: Faces) -> Deal:
        """The deal with these faces rolled, or a refusal if these dice cannot show them."""
        check_faces(dice, faces)
        return replace(deal, dice=dice, faces=faces, picks=())

    def chooser(self, deal: Deal) -> Seat | None:
        """The seat that must pick dice now, if any."""
        return None

    def options(self, deal: Deal) -> tuple[int, ...]:
        """The offers that it may pick, as numbers from 1."""
        return ()

    def offers(self, deal: Deal) -> tuple[Faces, ...]:
        """The dice on offer this round, including those taken; their numbers count from 1."""
        return ()

    def takers(self, deal: Deal) -> dict[int, Seat]:
        """Who took which of the offers so far this round, in the order taken."""
        return {}

    def pick(self, deal: Deal, choice: int) -> Deal:
        """The deal after the chooser picked this offer."""
        raise NotImplementedError

    def is_picked(self, dice: tuple[Die, ...]) -> bool:
        """Whether these dice of a round are picked."""
        return False

    def taken(self, deal: Deal, seat: Seat) -> Faces:
        """The faces that a seat has picked so far this round."""
        return ()

    def common(self, deal: Deal) -> Faces:
        """The faces that all seats play with."""
        return deal.faces

    def hand(self, deal: Deal, seat: Seat) -> Faces:
        """The faces that a seat plays with."""
        return (*self.taken(deal, seat), *self.common(deal))

    def next_starter(self, deal: Deal) -> Seat:
        """The seat that picks first in the next round."""
        return deal.starter

    def tie_order(self, deal: Deal) -> tuple[Seat, ...]:
        """The seats in the order that decides a tie after points and errors; empty if the win is shared (B13)."""
        return ()

    def winners(self, deal: Deal, tied: Sequence[Seat]) -> tuple[Seat, ...]:
        """Which of the seats tied after points and errors win (B13)."""
        first = next((seat for seat in self.tie_order(deal) if seat in tied), None)
        return tuple(tied) if first is None else (first,)


def check_faces(dice: Sequence[Die], faces: Sequence[str]) -> None:
    """Refuse faces that these dice, in this order, cannot show."""
    if len(dice) != len(faces):
        raise Refusal("roll.impossible", roll=" ".join(faces))
    for die, face in zip(dice, faces, strict=True):
        if face not in die.faces:
            raise Refusal("roll.impossible", roll=" ".join(faces))
