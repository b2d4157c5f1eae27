# ruff: noqa: PLR0917  (compiled functions take no keywords)
# mypy: disable-error-code="no-any-return"
"""An upper bound on the score of a board with one more tile, at a fraction of the cost of a full score.

The networks of a board are labelled once. For each placement of a last tile the change in networks, centre and
errors is then exact, and only the longest routes are bounded: a route through the new cell has two arms, each at most
as long as the longest route of its component.
"""

from __future__ import annotations

from typing import Final

from inkrail.kernel.board.bits import (
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
from inkrail.kernel.board.layout import FACES, FILLED, SIDE
from inkrail.kernel.board.longest import longest
from inkrail.kernel.board.networks import (
    exits_met,
    joined_east,
    joined_south,
    joints_of,
    junctions,
    network_of,
    open_ends,
    showing,
)
from inkrail.kernel.board.tables import COLUMNS, IN_TABLES, KEEPS_APART, SHOWS, STRETCHES, TILE, VALUES
from inkrail.kernel.compiling import inlined, inner

# Words of labels. Rows of 64 cells for each of two slots come first.
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
LABELLED: Final = 515
"""The total."""
LABELS: Final = 520

FOLLOWER: Final = 4
"""The most points that a tile connected only to one just drawn can add."""
FOLLOWER_OF_MANY: Final = 10
"""The same if three or four such tiles may close a loop with it."""

CELLS: Final = 64
STEPS: Final = (-ROW, 1, ROW, -1)
EDGES_OF: Final = (ALL ^ NOT_NORTH, ALL ^ NOT_EAST, ALL ^ NOT_SOUTH, ALL ^ NOT_WEST)


@inner
def label_board(board: Words, tables: Words, labels: Words) -> int:
    """Label the open board and return its total."""
    points = _label_networks(board, tables, labels)
    errors = open_ends(board, 0) + open_ends(board, 1)
    labels[FIXED] = points + count(board[FILLED] & CENTRE) - errors
    label = 0
    for slot in range(2):
        label = _label_components(board, tables, labels, slot, label)
    labels[LABELLED] = labels[FIXED] + labels[LONGEST] + labels[LONGEST + 1]
    return labels[LABELLED]


@inner
def _label_networks(board: Words, tables: Words, labels: Words) -> int:
    joints = joints_of(board)
    exits, exits_too = exits_met(board, 0), exits_met(board, 1)
    todo, todo_too = showing(board, 0), showing(board, 1)
    points = 0
    label = 0
    while todo | todo_too:
        start = todo & -todo
        one, two = network_of(start, 0 if start else todo_too & -todo_too, joints)
        reached = count(exits & one) + count(exits_too & two)
        points += tables[VALUES + reached]
        labels[EXITS_OF + label] = reached
        _label(labels, NETWORK, one, label)
        _label(labels, NETWORK + CELLS, two, label)
        todo &= ~one
        todo_too &= ~two
        label += 1
    return points


@inlined
def _label(labels: Words, at: int, cells: int, label: int) -> None:
    while cells:
        labels[at + lowest(cells)] = label
        cells &= cells - 1


@inner
def _label_components(board: Words, tables: Words, labels: Words, slot: int, label: int) -> int:
    """Label the components of a slot and measure each; return the next label."""
    east, south = joined_east(board, slot), joined_south(board, slot)
    junction = junctions(board, slot)
    todo = showing(board, slot)
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
                component, component & east, component & south, component & junction, tables[STRETCHES]
            )
        best = max(best, span)
        labels[SPAN_OF + label] = span
        labels[WEIGHT_OF + label] = joints if tables[STRETCHES] else size
        labels[LOOPED + label] = 1 if joints >= size else 0
        _label(labels, COMPONENT + slot * CELLS, component, label)
        label += 1
    labels[LONGEST + slot] = best
    return label


@inlined
def _arms(
    board: Words, tables: Words, labels: Words, row: int, slot: int, cell: int
) -> tuple[int, int, int, int]:
    """What the sides of one slot connect to: networks as bits, exits, errors removed, longest route through here."""
    bit = 1 << cell
    networks = exits = mended = 0
    sides = arms = longer = shorter = weight = touched = again = 0
    for side in range(4):
        if tables[row + SHOWS + side] != side * SIDE + slot:
            continue
        sides += 1
        meets = board[FACES + side * SIDE + slot] >> cell & 1
        if bit & EDGES_OF[side]:
            exits += meets
        elif not meets:
            mended -= 1
        else:
            mended += 1
            arms += 1
            at = slot * CELLS + cell + STEPS[side]
            networks |= 1 << labels[NETWORK + at]
            label = labels[COMPONENT + at]
            again |= touched >> label & 1 | labels[LOOPED + label] & tables[STRETCHES]
            weight += 0 if touched >> label & 1 else labels[WEIGHT_OF + label]
            touched |= 1 << label
            shorter = max(shorter, min(labels[SPAN_OF + label], longer))
            longer = max(longer, labels[SPAN_OF + label])
    route = 1 + weight + arms * tables[STRETCHES] if again else min(sides, 1) + longer + shorter
    return networks, exits, mended, max(route, labels[LONGEST + slot])


@inlined
def _joined(tables: Words, labels: Words, networks: int, exits: int) -> int:
    """The points gained when a group joins networks and exits."""
    points = 0
    while networks:
        reached = labels[EXITS_OF + lowest(networks)]
        networks &= networks - 1
        points -= tables[VALUES + reached]
        exits += reached
    return points + tables[VALUES + exits]


@inner
def promise(board: Words, tables: Words, labels: Words, tile: int, cell: int) -> int:
    """The most points that the labelled board can have with this tile in a cell where it is legal."""
    row = TILE + tile * COLUMNS & IN_TABLES
    networks, exits, mended, route = _arms(board, tables, labels, row, 0, cell)
    networks_too, exits_too, mended_too, route_too = _arms(board, tables, labels, row, 1, cell)
    total = labels[FIXED] + mended + mended_too + route + route_too + (CENTRE >> cell & 1)
    if tables[row + KEEPS_APART] and not networks & networks_too:
        gain = _joined(tables, labels, networks, exits) + _joined(tables, labels, networks_too, exits_too)
    else:
        gain = _joined(tables, labels, networks | networks_too, exits + exits_too)
    return total + gain


@inlined
def _arms_of_cell(
    board: Words, tables: Words, labels: Words, slot: int, cell: int
) -> tuple[int, int, int, int]:
    """What any tile may connect to here in one slot: networks as bits, exits, sides, longest route through here."""
    bit = 1 << cell
    networks = exits = arms = 0
    longer = shorter = weight = touched = again = 0
    for side in range(4):
        if not board[FACES + side * SIDE + slot] & bit:
            continue
        if bit & EDGES_OF[side]:
            exits += 1
            continue
        arms += 1
        at = slot * CELLS + cell + STEPS[side]
        networks |= 1 << labels[NETWORK + at]
        label = labels[COMPONENT + at]
        again |= touched >> label & 1 | labels[LOOPED + label] & tables[STRETCHES]
        weight += 0 if touched >> label & 1 else labels[WEIGHT_OF + label]
        touched |= 1 << label
        shorter = max(shorter, min(labels[SPAN_OF + label], longer))
        longer = max(longer, labels[SPAN_OF + label])
    route = 1 + longer + shorter
    if again:
        route = max(route, 1 + weight + arms * tables[STRETCHES])
    return networks, exits, arms, max(route, labels[LONGEST + slot])


@inner
def promise_of_cell(board: Words, tables: Words, labels: Words, sides: int, cell: int) -> int:
    """The most points that the labelled board can have with any tile of `sides` sides in this cell.

    It assumes that joining networks pays (`JOINING_PAYS`).
    """
    networks, exits, arms, route = _arms_of_cell(board, tables, labels, 0, cell)
    networks_too, exits_too, arms_too, route_too = _arms_of_cell(board, tables, labels, 1, cell)
    at_edge = 0
    for side in range(4):
        at_edge += EDGES_OF[side] >> cell & 1
    met = min(arms + arms_too, sides)
    mended = met - max(0, sides - met - at_edge)
    total = labels[FIXED] + mended + route + route_too + (CENTRE >> cell & 1)
    return total + _joined(tables, labels, networks | networks_too, exits + exits_too)


@inlined
def most_of_followers(number: int) -> int:
    """The most points of so many tiles that can connect only to one just drawn and to each other.

    They join no network and reach no exit. One or two have a single joint each: it removes one error, makes the route
    of its kind one longer, may be the first of the other kind, and may be in the centre.
    """
    return number * (FOLLOWER if number <= 2 else FOLLOWER_OF_MANY)
