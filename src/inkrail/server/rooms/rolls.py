"""The rolls of a whole game from a seed, for games whose dice are the same for several people."""

from __future__ import annotations

import hmac

from inkrail.core.board import Round
from inkrail.core.dice import SeededRng
from inkrail.game.table import open_table
from inkrail.rules.dealing import Faces
from inkrail.rules.registry import parse_ruleset


def secret_rolls(secret: str, *, of: str, rules: str) -> tuple[Faces, ...]:
    """The dice of all rounds of a game for one person, which only someone who has the secret can predict."""
    seed = hmac.new(secret.encode(), f"{of}/{rules}".encode(), "sha256").hexdigest()
    ruleset = parse_ruleset(rules)
    deal = open_table(ruleset, seats=1).deal
    return tuple(
        ruleset.dealer.roll(deal, ruleset.dice(Round(number)), rng=SeededRng(seed, "round", number))
        for number in range(1, ruleset.rounds + 1)
    )
