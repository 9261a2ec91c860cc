"""Every call to Discord, each naming the error codes that it expects.

The rest of the program never sees an HTTP exception: it sees one of the few outcomes below.
"""

import io
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from http import HTTPStatus
from pathlib import PurePosixPath
from typing import Any, Final, TypeVar, cast
from urllib.parse import urlsplit

import aiohttp
import discord
import structlog
import yarl
from discord.http import Route, handle_message_parameters

from bot import codes
from bot.traffic import Traffic
from bot.ui.messages import Attachment, Outgoing

SERVER_ERROR: Final = 500
RATE_LIMITED: Final = 429

DM_PAUSE: Final = 600.0
"""How many seconds to open no DMs after Discord said that it was too fast."""

DOWNLOAD: Final = aiohttp.ClientTimeout(total=20.0)
"""How long fetching a file may take."""

ARCHIVE_MINUTES: Final = 10080
"""After how long without a message a thread is archived: the longest that Discord has."""

EPHEMERAL: Final = 64
"""The flag of a message that only one person sees."""

SEARCHED: Final = 50
"""How many of a channel's last messages are looked through for a post's mark."""


BROKEN: Final = (aiohttp.ClientError, OSError, TimeoutError)
"""What a connection fails with that breaks: whether Discord has done what it was asked is not known then."""

T = TypeVar("T")

log = structlog.get_logger()


class Gone(Exception):
    """The channel does not exist any more, or its server, or the message."""


class MessageGone(Gone):
    """The message does not exist any more."""


class Closed(Exception):
    """The person cannot be sent direct messages."""


class Forbidden(Exception):
    """The bot may not do this there."""


class Archived(Forbidden):
    """The thread is archived: a message wakes it, an edit does not."""


class Rejected(Forbidden):
    """Discord refuses the request for a reason that nobody has thought of."""


class AlreadyThere(Exception):
    """What was to be made is there already."""


class NotMember(Exception):
    """The person is not in the server."""


class TooLarge(Exception):
    """The file has more bytes than it may have."""


class Busy(Exception):
    """Discord cannot do it now; `after` is how many seconds it wants to be left alone, where it said so."""

    def __init__(self, why: str, after: float | None = None) -> None:
        super().__init__(why)
        self.after = after


def _outcome(error: discord.HTTPException) -> Exception:
    """Return which of the outcomes an error of Discord's is; an unknown one is told in the log."""
    if error.code == codes.UNKNOWN_MESSAGE:
        return MessageGone(str(error))
    if error.code in (codes.UNKNOWN_CHANNEL, codes.UNKNOWN_GUILD):
        return Gone(str(error))
    if error.code in (codes.UNKNOWN_MEMBER, codes.UNKNOWN_USER):
        return NotMember(str(error))
    if error.code in (codes.CANNOT_DM, codes.NO_MUTUAL_SERVER):
        return Closed(str(error))
    if error.code in codes.NEXT_PLACE:
        return Forbidden(str(error))
    if error.code == codes.THREAD_ARCHIVED:
        return Archived(str(error))
    if error.code == codes.THREAD_EXISTS:
        return AlreadyThere(str(error))
    if error.code == codes.DM_TOO_FAST:
        return Busy(str(error), DM_PAUSE)
    if _is_busy(error):
        return Busy(str(error))
    log.error("unknown refusal", status=error.status, code=error.code, why=str(error))
    return Rejected(str(error))


def _is_busy(error: discord.HTTPException) -> bool:
    return error.status == RATE_LIMITED or error.status >= SERVER_ERROR


class Calls:
    """Discord, as the rest of the program calls it."""

    def __init__(self, client: discord.Client, traffic: Traffic) -> None:
        self._client = client
        self._traffic = traffic

    @asynccontextmanager
    async def _call(self) -> AsyncIterator[None]:
        """Wait for this process's turn, and let an error of Discord's come out as one of the outcomes."""
        barred = self._traffic.barred()
        if barred is not None:
            raise Busy("too many requests were refused", barred)
        await self._traffic.turn()
        with _outcomes():
            yield

    @property
    def me(self) -> int:
        """The bot's own id."""
        return cast("discord.ClientUser", self._client.user).id

    async def get(self, path: str) -> Any:
        """Return what Discord tells at a path below the API's base. Raises Gone, Forbidden and Busy."""
        async with self._call():
            return await self._client.http.request(Route("GET", path))

    async def send(self, channel: int, message: Outgoing, nonce: str) -> int:
        """Send a message and return its id; the same nonce again within some minutes sends nothing new.

        Raises Gone, Closed, Forbidden, Rejected and Busy.
        """
        async with self._call():
            sent = await self._client.get_partial_messageable(channel).send(**_fields(message), nonce=nonce)
        return sent.id

    async def edit(self, channel: int, message: int, shown: Outgoing, *, has_files: bool = False) -> None:
        """Edit a message of ours, which may have its files already. Raises Gone, Archived, Forbidden and Busy."""
        edited = self._client.get_partial_messageable(channel).get_partial_message(message)
        async with self._call():
            await _edit(edited.edit, shown, has_files=has_files)

    async def delete(self, channel: int, message: int) -> None:
        """Delete a message of ours; one that is gone already is deleted. Raises Forbidden and Busy."""
        with suppress(Gone):
            async with self._call():
                await self._client.get_partial_messageable(channel).get_partial_message(message).delete()

    async def open_dm(self, user: int) -> int:
        """Return the channel of somebody's direct messages. Raises Closed and Busy."""
        async with self._call():
            channel = await self._client.create_dm(discord.Object(user))
        return channel.id

    async def open_thread(self, channel: int, message: int, name: str) -> int:
        """Open a thread under a message and return its channel; one that is there already is that one.

        A thread under a message has the message's id. Raises Gone, Forbidden and Busy.
        """
        with suppress(AlreadyThere):
            async with self._call():
                await self._client.http.start_thread_with_message(
                    channel, message, name=name, auto_archive_duration=ARCHIVE_MINUTES
                )
        return message

    async def open_new_thread(self, channel: int, name: str) -> int:
        """Open a thread that belongs to no message, and return its channel. Raises Gone, Forbidden and Busy."""
        async with self._call():
            opened = await self._client.http.start_thread_without_message(
                channel, name=name, auto_archive_duration=ARCHIVE_MINUTES, type=discord.ChannelType.public_thread.value
            )
        return int(opened["id"])

    async def add_to_thread(self, thread: int, user: int) -> None:
        """Put a thread into somebody's list. Raises Gone, Forbidden and Busy."""
        async with self._call():
            await self._client.http.add_user_to_thread(thread, user)

    async def is_member(self, guild: int, user: int) -> bool:
        """Return whether somebody is still in a server. Raises Gone, Forbidden and Busy."""
        try:
            async with self._call():
                await self._client.http.get_member(guild, user)
        except NotMember:
            return False
        return True

    async def answer_late(self, application: int, token: str, text: str) -> None:
        """Answer an interaction whose answer was announced long ago; one that is given up by now is let go."""
        try:
            await self._client.http.request(
                Route("POST", "/webhooks/{application}/{token}", application=application, token=token),
                json={"content": text, "flags": EPHEMERAL, "allowed_mentions": {"parse": []}},
            )
        except (discord.HTTPException, *BROKEN) as error:
            _let_go(error)

    async def edit_answer(self, token: str, shown: Outgoing) -> int:
        """Edit what an interaction was answered with, by its token, and return the message's id.

        Raises Gone where the token has run out, or the interaction is not answered yet; Forbidden and Busy.
        """

        async def edit(**fields: Any) -> Any:
            path = "/webhooks/{application}/{token}/messages/@original"
            route = Route("PATCH", path, application=self._client.application_id, token=token)
            with handle_message_parameters(**fields) as sent:
                if sent.files:
                    return await self._client.http.request(route, files=sent.files, form=sent.multipart)
                return await self._client.http.request(route, json=sent.payload)

        async with self._call():
            try:
                return int((await _edit(edit, shown, has_files=False))["id"])
            except discord.HTTPException as error:
                if error.code in _OVER:
                    raise Gone(str(error)) from error
                raise

    async def find(self, channel: int, mark: str) -> int | None:
        """Return our message among a channel's latest that carries a mark, or None. Raises Gone, Forbidden, Busy."""
        me = self._client.user
        async with self._call():
            async for message in self._client.get_partial_messageable(channel).history(limit=SEARCHED):
                texts = [message.content, *(embed.footer.text or "" for embed in message.embeds)]
                if me is not None and message.author.id == me.id and any(_carries(text, mark) for text in texts):
                    return message.id
        return None


@contextmanager
def _outcomes() -> Iterator[None]:
    """Let an error of Discord's, or of the connection to it, come out as one of the outcomes."""
    try:
        yield
    except discord.HTTPException as error:
        raise _outcome(error) from error
    except BROKEN as error:
        raise Busy(str(error)) from error


def _carries(text: str, mark: str) -> bool:
    return mark in text.split()


def _fields(message: Outgoing) -> dict[str, Any]:
    """Return a message as discord.py takes it. Only those it names are notified, whatever its text says."""
    fields: dict[str, Any] = {
        "allowed_mentions": discord.AllowedMentions(
            everyone=False, roles=False, replied_user=False, users=[discord.Object(user) for user in message.mentions]
        )
    }
    if not message.layout:
        fields["content"] = message.content
        fields["embeds"] = list(message.embeds)
    if message.view is not None or message.layout:
        fields["view"] = message.view
    if message.files:
        fields["files"] = _files(message.files)
    return fields


async def _edit(edit: Callable[..., Awaitable[T]], shown: Outgoing, *, has_files: bool) -> T:
    """Edit a message; files that it has are not sent again, unless it turns out that another edit took them away.

    Returns what the edit returns.
    """
    fields = _fields(shown)
    files = fields.pop("files", [])
    if not has_files:
        return await edit(**fields, attachments=files)
    try:
        return await edit(**fields)
    except discord.HTTPException as error:
        if error.code != codes.INVALID_FORM:
            raise
        return await edit(**fields, attachments=files)


def _files(attachments: Sequence[Attachment]) -> list[discord.File]:
    return [
        discord.File(io.BytesIO(each.content), filename=each.name, description=each.description) for each in attachments
    ]


# Interactions


async def _handed_over(give: Callable[[], Awaitable[T]]) -> T:
    """Hand over an answer that may be given twice, and do so where Discord did not take it, or did not say so.

    Where it has the first one after all, it says so to the second. Raises what the second try comes to.
    """
    try:
        return await give()
    except discord.HTTPException as error:
        if not _is_busy(error):
            raise
    except BROKEN:
        pass
    return await give()


async def reply(interaction: discord.Interaction, message: Outgoing, *, private: bool = True) -> int | None:
    """Answer an interaction with a message, and return its id where Discord told it.

    Works as the first answer and after a deferral. An interaction that Discord has given up is let go.
    """
    try:
        if interaction.response.is_done():
            sent = await interaction.followup.send(**_fields(message), ephemeral=private, wait=True)
            return sent.id
        answered = await _handed_over(lambda: interaction.response.send_message(**_fields(message), ephemeral=private))
    except (discord.HTTPException, *BROKEN) as error:
        _let_go(error)
        return None
    return answered.message_id


async def update(interaction: discord.Interaction, message: Outgoing) -> None:
    """Answer a click by changing the message that was clicked on.

    One that was deleted meanwhile, because a newer one stands in its place, needs no change: the click is acknowledged.
    """
    done = interaction.response.is_done()
    edit = interaction.edit_original_response if done else interaction.response.edit_message
    try:
        await _handed_over(lambda: _edit(edit, message, has_files=_has_files(interaction.message, message)))
    except (discord.HTTPException, *BROKEN) as error:
        _let_go(error)
        if getattr(error, "code", None) == codes.UNKNOWN_MESSAGE and not interaction.response.is_done():
            await defer(interaction)


def _has_files(there: discord.Message | None, wanted: Outgoing) -> bool:
    """Whether a message that was clicked on has just the files that it is to have, by their names."""
    if there is None:
        return False
    names = {file.filename for file in there.attachments} | set(_shown(there.components))
    return names == {file.name for file in wanted.files}


def _shown(components: Sequence[discord.Component]) -> Iterator[str]:
    """Give the names of the files that components show."""
    for each in components:
        if isinstance(each, discord.MediaGalleryComponent):
            yield from (PurePosixPath(urlsplit(item.media.url).path).name for item in each.items)
        elif isinstance(each, discord.Container):
            yield from _shown(each.children)


async def defer(interaction: discord.Interaction, *, private: bool = True, anew: bool = False) -> None:
    """Tell Discord that the answer takes longer: for a click nothing is seen, for a command "thinking".

    With `anew` a click is answered with a new message and is treated like a command.
    """
    try:
        await _handed_over(lambda: interaction.response.defer(ephemeral=private, thinking=anew))
    except (discord.HTTPException, *BROKEN) as error:
        _let_go(error)


async def download(attachment: discord.Attachment, most: int) -> bytes:
    """Return a file that somebody attached to an interaction.

    Only Discord's own files are fetched, and no more of one than it may have, whatever it was said to have. Raises
    TooLarge, Gone and Busy.
    """
    url = yarl.URL(attachment.url)
    if url.origin() != yarl.URL(discord.asset.Asset.BASE).origin():
        raise Gone(attachment.url)
    if attachment.size > most:
        raise TooLarge(attachment.size)
    try:
        async with aiohttp.ClientSession(timeout=DOWNLOAD) as session, session.get(url, allow_redirects=False) as file:
            if file.status != HTTPStatus.OK:
                raise Gone(f"{attachment.url}: {file.status}") if file.status < SERVER_ERROR else Busy(str(file.status))
            content = await _read(file.content, most)
    except BROKEN as error:
        raise Busy(str(error)) from error
    if len(content) > most:
        raise TooLarge(len(content))
    return content


async def _read(stream: aiohttp.StreamReader, most: int) -> bytes:
    """Return a stream's content, or its beginning as soon as that is more than it may be."""
    content = b""
    while len(content) <= most and (chunk := await stream.read(most + 1 - len(content))):
        content += chunk
    return content


async def ask(interaction: discord.Interaction, modal: discord.ui.Modal) -> None:
    """Answer a click with a modal."""
    modal.stop()
    try:
        await _handed_over(lambda: interaction.response.send_modal(modal))
    except (discord.HTTPException, *BROKEN) as error:
        _let_go(error)


_OVER: Final = (
    codes.UNKNOWN_INTERACTION,
    codes.ALREADY_ACKNOWLEDGED,
    codes.UNKNOWN_MESSAGE,
    codes.UNKNOWN_CHANNEL,
    codes.UNKNOWN_WEBHOOK,
    codes.INVALID_TOKEN,
)


def _let_go(error: Exception) -> None:
    """Let go what came too late, was answered already or has its channel no more, and what Discord could not take.

    Anything else is a fault. What was done is done: whoever got no answer is shown how it stands by the next click.
    """
    if isinstance(error, discord.HTTPException):
        if error.code in _OVER:
            return
        if not _is_busy(error):
            raise error
    log.warning("an answer was not taken", why=str(error))
