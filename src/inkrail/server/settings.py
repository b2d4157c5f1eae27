"""Server settings from the environment: `INKRAIL_` followed by the name in capitals."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Mapping
from dataclasses import Field, dataclass, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

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
    program_bots: str = ""
    """Bots that are programs on this machine, as `name=command;name=command`."""
    warm_up: bool = False
    """Whether what the bots need is compiled at the start, in the background; the commands ask for it."""
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
    push_contact: str = ""
    """How push services reach the operator, as `mailto:` or `https:` address; some refuse messages without it."""
    push_permitted: str = ""
    """An origin, such as `http://127.0.0.1:9000`, that push messages may go to although it is private."""
    connections: int = 20000
    """The most WebSockets open at once."""
    log_level: str = "INFO"

    @property
    def database_address(self) -> str:
        """The database, or the default if none is set."""
        return self.database or default_database()


LOG_LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR")

RANGES: Final[Mapping[str, tuple[float, float]]] = {
    "bot_seconds": (0.1, 3600),
    "bot_workers": (1, 256),
    "sweep_seconds": (0.01, 3600),
    "creations": (1, 1_000_000_000),
    "address_people": (1, 1_000_000_000),
    "messages": (1, 1_000_000_000),
    "connections": (1, 1_000_000),
}
"""The least and the greatest value of each number."""

_CONTACT: Final = re.compile(r"mailto:[^@\s]+@[^@\s]+|https://\S+")
_ORIGIN: Final = re.compile(r"https?://[^/\s]+")

_SIMILAR = 0.8
"""How much of an unknown variable's name must match a setting's to be taken for a misspelling of it."""


def read_settings(environment: Mapping[str, str]) -> Settings:
    """Read the settings from the environment; variables that are not set keep their defaults."""
    named: dict[str, Any] = {}
    for field in fields(Settings):
        name = PREFIX + field.name.upper()
        if name in environment:
            named[field.name] = _parse(environment[name], field, name=name)
    _refuse_misspelt(environment)
    return Settings(**named)


def _refuse_misspelt(environment: Mapping[str, str]) -> None:
    """Refuse a variable that is nearly a setting: ignored, it would have the server run on a default."""
    known = [field.name.upper() for field in fields(Settings)]
    for name in environment:
        rest = name.removeprefix(PREFIX)
        if name.startswith(PREFIX) and rest not in known:
            for meant in get_close_matches(rest, known, n=1, cutoff=_SIMILAR):
                raise Refusal("settings.unknown", name=name, meant=PREFIX + meant)


def _parse(text: str, field: Field[Any], *, name: str) -> str | int | float | bool:
    kind: type = type(field.default)
    if kind is bool:
        if text.lower() not in ("0", "1", "false", "true", "no", "yes"):
            raise Refusal("settings.yes_or_no", name=name, value=text)
        return text.lower() in ("1", "true", "yes")
    if kind is str:
        if field.name == "log_level" and text.upper() not in LOG_LEVELS:
            raise Refusal("settings.choice", name=name, value=text, choices=", ".join(LOG_LEVELS))
        if field.name == "push_contact" and text and not _CONTACT.fullmatch(text):
            raise Refusal("settings.contact", name=name, value=text)
        if field.name == "push_permitted" and text and not _ORIGIN.fullmatch(text):
            raise Refusal("settings.origin", name=name, value=text)
        return text
    return _parse_number(text, field, name=name)


def _parse_number(text: str, field: Field[Any], *, name: str) -> int | float:
    whole = isinstance(field.default, int)
    lowest, highest = RANGES[field.name]
    try:
        number: int | float = int(text) if whole else float(text)
    except ValueError:
        number = math.nan
    if lowest <= number <= highest:
        return number
    least, most = f"{lowest:g}", f"{highest:.0f}"
    if whole:
        raise Refusal("settings.whole_number", name=name, value=text, least=least, most=most)
    raise Refusal("settings.number", name=name, value=text, least=least, most=most)
