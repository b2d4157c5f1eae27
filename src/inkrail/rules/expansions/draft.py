"""Draft, rules D: a variant in which the seats pick their route dice in pairs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from inkrail.core.dice import Die, Rng, shuffle
from inkrail.core.errors import Refusal
from inkrail.core.kinds import BLANK
from inkrail.core.longest import Longest
from inkrail.rules.dealing import Deal, Dealer, Faces, Seat, Slot, check_faces
from inkrail.rules.module import RuleModule
from inkrail.rules.standard import ROUTES

PAIRS_A_SEAT = 2
_PAIR = 2
_MOST_ENDS = 4


def _worth(sides: str) -> int:
    ends = _MOST_ENDS - sides.count(BLANK)
    return 0 if ends == _MOST_ENDS else ends


WORTH = {piece.name: _worth(piece.sides) for piece in ROUTES}
"""The value of a face for determining the next start player: its number of ends, but 0 for four (D5)."""


class DraftDealer(Dealer):
    """The route dice are rolled in pairs, and each seat takes two of them (D1-D8).

    A roll names the faces pair after pair, then those of the dice that all seats share. In a round without
    route dice everyone has the same dice.
    """

    picking = "pick"
    drafted = True
    least_seats = 2

    def open(self, seats: int, *, rng: Rng | None) -> Deal:
        """Draw the start player by lot, who has the star for the whole game (D1)."""
        starter = Seat(rng.below(seats) if rng else 0)
        return Deal(seats, starter=starter, star=starter)

    def slots(self, deal: Deal, dice: tuple[Die, ...]) -> tuple[Slot, ...]:
        """The dice of each pair, which may be any of the pool, then the common dice (D1, D2, D4)."""
        pool = [die for die in dice if die.route]
        faces = tuple(dict.fromkeys(face for die in pool for face in die.faces))
        drafted = tuple(Slot(faces, number // _PAIR + 1) for number in range(len(pool) * deal.seats))
        return drafted + super().slots(deal, _common(dice))

    def roll(self, deal: Deal, dice: tuple[Die, ...], *, rng: Rng) -> Faces:
        """Take random dice from the pool, two by two, and roll them; then the common ones (D1, D2, D7)."""
        pool = [die for die in dice if die.route] * deal.seats
        return tuple(die.roll(rng) for die in (*shuffle(pool, rng=rng), *_common(dice)))

    def deal(self, deal: Deal, dice: tuple[Die, ...], *, faces: Faces) -> Deal:
        """The pairs on the table before any pick; refused if the pool cannot show them (D1, D2)."""
        drafted, common = _split(dice, faces, seats=deal.seats)
        pool = Counter(die for die in dice if die.route)
        shown = Counter(next((die for die in pool if face in die.faces), None) for face in drafted)
        if shown != Counter({die: count * deal.seats for die, count in pool.items()}):
            raise Refusal("roll.impossible", roll=" ".join(faces))
        check_faces(_common(dice), common)
        return replace(deal, dice=dice, faces=faces, picks=())

    def chooser(self, deal: Deal) -> Seat | None:
        """In seat order from the start player on, twice (D3)."""
        if len(deal.picks) == len(pairs(deal)):
            return None
        return _turn(deal, len(deal.picks))

    def options(self, deal: Deal) -> tuple[int, ...]:
        """The pairs that are not taken yet (D3)."""
        return tuple(number for number, _ in enumerate(pairs(deal), start=1) if number not in deal.picks)

    def offers(self, deal: Deal) -> tuple[Faces, ...]:
        """The pairs of the round (D2)."""
        return pairs(deal)

    def takers(self, deal: Deal) -> dict[int, Seat]:
        """The seats of the pairs taken (D3)."""
        return {number: _turn(deal, turn) for turn, number in enumerate(deal.picks)}

    def pick(self, deal: Deal, choice: int) -> Deal:
        """The deal after the chooser took this pair."""
        return replace(deal, picks=(*deal.picks, choice))

    def is_picked(self, dice: tuple[Die, ...]) -> bool:
        """Route dice are drafted, others are not (D4)."""
        return any(die.route for die in dice)

    def taken(self, deal: Deal, seat: Seat) -> Faces:
        """The faces of the pairs that the seat took, in the order taken (D4)."""
        offered = pairs(deal)
        own = (number for number, taker in self.takers(deal).items() if taker == seat)
        return tuple(face for number in own for face in offered[number - 1])

    def common(self, deal: Deal) -> Faces:
        """The faces of the expansion's dice (D4)."""
        _, common = _split(deal.dice, deal.faces, seats=deal.seats)
        return common

    def next_starter(self, deal: Deal) -> Seat:
        """The seat whose dice are worth least, of several the one that picked last (D5, D6).

        It is known once all pairs are taken; until then, and after a round without a draft, it stays the same.
        """
        if not pairs(deal) or self.chooser(deal) is not None:
            return deal.starter
        order = [_turn(deal, turn) for turn in range(deal.seats)]
        return min(reversed(order), key=lambda seat: sum(WORTH[face] for face in self.taken(deal, seat)))

    def tie_order(self, deal: Deal) -> tuple[Seat, ...]:
        """Reverse seat order, from the seat before the starred one to the starred one (D8)."""
        return tuple(Seat((deal.star - 1 - step) % deal.seats) for step in range(deal.seats))


class Draft(RuleModule):
    """Added to any game with route dice (D)."""

    name = "draft"
    longest = Longest.STRETCHES
    dealer = DraftDealer()


class HandDealer(Dealer):
    """One seat of a draft plays a round again: its roll is the hand that it held after the picks.

    A hand consists of any faces of the route dice, then those of the common dice (D4), as many as there are dice.
    """

    drafted = True
    codes = (*Dealer.codes, "roll.drafted")

    def slots(self, deal: Deal, dice: tuple[Die, ...]) -> tuple[Slot, ...]:
        """The drafted dice, each of which may be any of the pool, then the common ones."""
        slots = DraftDealer().slots(replace(deal, seats=1), dice)
        return tuple(slot._replace(offer=None) for slot in slots)

    def roll(self, deal: Deal, dice: tuple[Die, ...], *, rng: Rng) -> Faces:
        """Refused: what a seat held was picked."""
        raise Refusal("roll.drafted")

    def deal(self, deal: Deal, dice: tuple[Die, ...], *, faces: Faces) -> Deal:
        """The deal with this hand, or a refusal if no draft gives it."""
        slots = self.slots(deal, dice)
        if len(faces) != len(slots) or any(
            face not in slot.faces for face, slot in zip(faces, slots, strict=True)
        ):
            raise Refusal("roll.impossible", roll=" ".join(faces))
        return replace(deal, dice=dice, faces=faces, picks=())


class Hand(RuleModule):
    """Takes the place of the draft where one seat of a drafted game plays a round again."""

    name = "hand"
    longest = Draft.longest
    dealer = HandDealer()


def pairs(deal: Deal) -> tuple[Faces, ...]:
    """The pairs of the round in the order they were laid out; their numbers count from 1 (D2)."""
    drafted, _ = _split(deal.dice, deal.faces, seats=deal.seats)
    return tuple(drafted[start : start + _PAIR] for start in range(0, len(drafted), _PAIR))


def _turn(deal: Deal, turn: int) -> Seat:
    """Who takes the next pair after this many: in seat order from the start player on, round and round (D3)."""
    return Seat((deal.starter + turn) % deal.seats)


def _split(dice: Sequence[Die], faces: Faces, *, seats: int) -> tuple[Faces, Faces]:
    """The drafted faces of a roll, and the common ones."""
    count = sum(die.route for die in dice) * seats
    return faces[:count], faces[count:]


def _common(dice: Sequence[Die]) -> tuple[Die, ...]:
    """The dice that all seats share (D4)."""
    return tuple(die for die in dice if not die.route)
