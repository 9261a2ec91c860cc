"""Matches: the row, its seats, its log and the events that followed, drafts, and the card sets it is pinned to."""

from typing import Final

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Double,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
)

from bot.storage.schema.base import Id, match_id, metadata

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
    Column("takeover", String(16)),
    Column("vote", JSON),
    Column("branch", Integer, nullable=False, default=0),
    Column("rated", Boolean, nullable=False, default=True),
    Column("unrated", String(16)),
    Column("series", Id),
    Column("dice_key", LargeBinary),
    Column("starting", Double),
    Column("solo", Boolean, nullable=False, default=False, server_default="0"),
    Index(None, "status"),
    Index(None, "series"),
    sqlite_autoincrement=True,
)
"""A match from its lobby on. `status` is lobby, running, over (has an outcome) or closed (has none). `entries` and
`events` count its log and what happened in it, `posted` how many of its events are in posts; `counters` are its
dice's; `clocks` is what its clocks have to remember; `closing` is the message that says why it was closed; `revision`
serialises our own writes. `takeover` is the level of the house player that plays on for who leaves, where the table
agreed on that; `vote` is the vote that is open on taking back a move; `branch` counts how often that was done, and
tells the dice apart; `rated` is whether the table wants the match to count for the ratings, `unrated` why it does
not; `series` is the series of a tournament that it is a game of. `dice_key` is there once a lucky word was
deleted from the table string, from which the key would follow otherwise; `starting` is since when a lobby is ready to
begin and waits for the post of its seal, and nothing about it can be changed any more; `solo` is whether one person
plays it against the house, in answers to the person's own clicks alone: it has no clock and no posts."""

seats: Final = Table(
    "seats",
    metadata,
    match_id(primary_key=True),
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
    Column("agreed", Boolean, nullable=False, default=True),
    Column("asking", String(16), nullable=False, default="always"),
    Column("called", Integer),
    Index(None, "user"),
)
"""Who sits where: a person or a house player, or nobody yet; `invited` is whom an open seat is kept for. `bank` is
the seat's reserve of time, `missed` how many of its turns running were played by the clock, `extended` whether it has
asked for more time, `waits` whether its answers are held until the deadline, `ahead` the topic on which it passes
ahead, `agreed` whether its person agrees to the table as it stands, `asking` which questions of windows it is asked,
`called` how long the log was when it last called for a vote."""

seals: Final = Table(
    "seals",
    metadata,
    Column("match", Id, primary_key=True, autoincrement=False),
    Column("seal", String(43), nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("message", BigInteger, nullable=False),
    Column("at", Double, nullable=False),
)
"""The seals of matches that Discord has taken: the text as it was posted, and the first message that carries it."""

watchers: Final = Table(
    "watchers",
    metadata,
    match_id(primary_key=True),
    Column("user", BigInteger, primary_key=True, autoincrement=False),
)
"""Who watches a match."""

entries: Final = Table(
    "entries",
    metadata,
    match_id(primary_key=True),
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
    match_id(primary_key=True),
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
    match_id(primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("picks", JSON, nullable=False),
    Column("chosen", JSON, nullable=False),
    Column("held", JSON),
    Column("revision", Integer, nullable=False, default=0),
)
"""What a seat has picked and not committed: whole picks, the keys chosen so far of a question that takes several, a
final answer that is held until its time comes, and how often it has changed."""
