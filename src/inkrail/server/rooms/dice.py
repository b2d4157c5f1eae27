"""Where a table's dice come from: chance, a seed, a list, the day, or real dice."""

from __future__ import annotations

from inkrail.arena.chance import SystemRng
from inkrail.core.dice import Rng
from inkrail.game.record import seeded_record, seeded_roll
from inkrail.game.table import Table, open_table
from inkrail.rules.dealing import Faces, Seat
from inkrail.rules.ruleset import Ruleset
from inkrail.server.rooms.daily import daily_seed
from inkrail.server.rooms.rows import Spec


class DiceSource:
    """The dice of one table. Future rolls never leave this object."""

    def __init__(self, spec: Spec, *, secret: str = "", rng: Rng | None = None) -> None:
        self._spec = spec
        self.rng = rng or SystemRng()
        """The source of randomness for everything that no seed determines."""
        self._seed = spec.seed
        if spec.daily:
            self._seed = daily_seed(secret, date=spec.daily, ruleset=spec.rules)

    def starter(self, ruleset: Ruleset) -> int | None:
        """The seat drawn by lot, where the ruleset draws one."""
        if not ruleset.dealer.picking:
            return None
        if self._spec.starter is not None:
            return self._spec.starter
        seats = len(self._spec.bots)
        if self._seed:
            return seeded_record(ruleset, seats=seats, seed=self._seed).starter
        return Seat(open_table(ruleset, seats=seats, rng=self.rng).deal.starter)

    def roll(self, table: Table) -> Faces:
        """The faces of the next round."""
        if self._spec.rolls is not None:
            return self._spec.rolls[table.round_]
        if self._seed:
            return seeded_roll(table, self._seed)
        return table.throw(self.rng)
