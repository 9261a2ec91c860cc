"""The application's emojis as they are put into messages."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import discord

from bot.ui.messages.outgoing import LONGEST
from bot.ui.pictures.emoji import Emoji

DESCRIPTION, FIELD, EMBEDS, LAYOUT = 4096, 1024, 6000, 4000
"""The maximum number of characters in an embed's description, in the value of its field, in all embeds, and in all
texts of a layout (Discord's documentation, "Message Resource" and "Component Reference")."""

TEXT: Final = discord.ComponentType.text_display.value

_CODE: Final = r"```.*?```|`[^`\n]+`"
"""Code, in which Discord shows no emojis of ours."""

VARIATION: Final = "\N{VARIATION SELECTOR-16}"
"""What asks for the coloured form of a character; texts may have it after a plain emoji."""


class Emojis:
    """The bot's emojis as far as they exist, which stand in messages in place of plain ones.

    Where a text would become too long, it keeps the plain ones. Buttons and options name their emoji, and have none
    while it does not exist.
    """

    def __init__(self, wanted: Iterable[Emoji]) -> None:
        self._wanted = {emoji.full_name: emoji for emoji in wanted}
        self._names = {emoji.name for emoji in self._wanted.values()}
        self._ids: dict[str, tuple[str, str]] = {}
        self._marks: dict[str, str] = {}
        self._plain = re.compile(_CODE, re.DOTALL)

    def learn(self, ids: Mapping[str, str]) -> None:
        """Use the emojis that exist, given with their ids by the names by which Discord knows them."""
        there = [(name, emoji, ids[name]) for name, emoji in self._wanted.items() if name in ids]
        self._ids = {emoji.name: (name, number) for name, emoji, number in there}
        self._marks = {_bare(emoji.plain): f"<:{name}:{number}>" for name, emoji, number in there if emoji.plain}
        plain = "|".join(re.escape(each) for each in self._marks)
        self._plain = re.compile(f"{_CODE}|({plain}){VARIATION}?" if plain else _CODE, re.DOTALL)

    @property
    def missing(self) -> list[Emoji]:
        """The emojis that do not exist yet, in their order."""
        return [emoji for emoji in self._wanted.values() if emoji.name not in self._ids]

    def in_text(self, text: str | None, longest: int = LONGEST) -> str | None:
        """Return a text with our emojis, or unchanged if it would be longer than that."""
        if text is None or not self._marks:
            return text
        done = self._plain.sub(lambda found: self._marks[found[1]] if found[1] else found[0], text)
        return done if len(done) <= longest else text

    def in_embeds(self, embeds: Iterable[discord.Embed]) -> list[discord.Embed]:
        """Return embeds with our emojis in their descriptions and fields, if they do not become too long."""
        plain = list(embeds)
        done = [self._in_embed(embed) for embed in plain] if self._marks else plain
        return done if sum(map(len, done)) <= EMBEDS else plain

    def _in_embed(self, embed: discord.Embed) -> discord.Embed:
        done = embed.copy()
        done.description = self.in_text(embed.description, DESCRIPTION)
        for number, field in enumerate(embed.fields):
            done.set_field_at(
                number, name=field.name, value=self.in_text(field.value, FIELD), inline=field.inline is not False
            )
        return done

    def in_layout(self, view: discord.ui.LayoutView) -> discord.ui.LayoutView:
        """Return a layout with our emojis in its texts, if they do not become too long, and on buttons and options."""
        components = view.to_components()  # type: ignore[no-untyped-call]
        parts = list(_parts(components))
        texts = [part for part in parts if part.get("type") == TEXT]
        done = [self.in_text(part["content"], LAYOUT) for part in texts]
        if sum(len(text or "") for text in done) <= LAYOUT:
            for part, text in zip(texts, done, strict=True):
                part["content"] = text
        for part in parts:
            if "emoji" in part and part["emoji"]["name"] in self._names:
                name, number = self._ids.get(part.pop("emoji")["name"], (None, None))
                if name is not None:
                    part["emoji"] = {"id": number, "name": name}
        return _Layout(components)


class _Layout(discord.ui.LayoutView):
    """Finished components, which are sent as they are."""

    def __init__(self, components: list[dict[str, Any]]) -> None:
        super().__init__(timeout=None)
        self._finished = components
        self.stop()

    def to_components(self) -> list[dict[str, Any]]:
        """Return the components."""
        return self._finished

    def has_components_v2(self) -> bool:
        """Whether a message with these components is a layout."""
        return True


def _bare(plain: str) -> str:
    return plain.removesuffix(VARIATION)


def _parts(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield components, and all that is in them, in any order."""
    waiting: list[Any] = [components]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            yield value
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
