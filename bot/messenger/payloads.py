"""Messages in the form that discord.py takes."""

import io
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

import discord

from bot.messenger.emojis import Emojis
from bot.messenger.outcomes import INVALID_FORM
from bot.ui.messages.outgoing import Attachment, Outgoing

T = TypeVar("T")


def fields_of(message: Outgoing, emojis: Emojis) -> dict[str, Any]:
    """Return a message's fields for discord.py, with the emojis that exist.

    Only the people in `mentions` and in `roles` are notified, whatever the text says.
    """
    fields: dict[str, Any] = {
        "allowed_mentions": discord.AllowedMentions(
            everyone=False,
            roles=[discord.Object(role) for role in message.roles],
            replied_user=False,
            users=[discord.Object(user) for user in message.mentions],
        )
    }
    if not message.layout:
        fields["content"] = emojis.in_text(message.content)
        fields["embeds"] = emojis.in_embeds(message.embeds)
    if isinstance(message.view, discord.ui.LayoutView):
        fields["view"] = emojis.in_layout(message.view)
    elif message.view is not None:
        fields["view"] = message.view
    if message.files:
        fields["files"] = files_of(message.files)
    return fields


async def edit_with(edit: Callable[..., Awaitable[T]], shown: Outgoing, emojis: Emojis, *, has_files: bool) -> T:
    """Edit a message; do not send its existing files again, unless another edit turns out to have removed them.

    A layout also clears the text and embeds of the message that it replaces, for example a late "interrupted", because
    Discord accepts no layout beside them. Returns the result of the edit.

    Discord documentation, "Component Reference" (Legacy Message Component Behavior).
    """
    fields = fields_of(shown, emojis)
    if shown.layout:
        fields |= {"content": None, "embeds": []}
    files = fields.pop("files", [])
    if not has_files:
        return await edit(**fields, attachments=files)
    try:
        return await edit(**fields)
    except discord.HTTPException as error:
        if error.code != INVALID_FORM:
            raise
    return await edit(**fields, attachments=files)


def files_of(attachments: Sequence[Attachment]) -> list[discord.File]:
    """Return attachments as files for discord.py."""
    return [
        discord.File(io.BytesIO(each.content), filename=each.name, description=each.description) for each in attachments
    ]
