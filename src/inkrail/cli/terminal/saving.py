"""Saves games to files, so that none is lost."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from inkrail.cli.complaint import Complaint, complaint
from inkrail.cli.records import read_record, write_file
from inkrail.cli.streams import open_input
from inkrail.game.record import Record, finish_record, format_record
from inkrail.game.table import Phase, Table
from inkrail.rules.dealing import Seat

SUFFIX = ".inkrail"


def games_folder(environment: Mapping[str, str]) -> Path:
    """The default folder for games."""
    state = environment.get("XDG_STATE_HOME")
    return (Path(state) if state else Path.home() / ".local" / "state") / "inkrail"


Bots = Mapping[Seat, str]
"""The seats of bots, by name."""

_BOT = re.compile(r"^# bot (\d) (.+)$", re.MULTILINE)
"""A comment in a record that says which seat a bot has; only this command reads it."""


def save(record: Record, table: Table, *, file: Path, bots: Bots) -> None:
    """Write the record as it stands, and which seats bots have.

    While a game is running its record leaves out the seed, which would reveal the rolls to come; once it is over
    the record gets its scores and the seed.
    """
    over = table.phase is Phase.OVER
    text = format_record(finish_record(record, table) if over else replace(record, seed=""))
    write_file(file, text + "".join(f"# bot {seat + 1} {name}\n" for seat, name in bots.items()))


def load_bots(file: Path, *, seats: int) -> Bots:
    """The bots of a saved game."""
    found = {Seat(int(seat) - 1): name for seat, name in _BOT.findall(file.read_text(errors="replace"))}
    return {seat: name for seat, name in found.items() if 0 <= seat < seats}


def load(file: Path) -> tuple[Record, Table]:
    """Load a saved game."""
    with open_input(str(file)) as stream:
        return read_record(stream, file=str(file))


def unfinished_game(folder: Path) -> Path | None:
    """The last game in the folder, if it is unfinished."""
    for file in sorted(_games(folder), key=_number, reverse=True):
        try:
            _, table = load(file)
        except (Complaint, OSError):
            continue
        return None if table.phase is Phase.OVER else file
    return None


def new_file(folder: Path) -> Path:
    """A file name in the folder that is not taken yet; the folder is created if it is missing."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise complaint("file.unwritable", where=str(folder), reason=error.strerror) from None
    last = max((_number(file) for file in _games(folder)), default=0)
    return folder / f"game-{last + 1}{SUFFIX}"


def _games(folder: Path) -> Iterator[Path]:
    return (file for file in folder.glob(f"game-*{SUFFIX}") if _number(file))


def _number(file: Path) -> int:
    number = file.name.removeprefix("game-").removesuffix(SUFFIX)
    return int(number) if number.isascii() and number.isdecimal() else 0


def default_folder() -> Path:
    """The folder for games on this machine."""
    return games_folder(os.environ)
