"""Puzzles in a real browser: trained, given up, solved, sent to a friend, and against the clock."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser import noon
from tests.browser.conftest import PATIENCE, PHONE, Visit
from tests.browser.player import Player
from tests.browser.test_everybody import complaints

from inkrail.i18n import catalogue
from inkrail.study.starter import starter_puzzles

SIDES = ("north", "east", "south", "west")
VOICE = catalogue("en")
EXPANSIONS = {
    # A puzzle of the package; in the underground a result is drawn once more.
    "river": "fe6668f8f6db",
    "lake": "0f300afb71f8",
    "meteor": "cf510c092316",
    "lava": "d1b721721678",
    "underground": "d17cc137aa1a",
    "underground-standalone": "fb645145b70a",
}


def starter(page: Page) -> dict[str, Any]:
    """The puzzle of the package that the page shows."""
    id_ = page.url.rpartition("/")[2]
    return next(puzzle for puzzle in starter_puzzles() if puzzle["id"] == id_)


def group_of(page: Page, verb: str, piece: str) -> Locator:
    """The dice, the special routes, or the results that may be drawn once more."""
    if piece.startswith("special-"):
        return page.get_by_role("group", name=re.compile("^Special routes"))
    name = "Dice" if verb == "draw" else re.compile("^Draw a result once more")
    return page.get_by_role("group", name=name, exact=True)


def draw(page: Page, action: str) -> None:
    """Draw as an action says."""
    verb, piece, cell, sides = action.split()
    name = VOICE.text(f"piece.{piece}")
    named = re.compile(rf"^{re.escape(name)}(, (must|may) be drawn|, once more)?$", re.IGNORECASE)
    group_of(page, verb, piece).get_by_role("button", name=named).first.press("Enter")
    page.keyboard.type(cell.lower())
    drawn = page.get_by_role("gridcell", name=re.compile(rf"^{cell}: {re.escape(name)}", re.IGNORECASE))
    expect(drawn).to_be_visible()
    shown = [
        f"{VOICE.text(f'kind.{kind}')} to the {side}"
        for side, kind in zip(SIDES, sides, strict=True)
        if kind != "."
    ]
    for _ in range(8):
        label = drawn.get_attribute("aria-label") or ""
        lowered = label.lower()
        if all(text in lowered for text in shown):
            return
        page.keyboard.press("r")
        expect(drawn).not_to_have_attribute("aria-label", label)
    raise AssertionError(f"{action} is never shown")


def without_specials(page: Page, level: int) -> dict[str, Any]:
    """Open a puzzle that is solved with its four dice alone."""
    puzzle = next(
        one
        for one in starter_puzzles()
        if one["level"] == level and len(one["actions"]) == 4 and "special" not in " ".join(one["actions"])
    )
    page.goto(f"/puzzles/{puzzle['id']}")
    return puzzle


def wrong_end(player: Player) -> None:
    player.draw_all()
    player.button("Done").click()


def solve(page: Page, puzzle: dict[str, Any]) -> None:
    """Draw the solution, from the keyboard."""
    for action in puzzle["actions"]:
        draw(page, action)
    page.keyboard.press("d")
    page.keyboard.press("d")
    expect(page.get_by_role("heading", name=f"Solved: {puzzle['total']} points")).to_be_focused()
    expect(page.get_by_test_id("total")).to_have_text(str(puzzle["total"]))


@pytest.mark.parametrize("size", [None, PHONE], ids=["wide", "phone"])
def test_a_puzzle_is_given_up_tried_again_and_solved(visit: Visit, size: dict[str, int] | None) -> None:
    page = visit("/puzzles", bypass_csp=True, **({"viewport": size} if size else {}))
    expect(page.get_by_text("Your level: 2 of 5.")).to_be_visible()
    page.get_by_role("button", name="Level 4").click()
    expect(page.get_by_role("heading", name=re.compile(r"^Last round: find \d+ points$"))).to_be_visible()
    puzzle = without_specials(page, 2)
    assert starter(page)["id"] == puzzle["id"]
    page.get_by_role("button", name="Draw", exact=True).click()
    expect(page.get_by_text(f"Last round: find {puzzle['total']} points")).to_be_visible()
    assert complaints(page) == []
    draw(page, puzzle["actions"][0])
    expect(page.get_by_text("3 dice still to draw.")).to_be_visible()
    page.reload()
    page.get_by_role("button", name="Draw", exact=True).click()
    expect(page.get_by_text("3 dice still to draw.")).to_be_visible()
    page.get_by_role("button", name="Give up").click()
    expect(page.get_by_role("heading", name=f"The solution: {puzzle['total']} points")).to_be_focused()
    expect(page.get_by_text(f"The best of all other ends has {puzzle['second']}.")).to_be_visible()
    expect(page.get_by_text("Your level: 1 of 5.")).to_be_visible()
    assert complaints(page) == []
    page.get_by_role("button", name="Try again").click()
    solve(page, puzzle)
    # Only the first answer counts for the level, and what is over is not resumed.
    page.reload()
    page.get_by_role("button", name="Draw", exact=True).click()
    expect(page.get_by_text("4 dice still to draw.")).to_be_visible()
    solve(page, puzzle)
    expect(page.get_by_text("Your level: 1 of 5.")).to_be_visible()
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.get_by_role("button", name="Draw", exact=True)).to_be_visible()
    assert starter(page)["id"] != puzzle["id"]
    page.goto("/")
    expect(page.get_by_role("heading", name="My games")).to_be_hidden()


@pytest.mark.parametrize(
    "rules", [pytest.param(name, marks=() if name == "river" else pytest.mark.slow) for name in EXPANSIONS]
)
def test_a_puzzle_of_an_expansion_is_chosen_and_solved(visit: Visit, rules: str) -> None:
    page = visit("/puzzles", bypass_csp=True)
    name = VOICE.text(f"ruleset.{rules}.name")
    game = page.get_by_role("combobox", name="Game", exact=True)
    game.select_option(name)
    puzzle = next(one for one in starter_puzzles() if one["id"] == EXPANSIONS[rules])
    page.get_by_role("button", name=f"Level {puzzle['level']}").click()
    expect(page.get_by_role("heading", name=re.compile(r"^Last round: find \d+ points$"))).to_be_visible()
    expect(page.get_by_text(f"Puzzles · {name} · Level {puzzle['level']}")).to_be_visible()
    page.goto(f"/puzzles/{puzzle['id']}")
    page.get_by_role("button", name="Draw", exact=True).click()
    expect(page.get_by_text(f"Last round: find {puzzle['total']} points")).to_be_visible()
    solve(page, puzzle)
    assert complaints(page) == []
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.get_by_text(re.compile(f"^Puzzles · {name} · Level"))).to_be_visible()
    page.goto("/puzzles")
    game.select_option(name)
    expect(page.get_by_text(re.compile(r"^Your level: \d of 5\."))).to_be_visible()


def test_the_puzzle_of_the_day_is_shared_as_text(visit: Visit) -> None:
    page = visit("/puzzles/daily", permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Draw", exact=True).click()
    wrong_end(Player(page))
    expect(page.get_by_role("heading", name=re.compile(r"There is an end with \d+\."))).to_be_visible()
    page.get_by_role("button", name="See the solution").click()
    page.get_by_role("button", name="Share").click()
    expect(
        page.get_by_role("status").filter(has_text=re.compile("copied|shared", re.IGNORECASE))
    ).to_be_visible()
    text = page.evaluate("navigator.clipboard.readText()")
    assert re.search(r"^inkrail, puzzle of .*: I did not find \d+\. Do you\? http.*/puzzles/daily$", text)
    page.goto("/puzzles/daily")
    expect(page.get_by_text("Given up today.")).to_be_visible()


def test_the_run_counts_what_is_skipped_and_keeps_the_best(visit: Visit) -> None:
    page = visit("/puzzles/run")
    # Its time stands still, however long a busy machine takes for a puzzle.
    page.clock.install(time=noon.NOON)
    page.clock.pause_at(noon.NOON + 1)
    page.get_by_role("button", name="Start the clock").click()
    clock = page.get_by_role("timer")
    expect(clock).to_have_text("3:00")
    goal = page.get_by_text(re.compile(r"^Last round: find \d+ points$"))
    expect(goal).to_be_visible()
    board = page.get_by_role("grid").inner_html()
    page.get_by_role("button", name=re.compile("^Skip")).click()
    expect(clock).to_have_text("2:50")
    page.wait_for_function("before => document.querySelector('[role=grid]').innerHTML !== before", arg=board)
    page.clock.fast_forward(200_000)
    expect(page.get_by_role("heading", name="0 puzzles solved")).to_be_focused()
    expect(page.get_by_text("1 missed.")).to_be_visible()


def test_ones_own_last_round_is_sent_to_a_friend(visit: Visit) -> None:
    page = visit(permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Play now").click()
    player = Player(page)
    player.play(7)
    page.get_by_role("button", name="Send my last round as a puzzle").click()
    expect(page.get_by_text("The puzzle is copied.")).to_be_visible(timeout=4 * PATIENCE)
    text = page.evaluate("navigator.clipboard.readText()")
    found = re.search(r"can you find (-?\d+)\? http://[^/]+(/puzzles/[0-9a-f]+)$", text)
    assert found
    assert int(found[1]) >= player.totals()[0]
    friend = visit(found[2])
    expect(friend.get_by_role("heading", name=re.compile(rf"find {found[1]} points?$"))).to_be_visible()
    friend.get_by_role("button", name="Draw", exact=True).click()
    expect(Player(friend).heading_of_round(7)).to_be_visible()
