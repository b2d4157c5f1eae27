"""Texts that count have the form that goes with their number."""

from pathlib import Path

import pytest
from babel import Locale

import inkrail.i18n
from inkrail.i18n import LANGUAGES, Catalogue, catalogue
from inkrail.i18n.catalogue import Forms, read_texts
from inkrail.i18n.plurals import plural_category

PAGE = Path(inkrail.i18n.__file__).parent / "page"
NUMBERS = (*range(-12, 210), 1000, 10**6, 10**6 + 1, 3 * 10**6, 10**9)
PARTS = ("web", "learn", "study", "puzzles", "games", "league")
POINTS = {"one": "{n} punto", "other": "{n} puntos"}


def all_texts(language: str) -> dict[str, Forms]:
    """The texts of the engine, the page and the lessons."""
    voice = catalogue(language)
    pages = (read_texts((PAGE / f"{name}.{language}.toml").read_text()) for name in PARTS)
    return {key: voice.forms(key) for key in voice} | {
        key: forms for page in pages for key, forms in page.items()
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_categories_are_those_of_cldr(language: str) -> None:
    cldr = Locale(language).plural_form
    assert {number: plural_category(language, number) for number in NUMBERS} == {
        number: cldr(number) for number in NUMBERS
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_same_texts_count_in_every_language(language: str) -> None:
    english = {key: set(forms) for key, forms in all_texts("en").items()}
    assert {key: set(forms) for key, forms in all_texts(language).items()} == english


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_counts_in_one_and_in_many_and_every_form_says_how_many(language: str) -> None:
    texts = all_texts(language)
    counted = {key for key, forms in texts.items() if any("{n}" in form for form in forms.values())}
    assert counted == {key for key, forms in texts.items() if set(forms) == {"one", "other"}}
    assert {key for key in counted if not all("{n}" in form for form in texts[key].values())} == set()
    assert {key for key, forms in texts.items() if len(forms) > 1} == counted


@pytest.mark.parametrize(
    ("number", "sentence"),
    [(0, "0 puntos"), (1, "1 punto"), (2, "2 puntos"), (-1, "-1 punto"), (10**6, "1000000 puntos")],
)
def test_the_number_chooses_the_form(number: int, sentence: str) -> None:
    assert Catalogue("es", {"points": POINTS}).text("points", n=number) == sentence


def test_without_a_number_the_form_is_that_for_many() -> None:
    voice = Catalogue("es", {"points": POINTS})
    assert voice.text("points") == voice["points"] == "{n} puntos"


def test_a_table_of_categories_is_one_text_and_any_other_table_is_many() -> None:
    toml = 'points = { one = "{n} punto", other = "{n} puntos" }\ncell.other = "otra"\ncell.empty = "libre"'
    assert read_texts(toml) == {
        "points": POINTS,
        "cell.other": {"other": "otra"},
        "cell.empty": {"other": "libre"},
    }
