"""A rule module: optional, pure hooks that do nothing by default.

A ruleset is a list of these. The base game is one of them, and an expansion adds its own without knowing the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from inkrail.core.board import Board, Round
from inkrail.core.cells import Cell
from inkrail.core.connections import Place
from inkrail.core.dice import Die
from inkrail.core.kinds import Kind
from inkrail.core.layout import Layout
from inkrail.core.longest import Longest
from inkrail.core.pieces import Piece
from inkrail.core.placement import Contacts, Placement
from inkrail.core.score import ScoreLine, Values
from inkrail.rules.dealing import Dealer
from inkrail.rules.position import Choice, Drawable, Drawing, Extra, Position

Report = dict[str, object]
"""Lines of a score as plain values, for JSON."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """The table's scoring options (S3, S8), and the open sides that are not errors."""

    longest: Longest
    values: Values
    forgiven: frozenset[tuple[int, Place]] = frozenset()
    """Board number and side."""


class RuleModule:
    """The hooks of a rule module. All of them are pure."""

    name: str
    """The module's key in the registry, the catalogues and the docs."""
    rounds: int | None = None
    """The number of rounds with this module; the last module that sets it decides."""
    longest: Longest | None = None
    """The default reading of S3; the first module that sets it decides."""
    layouts: tuple[Layout, ...] = ()
    """The boards that this module gives each seat."""
    board: int = 0
    """The number of the board its dice are drawn on."""
    dice: tuple[Die, ...] = ()
    """Its dice, rolled in each round on its board."""
    pieces: tuple[Piece, ...] = ()
    """All its pieces, whether or not they are on a die."""
    never_meet: tuple[tuple[Kind, Kind], ...] = ()
    """Kinds whose sides may not meet (B8)."""
    drawing_verbs: tuple[str, ...] = ()
    """Its own verbs, besides `draw`, that draw a piece in a cell."""
    verbs: Mapping[str, Piece] = {}
    """Its own verbs that always draw the same piece and so take only a cell."""
    steps: tuple[str, ...] = ()
    """Its own verbs of choices before drawing."""
    paid_steps: tuple[str, ...] = ()
    """Those of its `steps` that spend something the seat could use otherwise; never chosen for an absent player."""
    marks: tuple[str, ...] = ()
    """Marks that a tile's line may have in a board text."""
    codes: tuple[str, ...] = ()
    """The codes it refuses with."""
    missing: str = ""
    """The code for a board text that leaves out what is `forced`."""
    erasing: str = ""
    """The key under which `legal` lists placements that erase something."""
    dealer: Dealer | None = None
    """Who gets which dice, if not everyone the same."""
    is_expansion = True
    """Whether its score lines are the expansion's part of the sheet."""

    def board_of(self, round_: Round) -> int | None:
        """The number of the board that is drawn on in this round."""

    def set_up(self, position: Position) -> Position:
        """The position before the first round."""
        return position

    def begin_round(self, position: Position) -> Position:
        """The position after the roll, before anything is chosen or drawn."""
        return position

    def choices(self, position: Position) -> tuple[Choice, ...]:
        """The choices before drawing; none once there is nothing left to decide."""
        return ()

    def choose(self, position: Position, choice: Choice) -> Position:
        """The position after one of `choices`."""
        raise NotImplementedError

    def path(self, position: Position, choice: Choice) -> tuple[Cell, ...]:
        """The cells that something passes after one of `choices`, for display; none if nothing moves."""
        return ()

    def origin(self, position: Position) -> Cell | None:
        """The cell from which such a path begins, if there is one."""

    def extras(self, position: Position) -> Iterable[Extra]:
        """What may be drawn besides the dice, with how much is left and why it may not be drawn now."""
        return ()

    def drawables(self, position: Position) -> Iterable[Drawable]:
        """Further ways to draw the dice left."""
        return ()

    def why_not(self, position: Position, drawing: Drawing) -> str | None:
        """The code of why a die may not be drawn in one of these ways, if it concerns this module."""

    def forced(self, position: Position) -> tuple[Placement, ...]:
        """What must be drawn at once, before anything else; any of these may be next."""
        return ()

    def after_drawing(self, position: Position, placement: Placement) -> Position:
        """The position with all effects of what was just drawn, except tiles (see `forced`)."""
        return position

    def duties(self, position: Position, contacts: Contacts) -> Iterable[str]:
        """The codes of why this seat may not end the round yet; `contacts` says what still fits where."""
        return ()

    def due(self, position: Position) -> Iterable[tuple[Drawable, ...]]:
        """What may be drawn to fulfil its duties: groups of equal rank, each to be used before the next."""
        return ()

    def forgiven(self, board: Board) -> Iterable[Place]:
        """Open sides that are not errors."""
        return ()

    def score(self, position: Position, scoring: Scoring) -> Iterable[ScoreLine]:
        """Its lines of the score sheet."""
        return ()

    def report(self, lines: tuple[ScoreLine, ...]) -> Report:
        """Its part of the expansion's lines, as plain values."""
        own = f"{self.name}."
        return {line.name.removeprefix(own): line.value for line in lines if line.name.startswith(own)}

    def read_line(self, position: Position, placement: Placement) -> Position | None:
        """The position after a board text's line that is not a drawing; None if it is one.

        Not called for lines that are `forced`.
        """

    def bears(self, placement: Placement, mark: str) -> bool:
        """Whether a tile may have this mark of the module in a board text."""
        return False
