"""Parses the lines that a player types into actions."""

from __future__ import annotations

from collections.abc import Sequence

from inkrail.cli.terminal.items import Item, extras_of, items_of
from inkrail.cli.terminal.screen import Screen
from inkrail.cli.terminal.words import Word, spelling, words
from inkrail.core.cells import parse_cell
from inkrail.core.errors import Refusal
from inkrail.game.actions import TAKE_BACK, Action, Done, TakeBack, parse_action
from inkrail.game.orientations import turned
from inkrail.game.reasons import option_for, why_not
from inkrail.game.table import Table
from inkrail.game.view import View
from inkrail.i18n import Catalogue
from inkrail.rules.position import DRAW, Drawing

Actions = tuple[Action, ...]


class Reader:
    """Parses the lines of a seat that is drawing; its only state is the orientations it last asked about."""

    def __init__(self, voice: Catalogue, screen: Screen) -> None:
        self.voice = voice
        self.screen = screen
        self.words = words(voice)
        self.pending: tuple[Drawing, ...] = ()

    def actions(self, typed: list[str], seen: View, *, table: Table) -> Actions:
        """The actions of a line: none where it is a question; a refusal is raised where it is impossible."""
        pending, self.pending = self.pending, ()
        chosen = _chosen(typed, pending)
        if chosen:
            return chosen
        match self.words.get(typed[0].lower()):
            case Word.DONE:
                return (Done(),)
            case Word.UNDO:
                return self._undo(typed[1:], seen)
            case Word.TURN:
                return self._turn(seen, table)
            case _:
                return self._drawing(typed, seen)

    def _drawing(self, typed: list[str], seen: View) -> Actions:
        item = items_of(seen).get(typed[0].lower())
        if item:
            return self._place(item, typed[1:], seen)
        _refuse_unavailable_extra(typed[0].lower(), seen)
        action = self.parse(typed, seen)
        return (action,) if action else ()

    def _place(self, item: Item, rest: list[str], seen: View) -> Actions:
        """`2` asks where, `2 c2` draws there, `2 c2 RH..` in this orientation, `2 7` the seventh placement."""
        if not rest:
            self.screen.placements(seen, item)
            return ()
        number = number_in(rest)
        if number is not None:
            if 1 <= number <= len(item.drawings):
                return (item.drawings[number - 1],)
            self.screen.say("terminal.no_such_number", number=number)
            return ()
        drawings = _in_cell(item, rest[0], seen)
        wanted = rest[1].upper() if len(rest) > 1 else ""
        chosen = tuple(
            drawing
            for number, drawing in enumerate(drawings, start=1)
            if wanted in ("", drawing.placement.tile.text, str(number))
        )
        if len(chosen) == 1:
            return chosen
        self.pending = chosen or drawings
        self.screen.orientations(self.pending)
        return ()

    def _undo(self, rest: list[str], seen: View) -> Actions:
        """Take back the last drawing, or the one in a cell, or that of a piece in it."""
        if rest:
            action = self.parse([TAKE_BACK, *rest], seen)
            return (action,) if action else ()
        if not seen.drawings:
            self.screen.say("terminal.nothing_to_undo")
            return ()
        return (TakeBack(seen.drawings[-1].placement.cell),)

    def _turn(self, seen: View, table: Table) -> Actions:
        """Draw the last drawing again in its next orientation."""
        if not seen.drawings:
            self.screen.say("terminal.nothing_to_undo")
            return ()
        return turned(table, seen.seat, cell=seen.drawings[-1].placement.cell)

    def parse(self, typed: Sequence[str], seen: View) -> Action | None:
        """Parse an action in full notation, with or without its verb; None, and a printed hint, if it is not one."""
        ruleset = seen.ruleset
        verb, *parts = typed[0].lower(), *typed[1:]
        if verb in ruleset.pieces:
            verb, parts = DRAW, [verb, *parts]
        # Pieces are lower case, cells and sides upper case; players may type either.
        if verb in ruleset.drawing_verbs:
            parts = [part.upper() if place else part.lower() for place, part in enumerate(parts)]
        elif verb in (*ruleset.verbs, TAKE_BACK):
            parts = [part.lower() if place else part.upper() for place, part in enumerate(parts)]
        try:
            return parse_action(" ".join((verb, *parts)), ruleset)
        except Refusal as refusal:
            if refusal.code != "action.unknown":
                raise
            text, help_ = " ".join(typed), spelling(Word.HELP, self.voice)
            self.screen.say("terminal.not_understood", text=text, help=help_)
            return None


def number_in(typed: Sequence[str]) -> int | None:
    """The only word as a number, if it is one."""
    if len(typed) == 1 and typed[0].isascii() and typed[0].isdecimal() and len(typed[0]) < 4:
        return int(typed[0])
    return None


def _chosen(typed: list[str], pending: tuple[Drawing, ...]) -> Actions:
    """The pending orientation that the player chose by number or sides; none if they typed something else."""
    number = number_in(typed)
    if number is not None:
        return pending[number - 1 : number] if number else ()
    return tuple(drawing for drawing in pending if typed == [drawing.placement.tile.text])


def _in_cell(item: Item, name: str, seen: View) -> tuple[Drawing, ...]:
    """The drawings of an item in a cell; raises a refusal with the reason where there are none."""
    cell = parse_cell(name.upper())
    drawings = item.drawings_in(cell)
    if drawings:
        return drawings
    verb = item.options[0].verb if item.options else DRAW
    raise why_not(seen, verb=verb, piece=item.piece.name, cell=cell) or AssertionError(item)


def _refuse_unavailable_extra(label: str, seen: View) -> None:
    """Raise the reason why an extra, named by its label, cannot be drawn now."""
    extra, piece = extras_of(seen).get(label, (None, None))
    if extra and piece:
        option_for(seen, verb=extra.verb, piece=piece.name)
