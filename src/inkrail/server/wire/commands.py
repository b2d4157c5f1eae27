"""Turns a client's message into a command of a room: the only place where an action is parsed."""

from __future__ import annotations

from typing import TypeAlias, cast

from inkrail.core.cells import parse_cell
from inkrail.game.actions import parse_action
from inkrail.rules.ruleset import Ruleset
from inkrail.server.rooms import commands, lobby
from inkrail.server.rooms.commands import Command
from inkrail.server.wire import messages

Request: TypeAlias = (
    messages.Start
    | messages.SetSeat
    | messages.RemoveSeat
    | messages.Arrange
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


LobbyRequest: TypeAlias = (
    messages.Start | messages.Release | messages.SetSeat | messages.RemoveSeat | messages.Arrange
)
"""Those that change it before the start."""


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
        case messages.EndGame():
            command = commands.EndGame()
        case _:
            command = _lobby_command(message)
    return command


def _lobby_command(message: LobbyRequest) -> Command:
    match message:
        case messages.Start(without_free=without_free):
            return commands.Start(without_free)
        case messages.Release(seat=seat):
            return commands.Release(seat)
        case messages.SetSeat(seat=seat, bot=bot):
            return lobby.SetSeat(seat, bot)
        case messages.RemoveSeat(seat=seat):
            return lobby.RemoveSeat(seat)
        case messages.Arrange():
            return lobby.Arrange(_wishes(message))


def _wishes(message: messages.Arrange) -> lobby.Wishes:
    """The fields that the client named."""
    wishes = message.model_dump(exclude={"type", "id"}, exclude_unset=True)
    return cast("lobby.Wishes", wishes)
