"""Measures how fast the page loads and responds to a tap, in a real browser with a real server."""

import json
import os
import re
import socket
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

CHROMIUM = "/usr/bin/chromium"
GAMES = 5
TAPS_A_GAME = 3
TAP = """async () => {
    const ready = () => [...document.querySelectorAll('.die')].find((die) => / must be drawn$/.test(die.ariaLabel));
    ready().click();
    await new Promise(requestAnimationFrame);
    const cell = [...document.querySelectorAll('[role=gridcell]')].find((one) => /fits/.test(one.ariaLabel));
    const before = performance.now();
    const drawn = new Promise((done) => {
        new MutationObserver((_, watching) => {
            if (!/may still be changed/.test(cell.ariaLabel)) return;
            watching.disconnect();
            done(performance.now() - before);
        }).observe(cell, { attributes: true });
    });
    cell.click();
    return drawn;
}"""


def measure(page: Page, address: str) -> dict[str, float]:
    """Milliseconds until a new visitor can click, and from a tap on a cell to the tile on the screen."""
    interactive, taps = [], []
    for _ in range(GAMES):
        page.goto(address)
        page.get_by_role("button", name="Play now").wait_for()
        interactive.append(page.evaluate("performance.getEntriesByType('navigation')[0].domInteractive"))
        page.get_by_role("button", name="Play now").click()
        page.get_by_role("button", name=re.compile("must be drawn$")).first.wait_for()
        taps += [page.evaluate(TAP) for _ in range(TAPS_A_GAME)]
    return {
        "interactive_ms_median": round(statistics.median(interactive), 1),
        "tap_ms_median": round(statistics.median(taps), 1),
        "tap_ms_worst": round(max(taps), 1),
    }


def main() -> int:
    """Start a server, measure, and print one JSON object."""
    with tempfile.TemporaryDirectory() as folder, socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(128)
        descriptor = listening.fileno()
        environment = os.environ | {"INKRAIL_DATABASE": str(Path(folder) / "bench.sqlite3")}
        command = [sys.executable, "-m", "uvicorn", "--factory", "inkrail.server.serve:from_environment"]
        server = subprocess.Popen(  # noqa: S603
            [*command, "--fd", str(descriptor)],
            env=environment,
            pass_fds=[descriptor],
            stderr=subprocess.DEVNULL,
        )
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
                page = browser.new_context(locale="en-GB", reduced_motion="reduce").new_page()
                print(json.dumps(measure(page, f"http://127.0.0.1:{listening.getsockname()[1]}/")))
                browser.close()
        finally:
            server.terminate()
            server.wait(timeout=20)
    return 0


if __name__ == "__main__":
    sys.exit(main())
