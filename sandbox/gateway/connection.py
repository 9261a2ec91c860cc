"""One of a bot's WebSockets: the messages that the bot may send and those sent to it.

Discord documentation, "Gateway: Connection Lifecycle" and "Opcodes and Status Codes: Gateway".
"""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Final, Protocol

from aiohttp import WSMsgType, web

from sandbox.gateway.compression import compressor_for
from sandbox.wire import Json, decode, encode

if TYPE_CHECKING:
    from sandbox.clock import SandboxClock
    from sandbox.gateway.session import Session
    from sandbox.gateway.settings import GatewaySettings

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, VOICE_STATE, RESUME = 0, 1, 2, 3, 4, 6
RECONNECT, REQUEST_MEMBERS, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 7, 8, 9, 10, 11

UNKNOWN_OPCODE, DECODE_ERROR, NOT_AUTHENTICATED, WRONG_TOKEN = 4001, 4002, 4003, 4004
ALREADY_AUTHENTICATED, RATE_LIMITED, TIMED_OUT, WRONG_VERSION = 4005, 4008, 4009, 4012
_LONGEST_PAYLOAD: Final = 4096
_LEAVING = frozenset({1000, 1001})
_MINUTE = 60.0


class Closing(Exception):
    """The gateway closes this connection with a code."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(f"{code} {reason}")
        self.code = code
        self.reason = reason


class Owner(Protocol):
    """What a connection needs from the gateway that accepted it."""

    settings: GatewaySettings
    clock: SandboxClock

    def note(self, headline: str, details: object = None) -> None:
        """Add an entry to the journal."""

    def unimplemented(self, what: str) -> None:
        """Report that the sandbox lacks a feature."""

    def opened(self, connection: Connection) -> None:
        """Register a new connection."""

    def left(self, connection: Connection, *, for_good: bool) -> None:
        """Unregister a closed connection."""

    def identify(self, connection: Connection, data: Json) -> None:
        """Begin a session."""

    def resume(self, connection: Connection, data: Json) -> None:
        """Continue a session."""

    def send_members(self, session: Session, data: Json) -> None:
        """Answer a request for members."""


class Connection:
    """Reads the messages from one bot and writes those addressed to it."""

    def __init__(self, gateway: Owner, request: web.Request) -> None:
        self._gateway = gateway
        self._request = request
        self._socket = web.WebSocketResponse(max_msg_size=0, compress=False)
        self._compress = compressor_for(request.query.get("compress"))
        self._outgoing: asyncio.Queue[bytes] = asyncio.Queue()
        self._received: deque[float] = deque()
        self._heard = asyncio.Event()
        self._silent = False
        self._we_ended = False
        self.session: Session | None = None

    # ----------------------------------------------------------------- sending

    def push(self, frame: bytes) -> None:
        """Queue a frame; a silenced connection drops it."""
        if not self._silent:
            self._outgoing.put_nowait(frame)

    def send(self, op: int, data: object = None) -> None:
        """Queue a message that is not an event."""
        self.push(encode({"op": op, "d": data, "s": None, "t": None}))

    def silence(self) -> None:
        """Send nothing more, not even heartbeat acknowledgements, and leave the socket open."""
        self._silent = True

    def abort(self) -> None:
        """Break the TCP connection without a close frame."""
        if self._request.transport is not None:
            self._request.transport.abort()

    async def close(self, code: int, reason: str = "") -> None:
        """Close with a code after sending the queued frames."""
        await self._outgoing.join()
        await self._end(code, reason)

    async def _end(self, code: int, reason: str) -> None:
        self._we_ended = True
        await self._socket.close(code=code, message=reason.encode())

    async def _write(self) -> None:
        while True:
            frame = await self._outgoing.get()
            try:
                if self._compress is not None:
                    await self._socket.send_bytes(self._compress(frame))
                else:
                    await self._socket.send_str(frame.decode())
            finally:
                self._outgoing.task_done()

    # --------------------------------------------------------------- receiving

    async def serve(self) -> web.WebSocketResponse:
        """Exchange messages with the bot until either side closes the connection."""
        await self._socket.prepare(self._request)
        self._gateway.opened(self)
        tasks = [asyncio.create_task(self._write()), asyncio.create_task(self._expect_heartbeats())]
        try:
            await self._converse()
        except Closing as closing:
            self._gateway.note(f"closed by us: {closing}")
            await self._end(closing.code, closing.reason)
        finally:
            for task in tasks:
                task.cancel()
                with suppress(asyncio.CancelledError, ConnectionError):
                    await task
            politely = not self._we_ended and self._socket.close_code in _LEAVING
            self._gateway.left(self, for_good=politely)
        return self._socket

    async def _converse(self) -> None:
        query = self._request.query
        if query.get("v", "10") != "10" or query.get("encoding", "json") != "json":
            raise Closing(WRONG_VERSION, "Only version 10 with JSON is spoken here")
        interval = int(self._gateway.settings.heartbeat_interval * 1000)
        self.send(HELLO, {"heartbeat_interval": interval, "_trace": ["sandbox"]})
        async for message in self._socket:
            if message.type in {WSMsgType.TEXT, WSMsgType.BINARY}:
                await self._receive(message.data)

    async def _receive(self, raw: str | bytes) -> None:
        if len(raw) > _LONGEST_PAYLOAD:
            raise Closing(DECODE_ERROR, "A payload has at most 4096 bytes")
        self._count()
        try:
            message = decode(raw)
            op = message["op"]
        except (ValueError, TypeError, KeyError):
            raise Closing(DECODE_ERROR, "Error while decoding payload.") from None
        if op == HEARTBEAT:
            self._heard.set()
            asyncio.get_running_loop().call_later(self._gateway.settings.round_trip, self.send, HEARTBEAT_ACK)
            return
        self._gateway.note(f"bot sends op {op}", message.get("d"))
        await self._handle(op, message.get("d"))

    async def _handle(self, op: int, data: object) -> None:
        if op in {IDENTIFY, RESUME}:
            if self.session is not None:
                raise Closing(ALREADY_AUTHENTICATED, "Already authenticated.")
            if not isinstance(data, dict):
                raise Closing(DECODE_ERROR, "Error while decoding payload.")
            (self._gateway.identify if op == IDENTIFY else self._gateway.resume)(self, data)
        elif self.session is None:
            raise Closing(NOT_AUTHENTICATED, "Not authenticated.")
        elif op == REQUEST_MEMBERS and isinstance(data, dict):
            self._gateway.send_members(self.session, data)
        elif op == VOICE_STATE:
            self._gateway.unimplemented("gateway op 4 (voice)")
        elif op != PRESENCE:
            raise Closing(UNKNOWN_OPCODE, "Unknown opcode.")

    def _count(self) -> None:
        now = self._gateway.clock.seconds()
        while self._received and self._received[0] <= now - _MINUTE:
            self._received.popleft()
        self._received.append(now)
        if len(self._received) > self._gateway.settings.sends_per_minute:
            raise Closing(RATE_LIMITED, "You are being rate limited.")

    async def _expect_heartbeats(self) -> None:
        """Close the connection if the bot stops sending heartbeats.

        They do not come sooner when the world is moved forward, so the move does not count.
        """
        clock = self._gateway.clock
        while True:
            self._heard.clear()
            limit = clock.seconds() - clock.elapsed + self._gateway.settings.heartbeat_interval * 1.5
            await clock.reach(lambda limit=limit: limit + clock.elapsed)  # type: ignore[misc]
            if not self._heard.is_set():
                self._gateway.note("no heartbeat")
                await self._end(TIMED_OUT, "Session timed out.")
                return
