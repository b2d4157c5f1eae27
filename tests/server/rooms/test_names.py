"""Names, limits, settings, logs."""

from __future__ import annotations

import json
import logging

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.server.conftest import FakeClock

from inkrail.core.errors import Refusal
from inkrail.server.http.limits import Bucket, Gate
from inkrail.server.logs import JsonLines
from inkrail.server.rooms.names import LONGEST_NAME, clean_name
from inkrail.server.rooms.tokens import find_seat, hashed, new_token
from inkrail.server.settings import Settings, read_settings


@pytest.mark.parametrize(
    ("given_", "cleaned"),
    [
        ("Ann", "Ann"),
        ("  Ann \n Lee\t", "Ann Lee"),
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
    with pytest.raises(Refusal, match=r"name\.empty"):
        clean_name(" \u200b\n")


def test_a_bucket_fills_up_at_its_rate() -> None:
    bucket = Bucket(2, rate=0.5, now=0)
    assert [bucket.take(now) for now in (0, 0, 0, 1.9, 2, 2, 1000, 1000, 1000)] == [
        True,
        True,
        False,
        False,
        True,
        False,
        True,
        True,
        False,
    ]


def test_who_spends_more_than_there_is_waits_until_it_is_there() -> None:
    bucket = Bucket(3, rate=2, now=0)
    assert [bucket.spend(0), bucket.spend(0, cost=2)] == [0, 0]
    assert [bucket.spend(0), bucket.spend(0, cost=3)] == [0.5, 2]
    assert bucket.spend(2.5) == 0
    assert bucket.spend(1_000, cost=4) == 0.5
    assert bucket.spend(0) == 1


def test_a_gate_knows_addresses_apart_and_forgets_the_oldest() -> None:
    gate = Gate(1, rate=0.001, clock=FakeClock(), most=2)
    gate.enter("a")
    gate.enter("b")
    with pytest.raises(Refusal, match=r"request\.too_many"):
        gate.enter("a")
    gate.enter("c")
    gate.enter("b")


def test_settings_come_from_the_environment() -> None:
    assert read_settings({}) == Settings()
    found = read_settings(
        {"INKRAIL_DATABASE": "x.db", "INKRAIL_BOT_SECONDS": "2.5", "INKRAIL_METRICS_FOR_ALL": "yes"}
    )
    assert found == Settings(database="x.db", bot_seconds=2.5, metrics_for_all=True)


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("INKRAIL_BOT_WORKERS", "many", "settings.number"),
        ("INKRAIL_BOT_WORKERS", "0", "settings.number"),
        ("INKRAIL_METRICS_FOR_ALL", "perhaps", "settings.yes_or_no"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_by_its_name(*, name: str, value: str, code: str) -> None:
    with pytest.raises(Refusal) as caught:
        read_settings({name: value})
    assert (caught.value.code, caught.value.params) == (code, {"name": name, "value": value})


def test_a_log_line_is_json_with_all_that_was_given() -> None:
    record = logging.makeLogRecord(
        {"name": "x", "levelname": "INFO", "msg": "a %s", "args": ("b",), "table": "t"}
    )
    line = json.loads(JsonLines().format(record))
    assert {"message": "a b", "table": "t", "level": "info", "part": "x"}.items() <= line.items()


def test_a_token_proves_its_own_seat_alone() -> None:
    tokens = [new_token() for _ in range(3)]
    hashes = [hashed(token) for token in tokens]
    assert [find_seat(token, hashes) for token in tokens] == [0, 1, 2]
    assert [find_seat(wrong, ["", *hashes]) for wrong in ("", "x", tokens[0][:-1], hashes[0])] == [None] * 4
