"""Accessibility, languages and size of every page."""

import gzip
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocket, expect
from tests.browser.conftest import PHONE, ROOT, WIDE, Visit
from tests.browser.finished import finished_game
from tests.browser.player import Player

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
PAGES = (
    "/",
    "/daily",
    "/watch",
    "/score",
    "/puzzles",
    "/puzzles/daily",
    "/puzzles/run",
    "/hunt",
    "/leagues",
    "/l/nowhere",
    "/dice",
    "/print",
    "/learn",
    "/learn/base",
    "/learn/scoring",
    "/games",
    "/privacy",
    "/review",
    "/review/0123456789abcdef",
    "/nowhere",
)
LOOKS = [
    pytest.param("light", WIDE, id="light-wide"),
    pytest.param("dark", PHONE, id="dark-phone", marks=pytest.mark.slow),
    pytest.param("light", PHONE, id="light-phone", marks=pytest.mark.slow),
    pytest.param("dark", WIDE, id="dark-wide", marks=pytest.mark.slow),
]
ASSETS = ROOT / "src" / "inkrail" / "server" / "static" / "assets"
FIRST_VISIT = 150_000


# The same state in high contrast, where texts have a contrast of 7 to 1.
HIGH_CONTRAST = """
async () => {
  const {dataset} = document.documentElement;
  const before = dataset.contrast;
  dataset.contrast = 'more';
  const values = ['color-contrast', 'color-contrast-enhanced'];
  const found = await axe.run(document, {runOnly: {type: 'rule', values}, resultTypes: ['violations']});
  if (before === undefined) delete dataset.contrast;
  return found;
}
"""


COLOURS = """
() => axe.run(document, {runOnly: {type: 'rule', values: ['color-contrast']}, resultTypes: ['violations']})
"""


def complaints(page: Page) -> list[str]:
    """Whatever axe finds in the present colours, and in those of day or night and in high contrast."""
    page.evaluate(AXE.read_text())
    shown = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    high = page.evaluate(HIGH_CONTRAST)
    is_dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    page.emulate_media(color_scheme="light" if is_dark else "dark")
    other = page.evaluate(COLOURS)
    page.emulate_media(color_scheme="dark" if is_dark else "light")
    return [
        f"{name}{rule['id']}: {node['target']} {node.get('failureSummary', '')}"
        for name, found in (("", shown), ("high contrast ", high), ("other colours ", other))
        for rule in found["violations"]
        for node in rule["nodes"]
    ]


@pytest.mark.parametrize(("scheme", "size"), LOOKS)
def test_axe_finds_nothing_serious_on_any_page(visit: Visit, scheme: str, size: dict[str, int]) -> None:
    found: dict[str, list[str]] = {}
    page = visit(color_scheme=scheme, viewport=size, bypass_csp=True)
    for path in PAGES:
        page.goto(path)
        page.get_by_role("heading", level=1).first.wait_for()
        page.wait_for_load_state("networkidle")
        if wrong := complaints(page):
            found[path] = wrong
    assert found == {}


@pytest.mark.parametrize(("scheme", "size"), LOOKS)
def test_axe_finds_nothing_serious_while_playing(visit: Visit, scheme: str, size: dict[str, int]) -> None:
    page = visit(color_scheme=scheme, viewport=size, bypass_csp=True)
    page.get_by_role("radio", name=re.compile("^Underground(?! on)")).check()
    page.get_by_role("button", name="Start", exact=True).click()
    player = Player(page)
    expect(player.heading_of_round(1)).to_be_visible()
    assert complaints(page) == []
    player.dice.first.click()
    if size == WIDE:
        # A line that is pointed at has a background of its own.
        page.get_by_role("button", name=re.compile("^Longest highway")).hover()
    assert complaints(page) == []
    player.cells_that_fit()[0].click()
    expect(page.get_by_role("gridcell", name=re.compile("may still be changed"))).to_be_visible()
    page.get_by_role("button", name="Help").click()
    assert complaints(page) == []


def start_with(page: Page, company: str, *, rules: str, draft: bool) -> None:
    page.goto("/")
    page.get_by_role("radio", name=re.compile(rf"^{rules}")).check()
    page.get_by_role("radio", name=company).check()
    if draft:
        page.get_by_role("checkbox", name=re.compile("^Draft")).check()
    page.get_by_role("button", name=re.compile("^(Start|Open a table)")).click()


@pytest.mark.parametrize(("scheme", "size"), LOOKS)
def test_axe_finds_nothing_serious_before_drawing(visit: Visit, scheme: str, size: dict[str, int]) -> None:
    """In the lobby as host and as a guest, while dice are drafted, while the meteor is chosen."""
    page = visit(color_scheme=scheme, viewport=size, bypass_csp=True)
    start_with(page, "Friends, by link", rules="Base game", draft=False)
    link = page.get_by_role("textbox", name="Link to this table")
    expect(link).to_be_visible()
    assert complaints(page) == []
    guest = visit(link.input_value(), color_scheme=scheme, viewport=size, bypass_csp=True)
    expect(guest.get_by_role("button", name="Sit down")).to_be_visible()
    assert complaints(guest) == []
    start_with(page, "Bots", rules="Lake", draft=True)
    expect(page.get_by_role("button", name=re.compile("^Pair")).first).to_be_visible()
    assert complaints(page) == []
    start_with(page, "Alone", rules="Meteor", draft=False)
    expect(page.get_by_role("region", name="Meteor")).to_be_visible()
    assert complaints(page) == []


@pytest.mark.parametrize(("scheme", "size"), LOOKS)
def test_axe_finds_nothing_serious_where_others_are_watched(
    visit: Visit, scheme: str, size: dict[str, int]
) -> None:
    """All boards side by side, for a player and for a watcher; dice to be typed in."""
    page = visit(color_scheme=scheme, viewport=size, bypass_csp=True)
    start_with(page, "Bots", rules="Base game", draft=False)
    expect(Player(page).heading_of_round(1)).to_be_visible()
    watcher = visit(page.url, color_scheme=scheme, viewport=size, bypass_csp=True)
    expect(watcher.get_by_role("heading", name="Watching: Base game")).to_be_visible()
    assert complaints(watcher) == []
    page.get_by_role("list", name="Players").get_by_role("button").last.click()
    expect(page.get_by_role("region", name="All boards")).to_be_visible()
    assert complaints(page) == []
    page.goto("/")
    page.get_by_text("House rules and real dice").click()
    page.get_by_role("checkbox", name=re.compile("^Real dice")).check()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("button", name="Draw with these dice")).to_be_visible()
    assert complaints(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_at_the_end(visit: Visit, scheme: str) -> None:
    page = visit(color_scheme=scheme, bypass_csp=True)
    page.get_by_role("button", name="Play now").click()
    Player(page).play(7)
    page.wait_for_load_state("networkidle")
    assert complaints(page) == []


@pytest.mark.parametrize(
    ("locale", "play"), [("en-US", "Play now"), ("es-ES", "Jugar ahora"), ("de-AT", "Jetzt spielen")]
)
def test_the_page_speaks_the_language_of_the_browser_and_misses_no_text(
    visit: Visit, locale: str, play: str
) -> None:
    page = visit(locale=locale)
    missing: list[str] = []
    for path in (*PAGES, "/learn/lava", "/learn/draft"):
        page.goto(path)
        page.get_by_role("heading", level=1).first.wait_for()
        page.wait_for_load_state("networkidle")
        missing += re.findall(
            r"\b(?:web|learn|study|puzzles|league|error|piece|score|ruleset)\.[a-z_.-]+|\{[a-z_]+\}|undefined",
            page.inner_text("body"),
        )
    assert missing == []
    page.goto("/")
    page.get_by_role("button", name=play).click()
    expect(page.get_by_role("grid")).to_be_visible()
    assert page.locator("html").get_attribute("lang") == locale[:2]


def test_the_language_can_be_switched_and_is_kept(visit: Visit) -> None:
    page = visit()
    page.get_by_role("combobox", name="Language").select_option("de")
    expect(page.get_by_role("button", name="Jetzt spielen")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Jetzt spielen")).to_be_visible()


CONTRAST = "() => document.documentElement.dataset.contrast ?? null"
PAPER = "() => getComputedStyle(document.documentElement).backgroundColor"


def test_colours_and_contrast_can_be_chosen_and_are_kept(visit: Visit) -> None:
    page = visit(color_scheme="light")
    warm = page.evaluate(PAPER)
    page.get_by_role("button", name="Appearance").click()
    page.get_by_role("checkbox", name="High contrast").check()
    assert (page.evaluate(CONTRAST), page.evaluate(PAPER)) == ("more", "rgb(255, 255, 255)")
    page.get_by_role("radio", name="Night", exact=True).check()
    assert page.evaluate(PAPER) == "rgb(0, 0, 0)"
    # Escape closes the panel, and the focus is back at its button.
    page.keyboard.press("Escape")
    expect(page.get_by_role("checkbox", name="High contrast")).to_be_hidden()
    expect(page.get_by_role("button", name="Appearance")).to_be_focused()
    page.reload()
    page.get_by_role("heading", level=1).first.wait_for()
    assert page.evaluate(PAPER) == "rgb(0, 0, 0)"
    page.get_by_role("button", name="Appearance").click()
    page.get_by_role("checkbox", name="High contrast").uncheck()
    page.get_by_role("radio", name="Day", exact=True).check()
    assert (page.evaluate(CONTRAST), page.evaluate(PAPER)) == (None, warm)


def test_high_contrast_is_there_where_the_system_asks_for_it_unless_refused(visit: Visit) -> None:
    page = visit(contrast="more")
    assert page.evaluate(CONTRAST) == "more"
    page.get_by_role("button", name="Appearance").click()
    page.get_by_role("checkbox", name="High contrast").uncheck()
    page.reload()
    page.get_by_role("heading", level=1).first.wait_for()
    assert page.evaluate(CONTRAST) is None


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_language_and_colours_can_be_changed_at_the_table(visit: Visit, size: dict[str, int]) -> None:
    page = visit(viewport=size)
    page.get_by_role("button", name="Play now").click()
    expect(Player(page).heading_of_round(1)).to_be_visible()
    if size is PHONE:
        page.get_by_role("button", name="Help").click()
    else:
        page.get_by_role("button", name="Appearance").click()
    page.get_by_role("checkbox", name="High contrast").check()
    assert page.evaluate(CONTRAST) == "more"
    page.get_by_role("combobox", name="Language").select_option("de")
    expect(page.get_by_text(re.compile("^Runde 1 von"))).to_be_visible()


FONT = "Atkinson Hyperlegible Next Variable"


def test_the_typeface_is_the_pages_own_and_its_figures_are_of_one_width(visit: Visit) -> None:
    page = visit()
    loaded = page.evaluate(
        f"document.fonts.ready.then(() => [...document.fonts].filter((one) => one.family.includes('{FONT}')"
        " && one.status === 'loaded').length)"
    )
    # That with the letters of English, German and Spanish; the other is for names in further languages.
    assert loaded == 1
    widths = page.evaluate(
        """() => ['11111', '00000', '48484'].map((text) => {
          const one = document.createElement('span');
          one.className = 'figures';
          one.textContent = text;
          document.body.append(one);
          return one.getBoundingClientRect().width;
        })"""
    )
    assert len(set(widths)) == 1


def loaded_bytes(page: Page) -> int:
    """How much a page has loaded: script, style and typeface together, compressed."""
    page.wait_for_load_state("networkidle")
    loaded = page.evaluate("performance.getEntriesByType('resource').map((entry) => entry.name)")
    names = {Path(address).name for address in loaded if "/assets/" in address}
    assert [name for name in names if name.endswith(".woff2")]
    return sum(len(gzip.compress((ASSETS / name).read_bytes())) for name in names)


def test_a_first_visit_to_a_playable_board_is_small(visit: Visit) -> None:
    page = visit()
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("grid")).to_be_visible()
    assert loaded_bytes(page) < FIRST_VISIT


def test_a_first_visit_by_a_link_is_small(visit: Visit, address: str) -> None:
    """In German, whose texts are the longest: the guided game, and a finished game that somebody shared."""
    page = visit("/learn/first-game", locale="de-DE")
    expect(page.get_by_role("grid")).to_be_visible()
    assert loaded_bytes(page) < FIRST_VISIT
    page = visit(f"/t/{finished_game(address)['table']}", locale="de-DE")
    expect(page.get_by_role("grid")).to_be_visible()
    assert loaded_bytes(page) < FIRST_VISIT


def test_a_tap_costs_one_message_and_one_answer(visit: Visit) -> None:
    """The server chooses the orientation and answers with all that the page shows; `make bench` measures the latency."""
    page = visit()
    sent: list[int] = []
    received: list[int] = []

    def listen(channel: WebSocket) -> None:
        channel.on("framesent", lambda frame: sent.append(len(frame)))
        channel.on("framereceived", lambda frame: received.append(len(frame)))

    page.on("websocket", listen)
    page.get_by_role("button", name="Play now").click()
    player = Player(page)
    expect(player.heading_of_round(1)).to_be_visible()
    player.dice.first.click()
    cell = player.cells_that_fit()[0]
    before = len(sent), len(received)
    cell.click()
    expect(page.get_by_role("gridcell", name=re.compile("may still be changed"))).to_be_visible()
    assert (len(sent), len(received)) == (before[0] + 1, before[1] + 1)


def test_without_a_connection_the_page_opens_and_shows_saved_games(visit: Visit) -> None:
    page = visit()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.get_by_role("button", name="Play now").click()
    player = Player(page)
    expect(player.heading_of_round(1)).to_be_visible()
    player.draw(player.dice.first)
    page.goto("/")
    page.get_by_role("button", name="Play now").wait_for()
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    page.goto("/")
    expect(page.get_by_text(re.compile("^You are offline"))).to_be_visible()
    page.get_by_role("link", name=re.compile("^Continue Base game")).click()
    expect(page.get_by_text(re.compile("^This is the game as last seen"))).to_be_visible()
    expect(page.get_by_role("gridcell", name=re.compile("may still be changed"))).to_have_count(1)
