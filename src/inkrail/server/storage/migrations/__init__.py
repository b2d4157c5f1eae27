"""Migrations of the database, one file per revision."""
