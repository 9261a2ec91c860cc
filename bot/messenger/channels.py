"""The permissions of people and of the bot in server channels. See `bot.host.access.Channels`."""

from collections.abc import Collection, Mapping
from typing import Any, Final

import discord
import structlog
from msgspec import Struct

from bot.host.access import Rights
from bot.messenger import roles, servers
from bot.messenger.calls import Calls
from bot.messenger.failures import Busy, Gone, NextPlace, Unreachable
from bot.messenger.permissions import THREAD_KINDS, UNSEEN, Overwrite, Server, may_read, missing, permissions

UNKNOWN: Final = (NextPlace, Unreachable, Busy)
"""The errors after which a member's permissions remain unknown."""

NOBODY: Final = 0
"""Stands for a member without roles. Nobody has this id."""

log = structlog.get_logger()


class _Place(Struct, frozen=True):
    """The parts of a channel that decide permissions; `private` is whether it is a private thread."""

    kind: discord.ChannelType
    overwrites: list[Overwrite]
    private: bool = False


class ServerChannels:
    """Looks up permissions in channels, from the gateway's cache if possible, or else by asking Discord."""

    def __init__(self, client: discord.Client, calls: Calls) -> None:
        self._client = client
        self._calls = calls

    async def missing(self, guild: int, channels: Collection[int], *, threads: bool) -> dict[int, list[str]]:
        """Return the permissions that the bot lacks for hosting in a server, by channel or thread.

        If `threads` is set, each match gets a thread there. A channel that is hidden or gone lacks View Channel. The
        result is empty if the permissions cannot be determined.
        """
        if not channels:
            return {}
        try:
            there = await servers.channels(self._calls.get, guild, self._calls.me)
            return {number: await self._lacking(there, number, threads=threads) for number in channels}
        except UNKNOWN as error:
            log.info("permissions unknown", guild=guild, channels=channels, why=str(error))
            return {}

    async def _lacking(self, there: Mapping[int, servers.ServerChannel], number: int, *, threads: bool) -> list[str]:
        try:
            found = await servers.place(self._calls.get, there, number)
        except (NextPlace, Unreachable):
            found = None
        return list(UNSEEN) if found is None else missing(found.held, found.kind, threads=threads)

    async def rights(self, guild: int, channel: int, user: int) -> Rights:
        """Return a user's rights in a server's channel or thread, or no rights if they cannot be determined.

        The server and its channels come from the gateway's cache if it has them, or else from a request; the member
        always comes from a request. Rights in a channel that is hidden from the bot cannot be determined.
        """
        try:
            return await self._rights(guild, channel, user)
        except UNKNOWN as error:
            log.info("rights unknown", guild=guild, channel=channel, why=str(error))
            return Rights()

    async def is_private(self, guild: int, channel: int) -> bool:
        """Return whether a server's channel or thread is hidden from any member; True if that is unknown."""
        try:
            place, server = await self._place(guild, channel), await self._server(guild)
        except UNKNOWN as error:
            log.info("channel unknown", guild=guild, channel=channel, why=str(error))
            return True
        hidden = any(discord.Permissions(each.deny).view_channel for each in place.overwrites)
        return place.private or hidden or not may_read(permissions(server, NOBODY, (), place.overwrites), place.kind)

    async def role_fault(self, guild: int, role: int, chooser: int, mentioned: int | None = None) -> str | None:
        """Return what speaks against a role as a prize or, with a channel where it is `mentioned`, against that.

        See `bot.messenger.roles`. Raises Busy.
        """
        if mentioned is None:
            return await roles.prize_fault(self._calls, guild, role, chooser)
        return await roles.mention_fault(self._calls, guild, role, chooser, mentioned)

    async def _rights(self, guild: int, channel: int, user: int) -> Rights:
        place = await self._place(guild, channel)
        member = await self._calls.get(f"/guilds/{guild}/members/{user}")
        roles = [int(role) for role in member["roles"]]
        found = permissions(await self._server(guild), user, roles, place.overwrites)
        reads = may_read(found, place.kind)
        if reads and place.private and not found.manage_threads:
            reads = await self._is_in_thread(channel, user)
        return Rights(reads=reads, moderates=reads and found.manage_messages)

    async def _is_in_thread(self, thread: int, user: int) -> bool:
        try:
            await self._calls.get(f"/channels/{thread}/thread-members/{user}")
        except Unreachable:
            return False
        return True

    async def _server(self, guild: int) -> Server:
        known = self._client.get_guild(guild)
        if known is not None and known.owner_id is not None:
            return Server(guild, known.owner_id, {role.id: role.permissions.value for role in known.roles})
        return servers.server_of(await self._calls.get(f"/guilds/{guild}"))

    async def _place(self, guild: int, channel: int) -> _Place:
        """Return a server's channel, or the parent channel of a thread. Raises Gone for any other channel.

        The gateway sends false data about a channel that the bot cannot view (Discord documentation, "Channel:
        Obfuscated Channels"). discord.py 2.7.1 keeps no flags for most channels, so the bot's permissions decide.
        """
        known = self._client.get_guild(guild)
        found = None if known is None else known.get_channel_or_thread(channel)
        if isinstance(found, discord.Thread):
            parent = await self._place(guild, found.parent_id)
            return _Place(parent.kind, parent.overwrites, private=found.is_private())
        if known is not None and found is not None and found.permissions_for(known.me).view_channel:
            pairs = [(target.id, *overwrite.pair()) for target, overwrite in found.overwrites.items()]
            return _Place(found.type, [Overwrite(target, allow.value, deny.value) for target, allow, deny in pairs])
        told: Any = await self._calls.get(f"/channels/{channel}")
        if int(told.get("guild_id", 0)) != guild:
            raise Gone(f"{channel} is not in {guild}")
        if told["type"] in {kind.value for kind in THREAD_KINDS}:
            parent = await self._place(guild, int(told["parent_id"]))
            private = told["type"] == discord.ChannelType.private_thread.value
            return _Place(parent.kind, parent.overwrites, private=private)
        return _Place(discord.enums.try_enum(discord.ChannelType, told["type"]), servers.overwrites_of(told))
