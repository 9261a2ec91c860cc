"""One simulated person with an open client, who acts like a user at a screen and remembers what they have seen."""

from __future__ import annotations

import asyncio
import base64
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import aiohttp

from sandbox.errors import NotSeen, Refused
from sandbox.seen import Message, Outcome
from sandbox.wire import Json, decode

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Mapping, Sequence

    from sandbox.control_client import ControlClient

Place: TypeAlias = str | int | Message
"""A channel, thread or DM, given by name, by id, or by a message in it."""

_PATIENCE: Final = 10.0


class Person:
    """One simulated user with an open client. Channels are named by id, by name, or by a message in them.

    `name` is the person's name in the world's description, and `display_name` the one that others see.
    `heard` is everything that has reached the person, in order: messages, their changes, answers, modals, suggestions.
    """

    def __init__(self, client: ControlClient, name: str, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.name = name
        self.display_name = name
        self.id = 0
        self.online = False
        self.arrivals = 0
        self.places: Json = {}
        self.typing: set[tuple[int, int]] = set()
        self.client = client
        self._socket = socket
        self._reader: asyncio.Task[None] | None = None
        self.heard: list[Json] = []
        self._seen: dict[int, Message] = {}
        self._news = asyncio.Event()

    @classmethod
    async def seated(cls, client: ControlClient, name: str, socket: aiohttp.ClientWebSocketResponse) -> Person:
        """Open a seat; from then on, everything that the person sees is recorded."""
        person = cls(client, name, socket)
        person._take(decode(await socket.receive_str()))
        person._reader = asyncio.create_task(person._read())
        return person

    async def leave(self) -> None:
        """Close the client."""
        if self._reader is not None:
            self._reader.cancel()
            with suppress(asyncio.CancelledError):
                await self._reader
        await self._socket.close()

    async def _read(self) -> None:
        async for message in self._socket:
            if message.type == aiohttp.WSMsgType.TEXT:
                self._take(decode(message.data))

    def _take(self, news: Json) -> None:
        self.heard.append(news)
        kind = news["type"]
        if kind == "hello":
            self.id = int(news["me"]["id"])
            self.display_name = news["me"]["global_name"]
            self.online = news["online"]
        if kind in {"hello", "places"}:
            self.places = {name: news[name] for name in ("guilds", "dms", "conversations")}
        elif kind in {"message", "update"}:
            message = Message(news["message"])
            self._seen[message.id] = message
        elif kind == "delete":
            for identifier in news["ids"]:
                self._seen.pop(int(identifier), None)
        elif kind == "presence":
            self.online = news["online"]
            self.arrivals += self.online
        elif kind == "typing":
            self.typing.add((int(news["channel_id"]), int(news["user_id"])))
        self._news.set()
        self._news = asyncio.Event()

    # --------------------------------------------------------------------- waiting

    async def until(
        self,
        condition: Callable[[], bool],
        what: str = "it",
        timeout: float = _PATIENCE,  # noqa: ASYNC109
    ) -> None:
        """Wait until a condition on what this person sees holds; it is checked after every update.

        Raises:
            NotSeen: If the condition does not hold in time.
        """
        try:
            async with asyncio.timeout(timeout):
                while not condition():
                    await self._news.wait()
        except TimeoutError:
            journal = await self.client.journal_text()
            raise NotSeen(f"{self.name} did not see {what} in {timeout} s\n{journal}") from None

    async def wait_for(
        self,
        predicate: Callable[[Message], bool],
        channel: Place | None = None,
        *,
        timeout: float = _PATIENCE,  # noqa: ASYNC109
    ) -> Message:
        """Wait for a matching message, in its current state; one seen since the seat was opened counts at once.

        Raises:
            NotSeen: If none comes in time; the message contains the journal.
        """
        place = self.channel_id(channel) if channel is not None else None

        def fitting() -> Message | None:
            for message in reversed(list(self._seen.values())):
                if place in {None, message.channel_id} and predicate(message):
                    return message
            return None

        await self.until(lambda: fitting() is not None, "a message that fits", timeout)
        found = fitting()
        if found is None:
            raise NotSeen("the message went away again")
        return found

    async def wait_gone(self, message: Message, *, timeout: float = _PATIENCE) -> None:  # noqa: ASYNC109
        """Wait until a message is deleted."""
        await self.until(lambda: message.id not in self._seen, "the message go away", timeout)

    async def wait_online(self, *, online: bool = True, timeout: float = _PATIENCE) -> None:  # noqa: ASYNC109
        """Wait until the bot is connected (or no longer is)."""
        await self.until(lambda: self.online is online, f"the bot go {'online' if online else 'offline'}", timeout)

    async def wait_back(self, arrivals: int, *, timeout: float = _PATIENCE) -> None:  # noqa: ASYNC109
        """Wait until the bot is connected again, given its earlier number of `arrivals`."""
        await self.until(lambda: self.online and self.arrivals > arrivals, "the bot come back", timeout)

    async def finished(self, outcome: Outcome, *, timeout: float = _PATIENCE) -> Message:  # noqa: ASYNC109
        """Return an outcome's message once the bot is no longer thinking."""
        message = outcome.message
        if message is None:
            raise NotSeen(f"there is no message: the outcome was {outcome.kind} ({outcome.reason})")
        if not message.thinking:
            return self._seen.get(message.id, message)
        return await self.wait_for(
            lambda each: each.id == message.id and not each.thinking, message.channel_id, timeout=timeout
        )

    def now(self, message: Message) -> Message:
        """Return a message in its current state."""
        return self._seen[message.id]

    def seen(self) -> list[Message]:
        """Return all existing messages that have come or changed since the seat was opened, oldest first."""
        return [self._seen[number] for number in sorted(self._seen)]

    def news(self) -> Coroutine[Any, Any, Any]:
        """Wait until the person sees anything that is new since this call, even if the wait itself begins later."""
        return self._news.wait()

    # --------------------------------------------------------------------- looking

    def channel_id(self, place: Place) -> int:
        """Find a channel, thread or DM by id, by name, or by a message in it."""
        if isinstance(place, Message):
            return place.channel_id
        if isinstance(place, int):
            return place
        name = str(place).removeprefix("#")
        for guild in self.places["guilds"]:
            for channel in [*guild["channels"], *guild["threads"]]:
                if name in {channel["name"], channel["id"]}:
                    return int(channel["id"])
        return int(place) if str(place).isdigit() else self._no_channel(place)

    def _no_channel(self, place: Place) -> int:
        raise Refused(f"{self.name} sees no channel {place}")

    @property
    def here(self) -> int:
        """The first channel of the first server: the default place for a person's actions."""
        return int(self.places["guilds"][0]["channels"][0]["id"])

    @property
    def dm_id(self) -> int | None:
        """The direct message with the bot, if it is open."""
        return int(self.places["dms"][0]["id"]) if self.places["dms"] else None

    @property
    def conversations(self) -> list[int]:
        """The channels of this person's DMs and group DMs with other people."""
        return [int(each["id"]) for each in self.places["conversations"]]

    @property
    def threads(self) -> list[Json]:
        """The threads in this person's list."""
        return [thread for guild in self.places["guilds"] for thread in guild["threads"]]

    async def messages(self, channel: Place | None = None, limit: int = 100) -> list[Message]:
        """Return a channel's messages as this person sees them, oldest first."""
        raw = await self.client.call("GET", f"people/{self.name}/messages", channel=self._place(channel), limit=limit)
        return [Message(each) for each in raw]

    async def dms(self) -> list[Message]:
        """Return the direct messages with the bot, oldest first."""
        facts = await self.open_dm()
        return await self.messages(facts)

    async def commands(self, channel: Place | None = None) -> list[Json]:
        """Return the commands offered in a channel."""
        commands: list[Json] = await self.client.call(
            "GET", f"people/{self.name}/commands", channel=self._place(channel)
        )
        return commands

    # ---------------------------------------------------------------------- acting

    async def _do(self, act: str, **body: object) -> Any:
        outcome = await self.client.call("POST", f"people/{self.name}/{act}", body)
        self.heard.append({"type": act, "outcome": outcome})
        return outcome

    def _place(self, channel: Place | None) -> str:
        return str(self.channel_id(channel) if channel is not None else self.here)

    async def slash(
        self,
        command: str,
        /,
        channel: Place | None = None,
        options: Mapping[str, object] | None = None,
        **more_options: object,
    ) -> Outcome:
        """Send a slash command, with subcommands after its name; people are given as `Person` or by name."""
        filled = {name: _value(value) for name, value in {**(options or {}), **more_options}.items()}
        return Outcome.read(await self._do("slash", channel=self._place(channel), command=command, options=filled))

    async def autocomplete(
        self, command: str, option: str, text: str, /, channel: Place | None = None, **options: object
    ) -> Outcome:
        """Type into an option; the outcome's `choices` are what the bot offers."""
        raw = await self._do(
            "autocomplete",
            channel=self._place(channel),
            command=command,
            option=option,
            text=text,
            options={name: _value(value) for name, value in options.items()},
        )
        return Outcome.read(raw)

    async def context_menu(self, command: str, target: Message | str, channel: Place | None = None) -> Outcome:
        """Use a command from the context menu of a message or a person."""
        if isinstance(target, Message):
            raw = await self._do("context", channel=str(target.channel_id), command=command, target=str(target.id))
        else:
            raw = await self._do("context", channel=self._place(channel), command=command, target=target)
        return Outcome.read(raw)

    async def click(self, message: Message, button: str) -> Outcome:
        """Press a button, named by its custom id or its label."""
        return Outcome.read(
            await self._do("click", channel=str(message.channel_id), message=str(message.id), button=button)
        )

    async def select(self, message: Message, select: str, values: Sequence[object]) -> Outcome:
        """Choose values in a select, named by its custom id."""
        raw = await self._do(
            "select",
            channel=str(message.channel_id),
            message=str(message.id),
            select=select,
            values=[_value(each) for each in values],
        )
        return Outcome.read(raw)

    async def submit_modal(self, shown: Outcome, values: Mapping[str, object]) -> Outcome:
        """Submit the modal that an outcome showed, with values by the inputs' custom ids."""
        return Outcome.read(
            await self._do(
                "modal",
                interaction=str(shown.interaction_id),
                values={name: _value(value) for name, value in values.items()},
            )
        )

    async def write(
        self,
        content: str = "",
        channel: Place | None = None,
        *,
        files: Mapping[str, bytes] | None = None,
        reply_to: Message | None = None,
    ) -> Message:
        """Write a message."""
        raw = await self._do(
            "write",
            channel=self._place(channel),
            content=content,
            files=[file_of(name, data) for name, data in (files or {}).items()],
            reply_to=str(reply_to.id) if reply_to is not None else None,
        )
        return Message(raw)

    async def start_post(
        self,
        title: str,
        content: str,
        channel: Place,
        *,
        tags: Sequence[str] = (),
        files: Mapping[str, bytes] | None = None,
    ) -> Message:
        """Start a post in a forum or media channel and return its first message, which is in the post."""
        raw = await self._do(
            "post",
            channel=self._place(channel),
            title=title,
            content=content,
            tags=list(tags),
            files=[file_of(name, data) for name, data in (files or {}).items()],
        )
        return Message(raw)

    async def start_thread(self, name: str, channel: Place | None = None, *, private: bool = False) -> int:
        """Start a thread without a message and return its id."""
        return int((await self._do("thread", channel=self._place(channel), name=name, private=private))["id"])

    async def open_dm(self) -> int:
        """Open the direct message with the bot and return its channel."""
        return int((await self._do("dm"))["id"])

    async def delete(self, message: Message) -> None:
        """Delete one of the person's own messages."""
        await self._do("delete", channel=str(message.channel_id), message=str(message.id))

    async def type(self, channel: Place | None = None) -> None:
        """Show the typing indicator in a channel."""
        await self._do("typing", channel=self._place(channel))


def file_of(filename: str, data: bytes) -> Json:
    """Return a file in the form that the control API accepts."""
    return {"filename": filename, "content": base64.b64encode(data).decode()}


def _value(value: object) -> object:
    if isinstance(value, Person):
        return str(value.id)
    if isinstance(value, Message):
        return str(value.id)
    return value
