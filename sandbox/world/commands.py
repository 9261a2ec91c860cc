"""The application's commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox.world.base import WorldBase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sandbox.wire import Json
    from sandbox.world.channel import Channel

GUILD, BOT_DM, PRIVATE_CHANNEL = range(3)
"""The kinds of place that an interaction can come from."""
GUILD_INSTALL, USER_INSTALL = range(2)
"""The ways to install an app."""


class Commands(WorldBase):
    """Stores the commands of each server, and the global ones under None."""

    def commands(self, guild_id: int | None) -> list[Json]:
        """List a server's commands, or the global ones, as Discord describes them."""
        return list(self.backend.commands.get(guild_id, {}).values())

    def set_commands(self, guild_id: int | None, wanted: Sequence[Json]) -> list[Json]:
        """Replace the commands in a scope; a command whose name and type exist already keeps its id."""
        before = self.backend.commands.get(guild_id, {})
        after: dict[tuple[str, int], Json] = {}
        for given in wanted:
            key = (given["name"], given.get("type") or 1)
            earlier = before.get(key) or {}
            command = self._command(given, key, str(earlier.get("id") or self.backend.snowflake()))
            if guild_id is not None:
                command["guild_id"] = str(guild_id)
            unchanged = {**command, "version": earlier.get("version")} == earlier
            after[key] = earlier if unchanged else command
        self.backend.commands[guild_id] = after
        return list(after.values())

    def _command(self, given: Json, key: tuple[str, int], identifier: str) -> Json:
        name, kind = key
        needed = given.get("default_member_permissions")
        command: Json = {
            "id": identifier,
            "application_id": str(self.application_id),
            "version": str(self.backend.snowflake()),
            "default_member_permissions": None if needed is None else str(needed),
            "type": kind,
            "name": name,
            "name_localizations": given.get("name_localizations"),
            "description": given.get("description") or "",
            "description_localizations": given.get("description_localizations"),
            "dm_permission": given.get("dm_permission") is not False,
            "contexts": given.get("contexts"),
            "integration_types": given.get("integration_types") or [0],
            "nsfw": bool(given.get("nsfw")),
        }
        for field in ("options", "handler"):
            if given.get(field):
                command[field] = given[field]
        return command

    def visible_commands(self, user_id: int, channel_id: int, kind: int = 1) -> list[Json]:
        """List the commands that a person's client offers in a channel; a server's commands hide global ones."""
        channel = self.channel(channel_id)
        if self.is_conversation(channel):
            listed = sorted(
                (each for each in self.commands(None) if each["type"] == kind), key=lambda each: each["name"]
            )
        else:
            listed = self.backend.visible_commands(user_id=user_id, channel_id=channel_id, type=kind)
        listed = [command for command in listed if self.owners_of(command, user_id, channel)]
        own = {command["name"] for command in listed if "guild_id" in command}
        return [command for command in listed if "guild_id" in command or command["name"] not in own]

    def context_of(self, channel: Channel) -> int:
        """Return the kind of place that interactions in a channel come from."""
        if channel.guild_id is not None:
            return GUILD
        return PRIVATE_CHANNEL if self.is_conversation(channel) else BOT_DM

    def owners_of(self, command: Json, user_id: int, channel: Channel) -> dict[str, str]:
        """Return the owners of the installations that allow a command in a channel; there may be none.

        Discord documentation, "Interactions: Receiving and Responding", Authorizing Integration Owners Object.
        """
        contexts = command.get("contexts")
        context = self.context_of(channel)
        if contexts is not None and context not in contexts:
            return {}
        if context != GUILD and contexts is None and command.get("dm_permission") is False:
            return {}
        types, owners = command["integration_types"], {}
        if GUILD_INSTALL in types and self.reaches(channel):
            owners[str(GUILD_INSTALL)] = str(channel.guild_id or 0)
        if USER_INSTALL in types and user_id in self.installed:
            owners[str(USER_INSTALL)] = str(user_id)
        return owners

    def command(self, identifier: str) -> Json:
        """Return a command by its id."""
        return next(
            each for scope in self.backend.commands.values() for each in scope.values() if each["id"] == identifier
        )
