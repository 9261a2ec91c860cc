"""Every call to Discord, each naming the kind of request that it is.

The rest of the program never sees an HTTP exception: it sees one of the few below, as the table in `bot.outcomes` says.
"""

import asyncio
import io
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from http import HTTPStatus
from logging import INFO, WARNING
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias, TypeVar, cast
from urllib.parse import urlsplit

import aiohttp
import discord
import structlog
import yarl
from discord.http import Route, handle_message_parameters
from msgspec import Struct

from bot import codes
from bot.outcomes import Outcome, Request, Sense, outcome, sense_of
from bot.traffic import Traffic
from bot.ui.messages import Attachment, Outgoing

if TYPE_CHECKING:
    from discord.types.threads import ThreadArchiveDuration

SERVER_ERROR: Final = 500

DM_PAUSE: Final = 600.0
"""How many seconds to open no DMs after Discord said that it was too fast."""

DOWNLOAD: Final = aiohttp.ClientTimeout(total=20.0)
"""How long fetching a file may take."""

EPHEMERAL: Final = 64
"""The flag of a message that only one person sees."""

LOADING: Final = 128
"""The flag of a message that was announced and is not there yet: the bot "is thinking"."""

SEARCHED: Final = 50
"""How many of a channel's last messages are looked through for a post's mark."""


BROKEN: Final = (aiohttp.ClientError, OSError, TimeoutError)
"""What a connection fails with that breaks: whether Discord has done what it was asked is not known then."""

T = TypeVar("T")


class _Say(Protocol):
    """Says something about an interaction, and returns the message's id where Discord told it."""

    def __call__(
        self, interaction: discord.Interaction, message: Outgoing, *, private: bool
    ) -> Awaitable[int | None]: ...


class _Bot(Protocol):
    """The client of an interaction."""

    calls: "Calls"


_NoteUnknown: TypeAlias = Callable[[Request, discord.HTTPException], None]

log = structlog.get_logger()


class NextPlace(Exception):
    """Nothing can be done there: what was to be said is said in the next place."""


class Gone(NextPlace):
    """It does not exist, or not any more."""


class Rejected(NextPlace):
    """Discord refuses the form of the request, or for a reason that nobody has thought of."""


class Anew(Exception):
    """What was to be changed is gone or asleep: it can be made anew at the same place."""


class AlreadyDone(Exception):
    """It is so already."""


class Unreachable(Exception):
    """This person cannot be reached so."""


class TooLarge(Exception):
    """The file has more bytes than it may have."""


class Busy(Exception):
    """Discord cannot do it now; `after` is how many seconds it wants to be left alone, where it said so."""

    def __init__(self, why: str, after: float | None = None) -> None:
        super().__init__(why)
        self.after = after


class LoggedOut(Busy):
    """Discord does not take the bot's token any more: nothing can be done before the bot is started with another."""


_RAISED: Final[Mapping[Outcome, type[Exception]]] = {
    Outcome.DONE: AlreadyDone,
    Outcome.ANEW: Anew,
    Outcome.SIMPLER: Rejected,
    Outcome.WAIT: Busy,
    Outcome.NEXT: NextPlace,
    Outcome.UNREACHABLE: Unreachable,
    Outcome.STOP: LoggedOut,
}


def _is_unknown(request: Request, error: discord.HTTPException) -> bool:
    """Whether an error is one that the table of outcomes has no reason for: an incident."""
    found = outcome(request, error.status, error.code)
    return found is not Outcome.WAIT and sense_of(error.status, error.code) is Sense.UNKNOWN


def _raised(request: Request, error: discord.HTTPException) -> Exception:
    """Return what an error of Discord's comes out as."""
    if error.code == codes.DM_TOO_FAST:
        return Busy(str(error), DM_PAUSE)
    raised = _RAISED[outcome(request, error.status, error.code)]
    if raised is NextPlace and error.code == codes.UNKNOWN_CHANNEL:
        return Gone(str(error))
    return raised(str(error))


class Upload(Struct, frozen=True):
    """A file that somebody has sent to Discord: its name, where it is, and how many bytes it is said to have."""

    name: str
    url: str
    size: int


class Calls:
    """Discord, as the rest of the program calls it.

    Attributes:
        logged_out: set when Discord does not take the bot's token any more.
    """

    def __init__(self, client: discord.Client, traffic: Traffic) -> None:
        self._client = client
        self._traffic = traffic
        self.logged_out = asyncio.Event()

    @asynccontextmanager
    async def _call(self, request: Request) -> AsyncIterator[None]:
        """Wait for this process's turn, and let an error of Discord's come out as one of the outcomes."""
        if self.logged_out.is_set():
            raise LoggedOut("Discord does not take the bot's token")
        barred = self._traffic.barred()
        if barred is not None:
            raise Busy("too many requests were refused", barred)
        await self._traffic.turn()
        try:
            with _outcomes(request, self.note_unknown):
                yield
        except LoggedOut:
            self.logged_out.set()
            raise

    def note_unknown(self, request: Request, error: discord.HTTPException) -> None:
        """Log and count an error that the table of outcomes has no reason for: an incident."""
        meaning = codes.DOCUMENTED.get(error.code)
        told = {"status": error.status, "code": error.code, "meaning": meaning, "why": str(error)}
        log.error("unknown refusal", request=request.value, **told)
        self._traffic.note_unknown(request.value, error.status, error.code)

    @property
    def me(self) -> int:
        """The bot's own id."""
        return cast("discord.ClientUser", self._client.user).id

    async def get(self, path: str) -> Any:
        """Return what Discord tells at a path below the API's base. Raises NextPlace, Unreachable and Busy."""
        async with self._call(Request.LOOK):
            return await self._client.http.request(Route("GET", path))

    async def send(self, channel: int, message: Outgoing, nonce: str) -> int:
        """Send a message and return its id; the same nonce again within some minutes sends nothing new.

        Raises NextPlace, Rejected, Unreachable and Busy.
        """
        async with self._call(Request.SEND):
            sent = await self._client.get_partial_messageable(channel).send(
                **_fields(message), nonce=nonce, silent=message.silent
            )
        return sent.id

    async def edit(self, channel: int, message: int, shown: Outgoing, *, has_files: bool = False) -> None:
        """Edit a message of ours, which may have its files already.

        Raises Anew, NextPlace, Rejected, Unreachable and Busy.
        """
        edited = self._client.get_partial_messageable(channel).get_partial_message(message)
        async with self._call(Request.EDIT):
            await _edit(edited.edit, shown, has_files=has_files)

    async def delete(self, channel: int, message: int) -> None:
        """Delete a message of ours; one that is gone already is deleted. Raises NextPlace and Busy."""
        with suppress(AlreadyDone):
            async with self._call(Request.DELETE):
                await self._client.get_partial_messageable(channel).get_partial_message(message).delete()

    async def open_dm(self, user: int) -> int:
        """Return the channel of somebody's direct messages. Raises Unreachable and Busy."""
        async with self._call(Request.OPEN_DM):
            channel = await self._client.create_dm(discord.Object(user))
        return channel.id

    async def open_thread(self, channel: int, message: int, name: str, minutes: int) -> int:
        """Open a thread under a message and return its channel; one that is there already is that one.

        A thread under a message has the message's id; `minutes` is its archive time. Raises Anew, NextPlace and Busy.
        """
        with suppress(AlreadyDone):
            async with self._call(Request.THREAD_UNDER):
                await self._client.http.start_thread_with_message(
                    channel, message, name=name, auto_archive_duration=cast("ThreadArchiveDuration", minutes)
                )
        return message

    async def open_new_thread(self, channel: int, name: str, minutes: int) -> int:
        """Open a thread that belongs to no message, and return its channel; `minutes` is its archive time.

        Raises NextPlace and Busy.
        """
        async with self._call(Request.THREAD):
            opened = await self._client.http.start_thread_without_message(
                channel,
                name=name,
                auto_archive_duration=cast("ThreadArchiveDuration", minutes),
                type=discord.ChannelType.public_thread.value,
            )
        return int(opened["id"])

    async def set_archiving(self, thread: int, minutes: int) -> None:
        """Change the archive time of a thread that the bot has opened. Raises AlreadyDone, NextPlace and Busy."""
        async with self._call(Request.MODIFY_THREAD):
            await self._client.http.edit_channel(thread, auto_archive_duration=minutes)

    async def wake(self, thread: int) -> None:
        """Make an archived thread active again. Raises AlreadyDone if it is gone, NextPlace and Busy."""
        async with self._call(Request.MODIFY_THREAD):
            await self._client.http.edit_channel(thread, archived=False)

    async def active_threads(self, guild: int) -> int:
        """Return how many active threads of a server the bot sees. Raises NextPlace and Busy."""
        async with self._call(Request.LOOK):
            found = await self._client.http.get_active_threads(guild)
        return len(found["threads"])

    async def add_to_thread(self, thread: int, user: int) -> None:
        """Put a thread into somebody's list. Raises Anew if it is archived, NextPlace, Unreachable and Busy."""
        async with self._call(Request.ADD_MEMBER):
            await self._client.http.add_user_to_thread(thread, user)

    async def is_member(self, guild: int, user: int) -> bool:
        """Return whether somebody is still in a server. Raises NextPlace and Busy."""
        try:
            async with self._call(Request.MEMBER):
                await self._client.http.get_member(guild, user)
        except Unreachable:
            return False
        return True

    async def events(self, guild: int) -> list[dict[str, Any]]:
        """Return a server's scheduled events that the bot has made, the oldest first. Raises NextPlace and Busy."""
        told = await self.get(f"/guilds/{guild}/scheduled-events")
        return sorted((each for each in told if each["creator_id"] == str(self.me)), key=lambda each: int(each["id"]))

    async def create_event(self, guild: int, event: Mapping[str, Any]) -> None:
        """Make a scheduled event. Raises NextPlace and Busy."""
        async with self._call(Request.CREATE_EVENT):
            await self._client.http.create_guild_scheduled_event(guild, **event)

    async def change_event(self, guild: int, event: int, **changes: Any) -> None:
        """Change a scheduled event, or begin or end it. Raises AlreadyDone if it is gone, NextPlace and Busy."""
        async with self._call(Request.CHANGE_EVENT):
            await self._client.http.edit_scheduled_event(guild, event, **changes)

    async def delete_event(self, guild: int, event: int) -> None:
        """Delete a scheduled event; one that is gone already is deleted. Raises NextPlace and Busy."""
        with suppress(AlreadyDone):
            async with self._call(Request.DELETE_EVENT):
                await self._client.http.delete_scheduled_event(guild, event)

    async def answer_late(self, application: int, token: str, text: str) -> None:
        """Answer an interaction whose answer was announced long ago; one that is given up by now is let go.

        Where a message was announced, it is filled in; where a change was, the text follows.
        """
        path = "/webhooks/{application}/{token}"
        said = {"content": text, "allowed_mentions": {"parse": []}}
        with _letting_go(), _outcomes(Request.FOLLOW_UP, self.note_unknown):
            original = await self._by_token("GET", f"{path}/messages/@original", application, token)
            if LOADING & original["flags"]:
                await self._by_token("PATCH", f"{path}/messages/@original", application, token, json=said)
            else:
                await self._by_token("POST", path, application, token, json=said | {"flags": EPHEMERAL})

    async def _by_token(self, method: str, path: str, application: int, token: str, **body: Any) -> Any:
        """Make a request with the token of an interaction."""
        return await self._client.http.request(Route(method, path, application=application, token=token), **body)

    async def edit_answer(self, token: str, shown: Outgoing) -> int:
        """Edit what an interaction was answered with, by its token, and return the message's id.

        Raises Anew if the interaction is not answered yet, NextPlace if the token has run out, AlreadyDone and Busy.
        """

        async def edit(**fields: Any) -> Any:
            path = "/webhooks/{application}/{token}/messages/@original"
            route = Route("PATCH", path, application=self._client.application_id, token=token)
            with handle_message_parameters(**fields) as sent:
                if sent.files:
                    return await self._client.http.request(route, files=sent.files, form=sent.multipart)
                return await self._client.http.request(route, json=sent.payload)

        async with self._call(Request.EDIT_ORIGINAL):
            return int((await _edit(edit, shown, has_files=False))["id"])

    async def find(self, channel: int, mark: str) -> int | None:
        """Return our message among a channel's latest that carries a mark, or None. Raises NextPlace and Busy."""
        me = self._client.user
        async with self._call(Request.MESSAGES):
            async for message in self._client.get_partial_messageable(channel).history(limit=SEARCHED):
                texts = [message.content, *(embed.footer.text or "" for embed in message.embeds)]
                if me is not None and message.author.id == me.id and any(_carries(text, mark) for text in texts):
                    return message.id
        return None


@contextmanager
def _outcomes(request: Request, note_unknown: _NoteUnknown) -> Iterator[None]:
    """Let an error of Discord's, or of the connection to it, come out as one of the outcomes."""
    try:
        yield
    except discord.HTTPException as error:
        if _is_unknown(request, error):
            note_unknown(request, error)
        raise _raised(request, error) from error
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


@contextmanager
def _answering(request: Request, interaction: discord.Interaction) -> Iterator[None]:
    """Let an error come out as one of the outcomes, as it does of a call; its client has the calls."""

    def note_unknown(request: Request, error: discord.HTTPException) -> None:
        cast("_Bot", interaction.client).calls.note_unknown(request, error)

    with _outcomes(request, note_unknown):
        yield


async def _handed_over(request: Request, interaction: discord.Interaction, give: Callable[[], Awaitable[T]]) -> T:
    """Hand over an answer that may be given twice, and do so where Discord did not take it, or did not say so.

    Where it has the first one after all, it says so to the second. Raises what the second try comes to.
    """
    try:
        with _answering(request, interaction):
            return await give()
    except Busy:
        with _answering(request, interaction):
            return await give()


async def reply(interaction: discord.Interaction, message: Outgoing, *, private: bool = True) -> int | None:
    """Answer an interaction with a message, and return its id where Discord told it.

    After a deferral that announced a message, fill that message in; whether it is private was said then. After one that
    announced a change of the message that was clicked on, follow up. Where Discord refuses its form, the person gets
    its words alone. Do nothing for an interaction that is over.

    Discord documentation, "Interactions: Receiving and Responding" (Interaction Callback Type).
    """
    return await _in_words(interaction, message, _reply, private=private)


async def follow_up(interaction: discord.Interaction, message: Outgoing, *, private: bool = True) -> int | None:
    """Say something more about an interaction that was answered, and return its id where Discord told it."""
    return await _in_words(interaction, message, _follow_up, private=private)


async def _in_words(interaction: discord.Interaction, message: Outgoing, say: _Say, *, private: bool) -> int | None:
    """Say something, and its words alone where Discord refuses its form; nothing if the interaction is over."""
    with _letting_go():
        try:
            return await say(interaction, message, private=private)
        except Rejected:
            return await say(interaction, message.words, private=private)
    return None


async def _reply(interaction: discord.Interaction, message: Outgoing, *, private: bool) -> int | None:
    given = interaction.response.type
    if given is None:
        answered = await _handed_over(
            Request.CALLBACK,
            interaction,
            lambda: interaction.response.send_message(**_fields(message), ephemeral=private),
        )
        return answered.message_id
    if given is discord.InteractionResponseType.deferred_channel_message:
        filled = await _handed_over(
            Request.EDIT_ORIGINAL,
            interaction,
            lambda: _edit(interaction.edit_original_response, message, has_files=False),
        )
        return filled.id
    return await _follow_up(interaction, message, private=private)


async def _follow_up(interaction: discord.Interaction, message: Outgoing, *, private: bool) -> int | None:
    with _answering(Request.FOLLOW_UP, interaction):
        sent = await interaction.followup.send(**_fields(message), ephemeral=private, wait=True)
    return sent.id


async def update(interaction: discord.Interaction, message: Outgoing) -> None:
    """Answer a click by changing the message that was clicked on.

    One that was deleted meanwhile, because a newer one stands in its place, needs no change: the click is acknowledged.
    Where Discord refuses the change, the person gets its words in a private message.
    """
    done = interaction.response.is_done()
    request = Request.EDIT_ORIGINAL if done else Request.CALLBACK
    edit = interaction.edit_original_response if done else interaction.response.edit_message
    with _letting_go():
        try:
            await _handed_over(
                request, interaction, lambda: _edit(edit, message, has_files=_has_files(interaction.message, message))
            )
        except Anew:
            if not done:
                await defer(interaction)
        except Rejected:
            await reply(interaction, message.words)


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
    """Tell Discord that the answer takes longer.

    If the person acted on a message, nothing is seen; after a command, or the modal of one, the bot "is thinking":
    there is no message that could be changed. With `anew` a click is answered with a new message, like a command.
    """
    thinking = anew or interaction.message is None
    with _letting_go():
        await _handed_over(
            Request.CALLBACK, interaction, lambda: interaction.response.defer(ephemeral=private, thinking=thinking)
        )


async def download(upload: Upload, most: int) -> bytes:
    """Return a file that came with an interaction.

    Only Discord's own files are fetched, and no more of one than it may have, whatever it was said to have. Raises
    TooLarge, Gone and Busy.
    """
    try:
        url = yarl.URL(upload.url)
        where = url.origin()
    except ValueError as error:
        raise Gone(upload.url) from error
    if where != yarl.URL(discord.asset.Asset.BASE).origin():
        raise Gone(upload.url)
    if upload.size > most:
        raise TooLarge(upload.size)
    try:
        async with aiohttp.ClientSession(timeout=DOWNLOAD) as session, session.get(url, allow_redirects=False) as file:
            if file.status != HTTPStatus.OK:
                raise Gone(f"{upload.url}: {file.status}") if file.status < SERVER_ERROR else Busy(str(file.status))
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
    """Answer a click with a modal. Raises Rejected: a modal cannot be said in words."""
    modal.stop()
    try:
        await _handed_over(Request.CALLBACK, interaction, lambda: interaction.response.send_modal(modal))
    except Rejected:
        raise
    except _LET_GO as error:
        _let_go(error)


_LET_GO: Final = (AlreadyDone, NextPlace, Busy)


@contextmanager
def _letting_go() -> Iterator[None]:
    """Let go what came too late, was answered already or has its channel no more, and what Discord could not take.

    What was done is done: whoever got no answer is shown how it stands by the next click.
    """
    try:
        yield
    except _LET_GO as error:
        _let_go(error)


def _let_go(error: Exception) -> None:
    log.log(WARNING if isinstance(error, Busy) else INFO, "an answer was not taken", why=str(error))
