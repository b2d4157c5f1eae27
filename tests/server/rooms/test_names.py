"""Cleaning the names that players choose."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkrail.core.errors import Refusal
from inkrail.server.rooms.names import LONGEST_NAME, clean_name


@pytest.mark.parametrize(
    ("given_", "cleaned"),
    [
        ("Ann", "Ann"),
        ("  Ann \n Lee\t", "Ann Lee"),
        ("Ann\nLee", "Ann Lee"),
        ("\u0335\u0335\u0335Ann", "\u0335\u0335Ann"),
        ("A\u202enn", "Ann"),
        ("A\u200bn\ufeffn", "Ann"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("Z" + "\u0335" * 30, "Z\u0335\u0335"),
        ("李小龙", "李小龙"),
        ("<b>", "<b>"),
        ("x" * 100, "x" * LONGEST_NAME),
    ],
)
def test_a_name_is_cleaned(given_: str, cleaned: str) -> None:
    assert clean_name(given_) == cleaned


@given(st.text())
def test_a_cleaned_name_is_clean_or_refused(text: str) -> None:
    try:
        name = clean_name(text)
    except Refusal:
        return
    assert name == clean_name(name)
    assert 1 <= len(name) <= LONGEST_NAME
    assert name.isprintable() or " " in name


def test_a_name_of_which_nothing_is_left_is_refused() -> None:
    with pytest.raises(Refusal) as caught:
        clean_name(" \u200b\n")
    assert caught.value.code == "name.empty"
