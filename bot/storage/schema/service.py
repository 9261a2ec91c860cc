"""The service's own: notes, interactions taken up, orders of the operator, and who may work with the tables."""

from typing import Final

from sqlalchemy import JSON, BigInteger, Column, Double, Index, String, Table, Text

from bot.storage.schema.base import Id, metadata

notes: Final = Table(
    "notes",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("value", Text, nullable=False),
)
"""What the service remembers of itself, such as which commands Discord knows."""

inbox: Final = Table(
    "inbox",
    metadata,
    Column("interaction", BigInteger, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    Column("match", Id),
    Column("user", BigInteger, nullable=False),
    Index(None, "at"),
)
"""Interactions that were taken up, so that none is taken up twice, and by whom in which match."""

deferred: Final = Table(
    "deferred",
    metadata,
    Column("interaction", BigInteger, primary_key=True, autoincrement=False),
    Column("token", Text, nullable=False),
    Column("locale", String(16), nullable=False),
    Column("at", Double, nullable=False),
)
"""Interactions whose answer was announced and is still to come: after a restart somebody has to be told."""

orders: Final = Table(
    "orders",
    metadata,
    Column("id", Id, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("content", JSON, nullable=False),
    Column("made", Double, nullable=False),
    Column("done", Double),
    Column("failure", Text),
    sqlite_autoincrement=True,
)
"""What the operator wants done while the service runs, and what became of it."""

readers: Final = Table("readers", metadata, Column("oldest", String(16), primary_key=True))
"""One row, which migrations write: the oldest version of Tableside, like 0.2, that may work with this database."""
