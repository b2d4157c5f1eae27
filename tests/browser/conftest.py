"""A server with a fresh database, and Chromium to visit it with."""

import os
import socket
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

CHROMIUM = "/usr/bin/chromium"
ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src" / "inkrail" / "server" / "static" / "index.html"
WIDE = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 640}


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port: int = listening.getsockname()[1]
        return port


def wait_until_up(process: subprocess.Popen[str]) -> None:
    """The server says in its log when it listens; what it says later is read and let go."""
    assert process.stderr
    for line in process.stderr:
        if "running on" in line.lower():
            break
    Thread(target=deque, args=(process.stderr, 0), daemon=True).start()


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the server listens."""
    assert STATIC.is_file(), "the page is not built: make web"
    port = free_port()
    database = tmp_path_factory.mktemp("database") / "inkrail.sqlite3"
    environment = os.environ | {"INKRAIL_DATABASE": str(database), "INKRAIL_CREATIONS": "10000"}
    command = [sys.executable, "-m", "uvicorn", "--factory", "inkrail.server.app:from_environment"]
    command += ["--port", str(port), "--host", "127.0.0.1"]
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as process:  # noqa: S603
        try:
            wait_until_up(process)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield chromium
        chromium.close()


Visit = Callable[..., Page]


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Visit]:
    """Open the page as somebody new; whatever the browser complains about fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_page(path: str = "/", **options: Any) -> Page:
        settings: dict[str, Any] = {"viewport": WIDE, "locale": "en-GB", "reduced_motion": "reduce"}
        context = browser.new_context(base_url=address, **(settings | options))
        context.set_default_timeout(15_000)
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
