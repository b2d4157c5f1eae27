"""Board texts: boards as people write them, any number in a file.

A line `piece cell sides` for each tile, `#` comments, headers `rules: NAME` and `piece: NAME` anywhere in their
board, section lines such as `surface:` if a ruleset has several boards, and `---` before the next board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

from inkrail.core.cells import CELL_MASKS, CELLS, NO_CELLS, Cell, Mask, parse_cell
from inkrail.core.errors import Refusal, TextRefusal
from inkrail.core.pieces import Piece
from inkrail.core.placement import Placement
from inkrail.rules.position import ERASE, Position
from inkrail.rules.registry import all_pieces
from inkrail.rules.ruleset import Ruleset

MAX_BYTES = 64 * 1024
"""The maximum size of one board's text."""

_SEPARATOR = "---"
_HEADERS = ("rules:", "piece:")


@dataclass(frozen=True, slots=True)
class Line:
    """A tile's line: its number in the file, its placement, and the mark at its end, if any."""

    number: int
    placement: Placement
    mark: str = ""


@dataclass(frozen=True, slots=True)
class BoardText:
    """One board of a file."""

    ruleset: Ruleset
    lines: tuple[Line, ...]
    piece: Piece | None = None
    end: int = 1
    """The number of its last line in the file."""


_Words = tuple[int, list[str]]


def read_boards(stream: BinaryIO, *, ruleset: Callable[[str | None], Ruleset]) -> Iterator[BoardText]:
    """Yield the boards of a file; `ruleset` returns the ruleset for a header's name, or for None."""
    for raw, end in _split(stream):
        yield _parse(raw, ruleset=ruleset, end=end)


def _split(stream: BinaryIO) -> Iterator[tuple[list[_Words], int]]:
    """The lines of each board as words, and the number of its last line; bounded in memory."""
    board: list[_Words] = []
    size = number = 0
    while line := stream.readline(MAX_BYTES + 1):
        number += 1
        size += len(line)
        if size > MAX_BYTES:
            raise TextRefusal("text.too_large", line=number, limit=MAX_BYTES)
        words = _words(line, number)
        if words == [_SEPARATOR]:
            yield board, number
            board, size = [], 0
        elif words:
            _check_shape(words, number)
            board.append((number, words))
    yield board, max(number, 1)


def _words(line: bytes, number: int) -> list[str]:
    try:
        text = line.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError:
        raise TextRefusal("text.syntax", line=number, text="?") from None
    return text.partition("#")[0].split()


def _check_shape(words: list[str], number: int) -> None:
    """Refuse a line that is not a header, a section line or a tile's line."""
    label = words[0].endswith(":")
    header = words[0] in _HEADERS
    good = len(words) == 2 if header else len(words) == 1 if label else 3 <= len(words) <= 4
    if not good:
        raise TextRefusal("text.syntax", line=number, text=" ".join(words)[:80])


def _parse(raw: list[_Words], *, ruleset: Callable[[str | None], Ruleset], end: int) -> BoardText:
    rules, piece = _parse_headers(raw, ruleset=ruleset)
    lines: list[Line] = []
    for line in _parse_lines(raw, rules):
        if isinstance(line, TextRefusal):
            raise line
        lines.append(line)
    return BoardText(rules, tuple(lines), piece, end)


def _parse_headers(
    raw: list[_Words], *, ruleset: Callable[[str | None], Ruleset]
) -> tuple[Ruleset, Piece | None]:
    headers = {words[0]: (number, words[1]) for number, words in raw if words[0] in _HEADERS}
    number, name = headers.get("rules:", (1, None))
    try:
        rules = ruleset(name)
        number, wanted = headers.get("piece:", (1, None))
        return rules, find_piece(wanted, rules) if wanted else None
    except Refusal as refusal:
        raise TextRefusal(refusal.code, line=number, **refusal.params) from None


def _parse_lines(raw: list[_Words], rules: Ruleset) -> Iterator[Line | TextRefusal]:
    """Each tile's line, or why it cannot be read."""
    names = [layout.name for layout in rules.layouts]
    section = 0 if len(names) == 1 else None
    for number, words in raw:
        if words[0] in _HEADERS:
            continue
        if words[0].endswith(":"):
            if words[0][:-1] not in names or (len(names) == 1 and names[0] == "surface"):
                yield TextRefusal("text.syntax", line=number, text=words[0])
            else:
                section = names.index(words[0][:-1])
        elif section is None:
            yield TextRefusal("text.syntax", line=number, text=" ".join(words))
        else:
            yield _parse_line(words, rules, section=section, number=number)


def _parse_line(words: list[str], rules: Ruleset, *, section: int, number: int) -> Line | TextRefusal:
    try:
        return _line_of(words, rules, section=section, number=number)
    except Refusal as refusal:
        return TextRefusal(refusal.code, line=number, **refusal.params)


def _line_of(words: list[str], rules: Ruleset, *, section: int, number: int) -> Line:
    mark = words[3] if len(words) > 3 else ""
    modules = [module for module in rules.modules if mark in module.marks]
    if mark and not modules:
        raise Refusal("text.syntax", text=" ".join(words))
    piece = find_piece(words[0], rules)
    cell = parse_cell(words[1])
    placement = Placement(piece.tile(words[2]), cell)
    if rules.board_for(piece) != section:
        raise Refusal("piece.wrong_board", piece=piece.name, board=rules.layouts[section].name)
    if mark and not any(module.bears(placement, mark) for module in modules):
        raise Refusal("mark.not_allowed", mark=mark, piece=piece.name)
    return Line(number, placement, mark)


def unreadable(stream: BinaryIO, *, ruleset: Callable[[str | None], Ruleset]) -> tuple[TextRefusal, ...]:
    """The problems of all lines of the first board that cannot be scored, in order; empty if there are none."""
    refusals: list[TextRefusal] = []
    raw: list[_Words] = []
    for number, line in enumerate(stream, start=1):
        try:
            words = _words(line, number)
            if words == [_SEPARATOR]:
                break
            if words:
                _check_shape(words, number)
                raw.append((number, words))
        except TextRefusal as refusal:
            refusals.append(refusal)
    try:
        rules, _ = _parse_headers(raw, ruleset=ruleset)
    except TextRefusal as refusal:
        refusals.append(refusal)
    else:
        refusals += _unreadable_lines(raw, rules)
    return tuple(sorted(refusals, key=lambda refusal: refusal.line))


def _unreadable_lines(raw: list[_Words], rules: Ruleset) -> Iterator[TextRefusal]:
    taken: set[tuple[int, Cell]] = set()
    for line in _parse_lines(raw, rules):
        if isinstance(line, TextRefusal):
            yield line
        else:
            tile, cell = line.placement
            place = rules.board_for(tile.piece), cell
            if place in taken:
                yield TextRefusal("placement.occupied", line=line.number, cell=cell, piece=tile.piece.name)
            taken.add(place)


def find_piece(name: str, rules: Ruleset) -> Piece:
    """The piece of this name in the ruleset; the refusal distinguishes unknown pieces from those of other rulesets."""
    if name in rules.pieces:
        return rules.pieces[name]
    if name in all_pieces():
        raise Refusal("piece.not_in_ruleset", piece=name, ruleset=rules.name)
    raise Refusal("piece.unknown", piece=name)


def position_of(text: BoardText) -> Position:
    """The boards as written, whether or not they are legal; a cell may occur only once."""
    position = text.ruleset.blank()
    for line in text.lines:
        placement = line.placement
        if position.boards[text.ruleset.board_for(placement.piece)][placement.cell]:
            raise TextRefusal(
                "placement.occupied", line=line.number, cell=placement.cell, piece=placement.piece.name
            )
        position = text.ruleset.put(position, placement)
    return with_marks(position, text)


def with_marks(position: Position, text: BoardText) -> Position:
    """The position with the marks in the text instead of those that follow from its order."""
    stated: dict[tuple[int, str], Mask] = {}
    for line in text.lines:
        if line.mark:
            key = text.ruleset.board_for(line.placement.piece), line.mark
            stated[key] = stated.get(key, NO_CELLS) | CELL_MASKS[line.placement.cell]
    for (number, mark), cells in stated.items():
        position = position.with_board(number, position.boards[number].mark(mark, cells))
    return position


def check(text: BoardText) -> TextRefusal | None:
    """The refusal of the first line that cannot be drawn in this order, or None."""
    position = text.ruleset.blank()
    for line in text.lines:
        try:
            position = text.ruleset.read_line(position, line.placement)
        except Refusal as refusal:
            return TextRefusal(refusal.code, line=line.number, **refusal.params)
    for module in text.ruleset.modules:
        if module.missing and module.forced(position):
            return TextRefusal(
                module.missing, line=text.lines[-1].number, cell=module.forced(position)[0].cell
            )
    return None


def legal(text: BoardText, piece: Piece) -> dict[str, list[str]]:
    """The legal placements of a piece at the start of a drawing phase, as `inkrail legal` lists them."""
    answer = legal_placements(text.ruleset, position_of(text), piece)
    return {key: sorted(map(_where, placements)) for key, placements in answer.items()}


def legal_placements(ruleset: Ruleset, position: Position, piece: Piece) -> dict[str, list[Placement]]:
    """The legal placements of a piece at the start of a drawing phase: in free cells, and those that erase."""
    position = ruleset.rolled(position, piece)
    answer: dict[str, list[Placement]] = {"placements": []}
    answer |= {module.erasing: [] for module in ruleset.modules if module.erasing}
    drawables = ruleset.drawables_of(position, piece)
    for drawable in drawables:
        key = [*answer][-1] if drawable.verb == ERASE else "placements"
        answer[key] += ruleset.placements(position, drawable)
    if not drawables and piece.name not in ruleset.faces:
        answer["placements"] += _accepted(ruleset, position, piece)
    return answer


def _where(placement: Placement) -> str:
    return f"{placement.cell} {placement.tile.text}"


def _accepted(ruleset: Ruleset, position: Position, piece: Piece) -> Iterator[Placement]:
    """The placements of a piece that no one draws, such as a crater, that a board text may have next."""
    for cell in CELLS:
        for tile in piece.tiles:
            placement = Placement(tile, cell)
            try:
                ruleset.read_line(position, placement)
            except Refusal:
                continue
            yield placement
