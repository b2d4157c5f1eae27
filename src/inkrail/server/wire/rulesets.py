"""Rulesets on the wire: their boards, pieces, dice and score lines."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Literal

from inkrail.core.cells import cells_of
from inkrail.core.placement import Placement
from inkrail.core.score import MOST_EXITS, LineKind, Values, network_points
from inkrail.game.table import MOST_SEATS
from inkrail.rules.registry import parse_ruleset, ruleset_names, variant_names
from inkrail.rules.ruleset import Ruleset
from inkrail.server.wire.typed_dict import TypedDict
from inkrail.study.last_position import last_dice


class ExitInfo(TypedDict):
    """An exit of a board."""

    cell: str
    side: str
    kind: str


class LayoutInfo(TypedDict):
    """A printed board."""

    name: str
    exits: list[ExitInfo]


class PieceInfo(TypedDict):
    """A piece in its first orientation."""

    name: str
    sides: str
    role: str
    station: bool
    joined: bool
    board: int


class DieInfo(TypedDict):
    """A die."""

    name: str
    faces: list[str]
    mandatory: bool
    board: int


class ScoreLineInfo(TypedDict):
    """A line of the score sheet, what it counts, and the number of its board."""

    name: str
    kind: LineKind
    board: int


class ExtraInfo(TypedDict):
    """What may be drawn besides the dice, how often, and on which board; `pieces` is empty if the roll decides them."""

    name: str
    verb: str
    pieces: list[str]
    total: int
    per: Literal["game", "round"]
    board: int


class LastRoundInfo(TypedDict):
    """What is drawn in the last round: so many dice, each one of these faces."""

    dice: int
    faces: list[str]


class RulesetInfo(TypedDict):
    """A ruleset that tables may choose.

    `longest` is its default reading of the longest route, `variant_longest` that of each variant; `start` is what is
    drawn before the first round.
    """

    name: str
    variants: list[str]
    rounds: int
    longest: str
    variant_longest: dict[str, str]
    lines: list[ScoreLineInfo]
    extras: list[ExtraInfo]
    start: list[str]
    boards: list[LayoutInfo]
    pieces: list[PieceInfo]
    dice: list[DieInfo]
    last_round: LastRoundInfo


class RulesetList(TypedDict):
    """All rulesets, in the order they are offered; `network_points` are the points of 0 to 12 exits by each table."""

    rulesets: list[RulesetInfo]
    most_seats: int
    network_points: dict[str, list[int]]


def ruleset_list() -> RulesetList:
    """Every ruleset with its boards, pieces and dice."""
    return {
        "rulesets": [_ruleset_info(name) for name in ruleset_names()],
        "most_seats": MOST_SEATS,
        "network_points": {
            values.value: [network_points(exits, values) for exits in range(MOST_EXITS + 1)]
            for values in Values
        },
    }


@cache
def _ruleset_info(name: str) -> RulesetInfo:
    ruleset = parse_ruleset(name)
    return {
        "name": name,
        "variants": list(variant_names(name)),
        "rounds": ruleset.rounds,
        "longest": ruleset.longest.value,
        "variant_longest": {
            variant: parse_ruleset(f"{name}+{variant}").longest.value for variant in variant_names(name)
        },
        "lines": _score_lines(ruleset),
        "extras": [
            {
                "name": extra.name,
                "verb": extra.verb,
                "pieces": [piece.name for piece in extra.pieces],
                "total": extra.total,
                "per": extra.per,
                "board": extra.board,
            }
            for extra in ruleset.extras(ruleset.set_up())
        ],
        "start": [str(placement) for placement in _start(ruleset)],
        "boards": [
            {
                "name": layout.name,
                "exits": [
                    {"cell": str(exit_.cell), "side": exit_.side.name, "kind": str(exit_.kind)}
                    for exit_ in layout.exits
                ],
            }
            for layout in ruleset.layouts
        ],
        "pieces": [
            {
                "name": piece.name,
                "sides": piece.sides,
                "role": piece.role.value,
                "station": piece.station,
                "joined": piece.joined,
                "board": ruleset.board_for(piece),
            }
            for piece in ruleset.pieces.values()
        ],
        "dice": [
            {"name": die.name, "faces": list(die.faces), "mandatory": die.mandatory, "board": module.board}
            for module in ruleset.modules
            for die in module.dice
        ],
        "last_round": _last_round(ruleset),
    }


def _last_round(ruleset: Ruleset) -> LastRoundInfo:
    """The dice of the last round that show something to draw."""
    dice = last_dice(ruleset)
    shown = dict.fromkeys(face for die in dice for face in die.faces if face in ruleset.pieces)
    return {"dice": len(dice), "faces": list(shown)}


def _score_lines(ruleset: Ruleset) -> list[ScoreLineInfo]:
    """Every line of the score sheet, taken from boards on which every exit is used."""
    position = ruleset.blank()
    for number, layout in enumerate(ruleset.layouts):
        pieces = [piece for piece in ruleset.pieces.values() if ruleset.board_for(piece) == number]
        for exit_ in layout.exits:
            tiles = (tile for piece in pieces for tile in piece.tiles if tile.sides[exit_.side] is exit_.kind)
            position = ruleset.put(position, Placement(next(tiles), exit_.cell))
    lines = {line.name: line for line in ruleset.score(position).all_lines}
    return [{"name": line.name, "kind": line.kind, "board": line.board} for line in lines.values()]


def _start(ruleset: Ruleset) -> Iterator[Placement]:
    """What is drawn before the first round."""
    for board in ruleset.set_up().boards:
        for cell in cells_of(board.filled):
            tile = board[cell]
            if tile:
                yield Placement(tile, cell)
