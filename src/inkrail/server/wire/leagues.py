"""The bodies of the calls about leagues."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from inkrail.server.rooms.leagues import MOST_GAMES
from inkrail.server.wire.bodies import Body, Name, Token
from inkrail.server.wire.messages import Word
from inkrail.server.wire.typed_dict import TypedDict

WEEK = r"^\d{4}-W\d{2}$"


class LeagueWanted(Body):
    """A league to make: its name and that of who makes it; with `rules` it has games of its own."""

    name: Name
    player: Name
    browser: Token
    rules: Word | None = None
    games: Annotated[int, Field(ge=1, le=MOST_GAMES)] = 5
    """How many games of its own, if it has `rules`; without them it plays the dailies."""


class LeagueGiven(TypedDict):
    """The id of a league."""

    league: str


class LeagueSummary(TypedDict):
    """A league that the requesting browser is in, and how far it has played there."""

    league: str
    name: str
    dice: Literal["daily", "own"]
    games: int
    """How many games there are: of this week, or in all."""
    played: int
    """How many of them the requesting browser has finished in time."""
    open: int
    """How many it can play now."""


class LeagueList(TypedDict):
    """The leagues of the requesting browser, the one it joined last first."""

    leagues: list[LeagueSummary]


class LeagueColumn(TypedDict):
    """A game of a league: a date, or a number from 1; what the requesting browser has played of it, and where."""

    game: str
    rules: str
    state: Literal["coming", "open", "closed"]
    today: bool
    played: Literal["no", "running", "over"]
    table: str | None


class LeagueResult(TypedDict):
    """A member's result in a game; `table` is null unless the requesting browser may see its boards."""

    state: Literal["coming", "open", "playing", "over", "late", "missed"]
    score: int | None
    table: str | None


class LeagueRow(TypedDict):
    """A member, and their results game by game."""

    name: str
    mine: bool
    maker: bool
    rank: int
    total: int
    played: int
    results: list[LeagueResult]


class LeagueInfo(TypedDict):
    """A league, without anything of dice and boards."""

    league: str
    name: str
    dice: Literal["daily", "own"]
    rules: str | None
    """The ruleset of its own games."""
    week: str | None
    """The week that is shown of a league that plays the dailies, such as `2026-W47`."""
    previous: str | None
    following: str | None
    """The weeks before and after it in which there was the league."""
    member: bool
    """Whether the requesting browser is in it."""
    mine: bool
    """Whether the requesting browser may rename and delete it."""
    full: bool
    games: list[LeagueColumn]
    members: list[LeagueRow]
    """All members, the best first."""
