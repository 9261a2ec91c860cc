"""The other door: interactions that come to the bot as signed HTTP requests instead of over the gateway.

Discord documentation, "Interactions: Receiving and Responding" and "Interactions Overview: Setting Up an
Endpoint".
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import aiohttp
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from sandbox.errors import ApiError, CannotDo
from sandbox.wire import decode, encode

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from sandbox.clock import SandboxClock
    from sandbox.journal import Journal
    from sandbox.wire import Json

PING: Final = 1
_OK, _ACCEPTED, _NO_CONTENT, _UNAUTHORIZED = 200, 202, 204, 401
_JSON: Final = {"Content-Type": "application/json", "User-Agent": "Discord-Interactions/1.0"}


class SigningKey:
    """The application's key pair; the bot knows the public half."""

    def __init__(self) -> None:
        self._key = Ed25519PrivateKey.generate()
        self.public = self._key.public_key().public_bytes_raw().hex()

    def headers(self, timestamp: str, body: bytes) -> dict[str, str]:
        """Sign a body: over the timestamp and the body, as they are sent."""
        signature = self._key.sign(timestamp.encode() + body).hex()
        return {**_JSON, "X-Signature-Ed25519": signature, "X-Signature-Timestamp": timestamp}


class Endpoint:
    """Sends interactions to a bot's address and hands its answers on."""

    def __init__(
        self,
        url: str,
        key: SigningKey,
        clock: SandboxClock,
        journal: Journal,
        take_answer: Callable[[Json, Json], Awaitable[None]],
    ) -> None:
        self.url = url
        self._key = key
        self._clock = clock
        self._journal = journal
        self._take_answer = take_answer
        self._session = aiohttp.ClientSession()
        self._tasks: set[asyncio.Task[None]] = set()

    async def verify(self) -> None:
        """Try the address as Discord does before it takes one: a PING, and a wrong signature.

        Raises:
            CannotDo: the bot did not answer PING with PONG, or did not refuse the wrong signature with 401.
        """
        body = encode({"type": PING, "version": 1})
        status, answer = await self._post(self._key.headers(self._timestamp(), body), body)
        if status != _OK or not isinstance(answer, dict) or answer.get("type") != PING:
            raise CannotDo(f"the endpoint answered PING with {status} {answer}")
        forged = SigningKey().headers(self._timestamp(), body)
        status, _ = await self._post(forged, body)
        if status != _UNAUTHORIZED:
            raise CannotDo(f"the endpoint took a wrong signature and answered {status}")

    def deliver(self, payload: Json) -> None:
        """Send an interaction, without waiting for the answer."""
        self._journal.write("event", "INTERACTION_CREATE (by HTTP)", payload)
        task = asyncio.create_task(self._deliver(payload))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _deliver(self, payload: Json) -> None:
        body = encode(payload)
        try:
            status, answer = await self._post(self._key.headers(self._timestamp(), body), body)
        except aiohttp.ClientError as error:
            self._journal.write("answer", f"the endpoint cannot be reached: {error}")
            return
        self._journal.write("answer", f"the endpoint answers {status}", answer)
        if status == _OK and isinstance(answer, dict):
            try:
                await self._take_answer(payload, answer)
            except ApiError as error:
                self._journal.write("answer", f"the endpoint's answer is refused: {error}", error.errors)

    async def _post(self, headers: dict[str, str], body: bytes) -> tuple[int, object]:
        async with self._session.post(self.url, data=body, headers=headers) as response:
            raw = await response.read()
            if response.status in {_ACCEPTED, _NO_CONTENT} or not raw:
                return response.status, None
            try:
                return response.status, decode(raw)
            except ValueError:
                return response.status, raw.decode(errors="replace")

    def _timestamp(self) -> str:
        return str(int(self._clock.seconds()))

    async def close(self) -> None:
        """Stop sending."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._session.close()
