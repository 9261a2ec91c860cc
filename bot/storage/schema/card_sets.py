"""Card sets that servers write for themselves: their versions, and how busy a server has been with them."""

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
"""The versions of a server's own sets. `source` is the file as it was uploaded, `hash` what it holds. Of one key the
newest version stands to be enabled, and one is `enabled`: new tables of the server play with it. Any other was
`dropped`, and is forgotten some days later."""

workshops: Final = Table(
    "workshops",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("uploads", JSON, nullable=False),
)
"""When a server's people uploaded sets in the last hour. Who changes a server's sets locks its row first."""
