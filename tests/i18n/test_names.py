"""Sentences for people contain names, not codes."""

import pytest

from inkrail.core.errors import Refusal
from inkrail.i18n import catalogue
from inkrail.i18n.names import face_name, named_refusal, ruleset_name


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
