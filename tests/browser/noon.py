"""The clocks of the browser tests, which start at noon of a fixed day: the server's, and if wanted a browser's.

So the daily game is always the same, and does not change in the middle of a test.
"""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path
from time import time

from fastapi import FastAPI
from playwright.sync_api import BrowserContext, Route

from inkrail.server.app import create_app
from inkrail.server.bots import runner
from inkrail.server.logs import set_up_logs
from inkrail.server.rooms.clock import SystemClock
from inkrail.server.settings import read_settings

NOON = datetime(2026, 11, 15, 12, tzinfo=UTC).timestamp()
DAY = datetime.fromtimestamp(NOON, UTC).date()
"""The day of that noon."""
BEGAN = "INKRAIL_TESTS_BEGAN"
"""The environment variable with the start of the tests, so that the clock continues after a restart."""
OFFSET = "INKRAIL_TESTS_OFFSET"
"""The environment variable with the file in which a test says by how many seconds the clock is set forward."""


class NoonClock(SystemClock):
    """Starts at noon."""

    def __init__(self, *, began: float, offset: str = "") -> None:
        self._began = began
        self._offset = offset

    def __call__(self) -> float:
        offset = float(Path(self._offset).read_text()) if self._offset else 0.0
        return NOON + super().__call__() - self._began + offset


def app() -> FastAPI:
    """The application, configured by the environment.

    Its bots and studies run at the usual priority: beside other programs on a busy machine a low one gets next to nothing.
    """
    runner.SLOW_NICENESS = runner.TRIAL_NICENESS = runner.STUDY_NICENESS = 0
    settings, began = read_settings(os.environ), float(os.environ[BEGAN])
    set_up_logs(settings.log_level)
    return create_app(settings, clock=NoonClock(began=began, offset=os.environ.get(OFFSET, "")))


_SET_CLOCK = """(() => {
  const ahead = %d, Real = Date;
  globalThis.Date = class extends Real {
    constructor(...given) { given.length ? super(...given) : super(Real.now() + ahead); }
    static now() { return Real.now() + ahead; }
  };
})();
"""


def set_clock_of(context: BrowserContext) -> None:
    """Let the pages of a browser and the engine in their worker begin at noon too; service workers must be blocked."""
    script = _SET_CLOCK % round((NOON - time()) * 1000)

    def with_clock(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=script + answer.text())

    context.add_init_script(script)
    context.route("**/assets/worker-*.js", with_clock)
