"""Sentences for people contain names, not codes."""

from datetime import date

import pytest
from babel.dates import format_date

from inkrail.core.errors import Refusal
from inkrail.i18n import LANGUAGES, catalogue
from inkrail.i18n.names import date_name, face_name, line_name, named_refusal, ruleset_name


@pytest.mark.parametrize(
    ("language", "code", "name"),
    [("en", "river+draft", "River + Draft"), ("es", "lake", "Lago"), ("de", "meteor", "Meteor")],
)
def test_a_ruleset_has_a_name(language: str, code: str, name: str) -> None:
    assert ruleset_name(catalogue(language), code) == name


def test_a_face_has_a_name_and_a_number_is_its_own() -> None:
    names = [face_name(catalogue("es"), face) for face in ("overpass", "up", "3")]
    assert names == ["paso elevado", "arriba", "3"]


def test_a_refusal_names_its_pieces() -> None:
    refusal = Refusal("round.dice_left", pieces="overpass, volcano")
    assert "paso elevado, volcán" in named_refusal(catalogue("es"), refusal)


@pytest.mark.parametrize("language", LANGUAGES)
def test_dates_are_written_as_cldr_writes_them(language: str) -> None:
    for month in range(1, 13):
        day = date(2026, month, 15)
        locale = "en_GB" if language == "en" else language
        assert date_name(catalogue(language), day) == format_date(day, format="long", locale=locale)


def test_a_score_line_has_a_name_and_an_unknown_one_is_its_own() -> None:
    assert [line_name(catalogue("de"), name) for name in ("errors", "made.up")] == ["Fehler", "made.up"]
