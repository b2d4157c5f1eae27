"""The text protocol for bots that are programs of their own; docs/bot-protocol.md describes it for their authors.

Each turn is a block of lines with all that the seat may know and every action it may take now, so that a program needs
neither rules nor memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from inkrail.core.cells import CELLS, contains
from inkrail.core.errors import Refusal
from inkrail.game.actions import Action, Done, Pick, format_action, parse_action
from inkrail.game.dice import spent_dice
from inkrail.game.view import View
from inkrail.rules.position import Choice, Drawing, Position
from inkrail.rules.ruleset import Ruleset

GREETING: Final = "inkrail-bot 1"
"""The first line in both directions: the protocol and its version."""
END: Final = "play"
"""The last line of a turn."""
QUESTION: Final = "score"
"""The first word of a question about the score, and of its answer."""
SEPARATOR: Final = ";"
"""Stands between several actions in one line."""
_NO_ONE: Final = "-"


def format_turn(view: View, *, random: int) -> str:
    """All that a program is told before its next action; `random` is where its random numbers begin."""
    ruleset, sheet = view.ruleset, view.sheet
    lines = [
        "turn",
        f"rules {ruleset.name}",
        f"longest {ruleset.longest.value}",
        f"values {ruleset.values.value}",
        f"round {view.round_} {ruleset.rounds}",
        f"seat {view.seat + 1} {len(view.others) + 1}",
        f"random {random}",
        *_exits(ruleset),
        *_tiles(view.position, ruleset, seat=view.seat + 1),
        *(line for other in view.others for line in _tiles(other.position, ruleset, seat=other.seat + 1)),
        *_dice(view),
        *(f"extra {extra.name} {extra.left} {extra.total} {extra.per}" for extra in view.extras),
        *(" ".join(("duty", duty.code, *(piece.name for piece in duty.dice))) for duty in view.owed),
        *(f"line {line.name} {line.value} {line.points}" for line in sheet.all_lines),
        f"{QUESTION} {sheet.total}",
        *(f"legal {format_action(action, ruleset)}" for action in legal_actions(view)),
        END,
    ]
    return "\n".join(lines) + "\n"


def format_moment(view: View) -> str:
    """Which turn it is, in the words of its lines, for a message about the answer."""
    ruleset, seats = view.ruleset, len(view.others) + 1
    return f"turn, rules {ruleset.name}, round {view.round_} {ruleset.rounds}, seat {view.seat + 1} {seats}"


def legal_actions(view: View) -> Iterator[Action]:
    """Every action that the seat may take now, except for taking back."""
    yield from map(Pick, view.picks)
    yield from view.choices
    for option in view.options:
        for placement in option.placements:
            yield Drawing(option.verb, placement)
    if not (view.picks or view.choices or view.owed):
        yield Done()


def parse_actions(text: str, ruleset: Ruleset) -> tuple[Action, ...]:
    """Read one action or several, such as `draw overpass C3 HRHR; done`."""
    return tuple(parse_action(part, ruleset) for part in text.split(SEPARATOR))


def format_score(view: View, actions: tuple[Action, ...]) -> str:
    """The answer to a question: the score after some choices and drawings, or the code of why they are impossible."""
    position = view.position
    try:
        for action in actions:
            position = _after(position, action, ruleset=view.ruleset)
    except Refusal as refusal:
        return f"refused {refusal.code}\n"
    return f"{QUESTION} {view.ruleset.score(position).total}\n"


def _after(position: Position, action: Action, *, ruleset: Ruleset) -> Position:
    match action:
        case Drawing():
            return ruleset.draw(position, action)
        case Choice():
            return ruleset.choose(position, action)
        case _:
            raise Refusal("action.not_scored", action=format_action(action, ruleset))


def _exits(ruleset: Ruleset) -> Iterator[str]:
    for layout in ruleset.layouts:
        for exit_ in layout.exits:
            yield f"exit {layout.name} {exit_.cell} {exit_.side} {exit_.kind}"


def _tiles(position: Position, ruleset: Ruleset, *, seat: int) -> Iterator[str]:
    """The tiles of a seat with the rounds they were drawn in, and what happened to them."""
    for layout, board in zip(ruleset.layouts, position.boards, strict=True):
        for cell in CELLS:
            tile = board[cell]
            if tile is not None:
                words = [seat, layout.name, tile.piece.name, cell, tile.text, board.rounds[cell]]
                words += [name for name, cells in board.marks if contains(cells, cell)]
                yield " ".join(map(str, ("tile", *words)))


def _dice(view: View) -> Iterator[str]:
    """The dice of this seat, those on offer, and where a meteor would come down."""
    ruleset, dealer = view.ruleset, view.ruleset.dealer
    spent = spent_dice(view.position.rolled, view.drawings)
    for number, face in enumerate(view.position.rolled):
        yield f"die {face} {'drawn' if number in spent else 'undrawn'}"
    takers = dealer.takers(view.deal)
    for number, faces in enumerate(dealer.offers(view.deal), start=1):
        taker = takers[number] + 1 if number in takers else _NO_ONE
        yield " ".join(("offer", str(number), str(taker), *faces))
    for choice in view.choices:
        cells = ruleset.path(view.position, choice)
        if cells:
            yield " ".join(("path", choice.verb, choice.argument, *map(str, cells)))
