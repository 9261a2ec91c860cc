"""Servers and their channels, read over REST, with the bot's permissions there.

Every function takes `get`, which returns Discord's response at a path relative to the API's base.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, TypeAlias

import discord
from discord import ChannelType, Permissions
from msgspec import Struct

from bot.messenger.permissions import SPEAKING, Overwrite, Server, missing, permissions

Get: TypeAlias = Callable[[str], Awaitable[Any]]

PAGE: Final = 200
"""How many servers Discord lists at once (Discord's documentation, "User: Get Current User Guilds")."""


class Hall(Struct, frozen=True):
    """A server as the bot finds it when it joins.

    Attributes:
        locale: the server's own language.
        channels: the ids of the channels where the bot may post: the server's own system channel, then the others from
            the top.
    """

    locale: str
    channels: tuple[int, ...]


class ServerChannel(Struct, frozen=True):
    """A server's channel, with the bot's permissions there."""

    id: int
    name: str
    kind: ChannelType
    position: int
    held: Permissions


async def joined(get: Get) -> list[int]:
    """Return the ids of all servers that the bot is in."""
    found: list[int] = []
    while True:
        page = await get(f"/users/@me/guilds?limit={PAGE}&after={max(found, default=0)}")
        found += [int(each["id"]) for each in page]
        if len(page) < PAGE:
            return found


async def hall(get: Get, guild: int, me: int) -> Hall:
    """Return a server's language and the channels where the bot, whose id is `me`, may post."""
    told = await get(f"/guilds/{guild}")
    first = int(told["system_channel_id"] or 0)
    found = [each for each in await _channels(get, told, me) if each.kind is ChannelType.text]
    found.sort(key=lambda each: (each.id != first, each.position, each.id))
    speaking = [each.id for each in found if not missing(each.held, each.kind, SPEAKING)]
    return Hall(told["preferred_locale"], tuple(speaking))


async def channels(get: Get, guild: int, me: int) -> dict[int, ServerChannel]:
    """Return a server's channels by id, each with the permissions of the bot, whose id is `me`.

    Discord leaves out those that the bot cannot view (change log, 12 August 2026).
    """
    return {each.id: each for each in await _channels(get, await get(f"/guilds/{guild}"), me)}


async def place(get: Get, there: Mapping[int, ServerChannel], number: int) -> ServerChannel | None:
    """Return one of a server's channels that `channels` found, or a thread in one; None if `number` is neither.

    A channel that is not among them is requested, and `get` raises if it is gone or hidden from the bot.
    """
    if number in there:
        return there[number]
    told = await get(f"/channels/{number}")
    parent = there.get(int(told.get("parent_id") or 0))
    if parent is None:
        return None
    kind = discord.enums.try_enum(ChannelType, told["type"])
    return ServerChannel(number, told["name"], kind, parent.position, parent.held)


async def may_speak(get: Get, guild: int, me: int, channel: int) -> bool:
    """Return whether the bot, whose id is `me`, may post in a channel or thread; a thread must not be locked."""
    found = await place(get, await channels(get, guild, me), channel)
    if found is None or missing(found.held, found.kind, SPEAKING):
        return False
    return found.held.manage_threads or not _locked(await get(f"/channels/{channel}"))


async def is_locked(get: Get, guild: int, me: int, channel: int) -> bool:
    """Return whether a thread is locked, and the bot, whose id is `me`, may not manage threads there."""
    if not _locked(await get(f"/channels/{channel}")):
        return False
    found = await place(get, await channels(get, guild, me), channel)
    return found is None or not found.held.manage_threads


def _locked(told: Mapping[str, Any]) -> bool:
    return bool(told.get("thread_metadata", {}).get("locked", False))


async def _channels(get: Get, guild: Mapping[str, Any], me: int) -> list[ServerChannel]:
    server = server_of(guild)
    own = [int(role) for role in (await get(f"/guilds/{server.id}/members/{me}"))["roles"]]
    return [
        ServerChannel(
            int(each["id"]),
            each["name"],
            discord.enums.try_enum(ChannelType, each["type"]),
            each["position"],
            permissions(server, me, own, overwrites_of(each)),
        )
        for each in await get(f"/guilds/{server.id}/channels")
    ]


def server_of(told: Mapping[str, Any]) -> Server:
    """Return the parts of a server that decide permissions, from its payload."""
    roles = {int(role["id"]): int(role["permissions"]) for role in told["roles"]}
    return Server(int(told["id"]), int(told["owner_id"]), roles)


def overwrites_of(told: Mapping[str, Any]) -> list[Overwrite]:
    """Return a channel's overwrites, from its payload."""
    return [Overwrite(int(each["id"]), int(each["allow"]), int(each["deny"])) for each in told["permission_overwrites"]]
