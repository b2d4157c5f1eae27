"""Who opened a table, so that lists can show a few of each."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; each table that is there already counts as opened by somebody else."""
    op.add_column("game_tables", sa.Column("opened_by", sa.String(32), nullable=False, server_default=""))
    op.execute("UPDATE game_tables SET opened_by = id")
    op.drop_index("game_tables_listed", "game_tables")
    op.create_index("game_tables_listed", "game_tables", ["public", "status", "opened_by", "created"])
