"""What a member of a server may do in one of its channels, as Discord computes it.

Discord documentation, "Permissions: Permission Overwrites" and "Permissions: Inherited Permissions (Threads)".
"""

from collections.abc import Collection, Iterable, Mapping

from discord import Permissions
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


def may_read(found: Permissions) -> bool:
    """Return whether a channel and what was said there before can be read with some permissions."""
    return found.view_channel and found.read_message_history
