from pathlib import Path

import pytest
from tests.render.snapshots import PICTURES, drawn

from inkrail.render.gallery import picture, pictures
from inkrail.rules.registry import RULESET_NAMES


def test_the_pictures_of_the_docs_are_current() -> None:
    found = pictures(PICTURES)
    assert found.keys() == set(PICTURES.glob("*.svg"))
    stale = [path.name for path, content in found.items() if path.read_text() != content]
    assert stale == [], "run: python -m inkrail.render.gallery docs/pictures"


def test_every_ruleset_has_a_picture() -> None:
    assert {drawn(path.stem)[1].name for path in PICTURES.glob("*.txt")} == set(RULESET_NAMES)


def test_a_line_that_no_score_sheet_has_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "odd.txt"
    path.write_text("# show: canals\nhighway-straight B1 H.H.\n")
    with pytest.raises(ValueError, match="canals"):
        picture(path)
