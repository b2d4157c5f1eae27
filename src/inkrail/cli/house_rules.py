"""The scoring choices of a table and the star of a draft, as sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inkrail.game.table import Table
from inkrail.i18n import Catalogue
from inkrail.rules.dealing import Seat
from inkrail.rules.ruleset import Ruleset


def house_rules(ruleset: Ruleset, voice: Catalogue) -> str:
    """How the longest route and the networks count, and whether that is the usual way (S3, S8)."""
    agreed = (
        (f"house.longest.{ruleset.longest.value}", ruleset.longest is ruleset.usual_longest),
        (f"house.values.{ruleset.values.value}", ruleset.values is ruleset.usual_values),
    )
    texts = (f"{voice[key]} ({voice['house.usual' if usual else 'house.changed']})" for key, usual in agreed)
    return " · ".join((voice["house.name"], *texts))


def draft_rules(table: Table, voice: Catalogue) -> Iterator[str]:
    """Who has the star, what it decides, and who starts next; nothing outside a draft (D1, D6, D8)."""
    if table.star is None:
        return
    order = table.ruleset.dealer.tie_order(table.deal)
    yield voice.text("draft.star", player=seat_name(table.star, voice))
    yield voice.text("draft.tie", players=", ".join(seat_name(seat, voice) for seat in order))
    if table.next_starter is not None:
        yield voice.text("draft.next", player=seat_name(table.next_starter, voice))


def marks(table: Table, seat: Seat, voice: Catalogue) -> Sequence[str]:
    """The seat's roles in the draft: it has the star, it starts next, both or neither."""
    roles = ((table.star, "draft.is_star"), (table.next_starter, "draft.is_next"))
    return [voice[key] for holder, key in roles if holder == seat]


def seat_name(seat: Seat, voice: Catalogue) -> str:
    """The name of a seat, counted from 1."""
    return voice.text("cli.seat", seat=seat + 1)
