"""Texts as outlines."""

import re
from itertools import chain

import pytest

from inkrail.i18n import LANGUAGES, catalogue
from inkrail.render.lettering import drawable, fitted, lettering, width_of, wrapped


def test_a_text_is_one_path_that_begins_where_its_anchor_says() -> None:
    size, text = 20, "Ann 58"
    wide = width_of(text, size=size)
    starts = [
        re.findall(
            r"translate\(([\d.-]+) 7\)", lettering(text, (100, 7), size=size, fill="#000", anchor=anchor)
        )
        for anchor in ("start", "middle", "end")
    ]
    assert [float(x) for (x,) in starts] == pytest.approx([100, 100 - wide / 2, 100 - wide], abs=0.01)
    assert lettering(text, (0, 0), size=size, fill="#000").count("M") == len("Ann58")


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("Ann", "Ann"),
        ("Zoë Müller-Ñúñez", "Zoë Müller-Ñúñez"),
        ("Zoe\u0308", "Zoë"),
        ("Иван Αλέξης", "Иван Αλέξης"),
        ("ﬁn ⅞", "fin 78"),
        ("Ann 🎲 漢字", "Ann"),
        ("\u202e\x00 \n", ""),
        ("a\u0328\u0301", "ą"),
    ],
)
def test_what_cannot_be_drawn_is_left_out(text: str, drawn: str) -> None:
    assert drawable(text) == drawn
    assert lettering(text, (0, 0), size=10, fill="#000") == lettering(drawn, (0, 0), size=10, fill="#000")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_a_card_can_be_drawn_in_both_weights(language: str) -> None:
    voice = catalogue(language)
    keys = [key for key in voice if key.startswith(("card.", "date.", "preview.", "score.", "ruleset."))]
    texts = chain.from_iterable(voice.forms(key).values() for key in keys)
    letters = set("".join(texts)) - set("{}")
    assert [letter for letter in letters if letter != " " and drawable(letter) != letter] == []
    for weight in ("regular", "bold"):
        assert all(width_of(letter, size=1, weight=weight) > 0 for letter in letters)


def test_a_text_is_cut_short_to_fit() -> None:
    text = "a name of some length"
    whole = width_of(text, size=10)
    assert fitted(text, size=10, most=whole) == text
    for most in (whole - 1, whole / 2, 12):
        cut = fitted(text, size=10, most=most)
        assert cut.endswith("…")
        assert text.startswith(cut[:-1])
        assert width_of(cut, size=10) <= most


def test_a_sentence_is_wrapped_and_a_word_that_is_too_long_is_cut() -> None:
    lines = wrapped("one two three " + "x" * 50, size=10, most=60)
    assert len(lines) > 2
    assert all(width_of(line, size=10) <= 60 for line in lines)
    assert " ".join(lines).startswith("one two three xxx")
    assert wrapped("", size=10, most=60) == []
