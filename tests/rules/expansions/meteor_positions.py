"""Positions of the meteor game for tests."""

from __future__ import annotations

from tests.rules.play import (
    read,
)

from inkrail.core.board import Round
from inkrail.core.cells import cells_of, parse_cell
from inkrail.core.notation import parse_placement
from inkrail.core.score import ScoreLine
from inkrail.rules.boardtext import position_of
from inkrail.rules.expansions.meteor import DIRECTIONS, craters, flight
from inkrail.rules.position import Choice, Drawing, Position
from inkrail.rules.registry import parse_ruleset

METEOR = parse_ruleset("meteor")
ROUTE_FACES = ("highway-straight", "highway-straight", "railway-t", "overpass")
SPECIALS = tuple(f"special-{sides}" for sides in ("hhhr", "hrrr", "hhhh", "rrrr", "hhrr", "hrhr"))
ALL_SPECIALS = frozenset(SPECIALS)
THREE_USED = ("special-hhhr", "special-hrrr", "special-hhhh")


def before_roll(*lines: str, origin: str = "D4", used: tuple[str, ...] = ()) -> Position:
    """A board before a roll: its tiles, where the last meteor hit, and the special routes used."""
    position = position_of(read(lines, rules="meteor")).noting(meteor_origin=parse_cell(origin))
    return Position(position.boards, crossed_off=used, notes=position.notes)


def roll(position: Position, direction: str, *, distance: int = 1, round_: int = 3) -> Position:
    """The position after a roll of the meteor's dice."""
    faces = (*ROUTE_FACES, direction, str(distance))
    return METEOR.begin_round(position, Round(round_), faces=faces)


def strike(position: Position, direction: str, *, distance: int = 1, round_: int = 3) -> Position:
    """The position after a meteor that is not ignored."""
    position = roll(position, direction, distance=distance, round_=round_)
    if METEOR.choices(position):
        position = METEOR.choose(position, Choice("direction", direction))
    return position


def hit(position: Position) -> list[str]:
    """The cells with a crater."""
    return [str(cell) for cell in cells_of(craters(position.boards[0]))]


def drawing(verb: str, text: str) -> Drawing:
    return Drawing(verb, parse_placement(text, METEOR.pieces))


def crater_lines(cells: str) -> tuple[str, ...]:
    """Board text lines of craters, from cells with blanks between."""
    return tuple(f"crater {cell} ...." for cell in cells.split())


def crater_routes(*lines: str) -> ScoreLine:
    (line,) = METEOR.score(position_of(read(lines, rules="meteor"))).expansion
    return line


def path(origin: str, direction: str, *, distance: int, over: str = "") -> str:
    """The cells of a flight over a board with these craters."""
    board = before_roll(*crater_lines(over)).boards[0]
    cells = flight(board, parse_cell(origin), direction=DIRECTIONS[direction], distance=distance)
    return " ".join(map(str, cells))


def names(choices: tuple[Choice, ...], verb: str) -> list[str]:
    return [choice.argument for choice in choices if choice.verb == verb]
