"""Bots that are programs on the server's machine: only those that its operator lists, by the names given there."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from inkrail.bots.program import PREFIX, ProgramBot
from inkrail.bots.registry import BOT_NAMES, PLAIN_BOTS
from inkrail.core.errors import Refusal

_SETTING: Final = "INKRAIL_PROGRAM_BOTS"
_NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,30}")


class Program(NamedTuple):
    """A listed program: its command, and the level that it claims."""

    command: str
    level: int

    @property
    def bot(self) -> str:
        """What `find_bot` finds it by."""
        return PREFIX + self.command


def parse_programs(text: str) -> dict[str, str]:
    """The commands by name from `name=command;name=command`."""
    commands: dict[str, str] = {}
    for entry in filter(None, map(str.strip, text.split(";"))):
        name, _, command = (part.strip() for part in entry.partition("="))
        if not command or not _NAME.fullmatch(name) or name in (*BOT_NAMES, *PLAIN_BOTS, *commands):
            raise Refusal("settings.program_bots", name=_SETTING, value=entry)
        commands[name] = command
    return commands


def greeted_programs(text: str) -> Mapping[str, Program]:
    """The listed programs by name, each started once, or a refusal if one of them does not answer."""
    return {
        name: Program(command, ProgramBot(command).level) for name, command in parse_programs(text).items()
    }
