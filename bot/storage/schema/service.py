"""The service's own tables: notes, interactions, the operator's orders, readers of the database, and leases."""

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
"""The service's state as keys and values, such as which commands Discord knows."""

inbox: Final = Table(
    "inbox",
    metadata,
    Column("interaction", BigInteger, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    Column("match", Id),
    Column("user", BigInteger, nullable=False),
    Index(None, "at"),
)
"""Processed interactions, so that none is processed twice, with their user and match."""


class DeferredRow(Struct):
    """A deferred interaction that still needs its answer: after a restart, the person still has to be answered."""

    interaction: Snowflake
    token: str
    locale: Text16
    at: float


deferred: Final = table("deferred", DeferredRow, key=("interaction",))


class OrderRow(Struct):
    """An order from the operator to the running service, and its outcome."""

    id: Number
    kind: Text16
    content: dict[str, Any]
    made: float
    done: float | None
    failure: str | None


orders: Final = table("orders", OrderRow)


readers: Final = Table("readers", metadata, Column("oldest", String(16), primary_key=True))
"""One row, written by migrations: the oldest version of Tableside, such as 0.2, that can work with this database."""

leases: Final = Table(
    "leases",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("worker", String(32), nullable=False),
    Column("until", Double, nullable=False),
)
"""What each process holds exclusively, and until when: a shard, a turn to identify, or a task for one process only.
Leases also say that a process is alive, and that it hears a shard."""
