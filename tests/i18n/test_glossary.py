"""The catalogues use the terms of docs/glossary.md, and repeat no word."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from inkrail.i18n import LANGUAGES, catalogue
from inkrail.i18n.catalogue import Forms, read_texts
from inkrail.rules.registry import all_pieces

ROOT = Path(__file__).parents[2]
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text()
PAGE = ROOT / "src" / "inkrail" / "i18n" / "page"
COLUMNS = {"en": "English", "es": "Spanish", "de": "German"}


def texts(language: str) -> Iterator[tuple[str, str]]:
    """Every form of every text a person may read, with its key."""
    voice = catalogue(language)
    known: dict[str, Forms] = {key: voice.forms(key) for key in voice}
    for name in ("web", "learn", "study", "puzzles", "games", "league"):
        known |= read_texts((PAGE / f"{name}.{language}.toml").read_text())
    return ((key, form) for key, forms in known.items() for form in forms.values())


def rows(heading: str) -> list[list[str]]:
    """The rows of the table with this heading."""
    table = GLOSSARY.split(f"\n| {heading} |", 1)[1].split("\n\n", 1)[0]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]


def terms(language: str) -> list[str]:
    column = {"en": 0, "es": 1, "de": 2}[language]
    cells = (row[column] for row in rows("word | Spanish | German"))
    return [re.sub(r" \(.*\)", "", term) for cell in cells for term in cell.split(", ")]


def never(language: str) -> dict[str, re.Pattern[str]]:
    """The words that the language's catalogues must not have, each as a pattern of whole words."""
    listed = [row[1] for row in rows("language | never | but") if row[0] == COLUMNS[language]]
    words = [word.strip() for cell in listed for word in cell.split(",")]
    return {word: whole(word) for word in words}


def whole(word: str) -> re.Pattern[str]:
    """A pattern that finds a whole word; its `*` stands for any letters."""
    letters = r"[\w-]*".join(map(re.escape, word.split("*")))
    return re.compile(rf"(?<![\w-]){letters}(?![\w-])", re.IGNORECASE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_has_a_word_that_the_glossary_rules_out(language: str) -> None:
    listed = never(language)
    assert listed
    found = [
        (key, word)
        for key, text in texts(language)
        for word, pattern in listed.items()
        if pattern.search(text)
    ]
    assert found == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_the_glossary_is_in_use(language: str) -> None:
    everything = "\n".join(text for _, text in texts(language)).lower()
    # A word is used in any of its forms: its last letters, and those of an adjective before it, may change.
    unused = [term for term in terms(language) if not re.search(stems(term), everything)]
    assert unused == []


def stems(term: str) -> str:
    """A pattern that finds a term in any number or case."""
    words = term.lower().split()
    return r"\s".join(re.escape(word[: max(3, len(word) - 2)]) + r"[\w-]*" for word in words)


def test_the_railway_has_its_whole_name_in_spanish() -> None:
    short = re.compile(r"\bvías?\b(?! de ferrocarril)", re.IGNORECASE)
    assert [key for key, text in texts("es") if short.search(text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_says_the_beginning_of_a_piece_twice(language: str) -> None:
    names = [catalogue(language)[f"piece.{piece}"] for piece in all_pieces()]
    beginnings = {re.findall(r"\w+", name.lower())[0] for name in names}
    doubled = [
        key
        for key, text in texts(language)
        for before in re.findall(r"([^{}]*)\{pieces?\}", text)
        if beginnings & set(re.findall(r"\w+", before.lower())[-3:])
    ]
    assert doubled == []
