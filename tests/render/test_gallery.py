import re
from pathlib import Path

import pytest
from tests.render.snapshots import PICTURES, drawn

from inkrail.render.gallery import choices_picture, picture, pictures
from inkrail.rules.registry import RULESET_NAMES

RULES = PICTURES.parent / "rules"


def test_the_pictures_of_the_docs_are_current() -> None:
    found = pictures(PICTURES)
    assert found.keys() == set(PICTURES.glob("*.svg"))
    stale = [path.name for path, content in found.items() if path.read_text() != content]
    assert stale == [], "run: python -m inkrail.render.gallery docs/pictures"


def test_every_ruleset_has_a_picture() -> None:
    assert {drawn(path.stem)[1].name for path in PICTURES.glob("*.txt")} == set(RULESET_NAMES)


def test_every_page_of_rules_has_a_picture() -> None:
    pages = [page for page in RULES.glob("*.md") if page.stem not in {"index", "rulings"}]
    assert [page.name for page in pages if "](../pictures/" not in page.read_text()] == []


def test_the_dice_of_a_draft_stand_under_the_seats_that_took_them() -> None:
    """D3a, D3b: from left to right in picking order; D9: the arrow points at the last of those with the lowest total."""
    svg = choices_picture(PICTURES / "draft.record")
    numbers = re.findall(r'class="name" x="10" y="-9">(\d)<', svg)
    assert numbers == ["2", "1", "6", "8", "4", "3", "5", "7"]
    assert re.findall(r'class="name" x="0" y="5">(\d)<', svg) == ["1", "2", "3", "4"]
    assert svg.count('class="arrow"') == 1
    assert svg.index('class="arrow"') > svg.index('y="5">3<')


def test_a_line_that_no_score_sheet_has_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "odd.txt"
    path.write_text("# show: canals\nhighway-straight B1 H.H.\n")
    with pytest.raises(ValueError, match="canals"):
        picture(path)
