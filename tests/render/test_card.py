"""Cards to post."""

import re
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
from tests.render.snapshots import drawn

from inkrail.render.card import CARD_SIZE, Card, card_svg
from inkrail.render.lettering import Weight, lettering
from inkrail.render.theme import DARK, LIGHT
from inkrail.rules.registry import RULESET_NAMES, parse_ruleset

PICTURED = tuple("board" if name == "base" else name for name in RULESET_NAMES)


def tiles(svg: str) -> int:
    return svg.count('class="tile"')


def outline(text: str, *, weight: Weight = "regular") -> str:
    """The outline of a text, wherever it is written."""
    (path,) = re.findall(r' d="([^"]+)"', lettering(text, (0, 0), size=10, fill="#000", weight=weight))
    return str(path)


@pytest.mark.parametrize("name", PICTURED)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_card_shows_every_board_and_needs_no_font(name: str, *, theme: str) -> None:
    position, _ = drawn(name)
    card = Card(
        boards=position.boards, headline="48", name="Ann", lines=(("Errors", "7"),), link="x.example/t/1"
    )
    svg = card_svg(card, theme="dark" if theme == "dark" else "light", title='<&">', description="told")
    root = ET.fromstring(svg)  # noqa: S314
    assert (root.get("width"), root.get("height")) == tuple(map(str, CARD_SIZE))
    assert [found.text for found in root[:2]] == ['<&">', "told"]
    assert tiles(svg) == sum(board.filled.bit_count() for board in position.boards)
    assert "<text" not in svg
    assert (DARK if theme == "dark" else LIGHT)["paper"] in svg
    assert outline("Errors") in svg
    assert outline("x.example/t/1", weight="bold") in svg


@pytest.mark.parametrize("rules", RULESET_NAMES)
def test_a_covered_card_has_dice_that_show_nothing(rules: str) -> None:
    boards = parse_ruleset(rules).set_up().boards
    plain = Card(boards=boards, headline="48", text="hidden")
    covered = card_svg(replace(plain, covered=True))
    assert covered.count('rx="22"') == 4
    assert card_svg(plain).count('rx="22"') == 0


def test_texts_of_any_length_stay_on_the_card() -> None:
    boards = parse_ruleset("underground").set_up().boards
    long = "W" * 200
    card = Card(boards=boards, headline=long, name=long, game=long, text=long, call=long, link=long)
    svg = card_svg(replace(card, lines=((long, long),) * 13))
    for x, scale, path in re.findall(r'translate\(([\d.-]+) [\d.-]+\) scale\(([\d.]+)\)" d="([^"]*)"', svg):
        starts = [int(pen) for pen in re.findall(r"M(\d+) 0", path)]
        if starts and float(x) > 700:
            assert float(x) + max(starts) * float(scale) < CARD_SIZE[0]
