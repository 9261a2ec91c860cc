"""Servers' own card sets: their versions, and the servers' recent uploads."""

from typing import Final

from sqlalchemy import JSON, BigInteger, Boolean, Column, Double, ForeignKey, Index, Integer, String, Table, Text

from bot.storage.schema.base import Id, metadata

guild_sets: Final = Table(
    "guild_sets",
    metadata,
    Column("id", Id, primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("game", String(32), nullable=False),
    Column("key", String(64), nullable=False),
    Column("version", Integer, nullable=False),
    Column("hash", String(64), ForeignKey("card_sets.hash"), nullable=False),
    Column("source", Text, nullable=False),
    Column("uploader", BigInteger, nullable=False),
    Column("uploaded", Double, nullable=False),
    Column("enabled", Boolean, nullable=False, default=False),
    Column("dropped", Double),
    Index(None, "guild"),
    Index(None, "hash"),
    sqlite_autoincrement=True,
)
"""The versions of a server's own sets. `source` is the uploaded file, `hash` identifies its contents. For each key, the
newest version can be enabled, and at most one version is `enabled`: the server's new tables use it. All others have
been `dropped`, and are deleted some days later."""

workshops: Final = Table(
    "workshops",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("uploads", JSON, nullable=False),
)
"""A server's set uploads within the last hour. Code that changes a server's sets locks this row first."""
