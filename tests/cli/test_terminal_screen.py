"""What the screen of the terminal says about dice."""

import re

import pytest
from tests.game.only_on_craters import only_on_craters

from inkrail.cli.terminal.screen import Screen
from inkrail.i18n import catalogue


def test_m6_a_die_that_fits_only_on_craters_need_not_be_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    Screen(catalogue("en")).dice(only_on_craters())
    said = dict(re.findall(r"\(([\w-]+)\): .*, (\w+) be drawn", capsys.readouterr().out))
    assert said == {
        "railway-straight": "may",
        "railway-curve": "may",
        "highway-straight": "must",
        "highway-t": "must",
    }
