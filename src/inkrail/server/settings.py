"""Settings of a server, from the environment: `INKRAIL_` and the name in capitals."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from inkrail.core.errors import Refusal

PREFIX = "INKRAIL_"


def default_database() -> str:
    """The file in the user's data folder."""
    data = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return str(Path(data) / "inkrail" / "inkrail.sqlite3")


@dataclass(frozen=True, slots=True)
class Settings:
    """All that can be set."""

    database: str = ""
    """A PostgreSQL address, or the path of a SQLite file; by default a file in the user's data folder."""
    secret: str = ""
    """What the daily dice are made from; by default one that is kept in the database."""
    bot_seconds: float = 30.0
    """How long a bot may think about a round."""
    bot_workers: int = 1
    """Processes that think for bots."""
    bots: str = "inkrail.bots.registry:find_bot"
    """Where bots are found, as `module:function`."""
    sweep_seconds: float = 1.0
    """How often clocks are looked at."""
    creations: int = 30
    """Tables that one address may open or join in a burst; one more every two seconds."""
    messages: int = 40
    """Messages that one connection may send in a burst; twenty more a second."""
    metrics_for_all: bool = False
    """Whether others than this machine may read /metrics."""
    connections: int = 20000
    """WebSockets held at once."""
    log_level: str = "INFO"

    @property
    def database_address(self) -> str:
        """The database, the default filled in."""
        return self.database or default_database()


def read_settings(environment: Mapping[str, str]) -> Settings:
    """The settings that the environment makes; what it does not name keeps its default."""
    named: dict[str, Any] = {}
    for field in fields(Settings):
        name = PREFIX + field.name.upper()
        if name in environment:
            named[field.name] = _parse(environment[name], type(field.default), name=name)
    return Settings(**named)


def _parse(text: str, kind: type, *, name: str) -> str | int | float | bool:
    if kind is bool:
        if text.lower() not in ("0", "1", "false", "true", "no", "yes"):
            raise Refusal("settings.yes_or_no", name=name, value=text)
        return text.lower() in ("1", "true", "yes")
    if kind is str:
        return text
    try:
        number: int | float = int(text) if kind is int else float(text)
    except ValueError:
        raise Refusal("settings.number", name=name, value=text) from None
    if number <= 0:
        raise Refusal("settings.number", name=name, value=text)
    return number
