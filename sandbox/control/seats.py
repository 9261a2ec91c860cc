"""Seats: the live updates for one person's client, each over a WebSocket of its own.

A seat receives nothing that its person could not see: no ephemeral or direct messages meant for others, and no hidden
channels.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from aiohttp import WSMsgType, web

from sandbox.people.access import may_post, may_write
from sandbox.wire import Json, encode

if TYPE_CHECKING:
    from sandbox.gateway import Gateway
    from sandbox.world import Channel, Happening, Message, World

_EPHEMERAL: Final = 1 << 6
_MESSAGES: Final = {"MESSAGE_CREATE": "message", "MESSAGE_UPDATE": "update"}
_PLACES: Final = frozenset(
    f"{what}_{how}" for what in ("CHANNEL", "THREAD", "GUILD") for how in ("CREATE", "UPDATE", "DELETE")
) | {"THREAD_MEMBERS_UPDATE", "GUILD_MEMBER_ADD", "GUILD_MEMBER_REMOVE"}


class SeatUpdates:
    """Sends updates to every open seat."""

    def __init__(self, world: World, gateway: Gateway) -> None:
        self._world = world
        self._gateway = gateway
        self._open: set[_Seat] = set()
        self._places_changed = False
        world.listeners.append(self._happened)
        gateway.on_presence.append(self._presence)

    async def serve(self, request: web.Request, user_id: int) -> web.WebSocketResponse:
        """Keep a seat open for one person."""
        seat = _Seat(user_id)
        await seat.socket.prepare(request)
        self._open.add(seat)
        seat.tell(self.hello(user_id))
        writer = asyncio.create_task(seat.write())
        try:
            async for message in seat.socket:
                if message.type == WSMsgType.ERROR:
                    break
        finally:
            self._open.discard(seat)
            writer.cancel()
            with suppress(asyncio.CancelledError, ConnectionError):
                await writer
        return seat.socket

    async def close(self) -> None:
        """Close all seats."""
        for seat in list(self._open):
            await seat.socket.close()

    # ----------------------------------------------------------------- updates

    def hello(self, user_id: int) -> Json:
        """Describe everything that a person's client shows when it opens."""
        world = self._world
        return {
            "type": "hello",
            "me": world.user_payload(user_id),
            "bot": world.user_payload(world.bot_id),
            "online": self._gateway.online,
            **self.places(user_id),
        }

    def places(self, user_id: int) -> Json:
        """List the servers, channels, threads, direct messages and people that a person can see."""
        world = self._world
        guilds = []
        for guild in world.backend.guilds.values():
            if user_id not in guild.members:
                continue
            roles = [world.role_payload(guild, role) for role in guild.roles]
            guilds.append(
                {
                    "id": str(guild.id),
                    "name": guild.name,
                    "bot": world.bot_id in guild.members,
                    "members": [str(each) for each in guild.members],
                    "roles": [{"id": role["id"], "name": role["name"], "color": role["color"]} for role in roles],
                    "channels": self._channels(user_id, guild.channel_ids),
                    "threads": self._channels(user_id, guild.thread_ids),
                }
            )
        dm = [world.dm_channel(user_id).id] if world.has_dm(user_id) else []
        users = [world.user_payload(each) for each in world.backend.users]
        own = [each.id for each in world.conversations(user_id)]
        return {
            "guilds": guilds,
            "dms": self._channels(user_id, dm),
            "conversations": self._channels(user_id, own),
            "users": users,
        }

    def _channels(self, user_id: int, ids: list[int]) -> list[Json]:
        channels = [self._world.channel(each) for each in ids if self._world.sees_channel(user_id, each)]
        return [
            self._world.channel_payload(each)
            | {"writable": may_write(self._world, user_id, each), "may_post": may_post(self._world, user_id, each)}
            for each in channels
            if not _hidden_archive(each)
        ]

    def message(self, message: Message, viewer: int) -> Json:
        """Return a message as a seat receives it, including whether it pings this person."""
        return self._world.message_payload(message) | {"pings_me": self._world.pings(message, viewer)}

    def _happened(self, happening: Happening) -> None:
        if not self._open:
            return
        event, payload = happening.event, happening.payload
        if event in _PLACES:
            self._mark_places()
            return
        self._tell_places()
        if event in _MESSAGES:
            self._message_happened(_MESSAGES[event], payload)
        elif event in {"MESSAGE_DELETE", "MESSAGE_DELETE_BULK"}:
            gone = {"type": "delete", "channel_id": payload["channel_id"]}
            gone["ids"] = payload.get("ids") or [payload["id"]]
            for seat in self._seats_in(int(payload["channel_id"]), happening.only):
                seat.tell(gone)
        elif event == "TYPING_START":
            typing = {"type": "typing", "channel_id": payload["channel_id"], "user_id": payload["user_id"]}
            for seat in self._seats_in(int(payload["channel_id"]), None):
                seat.tell(typing)

    def _mark_places(self) -> None:
        """Schedule one update of the places for all simultaneous changes, ahead of anything that follows."""
        if not self._places_changed:
            self._places_changed = True
            asyncio.get_running_loop().call_soon(self._tell_places)

    def _tell_places(self) -> None:
        if self._places_changed:
            self._places_changed = False
            for seat in self._open:
                seat.tell({"type": "places", **self.places(seat.user_id)})

    def _message_happened(self, kind: str, payload: Json) -> None:
        message = self._world.find_message(int(payload["channel_id"]), int(payload["id"]))
        if message is None:
            return
        for seat in self._open:
            if self._world.sees_message(seat.user_id, message):
                self._show_dm(seat)
                pings = self._world.pings(message, seat.user_id)
                seat.tell({"type": kind, "message": payload | {"pings_me": pings}})

    def _show_dm(self, seat: _Seat) -> None:
        """Send a seat its direct message with the bot once it exists: the world announces no event for it."""
        if not seat.knows_dm and self._world.has_dm(seat.user_id):
            seat.knows_dm = True
            seat.tell({"type": "places", **self.places(seat.user_id)})

    def _seats_in(self, channel_id: int, only: int | None) -> list[_Seat]:
        return [
            seat
            for seat in self._open
            if (only is None or seat.user_id == only) and self._world.sees_channel(seat.user_id, channel_id)
        ]

    def _presence(self, online: bool) -> None:  # noqa: FBT001 - a listener's one argument
        for seat in self._open:
            seat.tell({"type": "presence", "online": online})


class _Seat:
    """One person's open client."""

    def __init__(self, user_id: int) -> None:
        self.user_id = user_id
        self.knows_dm = False
        self.socket = web.WebSocketResponse(heartbeat=30)
        self._queue: asyncio.Queue[Json] = asyncio.Queue()

    def tell(self, news: Json) -> None:
        self._queue.put_nowait(news)

    async def write(self) -> None:
        while True:
            await self.socket.send_str(encode(await self._queue.get()).decode())


def _hidden_archive(channel: Channel) -> bool:
    """Return whether a thread is archived and locked, and so off the list; a thread that can be woken stays on it."""
    meta = channel.thread_metadata
    return meta is not None and meta.archived and meta.locked
