"""The manuals: they build without a warning, load nothing from elsewhere, and every link in them leads somewhere."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
import sqlalchemy as sa
from tools.screenshots import MANUALS

import inkrail
from inkrail.server.storage.schema import metadata

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
LARGEST_PICTURE = 64_000
LOADING = {"script": "src", "img": "src", "link": "href", "iframe": "src", "object": "data"}


class Links(HTMLParser):
    """What a page links to, what it loads, and the places in it that a link may name."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.places = {""}
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attributes}
        self.places.add(values.get("id", ""))
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        if LOADING.get(tag) in values and values.get("rel") != "canonical":
            self.loads.append(values[LOADING[tag]])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The manuals, built as `make docs` builds them."""
    folder = tmp_path_factory.mktemp("site")
    options = ["--quiet", "--fail-on-warning", "--keep-going", "--doctree-dir", str(folder / "trees")]
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "sphinx", *options, "docs", str(folder / "site")],
        cwd=ROOT,
        env=os.environ | {"INKRAIL_REPOSITORY": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return folder / "site"


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Links]:
    return {path: Links(path.read_text()) for path in site.rglob("*.html")}


def test_every_page_of_the_docs_is_in_the_manuals(site: Path) -> None:
    """Sphinx warns of a page that no table of contents has, and warnings are errors."""
    sources = [path for path in DOCS.rglob("*") if path.suffix in {".md", ".ipynb"}]
    assert [
        path for path in sources if not (site / path.relative_to(DOCS)).with_suffix(".html").is_file()
    ] == []


def test_every_link_leads_to_a_page_and_a_place_in_it(pages: dict[Path, Links]) -> None:
    broken = []
    for path, page in pages.items():
        for link in (*page.links, *page.loads):
            parts = urlsplit(link)
            if parts.scheme:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            place = unquote(parts.fragment)
            if not (place in pages[target].places if target in pages else target.is_file()):
                broken.append(f"{path.name}: {link}")
    assert broken == []


def test_the_manuals_load_nothing_from_elsewhere(site: Path, pages: dict[Path, Links]) -> None:
    assert [
        load for page in pages.values() for load in page.loads if urlsplit(load).scheme not in {"", "data"}
    ] == []
    styles = [path.read_text() for path in site.rglob("*.css")]
    assert [text for text in styles if re.search(r"@import|url\([\"']?(https?:)?//", text)] == []


def test_without_a_repository_no_link_leads_to_one(pages: dict[Path, Links]) -> None:
    outside = {link for page in pages.values() for link in page.links if urlsplit(link).scheme}
    assert outside
    assert [link for link in outside if "inkrail" in link] == []


def test_the_reference_has_every_public_name(pages: dict[Path, Links], site: Path) -> None:
    places = pages[site / "api.html"].places
    missing = [name for name in inkrail.__all__ if f"inkrail.{name}" not in places]
    assert missing == ["__version__"]


def test_the_pictures_of_the_manuals_are_small() -> None:
    sizes = {path.name: path.stat().st_size for path in (DOCS / "pictures").glob("*.[pw][ne][gb]*")}
    assert {f"{name}.webp" for name in MANUALS.values()} <= sizes.keys()
    assert {name: size for name, size in sizes.items() if size > LARGEST_PICTURE} == {}


def test_every_screenshot_that_is_taken_for_the_manuals_is_shown_there() -> None:
    texts = "".join(path.read_text() for path in (ROOT / "README.md", *DOCS.glob("*.md")))
    assert [name for name in MANUALS.values() if f"pictures/{name}.webp)" not in texts] == []


@pytest.mark.parametrize("name", ["first-bot", pytest.param("how-lucky-was-i", marks=pytest.mark.slow)])
def test_a_notebook_runs_and_gives_what_is_stored(name: str) -> None:
    done = subprocess.run(  # noqa: S603
        [sys.executable, "tools/notebooks.py", "--check", f"docs/notebooks/{name}.ipynb"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


# What is stored about people.


def privacy() -> str:
    return (DOCS / "privacy.md").read_text()


def test_the_page_about_privacy_names_everything_that_the_browser_keeps() -> None:
    used = re.findall(r"(?:read(?:<[^(]*>)?|write)\(\s*'(\w+)'", (ROOT / "web/src/storage.ts").read_text())
    in_tab = re.findall(r"inTab<\w+>\('(\w+)'", (ROOT / "web/src/paper/kept.ts").read_text())
    assert len(in_tab) == 3
    assert set(re.findall(r"`inkrail\.(\w+)`", privacy())) == {*used, *in_tab}


def test_the_statements_that_remove_a_game_leave_nothing_of_it() -> None:
    engine = sa.create_engine("sqlite://")
    metadata.create_all(engine)
    connection = engine.raw_connection()
    database = connection.driver_connection
    assert isinstance(database, sqlite3.Connection)
    database.execute("PRAGMA foreign_keys = ON")
    fill(database, "TABLE")
    others = fill(database, "other")
    (statements,) = re.findall(r"```sql\n(.*?)```", privacy(), re.DOTALL)
    database.executescript(statements)
    left = "\n".join(database.iterdump())
    connection.close()
    assert "'TABLE'" not in left
    assert left.count("'other'") == others


def fill(database: sqlite3.Connection, id_: str) -> int:
    """A row of this table in every table of the database that can have one, and how many rows that are."""
    filled = 0
    for table in metadata.sorted_tables:
        names = {"id"} if table.name == "game_tables" else {"table_id"} & set(table.c.keys())
        if names:
            values = {
                column.name: id_ if column.name in names else f"of {id_}" if column.primary_key else 0
                for column in table.c
            }
            marks = ", ".join("?" for _ in values)
            database.execute(f"INSERT INTO {table.name} VALUES ({marks})", list(values.values()))  # noqa: S608
            filled += 1
    return filled
