"""A made-up ruleset with a made-up extra: two viaducts per game, one per round. Nothing outside this file knows them."""

from __future__ import annotations

from collections.abc import Iterator

from inkrail.core.pieces import Piece
from inkrail.rules.module import RuleModule
from inkrail.rules.position import Extra, Position

VIADUCT = Piece("viaduct", "HHRR", joined=False, needs="HR")
"""A piece without a drawing."""
A_GAME = 2
_BUILT = "viaducts_built"


class Viaducts(RuleModule):
    """Three rounds of the base game, with viaducts besides the special routes."""

    name = "viaducts"
    rounds = 3
    pieces = (VIADUCT,)
    drawing_verbs = ("span",)
    codes = ("viaduct.limit", "viaduct.round")

    def extras(self, position: Position) -> Iterator[Extra]:
        """Two per game, one per round."""
        left = A_GAME - position.notes.get(_BUILT, 0)
        why = "viaduct.round" if _BUILT in position.this_round else None
        yield Extra(
            "viaduct",
            "span",
            (VIADUCT,),
            position.boards[self.board].free,
            _build,
            board=self.board,
            left=left,
            total=A_GAME,
            per="game",
            why=why if left else "viaduct.limit",
        )


def _build(position: Position, _piece: Piece) -> Position:
    built = position.notes.get(_BUILT, 0) + 1
    return position.noting(**{_BUILT: built}).noting_this_round(**{_BUILT: 1})
