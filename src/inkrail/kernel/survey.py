# ruff: noqa: PLR0917  (compiled functions take no keywords)
# mypy: disable-error-code="no-any-return"
"""An upper bound on the score of a board with one more tile, at a fraction of the cost of a full score.

A survey labels the networks of a board once. For each placement of a last tile the change in networks, centre and
errors is then exact, and only the longest routes are bounded: a route through the new cell has two arms, each at most
as long as the longest route of its component.
"""

from __future__ import annotations

from typing import Final

from inkrail.kernel.bits import (
    ALL,
    CENTRE,
    NOT_EAST,
    NOT_NORTH,
    NOT_SOUTH,
    NOT_WEST,
    ROW,
    Words,
    count,
    grown,
    lowest,
)
from inkrail.kernel.book import (
    COLUMNS,
    FACES,
    FILLED,
    IN_BOOK,
    KEEPS_APART,
    SHOWS,
    SIDE,
    STRETCHES,
    TILE,
    VALUES,
)
from inkrail.kernel.compiling import inlined, inner
from inkrail.kernel.longest import longest
from inkrail.kernel.scoring import (
    exits_met,
    joined_east,
    joined_south,
    joints_of,
    junctions,
    network_of,
    open_ends,
    showing,
)

# Words of a survey. Rows of 64 cells for each of two slots come first.
NETWORK: Final = 0
"""The label of the network that the cell's group of this slot belongs to."""
COMPONENT: Final = 128
"""The label of its component within the slot."""
EXITS_OF: Final = 256
"""The number of exits of each network."""
SPAN_OF: Final = 320
"""The longest route of each component."""
WEIGHT_OF: Final = 384
"""The most that each component adds to a route that enters it twice."""
LOOPED: Final = 448
"""1 if the component has a loop."""
FIXED: Final = 512
"""Networks, centre and errors together, in points."""
LONGEST: Final = 513
"""The longest route of each slot."""
SURVEYED: Final = 515
"""The total."""
SURVEY: Final = 520

CELLS: Final = 64
STEPS: Final = (-ROW, 1, ROW, -1)
EDGES_OF: Final = (ALL ^ NOT_NORTH, ALL ^ NOT_EAST, ALL ^ NOT_SOUTH, ALL ^ NOT_WEST)


@inner
def survey(desk: Words, book: Words, found: Words) -> int:
    """Survey the board on a desk and return its total."""
    points = _survey_networks(desk, book, found)
    errors = open_ends(desk, 0) + open_ends(desk, 1)
    found[FIXED] = points + count(desk[FILLED] & CENTRE) - errors
    labels = _survey_components(desk, book, found, 0, 0)
    _survey_components(desk, book, found, 1, labels)
    found[SURVEYED] = found[FIXED] + found[LONGEST] + found[LONGEST + 1]
    return found[SURVEYED]


@inner
def _survey_networks(desk: Words, book: Words, found: Words) -> int:
    joints = joints_of(desk)
    exits, exits_too = exits_met(desk, 0), exits_met(desk, 1)
    todo, todo_too = showing(desk, 0), showing(desk, 1)
    points = 0
    label = 0
    while todo | todo_too:
        start = todo & -todo
        one, two = network_of(start, 0 if start else todo_too & -todo_too, joints)
        reached = count(exits & one) + count(exits_too & two)
        points += book[VALUES + reached]
        found[EXITS_OF + label] = reached
        _label(found, NETWORK, one, label)
        _label(found, NETWORK + CELLS, two, label)
        todo &= ~one
        todo_too &= ~two
        label += 1
    return points


@inlined
def _label(found: Words, at: int, cells: int, label: int) -> None:
    while cells:
        found[at + lowest(cells)] = label
        cells &= cells - 1


@inner
def _survey_components(desk: Words, book: Words, found: Words, slot: int, label: int) -> int:
    """Label the components of a slot and measure each; return the next label."""
    east, south = joined_east(desk, slot), joined_south(desk, slot)
    junction = junctions(desk, slot)
    todo = showing(desk, slot)
    best = 0
    while todo:
        component, before = todo & -todo, 0
        while component != before:
            before = component
            component = grown(component, east, south)
        todo &= ~component
        size = count(component)
        joints = count(component & east) + count(component & south)
        span = size
        if size > 2:
            span = longest(
                component, component & east, component & south, component & junction, book[STRETCHES]
            )
        best = max(best, span)
        found[SPAN_OF + label] = span
        found[WEIGHT_OF + label] = joints if book[STRETCHES] else size
        found[LOOPED + label] = 1 if joints >= size else 0
        _label(found, COMPONENT + slot * CELLS, component, label)
        label += 1
    found[LONGEST + slot] = best
    return label


@inlined
def _arms(
    desk: Words, book: Words, found: Words, row: int, slot: int, cell: int
) -> tuple[int, int, int, int]:
    """What the sides of one slot connect to: networks as bits, exits, errors removed, longest route through here."""
    bit = 1 << cell
    networks = exits = mended = 0
    sides = arms = longer = shorter = weight = touched = again = 0
    for side in range(4):
        if book[row + SHOWS + side] != side * SIDE + slot:
            continue
        sides += 1
        meets = desk[FACES + side * SIDE + slot] >> cell & 1
        if bit & EDGES_OF[side]:
            exits += meets
        elif not meets:
            mended -= 1
        else:
            mended += 1
            arms += 1
            at = slot * CELLS + cell + STEPS[side]
            networks |= 1 << found[NETWORK + at]
            label = found[COMPONENT + at]
            again |= touched >> label & 1 | found[LOOPED + label] & book[STRETCHES]
            weight += 0 if touched >> label & 1 else found[WEIGHT_OF + label]
            touched |= 1 << label
            shorter = max(shorter, min(found[SPAN_OF + label], longer))
            longer = max(longer, found[SPAN_OF + label])
    route = 1 + weight + arms * book[STRETCHES] if again else min(sides, 1) + longer + shorter
    return networks, exits, mended, max(route, found[LONGEST + slot])


@inlined
def _joined(book: Words, found: Words, networks: int, exits: int) -> int:
    """The points gained when a group joins networks and exits."""
    points = 0
    while networks:
        reached = found[EXITS_OF + lowest(networks)]
        networks &= networks - 1
        points -= book[VALUES + reached]
        exits += reached
    return points + book[VALUES + exits]


@inner
def promise(desk: Words, book: Words, found: Words, tile: int, cell: int) -> int:
    """The most points that the surveyed board can have with this tile in a cell where it is legal."""
    row = TILE + tile * COLUMNS & IN_BOOK
    networks, exits, mended, route = _arms(desk, book, found, row, 0, cell)
    networks_too, exits_too, mended_too, route_too = _arms(desk, book, found, row, 1, cell)
    total = found[FIXED] + mended + mended_too + route + route_too + (CENTRE >> cell & 1)
    if book[row + KEEPS_APART] and not networks & networks_too:
        gain = _joined(book, found, networks, exits) + _joined(book, found, networks_too, exits_too)
    else:
        gain = _joined(book, found, networks | networks_too, exits + exits_too)
    return total + gain


@inlined
def _arms_of_cell(desk: Words, book: Words, found: Words, slot: int, cell: int) -> tuple[int, int, int, int]:
    """What any tile may connect to here in one slot: networks as bits, exits, sides, longest route through here."""
    bit = 1 << cell
    networks = exits = arms = 0
    longer = shorter = weight = touched = again = 0
    for side in range(4):
        if not desk[FACES + side * SIDE + slot] & bit:
            continue
        if bit & EDGES_OF[side]:
            exits += 1
            continue
        arms += 1
        at = slot * CELLS + cell + STEPS[side]
        networks |= 1 << found[NETWORK + at]
        label = found[COMPONENT + at]
        again |= touched >> label & 1 | found[LOOPED + label] & book[STRETCHES]
        weight += 0 if touched >> label & 1 else found[WEIGHT_OF + label]
        touched |= 1 << label
        shorter = max(shorter, min(found[SPAN_OF + label], longer))
        longer = max(longer, found[SPAN_OF + label])
    route = 1 + longer + shorter
    if again:
        route = max(route, 1 + weight + arms * book[STRETCHES])
    return networks, exits, arms, max(route, found[LONGEST + slot])


@inner
def promise_of_cell(desk: Words, book: Words, found: Words, sides: int, cell: int) -> int:
    """The most points that the surveyed board can have with any tile of `sides` sides in this cell.

    It assumes that joining networks pays (`JOINING_PAYS`).
    """
    networks, exits, arms, route = _arms_of_cell(desk, book, found, 0, cell)
    networks_too, exits_too, arms_too, route_too = _arms_of_cell(desk, book, found, 1, cell)
    at_edge = 0
    for side in range(4):
        at_edge += EDGES_OF[side] >> cell & 1
    met = min(arms + arms_too, sides)
    mended = met - max(0, sides - met - at_edge)
    total = found[FIXED] + mended + route + route_too + (CENTRE >> cell & 1)
    return total + _joined(book, found, networks | networks_too, exits + exits_too)
