"""The tables of the database, and the migrations that make them."""

from __future__ import annotations

import sqlalchemy as sa

from inkrail.server.storage.schema import metadata
from inkrail.server.storage.store import Store


async def test_the_migrations_lead_to_the_schema_of_the_code(store: Store) -> None:
    def compare(connection: sa.Connection) -> object:
        from alembic.autogenerate import compare_metadata  # noqa: PLC0415
        from alembic.migration import MigrationContext  # noqa: PLC0415

        return compare_metadata(MigrationContext.configure(connection), metadata)

    async with store.engine.connect() as connection:
        assert await connection.run_sync(compare) == []
