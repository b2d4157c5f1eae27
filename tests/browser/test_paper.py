"""What helps at a real table: score my board, dice, sheets to print."""

import re

from playwright.sync_api import PdfMargins, expect
from tests.browser.conftest import PHONE, Visit

MARGINS: PdfMargins = {"top": "10mm", "right": "10mm", "bottom": "10mm", "left": "10mm"}

# The menus that are narrower than their longest option.
CUT_MENUS = """() => [...document.querySelectorAll('select')].filter((menu) => {
  const width = menu.getBoundingClientRect().width;
  const style = menu.getAttribute('style');
  menu.style.cssText = 'width: max-content; max-width: none; position: absolute';
  const whole = menu.getBoundingClientRect().width;
  if (style === null) menu.removeAttribute('style'); else menu.setAttribute('style', style);
  return width < whole - 0.5;
}).map((menu) => menu.parentElement.innerText)"""

# The final board of the booklets (S7).
END_BOARD = """highway-straight B1 H.H.|railway-straight D1 R.R.|overpass E1 HRHR|railway-straight A2 .R.R|overpass B2 HRHR
railway-straight C2 .R.R|special-hrrr D2 RRHR|station-curve E2 H..R|highway-straight B3 H.H.|highway-curve D3 HH..
highway-straight E3 .H.H|highway-curve F3 ..HH|highway-straight A4 .H.H|highway-t B4 HH.H|highway-curve C4 ..HH
highway-t F4 HHH.|highway-straight G4 .H.H|highway-straight C5 H.H.|station-curve D5 .HR.|special-hhhh E5 HHHH
special-hhrr F5 HRRH|railway-straight A6 .R.R|railway-t B6 .RRR|station-curve C6 H..R|railway-straight D6 R.R.
railway-curve F6 RR..|railway-straight G6 .R.R|station-straight B7 R.H.|railway-t D7 RRR.|railway-straight E7 .R.R
station-curve F7 ..HR""".replace("|", "\n")


def test_s7_a_typed_board_is_scored_line_by_line(visit: Visit) -> None:
    page = visit("/score")
    page.get_by_role("textbox", name=re.compile("The board as text")).fill(END_BOARD)
    score = page.get_by_role("group", name="Score")
    for line in (
        "Network 6 exits 20",
        "Network 4 exits 12",
        "Longest highway 8 cells 8",
        "Longest railway 5 cells 5",
    ):
        expect(score.get_by_role("button", name=line)).to_be_visible()
    expect(score).to_contain_text(re.compile(r"Total\s*46"))


def test_a_board_can_be_drawn_turned_and_erased(visit: Visit) -> None:
    page = visit("/score")
    text = page.get_by_role("textbox", name=re.compile("The board as text"))
    pieces = page.get_by_role("group", name="Pieces")
    pieces.get_by_role("button", name="highway curve").click()
    cell = page.get_by_role("gridcell", name=re.compile("^B1"))
    cell.click()
    expect(text).to_have_value("highway-curve B1 HH..\n")
    cell.click()
    expect(text).not_to_have_value("highway-curve B1 HH..\n")
    expect(text).to_have_value(re.compile("highway-curve B1 "))
    page.get_by_role("button", name="Erase").click()
    cell.click()
    expect(text).to_have_value("")


def test_what_is_drawn_stays_when_another_game_is_chosen(visit: Visit) -> None:
    page = visit("/score")
    text = page.get_by_role("textbox", name=re.compile("The board as text"))
    text.fill("highway-straight B1 H.H.\noverpass D4 HRHR\n")
    menu = page.get_by_role("combobox", name="Game", exact=True)
    menu.select_option("lava")
    expect(text).to_have_value("volcano D4 FFFF\nhighway-straight B1 H.H.\n")
    menu.select_option("underground")
    expect(text).to_have_value("surface:\nhighway-straight B1 H.H.\n")
    menu.select_option("river")
    expect(text).to_have_value("highway-straight B1 H.H.\n")
    expect(page.get_by_text("Could be drawn in this order.")).to_be_visible()


def test_the_best_end_of_a_last_round_is_drawn_on_the_board(visit: Visit) -> None:
    page = visit("/score", viewport=PHONE)
    text = page.get_by_role("textbox", name=re.compile("The board as text"))
    text.fill("highway-straight D3 H.H.\nhighway-straight C4 .H.H\nhighway-straight E4 .H.H\n")
    faces = page.get_by_role("group", name="What a die may show")
    for name in ("railway", "railway", "railway curve", "overpass"):
        faces.get_by_role("button", name=name, exact=True).press("Enter")
    page.get_by_role("button", name="Find the best end").press("Enter")
    best = page.get_by_test_id("best-end")
    expect(best).to_be_visible()
    expect(page.get_by_role("grid")).to_be_in_viewport()
    expect(page.get_by_text("nothing better is possible").first).to_be_visible()
    expect(page.get_by_test_id("total")).to_have_text(best.inner_text())
    expect(page.get_by_role("gridcell", name=re.compile("round 7"))).not_to_have_count(0)
    page.get_by_role("button", name="Back to my board").click()
    expect(page.get_by_role("gridcell", name=re.compile("round 7"))).to_have_count(0)


def test_lines_that_cannot_be_read_are_all_named_and_clear_the_score(visit: Visit) -> None:
    page = visit("/score")
    text = page.get_by_role("textbox", name=re.compile("The board as text"))
    score = page.get_by_role("group", name="Score")
    text.fill("highway-straight B1 H.H.\n")
    expect(score).to_be_visible()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    text.fill("highway-straight B1 H.H.\nsomething else\noverpass Z9 HRHR\nhighway-curve B1 HH..\n")
    problems = page.get_by_role("alert").get_by_role("listitem")
    expect(problems).to_contain_text(["Line 2:", "Line 3:", "Line 4:"])
    expect(score).to_be_hidden()
    assert len(asked) == 1


def test_s3_a_board_is_scored_by_the_reading_of_its_game_or_the_one_chosen(visit: Visit) -> None:
    page = visit("/score")
    page.get_by_role("textbox", name=re.compile("The board as text")).fill(
        "highway-t A4 HH.H\nhighway-curve A3 .HH.\nhighway-curve B3 ..HH\nhighway-curve B4 H..H\n"
    )
    highway = page.get_by_role("group", name="Score").get_by_role(
        "button", name=re.compile("Longest highway")
    )
    expect(highway).to_have_accessible_name("Longest highway 4 cells 4")
    page.get_by_role("checkbox", name="Draft").check()
    expect(highway).to_have_accessible_name("Longest highway 4 cells 5")
    assert page.evaluate(CUT_MENUS) == []
    page.get_by_role("combobox", name="Longest route").select_option("cells")
    expect(highway).to_have_accessible_name("Longest highway 4 cells 4")


def test_the_dice_roller_ends_with_the_last_round(visit: Visit) -> None:
    page = visit("/dice")
    page.get_by_role("combobox", name="Game").select_option("lava")
    page.get_by_role("button", name="Roll").click()
    expect(page.get_by_text("Round 1 of 6", exact=True)).to_be_visible()
    expect(page.get_by_role("figure")).to_have_count(6)
    for number in range(2, 7):
        page.get_by_role("button", name="Next round").click()
        expect(page.get_by_text(f"Round {number} of 6", exact=True)).to_be_visible()
    expect(page.get_by_text("The game is over")).to_be_visible()
    expect(page.get_by_role("button", name="Next round")).to_be_hidden()
    page.get_by_role("button", name="New game").click()
    expect(page.get_by_role("button", name="Roll")).to_be_visible()


def test_d2_the_dice_roller_lays_out_pairs_and_the_common_dice(visit: Visit) -> None:
    page = visit("/dice")
    page.get_by_role("combobox", name="Game").select_option("river")
    page.get_by_role("checkbox", name="Draft").check()
    page.get_by_role("combobox", name="Players").select_option("3")
    page.get_by_role("button", name="Roll").click()
    pairs = page.get_by_role("group", name=re.compile("^Pair"))
    expect(pairs).to_have_count(6)
    expect(pairs.first.get_by_role("figure")).to_have_count(2)
    expect(page.get_by_role("figure")).to_have_count(14)
    expect(page.get_by_text(re.compile("drawn by lot"))).to_be_visible()


def test_sheets_are_printed_one_for_each_player_with_dice_if_wished(visit: Visit) -> None:
    page = visit("/print")
    page.get_by_role("combobox", name="Game").select_option("underground")
    page.get_by_role("combobox", name="Players").select_option("3")
    page.get_by_role("combobox", name="Points for networks").select_option("manual")
    sheets = page.get_by_role("region", name=re.compile("^Sheet"))
    expect(sheets).to_have_count(3)
    expect(page.get_by_role("img", name="nothing drawn")).to_have_count(6)
    points = sheets.first.get_by_role("row", name=re.compile("^Points"))
    expect(points.first).to_have_text(re.compile(r"Points\s*1\s*3\s*6\s*10\s*15\s*20"))
    expect(sheets.first.get_by_text("inkrail · Underground · Surface board")).to_be_visible()
    expect(sheets.first.get_by_text("inkrail · Underground · Underground board")).to_be_visible()
    expect(sheets.first.get_by_text("Underground board", exact=True)).to_be_visible()
    for text in ("Results drawn once more", "Each cell counts once", "Longest pipeline", "The dice"):
        expect(sheets.first.get_by_text(text).last).to_be_visible()
    expect(sheets.first.get_by_role("img", name="pipe over subway")).to_be_visible()
    page.get_by_role("checkbox", name=re.compile("dice of a whole game")).check()
    expect(page.get_by_role("heading", name="The dice, round by round")).to_be_visible()
    expect(page.get_by_role("listitem")).to_have_count(14)
    page.emulate_media(media="print")
    expect(page.get_by_role("heading", name="Printable sheets")).to_be_hidden()
    expect(page.get_by_role("region", name="Sheet 1")).to_be_visible()
    # A page for each board, and the dice after them.
    assert len(re.findall(rb"/Type /Page\b", page.pdf(format="A4", margin=MARGINS))) == 7


def test_d2_printed_common_dice_stand_together_after_the_pairs(visit: Visit) -> None:
    page = visit("/print")
    page.get_by_role("combobox", name="Game").select_option("lava")
    page.get_by_role("checkbox", name="Draft").check()
    page.get_by_role("combobox", name="Players").select_option("3")
    page.get_by_role("checkbox", name=re.compile("dice of a whole game")).check()
    dice = page.get_by_role("listitem").first.get_by_role("img")
    expect(dice).to_have_count(14)
    pair, first, second = (box for n in (11, 12, 13) if (box := dice.nth(n).bounding_box()))
    assert pair["y"] == first["y"] == second["y"]
    assert first["x"] - pair["x"] > second["x"] - first["x"] + 10


def test_no_page_scrolls_sideways_on_the_narrowest_phone(visit: Visit) -> None:
    page = visit("/learn", viewport={"width": 320, "height": 640}, locale="de-DE")
    for path in (
        "learn",
        "learn/base",
        "learn/scoring",
        "learn/meteor",
        "learn/draft",
        "score",
        "dice",
        "print",
    ):
        page.goto(f"/{path}")
        expect(page.get_by_role("main").get_by_role("heading", level=1)).to_be_visible()
        if path.startswith("learn/"):
            expect(page.get_by_role("figure").first).to_be_visible()
        if path == "print":
            page.get_by_role("combobox", name="Spiel", exact=True).select_option("underground")
            expect(page.get_by_role("table")).to_have_count(2)
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, path
        assert page.evaluate(CUT_MENUS) == [], path
