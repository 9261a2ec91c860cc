"""The mapping from request paths to routes."""

from __future__ import annotations

import re
from typing import Final

_TEMPLATES: Final = (
    "/applications/@me",
    "/applications/{application_id}/commands",
    "/applications/{application_id}/commands/{command_id}",
    "/applications/{application_id}/emojis",
    "/applications/{application_id}/emojis/{emoji_id}",
    "/applications/{application_id}/guilds/{guild_id}/commands",
    "/applications/{application_id}/guilds/{guild_id}/commands/{command_id}",
    "/applications/{application_id}/guilds/{guild_id}/commands/{command_id}/permissions",
    "/channels/{channel_id}",
    "/channels/{channel_id}/messages",
    "/channels/{channel_id}/messages/bulk-delete",
    "/channels/{channel_id}/messages/pins",
    "/channels/{channel_id}/messages/pins/{message_id}",
    "/channels/{channel_id}/messages/{message_id}",
    "/channels/{channel_id}/messages/{message_id}/reactions",
    "/channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}",
    "/channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/@me",
    "/channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/{user_id}",
    "/channels/{channel_id}/messages/{message_id}/threads",
    "/channels/{channel_id}/permissions/{overwrite_id}",
    "/channels/{channel_id}/pins",
    "/channels/{channel_id}/pins/{message_id}",
    "/channels/{channel_id}/thread-members",
    "/channels/{channel_id}/thread-members/@me",
    "/channels/{channel_id}/thread-members/{user_id}",
    "/channels/{channel_id}/threads",
    "/channels/{channel_id}/typing",
    "/gateway",
    "/gateway/bot",
    "/guilds/{guild_id}",
    "/guilds/{guild_id}/channels",
    "/guilds/{guild_id}/members",
    "/guilds/{guild_id}/members/{user_id}",
    "/guilds/{guild_id}/members/{user_id}/roles/{role_id}",
    "/guilds/{guild_id}/roles",
    "/guilds/{guild_id}/scheduled-events",
    "/guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}",
    "/guilds/{guild_id}/threads/active",
    "/interactions/{interaction_id}/{interaction_token}/callback",
    "/oauth2/applications/@me",
    "/users/@me",
    "/users/@me/channels",
    "/users/@me/guilds",
    "/users/{user_id}",
    "/webhooks/{webhook_id}/{webhook_token}",
    "/webhooks/{webhook_id}/{webhook_token}/messages/@original",
    "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}",
)
_NUMBER = re.compile(r"[0-9]+")

_Placed = list[tuple[int, str]]
_Candidate = tuple[str, _Placed, _Placed]
"""A template with its literal parts and its names, each with its position."""


def _split(path: str) -> list[str]:
    return path.strip("/").split("/")


class Routes:
    """Finds the template for a path: the matching one with the most literal parts."""

    def __init__(self, templates: tuple[str, ...] = _TEMPLATES) -> None:
        self._candidates: dict[tuple[int, str], list[_Candidate]] = {}
        for template in templates:
            parts = _split(template)
            literals = [(index, part) for index, part in enumerate(parts) if part[:1] != "{"]
            names = [(index, part[1:-1]) for index, part in enumerate(parts) if part[:1] == "{"]
            key = (len(parts), parts[0])
            self._candidates.setdefault(key, []).append((template, literals, names))
        for candidates in self._candidates.values():
            candidates.sort(key=lambda each: len(each[2]))

    def find(self, path: str) -> tuple[str, dict[str, str]] | None:
        """Return a path's template and the values of its names, or None if no template fits."""
        parts = _split(path)
        for template, literals, names in self._candidates.get((len(parts), parts[0]), ()):
            for index, literal in literals:
                if parts[index] != literal:
                    break
            else:
                return template, {name: parts[index] for index, name in names}
        return None


def rough_template(path: str) -> str:
    """Name a path that matches no known route; the name is the same whatever ids the path contains."""
    return _NUMBER.sub("{id}", path)
