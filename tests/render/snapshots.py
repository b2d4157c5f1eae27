"""The golden pictures: after reviewing a change, update them with `python -m tests.render.snapshots`."""

from pathlib import Path

from inkrail.core.board import Board, Round
from inkrail.core.cells import cells_of, mask_of, parse_cell
from inkrail.core.score import ScoreSheet
from inkrail.render.svg import Marks, board_svg, marks_of
from inkrail.render.text import Notes, board_text
from inkrail.rules.boardtext import position_of, read_boards
from inkrail.rules.position import Position
from inkrail.rules.registry import parse_ruleset
from inkrail.rules.ruleset import Ruleset

GOLDEN = Path(__file__).parent / "golden"
PICTURES = Path(__file__).parents[2] / "docs" / "pictures"


def drawn(name: str) -> tuple[Position, Ruleset]:
    """The boards of a text in docs/pictures, and their ruleset."""
    with (PICTURES / f"{name}.txt").open("rb") as stream:
        text = next(read_boards(stream, ruleset=lambda rules: parse_ruleset(rules or "base")))
    return position_of(text), text.ruleset


def s7() -> tuple[Board, ScoreSheet]:
    """The worked example with a round number in each tile, and its score sheet."""
    position, ruleset = drawn("board")
    board = Board(position.boards[0].layout)
    for cell in cells_of(position.boards[0].filled):
        tile = position.boards[0][cell]
        assert tile is not None
        board = board.draw(tile, cell, round_=Round(cell.row + 1))
    return board, ruleset.score(Position((board,)))


def snapshots() -> dict[str, str]:
    """What each golden file should contain."""
    board, sheet = s7()
    lines = {line.name: line for line in sheet.lines}
    legal = mask_of([parse_cell("E4")])
    notes = Notes(legal=legal, errors=lines["errors"].sides, highlight=mask_of(lines["highway"].cells))
    marks = marks_of([lines["highway"], lines["railway"]])
    marked = Marks(legal=legal, errors=lines["errors"].sides, overlays=marks.overlays)
    text = board_text(board, notes=notes)
    return {
        "s7.txt": "".join(f"{line.rstrip()}\n" for line in text.splitlines()),
        "s7.svg": board_svg(board, marks=marked, theme="light", title="S7"),
    }


if __name__ == "__main__":
    for name, content in snapshots().items():
        (GOLDEN / name).write_text(content)
