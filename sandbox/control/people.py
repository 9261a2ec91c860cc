"""The control API for people: their actions and what they see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiohttp import web

from sandbox.control.requests import answer, body_of, field
from sandbox.people.access import find_channel
from sandbox.people.commands import SLASH
from sandbox.people.resolved_data import read_file

if TYPE_CHECKING:
    from sandbox.control.seats import SeatUpdates
    from sandbox.parts import Parts
    from sandbox.people import People

_PAGE = 50


class PeopleApi:
    """Routes below `/sandbox/people/{who}`; `who` is a person's name or id."""

    def __init__(self, parts: Parts, people: People, seats: SeatUpdates) -> None:
        self._world = parts.world
        self._people = people
        self._seats = seats

    def routes(self) -> list[web.RouteDef]:
        """List the routes."""
        here = "/sandbox/people/{who}"
        return [
            web.get(f"{here}/seat", self.seat),
            web.get(f"{here}/commands", self.commands),
            web.get(f"{here}/messages", self.messages),
            web.post(f"{here}/slash", self.slash),
            web.post(f"{here}/autocomplete", self.autocomplete),
            web.post(f"{here}/context", self.context),
            web.post(f"{here}/click", self.click),
            web.post(f"{here}/select", self.select),
            web.post(f"{here}/modal", self.modal),
            web.post(f"{here}/write", self.write),
            web.post(f"{here}/post", self.post),
            web.post(f"{here}/thread", self.thread),
            web.post(f"{here}/delete", self.delete),
            web.post(f"{here}/typing", self.typing),
            web.post(f"{here}/dm", self.dm),
        ]

    def _who(self, request: web.Request) -> int:
        who = request.match_info["who"]
        return self._world.person(int(who) if who.isdigit() else who).id

    async def seat(self, request: web.Request) -> web.StreamResponse:
        """Open a seat's WebSocket."""
        return await self._seats.serve(request, self._who(request))

    async def commands(self, request: web.Request) -> web.Response:
        """List the commands offered in a channel."""
        kind = int(request.query.get("kind", SLASH))
        return answer(self._people.commands(self._who(request), request.query["channel"], kind))

    async def messages(self, request: web.Request) -> web.Response:
        """List a page of a channel's messages, oldest first: the newest page, or the one before a given message."""
        who = self._who(request)
        channel = find_channel(self._world, who, request.query["channel"])
        before = int(request.query.get("before", 1 << 63))
        limit = int(request.query.get("limit", _PAGE))
        seen = [each for each in self._world.messages(channel.id, who) if each.id < before]
        return answer([self._seats.message(each, who) for each in seen[-limit:]])

    async def slash(self, request: web.Request) -> web.Response:
        """Send a slash command."""
        body = await body_of(request)
        outcome = await self._people.slash(
            self._who(request), field(body, "channel"), field(body, "command"), body.get("options") or {}
        )
        return answer(outcome.as_json())

    async def autocomplete(self, request: web.Request) -> web.Response:
        """Type into an option."""
        body = await body_of(request)
        outcome = await self._people.autocomplete(
            self._who(request),
            field(body, "channel"),
            field(body, "command"),
            field(body, "option"),
            field(body, "text"),
            body.get("options") or {},
        )
        return answer(outcome.as_json())

    async def context(self, request: web.Request) -> web.Response:
        """Use a context menu command."""
        body = await body_of(request)
        outcome = await self._people.context_menu(
            self._who(request), field(body, "channel"), field(body, "command"), field(body, "target")
        )
        return answer(outcome.as_json())

    async def click(self, request: web.Request) -> web.Response:
        """Press a button."""
        body = await body_of(request)
        outcome = await self._people.click(
            self._who(request), field(body, "channel"), int(field(body, "message")), field(body, "button")
        )
        return answer(outcome.as_json())

    async def select(self, request: web.Request) -> web.Response:
        """Choose values in a select."""
        body = await body_of(request)
        outcome = await self._people.select(
            self._who(request),
            field(body, "channel"),
            int(field(body, "message")),
            field(body, "select"),
            field(body, "values"),
        )
        return answer(outcome.as_json())

    async def modal(self, request: web.Request) -> web.Response:
        """Submit a modal."""
        body = await body_of(request)
        outcome = await self._people.submit_modal(
            self._who(request), int(field(body, "interaction")), body.get("values") or {}
        )
        return answer(outcome.as_json())

    async def write(self, request: web.Request) -> web.Response:
        """Write a message."""
        body = await body_of(request)
        reply_to = body.get("reply_to")
        message = self._people.write(
            self._who(request),
            field(body, "channel"),
            body.get("content") or "",
            [read_file(each) for each in body.get("files") or []],
            int(reply_to) if reply_to is not None else None,
        )
        return answer(message)

    async def post(self, request: web.Request) -> web.Response:
        """Start a post in a forum or media channel."""
        body = await body_of(request)
        message = self._people.start_post(
            self._who(request),
            field(body, "channel"),
            field(body, "title"),
            body.get("content") or "",
            [read_file(each) for each in body.get("files") or []],
            body.get("tags") or [],
        )
        return answer(message)

    async def thread(self, request: web.Request) -> web.Response:
        """Start a thread without a message."""
        body = await body_of(request)
        thread = self._people.start_thread(
            self._who(request), field(body, "channel"), field(body, "name"), private=bool(body.get("private"))
        )
        return answer(thread)

    async def delete(self, request: web.Request) -> web.Response:
        """Delete a message."""
        body = await body_of(request)
        self._people.delete(self._who(request), field(body, "channel"), int(field(body, "message")))
        return answer({})

    async def typing(self, request: web.Request) -> web.Response:
        """Start typing."""
        body = await body_of(request)
        self._people.start_typing(self._who(request), field(body, "channel"))
        return answer({})

    async def dm(self, request: web.Request) -> web.Response:
        """Open the person's direct message with the bot."""
        channel = self._people.open_dm(self._who(request))
        return answer({"id": str(channel.id)})
