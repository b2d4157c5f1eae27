"""Web push end to end: our own push service decrypts what the server sends, and the browser's own protocol delivers it."""

import json
import re
import threading
import time
import urllib.request
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import PATIENCE, Visit, open_socket, serving, visitors
from tests.browser.player import Player
from tests.server.push.stand_in import PushBrowser

SUBSCRIBE = """
PushManager.prototype.subscribe = async (options) => {
  if (!options.userVisibleOnly || !options.applicationServerKey) throw new Error('wrong options');
  return {toJSON: () => (SUBSCRIPTION)};
};
"""
"""Takes the place of the one thing that needs a push service on the internet."""


class Arrivals:
    """A push service that keeps what arrives."""

    def __init__(self) -> None:
        self.bodies: Queue[bytes] = Queue()
        bodies = self.bodies

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                bodies.put(self.rfile.read(int(self.headers["Content-Length"])))
                self.send_response(201)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self.server.server_port}"


@pytest.fixture
def arrivals() -> Iterator[Arrivals]:
    service = Arrivals()
    thread = threading.Thread(target=service.server.serve_forever)
    thread.start()
    yield service
    service.server.shutdown()
    thread.join()
    service.server.server_close()


@pytest.fixture
def visit_calling(
    browser: Browser, arrivals: Arrivals, *, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Visit]:
    """Visitors of a server that may send to our own push service."""
    monkeypatch.setenv("INKRAIL_PUSH_PERMITTED", arrivals.origin)
    with (
        open_socket() as listening,
        serving(listening, folder=tmp_path) as address,
        visitors(browser, address) as visit,
    ):
        # The server of this test alone starts now; a busy machine takes its time for that.
        urllib.request.urlopen(f"{address}/api/push", timeout=180).close()  # noqa: S310
        yield visit


SHOWN = """async () => {
  const registration = await navigator.serviceWorker.ready;
  return (await registration.getNotifications()).map(({title, body}) => `${title}: ${body}`);
}"""


def deliver(page: Page, message: str) -> list[str]:
    """Deliver a push message to the page's service worker, as the browser would, and say what the worker shows.

    A busy browser may drop what its protocol delivers; a message that arrives twice shows once.
    """
    protocol = page.context.new_cdp_session(page)
    registrations: list[str] = []
    protocol.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registrations.extend(one["registrationId"] for one in event["registrations"]),
    )
    protocol.send("ServiceWorker.enable")
    origin = page.evaluate("location.origin")
    shown: list[str] = []
    until = time.monotonic() + PATIENCE / 1000
    while not shown and time.monotonic() < until:
        if registrations:
            sent = {"origin": origin, "registrationId": registrations[-1], "data": message}
            protocol.send("ServiceWorker.deliverPushMessage", sent)
        page.wait_for_timeout(500)
        shown = page.evaluate(SHOWN)
    return shown


def test_who_is_away_is_called_and_comes_back_by_a_click(visit_calling: Visit, arrivals: Arrivals) -> None:
    host = visit_calling()
    host.get_by_role("textbox", name="Your name").fill("Rosa")
    host.get_by_role("radio", name="Friends, by link").check()
    host.get_by_role("button", name="Open a table and get the link").click()
    link = host.get_by_role("textbox", name="Link to this table").input_value()

    keys = PushBrowser()
    given = keys.subscription(f"{arrivals.origin}/sven")
    shape = {"endpoint": given["endpoint"], "keys": {"p256dh": given["p256dh"], "auth": given["auth"]}}
    guest = visit_calling()
    guest.context.add_init_script(SUBSCRIBE.replace("SUBSCRIPTION", json.dumps(shape)))
    guest.context.grant_permissions(["notifications"])
    guest.goto(link)
    guest.evaluate("navigator.serviceWorker.ready.then(() => true)")
    guest.get_by_role("textbox", name="Your name").fill("Sven")
    guest.get_by_role("button", name="Sit down").click()
    call = guest.get_by_role("button", name="Call me when it is my turn")
    call.click()
    expect(call).to_have_attribute("aria-pressed", "true")
    guest.goto("/")
    expect(guest.get_by_role("heading", level=1)).to_be_visible()

    host.get_by_role("button", name="Start the game").click()
    message = keys.decrypted(arrivals.bodies.get(timeout=PATIENCE / 1000)).decode()
    assert json.loads(message)["title"] == "It is your turn"
    shown = deliver(guest, message)
    assert shown == ["It is your turn: Base game, round 1: the table waits for you."]
    (worker,) = guest.context.service_workers
    # A browser lets only a real click open windows; what it would open is what we ask.
    opened = worker.evaluate("""async () => {
        const path = new Promise((settle) => {
            Object.defineProperty(self.clients, 'openWindow', {value: async (url) => settle(url)});
        });
        const [notification] = await self.registration.getNotifications();
        self.dispatchEvent(new NotificationEvent('notificationclick', {notification}));
        return path;
    }""")
    assert opened == re.sub(r"^https?://[^/]+", "", link)
    guest.goto(opened)
    expect(Player(guest).heading_of_round(1)).to_be_visible()

    # What is deleted in the browser calls no more.
    guest.goto("/privacy")
    guest.get_by_role("button", name="Delete everything here").click()
    with guest.expect_response(re.compile(r"/api/tables/[\w-]+/push$")) as ended:
        guest.get_by_role("button", name="Delete everything", exact=True).click()
    assert ended.value.json() == {"told": False}
