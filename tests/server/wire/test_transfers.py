"""The bodies of transfers."""

from __future__ import annotations

from base64 import b64encode

import pytest
from pydantic import ValidationError

from inkrail.server.rooms.transfers import MOST_BYTES, new_code
from inkrail.server.wire.transfers import TransferCode, TransferWanted


def test_the_largest_games_have_the_right_form() -> None:
    largest = b64encode(bytes(MOST_BYTES)).decode()
    assert TransferWanted(games=largest).games == largest
    with pytest.raises(ValidationError):
        TransferWanted(games=largest + "AAAAAAAA")


def test_a_code_is_short() -> None:
    made = new_code()
    assert TransferCode(code=made).code == made
    for wrong in ("short", "x" * 21):
        with pytest.raises(ValidationError):
            TransferCode(code=wrong)
