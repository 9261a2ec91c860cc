"""The tables. Times are seconds since 1970 (UTC); ids of Discord are integers, ids of ours count from 1.

A match is its row, its seats, its log of entries and the events that followed from them. Whatever waits for somebody,
a draft, a timer, a post, a surface, is a row of its own.
"""

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
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# SQLite counts a primary key up by itself only where it is its own INTEGER, and never gives a number out twice only
# where it is told so.
Id: Final = BigInteger().with_variant(Integer, "sqlite")


def _match_id(*, primary_key: bool = False) -> "Column[int]":
    return Column("match", Id, ForeignKey("matches.id"), primary_key=primary_key, nullable=False)


guilds: Final = Table(
    "guilds",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("locale", String(16)),
    Column("pace", String(16)),
    Column("threads", Boolean, nullable=False, default=True),
    Column("hand", String(16), nullable=False, default="dm"),
    Column("channels", JSON, nullable=False),
    Column("retention", Integer),
)
"""A server's settings: its language and usual pace, whether matches get threads, where the hand of somebody who has not
said comes, the channels where tables may be opened (none means all), and after how many days finished matches are
deleted (nothing means never)."""

users: Final = Table(
    "users",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("locale", String(16)),
    Column("hand", String(16)),
    Column("dm_closed", Boolean, nullable=False, default=False),
    Column("acted", Double),
    Column("reminders", Boolean, nullable=False, default=True),
    Column("pictures", Boolean, nullable=False, default=True),
    Column("quiet_from", Integer),
    Column("quiet_to", Integer),
    Column("zone", Integer, nullable=False, default=0),
)
"""A person's settings: where the hand comes ("dm", "button", or nothing for as the server has it), whether DMs turned
out to be closed, when the person last did something in a match, whether reminders and pictures are wanted, and the
hours between which reminders wait, in a zone so many hours east of UTC."""

blocks: Final = Table(
    "blocks",
    metadata,
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("blocked", BigInteger, primary_key=True, autoincrement=False),
)
"""Who does not want to play with whom."""

aways: Final = Table(
    "aways",
    metadata,
    Column("id", Id, primary_key=True),
    Column("user", BigInteger, nullable=False),
    Column("begun", Double, nullable=False),
    Column("until", Double, nullable=False),
    Index(None, "user"),
    sqlite_autoincrement=True,
)
"""When people were or are away. Who comes back early ends it early."""

card_sets: Final = Table(
    "card_sets",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("key", String(64), nullable=False),
    Column("title", String(128), nullable=False),
    Column("content", Text, nullable=False),
)
"""Card sets by content: never changed in place."""

matches: Final = Table(
    "matches",
    metadata,
    Column("id", Id, primary_key=True),
    Column("game", String(32), nullable=False),
    Column("status", String(16), nullable=False),
    Column("guild", BigInteger),
    Column("channel", BigInteger, nullable=False),
    Column("opener", BigInteger, nullable=False),
    Column("pace", String(16), nullable=False),
    Column("options", JSON, nullable=False),
    Column("sets", JSON, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("table_string", Text),
    Column("state", JSON),
    Column("state_version", Integer),
    Column("counters", JSON, nullable=False),
    Column("clocks", JSON, nullable=False),
    Column("entries", Integer, nullable=False, default=0),
    Column("events", Integer, nullable=False, default=0),
    Column("posted", Integer, nullable=False, default=0),
    Column("outcome", JSON),
    Column("closing", JSON),
    Column("revision", Integer, nullable=False, default=0),
    Column("opened", Double, nullable=False),
    Column("started", Double),
    Column("ended", Double),
    Column("rematch_of", Id),
    Index(None, "status"),
    sqlite_autoincrement=True,
)
"""A match from its lobby on. `status` is lobby, running, over (has an outcome) or closed (has none). `entries` and
`events` count its log and what happened in it, `posted` how many of its events are in posts; `counters` are its
dice's; `clocks` is what its clocks have to remember; `closing` is the message that says why it was closed; `revision`
serialises our own writes."""

seats: Final = Table(
    "seats",
    metadata,
    _match_id(primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("user", BigInteger),
    Column("house", String(16)),
    Column("invited", BigInteger),
    Column("deck", JSON),
    Column("word", String(64)),
    Column("left", Boolean, nullable=False, default=False),
    Column("bank", Double, nullable=False, default=0.0),
    Column("missed", Integer, nullable=False, default=0),
    Column("extended", Boolean, nullable=False, default=False),
    Column("waits", Boolean, nullable=False, default=False),
    Column("ahead", String(64)),
    Index(None, "user"),
)
"""Who sits where: a person or a house player, or nobody yet; `invited` is whom an open seat is kept for. `bank` is the
seat's reserve of time, `missed` how many of its turns running were played by the clock, `extended` whether it has asked
for more time, `waits` whether its answers are held until the deadline, `ahead` the topic on which it passes ahead."""

watchers: Final = Table(
    "watchers",
    metadata,
    _match_id(primary_key=True),
    Column("user", BigInteger, primary_key=True, autoincrement=False),
)
"""Who watches a match."""

entries: Final = Table(
    "entries",
    metadata,
    _match_id(primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("decision", String(16)),
    Column("answer", JSON),
    Column("draws", JSON, nullable=False),
    Column("at", Double, nullable=False),
)
"""The log that replays a match: picks, defaults and leaves, by seat; entry 0 is the beginning."""

events: Final = Table(
    "events",
    metadata,
    _match_id(primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("entry", Integer, nullable=False),
    Column("fact", JSON, nullable=False),
    Column("audience", JSON),
    Column("others", JSON),
    Column("once", Boolean, nullable=False, default=False),
)
"""What happened, in the form its audience is told and in the form everybody else is."""

drafts: Final = Table(
    "drafts",
    metadata,
    _match_id(primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("picks", JSON, nullable=False),
    Column("chosen", JSON, nullable=False),
    Column("held", JSON),
    Column("revision", Integer, nullable=False, default=0),
)
"""What a seat has picked and not committed: whole picks, the keys chosen so far of a question that takes several, a
final answer that is held until its time comes, and how often it has changed."""

timers: Final = Table(
    "timers",
    metadata,
    Column("id", Id, primary_key=True),
    _match_id(),
    Column("kind", String(16), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("subject", String(80), nullable=False),
    Column("due", Double, nullable=False),
    Column("leased", Double, nullable=False, default=0.0),
    Column("attempts", Integer, nullable=False, default=0),
    UniqueConstraint("match", "kind", "seat", "subject"),
    Index(None, "due"),
    sqlite_autoincrement=True,
)
"""What is to happen at a time. `leased` is until when somebody is at it."""

posts: Final = Table(
    "posts",
    metadata,
    Column("id", Id, primary_key=True),
    _match_id(),
    Column("kind", String(16), nullable=False),
    Column("destination", String(64), nullable=False),
    Column("content", JSON, nullable=False),
    Column("status", String(16), nullable=False),
    Column("due", Double, nullable=False),
    Column("attempts", Integer, nullable=False, default=0),
    Column("tried", Double),
    Column("claimed", Double),
    Column("message", BigInteger),
    Column("failure", Text),
    Index(None, "status", "due"),
    sqlite_autoincrement=True,
)
"""What is said once. `content` says what to render, never what was rendered; `status` is waiting, shelved, sent or
failed. `tried` is when it was first on its way: after some minutes Discord has forgotten its nonce."""

surfaces: Final = Table(
    "surfaces",
    metadata,
    Column("id", Id, primary_key=True),
    _match_id(),
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
    UniqueConstraint("match", "kind", "seat"),
    sqlite_autoincrement=True,
)
"""What is kept current. Marks are counted: it is stale while `wanted` is ahead of `shown`, and it has to be a new
message, below what was said since, while `below` is. `seat` is -1 for what everybody sees; `digest` is of what it
shows, so that nothing is sent where nothing would change."""

destinations: Final = Table(
    "destinations",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("channel", BigInteger),
    Column("moves", Integer, nullable=False, default=0),
)
"""Where a named destination is, once it has been opened, and how often that was gone and had to be found anew."""

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
