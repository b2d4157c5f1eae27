"""Turns a client's message into a command of a room: the only place where an action is parsed."""

from __future__ import annotations

from typing import TypeAlias

from inkrail.core.cells import parse_cell
from inkrail.game.actions import parse_action
from inkrail.rules.ruleset import Ruleset
from inkrail.server.rooms import commands
from inkrail.server.rooms.commands import Command
from inkrail.server.wire import messages

Request: TypeAlias = (
    messages.Start
    | messages.Release
    | messages.Act
    | messages.Place
    | messages.Turn
    | messages.TypeDice
    | messages.React
    | messages.HandOver
    | messages.EndGame
)
"""The messages that change a table."""


def command_of(message: Request, ruleset: Ruleset) -> Command:
    """The command for a message, or a refusal if it names something that the ruleset does not have."""
    match message:
        case messages.Act(action=action):
            command: Command = commands.Act(parse_action(action, ruleset))
        case messages.Place(verb=verb, piece=piece, cell=cell, die=die):
            command = commands.Place(verb, piece, parse_cell(cell), die)
        case messages.Turn(cell=cell):
            command = commands.Turn(parse_cell(cell))
        case messages.TypeDice(faces=faces):
            command = commands.TypeDice(tuple(faces))
        case messages.React(reaction=reaction):
            command = commands.React(reaction)
        case messages.HandOver(seat=seat):
            command = commands.HandOver(seat)
        case messages.Release(seat=seat):
            command = commands.Release(seat)
        case messages.Start():
            command = commands.Start()
        case messages.EndGame():
            command = commands.EndGame()
    return command
