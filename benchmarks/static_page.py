"""Measures the page without a server: sizes of what it loads, and how long the first drawing takes, cold and warm.

Cold is the first visit; afterwards the browser has kept the files and the memory of the engine.
"""

import gzip
import json
import re
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from benchmarks.page import CHROMIUM, TAP

FOLDER = Path(__file__).parents[1] / "dist" / "static"
LOADS = 300_000
KEPT = """async () => {
  const size = async () => (await (await caches.open('inkrail-memory')).keys()).length;
  while (!(await size())) await new Promise((later) => setTimeout(later, 100));
}"""


class Files(SimpleHTTPRequestHandler):
    """Serves the folder silently."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as in the standard library
        """Print nothing."""


def compressed(pattern: str) -> int:
    """The size in kB of all files with such names, as a host with gzip sends them."""
    sizes = (len(gzip.compress(path.read_bytes())) for path in (FOLDER / "assets").glob(pattern))
    return round(sum(sizes) / 1000)


def first_view(page: Page) -> int:
    """The size in kB of what the page itself has loaded up to a playable board, without the worker behind it."""
    loaded = page.evaluate("performance.getEntriesByType('resource').map((entry) => entry.name)")
    names = {Path(address).name for address in loaded if "/assets/" in address and "/worker-" not in address}
    return sum(map(compressed, names))


def first_drawing(page: Page, address: str) -> float:
    """Seconds from opening the page to the first tile on the board."""
    page.goto(address)
    page.get_by_role("button", name="Play now").click()
    page.get_by_role("button", name=re.compile("must be drawn$")).first.wait_for()
    page.evaluate(TAP)
    seconds: float = page.evaluate("performance.now()") / 1000
    return round(seconds, 1)


def main() -> int:
    """Serve the folder, measure, and print one JSON object."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(FOLDER))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            context = browser.new_context(locale="en-GB", reduced_motion="reduce")
            context.set_default_timeout(LOADS)
            address = f"http://127.0.0.1:{server.server_port}/"
            page = context.new_page()
            cold = first_drawing(page, address)
            view = first_view(page)
            page.evaluate(KEPT)
            warm = min(first_drawing(context.new_page(), address) for _ in range(3))
            browser.close()
        server.shutdown()
    answer = {
        "first_view_kb": view,
        "runtime_kb": compressed("pyodide-*/*"),
        "engine_kb": compressed("engine-*.zip"),
        "first_drawing_s": {"cold": cold, "warm": warm},
    }
    print(json.dumps(answer))
    return 0


if __name__ == "__main__":
    sys.exit(main())
