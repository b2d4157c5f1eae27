"""A server with a fresh database, and Chromium to visit it with."""

import itertools
import json
import os
import socket
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from time import time
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, Route, expect, sync_playwright
from tests.browser import noon

CHROMIUM = "/usr/bin/chromium"
ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src" / "inkrail" / "server" / "static" / "index.html"
DATABASE = "inkrail.sqlite3"
FOLDER = ROOT / "dist" / "static"
BELOW = "/games/ink/"
"""The folder may lie anywhere below a host."""
WIDE = {"width": 1280, "height": 800}
STARTS = 240
"""How long a server may take to start or to end, in seconds."""
PATIENCE = 60_000
"""The timeout in milliseconds, generous for a busy machine; what must be fast is measured in the page itself."""
LOADS = 120_000
"""How long the engine in the browser may take to load on a busy machine, in milliseconds."""
_BEGAN = time()
expect.set_options(timeout=PATIENCE)
PHONE = {"width": 360, "height": 640}


@contextmanager
def serving(listening: socket.socket, *, folder: Path, app: str = "tests.browser.noon:app") -> Iterator[str]:
    """A server with its database in this folder; the socket is open before it starts, so that clients need not poll."""
    assert STATIC.is_file(), "the page is not built: make web"
    environment = os.environ | {
        "INKRAIL_DATABASE": str(folder / DATABASE),
        "INKRAIL_CREATIONS": "10000",
        "INKRAIL_ADDRESS_PEOPLE": "10000",
        "INKRAIL_SECRET": "the same daily dice in every run of the tests",
        noon.BEGAN: str(_BEGAN),
    }
    descriptor = listening.fileno()
    command = [sys.executable, "-m", "uvicorn", "--factory", app]
    with (folder / "log").open("a") as log:
        process = subprocess.Popen(  # noqa: S603
            [*command, "--fd", str(descriptor)],
            env=environment,
            stderr=log,
            pass_fds=[descriptor],
            cwd=ROOT,
        )
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        try:
            # Answered once it has started, which takes long on a busy machine.
            urllib.request.urlopen(address, timeout=STARTS).close()
            yield address
        finally:
            process.terminate()
            process.wait(timeout=STARTS)


@contextmanager
def open_socket() -> Iterator[socket.socket]:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(128)
        yield listening


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the server listens."""
    with open_socket() as listening, serving(listening, folder=tmp_path_factory.mktemp("server")) as found:
        yield found


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"], timeout=LOADS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


def wait_until(page: Page, holds: str) -> None:
    """Wait for an asynchronous function of the page to be true, which `wait_for_function` does not: a promise is true to it."""
    page.evaluate(
        f"async () => {{ while (!(await ({holds})())) await new Promise((later) => setTimeout(later, 50)); }}"
    )


Visit = Callable[..., Page]


def new_context(browser: Browser, *, at_noon: bool, **options: Any) -> BrowserContext:
    """A browser of its own; `at_noon` its day is that of the server, and does not end during a test."""
    if not at_noon:
        return browser.new_context(**options)
    context = browser.new_context(service_workers="block", **options)
    noon.set_clock_of(context)
    return context


@contextmanager
def visitors(browser: Browser, address: str) -> Iterator[Visit]:
    """Open the page as a new visitor; any error in the browser fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []
    seeds = itertools.count(1)

    def seeded(route: Route) -> None:
        """Give each table of a test the dice of its number, so that every run plays the same."""
        wanted = route.request.post_data_json or {}
        if {"rolls", "seed"} & wanted.keys() or wanted.get("typed"):
            route.fallback()
        else:
            route.continue_(post_data=json.dumps(wanted | {"seed": f"browser-{next(seeds)}"}))

    def open_page(path: str = "/", *, at_noon: bool = False, **options: Any) -> Page:
        settings: dict[str, Any] = {"viewport": WIDE, "locale": "en-GB", "reduced_motion": "reduce"}
        context = new_context(browser, at_noon=at_noon, base_url=address, **(settings | options))
        context.set_default_timeout(PATIENCE)
        context.route("**/api/tables", seeded)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(path)
        page.get_by_role("heading", level=1).first.wait_for()
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Visit]:
    """Visitors of the server that all tests share."""
    with visitors(browser, address) as open_page:
        yield open_page


class Files(SimpleHTTPRequestHandler):
    """Serves the folder below its path, silently."""

    def translate_path(self, path: str) -> str:
        assert path.startswith(BELOW), f"{path} is outside the folder"
        return super().translate_path(path.removeprefix(BELOW.rstrip("/")))

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as in the standard library
        """Print nothing."""


@pytest.fixture(scope="session")
def folder() -> Iterator[str]:
    """Where the page without a server is served."""
    assert (FOLDER / "index.html").is_file(), "the page without a server is not built: make static"
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(FOLDER))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}{BELOW}"
        server.shutdown()


Arrive = Callable[..., Page]


@pytest.fixture
def arrive(browser: Browser, folder: str) -> Iterator[Arrive]:
    """New visitors of the page without a server; an error in the page, or a request that leaves the folder, fails the test."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def watch(request: Request) -> None:
        if not request.url.startswith((folder, "data:", "blob:")):
            wrong.append(request.url)

    def arrive(path: str = "", *, at_noon: bool = False, **options: Any) -> Page:
        settings: dict[str, Any] = {"viewport": WIDE, "locale": "en-GB", "reduced_motion": "reduce"}
        context = new_context(browser, at_noon=at_noon, **(settings | options))
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        context.set_default_timeout(LOADS)
        context.on("request", watch)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("websocket", lambda socket: wrong.append(socket.url))
        page.goto(folder + path)
        return page

    expect.set_options(timeout=LOADS)
    yield arrive
    expect.set_options(timeout=PATIENCE)
    for context in contexts:
        context.close()
    assert wrong == []
