"""The settings of servers and people."""

from collections.abc import Sequence
from typing import Final

from bot.host.kernel.errors import NotAllowed, Unreadable
from bot.host.kernel.host import Host
from bot.host.kernel.paces import PACES
from bot.host.people import time_zones
from bot.locale.catalogue import languages
from bot.storage import people
from bot.storage.people import GuildRow, UserRow
from engine.contract import Message

HANDS: Final = ("dm", "button")
"""How a hand is delivered: by direct message as well as by the button, or by the button alone."""

ASKINGS: Final = ("always", "concerned", "never")
"""When a person wants to be asked in windows: always, only if the move in question concerns them, or never."""

TURNS: Final = ("moving", "still", "words")
"""How turns are shown in a server: with moving pictures at quick paces, with still pictures, or without pictures."""

RETENTIONS: Final = (30, 90, 365)
"""How many days finished matches may be kept, if they are not kept for ever."""

HOURS: Final = tuple(range(24))

LARGEST_ID: Final = 2**63 - 1
"""The largest id of a channel or a role that can be stored."""


class Unsettable(Unreadable):
    """There is no such setting, or it cannot have this value."""

    reason = Message("settings.unsettable")


MOST_BARRED: Final = 25
"""How many people a server can keep from playing, as many as a select menu shows."""


class WrongChannel(NotAllowed):
    """Games may not be opened in this channel, only in certain others."""

    def __init__(self, channels: Sequence[int]) -> None:
        super().__init__(*channels)
        self.reason = Message("lobby.refused.channel", {"channels": ", ".join(f"<#{each}>" for each in channels)})


def check_channel(row: GuildRow, channel: int, parent: int | None) -> None:
    """Raise WrongChannel if a server allows games only in other channels; a thread counts as its parent channel."""
    if row.channels and not {channel, parent} & set(row.channels):
        raise WrongChannel(row.channels)


async def guild(host: Host, guild_id: int) -> GuildRow:
    """Return a server's settings."""
    async with host.database.reading() as connection:
        return await people.guild(connection, guild_id)


async def barred(host: Host, guild_id: int) -> list[int]:
    """Return the people who may not play in a server."""
    async with host.database.reading() as connection:
        return sorted(await people.barred(connection, guild_id))


async def bar(host: Host, guild_id: int, values: Sequence[str]) -> GuildRow:
    """Choose the people who may not play in a server, and return its settings. Raises Unsettable."""
    if len(values) > MOST_BARRED:
        raise Unsettable(values)
    chosen = {id_of(each) for each in values}
    async with host.database.transaction() as tx:
        await people.bar(tx, guild_id, chosen)
        return await people.guild(tx, guild_id)


async def change_guild(host: Host, guild_id: int, name: str, values: Sequence[str]) -> GuildRow:
    """Change one of a server's settings and return all of them. Raises Unsettable and UnknownZone."""
    if name == "barred":
        return await bar(host, guild_id, values)
    value = _value_of(host, name, values)
    async with host.database.transaction() as tx:
        await people.change_guild(tx, guild_id, **{name: value})
        row = await people.guild(tx, guild_id)
        for on_settings in host.hooks.on_settings:
            await on_settings(host, tx, row)
        return row


def _value_of(host: Host, name: str, values: Sequence[str]) -> object:
    """Return the value of one of a server's settings that was chosen. Raises Unsettable and UnknownZone."""
    first = values[0] if values else ""
    match name:
        case "channels":
            return [id_of(each) for each in values]
        case "pace" | "hand" | "turns":
            return _one_of(first, {"pace": tuple(PACES), "hand": HANDS, "turns": TURNS}[name])
        case "threads" | "keeps" | "private_links" | "numbers":
            return _one_of(first, ("yes", "no")) == "yes"
        case "locale":
            return _one_of(first, languages())
        case "games" | "puzzle_games":
            chosen = {_one_of(each, tuple(host.games)) for each in values}
            return [] if chosen == host.games.keys() else sorted(chosen)
        case "uploaders" | "organisers" | "openers" | "announcements" | "log" | "puzzles":
            return id_of(first) if values else None
        case "timezone":
            return time_zones.known(first)
        case "retention":
            return None if first == "ever" else int(_one_of(first, tuple(map(str, RETENTIONS))))
        case "puzzle_hour":
            return int(_one_of(first, tuple(map(str, HOURS))))
        case _:
            raise Unsettable(name)


async def person(host: Host, user_id: int) -> UserRow:
    """Return a person's settings."""
    async with host.database.reading() as connection:
        return await people.user(connection, user_id)


async def zone_typed_in(host: Host, guild_id: int | None, user_id: int) -> str:
    """Return the time zone by whose clocks a person types times in a server."""
    async with host.database.reading() as connection:
        row = await people.guild(connection, guild_id)
        return time_zones.zone_typed_in(row, await people.user(connection, user_id))


async def change_person(host: Host, user_id: int, name: str, values: Sequence[str]) -> UserRow:
    """Change one of a person's settings and return all of them. Raises Unsettable and UnknownZone.

    A person who chooses how their hands are delivered is sent direct messages again, even if these failed before.
    """
    first = values[0] if values else ""
    changes: dict[str, object]
    match name:
        case "hand":
            hand = None if first == "server" else _one_of(first, HANDS)
            changes = {"hand": hand, "dm_closed": False}
        case "asking":
            changes = {"asking": _one_of(first, ASKINGS)}
        case "reminders" | "pictures" | "motion" | "desk" | "puzzle_table":
            changes = {name: _one_of(first, ("yes", "no")) == "yes"}
        case "quiet_from" | "quiet_to":
            changes = {name: None if first == "none" else int(_one_of(first, tuple(map(str, HOURS))))}
        case "zone":
            chosen = time_zones.known(first)
            hours = int(chosen) if chosen in map(str, time_zones.HOURS) else None
            changes = {"timezone": chosen} if hours is None else {"zone": hours, "timezone": None}
        case _:
            raise Unsettable(name)
    async with host.database.transaction() as tx:
        await people.change_user(tx, user_id, **changes)
        return await people.user(tx, user_id)


async def listens(host: Host, guild_id: int, user_id: int) -> bool:
    """Return whether a person wants to know when somebody in a server looks for a match."""
    async with host.database.reading() as connection:
        return await people.listens(connection, guild_id, user_id)


async def listen(host: Host, guild_id: int, user_id: int, wanted: str) -> bool:
    """Choose, by "yes" or "no", whether a person wants to know when somebody in a server looks for a match.

    Return the choice. Raises Unsettable.
    """
    chosen = _one_of(wanted, ("yes", "no")) == "yes"
    async with host.database.transaction() as tx:
        await people.listen(tx, guild_id, user_id, wanted=chosen)
    return chosen


def id_of(text: str) -> int:
    """Return the id of the channel or role that was chosen. Raises Unsettable."""
    if not (text.isascii() and text.isdecimal() and int(text) <= LARGEST_ID):
        raise Unsettable(text)
    return int(text)


def _one_of(value: str, allowed: Sequence[str]) -> str:
    if value not in allowed:
        raise Unsettable(value)
    return value
