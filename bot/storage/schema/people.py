"""Servers and people: settings, blocks, absences."""

from typing import Annotated, Final

from msgspec import Struct
from sqlalchemy import BigInteger, Column, Index, Table

from bot.storage.schema.base import Number, Snowflake, Text16, Text32, Text64, metadata, table
from engine.contract import JSON


class GuildRow(Struct):
    """A server's settings.

    Attributes:
        locale: the server's language.
        pace: the default pace.
        threads: whether matches get threads.
        hand: where hands are shown by default.
        channels: the channels where tables may be opened; none means all.
        retention: after how many days finished matches are deleted; None means never.
        uploaders: the role that may upload card sets, in addition to people who may manage the server.
        organisers: the role that may organise tournaments, in addition to people who may manage the server.
        keeps: whether people may play for keeps there.
        games: the games that are played there; none means all.
        openers: the role that may open tables, in addition to people who may manage the server; None means everyone.
        turns: how turns are shown: "moving", "still" or "words".
        private_links: whether there may be links to the pages of matches in channels that not everybody can see.
        timezone: the name of the server's time zone; None means UTC.
        defaults: what its tables of a game begin with, by game: "pace", "format", and "options" by name.
        closed: the keys of the sets that come with a game and are not played there, by game.
        announcements: the channel for announcements; None means where each is asked for.
        log: the channel for the log of closed matches, uploads and corrections; None means that there is no log.
        numbers: whether what is played there is counted, without names.
        puzzles: the channel for the puzzle of the day; None means that it is not posted.
        puzzle_hour: the hour at which it is posted by the server's clocks.
        puzzle_games: the games of which it is; none means all that are played there.
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
    games: list[str] = []
    openers: Snowflake | None = None
    turns: Text16 = "moving"
    private_links: bool = False
    timezone: Text64 | None = None
    defaults: dict[str, JSON] = {}
    closed: dict[str, list[str]] = {}
    announcements: Snowflake | None = None
    log: Snowflake | None = None
    numbers: Annotated[bool, {"default": True, "server_default": "1"}] = True
    puzzles: Snowflake | None = None
    puzzle_hour: Annotated[int, {"default": 12, "server_default": "12"}] = 12
    puzzle_games: Annotated[list[str], {"default": list, "server_default": "[]"}] = []


guilds: Final = table("guilds", GuildRow)


class GraceRow(Struct):
    """The last time that the bot could not reach a server in which something was played, or still cannot.

    Attributes:
        why: "removed" if the bot is no longer in the server, "unavailable" if Discord cannot reach it; None once the
            bot is back.
        begun: when that began.
        until: until when everything there waits for the bot.
        granted: when a removal last made everything wait.
        waiting: the numbers of the tournaments that wait.
        over: whether everything that is still unfinished there is being ended.
    """

    guild: Snowflake
    why: Text16 | None
    begun: float
    until: float
    granted: float | None
    waiting: list[int]
    over: bool


graces: Final = table("graces", GraceRow, key=("guild",))


class UserRow(Struct):
    """A person's settings.

    Attributes:
        locale: the language of the person's Discord client.
        hand: where the hand is shown: "dm", "button", or None for the server's default.
        dm_closed: whether DMs have proved to be closed.
        acted: when the person last acted in a match.
        asking: which window questions the person is asked in future matches.
        reminders: whether reminders are wanted.
        pictures: whether pictures are wanted.
        quiet_from: the hour from which reminders wait.
        quiet_to: the hour until which reminders wait.
        zone: the time zone, as hours east of UTC, if it has no name.
        motion: whether pictures may move.
        desk: whether pictures of hands are for a desk, and not for a phone.
        puzzle_table: whether the person's name may stand in the tables of puzzles of servers where they solved any.
        avatar: Discord's name for the person's avatar when they last acted; None if they had none.
        timezone: the name of the person's time zone, which knows daylight saving; None means that `zone` counts.
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
    motion: bool = True
    avatar: Text64 | None = None
    timezone: Text64 | None = None
    desk: bool = False
    puzzle_table: Annotated[bool, {"default": True, "server_default": "1"}] = True


users: Final = table("users", UserRow)


blocks: Final = Table(
    "blocks",
    metadata,
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("blocked", BigInteger, primary_key=True, autoincrement=False),
)
"""Blocks: each names a person, and another with whom that person does not want to play."""


barred: Final = Table(
    "barred",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("user", BigInteger, primary_key=True, autoincrement=False),
)
"""People who may not play in a server."""


lookouts: Final = Table(
    "lookouts",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("user", BigInteger, primary_key=True, autoincrement=False),
)
"""People who want to know when somebody in a server looks for a match."""


class ExplainedRow(Struct, frozen=True):
    """A term of a game that has been explained to a person, and the question with which it was explained."""

    user: Snowflake
    game: Text32
    term: Text64
    match: Number
    decision: Text16


explained: Final = table("explained", ExplainedRow, key=("user", "game", "term"))


class TryRow(Struct, frozen=True):
    """A person's first try of a day's puzzle.

    Attributes:
        day: the puzzle's date, such as "2026-11-30".
        puzzle: the puzzle's key.
        answer: the row of the puzzle's file that the person chose, from 0.
        right: whether it was the right one.
        seconds: the time from the beginning to the lock.
        at: when the person locked in.
        guild: the server where the person tried it; None outside servers.
    """

    user: Snowflake
    day: Text16
    puzzle: Text32
    answer: int
    right: bool
    seconds: float
    at: float
    guild: Snowflake | None = None


tries: Final = table(
    "tries", TryRow, Index("ix_tries_guild_day", "guild", "day"), Index(None, "puzzle"), key=("user", "day")
)


class AwayRow(Struct):
    """A person's absence, past or present. Coming back early ends it early."""

    id: Number
    user: Snowflake
    begun: float
    until: float


aways: Final = table("aways", AwayRow, Index(None, "user"))
