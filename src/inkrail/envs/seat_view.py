"""What one seat sees of a table with several: its own position, the others' boards, and the dice on offer."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from gymnasium import spaces

from inkrail.core.cells import SIZE
from inkrail.envs.actions import PICKS_A_SEAT
from inkrail.envs.observations import Observation, observation_space
from inkrail.envs.spaces import gym_observations
from inkrail.game.table import MOST_SEATS, Phase, Table
from inkrail.rules.dealing import Seat
from inkrail.rules.position import Position
from inkrail.rules.ruleset import Ruleset

TABLE_NUMBERS: Final = ("own seat", "seat that picks first", "seat with the star", "dice are picked")
_PAIR: Final = 2


def seat_space(ruleset: Ruleset, *, seats: int) -> Any:
    """The space of `seat_observation`."""
    own = gym_observations(ruleset)
    parts = dict(own.spaces)
    planes = len(observation_space(ruleset).planes)
    if seats > 1:
        parts["others"] = spaces.Box(0, 1, (seats - 1, planes, SIZE, SIZE), np.int8)
        parts["table"] = spaces.Box(0, MOST_SEATS, (len(TABLE_NUMBERS),), np.int8)
    if ruleset.dealer.picking:
        faces = len(observation_space(ruleset).dice_pieces)
        parts["offers"] = spaces.Box(0, _PAIR, (PICKS_A_SEAT * seats, faces + 1), np.int8)
    return spaces.Dict(parts)


def seat_observation(table: Table, seat: Seat) -> Observation:
    """A seat's observation: its own `planes` and `vector`, and what it may know of the table.

    `others` has the boards of the seats after it in their order, as of the end of the last round; `table` the
    `TABLE_NUMBERS`; `offers` in a draft for each pair how many dice of each piece it has, and whether it is taken.
    """
    space = observation_space(table.ruleset)
    seats = len(table.seats)
    observation = space.observe(position_of(table, seat))
    if seats > 1:
        after = [(seat + step) % seats for step in range(1, seats)]
        planes = [space.observe(table.seats[number].shown)["planes"] for number in after]
        observation["others"] = np.stack(planes)
        deal = table.deal
        numbers = seat, deal.starter, deal.star, table.phase is Phase.PICK
        observation["table"] = np.array(numbers, np.int8)
    if table.ruleset.dealer.picking:
        observation["offers"] = _offers(table)
    return observation


def position_of(table: Table, seat: Seat) -> Position:
    """A seat's position; while dice are picked, with those that it has so far."""
    position = table.seats[seat].position
    if table.phase is not Phase.PICK:
        return position
    hand = table.ruleset.dealer.hand(table.deal, seat)
    pieces = table.ruleset.pieces
    dice = tuple(pieces[face] for face in hand if face in pieces)
    return position._replace(round_=table.round_, rolled=hand, dice=dice, this_round={})


def _offers(table: Table) -> Any:
    dealer, names = (
        table.ruleset.dealer,
        [piece.name for piece in observation_space(table.ruleset).dice_pieces],
    )
    offers = np.zeros((PICKS_A_SEAT * len(table.seats), len(names) + 1), np.int8)
    takers = dealer.takers(table.deal)
    for row, faces in enumerate(dealer.offers(table.deal)):
        offers[row] = [*(faces.count(name) for name in names), row + 1 in takers]
    return offers
