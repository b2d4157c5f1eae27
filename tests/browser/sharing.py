"""Sharing a finished game by its dialog."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect


def share_dialog(page: Page) -> Locator:
    """Open the dialog, with its card loaded."""
    page.get_by_role("button", name="Share", exact=True).click()
    dialog = page.get_by_role("dialog", name="Share")
    expect(dialog).to_be_visible()
    expect_card(dialog)
    return dialog


def expect_card(dialog: Locator) -> None:
    """Wait until the picture is there."""
    card = dialog.get_by_role("img")
    expect(card).to_be_visible()
    expect(card).to_have_js_property("complete", value=True)
    expect(card).to_have_js_property("naturalWidth", value=1200)


def shared_text(page: Page, *, what: str | None = None) -> str:
    """Copy text and link by the dialog, close it and return them."""
    dialog = share_dialog(page)
    if what:
        dialog.get_by_role("radio", name=what).check()
        expect(dialog.get_by_text("/c/")).to_be_visible()
    dialog.get_by_role("button", name="Copy text and link").click()
    expect(dialog.get_by_text("Text and link are copied.")).to_be_visible()
    text: str = page.evaluate("navigator.clipboard.readText()")
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_have_count(0)
    return text
