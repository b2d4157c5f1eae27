"""Drafts for tests."""

from __future__ import annotations

from inkrail.core.dice import Rng, SeededRng, choose
from inkrail.game.actions import Done, Pick
from inkrail.game.table import Phase, Table, open_table
from inkrail.rules.dealing import Deal, Faces, Seat
from inkrail.rules.expansions.draft import DraftDealer
from inkrail.rules.position import Drawing
from inkrail.rules.registry import parse_ruleset
from inkrail.rules.standard import Standard

DRAFT = parse_ruleset("base+draft")
DEALER = DraftDealer()
DICE = Standard.dice
TWO_SEATS = (
    ("highway-t", "railway-t"),
    ("overpass", "station-curve"),
    ("highway-curve", "highway-straight"),
    ("railway-curve", "railway-straight"),
)
"""Four pairs for two seats."""


def flat(laid_out: tuple[Faces, ...], *common: str) -> Faces:
    """A roll: pair after pair, then the dice that all share."""
    return (*(face for pair in laid_out for face in pair), *common)


def dealt(laid_out: tuple[Faces, ...], *, starter: int = 0) -> Deal:
    seats = len(laid_out) // 2
    deal = Deal(seats, starter=Seat(starter), star=Seat(starter))
    return DEALER.deal(deal, DICE, faces=flat(laid_out))


def picked(deal: Deal, *choices: int) -> Deal:
    for choice in choices:
        deal = DEALER.pick(deal, choice)
    return deal


def random_deal(rng: Rng, *, seats: int) -> Deal:
    """A whole random draft."""
    deal = DEALER.open(seats, rng=rng)
    deal = DEALER.deal(deal, DICE, faces=DEALER.roll(deal, DICE, rng=rng))
    while DEALER.chooser(deal) is not None:
        deal = DEALER.pick(deal, choose(DEALER.options(deal), rng=rng))
    return deal


def drafted_table(name: str, *, seats: int, seed: object) -> Table:
    """A table after the first roll."""
    rng = SeededRng("draft", seed)
    table = open_table(parse_ruleset(name), seats=seats, rng=rng)
    return table.roll(table.throw(rng))[0]


def played_round(table: Table, rng: Rng) -> Table:
    """Play a round in which every seat draws the first placement there is, and roll the next."""
    while table.phase is Phase.PICK:
        seat = DEALER.chooser(table.deal)
        assert seat is not None
        table, _ = table.act(seat, Pick(choose(DEALER.options(table.deal), rng=rng)))
    for number in range(len(table.seats)):
        table = _draw_all(table, Seat(number))
    return table.roll(table.throw(rng))[0] if table.phase is Phase.ROLL else table


def _draw_all(table: Table, seat: Seat) -> Table:
    ruleset = table.ruleset
    while ruleset.duties(position := table.seats[seat].position):
        piece = ruleset.dice_that_fit(position)[0]
        placement = ruleset.die_placements(position, piece)[0]
        drawable = ruleset.drawables_of(position, piece)[0]
        table, _ = table.act(seat, Drawing(drawable.verb, placement))
    return table.act(seat, Done())[0]
