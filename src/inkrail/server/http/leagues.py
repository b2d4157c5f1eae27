"""Leagues: groups joined by a link, and their tables of results."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path, Query
from starlette.responses import Response

from inkrail.core.errors import Refusal
from inkrail.server.http.attempts import begin, played, resume
from inkrail.server.http.dependencies import (
    PROBLEMS,
    Asking,
    Client,
    Opener,
    Server,
    limit_creations,
    limit_questions,
)
from inkrail.server.http.services import Services
from inkrail.server.rooms.daily import today
from inkrail.server.rooms.hunt import week_of
from inkrail.server.rooms.interfaces import Attempt
from inkrail.server.rooms.leagues import (
    MOST_GAMES,
    MOST_LEAGUES,
    MOST_MEMBERS,
    MOST_OPENED,
    League,
    LeagueGame,
    Member,
    Standing,
    counts,
    games_of,
    league_spec,
    members_in,
    parse_week,
    require_playable,
    standings,
    weeks_around,
)
from inkrail.server.rooms.names import clean_name
from inkrail.server.rooms.tokens import hashed, new_table_id
from inkrail.server.wire.bodies import BrowserBody, DailyAttempt
from inkrail.server.wire.leagues import (
    WEEK,
    LeagueColumn,
    LeagueGiven,
    LeagueInfo,
    LeagueList,
    LeagueResult,
    LeagueRow,
    LeagueSummary,
    LeagueWanted,
)
from inkrail.server.wire.seating import SeatGiven

router = APIRouter(prefix="/api/leagues", tags=["leagues"], responses=PROBLEMS)

LeagueId = Annotated[str, Path(max_length=32, pattern=r"^[\w-]+$")]
_DAY = 24 * 3600


@router.post("", status_code=201, dependencies=[Depends(limit_creations)])
async def make(body: LeagueWanted, server: Server, opener: Opener) -> LeagueGiven:
    """Make a league and be its first member."""
    name, player, browser = clean_name(body.name), clean_name(body.player), hashed(body.browser)
    if body.rules is not None:
        require_playable(body.rules)
    now = server.clock()
    await _require_few(server, browser)
    if await server.leagues.opened(opener, since=now - _DAY) >= MOST_OPENED:
        raise Refusal("league.too_many_made", most=MOST_OPENED)
    games = body.games if body.rules else 0
    league = League(new_table_id(), name, body.rules, games, browser, opener, now)
    await server.leagues.make(league, name=player)
    return {"league": league.id}


@router.get("", dependencies=[Depends(limit_questions)])
async def mine(server: Server, client: Asking) -> LeagueList:
    """The leagues that the requesting browser is in."""
    if client.browser is None:
        return {"leagues": []}
    now, leagues = server.clock(), await server.leagues.of_browser(client.browser)
    games = [games_of(league, week=week_of(now), now=now) for league in leagues]
    contests = {game.contest for column in games for game in column}
    own = {
        attempt.contest: attempt
        for attempt in await server.attempts.among(contests, browsers=[client.browser])
    }
    return {"leagues": [_summary(league, column, own) for league, column in zip(leagues, games, strict=True)]}


def _summary(league: League, games: list[LeagueGame], own: dict[str, Attempt]) -> LeagueSummary:
    attempts = [own.get(game.contest) for game in games]
    return {
        "league": league.id,
        "name": league.name,
        "dice": "own" if league.rules else "daily",
        "games": len(games),
        "played": sum(attempt is not None and counts(attempt) for attempt in attempts),
        "open": sum(
            game.state == "open" and played(attempt) != "over"
            for game, attempt in zip(games, attempts, strict=True)
        ),
    }


async def _found(server: Services, id_: str) -> League:
    league = await server.leagues.of_id(id_)
    if league is None:
        raise Refusal("league.unknown")
    return league


async def _made(server: Services, id_: str, browser: str | None) -> League:
    """The league, if this browser may rename and delete it."""
    league = await _found(server, id_)
    if browser != league.maker:
        raise Refusal("league.not_maker")
    return league


async def _require_few(server: Services, browser: str) -> None:
    if len(await server.leagues.of_browser(browser)) >= MOST_LEAGUES:
        raise Refusal("league.too_many", most=MOST_LEAGUES)


@router.get("/{league}", dependencies=[Depends(limit_questions)])
async def one(
    league: LeagueId,
    server: Server,
    *,
    client: Asking,
    week: Annotated[str | None, Query(pattern=WEEK, description="A week, e.g. 2026-W47")] = None,
) -> LeagueInfo:
    """A league and its table of results, by default of this week; never dice or boards."""
    stored, now = await _found(server, league), server.clock()
    shown = parse_week(week, stored, now=now)
    everyone = await server.leagues.members(stored.id)
    members = members_in(everyone, stored, week=shown)
    games = games_of(stored, week=shown, now=now)
    browsers = {member.browser for member in members} | ({client.browser} if client.browser else set())
    attempts = await server.attempts.among({game.contest for game in games}, browsers=browsers)
    own = {attempt.contest: attempt for attempt in attempts if attempt.browser == client.browser}
    previous, following = (None, None) if stored.rules else weeks_around(shown, stored, now=now)
    return {
        "league": stored.id,
        "name": stored.name,
        "dice": "own" if stored.rules else "daily",
        "rules": stored.rules,
        "week": None if stored.rules else shown,
        "previous": previous,
        "following": following,
        "member": any(member.browser == client.browser for member in everyone),
        "mine": client.browser == stored.maker,
        "full": len(everyone) >= MOST_MEMBERS,
        "games": [_column(game, own.get(game.contest), now=now) for game in games],
        "members": [
            _row(standing, stored, games, client=client, own=own)
            for standing in standings(members, games, attempts)
        ],
    }


def _column(game: LeagueGame, own: Attempt | None, *, now: float) -> LeagueColumn:
    return {
        "game": game.name,
        "rules": game.rules,
        "state": game.state,
        "today": game.name == today(now).isoformat(),
        "played": played(own),
        "table": own.table if own else None,
    }


def _row(
    standing: Standing, league: League, games: list[LeagueGame], *, client: Client, own: dict[str, Attempt]
) -> LeagueRow:
    return {
        "name": standing.member.name,
        "mine": standing.member.browser == client.browser,
        "maker": standing.member.browser == league.maker,
        "rank": standing.rank,
        "total": standing.total,
        "played": standing.played,
        "results": [
            _result(game, attempt, is_shown=game.state == "closed" or played(own.get(game.contest)) == "over")
            for game, attempt in zip(games, standing.attempts, strict=True)
        ],
    }


def _result(game: LeagueGame, attempt: Attempt | None, *, is_shown: bool) -> LeagueResult:
    state: Literal["coming", "open", "playing", "over", "late", "missed"]
    if attempt is None:
        state = "missed" if game.state == "closed" else game.state
        return {"state": state, "score": None, "table": None}
    if attempt.score is None:
        return {"state": "playing", "score": None, "table": None}
    state = "late" if attempt.late else "over"
    return {"state": state, "score": attempt.score, "table": attempt.table if is_shown else None}


@router.patch("/{league}", dependencies=[Depends(limit_creations)])
async def rename(league: LeagueId, body: DailyAttempt, server: Server) -> LeagueGiven:
    """Rename a league, with the browser that made it."""
    stored = await _made(server, league, hashed(body.browser))
    await server.leagues.rename(stored.id, clean_name(body.name))
    return {"league": stored.id}


@router.delete("/{league}", status_code=204, response_class=Response, dependencies=[Depends(limit_creations)])
async def remove(league: LeagueId, server: Server, client: Asking) -> None:
    """Delete a league and the results of its own games, with the browser that made it; days and games stay."""
    await server.leagues.remove(await _made(server, league, client.browser))


@router.post("/{league}/members", dependencies=[Depends(limit_creations)])
async def join(league: LeagueId, body: DailyAttempt, server: Server) -> LeagueGiven:
    """Join a league, or change one's name in it."""
    stored, name, browser = await _found(server, league), clean_name(body.name), hashed(body.browser)
    if await server.leagues.member(stored.id, browser) is None:
        await _require_few(server, browser)
    if not await server.leagues.join(Member(stored.id, browser, name, server.clock())):
        raise Refusal("league.full", most=MOST_MEMBERS)
    return {"league": stored.id}


@router.delete(
    "/{league}/members/me", status_code=204, response_class=Response, dependencies=[Depends(limit_creations)]
)
async def leave(league: LeagueId, server: Server, client: Asking) -> None:
    """Leave a league; it is deleted with its last member."""
    stored = await _found(server, league)
    if client.browser:
        await server.leagues.leave(stored, client.browser)


@router.post("/{league}/games/{game}", status_code=201, dependencies=[Depends(limit_creations)])
async def play(
    league: LeagueId,
    game: Annotated[int, Path(ge=1, le=MOST_GAMES)],
    body: BrowserBody,
    *,
    server: Server,
    opener: Opener,
) -> SeatGiven:
    """Play a game of a league that has games of its own, as a member and once; a game that runs is resumed."""
    stored, browser = await _found(server, league), hashed(body.browser)
    spec = league_spec(stored, game, secret=server.rooms.secret)
    member = await server.leagues.member(stored.id, browser)
    if member is None:
        raise Refusal("league.not_member")
    assert spec.source is not None
    attempt = await server.attempts.of(spec.source, browser=browser)
    if attempt is None:
        given = await begin(server, spec.source, spec, name=member.name, browser=browser, opener=opener)
        if given is None:
            raise Refusal("server.busy")
        return given
    if attempt.score is not None:
        raise Refusal("league.played")
    return await resume(server, attempt)
