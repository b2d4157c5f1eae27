"""A naive reader of board texts; it expects valid ones."""

from __future__ import annotations

from dataclasses import dataclass

from tests.oracles.pieces import level_of


@dataclass(frozen=True)
class TileLine:
    """One line `piece cell sides [broken|hub]`."""

    number: int
    piece: str
    cell: str
    sides: str
    mark: str | None = None

    @property
    def level(self) -> str:
        """The board it is drawn on, `surface` or `underground`."""
        return level_of(self.piece)


@dataclass(frozen=True)
class BoardText:
    """One board: its headers, and its tiles in the order drawn."""

    rules: str | None
    piece: str | None
    tiles: tuple[TileLine, ...]


def split_boards(text: str) -> list[tuple[int, str]]:
    """The boards of a file: each text with the number of its first line in the file."""
    boards: list[tuple[int, list[str]]] = [(1, [])]
    for number, line in enumerate(text.splitlines(), start=1):
        if _words(line) == ["---"]:
            boards.append((number + 1, []))
        else:
            boards[-1][1].append(line)
    return [(first, "\n".join(lines)) for first, lines in boards]


def parse_board(text: str, *, first_line: int = 1) -> BoardText:
    """Read one board; its first line has the number `first_line`."""
    headers: dict[str, str] = {}
    tiles = []
    section = None
    for number, line in enumerate(text.splitlines(), start=first_line):
        words = _words(line)
        if not words:
            continue
        if words[0] in ("surface:", "underground:"):
            section = words[0].removesuffix(":")
        elif words[0] in ("rules:", "piece:"):
            headers[words[0]] = words[1]
        else:
            tiles.append(_tile_line(number, words))
            if section not in (None, tiles[-1].level):
                raise ValueError(f"line {number}: {words[0]} is not drawn on the {section} board")
    return BoardText(headers.get("rules:"), headers.get("piece:"), tuple(tiles))


def _words(line: str) -> list[str]:
    """The words of a line without its comment."""
    return line.partition("#")[0].split()


def _tile_line(number: int, words: list[str]) -> TileLine:
    """The tile on a line, with its mark if it has one."""
    piece, cell, sides, *marks = words
    if marks not in ([], ["broken"], ["hub"]):
        raise ValueError(f"line {number}: not a tile line")
    return TileLine(number, piece, cell, sides, *marks)
