"""Studies in the database: asked for once, leased to one process at a time."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from inkrail.core.errors import Refusal
from inkrail.server.storage.schema import studies
from inkrail.server.storage.statements import CHANNEL, NOTIFY
from inkrail.server.storage.store import Store
from inkrail.server.studies.engine import engine_name
from inkrail.server.studies.interfaces import Bounds, Lease, Report, Study
from inkrail.server.studies.questions import Question

STUDIES: Final = f"{CHANNEL}_studies"
"""The channel on which PostgreSQL notifies all processes of a study that was asked for or has more parts: its id."""
WAITING, RUNNING, DONE, FAILED = "waiting", "running", "done", "failed"

_other = studies.alias()
_served = (
    sa.select(sa.func.coalesce(sa.func.max(_other.c.taken), 0.0))
    .where(_other.c.asked_by == studies.c.asked_by)
    .scalar_subquery()
)
"""When a study of the same address was taken last: addresses take turns."""


class StudyStore:
    """The studies of a server's database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @property
    def shared(self) -> bool:
        """Whether other processes may compute too."""
        return self._store.shared

    # Asking.

    async def ask(self, question: Question, *, asked_by: str, now: float, bounds: Bounds) -> None:
        """Store a study that waits, unless it is there already; refuse it if too many are unfinished."""
        async with self._store.writing() as connection:
            status = sa.select(studies.c.status).where(studies.c.id == question.id)
            known = (await connection.execute(status)).scalar()
            if known not in (None, FAILED):
                return
            await _require_room(connection, asked_by, bounds=bounds)
            asked = {"asked": now, "used": now, "asked_by": asked_by, "status": WAITING}
            if known is None:
                values = {**_question_values(question), **asked, "engine": engine_name(), "parts": "[]"}
                insert = postgresql.insert if self.shared else sqlite.insert
                await connection.execute(insert(studies).values(values).on_conflict_do_nothing())
            else:
                again = studies.update().where(studies.c.id == question.id, studies.c.status == FAILED)
                await connection.execute(again.values(**asked, code=None, parts="[]"))
            await self._tell(connection, question.id)

    async def study(self, id_: str) -> Study | None:
        """A study."""
        async with self._store.reading() as connection:
            row = (await connection.execute(sa.select(studies).where(studies.c.id == id_))).first()
        return _study(row) if row else None

    async def use(self, id_: str, *, now: float) -> None:
        """Note that somebody looks at a study."""
        async with self._store.writing() as connection:
            await connection.execute(studies.update().where(studies.c.id == id_).values(used=now))

    async def forget(self, *, since: float) -> int:
        """Delete the studies that are over and that nobody has used since then; return how many."""
        unused = sa.and_(studies.c.used < since, studies.c.status.in_([DONE, FAILED]))
        async with self._store.writing() as connection:
            return int((await connection.execute(studies.delete().where(unused))).rowcount)

    async def before(self, id_: str) -> int:
        """How many studies were asked for earlier and wait too."""
        asked = sa.select(studies.c.asked).where(studies.c.id == id_).scalar_subquery()
        query = sa.select(sa.func.count()).where(studies.c.status == WAITING, studies.c.asked < asked)
        async with self._store.reading() as connection:
            return int((await connection.execute(query)).scalar_one())

    # Computing.

    async def waiting(self, *, now: float) -> int:
        """How many studies may be taken."""
        async with self._store.reading() as connection:
            return int((await connection.execute(sa.select(sa.func.count()).where(_free(now)))).scalar_one())

    async def take(self, lease: Lease, *, now: float) -> Study | None:
        """Lease the next study that waits or whose lease ran out, of the address that was served least recently."""
        following = (
            sa.select(studies.c.id)
            .where(_free(now))
            .order_by(_served, studies.c.asked, studies.c.id)
            .limit(1)
            .with_for_update(skip_locked=True, of=studies)
            .scalar_subquery()
        )
        taking = (
            studies.update()
            .where(studies.c.id == following)
            .values(
                status=RUNNING,
                leased_by=lease.holder,
                leased_until=lease.until,
                taken=now,
                parts="[]",
                getting_ready=None,
            )
            .returning(studies)
        )
        async with self._store.writing() as connection:
            row = (await connection.execute(taking)).first()
            if row is None:
                return None
            await self._tell(connection, row.id)
        return _study(row)

    async def keep(self, id_: str, lease: Lease, *, parts: Sequence[Report] | None = None) -> bool:
        """Extend a lease and store what is ready; False if the study is no longer leased to this holder."""
        ready = {} if parts is None else {"parts": json.dumps(parts), "getting_ready": None}
        return await self._update(id_, lease, tells=parts is not None, leased_until=lease.until, **ready)

    async def prepare(self, id_: str, lease: Lease, *, percent: int | None) -> bool:
        """Store how far the compilation is; False if the study is no longer leased to this holder."""
        return await self._update(id_, lease, tells=True, leased_until=lease.until, getting_ready=percent)

    async def finish(self, id_: str, lease: Lease, *, result: Report | None, code: str | None = None) -> bool:
        """Store the result, or why there is none; False if the study is no longer leased to this holder."""
        status = DONE if code is None else FAILED
        text = None if result is None else json.dumps(result)
        over = {"leased_by": None, "leased_until": None, "getting_ready": None}
        return await self._update(id_, lease, tells=True, status=status, result=text, code=code, **over)

    async def give_back(self, holder: str) -> None:
        """Let others take what this holder has leased."""
        await self._give_back(studies.c.leased_by == holder)

    async def give_all_back(self) -> None:
        """Let all leased studies be taken: no other process can hold them."""
        await self._give_back(sa.true())

    async def _give_back(self, which: sa.ColumnElement[bool]) -> None:
        freed = (
            studies.update()
            .where(studies.c.status == RUNNING, which)
            .values(status=WAITING, leased_by=None, leased_until=None, parts="[]", getting_ready=None)
            .returning(studies.c.id)
        )
        async with self._store.writing() as connection:
            for id_ in (await connection.execute(freed)).scalars().all():
                await self._tell(connection, id_)

    async def _update(self, id_: str, lease: Lease, *, tells: bool, **values: object) -> bool:
        mine = sa.and_(studies.c.id == id_, studies.c.status == RUNNING, studies.c.leased_by == lease.holder)
        async with self._store.writing() as connection:
            done = await connection.execute(studies.update().where(mine).values(**values))
            if done.rowcount and tells:
                await self._tell(connection, id_)
        return bool(done.rowcount)

    async def _tell(self, connection: AsyncConnection, id_: str) -> None:
        """Notify the other processes once the transaction is committed."""
        if self.shared:
            await connection.execute(NOTIFY, {"channel": STUDIES, "payload": id_})


def _free(now: float) -> sa.ColumnElement[bool]:
    """Whether a study may be taken: it waits, or the process that computed it is gone."""
    left = sa.and_(studies.c.status == RUNNING, studies.c.leased_until < now)
    return sa.or_(studies.c.status == WAITING, left)


async def _require_room(connection: AsyncConnection, asked_by: str, *, bounds: Bounds) -> None:
    mine = sa.func.sum(sa.case((studies.c.asked_by == asked_by, 1), else_=0))
    unfinished = sa.select(sa.func.count().label("all"), sa.func.coalesce(mine, 0).label("mine")).where(
        studies.c.status.in_([WAITING, RUNNING])
    )
    counts = (await connection.execute(unfinished)).one()
    if counts.all >= bounds.total or counts.mine >= bounds.address:
        raise Refusal("study.queue_full")


def _question_values(question: Question) -> dict[str, Any]:
    return {
        "id": question.id,
        "kind": question.kind,
        "effort": question.effort,
        "rules": question.rules,
        "seat": question.seat,
        "record": question.record,
        "hidden": question.hidden,
    }


def _study(row: sa.Row[Any]) -> Study:
    question = Question(row.kind, row.effort, row.rules, row.seat, row.record, row.hidden)
    result = None if row.result is None else json.loads(row.result)
    parts = tuple(json.loads(row.parts))
    return Study(row.id, question, row.status, row.code, parts, result, row.getting_ready, row.used)
