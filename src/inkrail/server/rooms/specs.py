"""Checking the spec of a table, and deriving the specs of games that go on."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from inkrail.core.board import Round
from inkrail.core.errors import Refusal
from inkrail.game.table import open_table
from inkrail.rules.dealing import Seat
from inkrail.rules.ruleset import Ruleset
from inkrail.server.rooms.openings import check_opening, play_on_from
from inkrail.server.rooms.room import Room
from inkrail.server.rooms.rows import Spec


def check_spec(spec: Spec, *, bots: Collection[str]) -> None:
    """Refuse an invalid table; `bots` are those that can play here."""
    if (spec.seed is not None) + (spec.rolls is not None) + spec.typed > 1:
        raise Refusal("table.dice_chosen_twice")
    ruleset = spec.ruleset()
    if None not in spec.bots:
        raise Refusal("table.no_human")
    for bot in spec.bots:
        if bot is not None and bot not in bots:
            raise Refusal("bot.unknown", bot=bot)
    open_table(ruleset, seats=len(spec.bots))
    if spec.rolls is not None:
        _check_rolls(spec.rolls, ruleset, seats=len(spec.bots))
    check_opening(spec)


def _check_rolls(rolls: tuple[tuple[str, ...], ...], ruleset: Ruleset, *, seats: int) -> None:
    """Refuse rolls that these dice cannot show, or whose number is not that of the rounds."""
    if len(rolls) != ruleset.rounds:
        raise Refusal("table.rolls_incomplete", expected=ruleset.rounds, found=len(rolls))
    deal = open_table(ruleset, seats=seats).deal
    for number, faces in enumerate(rolls, start=1):
        ruleset.dealer.deal(deal, ruleset.dice(Round(number)), faces=faces)


def require_whole(finished: Room) -> None:
    """Refuse a game that was not played to the end of its last round."""
    if finished.game is None or len(finished.closed) != finished.ruleset.rounds:
        raise Refusal("table.not_over")


def play_on_spec(finished: Room, *, seat: int, round_: int, same_dice: bool) -> Spec:
    """A seat's game from before this round's drawing, for one person, with the same dice from then on or with new ones."""
    require_whole(finished)
    spec = play_on_from(finished.record(), Seat(seat), round_=round_, same_dice=same_dice)
    return replace(spec, source=finished.id)
