"""What a member of a server may do in one of its channels, as Discord computes it; and what the bot has to be allowed.

Discord documentation, "Permissions: Permission Overwrites" and "Permissions: Inherited Permissions (Threads)".
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from discord import ChannelType, Permissions
from discord.utils import oauth_url
from msgspec import Struct


class Server(Struct, frozen=True):
    """A server as far as permissions go: its owner, and the permissions of each role.

    The role that everybody has bears the server's own id.
    """

    id: int
    owner: int
    roles: Mapping[int, int]


class Overwrite(Struct, frozen=True):
    """What a channel allows and denies a role or a member, by the id of either."""

    target: int
    allow: int
    deny: int


def permissions(server: Server, user: int, roles: Collection[int], overwrites: Iterable[Overwrite]) -> Permissions:
    """Return what a member who has some roles may do in a channel that has some overwrites."""
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
    """Apply overwrites of one kind: all that they deny goes before all that they allow."""
    for each in overwrites:
        found &= ~each.deny
    for each in overwrites:
        found |= each.allow
    return found


SPOKEN: Final = frozenset({ChannelType.voice, ChannelType.stage_voice})
"""Channels whose chat takes Connect as well (Discord documentation, "Message: Get Channel Messages")."""


def may_read(found: Permissions, kind: ChannelType) -> bool:
    """Return whether a kind of channel and what was said there before can be read with some permissions."""
    return found.view_channel and found.read_message_history and (found.connect or kind not in SPOKEN)


# What the bot has to be allowed itself

NAMES: Final = (
    "view_channel",
    "send_messages",
    "embed_links",
    "attach_files",
    "read_message_history",
    "create_public_threads",
    "send_messages_in_threads",
    "connect",
)
"""All that the bot ever needs, as discord.py names it."""

UNSEEN: Final = ("view_channel",)
"""What the bot lacks in a channel that Discord hides from it; what else it lacks there it cannot know."""

OPTIONAL: Final = ("create_events",)
"""What the bot uses where it has it, and does without elsewhere: tournaments in the server's list of events."""

READING: Final = ("view_channel", "read_message_history")
SPEAKING: Final = (*READING, "embed_links")
"""What a post without pictures takes, beside the permission to send anything there."""

HOSTING: Final = (*SPEAKING, "attach_files")
"""What hosting matches takes, beside the permission to send anything there."""

THREADS: Final = ("create_public_threads", "send_messages_in_threads")
"""What matches in threads of their own take."""

THREAD_KINDS: Final = (ChannelType.news_thread, ChannelType.public_thread, ChannelType.private_thread)
_IN_THREADS: Final = frozenset({*THREAD_KINDS, ChannelType.forum, ChannelType.media})
"""Where Send Messages in Threads is asked for instead of Send Messages: in threads, and in the posts of a forum."""

_THREADED: Final = frozenset({ChannelType.text, ChannelType.news})
"""Where a match can get a thread of its own."""


def needed(kind: ChannelType, wanted: Collection[str] = HOSTING, *, threads: bool = False) -> list[str]:
    """Return the permissions that something takes in a kind of channel, in the order of Discord's own list.

    With `threads` matches get threads of their own there, if it is a channel that has threads.
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


INVITED: Final = Permissions(**dict.fromkeys((*NAMES, *OPTIONAL), True))
"""What the bot asks for: what it has to be allowed to play everywhere as it is meant, and what it can do without."""


def invitation(application: int) -> str:
    """Return the link by which somebody who manages a server invites the bot, with what it needs and can use."""
    return oauth_url(application, permissions=INVITED, scopes=("bot", "applications.commands"))
