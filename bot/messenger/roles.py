"""The roles that the bot gives and mentions: what Discord says of them at that moment, and what speaks against it.

Nothing is remembered from when somebody chose the role: it can have moved, got powers or gone since.
"""

from collections.abc import Mapping
from typing import Any, Final

from discord import Permissions
from msgspec import Struct

from bot.messenger.calls import Calls
from bot.messenger.failures import NextPlace, Unreachable
from bot.messenger.permissions import Overwrite, Server, permissions
from bot.messenger.servers import Get, overwrites_of, server_of

LOWEST: Final = (0, 0)
"""The rank of somebody without roles."""

NOBODY: Final = 0
"""Stands for a member without roles. Nobody has this id."""


class Role(Struct, frozen=True):
    """A server's role.

    Attributes:
        rank: its place in the list of roles, the higher the mightier. If two have the same position, the one with the
            lower id is higher (Discord documentation, "Permissions: Role Object").
        managed: whether an integration, a bot or Discord itself gives it, so that nobody else can.
        mentionable: whether everybody may mention it.
    """

    rank: tuple[int, int]
    managed: bool
    mentionable: bool


class Holder(Struct, frozen=True):
    """A member, with their roles and the rank of the highest of them."""

    user: int
    roles: tuple[int, ...]
    rank: tuple[int, int]


class Roles(Struct, frozen=True):
    """A server's roles, its channels' overwrites, the bot, and a member who wants a role given or mentioned.

    The member is None if they are not there any more.
    """

    server: Server
    known: Mapping[int, Role]
    overwrites: Mapping[int, tuple[Overwrite, ...]]
    bot: Holder
    member: Holder | None

    def held(self, member: Holder, channel: int | None = None) -> Permissions:
        """Return a member's permissions in the server, or in one of its channels."""
        overwrites = () if channel is None else self.overwrites.get(channel, ())
        return permissions(self.server, member.user, member.roles, overwrites)

    def gives(self, member: Holder, role: int) -> bool:
        """Return whether a member may give a role."""
        above = member.user == self.server.owner or self.known[role].rank < member.rank
        return above and self.held(member).manage_roles


async def roles(get: Get, guild: int, me: int, member: int) -> Roles:
    """Return what Discord says now; `me` is the bot. Raises NextPlace, Unreachable and Busy."""
    told = await get(f"/guilds/{guild}")
    server = server_of(told)
    known = {int(each["id"]): _role(each) for each in told["roles"]}
    channels = await get(f"/guilds/{guild}/channels")
    bot = _holder(known, me, await get(f"/guilds/{guild}/members/{me}"))
    try:
        asking = _holder(known, member, await get(f"/guilds/{guild}/members/{member}"))
    except (NextPlace, Unreachable):
        asking = None
    there = {int(each["id"]): tuple(overwrites_of(each)) for each in channels}
    return Roles(server, known, there, bot, asking)


def _role(told: Mapping[str, Any]) -> Role:
    return Role((int(told["position"]), -int(told["id"])), bool(told["managed"]), bool(told["mentionable"]))


def _holder(known: Mapping[int, Role], user: int, told: Mapping[str, Any]) -> Holder:
    held = tuple(int(role) for role in told["roles"])
    return Holder(user, held, max((known[role].rank for role in held if role in known), default=LOWEST))


async def prize_fault(calls: Calls, guild: int, role: int, chooser: int) -> str | None:
    """Return what speaks now against giving a role that somebody chose; see `against_prize`. Raises Busy."""
    try:
        return against_prize(await roles(calls.get, guild, calls.me, chooser), role)
    except (NextPlace, Unreachable):
        return "bot"


async def mention_fault(calls: Calls, guild: int, role: int, organiser: int, channel: int) -> str | None:
    """Return what speaks now against mentioning a role for an organiser; see `against_mention`. Raises Busy."""
    try:
        return against_mention(await roles(calls.get, guild, calls.me, organiser), role, channel)
    except (NextPlace, Unreachable):
        return "closed"


def against_prize(found: Roles, role: int) -> str | None:
    """Return what speaks against giving a role to the winner of something; None if nothing does.

    It is "gone"; "everybody", which is no role to give; "managed", if only an integration gives it; "powers", if it
    allows anything that not everybody may do, in the server or in a channel; "bot" or "member", if the bot or the
    person who chose it may not give it.
    """
    there = found.known.get(role)
    if there is None:
        return "gone"
    if role == found.server.id:
        return "everybody"
    if there.managed:
        return "managed"
    if _has_powers(found, role):
        return "powers"
    if not found.gives(found.bot, role):
        return "bot"
    return None if found.member is not None and found.gives(found.member, role) else "member"


def _has_powers(found: Roles, role: int) -> bool:
    server = found.server
    if server.roles[role] & ~server.roles[server.id]:
        return True
    for overwrites in found.overwrites.values():
        allowed = next((each.allow for each in overwrites if each.target == role), 0)
        if allowed & ~permissions(server, NOBODY, (), overwrites).value:
            return True
    return False


def against_mention(found: Roles, role: int, channel: int) -> str | None:
    """Return what speaks against mentioning a role in a channel; None if nothing does.

    It is "gone"; "everybody", whom the bot never mentions; "closed", if the role is not mentionable and the bot or the
    organiser may not mention all roles there.
    """
    there = found.known.get(role)
    if there is None:
        return "gone"
    if role == found.server.id:
        return "everybody"
    asking = () if there.mentionable else (found.bot, found.member)
    mentions = all(each is not None and found.held(each, channel).mention_everyone for each in asking)
    return None if mentions else "closed"
