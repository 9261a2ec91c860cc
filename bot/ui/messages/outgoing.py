"""Outgoing messages as values, so that they can be rendered in one place and sent from another."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

import discord
from msgspec import Struct
from msgspec.structs import replace

from bot.ui.messages.custom_ids import MARK
from bot.ui.pictures.picture import Picture
from bot.ui.texts.words import shortened

LONGEST: Final = 2000
"""The maximum number of characters in a message's content (Discord's documentation, "Create Message")."""


FILES: Final = 10
"""The maximum number of a message's files (Discord's documentation, "Uploading Files")."""


class Attachment(Struct, frozen=True):
    """A file attached to a message, with a description for people who cannot see it."""

    name: str
    content: bytes
    description: str


def attached(picture: Picture | None) -> tuple[Attachment, ...]:
    """Return the attachments for a message with this picture, or an empty tuple if there is none.

    The file name depends on the content, so a message that has a file with this name shows this picture.
    """
    if picture is None:
        return ()
    stem, dot, ending = picture.name.rpartition(".")
    mark = _mark(picture.content)
    return (Attachment(f"{stem}-{mark}{dot}{ending}", picture.content, picture.description),)


def attached_all(pictures: Iterable[Picture | None]) -> tuple[Attachment, ...]:
    """Return the attachments for a message with all of these pictures."""
    return tuple(file for picture in pictures for file in attached(picture))


@lru_cache(32)
def _mark(content: bytes) -> str:
    """Return a picture's mark. The last pictures' are kept: most panels show one that has been shown before."""
    return hashlib.sha256(content).hexdigest()[:12]


def gallery(files: Sequence[Attachment]) -> "discord.ui.MediaGallery[discord.ui.LayoutView]":
    """Return the component that shows a message's pictures with their descriptions."""
    items = [discord.MediaGalleryItem(f"attachment://{file.name}", description=file.description) for file in files]
    return discord.ui.MediaGallery(*items)


def beside(text: str, files: Sequence[Attachment]) -> "discord.ui.Item[discord.ui.LayoutView]":
    """Return the component for a text with a small picture beside it, if there is one."""
    if not files:
        return discord.ui.TextDisplay(text)
    [file] = files
    small = discord.ui.Thumbnail[discord.ui.LayoutView](f"attachment://{file.name}", description=file.description)
    return discord.ui.Section(text, accessory=small)


class Outgoing(Struct, frozen=True):
    """A message to be sent or shown.

    Attributes:
        content: the line that a notification shows; None for a message made of components only.
        embeds: the embeds, which hold everything public.
        view: the components; never kept after sending, because clicks are routed by custom id.
        files: the attachments.
        mentions: the users to notify; nobody else is notified, even if the text mentions them.
        roles: the roles to notify.
        silent: whether the message arrives without a sound, because it needs no answer. Applies to new messages, not to
            responses or edits.
        mark: the mark by which the message can be found again, if it has one; see `marked`.
    """

    content: str | None = None
    embeds: tuple[discord.Embed, ...] = ()
    view: discord.ui.View | discord.ui.LayoutView | None = None
    files: tuple[Attachment, ...] = ()
    mentions: tuple[int, ...] = ()
    roles: tuple[int, ...] = ()
    silent: bool = False
    mark: str | None = None

    @property
    def layout(self) -> bool:
        """Whether the message is made of components only (Discord's Components V2), with neither content nor embeds."""
        return isinstance(self.view, discord.ui.LayoutView)

    @property
    def digest(self) -> str:
        """A short hash of everything visible: messages with the same digest look the same.

        The second half of the digest covers only the files.
        """
        looks = [
            self.content,
            [embed.to_dict() for embed in self.embeds],
            None if self.view is None else self.view.to_components(),
        ]
        files = [(file.name, hashlib.sha256(file.content).hexdigest(), file.description) for file in self.files]
        return _hash(looks) + _hash(files)

    @property
    def texts(self) -> "list[str | None]":
        """All its texts, from top to bottom."""
        texts = [self.content, *(text for embed in self.embeds for text in _texts(embed))]
        if self.layout and self.view is not None:
            texts += [item.content for item in self.view.walk_children() if isinstance(item, discord.ui.TextDisplay)]
        return texts

    @property
    def words(self) -> "Outgoing":
        """The message reduced to text, which can be invalid only because of its length, and its mark.

        The descriptions of its pictures stand in their place, because texts do not repeat what they show.
        """
        texts = [*self.texts, *(file.description for file in self.files)]
        small = "" if self.mark is None else f"\n-# {self.mark}"
        content = shortened("\n".join(text for text in texts if text), LONGEST - len(small)) + small
        return Outgoing(content=content, mentions=self.mentions, silent=self.silent)

    def has_files_of(self, digest: str | None) -> bool:
        """Whether a message with this digest has the same files."""
        return digest is not None and digest[HASH:] == self.digest[HASH:]


def marked(message: "Outgoing", mark: str) -> "Outgoing":
    """Return a post with a mark by which it can be found again: in the custom id of a button, or else in a footer.

    A button that needs no argument goes first. In a button, the mark is part of the message, but nobody has to read it.
    """
    children = () if message.view is None else message.view.walk_children()
    buttons = [item for item in children if isinstance(item, discord.ui.Button) and item.custom_id is not None]
    for item in sorted(buttons, key=lambda each: not str(each.custom_id).endswith(".")):
        gap = "" if str(item.custom_id).endswith(".") else " "
        item.custom_id = f"{item.custom_id}{gap}{MARK} {mark}"
        return replace(message, mark=mark)
    *others, last = (embed.copy() for embed in message.embeds)
    last.set_footer(text=f"{last.footer.text or ''} {mark}".strip())
    return replace(message, embeds=(*others, last), mark=mark)


HASH: Final = 16
"""The number of hexadecimal digits in each half of a digest."""


def _hash(seen: object) -> str:
    plain = json.dumps(seen, sort_keys=True, default=str)
    return hashlib.blake2b(plain.encode(), digest_size=HASH // 2).hexdigest()


def _texts(embed: discord.Embed) -> Iterator[str | None]:
    """Yield all the texts in an embed, from top to bottom."""
    yield from (embed.title, embed.description)
    for field in embed.fields:
        yield from (field.name, field.value)
    yield embed.footer.text


def rows(*lines: "list[discord.ui.Item[discord.ui.View]]") -> discord.ui.View:
    """Return the components for a classic message, with one row for each list of items."""
    view = discord.ui.View(timeout=None)
    for number, line in enumerate(lines):
        for item in line:
            item.row = number
            view.add_item(item)
    view.stop()
    return view
