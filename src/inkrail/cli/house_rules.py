"""What a table agreed on, and the star of a draft, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inkrail.game.table import Table
from inkrail.i18n import Catalogue
from inkrail.rules.dealing import Seat
from inkrail.rules.ruleset import Ruleset


def house_rules(ruleset: Ruleset, voice: Catalogue) -> str:
    """The reading of the longest route and the values of networks, each with whether it is the usual one (S3, S8)."""
    agreed = (
        (f"house.longest.{ruleset.longest.value}", ruleset.longest is ruleset.usual_longest),
        (f"house.values.{ruleset.values.value}", ruleset.values is ruleset.usual_values),
    )
    texts = (f"{voice[key]} ({voice['house.usual' if usual else 'house.changed']})" for key, usual in agreed)
    return " · ".join((voice["house.name"], *texts))


def draft_rules(table: Table, voice: Catalogue) -> Iterator[str]:
    """Who has the star, what it decides, and who starts next; nothing where no dice are chosen (D1, D6, D8)."""
    if table.star is None:
        return
    order = table.ruleset.dealer.tie_order(table.deal)
    yield voice.text("draft.star", player=seat_name(table.star, voice))
    yield voice.text("draft.tie", players=", ".join(seat_name(seat, voice) for seat in order))
    if table.next_starter is not None:
        yield voice.text("draft.next", player=seat_name(table.next_starter, voice))


def marks(table: Table, seat: Seat, voice: Catalogue) -> Sequence[str]:
    """What a seat is in the draft: the starred one, the next start player, both or neither."""
    known = ((table.star, "draft.is_star"), (table.next_starter, "draft.is_next"))
    return [voice[key] for marked, key in known if marked == seat]


def seat_name(seat: Seat, voice: Catalogue) -> str:
    """A seat as people count it."""
    return voice.text("cli.seat", seat=seat + 1)
