"""Pens and stamps for a finished board: drawn by mouse and keyboard, kept in this browser, part of its pictures."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.conftest import PHONE, WIDE, Visit
from tests.browser.finished import finished_game, sit_down
from tests.browser.test_everybody import complaints
from tests.browser.test_layout import NO_WIDER

ALONE = [{"kind": "human"}]
# How many points of a picture have the amber of the light theme.
AMBER = """
async (image) => {
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const {data} = context.getImageData(0, 0, canvas.width, canvas.height);
  let count = 0;
  for (let i = 0; i < data.length; i += 4) {
    count += [180, 95, 6].every((value, part) => data[i + part] === value) ? 1 : 0;
  }
  return count;
}
"""


class Editor:
    """The pens and stamps over a board."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.box = page.get_by_role("dialog", name="Decorate your board")
        self.surface = self.box.get_by_role("application")
        self.lines, self.stamps = self.box.locator(".over > path"), self.box.locator(".over > g")
        self.marks = self.lines.or_(self.stamps)

    def open(self) -> None:
        self.page.get_by_role("button", name="Decorate").click()
        expect(self.surface).to_be_visible()

    def choose(self, name: str) -> None:
        self.box.locator("label", has_text=name).click()
        expect(self.box.get_by_role("radio", name=name)).to_be_checked()

    def press(self, name: str) -> None:
        self.box.get_by_role("button", name=name).click()

    def draw_line(self) -> None:
        """Draw over the middle of the board with the mouse."""
        box = self.surface.bounding_box()
        assert box is not None
        left, middle = box["x"] + box["width"] * 0.2, box["y"] + box["height"] / 2
        self.page.mouse.move(left, middle)
        self.page.mouse.down()
        self.page.mouse.move(left + box["width"] * 0.3, middle - 30, steps=5)
        self.page.mouse.move(left + box["width"] * 0.6, middle, steps=5)
        self.page.mouse.up()


def picture_of(page: Page, control: Locator) -> str:
    """The text of the picture that a control downloads."""
    with page.expect_download() as saving:
        control.click()
    return Path(saving.value.path()).read_text()


def decorate(page: Page) -> None:
    """Draw a line with the mouse and set a stamp with the keyboard."""
    editor = Editor(page)
    editor.open()
    editor.choose("Wide pen")
    editor.choose("Amber")
    editor.draw_line()
    expect(editor.lines).to_have_count(1)

    editor.box.get_by_role("radio", name="Wide pen").focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(editor.box.get_by_role("radio", name="Cow")).to_be_checked()
    editor.surface.focus()
    for key in ("ArrowUp", "ArrowLeft", "Enter"):
        page.keyboard.press(key)
    expect(editor.stamps).to_have_count(1)
    expect(editor.box.get_by_role("status")).to_have_text("Cow set: F4.")
    editor.press("Clear all")
    expect(editor.marks).to_have_count(0)
    editor.press("Undo")
    expect(editor.marks).to_have_count(2)
    assert complaints(page) == []
    editor.press("Done")
    expect(page.get_by_role("button", name="Decorate")).to_be_focused()


def look_at_pictures(page: Page) -> None:
    """What is saved and shared has the decoration, but not where only the score is shared."""
    picture = picture_of(page, page.get_by_role("button", name="Save picture (SVG)"))
    assert "var(" not in picture.partition('class="decoration"')[2]
    assert picture.count('<g class="decoration"><path') == 1
    page.get_by_role("button", name="Share", exact=True).click()
    sharing = page.get_by_role("dialog", name="Share")
    note = sharing.get_by_text("Your decoration is in the picture")
    expect(note).to_be_visible()
    card = sharing.get_by_role("img")
    assert card.evaluate(AMBER) > 500
    saved = picture_of(page, sharing.get_by_role("link", name="Save card (SVG)"))
    assert saved.count('<g class="decoration"><path') == 1
    sharing.get_by_role("radio", name="Only my score").check()
    expect(note).to_be_hidden()
    assert card.evaluate(AMBER) == 0


def test_a_board_is_decorated_by_mouse_and_keyboard_kept_and_shared(visit: Visit, address: str) -> None:
    page = visit(bypass_csp=True)
    seat = finished_game(address, seats=ALONE)
    sit_down(page, seat)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    decorate(page)
    assert set(sent) == {"GET"}

    page.reload()
    expect(page.locator(".replay .over > *")).to_have_count(2)
    look_at_pictures(page)

    page.goto("/games")
    expect(page.locator(".gallery .over > *")).to_have_count(2)
    editor = Editor(page)
    editor.open()
    expect(editor.marks).to_have_count(2)
    editor.press("Done")
    page.get_by_role("button", name="Delete my games").click()
    page.get_by_role("button", name="Delete them").click()
    expect(page.get_by_text("No finished game yet")).to_be_visible()
    sit_down(page, seat)
    editor.open()
    expect(editor.box.get_by_role("button", name="Clear all")).to_have_attribute("aria-disabled", "true")


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["base", "underground"])
@pytest.mark.parametrize(
    "look",
    [{"viewport": size, "color_scheme": scheme} for size in (WIDE, PHONE) for scheme in ("light", "dark")],
    ids=["wide-light", "wide-dark", "phone-light", "phone-dark"],
)
def test_the_editor_fits_and_axe_finds_nothing_serious(
    visit: Visit, address: str, *, rules: str, look: dict[str, object]
) -> None:
    page = visit(bypass_csp=True, **look)
    sit_down(page, finished_game(address, rules=rules, seats=ALONE), rules=rules)
    editor = Editor(page)
    editor.open()
    editor.draw_line()
    expect(editor.lines).to_have_count(1)
    assert page.evaluate(NO_WIDER) <= 0
    assert editor.box.evaluate("one => one.scrollWidth - one.clientWidth") <= 0
    assert complaints(page) == []
