"""What the page without a server keeps in the browser: games when there is no more space, and the memory of its engine."""

from __future__ import annotations

import io
import zipfile

from playwright.sync_api import Page, Route, expect
from tests.browser.conftest import Arrive, wait_until
from tests.browser.player import Player

from inkrail.i18n import catalogue

ROOM = 40_000_000
"""Enough for the page and its engine, in bytes."""
FILL = """async () => {
  const opening = indexedDB.open('ballast', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('ballast', { autoIncrement: true });
  await new Promise((resolve) => (opening.onsuccess = resolve));
  const add = (size) => new Promise((resolve) => {
    const bytes = new Uint8Array(size);
    for (let at = 0; at < size; at += 65536) crypto.getRandomValues(bytes.subarray(at, at + 65536));
    const transaction = opening.result.transaction('ballast', 'readwrite');
    transaction.oncomplete = () => resolve('stored');
    transaction.onabort = () => resolve(transaction.error?.name);
    transaction.objectStore('ballast').add(bytes);
  });
  let outcome;
  for (const size of [1 << 20, 1 << 16, 1 << 10, 1]) while ((outcome = await add(size)) === 'stored');
  return outcome;
}"""
"""Stores until not even a byte can be stored, and answers why it cannot."""
KEPT = """async () => {
  const kept = await (await caches.open('inkrail-memory')).keys();
  return kept.length === 1;
}"""
SPOIL = """async () => {
  const cache = await caches.open('inkrail-memory');
  const [name] = await cache.keys();
  const noise = new Blob(['not the memory of this engine']).stream().pipeThrough(new CompressionStream('gzip'));
  await cache.put(name, new Response(noise));
}"""


def test_a_full_browser_says_so_and_keeps_what_was_saved(arrive: Arrive, folder: str) -> None:
    page = arrive("icon.svg")
    browser = page.context.new_cdp_session(page)
    # Chromium reads it only now and then, so that it comes before anything is stored.
    browser.send("Storage.overrideQuotaForOrigin", {"origin": folder, "quotaSize": ROOM})
    page.goto(folder)
    page.get_by_role("button", name="Play now").click()
    player = Player(page)
    player.play_round(1)
    expect(player.heading_of_round(2)).to_be_visible()
    tiles = drawn(page)
    assert page.evaluate(FILL) == "QuotaExceededError"
    player.dice.first.click()
    player.cells_that_fit()[0].click()
    expect(page.get_by_text(catalogue("en")["error.storage.full"]).first).to_be_visible()
    page.reload()
    expect(player.heading_of_round(2)).to_be_visible()
    assert drawn(page) == tiles
    browser.send("Storage.overrideQuotaForOrigin", {"origin": folder, "quotaSize": 10 * ROOM})
    player.play_round(2)
    expect(player.heading_of_round(3)).to_be_visible()


def drawn(page: Page) -> list[str]:
    """What the cells of the board say that have a tile."""
    expect(page.get_by_role("grid")).to_be_visible()
    names = [cell.get_attribute("aria-label") or "" for cell in page.get_by_role("gridcell").all()]
    return [name for name in names if "round" in name]


def without_modules(route: Route) -> None:
    """Answer with an archive from which no engine can be started anew."""
    archive = io.BytesIO()
    zipfile.ZipFile(archive, "w").close()
    route.fulfill(body=archive.getvalue())


def test_the_engine_goes_on_with_its_memory_of_the_first_start(arrive: Arrive) -> None:
    page = arrive(service_workers="block")
    wait_until(page, KEPT)
    page.context.route("**/engine-*.zip", without_modules)
    tables = set()
    for _ in range(2):
        page.reload()
        page.get_by_role("button", name="Play now").click()
        player = Player(page)
        player.draw(player.dice.first)
        tables.add(player.table)
        page.get_by_role("link", name="Home").click()
    assert len(tables) == 2


def test_a_spoilt_memory_is_replaced(arrive: Arrive) -> None:
    page = arrive()
    wait_until(page, KEPT)
    page.evaluate(SPOIL)
    page.reload()
    page.get_by_role("button", name="Play now").click()
    expect(Player(page).heading_of_round(1)).to_be_visible()
