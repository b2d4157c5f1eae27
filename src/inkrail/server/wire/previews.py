"""What a link shows before it is opened: a title, a sentence and a card, without what its reader may not see yet.

A preview is made for somebody of whom nothing is known. So the dice and boards of a day that is not closed, of a
challenge and of a running game are never in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import Final

from inkrail.core.board import Board
from inkrail.core.errors import Refusal
from inkrail.core.score import ScoreSheet, error_sides
from inkrail.i18n import Catalogue
from inkrail.i18n.names import date_name, line_name, ruleset_name
from inkrail.render.card import Card, Edition
from inkrail.render.svg import Marks
from inkrail.rules.registry import parse_ruleset
from inkrail.server.rooms.contests import require_shown
from inkrail.server.rooms.daily import ruleset_of
from inkrail.server.rooms.leagues import League
from inkrail.server.rooms.puzzles import StoredPuzzle
from inkrail.server.rooms.room import Room
from inkrail.server.studies.questions import Question, read_stored

_EDITIONS: Final[Mapping[str, Edition]] = {
    "meteor": "blazing-red",
    "lava": "blazing-red",
    "underground": "underground",
    "underground-standalone": "underground",
}
_MOST_LINES = 8
"""With more score lines than this, those without points are left out."""


@dataclass(frozen=True, slots=True)
class Preview:
    """The preview of an address of the page; the card's link is added by who knows the server's address."""

    title: str
    text: str
    path: str
    picture: str
    """The address of the card, without its format."""
    card: Card


def table_preview(room: Room, *, voice: Catalogue, now: float, seat: int | None = None) -> Preview:
    """A table as anybody may see it; a finished one with the board of a seat, by default that of the winner."""
    if seat is None:
        seat = room.winners[0] if room.winners else 0
    if seat >= room.seats:
        raise Refusal("board.unknown")
    if _is_hidden(room, now=now):
        return _hidden_day(room, voice) if room.spec.daily else _blind(room, voice)
    if room.phase == "over":
        return _finished(room, seat, voice)
    return _lobby(room, voice) if room.phase == "lobby" else _running(room, voice)


def challenge_preview(id_: str, room: Room, *, seat: int, voice: Catalogue) -> Preview:
    """A challenge: who challenges, and the score to beat."""
    name, total = _name(room, seat, voice), room.sheets()[seat].total
    ruleset = ruleset_name(voice, room.ruleset.name)
    card = _covered(
        room.ruleset.name, headline=_figure(total), name=name, game=ruleset, voice=voice, call="card.beat"
    )
    return Preview(
        voice.text("preview.challenge", name=name, total=_spoken(total, voice)),
        voice.text("preview.challenge_text", ruleset=ruleset, name=name),
        f"/c/{id_}",
        f"/api/challenges/{id_}/card",
        card,
    )


def day_preview(day: date, *, voice: Catalogue) -> Preview:
    """The dice of a day."""
    rules, written = ruleset_of(day), date_name(voice, day)
    ruleset = ruleset_name(voice, rules)
    card = _covered(rules, headline=ruleset, name=voice["card.daily"], voice=voice, game=written)
    return Preview(
        voice.text("preview.daily", date=written, ruleset=ruleset),
        voice.text("preview.daily_text", date=written, ruleset=ruleset),
        f"/daily/{day.isoformat()}",
        f"/api/daily/{day.isoformat()}/card",
        card,
    )


def review_preview(id_: str, question: Question, *, voice: Catalogue) -> Preview:
    """A review: the board and the score that it is about; records have no names."""
    record, table = read_stored(question.record)
    position = table.seats[question.seat].position
    sheet, ruleset = record.ruleset.score(position), ruleset_name(voice, question.rules)
    card = _scored(question.rules, position.boards, sheet, voice=voice)
    return Preview(
        voice.text("preview.review", ruleset=ruleset, points=_points(sheet.total, voice)),
        voice["preview.review_text"],
        f"/review/{id_}",
        f"/api/studies/{id_}/card",
        replace(card, game=ruleset, call=voice["card.review"]),
    )


def league_preview(league: League, *, members: int, voice: Catalogue) -> Preview:
    """A league: its name, what it plays and how many are in it, not who."""
    counts = {"members": voice.text("preview.members", n=members)}
    if league.rules is None:
        game, text = voice["card.daily"], voice.text("preview.league_days", **counts)
    else:
        game = ruleset_name(voice, league.rules)
        games = voice.text("preview.games", n=league.games)
        text = voice.text("preview.league_games", ruleset=game, games=games, **counts)
    card = _covered(
        league.rules or "base",
        headline=league.name,
        name=voice["card.league"],
        game=game,
        voice=voice,
        call="card.join_league",
    )
    title = voice.text("preview.league", name=league.name)
    return Preview(title, text, f"/l/{league.id}", f"/api/leagues/{league.id}/card", card)


def puzzle_preview(puzzle: StoredPuzzle, *, voice: Catalogue) -> Preview:
    """A puzzle with the board from which it begins."""
    ruleset = ruleset_name(voice, puzzle.rules)
    text = voice.text("preview.puzzle_text", ruleset=ruleset, level=puzzle.level, total=puzzle.total)
    card = Card(
        boards=puzzle.start().boards,
        headline=f"{_figure(puzzle.total)}?",
        game=ruleset,
        text=text,
        call=voice["card.puzzle"],
        edition=_edition(puzzle.rules),
    )
    title = voice.text("preview.puzzle", total=puzzle.total)
    return Preview(title, text, f"/puzzles/{puzzle.id}", f"/api/puzzles/{puzzle.id}/card", card)


def _is_hidden(room: Room, *, now: float) -> bool:
    try:
        require_shown(room.spec, seat=None, now=now)
    except Refusal:
        return True
    return False


def _finished(room: Room, seat: int, voice: Catalogue) -> Preview:
    sheet, boards = room.sheets()[seat], room.last_closed.seats[seat].boards
    ruleset = ruleset_name(voice, room.ruleset.name)
    written = date_name(voice, _day(room))
    names = [_name(room, one, voice) for one in range(room.seats)]
    if room.seats == 1:
        title = voice.text("preview.over", name=names[0], points=_points(sheet.total, voice))
    else:
        totals = (_spoken(one.total, voice) for one in room.sheets())
        title = ", ".join(f"{name} {total}" for name, total in zip(names, totals, strict=True))
    parts = ", ".join(
        f"{line_name(voice, line)} {_spoken(points, voice)}"
        for line, points in _lines(sheet).items()
        if points
    )
    card = _scored(room.ruleset.name, boards, sheet, voice=voice)
    card = replace(card, name=names[seat], game=f"{ruleset} · {written}", call=voice["card.see"])
    text = voice.text("preview.over_text", ruleset=ruleset, date=written, parts=parts or sheet.total)
    return Preview(title, text, f"/t/{room.id}", f"/api/tables/{room.id}/cards/{seat}", card)


def _hidden_day(room: Room, voice: Catalogue) -> Preview:
    """Somebody's game of a day that is not closed, or is not finished: who plays, and the score."""
    assert room.spec.daily is not None
    day = date.fromisoformat(room.spec.daily)
    name, written = _name(room, 0, voice), date_name(voice, day)
    ruleset = ruleset_name(voice, room.ruleset.name)
    total = room.sheets()[0].total if room.phase == "over" else None
    card = _covered(
        room.ruleset.name,
        headline=name if total is None else _figure(total),
        name="" if total is None else name,
        game=f"{ruleset} · {written}",
        voice=voice,
    )
    title = (
        voice.text("preview.day_running", name=name)
        if total is None
        else voice.text("preview.day", name=name, points=_points(total, voice))
    )
    text = voice.text("preview.daily_text", date=written, ruleset=ruleset)
    picture = f"/api/tables/{room.id}/cards/0"
    return Preview(title, text, f"/daily/{day.isoformat()}/{room.id}", picture, card)


def _blind(room: Room, voice: Catalogue) -> Preview:
    """Somebody's game whose dice stay hidden; one of a challenge leads to the challenge itself."""
    name, ruleset = _name(room, 0, voice), ruleset_name(voice, room.ruleset.name)
    is_challenge = room.spec.purpose == "challenge"
    total = room.sheets()[0].total if room.phase == "over" else None
    card = _covered(
        room.ruleset.name,
        headline=name if total is None else _figure(total),
        name="" if total is None else name,
        game=ruleset,
        voice=voice,
        call="card.beat" if is_challenge else "card.see",
    )
    if total is None:
        title = voice.text("preview.taking" if is_challenge else "preview.day_running", name=name)
    else:
        key = "preview.taken" if is_challenge else "preview.day"
        title = voice.text(key, name=name, points=_points(total, voice))
    text = voice.text("preview.taken_text" if is_challenge else "preview.blind_text", ruleset=ruleset)
    path = f"/c/{room.spec.source}" if is_challenge else f"/t/{room.id}"
    return Preview(title, text, path, f"/api/tables/{room.id}/cards/0", card)


def _lobby(room: Room, voice: Catalogue) -> Preview:
    ruleset, name = ruleset_name(voice, room.ruleset.name), _name(room, room.spec.creator, voice)
    counts = {"taken": sum(map(room.joined, range(room.seats))), "seats": room.seats}
    text = voice.text("card.seats", **counts)
    card = _covered(room.ruleset.name, headline=ruleset, name=name, voice=voice, call="card.join", text=text)
    return Preview(
        voice.text("preview.lobby", name=name),
        voice.text("preview.lobby_text", ruleset=ruleset, **counts),
        f"/t/{room.id}",
        f"/api/tables/{room.id}/cards/0",
        card,
    )


def _running(room: Room, voice: Catalogue) -> Preview:
    ruleset = ruleset_name(voice, room.ruleset.name)
    names = ", ".join(_name(room, seat, voice) for seat in range(room.seats))
    counts = {"round": room.waiting.round, "rounds": room.ruleset.rounds}
    text = voice.text("card.round", **counts)
    card = _covered(
        room.ruleset.name, headline=ruleset, name=names, voice=voice, call="card.watch", text=text
    )
    return Preview(
        voice.text("preview.running", names=names, **counts),
        voice.text("preview.running_text", ruleset=ruleset),
        f"/t/{room.id}",
        f"/api/tables/{room.id}/cards/0",
        card,
    )


def _covered(
    rules: str,
    *,
    headline: str,
    name: str,
    voice: Catalogue,
    game: str = "",
    text: str = "",
    call: str = "card.play_day",
) -> Card:
    """A card that shows neither dice nor boards: empty boards, with covered dice on them."""
    return Card(
        boards=parse_ruleset(rules).set_up().boards,
        headline=headline,
        name=name,
        game=game,
        text=text or voice["card.hidden"],
        call=voice[call],
        covered=True,
        edition=_edition(rules),
    )


def _scored(rules: str, boards: tuple[Board, ...], sheet: ScoreSheet, *, voice: Catalogue) -> Card:
    """A card with the boards of a finished game, their errors and the score lines."""
    lines = _lines(sheet)
    most = lines if len(lines) <= _MOST_LINES else {line: points for line, points in lines.items() if points}
    return Card(
        boards=boards,
        headline=_figure(sheet.total),
        lines=tuple((line_name(voice, line), _figure(points)) for line, points in most.items()),
        marks=tuple(
            Marks(errors=error_sides(sheet.all_lines, board=number)) for number in range(len(boards))
        ),
        edition=_edition(rules),
    )


def _lines(sheet: ScoreSheet) -> dict[str, int]:
    """The points of each name of a line, in the order of the sheet; lines that only tell something are left out."""
    lines: dict[str, int] = {}
    for line in sheet.all_lines:
        if line.kind != "note":
            lines[line.name] = lines.get(line.name, 0) + line.points
    return lines


def _name(room: Room, seat: int, voice: Catalogue) -> str:
    bot = room.bots[seat]
    return room.names[seat] or (voice.get(f"bot.{bot}.name", bot) if bot else "")


def _day(room: Room) -> date:
    return (
        date.fromisoformat(room.spec.daily)
        if room.spec.daily
        else datetime.fromtimestamp(room.created, UTC).date()
    )


def _edition(rules: str) -> Edition:
    return _EDITIONS.get(rules.partition("+")[0], "deep-blue")


def _figure(points: int) -> str:
    """Points with a minus sign, not a hyphen."""
    return f"\N{MINUS SIGN}{-points}" if points < 0 else str(points)


def _spoken(points: int, voice: Catalogue) -> str:
    """Points as they are read aloud."""
    return voice.text("preview.minus", points=-points) if points < 0 else str(points)


def _points(total: int, voice: Catalogue) -> str:
    """So many points in words."""
    points = voice.text("preview.points", n=abs(total))
    return voice.text("preview.minus", points=points) if total < 0 else points
