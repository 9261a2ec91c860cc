"""A running smoke test: Discord's client, the steps so far, and the objects to clean up."""

import asyncio
from base64 import b64encode
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any, Final

import aiohttp
import discord
from aiohttp import TraceConfig, TraceRequestEndParams
from discord.http import handle_message_parameters

from bot.messenger.requests import Request
from bot.smoke.report import SmokeReport, SmokeStep, fields_of, refusal

Call = Callable[[], Awaitable[Any]]

BROKEN: Final = (aiohttp.ClientError, OSError, TimeoutError)
"""The errors of a broken connection."""


PAUSE: Final = 0.05
"""How many seconds to pause before each request: twenty a second are less than half of Discord's limit."""

KINDS: Final = {name: request.value for request in Request for name in request.value.names}
"""The kind of each request that the bot makes, by the documentation's name."""

FORBIDDEN: Final = "403/50013"
"""The refusal of a request for which a permission is missing."""

NOTICES: Final = 50
"""How many of the channel's latest messages are searched for a notice about a thread."""


class NotReached(Exception):
    """The rest of a part depends on something that is missing; the message says what."""


class SmokeClient(discord.Client):
    """Discord's client, with a queue of the interactions that arrive.

    Attributes:
        answered: the status of Discord's latest answer.
        acts: the interactions that arrived and were not handled yet.
    """

    def __init__(self) -> None:
        trace = TraceConfig()
        trace.on_request_end.append(self._ended)
        super().__init__(
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            http_trace=trace,
        )
        self.answered = 0
        self.acts: asyncio.Queue[discord.Interaction] = asyncio.Queue()

    async def _ended(
        self, _session: aiohttp.ClientSession, _context: SimpleNamespace, params: TraceRequestEndParams
    ) -> None:
        self.answered = params.response.status

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Add an interaction to the queue."""
        self.acts.put_nowait(interaction)


class SmokeSession:
    """Makes requests, records their results, and undoes their effects.

    Attributes:
        guild: the server in which everything happens.
        channel: its text channel.
        held: the bot's permissions there.
        person: the person who clicks; None before the first click.
    """

    def __init__(self, client: SmokeClient, guild: int, channel: int, report: SmokeReport) -> None:
        self.client = client
        self.guild = guild
        self.channel = channel
        self.report = report
        self.held = discord.Permissions.none()
        self.person: discord.User | discord.Member | None = None
        self._part = ""
        self._undone: list[tuple[str, Call]] = []
        self._flying: asyncio.Future[Any] | None = None

    @asynccontextmanager
    async def part(self, name: str) -> AsyncIterator[None]:
        """Start a part; on NotReached, record that the rest of the part was not reached, and end it."""
        self._part = name
        try:
            yield
        except NotReached as missing:
            self.note("the rest of this part", ("reached",), f"not reached: {missing}")

    async def step(self, name: str, call: Call, expected: str | tuple[str, ...] | None = None) -> Any:
        """Make a request, record the result, and return the answer; None for a refusal or a broken connection.

        The part of the name before a comma is the documentation's. Unless `expected` is given, what is expected follows
        from `bot.messenger.requests`. If the step is cancelled, the request itself goes on, and its effects are undone
        at the end.
        """
        answer = None
        await asyncio.sleep(PAUSE)
        self._flying = asyncio.ensure_future(call())
        try:
            answer = await asyncio.shield(self._flying)
            came = str(self.client.answered)
        except discord.HTTPException as error:
            came = refusal(error.status, error.code, error.text)
        except BROKEN as error:
            came = f"no answer: {type(error).__name__}"
        expected = expected or self._expected(name.split(",", maxsplit=1)[0])
        wanted = (expected,) if isinstance(expected, str) else expected
        self.report.steps.append(SmokeStep(self._part, name, wanted, came, fields_of(answer)))
        return answer

    async def needed(self, name: str, call: Call, expected: str | tuple[str, ...] | None = None) -> Any:
        """Make a request as `step` does. Raises NotReached without an answer, on which the rest of the part depends."""
        answer = await self.step(name, call, expected)
        if answer is None:
            raise NotReached(name)
        return answer

    def _expected(self, name: str) -> str:
        """Return the status of a success, or the refusal if the bot lacks a permission that it can do without."""
        kind = KINDS[name]
        allowed = all(getattr(self.held, each) for each in kind.permissions)
        return str(kind.status) if allowed or not kind.optional else FORBIDDEN

    def note(self, name: str, expected: str | tuple[str, ...], came: str) -> None:
        """Record an observed value beside the expected ones, as a step without a request."""
        wanted = (expected,) if isinstance(expected, str) else expected
        self.report.steps.append(SmokeStep(self._part, name, wanted, came))

    async def request(self, method: str, path: str, body: Any = None) -> Any:
        """Make a request at a path relative to the API's base, and return the answer."""
        route = discord.http.Route(method, path)
        return await self.client.http.request(route, **({} if body is None else {"json": body}))

    # Messages

    async def say(self, channel: int, **fields: Any) -> Any:
        """Send a message, as the bot does, and have it deleted at the end."""
        with handle_message_parameters(**fields) as params:
            sent = await self.client.http.send_message(channel, params=params)
        number = int(sent["id"])
        self.undo(f"Delete message {number} in {channel}", lambda: self.client.http.delete_message(channel, number))
        return sent

    async def change(self, channel: int, message: int, **fields: Any) -> Any:
        """Edit a message, as the bot does."""
        with handle_message_parameters(**fields) as params:
            return await self.client.http.edit_message(channel, message, params=params)

    # Threads, events, roles and emojis

    async def open_thread(self, path: str, name: str, **fields: Any) -> Any:
        """Open a thread, which is deleted at the end, or archived if the bot may not delete it."""
        opened = await self.request("POST", path, {"name": name, **fields})
        number = opened["id"]
        self.undo(f"Delete the notice of thread {number}", lambda: self._delete_notice(name))
        if self.held.manage_threads:
            self.undo(f"Delete thread {number}", lambda: self.request("DELETE", f"/channels/{number}"))
        else:
            archived = {"archived": True}
            self.undo(f"Archive thread {number}", lambda: self.request("PATCH", f"/channels/{number}", archived))
            self.report.left.append(f"Thread {number} is archived: to delete it the bot lacks Manage Threads.")
        return opened

    async def _delete_notice(self, name: str) -> None:
        """Delete the notice that Discord posts in the bot's name about a thread that belongs to no message."""
        for message in await self.client.http.logs_from(self.channel, limit=NOTICES):
            own = self.client.user is not None and int(message["author"]["id"]) == self.client.user.id
            if own and message["type"] == discord.MessageType.thread_created.value and message["content"] == name:
                await self.client.http.delete_message(self.channel, message["id"])

    async def plan_event(self, **fields: Any) -> Any:
        """Create a scheduled event, which is deleted at the end."""
        events = f"/guilds/{self.guild}/scheduled-events"
        planned = await self.request("POST", events, fields)
        self.undo(f"Delete event {planned['id']}", lambda: self.request("DELETE", f"{events}/{planned['id']}"))
        return planned

    async def give_role(self, user: int, role: int) -> Any:
        """Give a member a role, which is taken back at the end."""
        path = f"/guilds/{self.guild}/members/{user}/roles/{role}"
        given = await self.request("PUT", path)
        self.undo(f"Take role {role}", lambda: self.request("DELETE", path))
        return given

    async def make_emoji(self, name: str, image: bytes) -> Any:
        """Create an application emoji, which is deleted at the end."""
        emojis = f"/applications/{self.client.application_id}/emojis"
        uri = f"data:image/png;base64,{b64encode(image).decode()}"
        made = await self.request("POST", emojis, {"name": name, "image": uri})
        self.undo(f"Delete emoji {made['id']}", lambda: self.request("DELETE", f"{emojis}/{made['id']}"))
        return made

    # Cleaning up

    def undo(self, what: str, call: Call) -> None:
        """Register a call that undoes something at the end, latest first."""
        self._undone.append((what, call))

    async def clean_up(self) -> None:
        """Undo all effects, including those of a request that was in flight when the test was stopped."""
        if self._flying is not None and not self._flying.done():
            await asyncio.wait({self._flying})
        count = failed = 0
        while self._undone:
            what, call = self._undone.pop()
            count += 1
            await asyncio.sleep(PAUSE)
            try:
                await call()
            except discord.NotFound:
                pass
            except (discord.HTTPException, *BROKEN) as error:
                failed += 1
                self.report.left.append(f"{what}: {error}")
        self._part = "Cleaning up"
        self.note("Undo everything that was made", str(count), str(count - failed))
