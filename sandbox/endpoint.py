"""Delivery of interactions and events to the bot as signed HTTP requests instead of over the gateway.

Discord documentation, "Interactions: Receiving and Responding", "Interactions Overview: Setting Up an Endpoint" and
"Webhook Events".
"""

from __future__ import annotations

import asyncio
import ssl
from hashlib import sha256
from typing import TYPE_CHECKING, Final

import aiohttp
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from sandbox.errors import ApiError, CannotDo
from sandbox.wire import decode, encode

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine

    from sandbox.clock import SandboxClock
    from sandbox.journal import Journal
    from sandbox.wire import Json

PING: Final = 1
EVENTS_PING: Final = 0
"""The types of a PING: for interactions, and for webhook events."""

_PATIENCE, _TRYING = 3.0, 600.0
"""The seconds within which an event must be acknowledged, and the seconds for which it is retried."""
_OK, _ACCEPTED, _NO_CONTENT, _UNAUTHORIZED = 200, 202, 204, 401
_JSON: Final = {"Content-Type": "application/json", "User-Agent": "Discord-Interactions/1.0"}


class SigningKey:
    """The application's key pair; the bot has the public key.

    It follows from the application's token, so a bot still knows it after the sandbox was started again.
    """

    def __init__(self, token: str) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(sha256(token.encode()).digest())
        self.public = self._key.public_key().public_bytes_raw().hex()

    def headers(self, timestamp: str, body: bytes) -> dict[str, str]:
        """Return the headers with the signature over the timestamp and the body, exactly as sent."""
        signature = self._key.sign(timestamp.encode() + body).hex()
        return {**_JSON, "X-Signature-Ed25519": signature, "X-Signature-Timestamp": timestamp}


class SignedAddress:
    """A bot's URL that receives signed requests."""

    def __init__(self, url: str, key: SigningKey, clock: SandboxClock, journal: Journal) -> None:
        self.url = url
        self._key = key
        self._clock = clock
        self._journal = journal
        # aiohttp's own context knows only the certificates that were trusted when the process started.
        secure = ssl.create_default_context() if url.startswith("https:") else True
        self._session = aiohttp.ClientSession(connector=aiohttp.TCPConnector(ssl=secure))
        self._tasks: set[asyncio.Task[None]] = set()

    async def _refuses_forgeries(self, body: bytes) -> None:
        """Send a wrong signature, as Discord does before it accepts a URL. Raises CannotDo unless it is refused."""
        status, _ = await self._post(body, SigningKey("a forger's"))
        if status != _UNAUTHORIZED:
            raise CannotDo(f"the endpoint took a wrong signature and answered {status}")

    def _begin(self, work: Coroutine[object, object, None]) -> None:
        """Start work in the background; closing cancels it."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _post(self, body: bytes, key: SigningKey | None = None) -> tuple[int, object]:
        """Send a body, signed with the application's key by default; return the status and the response."""
        headers = (key or self._key).headers(str(int(self._clock.seconds())), body)
        async with self._session.post(self.url, data=body, headers=headers) as response:
            raw = await response.read()
            if response.status in {_ACCEPTED, _NO_CONTENT} or not raw:
                return response.status, None
            try:
                return response.status, decode(raw)
            except ValueError:
                return response.status, raw.decode(errors="replace")

    async def close(self) -> None:
        """Stop sending."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._session.close()


class BotEndpoint(SignedAddress):
    """Sends interactions to a bot's URL and passes its answers on."""

    def __init__(
        self,
        url: str,
        key: SigningKey,
        clock: SandboxClock,
        journal: Journal,
        take_answer: Callable[[Json, Json], Awaitable[None]],
    ) -> None:
        super().__init__(url, key, clock, journal)
        self._take_answer = take_answer

    async def verify(self) -> None:
        """Verify the URL as Discord does before it accepts one: with a PING and a wrong signature.

        Raises:
            CannotDo: If the bot does not answer PING with PONG, or does not refuse the wrong signature with 401.
        """
        body = encode({"type": PING, "version": 1})
        status, answer = await self._post(body)
        if status != _OK or not isinstance(answer, dict) or answer.get("type") != PING:
            raise CannotDo(f"the endpoint answered PING with {status} {answer}")
        await self._refuses_forgeries(body)

    def deliver(self, payload: Json) -> None:
        """Send an interaction without waiting for the answer."""
        self._journal.write("event", "INTERACTION_CREATE (by HTTP)", payload)
        self._begin(self._deliver(payload))

    async def _deliver(self, payload: Json) -> None:
        try:
            status, answer = await self._post(encode(payload))
        except aiohttp.ClientError as error:
            self._journal.write("answer", f"the endpoint cannot be reached: {error}")
            return
        self._journal.write("answer", f"the endpoint answers {status}", answer)
        if status == _OK and isinstance(answer, dict):
            try:
                await self._take_answer(payload, answer)
            except ApiError as error:
                self._journal.write("answer", f"the endpoint's answer is refused: {error}", error.errors)


class WebhookEvents(SignedAddress):
    """Sends events to a bot's URL. Discord documentation, "Webhook Events"."""

    async def verify(self) -> None:
        """Verify the URL as Discord does before it accepts one: with a PING and a wrong signature.

        Raises:
            CannotDo: If the bot does not acknowledge PING with 204 and no body, or does not refuse the wrong signature.
        """
        body = encode({"version": 1, "type": EVENTS_PING})
        status, answer = await self._post(body)
        if status != _NO_CONTENT:
            raise CannotDo(f"the endpoint answered the PING of webhook events with {status} {answer}")
        await self._refuses_forgeries(body)

    def tell(self, application_id: int, event: str, data: Json) -> None:
        """Send an event in the background, with retries until it is acknowledged."""
        moment = self._clock.now().replace(tzinfo=None).isoformat()
        body: Json = {"version": 1, "application_id": str(application_id), "type": 1}
        body["event"] = {"type": event, "timestamp": moment, "data": data}
        self._journal.write("event", f"{event} (by webhook)", body)
        self._begin(self._insist(body))

    async def _insist(self, payload: Json) -> None:
        """Send an event until it is acknowledged, with increasing pauses, for up to ten minutes."""
        pause, last = 1.0, self._clock.seconds() + _TRYING
        while not await self._acknowledged(encode(payload)):
            again = self._clock.seconds() + pause
            if again > last:
                return
            await self._clock.reach(lambda moment=again: moment)  # type: ignore[misc]
            pause *= 2

    async def _acknowledged(self, body: bytes) -> bool:
        try:
            async with asyncio.timeout(_PATIENCE):
                status, _ = await self._post(body)
        except (aiohttp.ClientError, TimeoutError) as error:
            self._journal.write("answer", f"the address for webhook events cannot be reached: {error}")
            return False
        self._journal.write("answer", f"the address for webhook events answers {status}")
        return status == _NO_CONTENT
