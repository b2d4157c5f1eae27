"""Modified records: each is read, or refused with a line number, and nothing else happens."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inkrail.core.errors import TextRefusal
from inkrail.game.record import FIRST_LINE, RECORD_CODES, format_record, load_record, parse_record
from inkrail.game.table import GAME_CODES
from inkrail.rules.registry import all_codes

GOLDEN = {
    path.stem: path.read_text().splitlines() for path in (Path(__file__).parent / "golden").glob("*.txt")
}
WORDS = sorted({word for lines in GOLDEN.values() for line in lines[1:] for word in line.split()})
RUBBISH = [
    "0",
    "-1",
    "7",
    "99999999999999999999",
    "1_0",
    "²",
    "H.H.",
    "Z9",
    "rules:",
    "seed:",
    "score",
    "#",
    "\f",
    "\u2028",
]

words = st.one_of(st.sampled_from(WORDS), st.sampled_from(RUBBISH), st.text(max_size=6))


@st.composite
def changed(draw: st.DrawFn) -> list[str]:
    """The beginning of a golden record with some of its lines changed, deleted, repeated or moved."""
    lines = list(GOLDEN[draw(st.sampled_from(sorted(GOLDEN)))])
    del lines[draw(st.integers(8, 60)) :]
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(lines) - 1))
        match draw(st.sampled_from(["word", "word", "lose", "double", "move", "line"])):
            case "word":
                written = lines[at].split() or [""]
                written[draw(st.integers(0, len(written) - 1))] = draw(words)
                lines[at] = " ".join(written)
            case "lose":
                del lines[at]
            case "double":
                lines.insert(at, lines[at])
            case "move":
                lines.insert(draw(st.integers(0, len(lines) - 1)), lines.pop(at))
            case _:
                lines[at] = " ".join(draw(st.lists(words, max_size=5)))
    return lines


def refusal(data: bytes) -> TextRefusal | None:
    """Why the record is refused, or None; any other exception is a failure."""
    try:
        load_record(data)
    except TextRefusal as refused:
        return refused
    return None


@settings(max_examples=60)
@given(changed())
def test_a_changed_record_is_read_or_refused_with_its_line(lines: list[str]) -> None:
    data = "\n".join(lines).encode("utf-8", "replace")
    refused = refusal(data)
    if refused:
        assert 1 <= refused.line <= data.count(b"\n") + 1
        assert refused.code in (*all_codes(), *GAME_CODES, *RECORD_CODES)
    else:
        record, table = load_record(data)
        assert parse_record(format_record(record)) == (record, table)


@settings(max_examples=60)
@given(st.binary(max_size=200), st.sampled_from([b"", FIRST_LINE.encode() + b"\n"]))
def test_rubbish_is_refused_with_a_line_of_the_file(rubbish: bytes, first: bytes) -> None:
    data = first + rubbish
    refused = refusal(data)
    assert refused
    assert 1 <= refused.line <= data.count(b"\n") + 1


@pytest.mark.parametrize("letter", ["\f", "\v", "\u2028", "\x85", "\r"])
def test_lines_are_counted_as_an_editor_counts_them(letter: str) -> None:
    refused = refusal(f"{FIRST_LINE}\n{letter}{letter}colour: red\n".encode())
    assert refused
    assert (refused.line, refused.code) == (2, "record.header")


@pytest.mark.parametrize("number", ["+1", "01", "1_0", "¹", "\u0661", "0", "1.0", "9" * 5000])
def test_numbers_of_a_header_are_plain(number: str) -> None:
    text = f"{FIRST_LINE}\nrules: base\nlongest: cells\nvalues: official\nseats: {number}\n"
    refused = refusal(text.encode())
    assert refused
    assert (refused.line, refused.code) == (5, "record.header")
