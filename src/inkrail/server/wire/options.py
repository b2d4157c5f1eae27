"""A seat's dice, options and drawings on the wire."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, NotRequired

from inkrail.game.actions import Pick, format_action
from inkrail.game.table import Table
from inkrail.game.view import Option, View
from inkrail.rules.position import Choice, Drawing, Position
from inkrail.rules.ruleset import Ruleset
from inkrail.server.wire.boards import CELL_NAMES
from inkrail.server.wire.typed_dict import TypedDict


class DieView(TypedDict):
    """A die that the seat plays with this round."""

    piece: str
    drawable: bool
    """Whether its face is a piece; those of the meteor dice are not."""
    mandatory: bool
    """Whether it must be drawn if it fits in a free cell (B9)."""
    due: bool
    """Whether it must be drawn on the current board: mandatory, not drawn yet, and it fits in a free cell (B9, M6)."""
    drawn: bool


class OptionView(TypedDict):
    """Something the seat may draw, and where it fits."""

    verb: str
    piece: str
    extra: str | None
    """The name of the extra it belongs to; null if it uses up a die."""
    board: int
    mandatory: bool
    fits: dict[str, int]
    """For each orientation that fits somewhere, the cells where it does: the engine's mask, A1 is the lowest bit."""


class ExtraItem(TypedDict):
    """One piece of an extra: whether it is used up or available, or the code of why not."""

    piece: str
    used: bool
    available: bool
    why: str | None


class ExtraView(TypedDict):
    """What may be drawn besides the dice: `left` of `total` drawings remain in the game or round."""

    name: str
    verb: str
    left: int
    total: int
    per: Literal["game", "round"]
    items: list[ExtraItem]


class DutyView(TypedDict):
    """Why the round cannot end yet: a code, and the dice that may be drawn to change that."""

    code: str
    pieces: list[str]


class ChoiceView(TypedDict):
    """A choice for the step before drawing; a meteor's `path` ends at its target."""

    verb: str
    argument: str
    action: str
    """What takes it."""
    paid: bool
    """Whether it uses up something that the seat could use otherwise."""
    target: NotRequired[str]
    path: NotRequired[list[str]]


class PickView(TypedDict):
    """Dice on offer."""

    number: int
    action: str
    """What takes them."""
    faces: list[str]
    taken_by: int | None


class SlotView(TypedDict):
    """A die that is still to be rolled."""

    faces: list[str]
    """The faces it may show."""
    offer: int | None
    """The number of the offer it will be part of, if dice are drafted."""


class DrawingView(TypedDict):
    """Something the seat drew this round and may take back."""

    verb: str
    piece: str
    cell: str
    sides: str
    action: str
    """The action that draws it again."""
    board: int
    die: int | None
    """The index in `dice` of the die it used up; null if it used none."""


def option_view(option: Option) -> OptionView:
    """Something to draw, with the cells where each orientation fits."""
    drawable = option.drawable
    return {
        "verb": drawable.verb,
        "piece": drawable.piece.name,
        "extra": drawable.extra,
        "board": drawable.board,
        "mandatory": drawable.mandatory,
        "fits": {tile.text: mask for tile, mask in option.placements.masks},
    }


def dice_view(view: View, spent: Collection[int | None]) -> list[DieView]:
    """The dice of this seat, including those already drawn."""
    due = {piece.name for piece in view.must_draw}
    return [
        {
            "piece": face,
            "drawable": face in view.ruleset.pieces,
            "mandatory": face in view.ruleset.mandatory,
            "due": number not in spent and face in due,
            "drawn": number in spent,
        }
        for number, face in enumerate(view.position.rolled)
    ]


def extras_view(view: View) -> list[ExtraView]:
    """What may be drawn besides the dice: how much of it is left, or why it is unavailable."""
    available = {
        (option.drawable.extra, option.drawable.piece.name) for option in view.options if option.placements
    }
    return [
        {
            "name": extra.name,
            "verb": extra.verb,
            "left": extra.left,
            "total": extra.total,
            "per": extra.per,
            "items": [
                {
                    "piece": piece.name,
                    "used": piece.name in extra.used,
                    "available": (extra.name, piece.name) in available,
                    "why": extra.why_not(piece),
                }
                for piece in extra.pieces
            ],
        }
        for extra in view.extras
    ]


def duties_view(view: View) -> list[DutyView]:
    """Why the round cannot end yet."""
    return [{"code": duty.code, "pieces": [piece.name for piece in duty.dice]} for duty in view.owed]


def choice_view(choice: Choice, *, position: Position, ruleset: Ruleset) -> ChoiceView:
    """A step before drawing, with its path over the board if it has one."""
    view: ChoiceView = {
        "verb": choice.verb,
        "argument": choice.argument,
        "action": format_action(choice, ruleset),
        "paid": choice.verb in ruleset.paid_steps,
    }
    path = ruleset.path(position, choice)
    if path:
        view["path"] = [CELL_NAMES[cell] for cell in path]
        view["target"] = CELL_NAMES[path[-1]]
    return view


def picks_view(game: Table) -> list[PickView]:
    """The dice on offer this round, and who took them."""
    dealer, deal = game.ruleset.dealer, game.deal
    takers = dealer.takers(deal)
    return [
        {
            "number": number,
            "action": format_action(Pick(number), game.ruleset),
            "faces": list(faces),
            "taken_by": takers.get(number),
        }
        for number, faces in enumerate(dealer.offers(deal), start=1)
    ]


def slots_view(game: Table) -> list[SlotView]:
    """The dice of the next round, in the order in which they are typed."""
    return [{"faces": list(slot.faces), "offer": slot.offer} for slot in game.next_dice]


def drawing_view(drawing: Drawing, ruleset: Ruleset, *, die: int | None) -> DrawingView:
    """A drawing of this round, with the index of the die it used up."""
    placement = drawing.placement
    return {
        "verb": drawing.verb,
        "piece": placement.piece.name,
        "cell": CELL_NAMES[placement.cell],
        "sides": placement.tile.text,
        "action": format_action(drawing, ruleset),
        "board": ruleset.board_for(placement.piece),
        "die": die,
    }
