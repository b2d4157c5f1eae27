"""What links show, and what they do not."""

from __future__ import annotations

from datetime import date
from typing import Literal

import pytest
from tests.server.stored_room import StoredRoom, started, two

from inkrail.core.errors import Refusal
from inkrail.i18n import LANGUAGES, Catalogue, catalogue
from inkrail.rules.registry import RULESET_NAMES
from inkrail.server.http.puzzle_maker import starters
from inkrail.server.rooms.daily import closing_time, spec_of
from inkrail.server.rooms.leagues import League
from inkrail.server.rooms.rows import Spec
from inkrail.server.wire.previews import (
    Preview,
    challenge_preview,
    day_preview,
    league_preview,
    puzzle_preview,
    table_preview,
)

ENGLISH = catalogue("en")
DAY = date(2027, 1, 15)
each_language = pytest.mark.parametrize(
    "voice", [catalogue(language) for language in LANGUAGES], ids=LANGUAGES
)


def tiles(preview: Preview) -> int:
    return sum(board.filled.bit_count() for board in preview.card.boards)


def daily(*, over: bool) -> StoredRoom:
    stored = StoredRoom(spec_of(DAY, counted=True))
    stored.play_round()
    if over:
        stored.play_out()
    return stored


@pytest.mark.parametrize("rules", RULESET_NAMES)
def test_a_finished_table_shows_a_board_and_its_score(rules: str) -> None:
    stored = started(rules)
    stored.play_out()
    room = stored.room
    for seat in (0, 1):
        preview = table_preview(room, voice=ENGLISH, now=0, seat=seat)
        sheet, boards = room.sheets()[seat], room.last_closed.seats[seat].boards
        assert preview.card.boards == boards
        assert not preview.card.covered
        assert preview.card.headline.replace("\N{MINUS SIGN}", "-") == str(sheet.total)
        assert preview.card.name == ("Ann", "Bob")[seat]
        points = [int(points.replace("\N{MINUS SIGN}", "-")) for _, points in preview.card.lines]
        assert sum(points) == sheet.total
        assert (preview.path, preview.picture) == ("/t/table", f"/api/tables/table/cards/{seat}")
        errors = sum(len(line.sides) for line in sheet.all_lines if line.kind == "errors")
        assert sum(len(marks.errors) for marks in preview.card.marks) == errors
    best = table_preview(room, voice=ENGLISH, now=0)
    assert best.card.name == ("Ann", "Bob")[room.winners[0]]
    assert best.title.startswith("Ann ")
    assert ", Bob " in best.title


def test_a_game_alone_is_a_sentence_that_can_be_read_aloud() -> None:
    stored = StoredRoom(Spec(rules="base"))
    stored.play_out()
    preview = table_preview(stored.room, voice=ENGLISH, now=0)
    total = stored.room.sheets()[0].total
    word = "point" if abs(total) == 1 else "points"
    assert preview.title == f"Ann: {'minus ' if total < 0 else ''}{abs(total)} {word}"
    assert preview.text.startswith("Base game, 1 January 1970: ")
    assert "\N{MINUS SIGN}" not in preview.text


def test_a_seat_that_is_not_there_has_no_card() -> None:
    with pytest.raises(Refusal, match=r"board\.unknown"):
        table_preview(two().room, voice=ENGLISH, now=0, seat=2)


@each_language
@pytest.mark.parametrize("over", [False, True])
def test_a_day_that_is_not_closed_tells_who_plays_and_the_score_alone(
    *, voice: Catalogue, over: bool
) -> None:
    room = daily(over=over).room
    closing = closing_time(DAY.isoformat())
    hidden = table_preview(room, voice=voice, now=closing - 1)
    assert hidden.card.covered
    assert hidden.card.boards == room.ruleset.set_up().boards
    assert (hidden.card.lines, hidden.card.marks) == ((), ())
    assert hidden.path == f"/daily/{DAY.isoformat()}/table"
    total = str(abs(room.sheets()[0].total))
    assert (total in hidden.title, total in hidden.card.headline) == (over, over)
    assert "Ann" in hidden.title
    shown = table_preview(room, voice=voice, now=closing)
    assert shown.card.covered is not over


@pytest.mark.parametrize(
    ("purpose", "path", "titles"),
    [
        ("challenge", "/c/dare", ("Ann is taking a challenge", "Ann took a challenge and has ")),
        ("league", "/t/table", ("Ann is playing these dice", "Ann has ")),
    ],
)
def test_a_blind_game_is_hidden_for_ever(
    *, purpose: Literal["challenge", "league"], path: str, titles: tuple[str, str]
) -> None:
    stored = StoredRoom(Spec(rules="river", purpose=purpose, source="dare", goal=20))
    stored.play_round()
    running = table_preview(stored.room, voice=ENGLISH, now=1e12)
    stored.play_out()
    over = table_preview(stored.room, voice=ENGLISH, now=1e12)
    for preview in (running, over):
        assert preview.card.covered
        assert tiles(preview) == 0
        assert preview.card.lines == ()
        assert preview.path == path
    assert running.card.headline == "Ann"
    assert [
        preview.title.startswith(title) for preview, title in zip((running, over), titles, strict=True)
    ] == [
        True,
        True,
    ]


def test_a_challenge_tells_the_score_to_beat() -> None:
    stored = started("river")
    stored.play_out()
    preview = challenge_preview("dare", stored.room, seat=1, voice=ENGLISH)
    assert preview.card.covered
    assert tiles(preview) == 0
    assert preview.title.startswith("Bob challenges you: beat ")
    assert (preview.path, preview.picture) == ("/c/dare", "/api/challenges/dare/card")


def test_a_running_game_tells_its_round_but_shows_no_board() -> None:
    lobby = two()
    waiting = table_preview(lobby.room, voice=ENGLISH, now=0)
    assert waiting.title == "Ann is waiting for you at a table"
    assert "2 of 2 seats" in waiting.text
    lobby.send(0, type="start")
    lobby.play_round()
    running = table_preview(lobby.room, voice=ENGLISH, now=0)
    assert running.title == "Ann, Bob: round 2 of 7"
    assert [(preview.card.covered, tiles(preview)) for preview in (waiting, running)] == [(True, 0)] * 2


@each_language
@pytest.mark.parametrize("rules", [None, "lake"])
def test_a_league_is_shown_without_its_members(voice: Catalogue, rules: str | None) -> None:
    league = League("abc", "Friday", rules, 3 if rules else 0, "a browser", "here", 1.0)
    preview = league_preview(league, members=2, voice=voice)
    assert preview.card.covered
    assert "Friday" in preview.title
    assert voice.text("preview.members", n=2) in preview.text
    assert (preview.path, preview.picture) == ("/l/abc", "/api/leagues/abc/card")


@each_language
def test_a_day_and_a_puzzle_have_previews(voice: Catalogue) -> None:
    day = day_preview(DAY, voice=voice)
    assert day.card.covered
    assert (day.path, day.picture) == ("/daily/2027-01-15", "/api/daily/2027-01-15/card")
    puzzle = starters()[0]
    preview = puzzle_preview(puzzle, voice=voice)
    assert str(puzzle.total) in preview.title
    assert preview.card.boards == puzzle.start().boards
    assert preview.path == f"/puzzles/{puzzle.id}"
