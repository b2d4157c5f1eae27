"""Values in links: read as they were written, bounded, and refused when they are damaged."""

from __future__ import annotations

import base64
import zlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkrail.core.errors import Refusal
from inkrail.server.local.links import MOST_BYTES, MOST_CHARACTERS, kind_of, pack, unpack

VALUES = st.recursive(
    st.none() | st.integers(-1000, 1000) | st.text(max_size=40), lambda inner: st.lists(inner, max_size=6)
)


@given(VALUES)
def test_a_value_is_read_as_it_was_written(value: Any) -> None:
    link = pack(value, kind="g")
    assert unpack(link, kind="g") == value
    assert link.isascii()
    assert set(link) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.")


def test_a_link_is_told_from_the_id_of_a_table() -> None:
    assert (kind_of(pack([], kind="g")), kind_of("x1yZ-_90abcd"), kind_of("g1"), kind_of("")) == (
        "g",
        None,
        None,
        None,
    )


@given(st.data())
def test_a_link_that_was_cut_or_changed_is_refused(data: st.DataObject) -> None:
    link = pack(["a game", 1, "with some text"], kind="g")
    at = data.draw(st.integers(3, len(link) - 2))
    wrong = link[:at] + ("A" if link[at] != "A" else "B") + link[at + 1 :]
    for text in (link[:at], wrong):
        with pytest.raises(Refusal, match=r"link\.damaged"):
            unpack(text, kind="g")


@pytest.mark.parametrize(
    ("link", "code"),
    [
        ("g1.", "link.damaged"),
        ("g1.!!", "link.damaged"),
        ("g1.A", "link.damaged"),
        ("g1.\N{FULLWIDTH LATIN CAPITAL LETTER A}", "link.damaged"),
        ("g2.AAAA", "link.version"),
        (pack([], kind="c"), "link.damaged"),
        ("g1." + "A" * MOST_CHARACTERS, "link.too_large"),
        (pack("a" * (MOST_BYTES + 1), kind="g"), "link.too_large"),
    ],
)
def test_what_is_no_link_of_this_page_is_refused_with_its_reason(link: str, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        unpack(link, kind="g")
    assert refused.value.code == code


def test_a_small_link_that_would_unfold_to_much_is_refused_before_it_does() -> None:
    bomb = base64.urlsafe_b64encode(zlib.compress(b"[" * 4_000_000, 9)).decode().rstrip("=")
    assert len(bomb) < MOST_CHARACTERS
    with pytest.raises(Refusal, match=r"link\.too_large"):
        unpack(f"g1.{bomb}", kind="g")


def test_lists_in_lists_in_lists_are_refused() -> None:
    deep = base64.urlsafe_b64encode(zlib.compress(b"[" * 30_000, 9)).decode().rstrip("=")
    with pytest.raises(Refusal, match=r"link\.damaged"):
        unpack(f"g1.{deep}", kind="g")
