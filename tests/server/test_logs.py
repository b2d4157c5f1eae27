"""Log lines."""

from __future__ import annotations

import json
import logging

from inkrail.server.logs import JsonLines


def test_a_log_line_is_json_with_all_that_was_given() -> None:
    record = logging.makeLogRecord(
        {"name": "x", "levelname": "INFO", "msg": "a %s", "args": ("b",), "table": "t"}
    )
    line = json.loads(JsonLines().format(record))
    assert {"message": "a b", "table": "t", "level": "info", "part": "x"}.items() <= line.items()
