"""The page without a server: a folder of files, served by a plain file server, and nothing else is asked for."""

from __future__ import annotations

import gzip
import re
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser import noon
from tests.browser.conftest import FOLDER, Arrive, wait_until
from tests.browser.player import Player, points
from tests.browser.test_everybody import FIRST_VISIT, complaints
from tests.browser.test_whole_games import ROUNDS, start
from tests.server.local.finished import finished_room, game_link, recorded

from inkrail.bots.playing import play_game
from inkrail.bots.random_bot import RandomBot
from inkrail.game.record import Record, Roll, parse_record
from inkrail.i18n import LANGUAGES, catalogue
from inkrail.rules.registry import parse_ruleset
from inkrail.server.local import challenges
from inkrail.server.local.shared_games import DAILY_KEY
from inkrail.server.rooms.daily import daily_seed, ruleset_of


def ready(page: Page) -> None:
    """The engine is there: the bots that it has are offered."""
    page.get_by_role("radio", name="Bots").check()
    expect(page.get_by_role("combobox", name="Opponent").locator("option[value=greedy]")).to_be_attached()


def record_of(page: Page) -> str:
    """The record of the finished game, as the page gives it to people."""
    page.get_by_role("button", name="Copy the record").click()
    expect(page.get_by_text("The record of the game is copied.")).to_be_visible()
    text: str = page.evaluate("navigator.clipboard.readText()")
    return text


def kept(page: Page) -> None:
    """The service worker has the runtime, and marked that it has all parts of the page, so that the connection may go."""
    wait_until(
        page,
        """async () => {
          const requests = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
          const kept = requests.flat().map((request) => request.url);
          return ['pyodide.asm.js', 'pyodide.asm.wasm', 'python_stdlib.zip', 'pyodide-lock.json', 'engine-', 'worker-',
            'kept/page'].every((name) => kept.some((url) => url.includes(`/${name}`)));
        }""",
    )


def first_view(page: Page) -> int:
    """The compressed size of what the page itself has loaded, without the worker behind it."""
    loaded = page.evaluate("performance.getEntriesByType('resource').map((entry) => entry.name)")
    names = {Path(address).name for address in loaded if "/assets/" in address and "/worker-" not in address}
    assert [name for name in names if name.endswith(".woff2")]
    return sum(len(gzip.compress((FOLDER / "assets" / name).read_bytes())) for name in names)


def cut(page: Page) -> None:
    """The network goes, once everything has been kept."""
    kept(page)
    page.context.set_offline(True)


def shared_link(page: Page, folder: str, *, what: str | None = None) -> str:
    """What the dialog copies for others, below the folder."""
    page.get_by_role("button", name="Share", exact=True).click()
    dialog = page.get_by_role("dialog", name="Share")
    expect(dialog).to_be_visible()
    if what:
        dialog.get_by_role("radio", name=what).check()
        expect(dialog.get_by_text("#/c/")).to_be_visible()
    dialog.get_by_role("button", name="Copy text and link").click()
    expect(dialog.get_by_text("Text and link are copied.")).to_be_visible()
    text: str = page.evaluate("navigator.clipboard.readText()")
    dialog.get_by_role("button", name="Close").click()
    link = text.rsplit(maxsplit=1)[-1]
    assert link.startswith(folder), text
    return link.removeprefix(folder)


def play(page: Page, name: str, *, seed: int = 1) -> list[int]:
    """A whole game, with the page loaded again in its middle; its record replays to the scores that are shown."""
    rounds, player = ROUNDS[name], Player(page, seed=seed)
    for number in range(1, rounds + 1):
        player.play_round(number)
        if number == rounds // 2:
            expect(player.heading_of_round(number + 1)).to_be_visible()
            page.reload()
    expect(player.final).to_be_visible()
    record, _ = parse_record(record_of(page))
    assert list(record.totals) == player.totals()
    return player.totals()


def expect_shared(page: Page, totals: list[int]) -> None:
    """Somebody else's finished game, with all its rounds, scored as where it was played."""
    player = Player(page)
    expect(player.final).to_be_visible()
    assert player.totals() == totals
    record, _ = parse_record(record_of(page))
    assert list(record.totals) == totals


def test_a_game_is_played_without_a_connection_and_its_link_is_opened_by_others(
    arrive: Arrive, folder: str
) -> None:
    page = arrive()
    ready(page)
    assert complaints(page) == []
    cut(page)
    page.get_by_role("combobox", name="Opponent").select_option("greedy")
    page.get_by_text("House rules and real dice").click()
    page.get_by_role("textbox", name="Seed").fill("static")
    start(page, "Base game")
    expect(page.get_by_role("grid")).to_be_visible()
    assert first_view(page) < FIRST_VISIT
    totals = play(page, "Base game")
    link = shared_link(page, folder)
    assert complaints(page) == []
    expect_shared(arrive(link), totals)
    page.get_by_role("link", name="inkrail").click()
    expect(page.get_by_role("heading", name="My games")).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize("name", ROUNDS)
def test_a_game_of_each_ruleset_is_played_without_a_connection_and_shared(
    arrive: Arrive, folder: str, name: str
) -> None:
    page = arrive()
    ready(page)
    cut(page)
    page.get_by_role("radio", name="Alone").check()
    start(page, name)
    totals = play(page, name, seed=len(name))
    link = shared_link(page, folder)
    challenge = shared_link(page, folder, what="Only my score")
    other = arrive(link)
    expect_shared(other, totals)
    expect(other.get_by_text(f"{name} · Guest")).to_be_visible()
    expect(arrive(challenge).get_by_role("heading", level=1)).to_have_text(
        re.compile(r"^Guest challenges you")
    )


@pytest.mark.parametrize("travels", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_a_challenge_in_a_link_is_blind_until_it_is_finished(
    *, arrive: Arrive, monkeypatch: pytest.MonkeyPatch, travels: bool
) -> None:
    if not travels:
        monkeypatch.setattr(challenges, "MOST_TO_SEND", 0)
    zoe = finished_room(recorded())
    page = arrive(f"#/c/{challenges.link_of(zoe, 0)}")
    title = page.get_by_role("heading", level=1)
    expect(title).to_have_text(re.compile(r"^Zoë 1 challenges you: beat \S+$"))
    to_beat = title.inner_text().split()[-1]
    assert points(to_beat) == zoe.sheets()[0].total
    expect(page.get_by_role("img")).to_have_count(0)
    assert complaints(page) == []
    page.get_by_role("textbox", name="Your name").fill("Ben")
    page.get_by_role("button", name="Take the challenge").click()
    player = Player(page)
    expect(page.get_by_role("group", name="Score").get_by_text(f"to beat: {to_beat}")).to_be_visible()
    player.play(ROUNDS["Base game"])
    total = player.totals()[0]
    page.get_by_role("link", name="Both boards").click()
    expect(title).to_have_text(re.compile("Zoë 1"))
    assert str(abs(total)) in title.inner_text()
    boards = page.get_by_role("region", name=re.compile("'s board$"))
    if travels:
        expect(boards).to_have_count(2)
        expect(page.get_by_role("region", name="Zoë 1's board").get_by_role("img")).to_have_count(1)
    else:
        expect(page.get_by_text(re.compile("^The link had only the score"))).to_be_visible()
        expect(boards).to_have_count(0)
    assert complaints(page) == []


def game_of_noon() -> tuple[date, Record, str]:
    """The day of a browser that begins at noon, Zoë's game with its dice, and the link that shares it."""
    day = noon.DAY
    seed = daily_seed(DAILY_KEY, date=day.isoformat(), ruleset=ruleset_of(day))
    record = play_game(parse_ruleset(ruleset_of(day)), bots=[RandomBot], seed=seed).record
    return day, record, game_link(replace(record, seed=""), day=day.isoformat())


def test_the_day_is_local_and_that_of_another_is_hidden_until_it_is_played(arrive: Arrive) -> None:
    day, record, game = game_of_noon()
    page = arrive("#/daily", at_noon=True)
    expect(page.get_by_text(re.compile("^Here its dice follow from the date alone"))).to_be_visible()
    assert complaints(page) == []
    for path in (f"#/daily/{day}/{game}", f"#/t/{game}"):
        page.goto(page.url.partition("#")[0] + path)
        expect(page.get_by_role("heading", level=1)).to_have_text(
            re.compile(r"^Zoë has \S+ points?\. And you\?$")
        )
        expect(page.get_by_role("img")).to_have_count(0)
    page.get_by_role("button", name="Play today's dice").click()
    player = Player(page)
    expect(player.heading_of_round(1)).to_be_visible()
    # On the days of the meteor two of the dice are not drawn, and the others come after its flight.
    player.choose_meteor()
    faces = next(entry.faces for entry in record.entries if isinstance(entry, Roll))
    expect(player.dice).to_have_count(len([face for face in faces if face in record.ruleset.pieces]))
    page.goto(page.url.partition("#")[0] + "#/daily")
    page.get_by_role("button", name="Play on").first.click()
    expect(Player(page).heading_of_round(1)).to_be_visible()


@pytest.mark.slow
def test_a_shared_day_is_compared_once_it_is_played(arrive: Arrive, folder: str) -> None:
    day, record, game = game_of_noon()
    page = arrive(f"#/daily/{day}/{game}", at_noon=True)
    page.get_by_role("button", name="Play today's dice").click()
    Player(page).play(record.ruleset.rounds)
    expect(page.get_by_role("region", name="Your day").get_by_text("1 day", exact=True)).to_be_visible()
    assert shared_link(page, folder).startswith(f"#/daily/{day}/g1.")
    page.get_by_role("link", name="Compare with Zoë").click()
    expect(page.get_by_role("region", name=re.compile("'s board$"))).to_have_count(2)


def test_a_link_that_is_damaged_or_hostile_is_refused_in_three_languages(arrive: Arrive, folder: str) -> None:
    game = game_link(recorded())
    page = arrive()
    for language in LANGUAGES:
        page.evaluate("one => localStorage.setItem('inkrail.language', JSON.stringify(one))", language)
        page.reload()
        for path, code in (
            (f"#/t/{game[:-20]}", "link.damaged"),
            (f"#/c/{game}", "link.damaged"),
            (f"#/t/{game.replace('g1', 'g2')}", "link.version"),
            (f"#/t/g1.{'A' * 9000}", "link.too_large"),
        ):
            page.goto(folder + path)
            expect(page.get_by_text(catalogue(language)[f"error.{code}"])).to_be_visible()


def test_the_page_can_be_installed(arrive: Arrive) -> None:
    page = arrive()
    browser = page.context.new_cdp_session(page)
    problems = browser.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # The tests' own windows are private ones, in which nothing is installed.
    assert [problem["errorId"] for problem in problems] == ["in-incognito"]


def test_the_licences_of_the_runtime_lie_beside_it() -> None:
    (licence,) = FOLDER.glob("assets/pyodide-*/licence.txt")
    text = licence.read_text()
    version = licence.parent.name.removeprefix("pyodide-")
    assert f"its source is at https://github.com/pyodide/pyodide/tree/{version}\n" in text
    assert "PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2" in text
