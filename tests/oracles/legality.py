"""Which tiles may be drawn, by trying each: the answers of `inkrail check` and `inkrail legal`."""

from __future__ import annotations

from tests.oracles.boardtext import TileLine, parse_board
from tests.oracles.grid import CELLS, SIDES, exits_of, neighbour, opposite
from tests.oracles.longest import Tiles
from tests.oracles.pieces import PIECES, level_of, orientations, without_draft

Answer = dict[str, object]


def check_text(text: str, *, rules: str = "base", first_line: int = 1) -> Answer:
    """The object that `inkrail check` prints for one board whose text begins at a file's `first_line`."""
    board = parse_board(text, first_line=first_line)
    checker = _Checker(without_draft(board.rules or rules))
    for line in board.tiles:
        code = checker.refusal(line)
        if code is not None:
            return {"legal": False, "line": line.number, "code": code}
        checker.draw(line)
    if surrounded(checker.boards["surface"]):
        return {"legal": False, "line": board.tiles[-1].number, "code": "lake.not_filled"}
    return {"legal": True}


def legal_text(text: str, *, rules: str = "base", piece: str = "") -> Answer:
    """The object that `inkrail legal` prints for one board."""
    board = parse_board(text)
    ruleset = without_draft(board.rules or rules)
    name = board.piece or piece
    tiles = {line.cell: (line.piece, line.sides) for line in board.tiles if line.level == level_of(name)}
    found: dict[str, list[str]] = {"free": [], "crater": [], "tile": []}
    for cell in CELLS:
        for sides in orientations(name):
            if refusal(tiles, piece=name, cell=cell, sides=sides) is None:
                found[_holds(tiles, cell)].append(f"{cell} {sides}")
    if name == "crater":
        found["free"] += found.pop("tile")
    answer: Answer = {"placements": sorted(found["free"])}
    if ruleset == "meteor":
        answer["on_craters"] = sorted(found["crater"])
    if ruleset == "lava":
        answer["erasing"] = sorted(found["tile"])
    return answer


def refusal(tiles: Tiles, *, piece: str, cell: str, sides: str) -> str | None:
    """Why a tile may not be drawn on this board, or None; B10 and the order of lines are not checked."""
    if not _may_lie(tiles, piece, cell):
        return "placement.occupied"
    if any(_clash(sides[side], met(tiles, piece=piece, cell=cell, side=side)) for side in SIDES):
        return "placement.kind_clash"
    if not _connected(tiles, piece=piece, cell=cell, sides=sides):
        return "placement.unconnected"
    if piece == "lake-full" and cell not in surrounded(tiles):
        return "lake.not_surrounded"
    if piece == "volcano" and any("F" in _sides(tiles, neighbour(cell, side)) for side in SIDES):
        return "lava.volcano_near_lava"
    return None


def surrounded(tiles: Tiles) -> set[str]:
    """Empty cells with three or four sides at open lake sides (L3)."""
    return {
        cell
        for cell in CELLS
        if cell not in tiles
        and sum(_sides(tiles, neighbour(cell, side))[opposite(side)] == "L" for side in SIDES) >= 3
    }


def met(tiles: Tiles, *, piece: str, cell: str, side: int) -> str:
    """The kind that a side drawn here would meet: a neighbour's, an exit's, or `.`."""
    across = neighbour(cell, side)
    if across is None:
        return exits_of(level_of(piece)).get((cell, side), ".")
    return _sides(tiles, across)[opposite(side)]


def lava_is_shut_in(tiles: Tiles) -> bool:
    """No free cell is next to an open lava side (F6)."""
    return not any(
        _sides(tiles, neighbour(cell, side))[opposite(side)] == "F"
        for cell in CELLS
        if cell not in tiles
        for side in SIDES
    )


def _sides(tiles: Tiles, cell: str | None) -> str:
    """The sides of what is in a cell; all blank if it is empty or outside the board."""
    return tiles[cell][1] if cell in tiles else "...."


def _holds(tiles: Tiles, cell: str) -> str:
    """What a cell holds: `free`, `crater` or `tile`."""
    if cell not in tiles:
        return "free"
    return "crater" if tiles[cell][0] == "crater" else "tile"


def _may_lie(tiles: Tiles, piece: str, cell: str) -> bool:
    """The cell is free (B7), or this piece replaces what it holds (M4, M6, F6)."""
    match _holds(tiles, cell):
        case "free":
            return True
        case "crater":
            return PIECES[piece].family == "route"
        case _:
            return piece == "crater" or _erases(tiles, piece, cell)


def _erases(tiles: Tiles, piece: str, cell: str) -> bool:
    """A lava die may replace the route tile here (F6)."""
    lava_die = PIECES[piece].family == "lava" and piece != "volcano"
    return lava_die and PIECES[tiles[cell][0]].family != "lava" and lava_is_shut_in(tiles)


def _clash(mine: str, theirs: str) -> bool:
    """Two different kinds meet and neither is water or lava, which may meet all (B8, V3, L4, F7, U3)."""
    return mine != theirs and not {mine, theirs} & {".", "L", "F"}


def _connected(tiles: Tiles, *, piece: str, cell: str, sides: str) -> bool:
    """It meets its own kind where it has to: B7, U3, lava dice in lava (F4); not at all in V3, L2, F5."""
    meeting = {
        sides[side]
        for side in SIDES
        if sides[side] != "." and sides[side] == met(tiles, piece=piece, cell=cell, side=side)
    }
    if piece in ("volcano", "crater") or PIECES[piece].family in ("river", "lake"):
        return True
    if PIECES[piece].family == "lava":
        return "F" in meeting
    return bool(meeting)


class _Checker:
    """The boards as they grow line by line."""

    def __init__(self, ruleset: str) -> None:
        self.ruleset = ruleset
        self.boards: dict[str, Tiles] = {"surface": {}, "underground": {}}
        self.specials: list[str] = []
        self.begun = False

    def refusal(self, line: TileLine) -> str | None:
        """The first code that applies to the next line, or None."""
        tiles = self.boards[line.level]
        if self.ruleset == "lava" and not self.begun and (line.piece, line.cell) != ("volcano", "D4"):
            return "lava.first_volcano"
        code = refusal(tiles, piece=line.piece, cell=line.cell, sides=line.sides)
        if code != "placement.occupied" and PIECES[line.piece].family == "special":
            code = self._special_refusal(line.piece) or code
        if code is None and line.piece != "lake-full" and surrounded(tiles):
            return "lake.not_filled"
        return code

    def draw(self, line: TileLine) -> None:
        """Put the tile into its cell, replacing what was there."""
        self.begun = True
        self.boards[line.level][line.cell] = (line.piece, line.sides)
        if PIECES[line.piece].family == "special":
            self.specials.append(line.piece)

    def _special_refusal(self, piece: str) -> str | None:
        """Each special once per game, three in all; erased ones stay used (B10, M4, F6)."""
        if piece in self.specials:
            return "special.used"
        return "special.limit" if len(self.specials) == 3 else None
