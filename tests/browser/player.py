"""A player who uses the page and finds everything by role and name, as a screen reader does."""

import json
import random
import re
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect
from tests.server.waiting import PATIENCE

MUST = re.compile(r", must be drawn$")
MAY = re.compile(r", may be drawn$")
FITS = re.compile(r"; .* fits")
TABLE = re.compile(r"/t/([\w-]+)")


class Player:
    """Draws what must be drawn, and sometimes something more, in random cells."""

    def __init__(self, page: Page, *, seed: int = 1, drafts: bool = False) -> None:
        self.page = page
        self.drafts = drafts
        self.rng = random.Random(seed)  # noqa: S311 - it only plays

    @property
    def table(self) -> str:
        found = TABLE.search(self.page.url)
        assert found, self.page.url
        return found[1]

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    @property
    def dice(self) -> Locator:
        return self.page.get_by_role("group", name="Dice", exact=True).get_by_role("button")

    @property
    def extras(self) -> Locator:
        return self.page.get_by_role("group", name=re.compile(r"\d left$")).get_by_role("button")

    @property
    def final(self) -> Locator:
        return self.page.get_by_role("heading", name="Final score")

    def heading_of_round(self, number: int) -> Locator:
        return self.page.get_by_text(re.compile(rf"^Round {number} of \d+$"))

    # Single steps.

    def draw(self, item: Locator) -> None:
        """Take a die or something else to draw and put it somewhere it fits."""
        item.click()
        expect(item).to_have_attribute("aria-pressed", "true")
        names = [cell.get_attribute("aria-label") or "" for cell in self.cells_that_fit()]
        self.page.get_by_role("gridcell", name=self.rng.choice(names), exact=True).click()
        expect(item).to_have_attribute("aria-pressed", "false")

    def cells_that_fit(self) -> list[Locator]:
        return self.page.get_by_role("gridcell", name=FITS).all()

    def item(self, items: Locator, name: re.Pattern[str]) -> Locator | None:
        """The first of these with such a name, by its place: its name changes when it is drawn."""
        for index, one in enumerate(items.all()):
            if name.search(one.get_attribute("aria-label") or ""):
                return items.nth(index)
        return None

    def may_end(self) -> bool:
        return self.button("Done").get_attribute("aria-disabled") == "false"

    def choose_meteor(self) -> None:
        """Choose a direction for the meteor, if there is a choice, and let it fly."""
        ways = self.page.get_by_role("region", name="Meteor").get_by_role(
            "button", name=re.compile(": hits ")
        )
        if ways.count():
            ways.nth(self.rng.randrange(ways.count())).click()
            expect(self.page.get_by_role("region", name="Meteor")).to_be_hidden()

    def take_pairs(self) -> None:
        """In a draft, take the first pair that is left whenever it is our turn."""
        region = self.page.get_by_role("region", name="Pairs of dice")
        after = self.page.get_by_role("region", name=re.compile("^(Dice and special routes|Meteor)$")).first
        expect(region.or_(after)).to_be_visible()
        if not region.is_visible():
            return
        for taken in (1, 2):
            expect(region.get_by_text("Your turn")).to_be_visible()
            region.get_by_role("button", name=re.compile(r"^Pair \d+: (?!.*taken by)")).first.click()
            ours = region.get_by_role("button", name=re.compile("taken by Guest$"))
            expect(ours.nth(taken - 1).or_(after)).to_be_visible()
        expect(after).to_be_visible()

    # Whole rounds and games.

    def draw_all(self) -> None:
        """Draw until nothing is left that must be drawn."""
        for _ in range(40):
            if self.may_end():
                return
            item = self.item(self.dice, MUST) or self.item(self.dice, MAY)
            # Lava that is shut in may need a volcano.
            item = item or self.item(self.extras, re.compile("^volcano$"))
            assert item, "nothing to draw, yet the round may not end"
            self.draw(item)
        raise AssertionError("the round does not end")

    def draw_more(self) -> None:
        """Sometimes draw an optional die, a special route, a volcano, or a result again."""
        for items in (self.dice, self.extras):
            names = [one.get_attribute("aria-label") or "" for one in items.all()]
            ready = [
                n
                for n, name in enumerate(names)
                if not re.search(", (drawn|used|fits nowhere|not possible)", name)
            ]
            if ready and self.rng.random() < 0.5:
                self.draw(items.nth(self.rng.choice(ready)))

    def play_round(self, number: int) -> None:
        expect(self.heading_of_round(number)).to_be_visible()
        if self.drafts:
            self.take_pairs()
        self.choose_meteor()
        self.draw_all()
        self.draw_more()
        self.draw_all()
        self.button("Done").click()

    def play(self, rounds: int) -> None:
        """A whole game, to its final score."""
        for number in range(1, rounds + 1):
            self.play_round(number)
        expect(self.final).to_be_visible()

    # The result.

    def totals(self) -> list[int]:
        """The final scores on the page."""
        rows = self.page.get_by_role("row", name=re.compile("^Total"))
        if rows.count():
            return [points(cell.inner_text()) for cell in rows.first.get_by_role("cell").all()]
        # A single player sees one sheet, not a table.
        sheet = self.page.get_by_role("group", name=re.compile("'s score$"))
        return [points(sheet.get_by_role("paragraph").inner_text().removeprefix("Total"))]


def points(text: str) -> int:
    """A number as the page writes it, with a typographic minus sign."""
    return int(text.replace("\N{MINUS SIGN}", "-"))


def fetch(address: str) -> Any:
    with urllib.request.urlopen(address, timeout=PATIENCE) as answer:  # noqa: S310
        return json.load(answer)


def scored_by_engine(address: str, table: str) -> list[int]:
    """What `inkrail score` gives for the boards of all seats at the end."""
    replay = fetch(f"{address}/api/tables/{table}/replay")
    rules = replay["table"]["rules"].partition("+")[0]
    longest = replay["table"]["longest"]
    texts = [board_text(seat["boards"], rules=rules) for seat in replay["rounds"][-1]["seats"]]
    command = [
        str(Path(sys.executable).parent / "inkrail"),
        "score",
        "-",
        "--json",
        "--rules",
        rules,
        "--longest",
        longest,
    ]
    answer = subprocess.run(  # noqa: S603
        command, input="---\n".join(texts), capture_output=True, text=True, check=True
    )
    return [json.loads(line)["total"] for line in answer.stdout.splitlines()]


def board_text(boards: list[dict[str, Any]], *, rules: str) -> str:
    """Boards as text; marks are written only where they do not follow from the tiles."""
    kept = "hub" if rules == "underground-standalone" else "broken"
    lines = []
    for board in boards:
        if len(boards) > 1:
            lines.append(f"{board['name']}:")
        for tile in board["cells"]:
            marks = [mark for mark in tile["marks"] if mark == kept]
            lines.append(" ".join((tile["piece"], tile["cell"], tile["sides"], *marks)))
    return "\n".join(lines) + "\n"
