"""Settings from the environment."""

from __future__ import annotations

from dataclasses import asdict

import pytest

from inkrail.core.errors import Refusal
from inkrail.server.settings import RANGES, Settings, read_settings


def test_settings_come_from_the_environment() -> None:
    assert read_settings({}) == Settings()
    found = read_settings(
        {"INKRAIL_DATABASE": "x.db", "INKRAIL_BOT_SECONDS": "2.5", "INKRAIL_METRICS_FOR_ALL": "yes"}
    )
    assert found == Settings(database="x.db", bot_seconds=2.5, metrics_for_all=True)


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("INKRAIL_BOT_WORKERS", "many", "settings.whole_number"),
        ("INKRAIL_BOT_WORKERS", "2.5", "settings.whole_number"),
        ("INKRAIL_BOT_WORKERS", "0", "settings.whole_number"),
        ("INKRAIL_BOT_WORKERS", "1000", "settings.whole_number"),
        ("INKRAIL_BOT_SECONDS", "nan", "settings.number"),
        ("INKRAIL_BOT_SECONDS", "inf", "settings.number"),
        ("INKRAIL_METRICS_FOR_ALL", "perhaps", "settings.yes_or_no"),
        ("INKRAIL_LOG_LEVEL", "loud", "settings.choice"),
        ("INKRAIL_PUSH_CONTACT", "op@example.org", "settings.contact"),
        ("INKRAIL_PUSH_CONTACT", "http://example.org", "settings.contact"),
        ("INKRAIL_PUSH_PERMITTED", "127.0.0.1:9000", "settings.origin"),
        ("INKRAIL_PUSH_PERMITTED", "http://127.0.0.1:9000/push", "settings.origin"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_by_its_name(*, name: str, value: str, code: str) -> None:
    with pytest.raises(Refusal) as caught:
        read_settings({name: value})
    assert caught.value.code == code
    assert (caught.value.params["name"], caught.value.params["value"]) == (name, value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("INKRAIL_PUSH_CONTACT", "mailto:op@example.org"),
        ("INKRAIL_PUSH_CONTACT", "https://example.org/contact"),
        ("INKRAIL_PUSH_CONTACT", ""),
        ("INKRAIL_PUSH_PERMITTED", "http://127.0.0.1:9000"),
        ("INKRAIL_PUSH_PERMITTED", ""),
    ],
)
def test_an_address_in_its_form_is_read_as_it_is(*, name: str, value: str) -> None:
    settings = asdict(read_settings({name: value}))
    assert settings[name.removeprefix("INKRAIL_").lower()] == value


def test_a_number_out_of_range_is_told_the_range() -> None:
    with pytest.raises(Refusal) as caught:
        read_settings({"INKRAIL_BOT_SECONDS": "0"})
    assert (caught.value.params["least"], caught.value.params["most"]) == ("0.1", "3600")


def test_every_number_has_a_range_that_its_default_lies_in() -> None:
    numbers = {
        name: value
        for name, value in asdict(Settings()).items()
        if isinstance(value, int | float) and not isinstance(value, bool)
    }
    assert numbers.keys() == RANGES.keys()
    assert [name for name, value in numbers.items() if not RANGES[name][0] <= value <= RANGES[name][1]] == []


def test_a_misspelt_setting_is_refused_with_the_one_that_was_meant() -> None:
    with pytest.raises(Refusal) as caught:
        read_settings({"INKRAIL_DATABSE": "x.db"})
    assert caught.value.code == "settings.unknown"
    assert caught.value.params == {"name": "INKRAIL_DATABSE", "meant": "INKRAIL_DATABASE"}


def test_variables_that_are_no_settings_are_left_alone() -> None:
    others = ("INKRAIL_LANG", "INKRAIL_PORT", "INKRAIL_SERVICE_HOST", "INKRAIL_SOAK_SECONDS", "DATABSE")
    assert read_settings(dict.fromkeys(others, "x")) == Settings()
