"""Texts as outlines, which look the same wherever a drawing is shown, with or without fonts.

`letters.json` has the advance and the outline of each letter in two weights, in thousandths of the size, with y
downwards: Latin letters of Atkinson Hyperlegible Next, Cyrillic and Greek ones of Noto Sans, both under the licence in
`letters.OFL.txt`. An outline consists of relative commands, so that it can begin anywhere.
"""

from __future__ import annotations

import json
import pkgutil
import unicodedata
from collections.abc import Mapping
from functools import cache
from typing import Literal, TypeAlias

from inkrail.render.geometry import Point, number

Weight = Literal["regular", "bold"]
Anchor = Literal["start", "middle", "end"]
_Letters: TypeAlias = Mapping[str, tuple[int, str]]

_EM = 1000
_DOTS = "…"


@cache
def _letters(weight: Weight) -> _Letters:
    data = pkgutil.get_data(__package__, "letters.json")
    assert data is not None
    letters: _Letters = json.loads(data)[weight]
    return letters


def drawable(text: str) -> str:
    """The text without what cannot be drawn; a letter with an unknown accent loses it."""
    known = _letters("regular")
    drawn = (
        letter
        if letter in known
        else "".join(part for part in unicodedata.normalize("NFKD", letter) if part in known)
        for letter in unicodedata.normalize("NFC", text)
    )
    return " ".join("".join(drawn).split())


def width_of(text: str, *, size: float, weight: Weight = "regular") -> float:
    """How wide a drawable text is."""
    letters = _letters(weight)
    return sum(letters[letter][0] for letter in text) * size / _EM


def fitted(text: str, *, size: float, most: float, weight: Weight = "regular") -> str:
    """The drawable part of a text, cut short with an ellipsis where it is wider than `most`."""
    text = drawable(text)
    if width_of(text, size=size, weight=weight) <= most:
        return text
    while text and width_of(text + _DOTS, size=size, weight=weight) > most:
        text = text[:-1].rstrip()
    return text + _DOTS


def wrapped(text: str, *, size: float, most: float, weight: Weight = "regular") -> list[str]:
    """The lines of a drawable text, none wider than `most`."""
    lines: list[str] = []
    for word in drawable(text).split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size=size, weight=weight) <= most:
            lines[-1] = longer
        else:
            lines.append(fitted(word, size=size, most=most, weight=weight))
    return lines


def lettering(
    text: str,
    place: Point,
    *,
    size: float,
    fill: str,
    weight: Weight = "regular",
    anchor: Anchor = "start",
) -> str:
    """The drawable part of a text as one path, its baseline at this place."""
    text = drawable(text)
    letters = _letters(weight)
    outlines, pen = [], 0
    for letter in text:
        advance, outline = letters[letter]
        if outline:
            outlines.append(f"M{pen} 0{outline}")
        pen += advance
    x, y = place
    x -= {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * pen * size / _EM
    scale = f"{size / _EM:.5f}".rstrip("0")
    return f'<path fill="{fill}" transform="translate({number(x)} {number(y)}) scale({scale})" d="{"".join(outlines)}"/>'
