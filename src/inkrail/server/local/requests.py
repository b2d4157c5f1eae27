"""A client's messages as commands, without the package that checks them on the server.

The client is the page itself, so what it sends is only told apart: the engine refuses what breaks a rule.
"""

from __future__ import annotations

import json
from typing import Any, TypeAlias, get_args

from inkrail.core.cells import parse_cell
from inkrail.core.errors import Refusal
from inkrail.game.actions import parse_action
from inkrail.rules.ruleset import Ruleset
from inkrail.server.rooms import commands
from inkrail.server.rooms.commands import Command
from inkrail.server.rooms.rows import Reaction

Request: TypeAlias = dict[str, Any]


def parse_request(text: str) -> Request:
    """A message, or a refusal if it is none."""
    try:
        message = json.loads(text)
    except ValueError:
        message = None
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise Refusal("message.malformed")
    return message


def command_of(message: Request, ruleset: Ruleset) -> Command:
    """The command for a message of a game that has begun, or a refusal."""
    match message:
        case {"type": "act", "action": str(action)}:
            return commands.Act(parse_action(action, ruleset))
        case {"type": "place", "verb": str(verb), "piece": str(piece), "cell": str(cell)}:
            die = message.get("die")
            return commands.Place(verb, piece, parse_cell(cell), die if isinstance(die, int) else None)
        case {"type": "turn", "cell": str(cell)}:
            return commands.Turn(parse_cell(cell))
        case {"type": "roll", "faces": [*faces]}:
            return commands.TypeDice(tuple(map(str, faces)))
        case {"type": "react", "reaction": reaction} if reaction in get_args(Reaction):
            return commands.React(reaction)
        case _:
            raise Refusal("message.malformed")
