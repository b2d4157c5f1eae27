# mypy: disable-error-code="no-any-return"
# ruff: noqa: PLR0917  (compiled functions take no keywords)

"""The score of a board on a desk: networks, longest routes, centre and errors (S1-S6)."""

from __future__ import annotations

from typing import Final, NamedTuple

from inkrail.kernel.bits import CENTRE, NOT_EAST, NOT_NORTH, NOT_SOUTH, NOT_WEST, Words, count, grown
from inkrail.kernel.book import (
    APART,
    BROKEN,
    FACES,
    FILLED,
    GAME,
    HUBS,
    LAKE,
    METEOR,
    MOST_EXITS,
    RIVER,
    SIDE,
    STRETCHES,
    UNDERGROUND,
    VALUES,
)
from inkrail.kernel.compiling import inlined, inner
from inkrail.kernel.longest import longest
from inkrail.kernel.regions import best_river, crater_routes, lava_lakes, region_at, smallest_lake

# Columns of a row of score lines. Errors are counted, not negative.
TOTAL: Final = 0
NETWORK_POINTS: Final = 1
HIGHWAY: Final = 2
RAILWAY: Final = 3
CENTRE_POINTS: Final = 4
ERRORS: Final = 5
EXPANSION: Final = 6
CLOSED_LAKES: Final = 7
NETWORKS: Final = 8
"""From here on: how many networks have one exit, two exits, ... twelve."""
LINES: Final = 20

# Underground there are more columns (U7).
PIPE_POINTS: Final = 20
SUBWAY_POINTS: Final = 21
PIPELINE: Final = 22
SUBWAY: Final = 23
CENTRE_BELOW: Final = 24
ERRORS_BELOW: Final = 25
BROKEN_PIPES: Final = 26
HUBS_BELOW: Final = 27
PIPE_NETWORKS: Final = 28
"""From here on: how many pipe networks have no exit, one, two, ... twelve."""
SUBWAY_NETWORKS: Final = 41
"""From here on: how many subway networks have no exit or hub, one, two, ..."""
LINES_WITH_UNDERGROUND: Final = 104

_E: Final = SIDE
_S: Final = 2 * SIDE
_W: Final = 3 * SIDE


@inlined
def joined_east(desk: Words, slot: int) -> int:
    """The cells joined to their right neighbour in the slot's kind."""
    return desk[_E + slot] & desk[FACES + _E + slot] & NOT_EAST


@inlined
def joined_south(desk: Words, slot: int) -> int:
    """The cells joined to the cell below in the slot's kind."""
    return desk[_S + slot] & desk[FACES + _S + slot] & NOT_SOUTH


@inlined
def showing(desk: Words, slot: int) -> int:
    """The cells that show the slot's kind on some side."""
    return desk[slot] | desk[_E + slot] | desk[_S + slot] | desk[_W + slot]


@inlined
def exits_met(desk: Words, slot: int) -> int:
    """The cells connected to an exit of the slot's kind; no cell has two exits."""
    return (
        desk[slot] & desk[FACES + slot] & ~NOT_NORTH
        | desk[_E + slot] & desk[FACES + _E + slot] & ~NOT_EAST
        | desk[_S + slot] & desk[FACES + _S + slot] & ~NOT_SOUTH
        | desk[_W + slot] & desk[FACES + _W + slot] & ~NOT_WEST
    )


@inlined
def open_ends(desk: Words, slot: int) -> int:
    """How many sides of the slot's kind meet neither their kind nor the outer edge (S5)."""
    return (
        count(desk[slot] & ~desk[FACES + slot] & NOT_NORTH)
        + count(desk[_E + slot] & ~desk[FACES + _E + slot] & NOT_EAST)
        + count(desk[_S + slot] & ~desk[FACES + _S + slot] & NOT_SOUTH)
        + count(desk[_W + slot] & ~desk[FACES + _W + slot] & NOT_WEST)
    )


@inlined
def junctions(desk: Words, slot: int) -> int:
    """The cells with three or four sides of the slot's kind."""
    north, east, south, west = desk[slot], desk[_E + slot], desk[_S + slot], desk[_W + slot]
    return north & east & (south | west) | south & west & (north | east)


@inlined
def stations(desk: Words) -> int:
    """The cells that join slots 0 and 1 (B4)."""
    return showing(desk, 0) & showing(desk, 1) & ~desk[APART]


class Joints(NamedTuple):
    """The cells joined to the one on their right or below in slots 0 and 1, and those that join both slots."""

    east: int
    south: int
    east_too: int
    south_too: int
    both: int


@inlined
def joints_of(desk: Words) -> Joints:
    """All joints of the board on the desk."""
    return Joints(
        joined_east(desk, 0),
        joined_south(desk, 0),
        joined_east(desk, 1),
        joined_south(desk, 1),
        stations(desk),
    )


@inlined
def network_of(one: int, two: int, joints: Joints) -> tuple[int, int]:
    """The cells of slots 0 and 1 that are connected to these."""
    before = 0
    while one + two != before:
        before = one + two
        one = grown(one, joints.east, joints.south)
        two = grown(two, joints.east_too, joints.south_too)
        shared = (one | two) & joints.both
        one |= shared
        two |= shared
    return one, two


@inner
def score_networks(desk: Words, book: Words, lines: Words) -> int:
    """The points of all networks; the lines from `NETWORKS` on count them by their exits (S1)."""
    for exits in range(12):
        lines[NETWORKS + exits] = 0
    joints = joints_of(desk)
    exits, exits_too = exits_met(desk, 0), exits_met(desk, 1)
    points = 0
    while exits | exits_too:
        start = exits & -exits
        one, two = network_of(start, 0 if start else exits_too & -exits_too, joints)
        reached = count(exits & one) + count(exits_too & two)
        exits &= ~one
        exits_too &= ~two
        points += book[VALUES + reached]
        lines[NETWORKS + reached - 1] += 1
    return points


@inner
def score_networks_by_water(desk: Words, book: Words, lines: Words) -> int:
    """The same if piers join their routes to a lake, which joins its piers (L1, L5)."""
    for exits in range(12):
        lines[NETWORKS + exits] = 0
    whole = ~desk[APART]
    exits, exits_too = exits_met(desk, 0), exits_met(desk, 1)
    points = 0
    while exits | exits_too:
        one = exits & -exits
        two = 0 if one else exits_too & -exits_too
        water = 0
        before = -1
        while one + two + water != before:
            before = one + two + water
            one = grown(one, joined_east(desk, 0), joined_south(desk, 0))
            two = grown(two, joined_east(desk, 1), joined_south(desk, 1))
            water = grown(water, joined_east(desk, 2), joined_south(desk, 2))
            shared = (one | two | water) & whole
            one |= shared
            two |= shared
            water |= shared
        reached = count(exits & one) + count(exits_too & two)
        exits &= ~one
        exits_too &= ~two
        points += book[VALUES + reached]
        lines[NETWORKS + reached - 1] += 1
    return points


@inner
def longest_of(desk: Words, book: Words, slot: int) -> int:
    """The points of the longest route of the slot's kind (S2, S3)."""
    junction = junctions(desk, slot) if book[STRETCHES] else 0
    return longest(
        showing(desk, slot), joined_east(desk, slot), joined_south(desk, slot), junction, book[STRETCHES]
    )


@inner
def score_desk(desk: Words, book: Words, lines: Words) -> int:
    """The total of the board on the desk; its score lines are written to `lines` (S6)."""
    if book[GAME] >= UNDERGROUND:
        return _score_alone(desk, book, lines)
    if book[GAME] == LAKE:
        lines[NETWORK_POINTS] = score_networks_by_water(desk, book, lines)
    else:
        lines[NETWORK_POINTS] = score_networks(desk, book, lines)
    lines[HIGHWAY] = longest_of(desk, book, 0)
    lines[RAILWAY] = longest_of(desk, book, 1)
    lines[CENTRE_POINTS] = count(desk[FILLED] & CENTRE)
    lines[ERRORS] = open_ends(desk, 0) + open_ends(desk, 1)
    lines[EXPANSION] = 0
    lines[CLOSED_LAKES] = 0
    if book[GAME]:
        _score_expansion(desk, book, lines)
    routes = lines[NETWORK_POINTS] + lines[HIGHWAY] + lines[RAILWAY]
    lines[TOTAL] = routes + lines[CENTRE_POINTS] - lines[ERRORS] + lines[EXPANSION]
    return lines[TOTAL]


@inner
def _score_alone(desk: Words, book: Words, lines: Words) -> int:
    """The total of an underground board; all lines of the surface are 0."""
    for column in range(LINES):
        lines[column] = 0
    lines[EXPANSION] = lines[TOTAL] = score_underground(desk, book, lines)
    return lines[TOTAL]


@inner
def score_underground(desk: Words, book: Words, lines: Words) -> int:
    """The points of the underground board on the desk (U7); subways are slot 0, pipes slot 1."""
    for column in range(PIPE_NETWORKS, LINES_WITH_UNDERGROUND):
        lines[column] = 0
    lines[PIPE_POINTS] = _score_kind(desk, book, 1, 0, lines[PIPE_NETWORKS:])
    lines[SUBWAY_POINTS] = _score_kind(desk, book, 0, desk[HUBS], lines[SUBWAY_NETWORKS:])
    lines[PIPELINE] = longest_of(desk, book, 1)
    lines[SUBWAY] = longest_of(desk, book, 0)
    lines[CENTRE_BELOW] = count(desk[FILLED] & CENTRE)
    lines[ERRORS_BELOW] = open_ends(desk, 0) + open_ends(desk, 1)
    lines[BROKEN_PIPES] = count(desk[BROKEN])
    lines[HUBS_BELOW] = count(desk[HUBS])
    networks = lines[PIPE_POINTS] + lines[SUBWAY_POINTS]
    routes = 2 * lines[PIPELINE] + lines[SUBWAY] + lines[CENTRE_BELOW]
    return networks + routes - lines[ERRORS_BELOW] - 2 * lines[BROKEN_PIPES]


@inner
def _score_kind(desk: Words, book: Words, slot: int, hubs: int, by_size: Words) -> int:
    """The points of all networks of a kind; hubs count as exits."""
    exits = exits_met(desk, slot)
    todo = exits | hubs
    points = 0
    while todo:
        network = region_at(todo & -todo, joined_east(desk, slot), joined_south(desk, slot))
        todo &= ~network
        size = count(exits & network) + count(hubs & network)
        points += book[VALUES + min(size, MOST_EXITS)]
        by_size[size] += 1
    return points


@inner
def _score_expansion(desk: Words, book: Words, lines: Words) -> None:
    """The expansion's own points, and what it changes about the errors."""
    east, south = joined_east(desk, 2), joined_south(desk, 2)
    if book[GAME] == RIVER:
        lines[ERRORS] += open_ends(desk, 2)
        lines[EXPANSION] = best_river(desk, east, south)
    elif book[GAME] == LAKE:
        lines[EXPANSION] = smallest_lake(desk, east, south)
    elif book[GAME] == METEOR:
        lines[EXPANSION], forgiven = crater_routes(desk)
        lines[ERRORS] -= forgiven
    else:
        lines[ERRORS] += open_ends(desk, 2)
        lines[EXPANSION], lines[CLOSED_LAKES] = lava_lakes(desk, east, south)
