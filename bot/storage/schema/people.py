"""Servers and people: settings, blocks, time away."""

from typing import Final

from msgspec import Struct
from sqlalchemy import BigInteger, Column, Index, Table

from bot.storage.schema.base import Number, Snowflake, Text16, metadata, table


class GuildRow(Struct):
    """A server's settings.

    Its language and usual pace, whether matches get threads, where the hand of somebody who
    has not said comes, the channels where tables may be opened (none means all), and after how many days finished
    matches are deleted (nothing means never). `keeps` is whether people may play for keeps there. `uploaders` is
    the role whose people may upload card sets, `organisers` the role whose people may hold tournaments, beside
    those who may manage the server.
    """

    id: Snowflake
    locale: Text16 | None = None
    pace: Text16 | None = None
    threads: bool = True
    hand: Text16 = "dm"
    channels: list[int] = []
    retention: int | None = None
    uploaders: Snowflake | None = None
    organisers: Snowflake | None = None
    keeps: bool = True


guilds: Final = table("guilds", GuildRow)


class UserRow(Struct):
    """A person's settings.

    The language that the person's Discord speaks, where the hand comes ("dm", "button", or
    nothing for as the server has it), whether DMs turned out to be closed, when the person last did something in a
    match, which questions of windows the person is asked in matches to come, whether reminders and pictures are
    wanted, and the hours between which reminders wait, in a zone so many hours east of UTC.
    """

    id: Snowflake
    locale: Text16 | None = None
    hand: Text16 | None = None
    dm_closed: bool = False
    acted: float | None = None
    asking: Text16 = "always"
    reminders: bool = True
    pictures: bool = True
    quiet_from: int | None = None
    quiet_to: int | None = None
    zone: int = 0


users: Final = table("users", UserRow)


blocks: Final = Table(
    "blocks",
    metadata,
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("blocked", BigInteger, primary_key=True, autoincrement=False),
)
"""Who does not want to play with whom."""


class AwayRow(Struct):
    """When people were or are away. Who comes back early ends it early."""

    id: Number
    user: Snowflake
    begun: float
    until: float


aways: Final = table("aways", AwayRow, Index(None, "user"))
