"""Reviews in the browser: from the end of a game to a link that others open."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Response, Route, expect
from tests.browser.conftest import PHONE, ROOT, WIDE, Visit
from tests.browser.finished import finished_game, sit_down
from tests.browser.test_everybody import FIRST_VISIT, complaints, loaded_bytes

MINUS = "\N{MINUS SIGN}"
GOLDEN = ROOT / "tests" / "game" / "golden" / "base.txt"
HEADLINE = re.compile(rf"^{MINUS}?\d+ points?: (?!the review)")
LOOKS: dict[str, dict[str, Any]] = {
    f"{scheme}-{name}": {"color_scheme": scheme, "viewport": size}
    for scheme in ("light", "dark")
    for name, size in (("wide", WIDE), ("phone", PHONE))
}
LANGUAGES = {"en-GB": "Round by round", "es-ES": "Ronda a ronda", "de-DE": "Runde für Runde"}


def quick(page: Page) -> None:
    """Have reviews made with the smaller effort, as a client may ask."""

    def ask(route: Route) -> None:
        route.continue_(post_data=json.dumps((route.request.post_data_json or {}) | {"effort": "quick"}))

    page.context.route(re.compile(r"/api/(tables/[^/]+/)?reviews$"), ask)


def bars(page: Page) -> Locator:
    return page.get_by_role("group", name="Round by round").get_by_role("button")


def sum_shown(page: Page) -> list[float]:
    """The figures of the first line, as they are read."""
    shown = page.locator("dl").first.get_by_role("definition").all_inner_texts()
    return [figure(re.sub(r"^(plus|makes)\s*", "", text)) for text in shown]


def figure(text: str) -> float:
    return float(text.replace(MINUS, "-"))


def review_of_record(page: Page) -> str:
    """The address of the review of the golden game, which is made once."""
    asked = {"record": GOLDEN.read_text(), "effort": "quick"}
    return f"/review/{page.request.post('/api/reviews', data=asked).json()['id']}"


def show_the_better_end(page: Page) -> None:
    """Ask for the better end of the last round, which is not told before."""
    show = page.get_by_role("button", name="Show the better end")
    expect(show).to_be_visible()
    expect(page.get_by_role("button", name="Try round 7 again yourself")).to_be_visible()
    expect(page.get_by_role("grid")).to_have_count(1)
    expect(page.get_by_text("Best end", exact=True)).to_have_count(0)
    show.click()
    expect(page.get_by_role("grid")).to_have_count(2)


def lines_add_up(page: Page, score: float) -> None:
    """The exact lines of the last round add up to the totals of both ends."""
    why = page.get_by_role("table", name=re.compile("^Why"))
    total = why.get_by_role("row", name=re.compile("^Total"))
    expect(total.get_by_role("cell").first).to_have_text(f"{score:.0f}".replace("-", MINUS))
    lines = [row.get_by_role("cell").all_inner_texts() for row in why.get_by_role("row").all()[1:]]
    *parts, sums = ([figure(text) for text in line] for line in lines)
    assert [sum(column) for column in zip(*parts, strict=True)] == sums


def test_a_finished_game_is_reviewed_round_by_round_and_shared(visit: Visit, address: str) -> None:
    page = visit()
    quick(page)
    done: list[int] = []

    def note(response: Response) -> None:
        if re.search(r"/api/studies/[0-9a-f]+(\?|$)", response.url):
            done.append(response.json()["rounds_done"])

    page.on("response", note)
    sit_down(page, finished_game(address))
    page.get_by_role("button", name="Review my game").click()
    expect(page).to_have_url(re.compile(r"/review/[0-9a-f]+\?table="))
    # The last round comes first, and can be looked at before the others are ready.
    expect(bars(page).last).to_have_attribute("aria-label", re.compile("^Round 7: dice"), timeout=300_000)
    expect(page.get_by_role("grid")).to_have_count(1)
    expect(page.get_by_role("heading", level=1)).to_have_text(HEADLINE, timeout=300_000)
    assert done == sorted(done), done
    assert {1, 2, 3, 4, 5, 6} & set(done), done

    par, dice, choices, score = sum_shown(page)
    assert round(par + dice + choices, 6) == score
    rows = page.get_by_role("region", name="All rounds as a table").get_by_role("row")
    expect(rows).to_have_count(9)

    expect(page.get_by_text(re.compile(r"^Key moment · round \d"))).to_be_visible()
    bars(page).last.click()
    show_the_better_end(page)
    lines_add_up(page, score)

    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Share the review").click()
    expect(page.get_by_text("The link is copied.")).to_be_visible()
    shared = page.evaluate("navigator.clipboard.readText()")
    link = re.search(r"/review/\S+", shared)
    assert link, shared
    friend = visit(link[0])
    expect(friend.get_by_role("heading", level=1)).to_have_text(
        page.get_by_role("heading", level=1).inner_text()
    )
    expect(friend.get_by_role("heading", name="How it was played")).to_be_visible()
    expect(page.get_by_role("heading", name="How you played")).to_be_visible()
    assert sum_shown(friend) == sum_shown(page)
    german = visit(link[0], locale="de-DE")
    expect(german.get_by_role("grid")).to_be_visible()
    assert loaded_bytes(german) < FIRST_VISIT


def test_a_record_that_cannot_be_read_is_refused_with_its_line(visit: Visit) -> None:
    page = visit("/score")
    page.get_by_role("link", name="Review a whole game from its record").click()
    page.get_by_role("button", name="Review it").click()
    expect(page.get_by_role("alert")).to_contain_text("Paste a record")
    lines = GOLDEN.read_text().splitlines()
    page.get_by_role("textbox").fill("\n".join([*lines[:8], "1 draw overpass A1 HRHR", *lines[9:]]))
    expect(page.get_by_role("combobox", name="Which seat?")).to_be_visible()
    page.get_by_role("button", name="Review it").click()
    expect(page.get_by_role("alert")).to_contain_text("Line 9:")
    page.get_by_role("textbox").fill("\n".join(lines[:20]))
    page.get_by_role("button", name="Review it").click()
    expect(page.get_by_role("alert")).to_contain_text("not over")
    page.goto("/review/0123456789abcdef0123456789abcdef")
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no such review")
    page.goto("/review/nothing")
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no such review")


@pytest.mark.slow
@pytest.mark.parametrize("locale", LANGUAGES)
@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_a_review_reads_well_everywhere(visit: Visit, locale: str, look: str) -> None:
    page = visit("/review", locale=locale, bypass_csp=True, **LOOKS[look])
    assert complaints(page) == []
    page.goto(review_of_record(page))
    rounds = page.get_by_role("group", name=LANGUAGES[locale]).get_by_role("button")
    expect(page.locator("progress")).to_have_count(0, timeout=300_000)
    for number in range(7):
        rounds.nth(number).click()
        expect(page.get_by_role("grid").first).to_be_visible()
        expect(page.locator("[aria-busy=true]")).to_have_count(0)
        assert complaints(page) == []
        if (hidden := page.locator(".hidden button").last).count():
            hidden.click()
            assert complaints(page) == []
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"round {number + 1} is {wide} pixels too wide"
    words = page.locator("main").inner_text()
    assert not re.search(r"\bstudy\.[a-z_.]+|\{[a-z_]+\}|undefined|NaN", words), words


@pytest.mark.slow
def test_a_review_is_read_with_the_keyboard_alone(visit: Visit) -> None:
    page = visit("/")
    page.goto(review_of_record(page))
    expect(page.get_by_role("heading", level=1)).to_have_text(HEADLINE, timeout=300_000)
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.round"):
            break
    page.keyboard.press("Home")
    expect(bars(page).first).to_be_focused()
    expect(bars(page).first).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_text(re.compile("round 1$|^Round 1$")).first).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(bars(page).nth(1)).to_be_focused()
    page.keyboard.press("End")
    expect(bars(page).last).to_have_attribute("aria-pressed", "true")


@pytest.mark.slow
def test_all_seats_are_compared_and_the_best_board_has_its_place(visit: Visit, address: str) -> None:
    page = visit("/")
    quick(page)
    sit_down(page, finished_game(address, seats=[{"kind": "human"}, {"kind": "bot", "bot": "random"}]))
    page.get_by_role("button", name="Review my game").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(HEADLINE, timeout=300_000)
    players = page.get_by_role("region", name="Players")
    page.get_by_role("button", name="Review all players").click()
    for name in ("Ana", "Random"):
        row = players.get_by_role("row", name=re.compile(name))
        expect(row.get_by_role("cell")).to_have_count(5, timeout=300_000)
    dice = players.get_by_role("row").nth(1).get_by_role("cell").nth(1).inner_text()
    assert re.fullmatch(rf"[+{MINUS}]?\d+\.\d", dice), dice
    players.get_by_role("button", name="Review Random").click()
    expect(page).to_have_url(re.compile("seat=1"))
    expect(page.get_by_text("Review of Random")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text(HEADLINE)

    page.get_by_role("button", name="Find it").click()
    found = page.get_by_role("heading", name=re.compile(r"^Best board found: \d+ points"))
    expect(found).to_be_visible(timeout=300_000)
    expect(page).to_have_url(re.compile("best="))
    board = page.get_by_role("grid", name=re.compile("^Best board"))
    expect(board).to_be_visible()
    page.reload()
    expect(found).to_be_visible()
    best = re.search(r"best=(\w+)", page.url)
    assert best
    page.goto(f"/review/{best[1]}")
    expect(board).to_be_visible()
