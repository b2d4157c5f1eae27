"""The record of a game: its rolls and actions as readable text that replays to the same state.

inkrail-record 1
rules: base
longest: cells
values: official
seats: 1
round 1
roll highway-straight railway-t railway-t overpass
1 draw highway-straight B1 H.H.
1 done
score 1 46
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TypeAlias

from inkrail.core.board import Round
from inkrail.core.dice import SeededRng
from inkrail.core.errors import Refusal, TextRefusal
from inkrail.core.longest import Longest
from inkrail.core.score import ScoreSheet, Values
from inkrail.core.showing import html_of
from inkrail.game.actions import Action, format_action, parse_action
from inkrail.game.table import Phase, Table, open_table
from inkrail.rules.dealing import Faces, Seat
from inkrail.rules.registry import parse_ruleset
from inkrail.rules.ruleset import Ruleset

FIRST_LINE = "inkrail-record 1"
MAX_BYTES = 1024 * 1024

RECORD_CODES = (
    "record.version",
    "record.header",
    "record.round",
    "record.not_of_seed",
    "record.score",
    "record.unfinished",
)
"""Codes of records."""


@dataclass(frozen=True, slots=True)
class Roll:
    """The faces of a round."""

    faces: Faces


@dataclass(frozen=True, slots=True)
class Act:
    """An action of a seat."""

    seat: Seat
    action: Action


Entry: TypeAlias = Roll | Act
"""One line of a record."""


@dataclass(frozen=True, slots=True)
class Record:
    """All that determines a game; `starter` is the seat drawn by lot, if the ruleset draws one."""

    ruleset: Ruleset
    seats: int = 1
    starter: Seat | None = None
    seed: str = ""
    entries: tuple[Entry, ...] = ()
    totals: tuple[int, ...] = ()

    def __repr__(self) -> str:
        rounds = sum(isinstance(entry, Roll) for entry in self.entries)
        seed = f", seed {self.seed}" if self.seed else ""
        totals = f": {', '.join(map(str, self.totals))} points" if self.totals else ""
        return f"<Record {self.ruleset.name}, seats {self.seats}, rounds {rounds}{seed}{totals}>"

    def _repr_html_(self) -> str:
        return html_of(self)

    def add(self, entry: Entry) -> Record:
        """The record with one more entry."""
        return replace(self, entries=(*self.entries, entry))

    def open(self) -> Table:
        """The table before the first entry."""
        return open_table(self.ruleset, seats=self.seats, starter=self.starter)


def check_seed(seed: str) -> None:
    """Refuse a seed that a record cannot hold as one word."""
    if not seed or not seed.isprintable() or len(seed.split()) != 1 or "#" in seed:
        raise Refusal("usage.seed", seed=seed)


def seeded_record(ruleset: Ruleset, *, seats: int = 1, seed: str) -> Record:
    """The record of a seeded game before its first roll."""
    check_seed(seed)
    deal = open_table(ruleset, seats=seats, rng=SeededRng(seed, "start")).deal
    return Record(ruleset, seats, deal.starter if ruleset.dealer.picking else None, seed)


def seeded_roll(table: Table, seed: str) -> Faces:
    """The faces that a seed gives in the table's next round, whatever was drawn before."""
    return table.throw(SeededRng(seed, "round", table.round_ + 1))


def step(table: Table, entry: Entry) -> Table:
    """The table after one entry of a record, or a refusal."""
    if isinstance(entry, Roll):
        return table.roll(entry.faces)[0]
    return table.act(entry.seat, entry.action)[0]


def replay(record: Record) -> Table:
    """The table that a record leads to."""
    table = record.open()
    for entry in record.entries:
        table = step(table, entry)
    return table


def format_record(record: Record) -> str:
    """Write a record; the totals only if it has them."""
    ruleset = record.ruleset
    lines = [
        FIRST_LINE,
        f"rules: {ruleset.name}",
        f"longest: {ruleset.longest.value}",
        f"values: {ruleset.values.value}",
        f"seats: {record.seats}",
    ]
    if record.starter is not None:
        lines.append(f"start: {record.starter + 1}")
    if record.seed:
        lines.append(f"seed: {record.seed}")
    round_ = 0
    for entry in record.entries:
        if isinstance(entry, Roll):
            round_ += 1
            lines += [f"round {round_}", f"roll {' '.join(entry.faces)}"]
        else:
            lines.append(f"{entry.seat + 1} {format_action(entry.action, ruleset)}")
    lines += [f"score {number} {total}" for number, total in enumerate(record.totals, start=1)]
    return "\n".join(lines) + "\n"


def finish_record(record: Record, table: Table) -> Record:
    """The record with the totals of a game that is over."""
    return replace(record, totals=tuple(sheet.total for sheet in table.sheets()))


def parse_record(text: str) -> tuple[Record, Table]:
    """Read a record and the table it leads to, or refuse it with the line and the reason."""
    return _Reader(text).read()


def load_record(data: bytes) -> tuple[Record, Table]:
    """Read a record from a file's bytes."""
    if len(data) > MAX_BYTES:
        raise TextRefusal("text.too_large", line=1, limit=MAX_BYTES)
    try:
        return parse_record(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise TextRefusal("text.syntax", line=line, text="?") from None


_HEADERS = ("rules", "longest", "values", "seats", "start", "seed")


class _Reader:
    """Reads a record line by line and plays along, so that each refusal has its line."""

    def __init__(self, text: str) -> None:
        self.lines = self._lines(text)
        self.number = 1
        self.headers: dict[str, int] = {}
        """The line of each header."""
        self.rounds = 0

    def _lines(self, text: str) -> Iterator[list[str]]:
        for number, line in enumerate(text.split("\n"), start=1):
            words = line.partition("#")[0].split()
            if words:
                self.number = number
                yield words

    def read(self) -> tuple[Record, Table]:
        try:
            return self._read()
        except TextRefusal:
            raise
        except Refusal as refusal:
            raise TextRefusal(refusal.code, line=self.number, **refusal.params) from None

    def _read(self) -> tuple[Record, Table]:
        first = next(self.lines, [])
        if first != FIRST_LINE.split():
            raise Refusal("record.version", expected=FIRST_LINE, found=" ".join(first)[:40])
        headers, words = self._headers()
        record = self._open(headers)
        with self._at("start" if record.starter and record.starter >= record.seats else "seats"):
            table = record.open()
        self._check_starter(record)
        entries: list[Entry] = []
        while words and words[0] != "score":
            entry = self._entry(words, record, table)
            if entry:
                table = step(table, entry)
                entries.append(entry)
            words = next(self.lines, [])
        return self._totals(words, replace(record, entries=tuple(entries)), table), table

    def _headers(self) -> tuple[dict[str, str], list[str]]:
        headers: dict[str, str] = {}
        for words in self.lines:
            label = words[0]
            if not label.endswith(":"):
                return headers, words
            name = label[:-1]
            if name not in _HEADERS or name in headers or len(words) != 2:
                raise Refusal("record.header", header=" ".join(words)[:80])
            headers[name] = words[1]
            self.headers[name] = self.number
        return headers, []

    @contextmanager
    def _at(self, header: str) -> Iterator[None]:
        """Refuse what is wrong with a header in its line, if it has one."""
        line = self.headers.get(header, self.number)
        try:
            yield
        except Refusal as refusal:
            raise TextRefusal(refusal.code, line=line, **refusal.params) from None
        except ValueError as error:
            raise TextRefusal("record.header", line=line, header=str(error)[:80]) from None

    def _open(self, headers: dict[str, str]) -> Record:
        for name in _HEADERS[:4]:
            if name not in headers:
                raise Refusal("record.header", header=f"{name}:")
        with self._at("longest"):
            longest = Longest(headers["longest"])
        with self._at("values"):
            values = Values(headers["values"])
        with self._at("seats"):
            seats = _parse_count(headers["seats"])
        with self._at("start"):
            start = _parse_count(headers.get("start", "1"))
        with self._at("rules"):
            ruleset = parse_ruleset(headers["rules"], longest=longest, values=values)
        drawn = bool(ruleset.dealer.picking)
        with self._at("start"):
            if drawn != ("start" in headers):
                raise Refusal("record.header", header="start:")
        return Record(ruleset, seats, Seat(start - 1) if drawn else None, headers.get("seed", ""))

    def _check_starter(self, record: Record) -> None:
        if record.seed and record.starter is not None:
            expected = seeded_record(record.ruleset, seats=record.seats, seed=record.seed)
            if expected.starter != record.starter:
                raise Refusal("record.not_of_seed", seed=record.seed)

    def _entry(self, words: list[str], record: Record, table: Table) -> Entry | None:
        if words[0] == "round":
            self._begin_round(words, table)
            return None
        if words[0] == "roll":
            if self.rounds != table.round_ + 1:
                raise Refusal("record.round", expected=table.round_ + 1)
            faces = tuple(words[1:])
            if record.seed and faces != seeded_roll(table, record.seed):
                table.roll(faces)
                raise Refusal("record.not_of_seed", seed=record.seed)
            return Roll(faces)
        if not (words[0].isascii() and words[0].isdecimal() and len(words[0]) < 3):
            raise Refusal("text.syntax", text=" ".join(words)[:80])
        if self.rounds != table.round_:
            raise Refusal("record.round", expected=table.round_ + 1)
        return Act(Seat(int(words[0]) - 1), parse_action(" ".join(words[1:]), record.ruleset))

    def _begin_round(self, words: list[str], table: Table) -> None:
        if (
            table.phase is not Phase.ROLL
            or words != ["round", str(table.round_ + 1)]
            or self.rounds > table.round_
        ):
            raise Refusal("record.round", expected=table.round_ + 1)
        self.rounds = Round(table.round_ + 1)

    def _totals(self, words: list[str], record: Record, table: Table) -> Record:
        """The record with its totals, which must be those of the game."""
        if not words:
            return record
        if table.phase is not Phase.OVER:
            raise Refusal("record.unfinished")
        sheets: tuple[ScoreSheet, ...] = table.sheets()
        for seat, sheet in enumerate(sheets, start=1):
            if words != ["score", str(seat), str(sheet.total)]:
                raise Refusal("record.score", seat=seat, total=sheet.total)
            words = next(self.lines, [])
        if words:
            raise Refusal("text.syntax", text=" ".join(words)[:80])
        return finish_record(record, table)


def _parse_count(text: str) -> int:
    """A number as `format_record` writes it; signs, blanks and digits of other scripts are refused."""
    if text != text.lstrip("0") or not (text.isascii() and text.isdecimal()):
        raise ValueError(text)
    return int(text)
