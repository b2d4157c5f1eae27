"""The longest route of a kind, in both readings of S3, in bounded time on every board.

A component without a loop is measured by two sweeps. Any other is solved exactly by a dynamic program that
takes the cells row by row and keeps, for the seven columns and the step to the right, which of the edges cut by
this frontier belong to the route and which of them are connected ("state"). A state has at most eight cut edges,
so the work is bounded for any board.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from inkrail.core.board import Board
from inkrail.core.cells import CELLS, INNER, SIZE, Cell, Mask, cells_of, contains
from inkrail.core.connections import PLACES, Place
from inkrail.core.kinds import Kind
from inkrail.core.layout import layer
from inkrail.core.sides import SIDES, Side


class Longest(Enum):
    """Whether a route may come back to a cell (S3)."""

    CELLS = "cells"
    """A route uses a cell's group at most once."""
    STRETCHES = "stretches"
    """A route may cross a cell again but uses no side twice; each pass of a junction counts."""


class Route(NamedTuple):
    """A route: its cells in the order walked, a cell twice where it is passed twice, and its points.

    `work` is the number of states that the dynamic program visited; 0 if the route was found without it.
    """

    cells: tuple[Cell, ...]
    length: int
    work: int = 0

    @property
    def sides(self) -> tuple[Place, ...]:
        """The sides the route passes, in the order walked: out of a cell and into the next."""
        return _sides_passed(self.cells)


_STEPS = {1: Side.E, -1: Side.W, SIZE: Side.S, -SIZE: Side.N}


@lru_cache(maxsize=4096)
def _sides_passed(cells: tuple[Cell, ...]) -> tuple[Place, ...]:
    return tuple(
        place
        for here, there in pairwise(cells)
        for place in (PLACES[here][_STEPS[there - here]], PLACES[there][_STEPS[here - there]])
    )


NO_ROUTE = Route((), 0)
Graph = dict[Cell, list[Cell]]
Edge = tuple[Cell, Cell]
Layers = tuple[Mask, Mask, Mask, Mask]
"""For each side the cells that show a kind there: all that its longest route depends on."""


def longest_route(board: Board, kind: Kind, *, reading: Longest) -> Route:
    """The longest route of the kind; of equally long ones always the same."""
    north, east, south, west = (layer(side, kind) for side in SIDES)
    shown, faces = board.shown, board.faces
    layers = shown[north], shown[east], shown[south], shown[west]
    to_east, to_south = layers[1] & faces[east] & INNER[Side.E], layers[2] & faces[south] & INNER[Side.S]
    return _longest_route(layers, (to_east, to_south), reading)


@lru_cache(maxsize=4096)
def _longest_route(layers: Layers, joints: tuple[Mask, Mask], reading: Longest) -> Route:
    """As `longest_route`, from memory where no tile of the kind was drawn since, as is half of the time.

    `joints` are the cells joined to the next one in the east and in the south.
    """
    north, east, south, west = layers
    beside: Graph = {cell: [] for cell in cells_of(north | east | south | west)}
    for step, joined in zip((1, SIZE), joints, strict=True):
        for cell in cells_of(joined):
            neighbour = CELLS[cell + step]
            beside[cell].append(neighbour)
            beside[neighbour].append(cell)
    best, work = NO_ROUTE, 0
    todo = set(beside)
    for start in beside:
        if start not in todo:
            continue
        far, sweep = _farthest(beside, start)
        todo -= sweep.keys()
        if len(sweep) <= best.length and reading is Longest.CELLS:
            continue
        route = _longest_of_component(layers, beside, cells=sweep, far=far, reading=reading)
        work += route.work
        if route.length > best.length:
            best = route
    return Route(best.cells, best.length, work)


def _longest_of_component(
    layers: Layers, beside: Graph, *, cells: Iterable[Cell], far: Cell, reading: Longest
) -> Route:
    members = sorted(cells)
    ends = sum(len(beside[cell]) for cell in members)
    if ends == 2 * (len(members) - 1):
        other, sweep = _farthest(beside, far)
        walked = _walk_back(sweep, other)
        return Route(walked, len(walked))
    if all(_branches(layers, cell) <= 2 for cell in members):
        return Route(tuple(_euler_walk({*_edges(beside, members)}))[:-1], len(members))
    chosen, work = _best_edges(beside, members, most=2 if reading is Longest.CELLS else 4)
    walked = tuple(_euler_walk(chosen))
    if reading is Longest.CELLS and walked[0] == walked[-1]:
        walked = walked[:-1]
    return Route(_from_junction(layers, walked), len(walked), work)


def _branches(layers: Layers, cell: Cell) -> int:
    return sum(contains(layer_, cell) for layer_ in layers)


def _from_junction(layers: Layers, walked: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """A closed walk that begins at a junction, since only there do its first and its last cell both count (S3)."""
    if walked[0] != walked[-1] or _branches(layers, walked[0]) > 2:
        return walked
    at = next(at for at, cell in enumerate(walked) if _branches(layers, cell) > 2)
    return walked[at:-1] + walked[: at + 1]


def _edges(beside: Graph, cells: Iterable[Cell]) -> Iterable[Edge]:
    return ((cell, other) for cell in cells for other in beside[cell] if cell < other)


def _farthest(beside: Graph, start: Cell) -> tuple[Cell, dict[Cell, Cell | None]]:
    """The last cell that a breadth-first sweep reaches, and the predecessor of each cell."""
    came_from: dict[Cell, Cell | None] = {start: None}
    queue = [start]
    for cell in queue:
        for other in beside[cell]:
            if other not in came_from:
                came_from[other] = cell
                queue.append(other)
    return queue[-1], came_from


def _walk_back(came_from: dict[Cell, Cell | None], end: Cell) -> tuple[Cell, ...]:
    walked = []
    cell: Cell | None = end
    while cell is not None:
        walked.append(cell)
        cell = came_from[cell]
    return tuple(walked)


def _euler_walk(edges: set[Edge]) -> list[Cell]:
    """A walk that uses every edge once (Hierholzer); the edges were chosen so that there is one."""
    beside: dict[Cell, list[Cell]] = {}
    for one, other in sorted(edges):
        beside.setdefault(one, []).append(other)
        beside.setdefault(other, []).append(one)
    start = next((cell for cell in sorted(beside) if len(beside[cell]) % 2), min(beside))
    stack, walked = [start], []
    while stack:
        cell = stack[-1]
        if beside[cell]:
            other = beside[cell].pop()
            beside[other].remove(cell)
            stack.append(other)
        else:
            walked.append(stack.pop())
    return walked


# The dynamic program. A state is a tuple of nine numbers: for the seven columns and for the step to the right the
# block that the cut edge belongs to (0: not in the route; blocks are numbered in the order they appear), and how
# many cells with an odd number of edges there are, at most the route's two ends.
#
# It runs twice: once with the best few states of each cell, which nearly always finds the longest route, and once
# with all those that could still become longer than that.

State = tuple[int, ...]
_RIGHT = SIZE
_ODD = SIZE + 1
_EMPTY: State = (0,) * (SIZE + 2)
_COMPLETE: State = (-1,)
_FEW = 100


class _Partial(NamedTuple):
    """A partial route: its count so far, the last step that added edges, and the route before that step."""

    counted: int
    cell: Cell
    way: int
    before: _Partial | None


_NOTHING = _Partial(0, CELLS[0], 0, None)


class _Way(NamedTuple):
    """How a route may continue from a cell: bit 0 to the right, bit 1 down."""

    cell: Cell
    ways: tuple[int, ...]
    ahead: tuple[int, ...]
    """The most that the cells after this one can add, by the number of ends the route already has."""


class _Swept(NamedTuple):
    """The result of a sweep over the cells: the best route, if any, its points, and the states visited."""

    best: _Partial | None
    points: int
    work: int


def _best_edges(beside: Graph, members: list[Cell], *, most: int) -> tuple[set[Edge], int]:
    """The most edges that one walk can use, with at most `most` of them at a cell, and the work that took."""
    steps = _ways(beside, members, most=most)
    memo: dict[tuple[State, int, int], State | None] = {}
    likely = _sweep(steps, most, memo=memo, few=_FEW, atleast=0)
    sure = _sweep(steps, most, memo=memo, few=0, atleast=likely.points + 1)
    return _collect(sure.best or likely.best), likely.work + sure.work


def _ways(beside: Graph, members: list[Cell], *, most: int) -> list[_Way]:
    steps = []
    after: dict[Cell, int] = {}
    for cell in reversed(members):
        onward = [other for other in beside[cell] if other > cell]
        bits = sum(1 if other == cell + 1 else 2 for other in onward)
        ways = tuple(way for way in range(4) if way | bits == bits)
        steps.append(_Way(cell, ways, _ahead(beside, after, most=most)))
        after[cell] = len(onward)
        for other in onward:
            after[other] += 1
    return steps[::-1]


def _ahead(beside: Graph, after: dict[Cell, int], *, most: int) -> tuple[int, ...]:
    """The most that cells can add to a route, given how many edges each has among them; see `_Way.ahead`.

    A cell with an odd number of edges that the route has not reached either ends the route or leaves one of them
    unused. For a path that is true of dead ends, for a walk of any such cell; and two of them may leave the same edge.
    """
    untouched = [edges for cell, edges in after.items() if edges == len(beside[cell])]
    if most == 2:
        dead_ends = untouched.count(1)
        return tuple(len(after) - max(0, dead_ends - ends) for ends in (2, 1, 0))
    odd = sum(edges % 2 for edges in untouched)
    return tuple((sum(after.values()) - max(0, odd - ends)) // 2 for ends in (2, 1, 0))


def _sweep(
    steps: list[_Way], most: int, *, memo: dict[tuple[State, int, int], State | None], few: int, atleast: int
) -> _Swept:
    """The longest route of at least this many points; from only the `few` best states, if given.

    A path counts its cells. A walk counts its edges, and one point more for the cell it began with.
    """
    states: dict[State, _Partial] = {_EMPTY: _NOTHING}
    best: _Partial | None = None
    more = int(most > 2)
    work = 0
    for cell, ways, ahead in steps:
        column = cell.column
        work += len(states)
        following: dict[State, _Partial] = {}
        for state, partial in states.items():
            entered = state[column] or state[_RIGHT]
            for way in ways:
                key = (state, column, way)
                if key in memo:
                    after = memo[key]
                else:
                    after = memo[key] = _step(state, column, way=way, most=most)
                if after is None:
                    continue
                gain = (way & 1) + (way >> 1) if more else int(way > 0 or entered > 0)
                counted = partial.counted + gain
                if after is _COMPLETE:
                    if counted + more >= atleast:
                        atleast, best = counted + more + 1, _Partial(counted, cell, way, partial)
                elif counted + more + ahead[after[_ODD]] >= atleast and (
                    after not in following or following[after].counted < counted
                ):
                    following[after] = _Partial(counted, cell, way, partial)
        if few and len(following) > few:
            following = _promising(following, ahead, few=few)
        states = following
    return _Swept(best, atleast - 1, work)


def _promising(states: dict[State, _Partial], ahead: tuple[int, ...], *, few: int) -> dict[State, _Partial]:
    """The `few` most promising states, and always that of a route not begun."""
    ranked = sorted(states.items(), key=lambda item: -item[1].counted - ahead[item[0][_ODD]])
    return {_EMPTY: _NOTHING, **dict(ranked[:few])}


def _step(state: State, column: int, *, way: int, most: int) -> State | None:
    """The state after a cell from which the route goes right (way & 1) and down (way & 2); None if it may not."""
    above, left = state[column], state[_RIGHT]
    edges = (above > 0) + (left > 0) + (way & 1) + (way >> 1)
    if edges > most:
        return None
    if not edges:
        return state
    odd = state[_ODD] + edges % 2
    if odd > 2:
        return None
    block = above or left or SIZE + 2
    blocks = list(state[:_ODD])
    blocks[column] = block if way & 2 else 0
    blocks[_RIGHT] = block if way & 1 else 0
    if above and left and above != left:
        blocks = [above if number == left else number for number in blocks]
    if block not in blocks:
        return None if any(blocks) else _COMPLETE
    names = {0: 0}
    return (*(names.setdefault(number, len(names)) for number in blocks), odd)


def _collect(partial: _Partial | None) -> set[Edge]:
    edges: set[Edge] = set()
    while partial:
        if partial.way & 1:
            edges.add((partial.cell, CELLS[partial.cell + 1]))
        if partial.way & 2:
            edges.add((partial.cell, CELLS[partial.cell + SIZE]))
        partial = partial.before
    return edges
