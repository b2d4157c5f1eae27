"""Files of finished chunks: a line with what is played, then a line for each chunk, added as it is finished.

A client that was killed leaves at most half a line behind, which is not read.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import Any, Final, Self

from inkrail.arena.match import MOST_GAMES, Chunk, Game, Match, Outcome, Part, merged, missing
from inkrail.arena.simulation import COMPONENTS
from inkrail.arena.version import version
from inkrail.core.errors import Refusal, TextRefusal
from inkrail.game.table import MOST_SEATS

RESULTS_CODES: Final = (
    "results.syntax",
    "results.exists",
    "results.unwritable",
    "results.version",
    "results.settings",
    "results.twice",
    "results.unfinished",
    "results.part_missing",
)

_FORMAT: Final = "inkrail-results"
_FORMAT_VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class Results:
    """What a file has: the part of a match, the version that plays it, and the chunks that are finished."""

    part: Part
    version: str
    chunks: tuple[Chunk, ...] = ()


class ResultsFile:
    """A file that chunks are added to."""

    def __init__(self, path: Path, results: Results) -> None:
        self.chunks = results.chunks
        self._file = path.open("ab")

    def add(self, chunk: Chunk) -> None:
        """Add a finished chunk, so that it outlives this process."""
        try:
            self._file.write(format_chunk(chunk))
            self._file.flush()
        except OSError as error:
            raise Refusal("results.unwritable", file=self._file.name, reason=error.strerror) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def new_file(path: Path, part: Part) -> ResultsFile:
    """A new file for the results of a part."""
    results = Results(part, version())
    try:
        with path.open("xb") as file:
            file.write(format_header(results))
    except FileExistsError:
        if path.is_dir():
            raise IsADirectoryError from None
        raise Refusal("results.exists") from None
    return ResultsFile(path, results)


def resumed_file(path: Path, part: Part) -> ResultsFile:
    """The file with some results of a part, or a new one; it must be of the same settings and version."""
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        return new_file(path, part)
    if format_header(Results(part, version())).startswith(text):  # killed before it was written
        path.unlink()
        return new_file(path, part)
    whole = text[: text.rfind(b"\n") + 1]
    results = parse_results(BytesIO(whole))
    _check_same(results.part, part)
    if results.version != version():
        raise Refusal("results.version", version=results.version, other=version())
    with path.open("r+b") as file:
        file.truncate(len(whole))
    return ResultsFile(path, results)


def check_mergeable(results: Results, others: Mapping[str, Results]) -> None:
    """Refuse results that cannot be merged with those of other files, by their names."""
    part, numbers = results.part, results.part.numbers
    for other in others.values():
        _check_same(part, other.part, merging=True)
        if results.version != other.version:
            raise Refusal("results.version", version=results.version, other=other.version)
    if gaps := missing(numbers, results.chunks):
        played = len(numbers) - sum(map(len, gaps))
        raise Refusal("results.unfinished", part=part, played=played, n=len(numbers))
    if twins := [name for name, other in others.items() if other.part == part]:
        raise Refusal("results.twice", part=part, other=twins[0])


def merge(parts: Sequence[Results]) -> tuple[Match, list[Game]]:
    """The match and all its games, from results that were checked against each other."""
    match, of = parts[0].part.match, parts[0].part.of
    absent = {str(Part(match, index, of)) for index in range(1, of + 1)} - {str(one.part) for one in parts}
    if absent:
        listed = sorted(absent, key=lambda part: int(part.partition("/")[0]))
        raise Refusal("results.part_missing", parts=", ".join(listed))
    return match, merged(Part(match).numbers, [chunk for one in parts for chunk in one.chunks])


def _check_same(part: Part, asked: Part, *, merging: bool = False) -> None:
    """Refuse a part of another match; if merging, only the number of parts must be equal."""
    own, other = _settings(part, merging=merging), _settings(asked, merging=merging)
    for option, value in own.items():
        if value != other[option]:
            raise Refusal("results.settings", option=option, value=value, asked=other[option])


def _settings(part: Part, *, merging: bool) -> dict[str, str]:
    match = part.match
    bot, against = (*match.bots, "-")[:2]
    return {
        "--bot": str(bot),
        "--against": str(against),
        "--rules": match.rules,
        "--seats": str(match.seats),
        "--seed": match.seed,
        "--games": str(match.games),
        "--adjusted": str(match.adjusted).lower(),
        "--part": f"I/{part.of}" if merging else str(part),
    }


def format_header(results: Results) -> bytes:
    """The first line of a file."""
    part = results.part
    return _line(
        {
            _FORMAT: _FORMAT_VERSION,
            "version": results.version,
            **asdict(part.match),
            "part": [part.index, part.of],
        }
    )


def format_chunk(chunk: Chunk) -> bytes:
    """The line of a chunk."""
    return _line({"first": chunk.first, "games": [[asdict(one) for one in game] for game in chunk.games]})


def _line(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"


def parse_results(file: Iterable[bytes]) -> Results:
    """The results in the lines of a file; a last line without its end is left out."""
    results, taken = None, set[int]()
    chunks = []
    for number, line in enumerate(file, start=1):
        if not line.endswith(b"\n"):
            break
        try:
            if results is None:
                results = _parse_header(json.loads(line))
                continue
            chunk = _parse_chunk(json.loads(line), match=results.part.match)
            _require(all(one in results.part.numbers and one not in taken for one in chunk.numbers))
        except (AttributeError, LookupError, RecursionError, TypeError, ValueError):
            raise TextRefusal("results.syntax", line=number) from None
        taken.update(chunk.numbers)
        chunks.append(chunk)
    if results is None:
        raise TextRefusal("results.syntax", line=1)
    return replace(results, chunks=tuple(chunks))


def _parse_header(header: dict[str, Any]) -> Results:
    _require(header.pop(_FORMAT) == _FORMAT_VERSION)
    index, of = header.pop("part")
    version = header.pop("version")
    header["bots"], header["names"] = tuple(header["bots"]), tuple(header["names"])
    match = Match(**header)
    _require(1 <= len(match.bots) == len(match.names) <= 2)
    _require(
        all(isinstance(text, str) for text in (version, match.rules, match.seed, *match.bots, *match.names))
    )
    _require(1 <= index <= of <= match.games <= MOST_GAMES and 1 <= match.seats <= MOST_SEATS)
    return Results(Part(match, index, of), version)


def _parse_chunk(line: dict[str, Any], *, match: Match) -> Chunk:
    games = tuple(tuple(_parse_outcome(one, match=match) for one in game) for game in line["games"])
    _require(all(len(game) == len(match.bots) for game in games))
    return Chunk(line["first"], games)


def _parse_outcome(outcome: dict[str, Any], *, match: Match) -> Outcome:
    luck = outcome.pop("luck")
    rounds = outcome.pop("rounds")
    totals, reports, seconds = (tuple(outcome.pop(name)) for name in ("totals", "reports", "seconds"))
    _require(not outcome and rounds > 0 and len(totals) == len(reports) == len(seconds) == match.seats)
    _require(all(isinstance(total, int) for total in totals))
    _require(all(isinstance(report[name], int) for report in reports for name in COMPONENTS))
    _require(all(isinstance(report["expansion"], dict) for report in reports))
    _require(all(second >= 0 for second in seconds))
    if luck is not None:
        _require(
            match.adjusted and len(luck) == match.seats and all(isinstance(points, float) for points in luck)
        )
    return Outcome(totals, reports, seconds, rounds, None if luck is None else tuple(luck))


def _require(condition: bool) -> None:  # noqa: FBT001 - as an assertion
    if not condition:
        raise ValueError
