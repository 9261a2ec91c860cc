"""The bot's application at Discord: what setup reads of it and sets on it (Discord's documentation, "Application")."""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any, Final

import aiohttp
from discord.http import Route
from msgspec import Struct

from bot.messenger import servers
from bot.messenger.permissions import INVITED

PATIENCE: Final = aiohttp.ClientTimeout(total=30)

INSTALLS: Final[dict[str, Any]] = {
    "0": {"oauth2_install_params": {"scopes": ["applications.commands", "bot"], "permissions": INVITED.value}},
    "1": {"oauth2_install_params": {"scopes": ["applications.commands"], "permissions": 0}},
}
"""How the bot is installed: in a server (0) and for a person's account (1), where it needs no permissions."""

LISTENED: Final = 2
"""The status of webhook events that are switched on."""

ADDED: Final = "APPLICATION_AUTHORIZED"
"""The webhook event that says that the bot was added to a server."""


class TokenRefused(Exception):
    """Discord does not accept the token."""


class Declined(Exception):
    """Discord did not do what it was asked for, or cannot be reached; the message says why in one line."""


class JoinedServer(Struct, frozen=True):
    """A server that the bot is in."""

    id: int
    name: str


class Application:
    """The application that a token belongs to. Every method raises TokenRefused and Declined."""

    def __init__(self, token: str) -> None:
        self._token = token

    async def read(self) -> dict[str, Any]:
        """Return the application, as Discord describes it."""
        found: dict[str, Any] = await self._request("GET", "/applications/@me")
        return found

    async def describe(self, text: str) -> None:
        """Set the description that people read in the bot's profile."""
        await self._request("PATCH", "/applications/@me", {"description": {"default": text}})

    async def allow_installs(self) -> None:
        """Allow servers to install the bot with the permissions that it needs, and people for their own accounts."""
        await self._request("PATCH", "/applications/@me", {"integration_types_config": INSTALLS})

    async def answer_at(self, address: str | None) -> None:
        """Point Discord at a running bot's HTTPS address for interactions and news; None goes back to the gateway."""
        if address is None:
            await self._request("PATCH", "/applications/@me", {"interactions_endpoint_url": None})
            return
        await self._request("PATCH", "/applications/@me", {"interactions_endpoint_url": f"{address}/interactions"})
        news = {
            "event_webhooks_url": f"{address}/events",
            "event_webhooks_status": LISTENED,
            "event_webhooks_types": [ADDED],
        }
        await self._request("PATCH", "/applications/@me", news)

    async def joined(self) -> list[JoinedServer]:
        """Return the servers that the bot is in; at most the first two hundred."""
        found = await self._request("GET", "/users/@me/guilds")
        return [JoinedServer(int(each["id"]), each["name"]) for each in found]

    async def channels(self, server: int) -> list[servers.ServerChannel]:
        """Return the text channels of a server where the bot may post, in the order in which it prefers them."""
        me = int((await self._request("GET", "/users/@me"))["id"])
        speaking = (await servers.hall(self._get, server, me)).channels
        there = await servers.channels(self._get, server, me)
        return [there[number] for number in speaking]

    async def _get(self, path: str) -> Any:
        return await self._request("GET", path)

    async def _request(self, method: str, path: str, body: Any = None) -> Any:
        headers = {"Authorization": f"Bot {self._token}"}
        try:
            async with (
                aiohttp.ClientSession(timeout=PATIENCE, headers=headers) as session,
                session.request(method, f"{Route.BASE}{path}", json=body) as answer,
            ):
                told = await answer.json()
        except (aiohttp.ClientError, OSError, TimeoutError, ValueError) as error:
            raise Declined(f"{Route.BASE}: {str(error) or type(error).__name__}") from error
        if answer.status == HTTPStatus.UNAUTHORIZED:
            raise TokenRefused
        if answer.status >= HTTPStatus.BAD_REQUEST:
            raise Declined("; ".join(_reasons(told)) or f"{answer.status}")
        return told


def _reasons(told: Any) -> list[str]:
    """Return the sentences in a refusal: those about the fields of a form, or else the refusal's own."""
    if not isinstance(told, dict):
        return []
    return list(_of_fields(told.get("errors"))) or [str(told.get("message", ""))]


def _of_fields(errors: Any) -> Iterator[str]:
    """Yield the sentences about the fields of a form, which Discord nests by the fields' names."""
    if isinstance(errors, dict):
        for each in errors.get("_errors", ()):
            yield f"{each['message']} ({each['code']})"
        for inner in errors.values():
            yield from _of_fields(inner)
