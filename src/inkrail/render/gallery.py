"""The pictures in the docs: `python -m inkrail.render.gallery docs/pictures`.

Each board text in the folder (`river.txt`) becomes a picture beside it (`river.svg`). A comment `# show: NAME …` in a
board text names the score lines to highlight. Each record (`draft.record`) becomes a picture of the dice that its
seats picked.
"""

from __future__ import annotations

import sys
from pathlib import Path

from inkrail.game.record import load_record
from inkrail.render.offers import offers_svg
from inkrail.render.svg import board_svg, marks_of, position_svg
from inkrail.rules.boardtext import position_of, read_boards
from inkrail.rules.registry import parse_ruleset
from inkrail.rules.ruleset import Ruleset

_SHOW = "# show:"


def pictures(folder: Path) -> dict[Path, str]:
    """The content of each picture by its file."""
    boards = {path.with_suffix(".svg"): picture(path) for path in sorted(folder.glob("*.txt"))}
    choices = {path.with_suffix(".svg"): choices_picture(path) for path in sorted(folder.glob("*.record"))}
    return boards | choices


def choices_picture(path: Path) -> str:
    """The picture of the dice that the seats of a record picked."""
    record, table = load_record(path.read_bytes())
    ruleset = record.ruleset
    return offers_svg(table, title=ruleset.name)


def picture(path: Path) -> str:
    """The picture of one board text."""
    with path.open("rb") as stream:
        text = next(read_boards(stream, ruleset=_ruleset))
    position = position_of(text)
    sheet = text.ruleset.score(position).all_lines
    wanted = _wanted(path)
    unknown = wanted - {line.name for line in sheet}
    if unknown:
        raise ValueError(f"{path}: no score line named {', '.join(sorted(unknown))}")
    lines = [line for line in sheet if line.name in wanted]
    marks = [marks_of(lines, board=number) for number in range(len(position.boards))]
    title = text.ruleset.name
    if len(position.boards) == 1:
        return board_svg(position.boards[0], marks=marks[0], title=title)
    return position_svg(position.boards, marks=marks, title=title)


def _ruleset(name: str | None) -> Ruleset:
    return parse_ruleset(name or "base")


def _wanted(path: Path) -> set[str]:
    comments = (line for line in path.read_text().splitlines() if line.startswith(_SHOW))
    return {name for comment in comments for name in comment.removeprefix(_SHOW).split()}


if __name__ == "__main__":
    for file, content in pictures(Path(sys.argv[1])).items():
        file.write_text(content)
