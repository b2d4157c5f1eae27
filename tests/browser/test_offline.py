"""Without a connection: the page of a server goes on in the browser, with the engine that was kept there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import LOADS, PATIENCE, PHONE, Visit, wait_until
from tests.browser.finished import finished_game, sit_down
from tests.browser.player import Player
from tests.browser.test_static import expect_shared, game_of_noon, record_of, shared_link
from tests.browser.test_whole_games import ROUNDS, start
from tests.server.local.finished import finished_room, game_link, recorded

from inkrail.game.record import parse_record
from inkrail.server.local import challenges

CLIPBOARD = ["clipboard-read", "clipboard-write"]
HERE = re.compile(r"/t/here-")
ALONG = re.compile(r"/along$")


@pytest.fixture(autouse=True)
def patience() -> Iterator[None]:
    """The engine takes a while to load on a busy machine."""
    expect.set_options(timeout=LOADS)
    yield
    expect.set_options(timeout=PATIENCE)


Arrive = Callable[[], Page]


@pytest.fixture
def arrive(visit: Visit, address: str) -> Iterator[Arrive]:
    """Visitors who have had the game loaded; nothing may be asked for elsewhere."""
    asked: list[str] = []

    def arrive() -> Page:
        page = visit()
        page.context.set_default_timeout(LOADS)
        page.context.grant_permissions(CLIPBOARD)
        page.context.on("request", lambda request: asked.append(request.url))
        page.get_by_role("button", name="Load the game").click()
        expect(page.get_by_text("The game is in this browser")).to_be_visible()
        return page

    yield arrive
    assert [one for one in asked if not one.startswith((address, "data:", "blob:"))] == []


# The page keeps an answer of the server behind what it shows.
KEPT = """async () => {
  const kept = await (await caches.open('inkrail-answers')).keys();
  return kept.some(({url}) => url.endsWith('/api/puzzles/daily'));
}"""


def lose_connection(page: Page) -> None:
    page.context.set_offline(True)


def test_a_game_begun_online_goes_on_offline_and_takes_no_room_from_the_board(arrive: Arrive) -> None:
    page = arrive()
    with page.expect_response(ALONG):
        page.get_by_role("button", name="Play now").click()
    player = Player(page)
    player.play_round(1)
    expect(player.heading_of_round(2)).to_be_visible()
    player.draw(player.dice.first)
    board = page.get_by_role("grid").first.bounding_box()
    lose_connection(page)
    expect(page.get_by_role("status").get_by_text("No connection")).to_be_visible()
    assert page.get_by_role("grid").first.bounding_box() == board
    page.get_by_role("button", name="Go on here").click()
    expect(page).to_have_url(HERE)
    expect(page.get_by_role("gridcell", name=re.compile("may still be changed"))).to_have_count(1)
    player.play_round(2)
    expect(player.heading_of_round(3)).to_be_visible()
    page.reload()
    player.play_round(3)
    expect(player.heading_of_round(4)).to_be_visible()
    page.get_by_role("link", name="Home").click()
    expect(page.get_by_role("link", name=re.compile("^Continue"))).to_have_count(1)


def test_on_a_phone_the_bar_says_what_still_works_in_the_room_that_it_has(visit: Visit) -> None:
    page = visit(viewport=PHONE)
    page.get_by_role("button", name="Play now").click()
    expect(Player(page).heading_of_round(1)).to_be_attached()
    board = page.get_by_role("grid").first.bounding_box()
    lose_connection(page)
    told = page.get_by_role("status").filter(has_text="No connection")
    expect(told.get_by_text("Play on; it is sent later.")).to_be_visible()
    assert page.get_by_role("grid").first.bounding_box() == board


def test_without_a_connection_every_page_opens_and_says_what_it_cannot_do(arrive: Arrive) -> None:
    page = arrive()
    lose_connection(page)
    page.goto("/learn/lake")
    expect(page.get_by_role("heading", name="Lake", level=1)).to_be_visible()
    page.goto("/print")
    expect(page.get_by_role("heading", name="Printable sheets")).to_be_visible()
    page.goto("/score")
    expect(page.get_by_text("Network", exact=True)).to_be_visible()
    page.goto("/dice")
    page.get_by_role("button", name=re.compile("^Roll")).first.click()
    page.goto("/watch")
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    page.get_by_role("link", name="inkrail").click()
    expect(page.get_by_text("You are offline. You can play alone")).to_be_visible()
    # A browser may call itself online where no server can be reached; it does after this.
    page.reload()
    expect(page.get_by_text("You are offline. You can play alone")).to_be_visible()
    page.get_by_role("link", name="Show me how").click()
    expect(Player(page).heading_of_round(1)).to_be_visible()


def test_a_puzzle_that_was_fetched_is_drawn_offline(arrive: Arrive) -> None:
    page = arrive()
    page.goto("/puzzles/daily")
    begin = page.get_by_role("button", name="Draw", exact=True)
    expect(begin).to_be_visible()
    wait_until(page, KEPT)
    lose_connection(page)
    page.reload()
    begin.click()
    expect(page.get_by_role("grid").first).to_be_visible()


def test_a_finished_game_is_looked_at_offline_and_one_in_view_stays(arrive: Arrive, address: str) -> None:
    page = arrive()
    sit_down(page, finished_game(address))
    player = Player(page)
    expect(player.final).to_be_visible()
    totals, table = player.totals(), page.url
    later = page.context.new_page()
    later.goto("/games")
    expect(later.get_by_role("link", name=re.compile(rf"^{totals[0]} ?Base game"))).to_be_visible()
    later.evaluate("localStorage.removeItem('inkrail.views')")
    lose_connection(page)
    later.goto(table)
    expect(later).to_have_url(HERE)
    record, _ = parse_record(record_of(later))
    assert list(record.totals) == totals
    expect(page).to_have_url(table)  # the end that is in view stays
    expect(page.get_by_role("button", name="Play again")).to_be_visible()


def test_the_page_of_a_server_opens_a_game_in_a_link(visit: Visit) -> None:
    room = finished_room(recorded())
    page = visit(f"/#/t/{game_link(recorded())}", permissions=CLIPBOARD)
    expect_shared(page, [sheet.total for sheet in room.sheets()])
    page.get_by_role("link", name="inkrail").click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    expect(page).to_have_url(re.compile(r"\d/$"))


def test_the_page_of_a_server_opens_a_challenge_in_a_link(visit: Visit) -> None:
    page = visit(f"/#/c/{challenges.link_of(finished_room(recorded()), 0)}")
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile(r"^Zoë 1 challenges you: beat \S+$"))
    page.get_by_role("button", name="Take the challenge").click()
    player = Player(page)
    player.play_round(1)
    expect(player.heading_of_round(2)).to_be_visible()
    expect(page).to_have_url(HERE)
    page.reload()
    expect(player.heading_of_round(2)).to_be_visible()


def test_a_day_without_a_server_stays_hidden_in_the_page_of_one(visit: Visit) -> None:
    day, _, game = game_of_noon()
    page = visit(f"/#/daily/{day}/{game}", at_noon=True)
    expect(page.get_by_text(re.compile("shown to others once the day has closed"))).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize("name", ROUNDS)
def test_a_game_of_each_ruleset_is_begun_online_and_finished_offline(arrive: Arrive, name: str) -> None:
    page = arrive()
    with page.expect_response(ALONG):
        start(page, name)
    player, rounds = Player(page, seed=len(name)), ROUNDS[name]
    player.play_round(1)
    expect(player.heading_of_round(2)).to_be_visible()
    lose_connection(page)
    page.get_by_role("button", name="Go on here").click()
    expect(page).to_have_url(HERE)
    for number in range(2, rounds + 1):
        player.play_round(number)
    expect(player.final).to_be_visible()
    record, _ = parse_record(record_of(page))
    assert list(record.totals) == player.totals()


@pytest.mark.slow
@pytest.mark.parametrize("name", ROUNDS)
def test_a_game_of_each_ruleset_is_played_offline_and_shared(
    *, arrive: Arrive, visit: Visit, address: str, name: str
) -> None:
    page = arrive()
    lose_connection(page)
    page.reload()
    page.get_by_role("radio", name="Bots").check()
    page.get_by_role("combobox", name="Opponent").select_option("greedy")
    start(page, name)
    player = Player(page, seed=len(name))
    player.play(ROUNDS[name])
    expect(page).to_have_url(HERE)
    link = shared_link(page, f"{address}/")
    expect_shared(visit(f"/{link}", permissions=CLIPBOARD), player.totals())
