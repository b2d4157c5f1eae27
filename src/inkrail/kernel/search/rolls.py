"""The rolls of a round with their probabilities: all of them, or a fixed sample where there are too many.

Rolls that differ only in the order of equal dice are one roll. The sample has each roll of the route dice once, with
its probability, and spreads the faces of the expansion's dice over them in their shares, always in the same way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from inkrail.core.pieces import Piece, Role
from inkrail.kernel.board.bits import Words
from inkrail.kernel.board.meteor import DISTANCES
from inkrail.rules.dealing import Faces
from inkrail.rules.expansions import meteor

MOST_ROLLS: Final = 1_000
"""With more rolls than this a sample takes their place."""
ROUTE_DICE: Final = 4
ANY_DIRECTION: Final = 4
"""Stands for a direction of a meteor that the player chooses."""
DIRECTIONS: Final = (0, 1, 2, 3, ANY_DIRECTION, ANY_DIRECTION)

Numbers = tuple[int, ...]
"""The faces of dice as piece numbers."""


class Rolls(NamedTuple):
    """Rolls, one row of dice each, their probabilities, and the meteor of each where there are meteors."""

    dice: Words
    weights: NDArray[np.float64]
    meteors: Words
    is_sample: bool


def distinct_rolls(dice: Sequence[Sequence[int]]) -> dict[Numbers, int]:
    """Every distinct roll of these dice, similar ones next to each other, and how many ways it can fall."""
    counted = Counter(tuple(sorted(faces)) for faces in product(*dice))
    return dict(sorted(counted.items()))


def spread(rolls: dict[Numbers, int], others: dict[Numbers, int]) -> list[Numbers]:
    """One of the others for each roll, so that their shares of the rolls' ways are as close to their own as can be.

    The rolls with the most ways are served first; each gets what lacks most.
    """
    per_way = sum(rolls.values()) / sum(others.values())
    lacking = {other: ways * per_way for other, ways in others.items()}
    chosen = {}
    for roll in sorted(rolls, key=lambda roll: -rolls[roll]):
        other = max(lacking, key=lacking.__getitem__)
        lacking[other] -= rolls[roll]
        chosen[roll] = other
    return [chosen[roll] for roll in rolls]


def rolls_of(faces: Words, *, meteors: bool, volcano: int | None) -> Rolls:
    """The rolls of these dice, the route dice first; where there is a volcano it is added to each (F5).

    With meteors each roll has one: a direction, or `ANY_DIRECTION`, and a distance (M2).
    """
    dice = faces.tolist()
    routes = distinct_rolls(dice[:ROUTE_DICE])
    others = distinct_rolls(dice[ROUTE_DICE:])
    if meteors:
        others = dict(sorted(Counter(product(DIRECTIONS, DISTANCES)).items()))
    is_sample = len(routes) * len(others) > MOST_ROLLS
    pairs = (
        list(zip(routes, spread(routes, others), strict=True)) if is_sample else list(product(routes, others))
    )
    ways = [routes[roll] * (1 if is_sample else others[other]) for roll, other in pairs]
    rows = [roll if meteors else (*roll, *other) for roll, other in pairs]
    if volcano is not None:
        rows = [(*row, volcano) for row in rows]
    struck = [other if meteors else (0, 0) for _, other in pairs]
    return Rolls(np.array(rows), np.array(ways) / sum(ways), np.array(struck), is_sample)


def roll_of(faces: Faces, *, pieces: Sequence[Piece], volcano: int | None) -> Rolls:
    """One roll as a row like those of `rolls_of`, whatever the order of the faces."""
    numbers = {piece.name: number for number, piece in enumerate(pieces)}
    dice = sorted(
        (pieces[numbers[face]].role is not Role.ROUTE, numbers[face]) for face in faces if face in numbers
    )
    row = [number for _, number in dice] + ([] if volcano is None else [volcano])
    struck = [(0, 0)]
    if len(dice) < len(faces):
        direction = next(face for face in faces if face in meteor.DIRECTION_DIE.faces)
        distance = next(int(face) for face in faces if face in meteor.DISTANCE_DIE.faces)
        struck = [(int(meteor.DIRECTIONS.get(direction, ANY_DIRECTION)), distance)]
    return Rolls(np.array([row]), np.ones(1), np.array(struck), is_sample=False)
