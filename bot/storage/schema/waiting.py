"""What is to happen: timers, posts and surfaces, and where they go."""

from typing import Final

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from bot.storage.schema.base import Id, metadata, only_where

timers: Final = Table(
    "timers",
    metadata,
    Column("id", Id, primary_key=True),
    Column("match", Id, ForeignKey("matches.id")),
    Column("kind", String(16), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("subject", String(80), nullable=False),
    Column("due", Double, nullable=False),
    Column("leased", Double, nullable=False, default=0.0),
    Column("attempts", Integer, nullable=False, default=0),
    UniqueConstraint("match", "kind", "seat", "subject"),
    Index(None, "due"),
    Index("ix_timers_kind_due", "kind", "due"),
    sqlite_autoincrement=True,
)
"""What is to happen at a time, in a match or in none. `leased` is until when somebody is at it."""

posts: Final = Table(
    "posts",
    metadata,
    Column("id", Id, primary_key=True),
    Column("match", Id, ForeignKey("matches.id")),
    Column("tournament", Id, ForeignKey("tournaments.id")),
    Column("kind", String(16), nullable=False),
    Column("destination", String(64), nullable=False),
    Column("content", JSON, nullable=False),
    Column("status", String(16), nullable=False),
    Column("due", Double, nullable=False),
    Column("attempts", Integer, nullable=False, default=0),
    Column("tried", Double),
    Column("claimed", Double),
    Column("stuck", Boolean, nullable=False, default=False),
    Column("message", BigInteger),
    Column("failure", Text),
    Index(None, "status", "due"),
    sqlite_autoincrement=True,
)
"""What is said once, about a match or about a tournament. `content` says what to render, never what was rendered;
`status` is waiting, shelved, sent or failed. `tried` is when it was first on its way: after some minutes Discord has
forgotten its nonce. `stuck` says that it failed so often that what comes after it does not wait for it any longer."""

surfaces: Final = Table(
    "surfaces",
    metadata,
    Column("id", Id, primary_key=True),
    Column("match", Id, ForeignKey("matches.id")),
    Column("tournament", Id, ForeignKey("tournaments.id")),
    Column("kind", String(16), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("destination", String(64), nullable=False),
    Column("wanted", Integer, nullable=False, default=0),
    Column("below", Integer, nullable=False, default=0),
    Column("shown", Integer, nullable=False, default=0),
    Column("due", Double, nullable=False, default=0.0),
    Column("attempts", Integer, nullable=False, default=0),
    Column("claimed", Double),
    Column("channel", BigInteger),
    Column("message", BigInteger),
    Column("sent", Double),
    Column("digest", String(32)),
    Column("token", Text),
    UniqueConstraint("match", "kind", "seat"),
    UniqueConstraint("tournament", "kind", "seat"),
    sqlite_autoincrement=True,
)
Index("ix_surfaces_stale", surfaces.c.due, **only_where(surfaces.c.wanted > surfaces.c.shown))
Index("ix_surfaces_claimed", surfaces.c.claimed, **only_where(surfaces.c.claimed.is_not(None)))
"""What is kept current, of a match or of a tournament. Marks are counted: it is stale while `wanted` is ahead of
`shown`, and it has to be a new message, below what was said since, while `below` is. `seat` is -1 for what everybody
sees; `digest` is of what it shows, so that nothing is sent where nothing would change; where a click's answer came
after what was sent, it is the number of that click. `token` is of the newest interaction that was answered with it, by
which it is edited where the bot has no other way to it."""

destinations: Final = Table(
    "destinations",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("channel", BigInteger),
    Column("moves", Integer, nullable=False, default=0),
)
"""Where a named destination is, once it has been opened, and how often that was gone and had to be found anew."""
