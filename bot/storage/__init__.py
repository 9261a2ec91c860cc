"""Storage: the tables, one query layer for SQLite and PostgreSQL, and the migrations.

Queries are plain functions over a connection; the caller decides where a transaction begins and ends.
"""
