"""What processes that share one database agree on."""

from typing import Final

from sqlalchemy import Column, Double, String, Table

from bot.storage.schema.base import metadata

leases: Final = Table(
    "leases",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("worker", String(32), nullable=False),
    Column("until", Double, nullable=False),
)
"""Which process has what to itself, and until when: a shard, a turn to identify, a task that one is enough for; that it
lives at all; and that it hears a shard."""
