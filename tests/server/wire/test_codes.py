"""The codes that the server adds to those of the engine."""

from __future__ import annotations

import re
from pathlib import Path

import inkrail.server
from inkrail.server.wire.codes import SERVER_CODES

SOURCES = Path(inkrail.server.__file__).parent


def test_no_code_is_listed_twice() -> None:
    assert len(set(SERVER_CODES)) == len(SERVER_CODES)


def test_every_code_is_raised_somewhere_in_the_server() -> None:
    """A code that nothing raises would be translated for nothing."""
    texts = "".join(
        path.read_text() for path in SOURCES.rglob("*.py") if path.name not in ("codes.py", "refusals.py")
    )
    raised = set(re.findall(r'"([a-z_]+\.[a-z_]+)"', texts))
    assert [code for code in SERVER_CODES if code not in raised] == []
