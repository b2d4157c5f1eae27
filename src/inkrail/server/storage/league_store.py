"""Storage of leagues and their members."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from inkrail.server.rooms.leagues import MOST_MEMBERS, League, Member, own_contests
from inkrail.server.storage.schema import attempts, league_members, leagues
from inkrail.server.storage.store import Store
from inkrail.server.storage.value_table import ValueTable


class LeagueStore(ValueTable[League]):
    """The leagues, and who is in them; a league without members does not stay."""

    def __init__(self, store: Store) -> None:
        super().__init__(store, leagues, League)
        self._members = ValueTable(store, league_members, Member)

    async def of_id(self, id_: str) -> League | None:
        """The league with this id."""
        return await self.one(leagues.c.id == id_)

    async def of_browser(self, browser: str) -> list[League]:
        """The leagues that a browser is in, the one it joined last first."""
        query = (
            sa.select(leagues)
            .join(league_members, league_members.c.league_id == leagues.c.id)
            .where(league_members.c.browser == browser)
            .order_by(league_members.c.joined.desc(), leagues.c.id)
        )
        async with self._store.reading() as connection:
            return [League(*row) for row in await connection.execute(query)]

    async def opened(self, opened_by: str, *, since: float) -> int:
        """How many leagues an address has made since then."""
        return await self.count(leagues.c.opened_by == opened_by, leagues.c.created > since)

    async def members(self, id_: str) -> list[Member]:
        """All members of a league."""
        return await self._members.all(league_members.c.league_id == id_)

    async def member(self, id_: str, browser: str) -> Member | None:
        """A member, by their browser."""
        return await self._members.one(_membership(id_, browser))

    async def make(self, league: League, *, name: str) -> None:
        """Store a league with its maker, under this name."""
        maker = Member(league.id, league.maker, name, league.created)
        await self._run(leagues.insert().values(self._columns(league)), self._joining(maker))

    async def join(self, member: Member) -> bool:
        """Add a member, or give one who is in it another name; False if the league is full or gone."""
        is_in = _membership(member.league, member.browser)
        await self._run(
            *self._locked(member.league),
            league_members.update().where(is_in).values(name=member.name),
            self._joining(member),
        )
        return await self.member(member.league, member.browser) is not None

    async def rename(self, id_: str, name: str) -> None:
        """Give a league another name."""
        await self._run(leagues.update().where(leagues.c.id == id_).values(name=name))

    async def leave(self, league: League, browser: str) -> None:
        """Remove a member; who is in the league longest becomes its maker, and without members it is removed."""
        others = sa.select(league_members.c.browser).where(league_members.c.league_id == league.id)
        longest = others.order_by(league_members.c.joined, league_members.c.browser).limit(1)
        await self._run(
            *self._locked(league.id),
            league_members.delete().where(_membership(league.id, browser)),
            leagues.update()
            .where(leagues.c.id == league.id, leagues.c.maker == browser, others.exists())
            .values(maker=longest.scalar_subquery()),
            _removing_results(league).where(~others.exists()),
            leagues.delete().where(leagues.c.id == league.id, ~others.exists()),
        )

    async def remove(self, league: League) -> None:
        """Remove a league with its members and the results of its own games; the games stay."""
        await self._run(
            *self._locked(league.id),
            league_members.delete().where(league_members.c.league_id == league.id),
            _removing_results(league),
            leagues.delete().where(leagues.c.id == league.id),
        )

    def _locked(self, id_: str) -> list[sa.Executable]:
        """Have others wait who change the same league; SQLite has one writer anyway."""
        locked = sa.select(leagues.c.id).where(leagues.c.id == id_).with_for_update()
        return [locked] if self._store.shared else []

    def _joining(self, member: Member) -> sa.Executable:
        """Inserts a member who is not in the league, if there is room and the league is still there."""
        in_it = league_members.c.league_id == member.league
        number = sa.select(sa.func.count()).where(in_it).scalar_subquery()
        columns = league_members.c
        values = (
            (columns.browser, member.browser),
            (columns.name, member.name),
            (columns.joined, member.joined),
        )
        new = sa.select(leagues.c.id, *(sa.literal(value, column.type) for column, value in values)).where(
            leagues.c.id == member.league, number < MOST_MEMBERS
        )
        insert = postgresql.insert if self._store.shared else sqlite.insert
        return insert(league_members).from_select(columns.keys(), new).on_conflict_do_nothing()


def _membership(id_: str, browser: str) -> sa.ColumnElement[bool]:
    return sa.and_(league_members.c.league_id == id_, league_members.c.browser == browser)


def _removing_results(league: League) -> sa.Delete:
    return attempts.delete().where(attempts.c.contest.in_(own_contests(league)))
