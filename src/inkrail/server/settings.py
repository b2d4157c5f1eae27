"""Server settings from the environment: `INKRAIL_` followed by the name in capitals."""

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
    """All settings."""

    database: str = ""
    """A PostgreSQL address, or the path of a SQLite file; by default a file in the user's data folder."""
    secret: str = ""
    """The secret behind the daily dice; by default generated once and kept in the database."""
    bot_seconds: float = 30.0
    """How many seconds a bot may think about a round."""
    bot_workers: int = 1
    """The number of bot worker processes."""
    bots: str = "inkrail.bots.registry:find_bot"
    """The function that returns a bot by its name, as `module:function`."""
    sweep_seconds: float = 1.0
    """The interval between checks of the clocks."""
    creations: int = 100
    """Tables that one address may open or join in a burst, then one every two seconds."""
    address_people: int = 50
    """How many people may share one address: what an address may use is in proportion to it."""
    messages: int = 40
    """Messages that one connection may send in a burst, then twenty per second."""
    metrics_for_all: bool = False
    """Whether machines other than this one may read /metrics."""
    connections: int = 20000
    """The most WebSockets open at once."""
    log_level: str = "INFO"

    @property
    def database_address(self) -> str:
        """The database, or the default if none is set."""
        return self.database or default_database()


def read_settings(environment: Mapping[str, str]) -> Settings:
    """Read the settings from the environment; variables that are not set keep their defaults."""
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
