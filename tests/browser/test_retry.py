"""Trying a round of a reviewed game again: the better end stays hidden, then the verdict."""

import json
import re
import time
import urllib.request
from typing import Any

from playwright.sync_api import expect
from tests.browser.conftest import Visit
from tests.browser.finished import finished_game, play_actions, play_until, sit_down
from tests.browser.player import fetch

MOST_SECONDS = 400


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


def test_a_round_is_tried_until_it_is_as_good_as_the_best(visit: Visit, address: str) -> None:
    game = finished_game(address, seed="retry")
    study, last = last_round(address, game["table"])
    assert (last["round"], last["loss"] >= 1) == (7, True)
    seat = post(address, f"/api/studies/{study}/retry", name="Ana", round=7)
    page = visit()
    sit_down(page, seat)
    expect(page.get_by_text("Round 7 once more, not counted").first).to_be_visible()
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
