"""Alembic's scripts: how a database of any released version becomes one of this."""
