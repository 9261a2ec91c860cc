"""Responses to interactions, sent with each one's token: the first answer, a deferral, follow-ups and changes."""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Protocol, TypeVar, cast
from urllib.parse import urlsplit

import discord

from bot.messenger.failures import LET_GO, Anew, Busy, Rejected, let_go, letting_go, outcomes
from bot.messenger.payloads import edit_with, fields_of
from bot.messenger.requests import Request
from bot.ui.messages.outgoing import Outgoing

if TYPE_CHECKING:
    from bot.messenger.calls import Calls

T = TypeVar("T")


class _Say(Protocol):
    """Sends a message about an interaction, and returns its id if Discord gave one."""

    def __call__(
        self, interaction: discord.Interaction, message: Outgoing, *, private: bool
    ) -> Awaitable[int | None]: ...


class _Bot(Protocol):
    """The client of an interaction, which provides the calls to Discord."""

    calls: "Calls"


def _calls(interaction: discord.Interaction) -> "Calls":
    return cast("_Bot", interaction.client).calls


@contextmanager
def _answering(request: Request, interaction: discord.Interaction) -> Iterator[None]:
    """Raise any error as the exception for its outcome, as a call does."""

    def note_unknown(request: Request, error: discord.HTTPException) -> None:
        _calls(interaction).note_unknown(request, error)

    with outcomes(request, note_unknown):
        yield


async def _handed_over(request: Request, interaction: discord.Interaction, give: Callable[[], Awaitable[T]]) -> T:
    """Give an answer, and give it again if Discord did not accept it or did not confirm it.

    If the first answer did arrive, Discord says so on the second try. Raises the second try's error.
    """
    try:
        with _answering(request, interaction):
            return await give()
    except Busy:
        with _answering(request, interaction):
            return await give()


async def reply(interaction: discord.Interaction, message: Outgoing, *, private: bool = True) -> int | None:
    """Answer an interaction with a message, and return its id if Discord gave one.

    After a deferral that announced a message, fill that message in; the deferral decided whether it is private. After
    one that announced an update of the clicked message, send a follow-up. If Discord rejects the form of the message,
    send only its text. Do nothing for an interaction that is over.

    Discord documentation, "Interactions: Receiving and Responding" (Interaction Callback Type).
    """
    return await _in_words(interaction, message, _reply, private=private)


async def follow_up(interaction: discord.Interaction, message: Outgoing, *, private: bool = True) -> int | None:
    """Send another message about an answered interaction, and return its id if Discord gave one."""
    return await _in_words(interaction, message, _follow_up, private=private)


async def _in_words(interaction: discord.Interaction, message: Outgoing, say: _Say, *, private: bool) -> int | None:
    """Send a message, or only its text if Discord rejects its form; do nothing if the interaction is over."""
    with letting_go():
        try:
            return await say(interaction, message, private=private)
        except Rejected:
            return await say(interaction, message.words, private=private)
    return None


async def _reply(interaction: discord.Interaction, message: Outgoing, *, private: bool) -> int | None:
    given, emojis = interaction.response.type, _calls(interaction).emojis
    if given is None:
        answered = await _handed_over(
            Request.CALLBACK,
            interaction,
            lambda: interaction.response.send_message(**fields_of(message, emojis), ephemeral=private),
        )
        return answered.message_id
    if given is discord.InteractionResponseType.deferred_channel_message:
        filled = await _handed_over(
            Request.EDIT_ORIGINAL,
            interaction,
            lambda: edit_with(interaction.edit_original_response, message, emojis, has_files=False),
        )
        return filled.id
    return await _follow_up(interaction, message, private=private)


async def _follow_up(interaction: discord.Interaction, message: Outgoing, *, private: bool) -> int | None:
    with _answering(Request.FOLLOW_UP, interaction):
        fields = fields_of(message, _calls(interaction).emojis)
        sent = await interaction.followup.send(**fields, ephemeral=private, wait=True)
    return sent.id


async def update(interaction: discord.Interaction, message: Outgoing) -> None:
    """Answer a click by updating the clicked message.

    If the message has been deleted because a newer one replaced it, only acknowledge the click. If Discord rejects
    the update, send its text in a private message.
    """
    done = interaction.response.is_done()
    request = Request.EDIT_ORIGINAL if done else Request.CALLBACK
    edit = interaction.edit_original_response if done else interaction.response.edit_message
    with letting_go():
        try:
            has_files, emojis = _has_files(interaction.message, message), _calls(interaction).emojis
            await _handed_over(request, interaction, lambda: edit_with(edit, message, emojis, has_files=has_files))
        except Anew:
            if not done:
                await defer(interaction)
        except Rejected:
            await reply(interaction, message.words)


async def replace(interaction: discord.Interaction, message: Outgoing, *, new: bool) -> bool:
    """Replace the answer to an interaction by another message; return whether Discord took it.

    `new` says whether the answer is a new message. One that followed an announced update cannot be replaced, because
    the interaction's token edits the clicked message.
    """
    if new and interaction.response.type is discord.InteractionResponseType.deferred_message_update:
        return False
    emojis, edit = _calls(interaction).emojis, interaction.edit_original_response
    with letting_go():
        await _handed_over(
            Request.EDIT_ORIGINAL, interaction, lambda: edit_with(edit, message, emojis, has_files=False)
        )
        return True
    return False


def _has_files(there: discord.Message | None, wanted: Outgoing) -> bool:
    """Whether a clicked message already has exactly the wanted files, by their names."""
    if there is None:
        return False
    names = {file.filename for file in there.attachments} | set(_shown(there.components))
    return names == {file.name for file in wanted.files}


def _shown(components: Sequence[discord.Component]) -> Iterator[str]:
    """Yield the names of the files that components show."""
    for each in components:
        if isinstance(each, discord.MediaGalleryComponent):
            yield from (PurePosixPath(urlsplit(item.media.url).path).name for item in each.items)
        elif isinstance(each, discord.Container):
            yield from _shown(each.children)
        elif isinstance(each, discord.SectionComponent) and isinstance(each.accessory, discord.ThumbnailComponent):
            yield PurePosixPath(urlsplit(each.accessory.media.url).path).name


async def defer(interaction: discord.Interaction, *, private: bool = True, anew: bool = False) -> None:
    """Announce to Discord that the answer will take longer.

    If the person acted on a message, nothing is visible; after a command, or a command's modal, the bot "is thinking",
    because there is no message to update. If `anew` is set, a click is answered with a new message, like a command.
    """
    thinking = anew or interaction.message is None
    with letting_go():
        await _handed_over(
            Request.CALLBACK, interaction, lambda: interaction.response.defer(ephemeral=private, thinking=thinking)
        )


async def ask(interaction: discord.Interaction, modal: discord.ui.Modal) -> None:
    """Answer a click with a modal. Raises Rejected: a modal has no text to fall back on."""
    modal.stop()
    try:
        await _handed_over(Request.CALLBACK, interaction, lambda: interaction.response.send_modal(modal))
    except Rejected:
        raise
    except LET_GO as error:
        let_go(error)
