"""The database: schema, store, group commit, migrations, backup, and wake-ups between processes."""
