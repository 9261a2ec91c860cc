"""Alembic's scripts, which migrate a database of any released version to this one."""
