"""All calls to Discord. Each names its kind of request.

The rest of the program never sees an HTTP exception, only the exceptions in `bot.messenger.failures`.
"""

import asyncio
from base64 import b64encode
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

import discord
import structlog
from discord.http import Route, handle_message_parameters

from bot.messenger import tokens
from bot.messenger.emojis import Emojis
from bot.messenger.failures import AlreadyDone, Busy, LoggedOut, NextPlace, NoServer, Unreachable, letting_go, outcomes
from bot.messenger.outcomes import MEANINGS
from bot.messenger.pacing import Traffic
from bot.messenger.payloads import edit_with, fields_of
from bot.messenger.requests import Request
from bot.ui.messages.outgoing import Outgoing

if TYPE_CHECKING:
    from discord.types.threads import ThreadArchiveDuration


EPHEMERAL: Final = 64
"""The flag of a message that only one person can see."""

LOADING: Final = 128
"""The flag of a deferred message whose content is still missing: the bot "is thinking"."""

SEARCHED: Final = 1000
"""How many of a channel's latest messages are searched for a post's mark, at most; this takes ten requests."""

CLOCKS_APART: Final = 600.0
"""How many seconds this machine's clock can be ahead of Discord's before a search misses messages."""


T = TypeVar("T")


log = structlog.get_logger()


class Calls:
    """The client through which the rest of the program calls Discord.

    Attributes:
        emojis: the bot's emojis, which every message can contain.
        logged_out: set when Discord no longer accepts the bot's token.
    """

    def __init__(self, client: discord.Client, traffic: Traffic, emojis: Emojis) -> None:
        self._client = client
        self._traffic = traffic
        self.emojis = emojis
        self.logged_out = asyncio.Event()

    @asynccontextmanager
    async def _call(self, request: Request) -> AsyncIterator[None]:
        """Wait for this process's turn, and raise any Discord error as the exception for its outcome."""
        if self.logged_out.is_set():
            raise LoggedOut("Discord does not accept the bot's token")
        barred = self._traffic.barred()
        if barred is not None:
            raise Busy("too many requests were refused", barred)
        await self._traffic.turn()
        try:
            with outcomes(request, self.note_unknown):
                yield
        except LoggedOut:
            self.logged_out.set()
            raise

    def note_unknown(self, request: Request, error: discord.HTTPException) -> None:
        """Log and count an error that the table of outcomes does not explain, which makes it an incident."""
        meaning = MEANINGS.get(error.code)
        told = {"status": error.status, "code": error.code, "meaning": meaning, "why": str(error)}
        log.error("unknown refusal", request=request.value.label, **told)
        self._traffic.note_unknown(request.value.label, error.status, error.code)

    @property
    def me(self) -> int:
        """The bot's own id."""
        return cast("discord.ClientUser", self._client.user).id

    async def get(self, path: str) -> Any:
        """Return Discord's response at a path relative to the API's base. Raises NextPlace, Unreachable and Busy."""
        async with self._call(Request.LOOK):
            return await self._client.http.request(Route("GET", path))

    async def send(self, channel: int, message: Outgoing, nonce: str) -> int:
        """Send a message and return its id; repeating a nonce within a few minutes sends nothing new.

        Raises NextPlace, Rejected, Unreachable and Busy.
        """
        async with self._call(Request.SEND):
            sent = await self._client.get_partial_messageable(channel).send(
                **fields_of(message, self.emojis), nonce=nonce, silent=message.silent
            )
        return sent.id

    async def edit(self, channel: int, message: int, shown: Outgoing, *, has_files: bool = False) -> None:
        """Edit one of our messages; if `has_files` is set, the message already has its files.

        Raises Anew, NextPlace, Rejected, Unreachable and Busy.
        """
        edited = self._client.get_partial_messageable(channel).get_partial_message(message)
        async with self._call(Request.EDIT):
            await edit_with(edited.edit, shown, self.emojis, has_files=has_files)

    async def delete(self, channel: int, message: int) -> None:
        """Delete one of our messages; do nothing if it is already gone. Raises NextPlace and Busy."""
        with suppress(AlreadyDone):
            async with self._call(Request.DELETE):
                await self._client.get_partial_messageable(channel).get_partial_message(message).delete()

    async def open_dm(self, user: int) -> int:
        """Return a user's direct message channel. Raises Unreachable and Busy."""
        async with self._call(Request.OPEN_DM):
            channel = await self._client.create_dm(discord.Object(user))
        return channel.id

    async def open_thread(self, channel: int, message: int, name: str, minutes: int) -> int:
        """Open a thread under a message and return its channel, or return the thread that is already there.

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
        """Make an archived thread active again. Raises AlreadyDone if the thread is gone, NextPlace and Busy."""
        async with self._call(Request.MODIFY_THREAD):
            await self._client.http.edit_channel(thread, archived=False)

    async def active_threads(self, guild: int) -> int:
        """Return how many active threads in a server the bot can see. Raises NextPlace and Busy."""
        async with self._call(Request.LOOK):
            found = await self._client.http.get_active_threads(guild)
        return len(found["threads"])

    async def add_to_thread(self, thread: int, user: int) -> None:
        """Add a user to a thread. Raises Anew if the thread is archived, NextPlace, Unreachable and Busy."""
        async with self._call(Request.ADD_MEMBER):
            await self._client.http.add_user_to_thread(thread, user)

    async def is_member(self, guild: int, user: int) -> bool:
        """Return whether a user is still in a server. Raises NextPlace and Busy."""
        try:
            async with self._call(Request.MEMBER):
                await self._client.http.get_member(guild, user)
        except Unreachable:
            return False
        return True

    async def give_role(self, guild: int, user: int, role: int) -> None:
        """Give a member a role. Raises NextPlace, Unreachable if the user is not in the server, and Busy."""
        async with self._call(Request.GIVE_ROLE):
            await self._client.http.add_role(guild, user, role)

    async def take_role(self, guild: int, user: int, role: int) -> None:
        """Take a role from a member. Raises NextPlace, Unreachable if the user is not in the server, and Busy."""
        async with self._call(Request.TAKE_ROLE):
            await self._client.http.remove_role(guild, user, role)

    async def is_in(self, guild: int) -> bool:
        """Return whether the bot is in a server; true unless Discord clearly says that it is not. Raises Busy."""
        try:
            await self.get(f"/guilds/{guild}")
        except NoServer:
            return False
        except (NextPlace, Unreachable):
            return True
        return True

    async def events(self, guild: int) -> list[dict[str, Any]]:
        """Return the scheduled events that the bot has created in a server, oldest first. Raises NextPlace and Busy."""
        told = await self.get(f"/guilds/{guild}/scheduled-events")
        return sorted((each for each in told if each["creator_id"] == str(self.me)), key=lambda each: int(each["id"]))

    async def create_event(self, guild: int, event: Mapping[str, Any]) -> None:
        """Create a scheduled event. Raises NextPlace and Busy."""
        async with self._call(Request.CREATE_EVENT):
            await self._client.http.create_guild_scheduled_event(guild, **event)

    async def change_event(self, guild: int, event: int, **changes: Any) -> None:
        """Change, start or end a scheduled event. Raises AlreadyDone if the event is gone, NextPlace and Busy."""
        async with self._call(Request.CHANGE_EVENT):
            await self._client.http.edit_scheduled_event(guild, event, **changes)

    async def delete_event(self, guild: int, event: int) -> None:
        """Delete a scheduled event; do nothing if it is already gone. Raises NextPlace and Busy."""
        with suppress(AlreadyDone):
            async with self._call(Request.DELETE_EVENT):
                await self._client.http.delete_scheduled_event(guild, event)

    async def application_emojis(self) -> dict[str, str]:
        """Return the ids of the application's emojis by their names. Raises NextPlace and Busy."""
        found = await self.get(f"/applications/{self._client.application_id}/emojis")
        return {each["name"]: each["id"] for each in found["items"]}

    async def create_emoji(self, name: str, image: bytes) -> str:
        """Create an application emoji from a PNG, and return its id. Raises NextPlace and Busy."""
        uri = f"data:image/png;base64,{b64encode(image).decode()}"
        async with self._call(Request.CREATE_EMOJI):
            made = await self._client.http.create_application_emoji(cast("int", self._client.application_id), name, uri)
        return str(made["id"])

    async def answer_late(self, application: int, token: str, text: str) -> None:
        """Answer an interaction that was deferred long ago; ignore one that has expired by now.

        If a message was announced, fill it in; if an update was announced, send the text as a follow-up.
        """
        path = "/webhooks/{application}/{token}"
        said = {"content": text, "allowed_mentions": {"parse": []}}
        with letting_go(), outcomes(Request.FOLLOW_UP, self.note_unknown):
            original = await self._by_token("GET", f"{path}/messages/@original", application, token)
            if LOADING & original["flags"]:
                await self._by_token("PATCH", f"{path}/messages/@original", application, token, json=said)
            else:
                await self._by_token("POST", path, application, token, json=said | {"flags": EPHEMERAL})

    async def _by_token(self, method: str, path: str, application: int, token: str, **body: Any) -> Any:
        """Make a request with an interaction's token."""
        return await self._client.http.request(Route(method, path, application=application, token=token), **body)

    async def edit_answer(self, token: str, shown: Outgoing) -> int:
        """Edit the original answer to an interaction or a follow-up, by its token, and return the message's id.

        Raises Anew if there is no such message yet, NextPlace if the token has expired, AlreadyDone and Busy.
        """
        own, follow_up = tokens.read(token)

        async def edit(**fields: Any) -> Any:
            path = "/webhooks/{application}/{token}/messages/{message}"
            message = follow_up or "@original"
            route = Route("PATCH", path, application=self._client.application_id, token=own, message=message)
            with handle_message_parameters(**fields) as sent:
                if sent.files:
                    return await self._client.http.request(route, files=sent.files, form=sent.multipart)
                return await self._client.http.request(route, json=sent.payload)

        async with self._call(Request.EDIT_ORIGINAL if follow_up is None else Request.EDIT_FOLLOW_UP):
            return int((await edit_with(edit, shown, self.emojis, has_files=False))["id"])

    async def find(self, channel: int, mark: str, since: float) -> int | None:
        """Return the id of our message with a mark, sent since a given time, or None. Raises NextPlace and Busy."""
        me = self._client.user
        async with self._call(Request.MESSAGES):
            async for message in self._client.get_partial_messageable(channel).history(limit=SEARCHED):
                if message.created_at.timestamp() < since - CLOCKS_APART:
                    break
                texts = [message.content, *(embed.footer.text or "" for embed in message.embeds)]
                texts += [item.custom_id or "" for item in _buttons(message)]
                if me is not None and message.author.id == me.id and any(_carries(text, mark) for text in texts):
                    return message.id
        return None


def _buttons(message: discord.Message) -> Iterator[discord.Button]:
    """Yield the buttons of a classic message."""
    for line in message.components:
        if isinstance(line, discord.ActionRow):
            yield from (item for item in line.children if isinstance(item, discord.Button))


def _carries(text: str, mark: str) -> bool:
    return mark in text.split()
