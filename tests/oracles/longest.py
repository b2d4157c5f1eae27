"""Longest routes by trying every one of them (S2, S3)."""

from __future__ import annotations

import networkx as nx

from tests.oracles.grid import SIDES, neighbour, opposite
from tests.oracles.pieces import groups

Tiles = dict[str, tuple[str, str]]
"""Cell -> piece and sides: one board."""

Node = tuple[str, str]
"""A group: its cell, and the tile's sides with those of other groups blank."""

BUDGET = 1_000_000


class TooHard(Exception):
    """The search would need more steps than its budget."""


def nodes_of(tiles: Tiles) -> list[Node]:
    """Every group on the board."""
    return [(cell, group) for cell, (piece, sides) in tiles.items() for group in groups(piece, sides)]


def joined(tiles: Tiles, *, kinds: str) -> nx.Graph[Node]:
    """Groups that carry one of these kinds, with an edge wherever two sides of one such kind meet."""
    graph: nx.Graph[Node] = nx.Graph()
    graph.add_nodes_from(node for node in nodes_of(tiles) if set(node[1]) & set(kinds))
    owner = {
        (cell, side): (cell, group) for cell, group in graph.nodes for side in SIDES if group[side] in kinds
    }
    for (cell, side), (_, group) in owner.items():
        across = (neighbour(cell, side) or "", opposite(side))
        if across in owner and owner[across][1][across[1]] == group[side]:
            graph.add_edge((cell, group), owner[across])
    return graph


def longest(tiles: Tiles, *, kind: str, reading: str, budget: int = BUDGET) -> int:
    """Length of the longest route of a kind by the given reading, `cells` or `stretches` (S3)."""
    search = {"cells": longest_cells, "stretches": longest_stretches}[reading]
    return search(tiles, kind=kind, budget=budget)


def longest_cells(tiles: Tiles, *, kind: str, budget: int = BUDGET) -> int:
    """Most groups on a path that uses each group at most once (S3, `cells`)."""
    graph = joined(tiles, kinds=kind)
    paths = _Paths(graph, budget)
    return max((paths.best_from(node) for node in graph), default=0)


def longest_stretches(tiles: Tiles, *, kind: str, budget: int = BUDGET) -> int:
    """Most points on a trail that uses no side twice (S3, `stretches`)."""
    graph = joined(tiles, kinds=kind)
    trails = _Trails(graph, kind, budget)
    return max((trails.best_from(node) for node in graph), default=0)


class _Search:
    """What both searches share: the graph, and the steps still allowed."""

    def __init__(self, graph: nx.Graph[Node], budget: int) -> None:
        self.ahead = {node: list(graph[node]) for node in graph}
        self.budget = budget

    def step(self) -> None:
        """Count one step."""
        self.budget -= 1
        if self.budget < 0:
            raise TooHard


class _Paths(_Search):
    """Depth-first search over all simple paths."""

    def best_from(self, here: Node, used: frozenset[Node] = frozenset()) -> int:
        """Most groups on a simple path that begins here and avoids the used ones, those included."""
        self.step()
        used |= {here}
        further = (self.best_from(node, used) for node in self.ahead[here] if node not in used)
        return max(further, default=len(used))


class _Trails(_Search):
    """Depth-first search over all trails that use no edge, and so no side, twice."""

    def __init__(self, graph: nx.Graph[Node], kind: str, budget: int) -> None:
        super().__init__(graph, budget)
        self.kind = kind

    def best_from(self, start: Node) -> int:
        """Most points on a trail that begins here."""
        return self._extend((start,), frozenset())

    def _extend(self, visits: tuple[Node, ...], used: frozenset[frozenset[Node]]) -> int:
        """Most points on a trail that begins with these visits, made over the used edges."""
        self.step()
        here = visits[-1]
        edges = {node: frozenset({here, node}) for node in self.ahead[here]}
        further = (
            self._extend((*visits, node), used | {edge}) for node, edge in edges.items() if edge not in used
        )
        return max(further, default=self._points(visits))

    def _points(self, visits: tuple[Node, ...]) -> int:
        """Each pass over a group with three or four sides of the kind counts, any other group once."""
        many = [node for node in visits if node[1].count(self.kind) >= 3]
        few = {node for node in visits if node[1].count(self.kind) <= 2}
        return len(many) + len(few)
