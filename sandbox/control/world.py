"""The control API for the world: the changes, faults and records available to tests and to the page's drawer."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, cast, get_args

from aiohttp import ClientError, web

from sandbox.channel_types import ChannelKind
from sandbox.control.requests import answer, body_of, field
from sandbox.description import ChannelDescription
from sandbox.errors import CannotDo
from sandbox.faults import Fault
from sandbox.wire import Json, encode

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from sandbox.findings import Finding
    from sandbox.journal import JournalEntry
    from sandbox.parts import Parts

_WAYS = frozenset({"close", "abort", "reconnect", "invalid", "silence"})
_LISTED = 300


class WorldApi:
    """Routes below `/sandbox` that belong to no particular person."""

    def __init__(
        self, parts: Parts, facts: Callable[[], Json], addresses: Mapping[str, Callable[[str], Awaitable[None]]]
    ) -> None:
        self._parts = parts
        self._facts = facts
        self._addresses = addresses
        self._drawers: set[asyncio.Queue[Json]] = set()
        self._changes: dict[str, Callable[[Json], Json | None]] = {
            "create_channel": self._create_channel,
            "close_dms": self._close_dms,
            "install": self._install,
            "add_person": self._add_person,
            "kick_bot": lambda body: parts.world.kick_bot(_id(body, "guild")),
            "invite_bot": lambda body: parts.world.invite_bot(_id(body, "guild")),
            "delete_role": lambda body: parts.world.delete_role(_id(body, "guild"), _id(body, "role")),
            "remove_member": lambda body: parts.world.remove_member(_id(body, "guild"), self._user(body)),
            "delete_channel": lambda body: parts.world.delete_channel(_id(body, "channel")),
            "delete_message": lambda body: parts.world.delete_message(_id(body, "channel"), _id(body, "message")),
            "permission": self._permission,
            "thread": self._thread,
            "guild_available": lambda body: parts.gateway.guild_available(
                _id(body, "guild"), available=bool(field(body, "available"))
            ),
            "repeat_event": lambda body: parts.gateway.repeat_next(field(body, "event")),
            "delay_event": lambda body: parts.gateway.delay_next(field(body, "event")),
            "advance": self._advance,
            "age": self._age,
        }
        parts.journal.listeners.append(self._written)
        parts.clock.listeners.append(self._moved)

    def routes(self) -> list[web.RouteDef]:
        """List the routes."""
        return [
            web.get("/sandbox/facts", self.facts),
            web.post("/sandbox/world/{change}", self.change),
            *(web.post(f"/sandbox/{name}", self._taking(use)) for name, use in self._addresses.items()),
            web.post("/sandbox/gateway/drop", self.drop),
            web.get("/sandbox/faults", self.faults),
            web.post("/sandbox/faults", self.plan_fault),
            web.delete("/sandbox/faults", self.clear_faults),
            web.get("/sandbox/journal", self.journal),
            web.get("/sandbox/findings", self.findings),
            web.delete("/sandbox/findings", self.clear_findings),
            web.get("/sandbox/drawer", self.drawer),
        ]

    async def facts(self, _: web.Request) -> web.Response:
        """Return the addresses, the ids, and the world's people and channels."""
        return answer(self._facts())

    async def change(self, request: web.Request) -> web.Response:
        """Change the world."""
        name = request.match_info["change"]
        change = self._changes.get(name)
        if change is None:
            raise CannotDo(f"there is no change called {name}")
        body = await body_of(request)
        self._parts.journal.write("fault", name, body)
        return answer(change(body) or {})

    def _taking(self, use: Callable[[str], Awaitable[None]]) -> Callable[[web.Request], Awaitable[web.Response]]:
        """Return a handler that verifies a URL as Discord does and sends interactions or events to it from then on."""

        async def take(request: web.Request) -> web.Response:
            try:
                await use(str(field(await body_of(request), "url")))
            except ClientError as error:
                raise CannotDo(f"the endpoint cannot be reached: {error}") from error
            return answer({})

        return take

    def _user(self, body: Json) -> int:
        who = str(field(body, "user"))
        if who == "bot":
            return self._parts.world.bot_id
        return self._parts.world.person(int(who) if who.isdigit() else who).id

    def _create_channel(self, body: Json) -> Json:
        description = ChannelDescription(
            name=field(body, "name"),
            kind=_kind(body.get("kind", "text")),
            tags=tuple(body.get("tags") or ()),
            tag_required=bool(body.get("tag_required")),
        )
        return {"id": str(self._parts.world.create_channel(_id(body, "guild"), description).id)}

    def _close_dms(self, body: Json) -> None:
        closed = self._parts.world.closed_dms
        (closed.add if body.get("closed", True) else closed.discard)(self._user(body))

    def _install(self, body: Json) -> None:
        installed = self._parts.world.installed
        (installed.add if body.get("installed", True) else installed.discard)(self._user(body))

    def _add_person(self, body: Json) -> None:
        self._parts.world.add_person(field(body, "name"), [int(each) for each in body.get("guilds") or []])

    def _permission(self, body: Json) -> None:
        self._parts.world.set_permission(
            _id(body, "channel"),
            self._user(body),
            field(body, "permission"),
            allowed=bool(field(body, "allowed")),
        )

    def _thread(self, body: Json) -> None:
        thread = self._parts.world.channel(_id(body, "channel"))
        if thread.thread_metadata is None:
            raise CannotDo("this is not a thread")
        self._parts.world.edit_thread(thread, {key: body[key] for key in ("archived", "locked") if key in body})

    def _advance(self, body: Json) -> Json:
        self._parts.clock.advance(float(field(body, "seconds")))
        return self._time()

    def _age(self, body: Json) -> None:
        identifier = body.get("interaction")
        self._parts.interactions.age(int(identifier) if identifier is not None else None, float(field(body, "seconds")))

    async def drop(self, request: web.Request) -> web.Response:
        """End the bot's connections."""
        body = await body_of(request)
        how = field(body, "how")
        if how not in _WAYS:
            raise CannotDo(f"a connection ends by one of {sorted(_WAYS)}")
        await self._parts.gateway.drop(how, int(body.get("code", 4000)))
        return answer({})

    async def faults(self, _: web.Request) -> web.Response:
        """List the planned faults."""
        planned = [asdict(each) for each in self._parts.faults.planned()]
        return answer({"planned": planned, "cdn_down": self._parts.faults.cdn_down})

    async def plan_fault(self, request: web.Request) -> web.Response:
        """Plan a fault, or take the CDN down with `cdn_down`."""
        body = await body_of(request)
        if "cdn_down" in body:
            self._parts.faults.cdn_down = bool(body["cdn_down"])
            return answer({})
        try:
            fault = Fault(**body)
        except TypeError as error:
            raise CannotDo(f"no such fault: {error}") from error
        self._parts.faults.plan(fault)
        return answer({})

    async def clear_faults(self, _: web.Request) -> web.Response:
        """Remove all planned faults."""
        self._parts.faults.clear()
        return answer({})

    async def journal(self, request: web.Request) -> web.Response:
        """Return the journal, filtered by `kinds` if given: as readable lines with `text`, otherwise as JSON."""
        journal = self._parts.journal
        if "text" in request.query:
            return web.Response(text=journal.text(int(request.query.get("limit", _LISTED))))
        kinds = request.query.get("kinds")
        entries = journal.entries(kinds.split(",") if kinds else None, int(request.query.get("after", 0)))
        return answer([each.as_json() for each in entries])

    async def findings(self, _: web.Request) -> web.Response:
        """List the findings."""
        return answer([each.as_json() for each in self._parts.findings.all()])

    async def clear_findings(self, _: web.Request) -> web.Response:
        """Remove the findings."""
        self._parts.findings.clear()
        return answer({})

    async def drawer(self, request: web.Request) -> web.StreamResponse:
        """Stream the time, whenever it is moved, the journal and the findings to the page."""
        socket = web.WebSocketResponse(heartbeat=30)
        await socket.prepare(request)
        queue: asyncio.Queue[Json] = asyncio.Queue()
        queue.put_nowait({"type": "time", **self._time()})
        for entry in self._parts.journal.entries()[-_LISTED:]:
            queue.put_nowait({"type": "entry", **entry.as_json()})
        for finding in self._parts.findings.all():
            queue.put_nowait({"type": "finding", **finding.as_json()})
        self._drawers.add(queue)
        writer = asyncio.create_task(_write(socket, queue))
        try:
            async for _ in socket:
                pass
        finally:
            self._drawers.discard(queue)
            writer.cancel()
            with suppress(asyncio.CancelledError, ConnectionError):
                await writer
        return socket

    def _time(self) -> Json:
        return {"seconds": self._parts.clock.seconds()}

    def _moved(self) -> None:
        for queue in self._drawers:
            queue.put_nowait({"type": "time", **self._time()})

    def _written(self, entry: JournalEntry) -> None:
        for queue in self._drawers:
            queue.put_nowait({"type": "entry", **entry.as_json()})

    def found(self, finding: Finding) -> None:
        """Send a new finding to the open drawers."""
        for queue in self._drawers:
            queue.put_nowait({"type": "finding", **finding.as_json()})


async def _write(socket: web.WebSocketResponse, queue: asyncio.Queue[Json]) -> None:
    while True:
        await socket.send_str(encode(await queue.get()).decode())


def _kind(value: str) -> ChannelKind:
    for kind in get_args(ChannelKind):
        if kind == value:
            return cast("ChannelKind", kind)
    raise CannotDo(f"there are no channels of the kind {value}")


def _id(body: Json, name: str) -> int:
    value: Any = field(body, name)
    if not str(value).isdigit():
        raise CannotDo(f"{name} must be an id")
    return int(value)
