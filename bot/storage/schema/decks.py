"""Decks that people have built, and the deck formats of servers."""

from typing import Final

from sqlalchemy import JSON, BigInteger, Column, Double, Integer, String, Table, Text, UniqueConstraint

from bot.storage.schema.base import Id, metadata

own_decks: Final = Table(
    "own_decks",
    metadata,
    Column("id", Id, primary_key=True),
    Column("user", BigInteger, nullable=False),
    Column("game", String(32), nullable=False),
    Column("name", String(32), nullable=False),
    Column("folded", Text, nullable=False),
    Column("format", String(32), nullable=False),
    Column("cards", JSON, nullable=False),
    Column("revision", Integer, nullable=False, default=0),
    Column("changed", Double, nullable=False),
    UniqueConstraint("user", "folded"),
    sqlite_autoincrement=True,
)
"""A person's decks, in every server the same. `folded` is the name as it is compared, `format` the name of the format
that the deck is built for, `cards` how many of which card by the definitions' ids; `revision` counts its changes, so
that a click on an older panel is known."""

own_formats: Final = Table(
    "own_formats",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String(32), primary_key=True),
    Column("folded", Text, primary_key=True),
    Column("figures", JSON, nullable=False),
)
"""A server's own deck formats: all their figures, the name among them. A match carries a copy of its format."""
