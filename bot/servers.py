"""What Discord tells of servers and their channels, read over REST, and what the bot may do there.

All of it takes `get`, which returns what Discord tells at a path below the API's base.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, TypeAlias

import discord
from discord import ChannelType, Permissions
from msgspec import Struct

from bot.rights import SPEAKING, Overwrite, Server, missing, permissions

Get: TypeAlias = Callable[[str], Awaitable[Any]]

PAGE: Final = 200
"""How many servers Discord tells of at once (Discord's documentation, "User: Get Current User Guilds")."""


class Hall(Struct, frozen=True):
    """A server as the bot finds it when it comes in.

    Attributes:
        locale: the server's own language.
        channels: where the bot may speak: the channel for the server's own greetings, then the others from the top.
    """

    locale: str
    channels: tuple[int, ...]


class Channel(Struct, frozen=True):
    """A channel of a server, and what the bot may do there."""

    id: int
    name: str
    kind: ChannelType
    position: int
    held: Permissions


async def joined(get: Get) -> list[int]:
    """Return all servers that the bot is in."""
    found: list[int] = []
    while True:
        page = await get(f"/users/@me/guilds?limit={PAGE}&after={max(found, default=0)}")
        found += [int(each["id"]) for each in page]
        if len(page) < PAGE:
            return found


async def hall(get: Get, guild: int, me: int) -> Hall:
    """Return a server as the bot, whose id is `me`, finds it."""
    told = await get(f"/guilds/{guild}")
    first = int(told["system_channel_id"] or 0)
    found = [each for each in await _channels(get, told, me) if each.kind is ChannelType.text]
    found.sort(key=lambda each: (each.id != first, each.position, each.id))
    speaking = [each.id for each in found if not missing(each.held, each.kind, SPEAKING)]
    return Hall(told["preferred_locale"], tuple(speaking))


async def channels(get: Get, guild: int, me: int) -> dict[int, Channel]:
    """Return a server's channels by their ids, each with what the bot, whose id is `me`, may do there."""
    return {each.id: each for each in await _channels(get, await get(f"/guilds/{guild}"), me)}


async def channel(get: Get, guild: int, me: int, number: int) -> Channel:
    """Return a channel or a thread of a server, as `channels`. Raises KeyError if the server has no such channel."""
    told = await get(f"/channels/{number}")
    there, kind = await channels(get, guild, me), discord.enums.try_enum(ChannelType, told["type"])
    place = there[number] if number in there else there[int(told.get("parent_id") or 0)]
    return Channel(number, told["name"], kind, place.position, place.held)


async def _channels(get: Get, guild: Mapping[str, Any], me: int) -> list[Channel]:
    roles = {int(role["id"]): int(role["permissions"]) for role in guild["roles"]}
    server = Server(int(guild["id"]), int(guild["owner_id"]), roles)
    own = [int(role) for role in (await get(f"/guilds/{server.id}/members/{me}"))["roles"]]
    return [
        Channel(
            int(each["id"]),
            each["name"],
            discord.enums.try_enum(ChannelType, each["type"]),
            each["position"],
            permissions(server, me, own, _overwrites(each)),
        )
        for each in await get(f"/guilds/{server.id}/channels")
    ]


def _overwrites(channel: Mapping[str, Any]) -> list[Overwrite]:
    return [
        Overwrite(int(each["id"]), int(each["allow"]), int(each["deny"])) for each in channel["permission_overwrites"]
    ]
