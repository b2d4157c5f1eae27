"""Comparisons of both engines, and boards to compare them on."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from tests.rules.play import Step, random_game

from inkrail.core.cells import CELLS
from inkrail.core.dice import SeededRng, choose
from inkrail.core.longest import Longest
from inkrail.core.placement import Placement
from inkrail.core.score import Values
from inkrail.kernel import Kernel, kernel_for
from inkrail.kernel.board import lines as columns
from inkrail.kernel.board.effects import DUPLICATES
from inkrail.rules.expansions.meteor import DIRECTION, DIRECTIONS, DISTANCE_DIE
from inkrail.rules.expansions.underground import DUPLICATE
from inkrail.rules.position import ERASE, Choice, Drawing, Position
from inkrail.rules.registry import parse_ruleset
from inkrail.rules.ruleset import Ruleset

READINGS = tuple((longest, values) for longest in Longest for values in Values)


def assert_same_placements(kernel: Kernel, position: Position) -> None:
    """Both engines list the same placements of everything that may be drawn now."""
    ruleset, state = kernel.ruleset, kernel.state_of(position)
    for drawable in ruleset.drawables(position):
        expected = ruleset.placements(position, drawable)
        found = kernel.placements(state, drawable.piece, erasing=drawable.verb == ERASE)
        assert found.masks == expected.masks, (position, drawable)


def assert_same_step(kernel: Kernel, step: Step) -> None:
    """The kernel's board after a drawing is the reference engine's."""
    if isinstance(step.taken, Drawing):
        again = DUPLICATES if step.taken.verb == DUPLICATE else 0
        moves = np.array([kernel.move(step.taken.placement) | again])
        after = kernel.after(kernel.state_of(step.before), moves)[0]
        assert after.tolist() == kernel.state_of(step.after).tolist(), step
    elif struck := direction_of(step):
        distance = next(int(face) for face in step.after.rolled if face in DISTANCE_DIE.faces)
        after = kernel.strike(
            kernel.state_of(step.before)[np.newaxis],
            directions=np.array([DIRECTIONS[struck]]),
            distances=np.array([distance]),
        )[0]
        assert after.tolist() == kernel.state_of(step.after).tolist(), step


def direction_of(step: Step) -> str | None:
    """The direction of the meteor that struck in this step, if one did."""
    if isinstance(step.taken, Choice):
        return step.taken.argument if step.taken.verb == DIRECTION else None
    assert isinstance(step.taken, tuple)
    struck = step.before.boards != step.after.boards
    return next((face for face in step.taken if face in DIRECTIONS and struck), None)


def assert_same_score(name: str, position: Position) -> None:
    """Both engines give the same points on every line, for all options of S3 and S8."""
    for longest, values in READINGS:
        ruleset = parse_ruleset(name, longest=longest, values=values)
        kernel = kernel_for(ruleset)
        lines = kernel.score_lines(kernel.state_of(position)[np.newaxis])[0]
        assert report_of(name, lines) == expected_report(ruleset, position), (ruleset, position)


def report_of(game: str, lines: np.ndarray) -> dict[str, object]:
    """A row of score lines under the reference engine's names."""
    by_exits = lines[columns.NETWORKS : columns.LINES].tolist()
    networks = [exits for exits in range(12, 0, -1) for _ in range(by_exits[exits - 1])]
    return {
        "networks": networks,
        "network_points": lines[columns.NETWORK_POINTS],
        "longest_highway": lines[columns.HIGHWAY],
        "longest_railway": lines[columns.RAILWAY],
        "centre": lines[columns.CENTRE_POINTS],
        "errors": lines[columns.ERRORS],
        "expansion_points": lines[columns.EXPANSION],
        "expansion": expansion_of(game, lines),
        "total": lines[columns.TOTAL],
    }


def expansion_of(game: str, lines: np.ndarray) -> dict[str, object]:
    """The expansion's own lines."""
    points = lines[columns.EXPANSION]
    if game.startswith("underground"):
        return underground_of(lines)
    closed = lines[columns.CLOSED_LAKES]
    reports: dict[str, dict[str, object]] = {
        "base": {},
        "river": {"best_river": points},
        "lake": {"smallest_lake": points},
        "meteor": {"crater_routes": points // 2},
        "lava": {"closed_lakes": closed, "largest_lake": points - 5 * closed},
    }
    return reports[game]


def underground_of(lines: np.ndarray) -> dict[str, object]:
    """The lines of the underground board (U7)."""
    pipes = lines[columns.PIPE_NETWORKS : columns.SUBWAY_NETWORKS].tolist()
    subways = lines[columns.SUBWAY_NETWORKS :].tolist()
    return {
        "pipe_networks": [size for size in range(len(pipes) - 1, 0, -1) for _ in range(pipes[size])],
        "subway_networks": [size for size in range(len(subways) - 1, 0, -1) for _ in range(subways[size])],
        "pipe_points": lines[columns.PIPE_POINTS],
        "subway_points": lines[columns.SUBWAY_POINTS],
        "longest_pipeline": lines[columns.PIPELINE],
        "longest_subway": lines[columns.SUBWAY],
        "centre": lines[columns.CENTRE_BELOW],
        "errors": lines[columns.ERRORS_BELOW],
        "broken_pipes": lines[columns.BROKEN_PIPES],
        "hubs": lines[columns.HUBS_BELOW],
        "total": lines[columns.EXPANSION],
    }


def expected_report(ruleset: Ruleset, position: Position) -> dict[str, object]:
    """What the reference engine reports."""
    return ruleset.report(ruleset.score(position))


def games(name: str, *, number: int, seed: str) -> Iterator[list[Step]]:
    """Whole random games of the reference engine."""
    ruleset = parse_ruleset(name)
    for index in range(number):
        yield list(random_game(ruleset, seed=f"{seed} {index}"))


def crowded_position(ruleset: Ruleset, *, seed: object) -> Position:
    """A board that ignores the rules: tiles anywhere, mostly junctions of one kind, so that routes have many loops."""
    rng = SeededRng("crowded", seed)
    position = ruleset.set_up()
    letter = choose("SP" if "pipe-t" in ruleset.pieces else "HR", rng=rng)
    pieces = list(ruleset.pieces.values())
    junctions = [piece for piece in pieces if piece.sides.count(letter) >= 3]
    share = 2 + rng.below(8)
    holes = 1 + rng.below(10)
    for cell in CELLS:
        if rng.below(10) >= holes:
            piece = choose(junctions if rng.below(10) < share else pieces, rng=rng)
            position = ruleset.put(position, Placement(choose(piece.tiles, rng=rng), cell))
    faces = tuple(piece for piece in pieces if piece.name in ruleset.faces)
    return position._replace(dice=faces)
