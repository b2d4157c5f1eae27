"""What helps at a real table: score my board, dice, sheets to print."""

import re

from playwright.sync_api import expect
from tests.browser.conftest import Visit

# The booklets' end board (S7).
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
    page.get_by_role("button", name="highway curve").click()
    cell = page.get_by_role("gridcell", name=re.compile("^B1"))
    cell.click()
    expect(text).to_have_value("highway-curve B1 HH..\n")
    cell.click()
    expect(text).not_to_have_value("highway-curve B1 HH..\n")
    expect(text).to_have_value(re.compile("highway-curve B1 "))
    page.get_by_role("button", name="Erase").click()
    cell.click()
    expect(text).to_have_value("")


def test_a_line_that_cannot_be_read_is_named(visit: Visit) -> None:
    page = visit("/score")
    page.get_by_role("textbox", name=re.compile("The board as text")).fill(
        "highway-straight B1 H.H.\nsomething else\n"
    )
    expect(page.get_by_role("alert")).to_contain_text("Line 2:")


def test_the_dice_roller_shows_each_round_of_the_game(visit: Visit) -> None:
    page = visit("/dice")
    page.get_by_role("combobox", name="Game").select_option("lava")
    page.get_by_role("button", name="Roll").click()
    expect(page.get_by_text("Round 1", exact=True)).to_be_visible()
    expect(page.get_by_role("figure")).to_have_count(6)
    page.get_by_role("button", name="Next round").click()
    expect(page.get_by_text("Round 2", exact=True)).to_be_visible()


def test_sheets_are_printed_one_for_each_player_with_dice_if_wished(visit: Visit) -> None:
    page = visit("/print")
    page.get_by_role("combobox", name="Game").select_option("underground")
    page.get_by_role("combobox", name="Players").select_option("3")
    expect(page.get_by_role("region", name=re.compile("^Sheet"))).to_have_count(3)
    expect(page.get_by_role("img", name="nothing drawn")).to_have_count(6)
    page.get_by_role("checkbox", name=re.compile("dice of a whole game")).check()
    expect(page.get_by_role("heading", name="The dice, round by round")).to_be_visible()
    expect(page.get_by_role("listitem")).to_have_count(14)
    page.emulate_media(media="print")
    expect(page.get_by_role("heading", name="Printable sheets")).to_be_hidden()
    expect(page.get_by_role("region", name="Sheet 1")).to_be_visible()
