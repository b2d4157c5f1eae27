"""A card to post: a finished board with its score, or, where the board is hidden, an empty one with covered dice.

All texts are outlines, so that a card looks the same everywhere and can be painted without fonts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, Literal

from inkrail.core.board import Board
from inkrail.render.geometry import SPAN, Point, element, number
from inkrail.render.lettering import Weight, drawable, fitted, lettering, width_of, wrapped
from inkrail.render.svg import BOARD_LENGTH, NO_MARKS, Marks, board_fragment, document, with_levels
from inkrail.render.theme import DARK, LIGHT

CARD_SIZE: Final = (1200, 630)
CardTheme = Literal["light", "dark"]
Edition = Literal["deep-blue", "blazing-red", "underground"]

_ACCENTS: Final[Mapping[Edition, str]] = {
    "deep-blue": "water-ink",
    "blazing-red": "lava-flow",
    "underground": "pipe-ink",
}
_EDGE = 52
_TOP = 18
"""The margin above and below a single board, which has a margin of its own."""
_LONGEST_LINE = 46
"""The most pixels from one score line to the next."""
_MANY_LINES = 8
"""With more score lines than this, the score is written smaller."""
_LABEL_SIZES: Final[Mapping[str, tuple[float, Weight]]] = {"name": (15, "regular"), "round": (16, "bold")}


@dataclass(frozen=True, slots=True)
class Card:
    """What a card says and shows."""

    boards: tuple[Board, ...]
    headline: str
    """In large letters: the score, or the name where there is none."""
    name: str = ""
    game: str = ""
    lines: tuple[tuple[str, str], ...] = ()
    """Score lines with their points."""
    text: str = ""
    """A sentence in place of score lines."""
    call: str = ""
    """What the link is for."""
    link: str = ""
    marks: tuple[Marks, ...] = ()
    covered: bool = False
    """Whether covered dice are shown on the boards, which are then empty."""
    edition: Edition = "deep-blue"


def card_svg(card: Card, *, theme: CardTheme = "light", title: str = "", description: str = "") -> str:
    """The card as an SVG document of 1200 by 630."""
    ink = LIGHT if theme == "light" else DARK
    wide, high = CARD_SIZE
    boards, left = _boards(card, ink)
    column = _Column(ink, left, wide - _EDGE)
    paper = element("rect", "paper", width=wide, height=high)
    accent = f'<rect x="{wide - 14}" width="14" height="{high}" fill="{ink[_ACCENTS[card.edition]]}"/>'
    return document(
        CARD_SIZE,
        f"{paper}{accent}\n{boards}\n{column.drawn(card)}",
        theme=theme,
        title=title,
        description=description,
    )


def _boards(card: Card, ink: Mapping[str, str]) -> tuple[str, float]:
    """The boards in the left of the card, and where the column beside them begins."""
    wide, high = CARD_SIZE
    count = len(card.boards)
    length = (high - 2 * _TOP) if count == 1 else wide * 0.312
    scale = length / BOARD_LENGTH
    top = (high - length) / 2
    given: Sequence[Marks] = card.marks or (NO_MARKS,) * count
    drawn = [
        _moved(
            board_fragment(board, marks=marks, label=partial(_label, ink=ink))
            + (_covered_dice(ink) if card.covered and order == 0 else ""),
            (14 + order * length, top),
            scale,
        )
        for order, (board, marks) in enumerate(zip(card.boards, with_levels(card.boards, given), strict=True))
    ]
    return "\n".join(drawn), 14 + count * length + 30


def _moved(content: str, place: Point, scale: float) -> str:
    return f'<g transform="translate({number(place[0])} {number(place[1])}) scale({scale:.4f})">{content}</g>'


def _label(class_: str, text: str, place: Point, *, ink: Mapping[str, str]) -> str:
    """A label on the board, as outlines."""
    size, weight = _LABEL_SIZES[class_]
    anchor: Literal["start", "middle"] = "middle" if class_ == "name" else "start"
    return lettering(text, place, size=size, fill=ink["pencil"], weight=weight, anchor=anchor)


def _covered_dice(ink: Mapping[str, str]) -> str:
    """Four dice that show nothing yet."""
    size = 1.3 * SPAN
    middle = BOARD_LENGTH / 2
    dice = []
    for dx, dy, turn in ((-1, -1, -7), (1, -1, 5), (-1, 1, 4), (1, 1, -5)):
        x, y = middle + dx * 0.82 * SPAN, middle + dy * 0.82 * SPAN
        face = (
            f'<rect x="{-size / 2}" y="{-size / 2}" width="{size}" height="{size}" rx="22" fill="{ink["road"]}"'
            f' stroke="{ink["ink"]}" stroke-width="5"/>'
        )
        sign = lettering("?", (0, 34), size=96, fill=ink["pencil"], weight="bold", anchor="middle")
        dice.append(f'<g transform="translate({number(x)} {number(y)}) rotate({turn})">{face}{sign}</g>')
    return "".join(dice)


class _Column:
    """The texts beside the boards, from top to bottom."""

    def __init__(self, ink: Mapping[str, str], left: float, right: float) -> None:
        self._ink = ink
        self._left, self._right = left, right
        self._width = right - left

    def drawn(self, card: Card) -> str:
        """All texts of a card."""
        _, high = CARD_SIZE
        size = self._size(
            card.headline, most=132 if len(card.lines) <= _MANY_LINES else 100, least=44, weight="bold"
        )
        top = 62 + 0.72 * size
        parts = [self._text(card.headline, top, size=size, weight="bold", colour="ink")]
        if card.name:
            parts.append(self._text(card.name, top := top + 52, size=32, weight="bold", colour="ink"))
        if card.game:
            top += 38 if card.name else 50
            size = self._size(card.game, most=26, least=18)
            parts.append(self._text(card.game, top, size=size, colour="pencil"))
        bottom = high - 58
        parts.append(self._footer(card, bottom))
        parts.append(self._lines(card.lines, top + 22, bottom - 70))
        for row, line in enumerate(wrapped(card.text, size=28, most=self._width)):
            parts.append(self._text(line, top + 62 + 38 * row, size=28, colour="ink"))
        return "\n".join(filter(None, parts))

    def _text(
        self,
        text: str,
        y: float,
        *,
        size: float,
        colour: str,
        weight: Weight = "regular",
        most: float | None = None,
    ) -> str:
        text = fitted(text, size=size, most=most or self._width, weight=weight)
        return lettering(text, (self._left, y), size=size, fill=self._ink[colour], weight=weight)

    def _size(self, text: str, *, most: float, least: float, weight: Weight = "regular") -> float:
        """The largest size in which the text fits, at least the least."""
        wide = width_of(drawable(text), size=1, weight=weight)
        return max(least, min(most, self._width / wide)) if wide else most

    def _lines(self, lines: Sequence[tuple[str, str]], top: float, bottom: float) -> str:
        """Score lines with a rule under each."""
        if not lines:
            return ""
        step = min(_LONGEST_LINE, (bottom - top) / len(lines))
        size = min(27, 0.62 * step)
        drawn = []
        for row, (name, points) in enumerate(lines, start=1):
            base = top + row * step - 0.3 * step
            most = self._width - width_of(points, size=size, weight="bold") - size
            drawn.append(self._text(name, base, size=size, colour="ink", most=most))
            drawn.append(
                lettering(
                    points, (self._right, base), size=size, fill=self._ink["ink"], weight="bold", anchor="end"
                )
            )
            y = number(top + row * step)
            drawn.append(
                f'<path d="M{number(self._left)} {y}H{number(self._right)}" stroke="{self._ink["grid"]}" fill="none"/>'
            )
        return "\n".join(drawn)

    def _footer(self, card: Card, y: float) -> str:
        """What the link is for, and the link, as large as it fits."""
        size = self._size(card.link, most=26, least=17, weight="bold")
        return self._text(card.call, y - 34, size=24, colour="pencil") + self._text(
            card.link, y, size=size, weight="bold", colour="ink"
        )
