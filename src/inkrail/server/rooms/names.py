"""Cleaning the names that players choose, before anyone sees them."""

from __future__ import annotations

import unicodedata

from inkrail.core.errors import Refusal

LONGEST_NAME = 40
"""The limit that the page's fields and the API use too."""
_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Categories of characters that control, hide or reorder what is around them."""
_MOST_MARKS = 2
"""The most combining marks on one letter in real writing; more would overlap other lines."""


def clean_name(text: str) -> str:
    """The name without invisible characters, with single spaces and cut to length; refused if nothing is left."""
    characters: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", text):
        category = unicodedata.category(character)
        marks = marks + 1 if category.startswith("M") else 0
        if category not in _UNSEEN and marks <= _MOST_MARKS:
            characters.append(character)
        elif category == "Cc":
            characters.append(" ")
    name = " ".join("".join(characters).split())[:LONGEST_NAME].strip()
    if not name:
        raise Refusal("name.empty")
    return name
