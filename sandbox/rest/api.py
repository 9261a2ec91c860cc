"""The pipeline for every request: authentication, faults, limits, schema, rules, world and response."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from aiohttp import ClientError

from sandbox.errors import ApiError, CannotDo, NotBuilt, invalid_form, refusal
from sandbox.rest import channels, commands, emojis, gateway_routes, interactions, scheduled_events, threads
from sandbox.rest.answers import ApiAnswer, refused
from sandbox.rest.limits import LimitExceeded
from sandbox.rest.request import ApiRequest, read_request
from sandbox.rest.routing import Routes, rough_template
from sandbox.rules import check
from sandbox.wire import as_id

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from aiohttp import web

    from sandbox.parts import Parts
    from sandbox.wire import Json

_PREFIX: Final = "/api/v10"
_INVALID: Final = frozenset({401, 403})
_WITHOUT_TOKEN: Final = frozenset(
    {
        "/gateway",
        "/interactions/{interaction_id}/{interaction_token}/callback",
        "/webhooks/{webhook_id}/{webhook_token}",
        "/webhooks/{webhook_id}/{webhook_token}/messages/@original",
        "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}",
    }
)

_NO_CONTENT: Final = 204
_OURS: Final[dict[str, Callable[[Parts, ApiRequest], Any]]] = {
    **gateway_routes.HANDLERS,
    **commands.HANDLERS,
    **channels.HANDLERS,
    **threads.HANDLERS,
    **interactions.HANDLERS,
    **scheduled_events.HANDLERS,
    **emojis.HANDLERS,
}


class Api:
    """Answers the bot's requests under `/api/v10`."""

    def __init__(self, parts: Parts, addresses: Mapping[str, Callable[[str | None], Awaitable[None]]]) -> None:
        """Create the API; `addresses` use a new address of the bot's, by its field in the application."""
        self._parts = parts
        self._addresses = addresses
        self._routes = Routes()

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Answer one request."""
        path = request.path.removeprefix(_PREFIX)
        template, args = self._routes.find(path) or (rough_template(path), {})
        headers: dict[str, str] = {}
        try:
            asked = await read_request(request, path, template, args)
            self._note(asked)
            answer = await self._carry_out(request, asked, headers)
        except ApiError as error:
            answer = refused(error)
            if answer.status in _INVALID:
                self._parts.limits.count_invalid()
        except LimitExceeded as limit:
            answer = limit.answer
        answer.headers.update(headers)
        self._parts.journal.write("answer", f"{answer.status} {request.method} {path}", answer.body)
        return answer.on_the_wire()

    def _note(self, asked: ApiRequest) -> None:
        details: Json = {"body": asked.body} if asked.body is not None else {}
        if asked.files:
            details["files"] = [file.filename for file in asked.files]
        self._parts.journal.write("request", f"{asked.method} {asked.path}", details or None)

    async def _carry_out(self, request: web.Request, asked: ApiRequest, headers: dict[str, str]) -> ApiAnswer:
        parts = self._parts
        if asked.template not in _WITHOUT_TOKEN and asked.token != parts.token:
            raise refusal("unauthorized")
        fault = parts.faults.take(asked.method, asked.path)
        if fault is not None and fault.milliseconds:
            later = parts.clock.seconds() + fault.milliseconds / 1000
            await parts.clock.reach(lambda: later)
        if fault is not None and fault.status:
            return fault.answer()
        parts.limits.admit(asked, headers)
        if asked.route == "PATCH /applications/@me":
            await self._use_addresses(asked)
        answer = self._answer(asked)
        if fault is not None and fault.lose_answer and request.transport is not None:
            request.transport.abort()
        return answer

    async def _use_addresses(self, asked: ApiRequest) -> None:
        """Use the addresses in a change of the application, after trying them as Discord does.

        Raises:
            ApiError: If the bot does not answer at an address as Discord demands.
        """
        self._parts.schema.check_request(asked)
        for name in self._addresses.keys() & (asked.body or {}).keys():
            try:
                await self._addresses[name]((asked.body or {})[name])
            except (CannotDo, ClientError) as error:
                code = f"APPLICATION_{name.upper()}_INVALID"
                raise invalid_form(
                    [((name,), code, f"The specified address could not be verified: {error}")]
                ) from error

    def answer_interaction(self, interaction_id: str, token: str, body: Json) -> None:
        """Accept the first answer to an interaction, given as the response to an HTTP request.

        Raises:
            ApiError: If the answer is refused.
        """
        template = "/interactions/{interaction_id}/{interaction_token}/callback"
        args = {"interaction_id": interaction_id, "interaction_token": token}
        path = template.format(**args)
        self._answer(ApiRequest("POST", path, template, args, {"with_response": "1"}, None, body=body))

    def _answer(self, asked: ApiRequest) -> ApiAnswer:
        parts = self._parts
        parts.schema.check_request(asked)
        channel = as_id(asked.args.get("channel_id"))
        if channel is not None and not parts.world.reaches(parts.world.channel(channel)):
            raise refusal("missing_access")
        check(parts, asked)
        try:
            handler = _OURS.get(asked.route)
            result = handler(parts, asked) if handler is not None else _from_world(parts, asked)
        except NotBuilt as error:
            parts.findings.add("unimplemented", asked.route, str(error))
            raise refusal("no_route") from error
        except (LookupError, ValueError, TypeError, AssertionError, NotImplementedError) as error:
            parts.findings.add("unimplemented", asked.route, f"{type(error).__name__}: {error}")
            raise ApiError(500, 0, "500: Internal Server Error") from error
        status = parts.schema.check_answer(asked, result)
        return ApiAnswer(status if result is not None else _NO_CONTENT, result)


def _from_world(parts: Parts, asked: ApiRequest) -> Any:
    return parts.world.request(
        asked.method,
        asked.path,
        asked.body,
        asked.query,
        asked.files,
        asked.reason,
        reads_content="message_content" in parts.gateway.settings.approved,
    )
