"""Connections, checked against a graph built side by side."""

import networkx as nx
from hypothesis import given
from tests.oracles.longest import joined
from tests.oracles.scoring import error_count
from tests.strategies import BASE, board_of, boards

from inkrail.core.board import Board
from inkrail.core.cells import CELLS, parse_cell
from inkrail.core.connections import joints, networks, open_ends, places_showing, regions
from inkrail.core.kinds import Kind
from inkrail.core.sides import SIDES, Side

ROUTES = (Kind.HIGHWAY, Kind.RAILWAY)
Node = tuple[str, str]


def oracle_tiles(board: Board) -> dict[str, tuple[str, str]]:
    return {str(cell): (tile.piece.name, tile.text) for cell in CELLS if (tile := board[cell])}


def oracle_networks(board: Board) -> set[frozenset[Node]]:
    return {frozenset(nodes) for nodes in nx.connected_components(joined(oracle_tiles(board), kinds="HR"))}


@given(boards())
def test_s1a_networks_equal_the_components_of_a_graph(board: Board) -> None:
    found = set()
    for network in networks(board):
        nodes = set()
        for cell, sides in network.groups:
            tile = board[cell]
            assert tile
            nodes.add((str(cell), "".join(tile.text[side] if side in sides else "." for side in SIDES)))
        found.add(frozenset(nodes))
        assert network.cells == tuple(sorted({cell for cell, _ in network.groups}))
        assert len(network.sides) == sum(len(sides) for _, sides in network.groups)
    assert found == oracle_networks(board)


@given(boards())
def test_s1b_each_exit_that_is_met_belongs_to_one_network(board: Board) -> None:
    for network in networks(board):
        expected = [
            exit_
            for exit_ in board.layout.exits
            if (exit_.cell, exit_.side) in network.sides
            and (tile := board[exit_.cell])
            and tile.sides[exit_.side] is exit_.kind
        ]
        assert list(network.exits) == expected


@given(boards())
def test_networks_with_most_exits_come_first(board: Board) -> None:
    counts = [len(network.exits) for network in networks(board)]
    assert counts == sorted(counts, reverse=True)


@given(boards())
def test_s5_open_ends_equal_the_oracle(board: Board) -> None:
    found = [place for kind in ROUTES for place in open_ends(board, kind)]
    assert len(found) == len(set(found)) == error_count(oracle_tiles(board))
    for cell, side in found:
        tile, neighbour = board[cell], cell.neighbour(side)
        assert tile
        assert neighbour is not None
        assert board.meets(cell, side) is not tile.sides[side]


@given(boards())
def test_a_joint_is_told_once_from_the_west_or_the_north(board: Board) -> None:
    for kind in ROUTES:
        expected = {
            (cell, neighbour)
            for cell in CELLS
            for side in (Side.E, Side.S)
            if (tile := board[cell]) and tile.sides[side] is kind
            if (neighbour := cell.neighbour(side)) is not None and board.meets(cell, side) is kind
        }
        found = joints(board, kind)
        assert len(found) == len(expected)
        assert set(found) == expected


@given(boards())
def test_regions_equal_the_components_of_one_kind(board: Board) -> None:
    for kind in ROUTES:
        graph = joined(oracle_tiles(board), kinds=kind.letter)
        expected = {
            frozenset(parse_cell(cell) for cell, _ in nodes) for nodes in nx.connected_components(graph)
        }
        found = regions(board, kind)
        assert [tuple(sorted(region)) for region in found] == list(found)
        assert {frozenset(region) for region in found} == expected
        assert len(found) == len(expected)


def test_nothing_is_connected_on_an_empty_board() -> None:
    board = board_of({})
    assert networks(board) == ()
    assert regions(board, Kind.HIGHWAY) == ()
    assert open_ends(board, Kind.HIGHWAY) == ()


def test_b4b_an_overpass_is_part_of_two_networks() -> None:
    board = board_of({parse_cell("B2"): BASE.pieces["overpass"].tile("HRHR")})
    assert [network.sides for network in networks(board)] == [
        ((parse_cell("B2"), Side.N), (parse_cell("B2"), Side.S)),
        ((parse_cell("B2"), Side.E), (parse_cell("B2"), Side.W)),
    ]


def test_the_sides_of_cells_that_show_a_kind() -> None:
    cell, other = parse_cell("B2"), parse_cell("B3")
    overpass = BASE.pieces["overpass"].tile("HRHR")
    board = board_of({cell: overpass, other: overpass})
    assert places_showing(board, Kind.RAILWAY, cells=[cell]) == ((cell, Side.E), (cell, Side.W))
    assert places_showing(board, Kind.HIGHWAY, cells=[cell]) == ((cell, Side.N), (cell, Side.S))
    assert places_showing(board, Kind.RIVER, cells=[cell, other]) == ()
    assert len(places_showing(board, Kind.HIGHWAY, cells=[cell, other, parse_cell("A2")])) == 4


def test_a_region_with_a_loop_is_told_once() -> None:
    crossing = BASE.pieces["special-hhhh"].tiles[0]
    square = {parse_cell(name): crossing for name in ("C3", "D3", "C4", "D4")}
    assert regions(board_of(square), Kind.HIGHWAY) == (tuple(sorted(square)),)
