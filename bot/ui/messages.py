"""Outgoing messages as values: what is rendered here is sent elsewhere."""

import hashlib
import json

import discord
from msgspec import Struct


class Attachment(Struct, frozen=True):
    """A file that goes with a message, with a description for those who do not see it."""

    name: str
    content: bytes
    description: str


class Outgoing(Struct, frozen=True):
    """A message to be sent or shown.

    Attributes:
        content: the line that a notification shows; None for a message of components alone.
        embeds: what is public is told in embeds.
        view: components; never kept after sending, since every click is routed by its custom id.
        files: attachments.
        mentions: the users who are notified; nobody else is, whatever the text says.
    """

    content: str | None = None
    embeds: tuple[discord.Embed, ...] = ()
    view: discord.ui.View | discord.ui.LayoutView | None = None
    files: tuple[Attachment, ...] = ()
    mentions: tuple[int, ...] = ()

    @property
    def layout(self) -> bool:
        """Whether it is of components alone (Discord's Components V2), which has neither content nor embeds."""
        return isinstance(self.view, discord.ui.LayoutView)

    @property
    def digest(self) -> str:
        """A short hash of all that can be seen of it: two messages with the same look the same."""
        seen = [
            self.content,
            [embed.to_dict() for embed in self.embeds],
            None if self.view is None else self.view.to_components(),
            [(file.name, hashlib.sha256(file.content).hexdigest(), file.description) for file in self.files],
        ]
        return hashlib.blake2b(json.dumps(seen, sort_keys=True, default=str).encode(), digest_size=16).hexdigest()


def rows(*lines: "list[discord.ui.Item[discord.ui.View]]") -> discord.ui.View:
    """Return the components of a classic message, a line of items each."""
    view = discord.ui.View(timeout=None)
    for number, line in enumerate(lines):
        for item in line:
            item.row = number
            view.add_item(item)
    view.stop()
    return view
