"""Servers and people: settings, blocks, time away."""

from typing import Final

from sqlalchemy import JSON, BigInteger, Boolean, Column, Double, Index, Integer, String, Table

from bot.storage.schema.base import Id, metadata

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
    Column("keeps", Boolean, nullable=False, default=True),
    Column("uploaders", BigInteger),
    Column("organisers", BigInteger),
)
"""A server's settings: its language and usual pace, whether matches get threads, where the hand of somebody who has not
said comes, the channels where tables may be opened (none means all), and after how many days finished matches are
deleted (nothing means never). `keeps` is whether people may play for keeps there. `uploaders` is the role whose people
may upload card sets, `organisers` the role whose people may hold tournaments, beside those who may manage the
server."""

users: Final = Table(
    "users",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("locale", String(16)),
    Column("hand", String(16)),
    Column("dm_closed", Boolean, nullable=False, default=False),
    Column("acted", Double),
    Column("asking", String(16), nullable=False, default="always"),
    Column("reminders", Boolean, nullable=False, default=True),
    Column("pictures", Boolean, nullable=False, default=True),
    Column("quiet_from", Integer),
    Column("quiet_to", Integer),
    Column("zone", Integer, nullable=False, default=0),
)
"""A person's settings: the language that the person's Discord speaks, where the hand comes ("dm", "button", or
nothing for as the server has it), whether DMs turned out to be closed, when the person last did something in a match,
which questions of windows the person is asked in matches to come, whether reminders and pictures are wanted, and the
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
