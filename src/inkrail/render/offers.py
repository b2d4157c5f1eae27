"""The dice that the seats of a table picked, as an SVG document: who took which, and in which order (D3)."""

from __future__ import annotations

from collections.abc import Mapping

from inkrail.core.pieces import Piece
from inkrail.game.table import Table
from inkrail.render.geometry import SPAN, element, polyline, stroke
from inkrail.render.svg import document, label
from inkrail.render.theme import Theme
from inkrail.render.tiles import tile_fragment
from inkrail.rules.dealing import Faces

_GAP = 40
_HEAD = 84
"""The height of the line with the seats."""
_RADIUS = 19
_STEP = SPAN + 8
"""From one die of an offer to the next."""


def offers_svg(table: Table, *, theme: Theme = "auto", title: str = "") -> str:
    """A column for each seat in picking order, with its dice from top to bottom.

    Each offer shows its number on the table. An arrow points at the seat that picks first next time.
    """
    deal, dealer, pieces = table.deal, table.ruleset.dealer, table.ruleset.pieces
    offers, takers = dealer.offers(deal), dealer.takers(deal)
    wide, high = max(map(len, offers)) * _STEP, SPAN + _GAP
    drawn, described = [], []
    for turn, (number, seat) in enumerate(takers.items()):
        row, column = divmod(turn, deal.seats)
        place = (_GAP + column * (wide + _GAP), _HEAD + row * high)
        drawn.append(_moved(_offer(number, offers[number - 1], pieces=pieces), place))
        described.append(f"{seat + 1}: {number} {' '.join(offers[number - 1])}")
    for column, seat in enumerate(dict.fromkeys(takers.values())):
        head = _head(str(seat + 1), is_next=seat == table.next_starter)
        drawn.append(_moved(head, (_GAP + column * (wide + _GAP) + wide // 2, _GAP)))
    size = (_GAP + deal.seats * (wide + _GAP), _HEAD + -(-len(deal.picks) // deal.seats) * high)
    paper = element("rect", "paper", width=size[0], height=size[1])
    return document(
        size, paper + "\n".join(drawn), theme=theme, title=title, description="; ".join(described)
    )


def _moved(content: str, place: tuple[int, int]) -> str:
    return f'<g transform="translate({place[0]} {place[1]})">{content}</g>'


def _offer(number: int, faces: Faces, *, pieces: Mapping[str, Piece]) -> str:
    """The dice side by side, with their number above the corner."""
    frame = element("rect", "frame", width=SPAN, height=SPAN, rx=12)
    dice = "".join(
        _moved(tile_fragment(pieces[face].tile(pieces[face].sides)) + frame, (order * _STEP, 0))
        for order, face in enumerate(faces)
    )
    return dice + label("name", str(number), (10, -9))


def _head(seat: str, *, is_next: bool) -> str:
    arrow = stroke("arrow", polyline(((-44, -9), (-26, 0), (-44, 9)), closed=True)) if is_next else ""
    return arrow + element("circle", "stop", r=_RADIUS) + label("name", seat, (0, 5))
