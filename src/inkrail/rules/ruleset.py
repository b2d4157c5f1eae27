"""A ruleset: rule modules that play together, with their answers combined."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cached_property
from typing import TypeAlias

from inkrail.core.board import NO_ROUND, Board, Round
from inkrail.core.cells import CELL_MASKS, Cell, contains
from inkrail.core.dice import Die
from inkrail.core.errors import Refusal
from inkrail.core.longest import Longest
from inkrail.core.pieces import Piece, Role
from inkrail.core.placement import Contacts, Placement, Placements
from inkrail.core.score import ScoreLine, ScoreSheet, Values
from inkrail.rules.dealing import Dealer, Faces
from inkrail.rules.module import Report, RuleModule, Scoring
from inkrail.rules.position import DRAW, Choice, Drawable, Drawing, Duty, Extra, Position

Fitting: TypeAlias = Collection[tuple[str, str]]
"""Verb and piece's name of everything that has a legal placement."""

DICE_LEFT = "round.dice_left"
"""The code of a round with a mandatory die that still fits (B9)."""


class Ruleset:
    """A list of modules, and the table's scoring options."""

    usual_values = Values.OFFICIAL
    """The default network values (S8)."""

    def __init__(
        self,
        name: str,
        modules: tuple[RuleModule, ...],
        *,
        longest: Longest | None = None,
        values: Values = Values.OFFICIAL,
    ) -> None:
        self.name = name
        self.modules = modules
        self.usual_longest = next((module.longest for module in modules if module.longest), Longest.CELLS)
        self.longest = longest or self.usual_longest
        self.values = values
        self.contacts = Contacts(pair for module in modules for pair in module.never_meet)
        self.rounds = [module.rounds for module in modules if module.rounds][-1]
        self.layouts = tuple(layout for module in modules for layout in module.layouts)
        self.dealer = next((module.dealer for module in modules if module.dealer), Dealer())
        self.pieces = {piece.name: piece for module in modules for piece in module.pieces}
        self._board_of_piece = {piece.name: module.board for module in modules for piece in module.pieces}
        dice = [die for module in modules for die in module.dice]
        self.mandatory = frozenset(face for die in dice if die.mandatory for face in die.faces)
        self.verbs = {verb: piece for module in modules for verb, piece in module.verbs.items()}
        self.drawing_verbs = frozenset((DRAW, *(verb for module in modules for verb in module.drawing_verbs)))
        self._forcing = tuple(module for module in modules if _says(module, "forced"))
        self._with_consequences = tuple(module for module in modules if _says(module, "after_drawing"))
        self._choosing = tuple(module for module in modules if _says(module, "choices"))
        self._with_duties = tuple(module for module in modules if _says(module, "duties"))
        self._forgiving = tuple(module for module in modules if _says(module, "forgiven"))
        self.steps = frozenset(verb for module in modules for verb in module.steps)
        self.paid_steps = frozenset(verb for module in modules for verb in module.paid_steps)

    def __repr__(self) -> str:
        longest = "" if self.longest is self.usual_longest else f", longest={self.longest}"
        values = "" if self.values is self.usual_values else f", values={self.values}"
        return f"parse_ruleset({self.name!r}{longest}{values})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ruleset) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[str, Longest, Values]:
        return self.name, self.longest, self.values

    # The round.

    def board_of(self, round_: Round) -> int:
        """The number of the board drawn on in this round."""
        numbers = (module.board_of(round_) for module in self.modules)
        return next((number for number in numbers if number is not None), 0)

    def dice(self, round_: Round) -> tuple[Die, ...]:
        """The dice rolled in this round."""
        number = self.board_of(round_)
        return tuple(die for module in self.modules if module.board == number for die in module.dice)

    def board_for(self, piece: Piece) -> int:
        """The number of the board that this piece is drawn on."""
        return self._board_of_piece[piece.name]

    def blank(self) -> Position:
        """Boards with nothing on them."""
        return Position(tuple(Board(layout) for layout in self.layouts))

    def set_up(self) -> Position:
        """The position before the first round."""
        position = self.blank()
        for module in self.modules:
            position = module.set_up(position)
        return position

    def begin_round(self, position: Position, round_: Round, *, faces: Faces) -> Position:
        """The position after these faces were rolled for the seat."""
        dice = tuple(self.pieces[face] for face in faces if face in self.pieces)
        position = position._replace(round_=round_, rolled=faces, dice=dice, this_round={})
        for module in self.modules:
            position = module.begin_round(position)
        return position

    # Choices before drawing.

    def choices(self, position: Position) -> tuple[Choice, ...]:
        """What the seat must choose from before it draws; empty if it may draw."""
        return tuple([choice for module in self._choosing for choice in module.choices(position)])

    def choose(self, position: Position, choice: Choice) -> Position:
        """The position after a choice, or a refusal."""
        for module in self._choosing:
            if choice in module.choices(position):
                return module.choose(position, choice)
        raise Refusal("step.not_possible", step=str(choice))

    def path(self, position: Position, choice: Choice) -> tuple[Cell, ...]:
        """The cells that something passes after a choice, for display."""
        return next((path for module in self.modules if (path := module.path(position, choice))), ())

    def origin(self, position: Position) -> Cell | None:
        """The cell from which such a path begins, if there is one."""
        origins = (module.origin(position) for module in self.modules)
        return next((origin for origin in origins if origin is not None), None)

    # Drawing.

    def extras(self, position: Position) -> tuple[Extra, ...]:
        """What can be drawn besides the dice, on all boards."""
        return tuple(extra for module in self.modules for extra in module.extras(position))

    def drawables(self, position: Position) -> tuple[Drawable, ...]:
        """Everything the seat may try to draw: the dice left, each piece once, and what the modules add."""
        seen: dict[str, Drawable] = {}
        for piece in position.dice:
            if piece.name not in seen:
                seen[piece.name] = self._die(position, piece)
        return (*seen.values(), *self._besides(position))

    def _besides(self, position: Position) -> Iterator[Drawable]:
        """What the modules add to the dice."""
        for module in self._active(position):
            for extra in module.extras(position):
                yield from extra.drawables()
            yield from module.drawables(position)

    def _active(self, position: Position) -> tuple[RuleModule, ...]:
        """The modules of the board that is drawn on now; all of them outside a round."""
        if position.round_ == NO_ROUND or len(self.layouts) == 1:
            return self.modules
        number = self.board_of(position.round_)
        return tuple(module for module in self.modules if module.board == number)

    def _die(self, position: Position, piece: Piece) -> Drawable:
        number = self._board_of_piece[piece.name]
        return Drawable(
            DRAW,
            piece,
            position.boards[number].free,
            Position.without_die,
            board=number,
            mandatory=piece.name in self.mandatory,
        )

    def placements(self, position: Position, drawable: Drawable) -> Placements:
        """Where a drawable may go."""
        board = position.boards[drawable.board]
        return self.contacts.placements(board, drawable.piece, where=drawable.where)

    def die_placements(self, position: Position, piece: Piece) -> Placements:
        """Where one of the dice left may go."""
        board = position.boards[self._board_of_piece[piece.name]]
        return self.contacts.placements(board, piece, where=board.free)

    def drawable(self, position: Position, drawing: Drawing) -> Drawable:
        """The drawable that a drawing uses, or a refusal if the seat has none."""
        piece = drawing.placement.piece
        if drawing.verb == DRAW and piece in position.dice:
            return self._die(position, piece)
        for drawable in self._besides(position):
            if drawable.verb == drawing.verb and drawable.piece == piece:
                return drawable
        raise self._none_to_draw(position, drawing)

    def _none_to_draw(self, position: Position, drawing: Drawing) -> Refusal:
        code = self.why_not(position, drawing) or "draw.not_available"
        return Refusal(code, piece=drawing.placement.piece.name)

    def why_not(self, position: Position, drawing: Drawing) -> str | None:
        """The code of why this drawing is not available, if a module gives one."""
        piece = drawing.placement.piece
        for module in self._active(position):
            for extra in module.extras(position):
                if extra.verb == drawing.verb and (piece in extra.pieces or extra.verb != DRAW):
                    return extra.why_not(piece)
            code = module.why_not(position, drawing)
            if code:
                return code
        return None

    def draw(self, position: Position, drawing: Drawing) -> Position:
        """The position after a drawing and all its effects, or a refusal."""
        drawable = self.drawable(position, drawing)
        position = self._drawn(position, drawable, drawing.placement)
        while forced := self.forced(position):
            position = self.put(position, forced[0])
        return position

    def _drawn(self, position: Position, drawable: Drawable, placement: Placement) -> Position:
        board = position.boards[drawable.board]
        if not drawable.where & CELL_MASKS[placement.cell]:
            raise _outside(drawable, placement, board=board)
        problem = self.contacts.problem(board, placement)
        if problem:
            raise Refusal(problem, cell=placement.cell, piece=placement.piece.name)
        return self.put(drawable.spend(position, drawable.piece), placement)

    def put(self, position: Position, placement: Placement) -> Position:
        """The position with the tile in its cell, whatever was there, and with its effects in other cells."""
        number = self._board_of_piece[placement.piece.name]
        board = position.boards[number]
        if board.tiles[placement.cell]:
            board = board.erase(placement.cell)
        board = board.draw(placement.tile, placement.cell, round_=position.round_)
        position = position.with_board(number, board)
        for module in self._with_consequences:
            position = module.after_drawing(position, placement)
        return position

    def forced(self, position: Position) -> tuple[Placement, ...]:
        """What must be drawn at once."""
        return tuple([placement for module in self._forcing for placement in module.forced(position)])

    # Board texts, which have no rounds.

    def read_line(self, position: Position, placement: Placement) -> Position:
        """The position after the next line of a board text whose tiles are drawn in order, or a refusal.

        What is forced must come first, but a line that could not be drawn anyway is refused for its own reason.
        """
        pending = [
            (module.missing, forced)
            for module in self.modules
            if module.missing and (forced := module.forced(position))
        ]
        if any(placement in forced for _, forced in pending):
            return self.put(position, placement)
        after = self._read(position, placement)
        if pending:
            missing, forced = pending[0]
            raise Refusal(missing, cell=forced[0].cell)
        return after

    def _read(self, position: Position, placement: Placement) -> Position:
        for module in self.modules:
            read = module.read_line(position, placement)
            if read is not None:
                return read
        position = self.rolled(position, placement.piece)
        drawables = self.drawables_of(position, placement.piece)
        fitting = [drawable for drawable in drawables if contains(drawable.where, placement.cell)]
        if fitting:
            return self._drawn(position, fitting[0], placement)
        board = position.boards[self.board_for(placement.piece)]
        if drawables:
            raise _outside(drawables[0], placement, board=board)
        if board[placement.cell]:
            raise Refusal("placement.occupied", cell=placement.cell, piece=placement.piece.name)
        raise self._none_to_draw(position, Drawing(DRAW, placement))

    def rolled(self, position: Position, piece: Piece) -> Position:
        """The position at the start of a round in which this piece, if it is on a die, was rolled."""
        dice = (piece,) if piece.name in self.faces else ()
        return position._replace(dice=dice, rolled=(), this_round={})

    def drawables_of(self, position: Position, piece: Piece) -> tuple[Drawable, ...]:
        """The ways to draw this piece."""
        return tuple(drawable for drawable in self.drawables(position) if drawable.piece == piece)

    # The end of a round.

    def dice_that_fit(self, position: Position, *, fitting: Fitting | None = None) -> tuple[Piece, ...]:
        """The mandatory dice left that still have a legal placement (B9); a caller may know already what fits."""
        mandatory = [piece for piece in position.dice if piece.name in self.mandatory]
        if fitting is not None:
            return tuple([piece for piece in mandatory if (DRAW, piece.name) in fitting])
        return tuple(piece for piece in mandatory if self.die_placements(position, piece))

    def duties(self, position: Position) -> tuple[str, ...]:
        """The codes of why the seat may not end the round yet; none if it may (B9)."""
        own = (DICE_LEFT,) if self.dice_that_fit(position) else ()
        return own + tuple(code for code, _ in self._asked(position))

    def owed(self, position: Position, *, fitting: Fitting | None = None) -> Iterator[Duty]:
        """The same duties, each with the dice that would fulfil it (B9)."""
        dice = self.dice_that_fit(position, fitting=fitting)
        if dice:
            yield Duty(DICE_LEFT, dice)
        for code, module in self._asked(position):
            yield Duty(code, self._dice_due(position, module, fitting=fitting))

    def _asked(self, position: Position) -> Iterator[tuple[str, RuleModule]]:
        """The duties of the modules."""
        for module in self._with_duties:
            for code in module.duties(position, self.contacts):
                yield code, module

    def _dice_due(
        self, position: Position, module: RuleModule, *, fitting: Fitting | None
    ) -> tuple[Piece, ...]:
        """The dice that a module requires and that fit."""
        dice = [item for group in module.due(position) for item in group if item.extra is None]
        if fitting is not None:
            return tuple(dict.fromkeys(die.piece for die in dice if (die.verb, die.piece.name) in fitting))
        return tuple(dict.fromkeys(die.piece for die in dice if self.placements(position, die)))

    def due(self, position: Position) -> tuple[tuple[Drawable, ...], ...]:
        """What may be drawn to fulfil the duties: groups of equal rank, each to be used before the next (B9).

        What a module requires comes before the mandatory dice, which could take the cells it needs.
        """
        groups = (group for module in self.modules for group in module.due(position))
        dice = (self._die(position, piece) for piece in dict.fromkeys(position.dice))
        return (*groups, tuple(die for die in dice if die.mandatory))

    # Scoring.

    def score(self, position: Position) -> ScoreSheet:
        """The score sheet of a position (S6)."""
        forgiven = frozenset(
            (number, place)
            for number, board in enumerate(position.boards)
            for module in self._forgiving
            for place in module.forgiven(board)
        )
        scoring = Scoring(self.longest, self.values, forgiven)
        own: list[ScoreLine] = []
        added: list[ScoreLine] = []
        for module in self.modules:
            (added if module.is_expansion else own).extend(module.score(position, scoring))
        return ScoreSheet(tuple(own), tuple(added))

    def report(self, sheet: ScoreSheet) -> Report:
        """A score sheet as the plain values that `inkrail score` prints."""
        expansion: Report = {}
        for module in self.modules:
            if module.is_expansion:
                expansion |= module.report(sheet.expansion)
        return {
            "networks": list(sheet.values("network")),
            "network_points": sheet.points("network"),
            "longest_highway": sheet.value("highway"),
            "longest_railway": sheet.value("railway"),
            "centre": sheet.value("centre"),
            "errors": sheet.value("errors"),
            "expansion_points": sum(line.points for line in sheet.expansion),
            "expansion": expansion,
            "total": sheet.total,
        }

    @cached_property
    def has_route_dice(self) -> bool:
        """Whether the ruleset has the base game's dice."""
        return any(die.route for module in self.modules for die in module.dice)

    @cached_property
    def specials(self) -> tuple[Piece, ...]:
        """The special routes of this ruleset."""
        return tuple(piece for piece in self.pieces.values() if piece.role is Role.SPECIAL)

    @cached_property
    def faces(self) -> frozenset[str]:
        """Every face of every die."""
        return frozenset(face for module in self.modules for die in module.dice for face in die.faces)


def _says(module: RuleModule, hook: str) -> bool:
    """Whether a module overrides this hook; every drawing calls hooks, so those that do nothing are skipped."""
    return getattr(type(module), hook) is not getattr(RuleModule, hook)


def _outside(drawable: Drawable, placement: Placement, *, board: Board) -> Refusal:
    """Why a piece cannot be drawn in a cell that is not one of the drawable's."""
    code = "placement.occupied" if board[placement.cell] else drawable.refused
    return Refusal(code, cell=placement.cell, piece=placement.piece.name)
