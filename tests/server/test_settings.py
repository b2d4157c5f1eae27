"""Settings from the environment."""

from __future__ import annotations

import pytest

from inkrail.core.errors import Refusal
from inkrail.server.settings import Settings, read_settings


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
