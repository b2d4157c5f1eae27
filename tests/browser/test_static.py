"""The page without a server: a folder of files, served by a plain file server, and nothing else is asked for."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect
from tests.browser.conftest import PATIENCE, ROOT, WIDE
from tests.browser.player import Player
from tests.browser.test_everybody import complaints
from tests.browser.test_whole_games import ROUNDS, start

from inkrail.game.record import parse_record

FOLDER = ROOT / "dist" / "static"
BELOW = "/games/ink/"
"""The folder may lie anywhere below a host."""
LOADS = 120_000
"""How long the engine may take to load on a busy machine, in milliseconds."""


class Files(SimpleHTTPRequestHandler):
    """Serves the folder below its path, silently."""

    def translate_path(self, path: str) -> str:
        assert path.startswith(BELOW), f"{path} is outside the folder"
        return super().translate_path(path.removeprefix(BELOW.rstrip("/")))

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as in the standard library
        """Print nothing."""


@pytest.fixture(scope="module")
def folder() -> Iterator[str]:
    """Where the folder is served."""
    assert (FOLDER / "index.html").is_file(), "the page without a server is not built: make static"
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(FOLDER))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}{BELOW}"
        server.shutdown()


Arrive = Callable[[], Page]


@pytest.fixture
def arrive(browser: Browser, folder: str) -> Iterator[Arrive]:
    """New visitors; an error in the page, or a request that leaves the folder, fails the test."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def watch(request: Request) -> None:
        if not request.url.startswith((folder, "data:", "blob:")):
            wrong.append(request.url)

    def arrive() -> Page:
        context = browser.new_context(
            viewport={"width": WIDE["width"], "height": WIDE["height"]},
            locale="en-GB",
            reduced_motion="reduce",
        )
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        context.set_default_timeout(LOADS)
        context.on("request", watch)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(folder)
        return page

    expect.set_options(timeout=LOADS)
    yield arrive
    expect.set_options(timeout=PATIENCE)
    for context in contexts:
        context.close()
    assert wrong == []


def ready(page: Page) -> None:
    """The engine is there: the bots that it has are offered."""
    page.get_by_role("radio", name="Bots").check()
    expect(page.get_by_role("combobox", name="Opponent").locator("option[value=greedy]")).to_be_attached()


def record_of(page: Page) -> str:
    """The record of the finished game, as the page gives it to people."""
    page.get_by_role("button", name="Copy the record").click()
    expect(page.get_by_text("The record of the game is copied.")).to_be_visible()
    text: str = page.evaluate("navigator.clipboard.readText()")
    return text


def play(page: Page, name: str, *, seed: int = 1) -> None:
    """A whole game, with the page loaded again in its middle; its record replays to the score that is shown."""
    rounds, player = ROUNDS[name], Player(page, seed=seed)
    for number in range(1, rounds + 1):
        player.play_round(number)
        if number == rounds // 2:
            expect(player.heading_of_round(number + 1)).to_be_visible()
            page.reload()
    expect(player.final).to_be_visible()
    record, _ = parse_record(record_of(page))
    assert list(record.totals) == player.totals()


def test_a_game_against_a_bot_is_played_from_a_folder_of_files_and_kept(arrive: Arrive) -> None:
    page = arrive()
    ready(page)
    assert complaints(page) == []
    page.get_by_role("combobox", name="Opponent").select_option("greedy")
    page.get_by_text("House rules and real dice").click()
    page.get_by_role("textbox", name="Seed").fill("static")
    start(page, "Base game")
    play(page, "Base game")
    page.get_by_role("link", name="inkrail").click()
    expect(page.get_by_role("heading", name="My games")).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize("name", ROUNDS)
def test_a_game_of_each_ruleset_is_played_from_a_folder_of_files(arrive: Arrive, name: str) -> None:
    page = arrive()
    ready(page)
    page.get_by_role("radio", name="Alone").check()
    start(page, name)
    play(page, name, seed=len(name))


@pytest.mark.slow
def test_after_the_first_visit_a_game_goes_on_without_a_connection(arrive: Arrive) -> None:
    page = arrive()
    ready(page)
    # The service worker has kept the runtime, whose last file is the engine.
    page.wait_for_function(
        """async () => {
          const requests = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
          const kept = requests.flat().map((request) => request.url);
          return ['pyodide.asm.js', 'pyodide.asm.wasm', 'python_stdlib.zip', 'pyodide-lock.json', 'engine-', 'worker-'].every(
            (name) => kept.some((url) => url.includes(name)));
        }"""
    )
    page.get_by_role("radio", name="Alone").check()
    start(page, "Lake")
    player = Player(page, seed=3)
    player.play_round(1)
    expect(player.heading_of_round(2)).to_be_visible()
    page.context.set_offline(True)
    page.reload()
    player.play_round(2)
    expect(player.heading_of_round(3)).to_be_visible()
