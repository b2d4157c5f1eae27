"""The server of the browser's tests, for which they begin at noon of one certain day.

Whatever day it is, the daily game is the same, and it does not become another one in the middle of a test.
"""

from __future__ import annotations

import os
from datetime import UTC, datetime
from time import time

from fastapi import FastAPI

from inkrail.server.app import create_app
from inkrail.server.logs import set_up_logs
from inkrail.server.settings import read_settings

NOON = datetime(2026, 11, 15, 12, tzinfo=UTC).timestamp()
BEGAN = "INKRAIL_TESTS_BEGAN"
"""The variable that says when the tests began, so that time goes on after a restart."""


def app() -> FastAPI:
    """The application as the environment sets it."""
    settings, began = read_settings(os.environ), float(os.environ[BEGAN])
    set_up_logs(settings.log_level)
    return create_app(settings, clock=lambda: NOON + time() - began)
