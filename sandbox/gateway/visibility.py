"""The gateway's record of which channels the bot can view; descriptions of the others are obfuscated.

Discord documentation, change log, 12 August 2026, "Channel Obfuscation for Users and Bots".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandbox.world import hidden_channel

if TYPE_CHECKING:
    from sandbox.wire import Json
    from sandbox.world import World

_CHANGED: Final = frozenset({"CHANNEL_CREATE", "CHANNEL_UPDATE"})
_REGAINED: Final = frozenset({"GUILD_CREATE", "GUILD_ROLE_UPDATE", "GUILD_ROLE_DELETE", "GUILD_MEMBER_UPDATE"})
"""Events that may change which channels the bot can view."""


class Visibility:
    """Tracks the channels that are hidden from the bot, including those being deleted."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._hidden = self._unseen()

    def _unseen(self) -> set[int]:
        world = self._world
        return {
            each
            for guild in world.bot_guilds()
            for each in guild.channel_ids
            if not world.sees_channel(world.bot_id, each)
        }

    def described(self, event: str, payload: Json) -> Json:
        """Return an event's payload as the bot may see it."""
        if event in _CHANGED:
            number = int(payload["id"])
            if self._world.sees_channel(self._world.bot_id, number):
                self._hidden.discard(number)
                return payload
            self._hidden.add(number)
            return hidden_channel(payload)
        if event == "CHANNEL_DELETE" and int(payload["id"]) in self._hidden:
            self._hidden.discard(int(payload["id"]))
            return hidden_channel(payload)
        return payload

    def regained(self, event: str) -> list[Json]:
        """Return the channels that an event made visible to the bot and that have no event of their own."""
        if event not in _REGAINED:
            return []
        before, self._hidden = self._hidden, self._unseen()
        there = before - self._hidden if event != "GUILD_CREATE" else set()
        return [self._world.channel_payload(self._world.channel(each)) for each in sorted(there)]
