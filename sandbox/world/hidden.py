"""A channel that the bot cannot view, as the gateway describes it.

Discord documentation, "Channel: Obfuscated Channels", and change log, 12 August 2026. Which other fields are null and
which are reduced is a guess.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandbox.world.base import bits

if TYPE_CHECKING:
    from sandbox.wire import Json

NAME: Final = "___hidden___"
OBFUSCATED: Final = 1 << 17
"""The flag of a channel whose description contains only its place in the server."""

_KEPT: Final = frozenset({"id", "type", "guild_id", "position", "parent_id"})


def hidden_channel(channel: Json) -> Json:
    """Return a server's channel as the gateway describes it to a bot that cannot view it."""
    everyone = {"id": channel["guild_id"], "type": 0, "allow": "0", "deny": str(bits(("view_channel",)))}
    return {key: value if key in _KEPT else _reduced(value) for key, value in channel.items()} | {
        "name": NAME,
        "flags": OBFUSCATED,
        "permission_overwrites": [everyone],
    }


def _reduced(value: object) -> object:
    if isinstance(value, list):
        return []
    return 0 if isinstance(value, int) else None
