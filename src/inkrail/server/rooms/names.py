"""Names that people give themselves, cleaned before anybody sees them."""

from __future__ import annotations

import unicodedata

from inkrail.core.errors import Refusal

LONGEST_NAME = 40
"""As long as the fields of the page and the API allow."""
_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Categories of characters that control, hide or reorder what is around them."""
_MOST_MARKS = 2
"""So many accents on one letter are writing; more are a tower that covers other lines."""


def clean_name(text: str) -> str:
    """The name without what cannot be seen, with single spaces, not too long; refused if nothing is left."""
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", text):
        category = unicodedata.category(character)
        marks = marks + 1 if category.startswith("M") else 0
        if category not in _UNSEEN and marks <= _MOST_MARKS:
            kept.append(character)
        elif category == "Cc":
            kept.append(" ")
    name = " ".join("".join(kept).split())[:LONGEST_NAME].strip()
    if not name:
        raise Refusal("name.empty")
    return name
