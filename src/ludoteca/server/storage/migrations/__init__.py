"""Alembic scripts that upgrade a database of an older version."""
