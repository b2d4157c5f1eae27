"""Minimal made-up expansions that neither `core` nor `game` nor another module knows."""

from __future__ import annotations

from collections.abc import Iterator

from tests.game.play import play_on
from tests.game.viaducts import Viaducts

from inkrail.core.connections import regions
from inkrail.core.dice import Die, SeededRng
from inkrail.core.kinds import Kind
from inkrail.core.pieces import Piece
from inkrail.core.score import ScoreLine
from inkrail.game.absent import act_for_absent
from inkrail.game.actions import parse_action
from inkrail.game.record import Record
from inkrail.game.table import Phase
from inkrail.game.view import view
from inkrail.rules.dealing import Seat
from inkrail.rules.module import RuleModule, Scoring
from inkrail.rules.position import Position
from inkrail.rules.ruleset import Ruleset
from inkrail.rules.standard import Standard


class Canals(RuleModule):
    """Canals of river kind: optional, never beside a railway, two points for each canal."""

    name = "canals"
    rounds = 5
    pieces = (Piece("canal", "W.W."), Piece("lock", "WW.W"))
    dice = (Die("canal", ("canal", "canal", "lock")),)
    never_meet = ((Kind.RIVER, Kind.RAILWAY),)

    def score(self, position: Position, scoring: Scoring) -> Iterator[ScoreLine]:
        for region in regions(position.boards[0], Kind.RIVER):
            yield ScoreLine("canals.canal", len(region), 2, region)


CANALS = Ruleset("canals", (Standard(), Canals()))
VIADUCTS = Ruleset("viaducts", (Standard(), Viaducts()))


def test_a_random_player_plays_a_made_up_expansion() -> None:
    drawn = 0
    for seed in range(4):
        *_, last = play_on(Record(CANALS, seats=2, seed=f"canals-{seed}"))
        assert last.after.phase is Phase.OVER
        assert last.after.round_ == 5
        for state, sheet in zip(last.after.seats, last.after.sheets(), strict=True):
            canals = len(regions(state.shown.boards[0], Kind.RIVER))
            drawn += canals
            assert sheet.points("canals.canal") == 2 * canals
            assert CANALS.report(sheet)["expansion_points"] == 2 * canals
    assert drawn > 0


def test_its_die_is_rolled_and_drawn_like_any_other() -> None:
    table = Record(CANALS).open()
    table, _ = table.roll((*table.throw(SeededRng("dice"))[:4], "lock"))
    table, _ = table.act(Seat(0), parse_action("draw lock G7 WW.W", CANALS))
    assert table.seats[0].position.dice == table.seats[0].start.dice[:4]


def test_its_extra_is_counted_offered_and_refused_like_any_other() -> None:
    table = Record(VIADUCTS).open()
    seen = []
    for cell in ("B1", "F1", "D4"):
        table, _ = table.roll(table.throw(SeededRng("viaducts", cell)))
        before = view(table, Seat(0)).extras[-1]
        if not before.why:
            table, _ = table.act(Seat(0), parse_action(f"span viaduct {cell} HHRR", VIADUCTS))
        after = view(table, Seat(0)).extras[-1]
        seen.append((before.left, before.why, after.left, after.why))
        table, _ = act_for_absent(table, Seat(0), rng=SeededRng("viaducts", "absent", cell))
    assert seen == [
        (2, None, 1, "viaduct.round"),
        (1, None, 0, "viaduct.limit"),
        (0, "viaduct.limit", 0, "viaduct.limit"),
    ]
    assert table.phase is Phase.OVER
