"""The application's emojis."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox.world.payloads import Payloads

if TYPE_CHECKING:
    from sandbox.wire import Json


class Emojis(Payloads):
    """Stores the application's emojis and their files."""

    def make_emoji(self, name: str, image: bytes, *, animated: bool) -> Json:
        """Create an emoji on the bot's behalf."""
        number = self.backend.snowflake()
        self.backend.cdn.store_emoji(number, image)
        self.emojis[number] = {
            "id": str(number),
            "name": name,
            "roles": [],
            "user": self.user_payload(self.bot_id),
            "require_colons": True,
            "managed": False,
            "animated": animated,
            "available": True,
        }
        return self.emojis[number]

    def emoji_is_usable(self, emoji: Json) -> bool:
        """Return whether a component of the bot's can show an emoji: one of the application's, or a character."""
        if emoji.get("id") is not None:
            return int(emoji["id"]) in self.emojis
        return not str(emoji.get("name") or "").isascii()
