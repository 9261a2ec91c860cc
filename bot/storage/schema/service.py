"""The service's own: notes, interactions taken up, the operator's orders, who may work with the tables, and leases."""

from typing import Any, Final

from msgspec import Struct
from sqlalchemy import BigInteger, Column, Double, Index, String, Table, Text

from bot.storage.schema.base import Id, Number, Snowflake, Text16, metadata, table

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


class DeferredRow(Struct):
    """Interactions whose answer was announced and is still to come: after a restart somebody has to be told."""

    interaction: Snowflake
    token: str
    locale: Text16
    at: float


deferred: Final = table("deferred", DeferredRow, key=("interaction",))


class OrderRow(Struct):
    """What the operator wants done while the service runs, and what became of it."""

    id: Number
    kind: Text16
    content: dict[str, Any]
    made: float
    done: float | None
    failure: str | None


orders: Final = table("orders", OrderRow)


readers: Final = Table("readers", metadata, Column("oldest", String(16), primary_key=True))
"""One row, which migrations write: the oldest version of Tableside, like 0.2, that may work with this database."""

leases: Final = Table(
    "leases",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("worker", String(32), nullable=False),
    Column("until", Double, nullable=False),
)
"""Which process has what to itself, and until when: a shard, a turn to identify, a task that one is enough for; that it
lives at all; and that it hears a shard."""
