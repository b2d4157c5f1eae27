"""Checks that the controls of a table are inside the window, visible and reachable."""

from __future__ import annotations

import json
import re
import urllib.request
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, expect

NAME = "Wolfeschlegelsteinhausenbergerdorffwelch"
"""A name of the maximum length, without a place to break it."""
Size = tuple[int, int]

# Everything that can be pressed during a round, dice that cannot, and the board.
_MEASURE = """
() => {
  const wrong = [];
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth) wrong.push(`the page is ${page.scrollWidth} wide`);
  if (page.scrollHeight > innerHeight) wrong.push(`the page is ${page.scrollHeight} high`);
  const isShown = (one) => one.checkVisibility({visibilityProperty: true});
  const nameOf = (one) => (one.getAttribute('aria-label') || one.textContent || '').trim().slice(0, 50);
  const places = '.bar, .strip, .done-for-me, .tray, .finish, .meteor, .pairs-panel, .typed';
  const controls = [...document.querySelectorAll(places)].filter((one) => !one.closest('.table'))
    .flatMap((one) => [...one.querySelectorAll('button, a, label, [role=img]')]).filter(isShown);
  if (controls.length < 4) wrong.push(`only ${controls.length} controls are shown`);
  const board = [...document.querySelectorAll('[role=grid]')].filter(isShown);
  for (const one of [...controls, ...board]) {
    const {left, top, right, bottom, width} = one.getBoundingClientRect();
    const where = `${nameOf(one)} (${[left, top, right, bottom].map(Math.round)})`;
    if (left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5)
      wrong.push(`outside: ${where}`);
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (!hit || !one.contains(hit)) wrong.push(`covered or cut off: ${where}`);
    // A die's badge may stand out.
    if (one.matches('.button') && one.scrollWidth > one.clientWidth + 1) wrong.push(`too long: ${where}`);
    if (board.includes(one) && width < 140) wrong.push(`too small: ${where}`);
  }
  for (const one of [...document.querySelectorAll('.minis svg')].filter(isShown)) {
    const [frame, picture] = [one.closest('button'), one].map((box) => box.getBoundingClientRect());
    if (picture.right > frame.right || picture.bottom > frame.bottom)
      wrong.push(`a small board is out of its frame (${[picture.right, frame.right].map(Math.round)})`);
  }
  return wrong;
}
"""
_SCROLLS = """
() => [...document.querySelectorAll('.play *')]
  .filter((one) => one.checkVisibility() && one.scrollHeight > one.clientHeight + 1)
  .filter((one) => ['auto', 'scroll'].includes(getComputedStyle(one).overflowY))
  .map((one) => `scrolls: ${one.className} (${one.scrollHeight} in ${one.clientHeight})`)
"""


# Total and Done are in the window, the players in one row, and the small boards in one row below the board.
_COMPANY = """
() => {
  const boxes = (selector) => [...document.querySelectorAll(selector)]
    .filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect());
  const wrong = [];
  const total = document.querySelector('[data-testid=total]').getBoundingClientRect();
  if (total.bottom > innerHeight || total.top < 0 || !total.height) wrong.push(`total at ${total.top}`);
  if (boxes('.finish .done').length !== 1) wrong.push('no Done');
  for (const [name, selector] of [['players', '.bar .player'], ['small boards', '.minis button']])
    if (new Set(boxes(selector).map((box) => Math.round(box.top))).size !== 1) wrong.push(`${name} not in a row`);
  const below = Math.max(...boxes('.table [role=grid]').map((box) => box.bottom));
  if (boxes('.minis button').some((box) => box.top < below)) wrong.push('small boards not below the board');
  return wrong;
}
"""


def out_of_place_with_company(page: Page, size: Size) -> list[str]:
    """What is out of reach, scrolls, or stands elsewhere than it should on a laptop with other players."""
    wrong = out_of_reach(page, size)
    wrong += page.evaluate(_COMPANY)
    return wrong


def out_of_reach(page: Page, size: Size, *, may_scroll: bool = False) -> list[str]:
    """What cannot be seen or pressed in a window of this size, and what scrolls but should not."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    wrong: list[str] = page.evaluate(_MEASURE)
    if not may_scroll:
        wrong += page.evaluate(_SCROLLS)
    return [f"{size[0]}x{size[1]} {one}" for one in wrong]


def post(address: str, body: dict[str, Any]) -> Any:
    request = urllib.request.Request(  # noqa: S310
        address, json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310
        return json.load(answer)


@dataclass(frozen=True)
class Opened:
    """A table and the token of its first seat."""

    table: str
    token: str


def open_table(address: str, *, rules: str, people: int = 1, bots: int = 0, **more: Any) -> Opened:
    """A table of people with the longest name, and bots, which has not been started yet."""
    seats = [{"kind": "human"}] * people + [{"kind": "bot", "bot": "random"}] * bots
    body = {"name": NAME, "rules": rules, "seats": seats, **more}
    opened = post(f"{address}/api/tables", body)
    for _ in range(people - 1):
        post(f"{address}/api/tables/{opened['table']}/join", {"name": NAME})
    return Opened(opened["table"], opened["token"])


def sit_at(page: Page, address: str, *, rules: str, people: int = 1, bots: int = 0, **more: Any) -> None:
    """Play at such a table in this browser, from the first seat."""
    opened = open_table(address, rules=rules, people=people, bots=bots, **more)
    seat = {"table": opened.table, "seat": 0, "token": opened.token, "rules": rules, "seen": 0}
    page.evaluate("(seat) => localStorage.setItem('inkrail.seats', JSON.stringify([seat]))", seat)
    page.goto(f"/t/{opened.table}")
    if people > 1:
        page.locator("main .big").click()
    expect(page.locator(".play")).to_be_visible()


def take_pairs(page: Page) -> None:
    """In a draft, take two pairs."""
    free = page.locator(".pair[aria-disabled=false]")
    expect(free.first).to_be_visible()
    name = free.first.get_attribute("aria-label") or ""
    free.first.click()
    # A pair is taken once it shows our name; then it is the others' turn.
    expect(page.locator(f'.pair[aria-label="{name}"]')).to_have_count(0)
    free.first.click()
    expect(page.locator(".pairs-panel")).to_be_hidden()


def draw(page: Page, die: int) -> None:
    """Take a die and draw it where it fits first, by keys that are the same in every language."""
    item = page.locator(".tray .dice").first.locator(".die").nth(die)
    if not re.search(r"\bready\b", item.get_attribute("class") or ""):
        return
    page.keyboard.press(str(die + 1))
    expect(item).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Enter")
    expect(item).to_have_class(re.compile(r"\bdrawn\b"))


def draw_what_must_be(page: Page) -> None:
    """Draw dice until the round may end."""
    for _ in range(2):
        for die in range(page.locator(".tray .dice").first.locator(".die").count()):
            if page.locator(".finish .done").get_attribute("aria-disabled") == "true":
                draw(page, die)


def end_round(page: Page) -> None:
    """Draw what must be drawn and end the round."""
    draw_what_must_be(page)
    page.keyboard.type("dd")
    expect(page.locator(".finish .done")).to_have_attribute("aria-disabled", "true")
