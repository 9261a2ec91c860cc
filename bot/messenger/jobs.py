"""Requests that jobs make to Discord; see `bot.host.workers.jobs`."""

from collections.abc import Iterable

import structlog

from bot.messenger import roles, servers
from bot.messenger.calls import Calls
from bot.messenger.failures import AlreadyDone, Anew, Gone, NextPlace, Unreachable
from bot.messenger.permissions import permissions
from bot.messenger.threads import AFTER_END

log = structlog.get_logger()


class JobRequests:
    """See `bot.host.workers.jobs.Discord`."""

    def __init__(self, discord: Calls) -> None:
        self._discord = discord

    async def is_member(self, guild: int, user: int) -> bool:
        """Return whether a user is still in a server; True if Discord does not say. Raises Busy."""
        try:
            return await self._discord.is_member(guild, user)
        except NextPlace:
            return True

    async def organises(self, guild: int, user: int, role: int | None) -> bool:
        """Return whether a person may manage a server, or has a role there; True if Discord does not say. Raises Busy.

        A person who has left the server may not.
        """
        try:
            member = await self._discord.get(f"/guilds/{guild}/members/{user}")
            server = servers.server_of(await self._discord.get(f"/guilds/{guild}"))
        except Unreachable:
            return False
        except NextPlace:
            return True
        roles = [int(each) for each in member["roles"]]
        return role in (guild, *roles) or permissions(server, user, roles, ()).manage_guild

    async def add_to_thread(self, thread: int, user: int) -> bool:
        """Add a user to a thread; if Discord refuses, the user can still find it in the channel.

        Nobody can be added to an archived thread, so wake it first, as a post would (Discord documentation,
        "Add Thread Member"). Returns whether the bot can still use the thread. Raises Busy.
        """
        try:
            try:
                await self._discord.add_to_thread(thread, user)
            except Anew:
                await self._discord.wake(thread)
                await self._discord.add_to_thread(thread, user)
        except (AlreadyDone, Anew, Unreachable) as error:
            log.info("not added to the thread", thread=thread, why=str(error))
        except NextPlace:
            return False
        return True

    async def archive_soon(self, thread: int) -> None:
        """Have Discord archive a thread an hour after its last message. Raises Busy.

        A refusal is ignored: the thread stays in the channel list longer, or somebody has already locked,
        archived or deleted it.
        """
        try:
            await self._discord.set_archiving(thread, AFTER_END)
        except (AlreadyDone, Anew, NextPlace) as error:
            log.info("thread not tidied", thread=thread, why=str(error))

    async def prize_fault(self, guild: int, role: int, chooser: int) -> str | None:
        """Return what speaks against giving a role to the winner; see `bot.messenger.roles`. Raises Busy."""
        return await roles.prize_fault(self._discord, guild, role, chooser)

    async def mention_fault(self, guild: int, role: int, organiser: int, channel: int) -> str | None:
        """Return what speaks against mentioning a role in a channel; see `bot.messenger.roles`. Raises Busy."""
        return await roles.mention_fault(self._discord, guild, role, organiser, channel)

    async def move_role(self, guild: int, role: int, takes: Iterable[int], gives: Iterable[int]) -> str | None:
        """Take a role from some people and give it to others, and return what spoke against it, if anything.

        People who have left the server are passed over. Raises Busy.
        """
        moves = [(self._discord.take_role, user) for user in takes] + [
            (self._discord.give_role, user) for user in gives
        ]
        for move, user in moves:
            try:
                await move(guild, user, role)
            except Unreachable:
                log.info("not in the server", guild=guild, role=role)
            except NextPlace:
                return "bot"
        return None

    async def is_locked(self, guild: int, thread: int) -> bool:
        """Return whether a thread is locked for the bot; False also if Discord does not say. Raises Busy."""
        try:
            return await servers.is_locked(self._discord.get, guild, self._discord.me, thread)
        except (NextPlace, Unreachable):
            return False

    async def may_speak(self, guild: int, channel: int) -> bool | None:
        """Return whether the bot may post in a channel or thread, or None if that no longer exists. Raises Busy.

        The result is False if Discord does not say.
        """
        try:
            return await servers.may_speak(self._discord.get, guild, self._discord.me, channel)
        except Gone:
            return None
        except (NextPlace, Unreachable):
            return False
