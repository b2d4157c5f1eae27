"""Sharing a finished game: the card, the text, the link, and what a stranger sees of it."""

from __future__ import annotations

import json
import re
import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE, Visit
from tests.browser.finished import finished_game, sit_down
from tests.browser.player import Player
from tests.browser.sharing import expect_card, share_dialog, shared_text
from tests.browser.test_everybody import LOOKS, complaints
from tests.server.waiting import PATIENCE

CLIPBOARD = ["clipboard-read", "clipboard-write"]
SYSTEM = """
navigator.canShare = (wanted) => wanted.files.every((file) => file.type === 'image/png');
navigator.share = async ({ text, files }) => {
  document.documentElement.dataset.sent = JSON.stringify([text, files.map(({ size }) => size)]);
};
"""
"""A system with a share sheet, which keeps what it is given."""


def finished(page: Page, address: str, *, name: str) -> None:
    sit_down(page, finished_game(address, name=name))
    expect(Player(page).final).to_be_visible()


def test_a_game_is_shared_with_its_board_and_opened_by_a_stranger(
    visit: Visit, address: str, tmp_path: Path
) -> None:
    ida = visit(permissions=CLIPBOARD)
    finished(ida, address, name="Ida <b>&")
    dialog = share_dialog(ida)
    expect(dialog.get_by_role("radio", name="My board")).to_be_checked()
    for format_, start in (("PNG", b"\x89PNG"), ("SVG", b"<svg")):
        with ida.expect_download() as saving:
            dialog.get_by_role("link", name=f"Save card ({format_})").click()
        saving.value.save_as(tmp_path / format_)
        assert (tmp_path / format_).read_bytes().startswith(start)
    dialog.get_by_role("button", name="Close").click()
    text = shared_text(ida)
    assert re.fullmatch(r"I scored (minus )?\d+ points? in inkrail, Base game: .*\. http\S+/t/[\w-]+", text)
    link = text.split()[-1]
    with urllib.request.urlopen(link, timeout=PATIENCE) as answer:  # noqa: S310
        page = answer.read().decode()
    assert "<title>Ida &lt;b&gt;&amp;: " in page
    assert re.search(r'property="og:image" content="http[^"]+/cards/0\.png\?lang=en"', page)
    visitor = visit(viewport=PHONE)
    visitor.goto(link)
    expect(visitor.get_by_role("heading", level=1)).to_be_visible()


def test_picture_and_text_go_to_the_share_sheet_of_the_system(visit: Visit, address: str) -> None:
    page = visit(viewport=PHONE)
    page.add_init_script(SYSTEM)
    finished(page, address, name="Jo")
    dialog = share_dialog(page)
    dialog.get_by_role("radio", name="Only my score").check()
    expect(dialog.get_by_text("Can you beat that with the same dice? http")).to_be_visible()
    expect_card(dialog)
    dialog.get_by_role("button", name="Send picture and text").click()
    sheet = page.locator("html")
    expect(sheet).to_have_attribute("data-sent", re.compile(r"\]$"))
    text, sizes = json.loads(sheet.get_attribute("data-sent") or "")
    assert re.search(r"/c/[\w-]+$", text)
    assert len(sizes) == 1
    assert sizes[0] > 10_000
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("button", name="Share", exact=True)).to_be_focused()


@pytest.mark.parametrize(("scheme", "size"), LOOKS)
def test_axe_finds_nothing_serious_while_sharing(
    visit: Visit, address: str, *, scheme: str, size: dict[str, int]
) -> None:
    page = visit(color_scheme=scheme, viewport=size, bypass_csp=True)
    finished(page, address, name="Kim")
    share_dialog(page)
    assert complaints(page) == []
