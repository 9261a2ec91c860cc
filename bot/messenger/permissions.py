"""The permissions of a member in a server's channel, as Discord computes them, and the permissions that the bot needs.

Discord documentation, "Permissions: Permission Overwrites" and "Permissions: Inherited Permissions (Threads)".
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from discord import ChannelType, Permissions
from discord.utils import oauth_url
from msgspec import Struct

from bot.messenger.requests import Request


class Server(Struct, frozen=True):
    """The parts of a server that decide permissions: its owner, and the permissions of each role.

    The role that everybody has is listed under the server's own id.
    """

    id: int
    owner: int
    roles: Mapping[int, int]


class Overwrite(Struct, frozen=True):
    """What a channel allows and denies a role or a member; `target` is the id of either."""

    target: int
    allow: int
    deny: int


def permissions(server: Server, user: int, roles: Collection[int], overwrites: Iterable[Overwrite]) -> Permissions:
    """Return a member's permissions in a channel, given the member's roles and the channel's overwrites."""
    if user == server.owner:
        return Permissions.all()
    found = server.roles.get(server.id, 0)
    for role in roles:
        found |= server.roles.get(role, 0)
    if Permissions(found).administrator:
        return Permissions.all()
    there = {each.target: each for each in overwrites}
    found = _overwritten(found, [there[server.id]] if server.id in there else [])
    found = _overwritten(found, [there[role] for role in roles if role in there and role != server.id])
    found = _overwritten(found, [there[user]] if user in there else [])
    return Permissions(found)


def _overwritten(found: int, overwrites: Collection[Overwrite]) -> int:
    """Apply overwrites of one kind: first everything that they deny, then everything that they allow."""
    for each in overwrites:
        found &= ~each.deny
    for each in overwrites:
        found |= each.allow
    return found


SPOKEN: Final = frozenset({ChannelType.voice, ChannelType.stage_voice})
"""The kinds of channel whose chat also requires Connect (Discord documentation, "Message: Get Channel Messages")."""


def may_read(found: Permissions, kind: ChannelType) -> bool:
    """Return whether the permissions are enough to read a kind of channel and its history."""
    return found.view_channel and found.read_message_history and (found.connect or kind not in SPOKEN)


# Permissions of the bot itself


def required(*requests: Request) -> tuple[str, ...]:
    """Return the permissions that some kinds of request require, each once."""
    return tuple(dict.fromkeys(name for request in requests for name in request.value.permissions))


NAMES: Final = (*required(*(request for request in Request if not request.value.optional)), "connect")
"""All permissions that the bot ever needs, by their names in discord.py."""

UNSEEN: Final = ("view_channel",)
"""The permission that the bot lacks in a channel that Discord hides from it; it cannot know what else it lacks."""

OPTIONAL: Final = required(*(request for request in Request if request.value.optional))
"""The permissions that the bot can do without."""

HOSTING: Final = frozenset(required(Request.SEND, Request.MESSAGES)) - {"send_messages"}
"""The permissions for hosting matches, besides the one for sending messages there."""

SPEAKING: Final = HOSTING - {"attach_files"}
"""The permissions for a post without pictures, besides the one for sending messages there."""

THREADS: Final = required(Request.THREAD, Request.ADD_MEMBER)
"""The permissions for matches in their own threads."""

THREAD_KINDS: Final = (ChannelType.news_thread, ChannelType.public_thread, ChannelType.private_thread)
_IN_THREADS: Final = frozenset({*THREAD_KINDS, ChannelType.forum, ChannelType.media})
"""The kinds that require Send Messages in Threads instead of Send Messages: threads, and the posts in a forum."""

_THREADED: Final = frozenset({ChannelType.text, ChannelType.news})
"""The kinds of channel in which a match can have its own thread."""


def needed(kind: ChannelType, wanted: Collection[str] = HOSTING, *, threads: bool = False) -> list[str]:
    """Return the permissions that an activity requires in a kind of channel, in the order of Discord's own list.

    If `threads` is set, matches get their own threads there if the kind of channel has threads.
    """
    found = {*wanted, "send_messages_in_threads" if kind in _IN_THREADS else "send_messages"}
    found |= set(THREADS) if threads and kind in _THREADED else set()
    found |= {"connect"} if kind in SPOKEN else set()
    return [name for name in NAMES if name in found]


def missing(
    held: Permissions, kind: ChannelType, wanted: Collection[str] = HOSTING, *, threads: bool = False
) -> list[str]:
    """Return the permissions that the bot lacks in a kind of channel; see `needed`."""
    if held.administrator:
        return []
    return [name for name in needed(kind, wanted, threads=threads) if not getattr(held, name)]


ON_REQUEST: Final = required(Request.GIVE_ROLE, Request.TAKE_ROLE)
"""The permissions that are so mighty that a server gives them only if it wants what they are for."""

INVITED: Final = Permissions(**dict.fromkeys({*NAMES, *OPTIONAL} - {*ON_REQUEST}, True))
"""The permissions that the bot's invitation asks for: all required ones, and the optional ones that are harmless."""


def invitation(application: int) -> str:
    """Return the link that invites the bot to a server, with all permissions that it needs or can use."""
    return oauth_url(application, permissions=INVITED, scopes=("bot", "applications.commands"))
