"""A hint on the wire: as much of it as its step tells."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from inkrail.game.actions import Action, Pick, format_action, parse_action
from inkrail.rules.position import Choice, Drawing, Position
from inkrail.rules.ruleset import Ruleset
from inkrail.server.rooms.interfaces import Hint
from inkrail.server.rooms.room import Room
from inkrail.server.wire.boards import CELL_NAMES
from inkrail.server.wire.bodies import Body
from inkrail.server.wire.typed_dict import TypedDict

WHOLE_END = 3
"""The last step."""


class HintWanted(Body):
    """Up to which step a hint is wanted: 1 for a cell, 2 for a tile, 3 for the whole end of the round."""

    step: Annotated[int, Field(ge=1, le=WHOLE_END)]


class HintMove(TypedDict):
    """A move of a hint: dice to take, a step before drawing, or a drawing."""

    action: str
    verb: str
    pieces: list[str]
    """The faces of the dice, the argument of the step, or the piece to draw."""
    board: int
    cell: str | None
    """Where to draw it, or what a meteor hits."""
    sides: str | None
    """How to draw it."""


class HintGiven(TypedDict):
    """A hint for the running round up to a step, and what it is expected to bring."""

    round: int
    step: int
    used: int
    """How many steps of hints the seat was given in this game."""
    value: float
    """The points expected in the end if the round ends so; exact in the last round."""
    restart: float
    """The same for the best end from the start of the round, since a hint takes nothing back."""
    board: int
    cell: str | None
    """Where to begin; null if there is nothing left to do but to end the round."""
    moves: list[HintMove]
    """In the first step only a move without a cell, the first move in the second, all in the third."""


def hint_view(hint: Hint, room: Room, *, seat: int, step: int) -> HintGiven:
    """The hint up to a step: the cell to begin with, its tile, or all moves."""
    moves = _moves(hint, room, seat=seat)
    first = moves[0] if moves else None
    return {
        "round": room.waiting.round,
        "step": step,
        "used": room.hints.used[seat],
        "value": hint.value,
        "restart": hint.restart,
        "board": first["board"] if first else 0,
        "cell": first["cell"] if first else None,
        "moves": moves[: _told(step, first)],
    }


def _told(step: int, first: HintMove | None) -> int | None:
    """How many moves a step tells; a move without a cell, such as taking dice, cannot be told in part."""
    if step == WHOLE_END:
        return None
    return int(step > 1 or (first is not None and first["cell"] is None))


def _moves(hint: Hint, room: Room, *, seat: int) -> list[HintMove]:
    game, ruleset = room.game, room.ruleset
    assert game is not None
    position = game.seats[seat].position
    moves: list[HintMove] = []
    for text in hint.actions:
        action = parse_action(text, ruleset)
        faces = ruleset.dealer.offers(game.deal)[action.number - 1] if isinstance(action, Pick) else ()
        moves.append(_move(action, ruleset, position=position, faces=faces))
        if isinstance(action, Choice):
            position = ruleset.choose(position, action)
    return moves


def _move(action: Action, ruleset: Ruleset, *, position: Position, faces: tuple[str, ...]) -> HintMove:
    move: HintMove = {
        "action": format_action(action, ruleset),
        "verb": ruleset.dealer.picking,
        "pieces": list(faces),
        "board": 0,
        "cell": None,
        "sides": None,
    }
    match action:
        case Choice(verb=verb, argument=argument):
            path = ruleset.path(position, action)
            move |= {"verb": verb, "pieces": [argument], "cell": CELL_NAMES[path[-1]] if path else None}
        case Drawing(verb=verb, placement=placement):
            move |= {
                "verb": verb,
                "pieces": [placement.piece.name],
                "board": ruleset.board_for(placement.piece),
                "cell": CELL_NAMES[placement.cell],
                "sides": placement.tile.text,
            }
        case _:
            pass
    return move
