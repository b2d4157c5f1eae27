"""Turning a client's message into a command of a room."""

from __future__ import annotations

import json
from typing import Any

import pytest

from inkrail.core.cells import parse_cell
from inkrail.core.errors import Refusal
from inkrail.game.actions import Done
from inkrail.rules.registry import parse_ruleset
from inkrail.server.rooms import commands, lobby
from inkrail.server.rooms.commands import Command
from inkrail.server.wire.commands import command_of
from inkrail.server.wire.messages import CLIENT_MESSAGE

BASE = parse_ruleset("base")
C2 = parse_cell("C2")


def command(**message: object) -> Command:
    parsed: Any = CLIENT_MESSAGE.validate_json(json.dumps({"id": "a", **message}))
    return command_of(parsed, BASE)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ({"type": "start"}, commands.Start()),
        ({"type": "act", "action": "done"}, commands.Act(Done())),
        (
            {"type": "place", "verb": "draw", "piece": "overpass", "cell": "C2", "die": 3},
            commands.Place("draw", "overpass", C2, 3),
        ),
        (
            {"type": "place", "verb": "draw", "piece": "overpass", "cell": "C2"},
            commands.Place("draw", "overpass", C2),
        ),
        ({"type": "turn", "cell": "C2"}, commands.Turn(C2)),
        ({"type": "roll", "faces": ["overpass", "highway-t"]}, commands.TypeDice(("overpass", "highway-t"))),
        ({"type": "react", "reaction": "clap"}, commands.React("clap")),
        ({"type": "hand_over", "seat": 1}, commands.HandOver(1)),
        ({"type": "release", "seat": 2}, commands.Release(2)),
        ({"type": "start", "without_free": True}, commands.Start(without_free=True)),
        ({"type": "set_seat", "seat": 2, "bot": "greedy"}, lobby.SetSeat(2, "greedy")),
        ({"type": "set_seat", "seat": 2}, lobby.SetSeat(2, None)),
        ({"type": "remove_seat", "seat": 3}, lobby.RemoveSeat(3)),
        ({"type": "arrange", "clock": None, "seed": "s"}, lobby.Arrange({"clock": None, "seed": "s"})),
        ({"type": "end_game"}, commands.EndGame()),
    ],
)
def test_each_message_is_one_command(message: dict[str, Any], expected: Command) -> None:
    assert command(**message) == expected


@pytest.mark.parametrize(
    ("action", "code"), [("nonsense", "action.unknown"), ("draw lake-1 B1 ..L.", "piece.not_in_ruleset")]
)
def test_an_action_that_the_ruleset_does_not_have_is_refused(action: str, code: str) -> None:
    with pytest.raises(Refusal) as caught:
        command(type="act", action=action)
    assert caught.value.code == code
