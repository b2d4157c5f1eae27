"""Two browsers at one table: lobby, rounds, reload, a lost connection, watching, draft, rematch."""

import re

from playwright.sync_api import Page, WebSocketRoute, expect
from tests.browser.conftest import PHONE, Visit
from tests.browser.player import Player, scored_by_engine

FREE_PAIR = re.compile(r"^Pair \d+: (?!.*taken by)")


def open_table(page: Page, *, rules: str, draft: bool = False) -> str:
    """Open a table for two and return the link to send."""
    page.get_by_role("textbox", name="Your name").fill("Ana")
    page.get_by_role("radio", name=re.compile(rf"^{rules}")).check()
    page.get_by_role("radio", name="Friends, by link").check()
    if draft:
        page.get_by_role("checkbox", name=re.compile("^Draft")).check()
    page.get_by_role("button", name="Open a table and get the link").click()
    link = page.get_by_role("textbox", name="Link to this table")
    expect(link).to_be_visible()
    return link.input_value()


def sit_down(page: Page, *, name: str) -> None:
    page.get_by_role("textbox", name="Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()


def test_two_browsers_finish_a_table_together(visit: Visit, address: str) -> None:
    first = visit()
    link = open_table(first, rules="River")
    start = first.get_by_role("button", name="Start the game")
    expect(start).to_have_attribute("aria-disabled", "true")
    second = visit(link)
    sit_down(second, name="Ben")
    expect(first.get_by_role("listitem").filter(has_text="Ben")).to_be_visible()
    start.click()
    players = [Player(first, seed=1), Player(second, seed=2)]
    for number in range(1, 7):
        players[0].play_round(number)
        if number < 6:
            expect(first.get_by_text("Waiting for Ben.")).to_be_visible()
        players[1].play_round(number)
    for player in players:
        expect(player.final).to_be_visible()
    totals = players[0].totals()
    assert totals == players[1].totals() == scored_by_engine(address, players[0].table)
    expect(first.get_by_role("heading", level=1)).to_contain_text(re.compile("win|share"))
    first.get_by_role("button", name="Play again").click()
    expect(first.get_by_role("heading", name=re.compile("waiting for players"))).to_be_visible()
    second.get_by_role("button", name="To the next game").click()
    first.get_by_role("button", name="Start the game").click()
    for player in players:
        expect(player.heading_of_round(1)).to_be_visible()


def test_boards_of_others_are_seen_as_they_were_at_the_end_of_the_round(visit: Visit) -> None:
    first = visit()
    second = visit(open_table(first, rules="Base game"))
    sit_down(second, name="Ben")
    first.get_by_role("button", name="Start the game").click()
    Player(first).play_round(1)
    expect(first.get_by_text("Waiting for Ben.")).to_be_visible()
    check_that_nothing_is_undone_after_done(first)
    player = Player(second)
    expect(player.heading_of_round(1)).to_be_visible()
    player.draw_all()
    players = second.get_by_role("list", name="Players")
    for total, name in ((second.get_by_test_id("total").inner_text(), "Ben"), ("0", "Ana")):
        shown = players.get_by_role("button", name=re.compile(rf"{name}.*{total}$"))
        expect(shown.last).to_be_visible()
    expect(second.get_by_text("The others' points: at the start")).to_be_visible()
    second.get_by_role("list", name="Players").get_by_role("button", name=re.compile("Ana")).first.click()
    seen = second.get_by_role("region", name="Ana's board")
    expect(seen.get_by_role("img", name=re.compile("nothing drawn"))).to_be_visible()
    second.get_by_role("button", name="Back to my board").click()
    player.play_round(1)
    expect(player.heading_of_round(2)).to_be_visible()
    second.get_by_role("list", name="Players").get_by_role("button", name=re.compile("Ana")).first.click()
    expect(seen.get_by_role("img", name=re.compile("highway|railway"))).to_be_visible()


def check_that_nothing_is_undone_after_done(page: Page) -> None:
    """B11: the button looks disabled, and it and its key say why."""
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_have_attribute("aria-disabled", "true")
    expect(undo).to_have_accessible_description(re.compile("nothing can be changed any more"))
    tiles = page.get_by_role("gridcell", name=re.compile("round 1"))
    count = tiles.count()
    page.keyboard.press("u")
    expect(page.get_by_text("You have ended this round, so nothing can be changed any more.")).to_have_count(
        2
    )
    expect(tiles).to_have_count(count)
    expect(page.get_by_role("gridcell", name=re.compile("may still be changed"))).to_have_count(0)


def test_on_a_phone_a_finger_slides_from_board_to_board(visit: Visit) -> None:
    first = visit()
    second = visit(open_table(first, rules="Base game"), viewport=PHONE, has_touch=True, is_mobile=True)
    sit_down(second, name="Ben")
    first.get_by_role("button", name="Start the game").click()
    for page in (first, second):
        Player(page).play_round(1)
    expect(Player(second).heading_of_round(2)).to_be_visible()
    second.get_by_role("list", name="Players").get_by_role("button", name=re.compile("Ana")).tap()
    strip = second.get_by_role("region", name="All boards")
    own, other = (strip.get_by_role("region", name=f"{name}'s board") for name in ("Ben", "Ana"))
    expect(other).to_be_in_viewport(ratio=0.9)
    expect(own).not_to_be_in_viewport(ratio=0.5)
    strip.evaluate("strip => strip.scrollTo(0, 0)")
    expect(own).to_be_in_viewport(ratio=0.9)
    expect(own.get_by_role("img", name=re.compile("highway|railway"))).to_be_visible()
    second.get_by_role("button", name="Back to my board").tap()
    expect(second.get_by_role("grid", name="Board")).to_be_visible()


def test_friends_at_a_real_table_type_the_dice_that_they_rolled(visit: Visit) -> None:
    first = visit()
    first.get_by_text("House rules and real dice").click()
    first.get_by_role("checkbox", name=re.compile("^Real dice")).check()
    first.get_by_role("combobox", name="Longest route").select_option("stretches")
    second = visit(open_table(first, rules="Base game"), viewport=PHONE)
    agreed = [
        "Longest route: a T or a crossing may count again (house rule)",
        "Networks: points as on the boards (usual)",
        "Dice: real ones, typed in by the player who opened the table (house rule)",
        "Clock: none (usual)",
    ]
    rules = second.get_by_role("region", name="House rules", exact=True).get_by_role("listitem")
    expect(rules).to_have_text(agreed)
    sit_down(second, name="Ben")
    first.get_by_role("button", name="Start the game").click()
    second.get_by_role("button", name="Help, house rules and settings").click()
    expect(rules).to_have_text(agreed)
    second.get_by_role("button", name="Close").click()
    expect(rules).to_have_count(0)
    expect(second.get_by_text("Ana rolls real dice and types them in.")).to_be_visible()
    send = first.get_by_role("button", name="Draw with these dice")
    rolled = ("highway curve", "railway", "railway junction", "overpass")
    for number, face in enumerate(rolled, start=1):
        expect(send).to_have_attribute("aria-disabled", "true")
        die = first.get_by_role("group", name=f"Die {number}", exact=True)
        die.get_by_role("radio", name=face, exact=True).check()
    send.click()
    for page in (first, second):
        player = Player(page)
        expect(player.heading_of_round(1)).to_be_visible()
        expect(player.dice).to_have_count(4)
        names = [die.get_attribute("aria-label") or "" for die in player.dice.all()]
        assert [name.partition(",")[0].lower() for name in names] == list(rolled)
        player.draw_all()
        player.button("Done").click()
    expect(first.get_by_text(re.compile("^Round 2: roll your dice"))).to_be_visible()


def test_a_reload_in_the_middle_of_a_round_loses_nothing(visit: Visit) -> None:
    page = visit()
    page.get_by_role("button", name="Play now").click()
    player = Player(page)
    player.play_round(1)
    expect(player.heading_of_round(2)).to_be_visible()
    player.draw(player.dice.first)
    drawn = page.get_by_role("gridcell", name=re.compile("round")).evaluate_all(
        "cells => cells.map((cell) => cell.getAttribute('aria-label'))"
    )
    page.reload()
    expect(player.heading_of_round(2)).to_be_visible()
    again = page.get_by_role("gridcell", name=re.compile("round"))
    expect(again).to_have_count(len(drawn))
    assert [cell.get_attribute("aria-label") for cell in again.all()] == drawn
    player.draw_all()


def test_what_is_drawn_while_the_connection_is_lost_is_there_when_it_is_back(visit: Visit) -> None:
    page = visit()
    open_sockets: list[WebSocketRoute] = []
    is_cut = False

    def through(socket: WebSocketRoute) -> None:
        if is_cut:
            socket.close()
        else:
            socket.connect_to_server()
            open_sockets.append(socket)

    page.route_web_socket(re.compile("/live$"), through)
    page.get_by_role("button", name="Play now").click()
    player = Player(page)
    expect(player.heading_of_round(1)).to_be_visible()
    is_cut = True
    open_sockets[-1].close()
    expect(page.get_by_text(re.compile("^What you do is kept"))).to_be_visible()
    player.dice.first.click()
    player.cells_that_fit()[0].click()
    is_cut = False
    expect(page.get_by_text(re.compile("^What you do is kept"))).to_be_hidden()
    expect(page.get_by_role("gridcell", name=re.compile("may still be changed"))).to_have_count(1)


def test_a_watcher_sees_closed_rounds_only_and_may_not_draw(visit: Visit) -> None:
    first = visit()
    link = open_table(first, rules="Base game")
    second = visit(link)
    sit_down(second, name="Ben")
    first.get_by_role("button", name="Start the game").click()
    Player(first).play_round(1)
    watcher = visit(link)
    expect(watcher.get_by_role("heading", name="Watching: Base game")).to_be_visible()
    expect(watcher.get_by_role("img", name="surface: nothing drawn")).to_have_count(2)
    expect(watcher.get_by_role("grid")).to_have_count(0)
    Player(second).play_round(1)
    expect(watcher.get_by_role("img", name="surface: nothing drawn")).to_have_count(0)


def test_a_draft_is_picked_in_turn_and_played(visit: Visit) -> None:
    first = visit()
    second = visit(open_table(first, rules="Meteor", draft=True))
    sit_down(second, name="Ben")
    first.get_by_role("button", name="Start the game").click()
    pages = {"Ana": first, "Ben": second}
    for page in pages.values():
        common = page.get_by_role("region", name="Pairs of dice").get_by_role("img", name="Common dice: ")
        expect(common).to_have_accessible_name(re.compile("^Common dice: .+ and [123]$"))
        expect(page.get_by_role("button", name=re.compile(r"^(Ana|Ben).*\(star\)")).first).to_be_visible()
    for left in (4, 3, 2, 1):
        # Both know of the pair before: a page that does not yet offers it once more.
        for page in pages.values():
            expect(page.get_by_role("button", name=FREE_PAIR)).to_have_count(left)
            expect(page.get_by_role("button", name=re.compile("taken by"))).to_have_count(4 - left)
        region = first.get_by_role("region", name="Pairs of dice")
        told = region.get_by_text(re.compile("takes? a pair|take a pair")).inner_text()
        chooser = "Ana" if told.startswith("Your turn") else "Ben"
        pages[chooser].get_by_role("button", name=FREE_PAIR).first.click()
    for page in pages.values():
        player = Player(page)
        expect(page.get_by_role("group", name="The dice of this round").get_by_role("img")).to_have_count(6)
        player.choose_meteor()
        expect(player.dice).to_have_count(4)
        players = page.get_by_role("list", name="Players")
        expect(players.get_by_role("button", name=re.compile(r"\(next start player\)")).first).to_be_visible()
        page.get_by_text(re.compile("Next start player: (Ana|Ben)")).first.click()
        expect(
            page.get_by_text(re.compile("^If points and errors are equal, the star decides"))
        ).to_be_visible()
        player.draw_all()


def test_a_reaction_is_seen_by_the_others(visit: Visit) -> None:
    first = visit()
    second = visit(open_table(first, rules="Base game"))
    sit_down(second, name="Ben")
    first.get_by_role("button", name="Start the game").click()
    expect(Player(second).heading_of_round(1)).to_be_visible()
    first.get_by_role("button", name="Applause").click()
    players = second.get_by_role("list", name="Players")
    expect(players.get_by_role("button", name=re.compile("Ana.*Applause")).first).to_be_visible()
