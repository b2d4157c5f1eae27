"""Random legal games of one seat, at the level of the ruleset, and their texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO

from inkrail.core.board import Board, Round
from inkrail.core.cells import CELLS, cells_of, contains
from inkrail.core.dice import Rng, SeededRng, choose
from inkrail.core.placement import Placement
from inkrail.rules.boardtext import BoardText, check, legal, position_of, read_boards
from inkrail.rules.dealing import Faces
from inkrail.rules.module import Report
from inkrail.rules.position import Choice, Drawing, Position
from inkrail.rules.registry import parse_ruleset
from inkrail.rules.ruleset import Ruleset


@dataclass(frozen=True)
class Step:
    """What a seat did, and the positions before and after it.

    What happens without the seat's action is a step too: the start with no faces, and each round's roll.
    """

    before: Position
    taken: Choice | Drawing | Faces
    after: Position


def random_game(ruleset: Ruleset, *, seed: object) -> Iterator[Step]:
    """A whole game: any legal step may be next, and a seat that may end its round mostly does."""
    rng = SeededRng("game", seed)
    position = ruleset.set_up()
    yield Step(ruleset.blank(), (), position)
    for number in range(1, ruleset.rounds + 1):
        round_ = Round(number)
        faces = tuple(die.roll(rng) for die in ruleset.dice(round_))
        start = ruleset.begin_round(position, round_, faces=faces)
        yield Step(position, faces, start)
        position = start
        while (step := _next_step(ruleset, position, rng=rng)) is not None:
            yield step
            position = step.after


def _next_step(ruleset: Ruleset, position: Position, *, rng: Rng) -> Step | None:
    if choices := ruleset.choices(position):
        choice = choose(choices, rng=rng)
        return Step(position, choice, ruleset.choose(position, choice))
    if not ruleset.duties(position) and rng.below(3):
        return None
    options = legal_drawings(ruleset, position)
    verbs = sorted({drawing.verb for drawing in options})
    if not verbs:
        return None
    verb = choose(verbs, rng=rng)
    drawing = choose([drawing for drawing in options if drawing.verb == verb], rng=rng)
    return Step(position, drawing, ruleset.draw(position, drawing))


def legal_drawings(ruleset: Ruleset, position: Position) -> list[Drawing]:
    """Everything the seat may draw now."""
    return [
        Drawing(drawable.verb, placement)
        for drawable in ruleset.drawables(position)
        for placement in ruleset.placements(position, drawable)
    ]


def final_position(ruleset: Ruleset, *, seed: object) -> Position:
    """Where a random game ends."""
    *_, last = random_game(ruleset, seed=seed)
    return last.after


def drawn_lines(ruleset: Ruleset, steps: Iterable[Step]) -> list[str]:
    """The board text of a game in the order drawn, with what was forced after each drawing."""
    lines: list[str] = [f"rules: {ruleset.name}"]
    for placement in (placement for step in steps for placement in _placements(ruleset, step)):
        if len(ruleset.layouts) > 1:
            lines.append(f"{ruleset.layouts[ruleset.board_for(placement.piece)].name}:")
        lines.append(str(placement))
    return lines


def _placements(ruleset: Ruleset, step: Step) -> Iterator[Placement]:
    """The tiles that a step drew, in their order."""
    if not isinstance(step.taken, Drawing):
        for before, after in zip(step.before.boards, step.after.boards, strict=True):
            yield from _changes(before, after)
        return
    yield step.taken.placement
    position = ruleset.put(step.before, step.taken.placement)
    while forced := ruleset.forced(position):
        yield forced[0]
        position = ruleset.put(position, forced[0])


def _changes(before: Board, after: Board) -> Iterator[Placement]:
    for cell in CELLS:
        tile = after[cell]
        if tile and tile != before[cell]:
            yield Placement(tile, cell)


def standing_lines(ruleset: Ruleset, position: Position) -> list[str]:
    """The board text of the final tiles, cell by cell, with the marks that a line may have."""
    lines = [f"rules: {ruleset.name}"]
    marks = [mark for module in ruleset.modules for mark in module.marks]
    for layout, board in zip(ruleset.layouts, position.boards, strict=True):
        if len(ruleset.layouts) > 1:
            lines.append(f"{layout.name}:")
        for cell in cells_of(board.filled):
            tile = board[cell]
            assert tile is not None
            borne = [mark for mark in marks if contains(board.marked(mark), cell)]
            lines.append(" ".join([str(Placement(tile, cell)), *borne]))
    return lines


def read(lines: Sequence[str], *, rules: str = "base") -> BoardText:
    """The one board of a text."""
    stream = BytesIO("\n".join(lines).encode())
    (text,) = read_boards(stream, ruleset=lambda name: parse_ruleset(name or rules))
    return text


def score_answer(lines: Sequence[str], *, rules: str = "base") -> Report:
    """What `inkrail score` answers."""
    text = read(lines, rules=rules)
    return text.ruleset.report(text.ruleset.score(position_of(text)))


def check_answer(lines: Sequence[str], *, rules: str = "base") -> Report:
    """What `inkrail check` answers."""
    refusal = check(read(lines, rules=rules))
    if refusal is None:
        return {"legal": True}
    return {"legal": False, "line": refusal.line, "code": refusal.code}


def legal_answer(lines: Sequence[str], *, piece: str, rules: str = "base") -> dict[str, list[str]]:
    """What `inkrail legal` answers."""
    text = read(lines, rules=rules)
    return legal(text, text.ruleset.pieces[piece])
