"""Puzzles on the wire."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from inkrail.server.wire.boards import BoardView, SheetView
from inkrail.server.wire.bodies import Body
from inkrail.server.wire.typed_dict import TypedDict


class OwnPuzzle(Body):
    """The seat whose last round becomes a puzzle."""

    seat: Annotated[int, Field(ge=0, le=5)] = 0


class PuzzleInfo(TypedDict):
    """A last round to play for its best end, without the solution.

    `total` is what the best end scores, `now` what the board scores before the last round, and `unique` says whether
    all other ends score less.
    """

    id: str
    rules: str
    level: int
    total: int
    unique: bool
    day: str | None
    """The day whose puzzle it is."""
    round: int
    dice: list[str]
    boards: list[BoardView]
    now: int
    opening: str
    """The record of the rounds before it, up to its roll."""


class PuzzleSolution(TypedDict):
    """The best end of a puzzle; `second` is the best total of any other board, null if others may be as good."""

    id: str
    total: int
    second: int | None
    actions: list[str]
    round: int
    boards: list[BoardView]
    sheet: SheetView


class PuzzleGiven(TypedDict):
    """A puzzle made of somebody's last round, and the best total."""

    puzzle: str
    total: int


class RulesetSupply(TypedDict):
    """How many puzzles there are of a ruleset, from level 1 up."""

    rules: str
    levels: list[int]


class PuzzleSupply(TypedDict):
    """The rulesets with puzzles: those whose last round can be solved exactly."""

    rulesets: list[RulesetSupply]
