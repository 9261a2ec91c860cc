"""The gateway as a whole: its connections, resumable sessions and the routing of events."""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from typing import TYPE_CHECKING, Final, Literal

from sandbox.gateway import intents as intent
from sandbox.gateway.connection import INVALID_SESSION, RECONNECT, WRONG_TOKEN, Closing, Connection
from sandbox.gateway.session import Session
from sandbox.gateway.visibility import Visibility
from sandbox.wire import Json, as_id, encode

if TYPE_CHECKING:
    from collections.abc import Callable

    from aiohttp import web

    from sandbox.clock import SandboxClock
    from sandbox.findings import Findings
    from sandbox.gateway.settings import GatewaySettings
    from sandbox.journal import Journal
    from sandbox.world import Happening, World

Drop = Literal["close", "abort", "reconnect", "invalid", "silence"]
"""Ways to end a connection: a close frame, a broken TCP connection, op 7, op 9, or silence."""

WRONG_SEQUENCE, WRONG_SHARD, WRONG_INTENTS, DISALLOWED_INTENTS = 4007, 4010, 4013, 4014
_CHUNK: Final = 1000
_ALWAYS: Final = frozenset({"GUILD_DELETE", "INTERACTION_CREATE"})
"""Events that the bot receives from everywhere: interactions can come from places where it is not."""
_WITH_CONTENT = frozenset({"MESSAGE_CREATE", "MESSAGE_UPDATE"})
_ABOUT_THREADS = {
    "THREAD_CREATE": "id",
    "THREAD_UPDATE": "id",
    "THREAD_MEMBERS_UPDATE": "id",
    "THREAD_DELETE": "parent_id",
}


class Gateway:
    """Accepts bots and delivers to each session the events that it should receive.

    Shards: a guild's events go to the shard that its id selects, all others (direct messages, ephemeral
    messages) to shard 0. All sessions of a shard receive its events.
    """

    def __init__(
        self,
        world: World,
        clock: SandboxClock,
        journal: Journal,
        findings: Findings,
        settings: GatewaySettings,
        token: str,
        check: Callable[[str, Json], None],
    ) -> None:
        self.clock = clock
        self.settings = settings
        self.address = ""
        self.starts_left = 1000
        self.on_presence: list[Callable[[bool], None]] = []
        self._world = world
        self._journal = journal
        self._findings = findings
        self._token = token
        self._check = check
        self._sessions: dict[str, Session] = {}
        self._connections: set[Connection] = set()
        self._identified: dict[int, float] = {}
        self._twice: deque[str] = deque()
        self._late: deque[str] = deque()
        self._held: list[tuple[str, Json]] = []
        self._visibility = Visibility(world)
        world.listeners.append(self.publish)

    # ------------------------------------------------------------- connections

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Handle a bot's WebSocket."""
        return await Connection(self, request).serve()

    def opened(self, connection: Connection) -> None:
        """Register a new connection."""
        self._connections.add(connection)
        self.note("connection opened")

    def left(self, connection: Connection, *, for_good: bool) -> None:
        """Unregister a closed connection; a bot that closed it cleanly loses its session."""
        self._connections.discard(connection)
        session = connection.session
        self.note("the bot left" if for_good else "connection lost")
        if session is None or session.connection is not connection:
            return
        session.connection = None
        session.left_at = self.clock.seconds()
        if for_good:
            self._sessions.pop(session.id, None)
        self._tell_presence()

    @property
    def online(self) -> bool:
        """Return whether a bot is connected with all the shards that it announced."""
        there = {session.shard for session in self._sessions.values() if session.connection is not None}
        return any(all((number, count) in there for number in range(count)) for _, count in there)

    @property
    def sessions(self) -> list[Session]:
        """List the sessions that are alive or can be resumed."""
        return list(self._sessions.values())

    def note(self, headline: str, details: object = None) -> None:
        """Add an entry about connections to the journal."""
        if isinstance(details, dict) and "token" in details:
            details = {**details, "token": "(hidden)"}
        self._journal.write("gateway", headline, details)

    def unimplemented(self, what: str) -> None:
        """Report that the sandbox lacks a feature of the gateway."""
        self._findings.add("unimplemented", "gateway", what)

    async def drop(self, how: Drop, code: int = 4000) -> None:
        """End all connections in one of the ways that happen in production."""
        self._journal.write("fault", f"drop connections: {how}", {"code": code} if how == "close" else None)
        for connection in list(self._connections):
            if how == "close":
                await connection.close(code)
            elif how == "abort":
                connection.abort()
            elif how == "reconnect":
                connection.send(RECONNECT)
            elif how == "silence":
                connection.silence()
            else:
                self._forget(connection)
                connection.send(INVALID_SESSION, data=False)

    async def close(self) -> None:
        """Close all connections, as Discord does when it restarts a gateway."""
        for connection in list(self._connections):
            connection.abort()

    def _forget(self, connection: Connection) -> None:
        if connection.session is not None:
            self._sessions.pop(connection.session.id, None)
            connection.session.connection = None
            connection.session = None
            self._tell_presence()

    def _tell_presence(self) -> None:
        for listener in self.on_presence:
            listener(self.online)

    # ---------------------------------------------------------------- identify

    def identify(self, connection: Connection, data: Json) -> None:
        """Start a session: send READY, then every server of the shard."""
        if data.get("token") != self._token:
            raise Closing(WRONG_TOKEN, "Authentication failed.")
        shard = self._shard(data.get("shard"))
        declared = self._intents(data.get("intents"))
        if not self._may_identify(shard[0]):
            connection.send(INVALID_SESSION, data=False)
            return
        self.starts_left -= 1
        session = Session(secrets.token_hex(16), shard, declared, self.settings.buffer_size)
        self._sessions[session.id] = session
        session.connection = connection
        connection.session = session
        self._greet(session, sharded="shard" in data)
        self._tell_presence()

    def _shard(self, given: object) -> tuple[int, int]:
        if given is None:
            return (0, 1)
        if isinstance(given, list) and len(given) == 2:  # noqa: PLR2004 - [number, count]
            number, count = given
            if isinstance(number, int) and isinstance(count, int) and 0 <= number < count:
                return (number, count)
        raise Closing(WRONG_SHARD, "Invalid shard.")

    def _intents(self, given: object) -> int:
        if not isinstance(given, int) or given < 0 or given & ~intent.ALL:
            raise Closing(WRONG_INTENTS, "Invalid intent(s).")
        for name, bit in intent.PRIVILEGED.items():
            if given & bit and name not in self.settings.approved:
                raise Closing(DISALLOWED_INTENTS, "Disallowed intent(s).")
        return given

    def _may_identify(self, shard: int) -> bool:
        key = shard % self.settings.max_concurrency
        now = self.clock.seconds()
        last = self._identified.get(key)
        if last is not None and now - last < self.settings.identify_every:
            self.note("identify came too soon")
            return False
        self._identified[key] = now
        return True

    def _greet(self, session: Session, *, sharded: bool) -> None:
        guilds = [guild for guild in self._world.bot_guilds() if self._shard_of(guild.id, session)]
        ready: Json = {
            "v": 10,
            "user": self._world.user_payload(self._world.bot_id),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": self.address,
            "private_channels": [],
            "application": {"id": str(self._world.application_id), "flags": 0},
        }
        if sharded:
            ready["shard"] = list(session.shard)
        self._give(session, "READY", ready)
        if session.intents & intent.GUILDS:
            for guild in guilds:
                self._give(session, "GUILD_CREATE", self._for_session(session, self._world.guild_payload(guild)))

    def _for_session(self, session: Session, guild: Json) -> Json:
        """Reduce a server's members to the bot itself, unless the session has presences; a bot requests the rest."""
        if not session.intents & intent.GUILD_PRESENCES:
            me = str(self._world.bot_id)
            guild["members"] = [member for member in guild["members"] if member["user"]["id"] == me]
        return guild

    # ------------------------------------------------------------------ resume

    def resume(self, connection: Connection, data: Json) -> None:
        """Resume a session: send the missed events in order, then RESUMED; or op 9 if that is impossible."""
        if data.get("token") != self._token:
            raise Closing(WRONG_TOKEN, "Authentication failed.")
        session = self._sessions.get(str(data.get("session_id")))
        sequence = data.get("seq")
        if session is None or not isinstance(sequence, int) or self._too_late(session):
            connection.send(INVALID_SESSION, data=False)
            return
        if sequence > session.sequence or sequence < 0:
            raise Closing(WRONG_SEQUENCE, "Invalid seq.")
        missed = session.missed_since(sequence)
        if missed is None:
            del self._sessions[session.id]
            connection.send(INVALID_SESSION, data=False)
            return
        if session.connection is not None:
            session.connection.abort()
        session.connection = connection
        session.left_at = None
        connection.session = session
        for frame in missed:
            connection.push(frame)
        self._give(session, "RESUMED", {"_trace": ["sandbox"]})
        self._tell_presence()

    def _forget_the_lost(self) -> None:
        """Drop the sessions that have not been resumed in time."""
        for session in [each for each in self._sessions.values() if self._too_late(each)]:
            del self._sessions[session.id]

    def _too_late(self, session: Session) -> bool:
        left_at = session.left_at
        return left_at is not None and self.clock.seconds() - left_at > self.settings.resume_window

    # ------------------------------------------------------------------ events

    def publish(self, happening: Happening) -> None:
        """Send an event to every session that should receive it, then the channels that this event made visible."""
        event = happening.event
        self._publish(event, self._visibility.described(event, happening.payload))
        for channel in self._visibility.regained(event):
            self._publish("CHANNEL_UPDATE", channel)

    def _publish(self, event: str, payload: Json) -> None:
        self._journal.write("event", event, payload)
        # The bot need not wait for the check of what it is sent.
        asyncio.get_running_loop().call_soon(self._check, event, payload)
        self._forget_the_lost()
        if event in self._late:
            self._late.remove(event)
            self._held.append((event, payload))
            return
        self._spread(event, payload)
        if event in self._twice:
            self._twice.remove(event)
            self._spread(event, payload)
        while self._held:
            self._spread(*self._held.pop(0))

    def repeat_next(self, event: str) -> None:
        """Deliver the next event of this name twice."""
        self._twice.append(event)

    def delay_next(self, event: str) -> None:
        """Deliver the next event of this name after the event that follows it."""
        self._late.append(event)

    def guild_available(self, guild_id: int, *, available: bool) -> None:
        """Announce the start or end of a server's outage to a bot that is a member; the bot stays one."""
        guild = self._world.guild(guild_id)
        if self._world.bot_id not in guild.members:
            return
        for session in self._sessions.values():
            if not self._shard_of(guild_id, session):
                continue
            if available:
                self._give(session, "GUILD_CREATE", self._for_session(session, self._world.guild_payload(guild)))
            else:
                self._give(session, "GUILD_DELETE", {"id": str(guild_id), "unavailable": True})

    def _spread(self, event: str, payload: Json) -> None:
        encoded: bytes | None = None
        for session in list(self._sessions.values()):
            if not self._hears(session, event, payload):
                continue
            if self._needs_care(session, event):
                session.dispatch(event, encode(self._careful(session, event, payload)))
                continue
            if encoded is None:
                encoded = encode(payload)
            session.dispatch(event, encoded)

    def _hears(self, session: Session, event: str, payload: Json) -> bool:
        guild_id = as_id(payload["id"] if event in {"GUILD_CREATE", "GUILD_DELETE"} else payload.get("guild_id"))
        on_shard = session.shard[0] == 0 if guild_id is None else self._shard_of(guild_id, session)
        return (
            on_shard
            and intent.wanted(event, payload, session.intents)
            and (event in _ALWAYS or self._world.bot_hears(guild_id, _place_of(event, payload)))
        )

    @staticmethod
    def _shard_of(guild_id: int, session: Session) -> bool:
        number, count = session.shard
        return (guild_id >> 22) % count == number

    @staticmethod
    def _needs_care(session: Session, event: str) -> bool:
        if event == "GUILD_CREATE":
            return True
        return event in _WITH_CONTENT and not session.intents & intent.MESSAGE_CONTENT

    def _careful(self, session: Session, event: str, payload: Json) -> Json:
        if event == "GUILD_CREATE":
            return self._for_session(session, dict(payload))
        copy = dict(payload)
        self._world.censor(copy)
        return copy

    def _give(self, session: Session, event: str, payload: Json) -> None:
        """Send an event to one session only."""
        self._journal.write("event", event, payload)
        self._check(event, payload)
        session.dispatch(event, encode(payload))

    def send_members(self, session: Session, data: Json) -> None:
        """Answer a request for members (op 8) in chunks of a thousand."""
        guild_id = as_id(data.get("guild_id"))
        if guild_id is None or not self._shard_of(guild_id, session):
            return
        members, unknown = self._world.find_members(guild_id, data)
        pieces = [members[start : start + _CHUNK] for start in range(0, len(members), _CHUNK)] or [[]]
        for index, piece in enumerate(pieces):
            chunk: Json = {
                "guild_id": str(guild_id),
                "members": piece,
                "chunk_index": index,
                "chunk_count": len(pieces),
            }
            if unknown:
                chunk["not_found"] = unknown
            if data.get("nonce"):
                chunk["nonce"] = data["nonce"]
            self._give(session, "GUILD_MEMBERS_CHUNK", chunk)


def _place_of(event: str, payload: Json) -> int | None:
    """Return the channel or thread whose viewers alone receive an event, or None if there is none."""
    return as_id(payload[_ABOUT_THREADS[event]] if event in _ABOUT_THREADS else payload.get("channel_id"))
