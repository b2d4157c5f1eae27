"""Which language is chosen."""

import pytest

from inkrail.core.errors import Refusal
from inkrail.i18n import choose_language
from inkrail.i18n.language import accepted_language


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "es-419"}, "es"),
        ({"LANG": "de.UTF-8"}, "de"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "de_DE", "LC_MESSAGES": "es_ES"}, "es"),
        ({"LC_ALL": "de_DE", "LC_MESSAGES": "es_ES"}, "de"),
        ({"LC_ALL": "", "LANG": "de_AT@euro"}, "de"),
        ({"INKRAIL_LANG": "es", "LC_ALL": "de_DE"}, "es"),
        ({"INKRAIL_LANG": "DE", "LC_ALL": "es_ES"}, "de"),
    ],
)
def test_the_environment_hints_at_a_language(environment: dict[str, str], language: str) -> None:
    assert choose_language(None, environment) == language


def test_who_asks_by_name_wins_over_the_environment() -> None:
    assert choose_language("en", {"LANG": "de_DE", "INKRAIL_LANG": "es"}) == "en"


@pytest.mark.parametrize("wanted", ["fr", "", "EN", "de_DE"])
def test_who_asks_for_a_language_that_is_not_there_is_told(wanted: str) -> None:
    with pytest.raises(Refusal, match=r"language\.unknown"):
        choose_language(wanted, {"LANG": "de_DE"})


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("de-AT,de;q=0.9,en;q=0.5", "de"),
        ("fr-FR, es-419;q=0.8, de;q=0.7", "es"),
        ("en;q=0.1,de;q=0.2", "de"),
        ("de;q=0,*", "en"),
        ("de;q=0", "en"),
        ("de;q=much", "de"),
        ("fr", "en"),
        (",;q=1,;;,-", "en"),
    ],
)
def test_a_browser_asks_for_the_language_that_it_prefers(header: str, language: str) -> None:
    assert accepted_language(header) == language
