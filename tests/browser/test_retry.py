"""Trying a round of a reviewed game again: the better end stays hidden, then the verdict."""

import json
import re
import time
import urllib.request
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Visit
from tests.browser.finished import finished_game, play_actions, play_until, sit_down
from tests.browser.player import fetch
from tests.browser.test_everybody import complaints
from tests.browser.test_keyboard import press_until_focused
from tests.browser.test_puzzles import draw
from tests.browser.test_review import HEADLINE, bars, quick

MOST_SECONDS = 400
WITH_A_BOT = [{"kind": "human"}, {"kind": "bot", "bot": "random"}]


def post(address: str, path: str, **body: Any) -> Any:
    data, headers = json.dumps(body).encode(), {"content-type": "application/json"}
    request = urllib.request.Request(f"{address}{path}", data, headers)  # noqa: S310
    with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310
        return json.load(answer)


def last_round(address: str, table: str) -> tuple[str, dict[str, Any]]:
    """A review of a table's only seat: its id, and its last round, which is ready first."""
    study = post(address, f"/api/tables/{table}/reviews", seat=0, effort="quick")["id"]
    began = time.monotonic()
    while time.monotonic() - began < MOST_SECONDS:
        view = fetch(f"{address}/api/studies/{study}?after=0")
        if view["rounds"]:
            return study, view["rounds"][0]
    raise AssertionError("no review")


@pytest.mark.parametrize(
    ("rules", "wanted", "last_of"),
    [
        ("base", {}, 7),
        pytest.param("meteor+draft", {"seats": WITH_A_BOT}, 6, marks=pytest.mark.slow),
        pytest.param("base+draft", {"seats": WITH_A_BOT}, 7, marks=pytest.mark.slow),
    ],
)
def test_a_round_is_tried_until_it_is_as_good_as_the_best(
    visit: Visit, address: str, *, rules: str, wanted: dict[str, Any], last_of: int
) -> None:
    game = finished_game(address, seed="retry", rules=rules, **wanted)
    study, last = last_round(address, game["table"])
    assert (last["round"], last["loss"] >= 1) == (last_of, True)
    seat = post(address, f"/api/studies/{study}/retry", name="Ana", round=last_of)
    page = visit()
    sit_down(page, seat, rules=rules)
    expect(page.get_by_text(f"Round {last_of} once more, not counted").first).to_be_visible()
    expect(page.get_by_text(re.compile("Any end within half a point of the best wins")).first).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Hint"))).to_have_count(0)
    told = json.dumps([fetch(f"{address}/api/tables/{seat['table']}{part}") for part in ("", "/replay")])
    assert not any(action in told for action in last["best"])
    play_until(address, seat)
    expect(page.get_by_role("heading", name="Not yet: there is a better end")).to_be_visible()
    expect(page.get_by_text(re.compile(r"^Best end: \d+ points$"))).to_be_visible()
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("button", name="Done")).to_be_visible()
    seats = page.evaluate("JSON.parse(localStorage.getItem('inkrail.seats'))")
    again = next(one for one in seats if one["table"] in page.url)
    play_actions(address, again, [*last["best"], "done"])
    expect(page.get_by_role("heading", name="Found: as good as the best end")).to_be_visible()
    page.get_by_role("link", name="See it in the review").click()
    # Who tried a round sees both ends.
    expect(page.get_by_role("grid")).to_have_count(2)
    assert page.get_by_role("button", name=re.compile("^Play on")).count() == (0 if "+draft" in rules else 1)


def test_from_the_end_of_a_game_to_the_next_moment_with_the_keyboard_alone(
    visit: Visit, address: str
) -> None:
    game = finished_game(address, seed="retry")
    _, last = last_round(address, game["table"])
    page = visit()
    quick(page)
    sit_down(page, game)
    expect(page.get_by_role("heading", name="Final score")).to_be_visible()
    press_until_focused(page, "Review my game")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(HEADLINE, timeout=MOST_SECONDS * 1000)
    press_until_focused(page, "Show as a table")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("End")
    expect(bars(page).last).to_be_focused()
    expect(page.get_by_role("button", name="Show the better end")).to_be_visible()
    press_until_focused(page, "Try round 7 again yourself")
    page.keyboard.press("Enter")
    for action in last["best"]:
        draw(page, action)
    page.keyboard.press("d")
    page.keyboard.press("d")
    found = page.get_by_role("heading", name="Found: as good as the best end")
    expect(found).to_be_focused()
    following = page.get_by_role("button", name=re.compile(r"^Next moment: round \d$"))
    expect(following).to_be_visible()
    assert complaints(page) == []
    press_until_focused(page, "See it in the review")
    page.keyboard.press("Enter")
    expect(page.get_by_role("grid")).to_have_count(2)
    # It is still the review of one's own game.
    expect(page.get_by_role("link", name="Back to the table")).to_be_visible()
    page.go_back()
    expect(found).to_be_visible()
    press_until_focused(page, following.inner_text())
    page.keyboard.press("Enter")
    expect(page.get_by_text(re.compile(r"^Round \d once more, not counted")).first).to_be_visible()
    expect(page.get_by_role("button", name="Done")).to_be_visible()
