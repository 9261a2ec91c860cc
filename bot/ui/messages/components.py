"""Messages made entirely of components: texts, rows of buttons, selects and settings, stacked in a frame."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeAlias

import discord
from discord import ButtonStyle, SelectDefaultValue

from bot.host.lobby import WORD_LENGTH
from bot.ui.messages.custom_ids import CustomId
from bot.ui.messages.outgoing import Attachment, Outgoing
from bot.ui.texts.words import Words, shortened

LABEL: Final = 80
"""The maximum length of a button's label."""

Row: TypeAlias = "discord.ui.ActionRow[Any]"
Part: TypeAlias = "str | discord.ui.Item[Any]"
"""A part of a panel; a string is shown as text."""


def layout(
    parts: Iterable[Part],
    colour: discord.Colour | None = None,
    files: tuple[Attachment, ...] = (),
    *,
    silent: bool = False,
) -> Outgoing:
    """Return a message with the parts stacked in a frame; `files` are the attachments for any gallery among them."""
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=colour or discord.Colour.blurple())
    for item in _items(parts):
        container.add_item(item)
    return _message([container], files, silent=silent)


def unframed(parts: Iterable[Part], files: tuple[Attachment, ...] = (), *, silent: bool = False) -> Outgoing:
    """Return a message with the parts stacked without a frame, which would take an eighth of a picture's width."""
    return _message(_items(parts), files, silent=silent)


def _items(parts: Iterable[Part]) -> "Iterable[discord.ui.Item[Any]]":
    return (discord.ui.TextDisplay(part) if isinstance(part, str) else part for part in parts)


def _message(items: "Iterable[discord.ui.Item[Any]]", files: tuple[Attachment, ...], *, silent: bool) -> Outgoing:
    view = discord.ui.LayoutView(timeout=None)
    for item in items:
        view.add_item(item)
    view.stop()
    return Outgoing(view=view, files=files, silent=silent)


def action_row(*items: "discord.ui.Item[Any]") -> Row:
    """Return a row with buttons side by side or with a single select."""
    line: Row = discord.ui.ActionRow()
    for item in items:
        line.add_item(item)
    return line


def button_to(
    custom_id: CustomId | str,
    label: str,
    style: ButtonStyle = ButtonStyle.secondary,
    *,
    disabled: bool = False,
    emoji: str | None = None,
) -> "discord.ui.Button[Any]":
    """Return a button; a label that is too long is cut. `emoji` names one of the bot's own."""
    label = shortened(label, LABEL)
    return discord.ui.Button(custom_id=str(custom_id), label=label, style=style, disabled=disabled, emoji=emoji)


def role_select(custom_id: str, role: int | None, none: str) -> "discord.ui.RoleSelect[Any]":
    """Return a select for one of a server's roles, or none.

    `role` is the current choice, and `none` says what it means to choose none.
    """
    return discord.ui.RoleSelect(
        custom_id=custom_id,
        placeholder=none,
        min_values=0,
        max_values=1,
        default_values=[] if role is None else [SelectDefaultValue.from_role(discord.Object(role))],
    )


def people_select(custom_id: CustomId, most: int, words: Words) -> "discord.ui.UserSelect[Any]":
    """Return a select for people; `most` is the maximum number of them."""
    hint = words.plain("play.whom", count=most)
    return discord.ui.UserSelect(custom_id=str(custom_id), placeholder=hint, max_values=most)


def text_modal(
    custom_id: CustomId, title: str, label: str, text: "discord.ui.TextInput[Any]", about: str = ""
) -> discord.ui.Modal:
    """Return a modal with one text field; `about`, if not empty, is a text above it."""
    modal = discord.ui.Modal(title=title, custom_id=str(custom_id), timeout=None)
    if about:
        modal.add_item(discord.ui.TextDisplay(about))
    modal.add_item(discord.ui.Label(text=label, component=text))
    return modal


class FileInput(discord.ui.FileUpload[discord.ui.Modal]):
    """A modal's input for one file; people can choose only files with certain extensions.

    discord.py 2.7.1 cannot state them. Discord documentation, "Reference: File Type Filtering".
    """

    def __init__(self, extensions: Sequence[str], *, required: bool = True) -> None:
        super().__init__(custom_id="file", required=required)
        self._extensions = extensions

    def to_component_dict(self) -> Any:
        """Return the input as Discord takes it."""
        return {**super().to_component_dict(), "file_types": list(self._extensions)}


def word_modal(custom_id: CustomId, about: str, words: Words, word: str | None = None) -> discord.ui.Modal:
    """Return a modal that asks for a lucky word; `about` says what it is for, and `word` is the present one."""
    text = discord.ui.TextInput[Any](custom_id="word", max_length=WORD_LENGTH, required=False, default=word)
    return text_modal(custom_id, words.plain("seat.word_title"), words.plain("seat.word_label"), text, about)


def setting(text: str, select: "discord.ui.Item[Any]") -> list[Part]:
    """Return a line of text with a select below it."""
    return [text, action_row(select)]


def with_button(text: str, button: "discord.ui.Button[Any]") -> "discord.ui.Section[Any]":
    """Return a text with the button that belongs to it at its end."""
    return discord.ui.Section(text, accessory=button)


def folded(heading: str, lines: Iterable[str], button: "discord.ui.Button[Any]") -> list[Part]:
    """Return a group that is not open: its heading with the button that opens it, and lines that say what is in it."""
    return [with_button(heading, button), "\n".join(lines)]


def divided(groups: Iterable[Iterable[Part]]) -> list[Part]:
    """Return groups of parts with a line between one group and the next; a group without parts is left out."""
    parts: list[Part] = []
    for group in map(list, groups):
        if parts and group:
            parts.append(discord.ui.Separator())
        parts += group
    return parts
