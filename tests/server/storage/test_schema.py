"""The tables of the database, and the migrations that make them."""

from __future__ import annotations

from hashlib import sha256

import sqlalchemy as sa

from inkrail.server.storage.migrations.versions.v0005_tables import revision
from inkrail.server.storage.schema import metadata
from inkrail.server.storage.store import Store


async def test_the_migrations_lead_to_the_schema_of_the_code(store: Store) -> None:
    def compare(connection: sa.Connection) -> object:
        from alembic.autogenerate import compare_metadata  # noqa: PLC0415
        from alembic.migration import MigrationContext  # noqa: PLC0415

        return compare_metadata(MigrationContext.configure(connection), metadata)

    async with store.engine.connect() as connection:
        assert await connection.run_sync(compare) == []


def test_another_schema_has_another_revision() -> None:
    """A database of another schema is refused by its revision, so whoever changes a table changes the number too."""
    names = [
        f"{table.name}.{column.name} {column.type!r} {column.nullable} {column.primary_key}"
        for table in metadata.sorted_tables
        for column in table.columns
    ]
    assert (revision, sha256("\n".join(names).encode()).hexdigest()[:12]) == ("0005", "782f94c8a05c")
