"""What a process takes and shows over HTTP: signatures grow old, connections that hang are cut, two doors are apart."""

import asyncio
import os
import re
from collections.abc import AsyncIterator
from contextlib import closing
from io import BytesIO
from typing import Any, Final

import aiohttp
import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from structlog.testing import capture_logs

from bot import __version__
from bot.host.features import HOOKS
from bot.host.kernel.host import Host
from bot.host.kernel.paces import DAY
from bot.process_pool import ProcessPool, WorkLost
from bot.storage.database import Database
from bot.web.interactions_endpoint import PING, SIGNATURE, SIGNED_WITHIN, TIMESTAMP, InteractionsEndpoint
from bot.web.listener import MOST_BODY, MOST_WAITING, Listener
from bot.web.pages import Pages
from bot.web.signatures import Signatures
from engine.registry import GAMES
from tests.support.chance import SeededChance
from tests.support.clocks import ManualClock

HERE: Final = "127.0.0.1"
KEY: Final = Ed25519PrivateKey.generate()
LOST: Final = 13
"""A server that cannot be noted."""

COMMAND: Final = {"type": 2, "id": "1"}

on_sqlite = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


class Door:
    """An endpoint that serves, and what it has taken in."""

    def __init__(self, clock: ManualClock, patience: float) -> None:
        public = KEY.public_key().public_bytes_raw().hex()
        self.clock = clock
        self.listener = Listener(patience)
        endpoint = InteractionsEndpoint(clock, Signatures(public).hold, self._take_in, self._welcome)
        endpoint.add_to(self.listener.app)
        self.port = 0
        self.taken: list[Any] = []
        self.welcomed: list[int] = []

    def _take_in(self, payload: Any) -> None:
        payload["id"]
        self.taken.append(payload)

    async def _welcome(self, guild: int) -> None:
        if guild == LOST:
            raise OSError("the database does not answer")
        self.welcomed.append(guild)

    async def post(self, body: bytes, *, at: float, to: str = "interactions") -> int:
        """Send a body that was signed at a time, and return the status of the answer."""
        moment = str(int(at))
        headers = {SIGNATURE: KEY.sign(moment.encode() + body).hex(), TIMESTAMP: moment}
        async with (
            aiohttp.ClientSession() as session,
            session.post(f"http://{HERE}:{self.port}/{to}", data=body, headers=headers) as answer,
        ):
            return answer.status


@pytest.fixture
def patience() -> float:
    return 30.0


@pytest.fixture
async def door(patience: float) -> AsyncIterator[Door]:
    found = Door(ManualClock(), patience)
    found.port = await found.listener.start(HERE, 0)
    yield found
    await found.listener.close()


hurried = pytest.mark.parametrize("patience", [0.1])
"""For what waits until a connection is cut."""


@pytest.mark.parametrize("off", [-DAY, -SIGNED_WITHIN - 1, SIGNED_WITHIN + 1, DAY])
async def test_a_signature_that_is_too_old_or_too_new_is_refused(door: Door, off: float) -> None:
    assert await door.post(msgspec.json.encode(COMMAND), at=door.clock.now() + off) == 401
    assert door.taken == []


async def test_a_request_that_is_sent_again_after_a_day_is_not_carried_out_again(door: Door) -> None:
    body, then = msgspec.json.encode(COMMAND), door.clock.now()
    assert await door.post(body, at=then) == 202
    door.clock.advance(DAY + 1)
    assert await door.post(body, at=then) == 401
    assert door.taken == [COMMAND]


@pytest.mark.parametrize("moment", ["", "soon", "-1", "1e9", "nan", "\u0661"])
async def test_a_time_that_is_none_is_refused(door: Door, moment: str) -> None:
    signed = KEY.sign(moment.encode() + b"{}").hex()
    headers = {SIGNATURE: signed, TIMESTAMP: moment}
    url = f"http://{HERE}:{door.port}/interactions"
    async with aiohttp.ClientSession() as session, session.post(url, data=b"{}", headers=headers) as answer:
        assert answer.status == 401


async def test_nothing_is_at_the_address_by_which_a_proxy_sees_that_a_process_lives(door: Door) -> None:
    async with aiohttp.ClientSession() as session, session.get(f"http://{HERE}:{door.port}/") as answer:
        assert answer.status == 404


async def test_a_proxy_that_hangs_up_in_the_middle_of_a_body_is_no_fault(
    door: Door, caplog: pytest.LogCaptureFixture
) -> None:
    _, writer = await asyncio.open_connection(HERE, door.port)
    writer.write(b"POST /interactions HTTP/1.1\r\nHost: here\r\nContent-Length: 100\r\n\r\n{")
    await writer.drain()
    assert await door.post(msgspec.json.encode(COMMAND), at=door.clock.now()) == 202
    writer.transport.abort()
    assert await door.post(msgspec.json.encode(COMMAND), at=door.clock.now()) == 202
    await door.listener.close()
    assert [record.message for record in caplog.records if record.exc_info] == []


@pytest.mark.parametrize("body", [b"", b"no json", b"[]", b"7", b"null", b"{}", b'{"type":2}', b"\xff\xfe"])
async def test_a_signed_body_that_is_no_interaction_is_refused_with_a_line_in_the_log(door: Door, body: bytes) -> None:
    with capture_logs() as lines:
        assert await door.post(body, at=door.clock.now()) == 400
    assert [line["event"] for line in lines] == ["not taken"]


async def test_a_ping_is_answered(door: Door) -> None:
    assert await door.post(msgspec.json.encode({"type": PING}), at=door.clock.now()) == 200


def added(**data: Any) -> bytes:
    """The webhook event of an application that was added somewhere, as Discord's documentation describes it."""
    event = {"type": "APPLICATION_AUTHORIZED", "timestamp": "2026-11-24T14:42:53.064834", "data": {"scopes": []} | data}
    return msgspec.json.encode({"version": 1, "application_id": "1", "type": 1, "event": event})


async def test_webhook_events_are_acknowledged_without_a_body(door: Door) -> None:
    """Discord, "Webhook Events": a ping of type 0 and every event are answered with 204."""
    other = {"type": 1, "event": {"type": "ENTITLEMENT_CREATE", "data": {}}}
    for body in (msgspec.json.encode({"version": 1, "type": 0}), msgspec.json.encode(other), added(integration_type=1)):
        assert await door.post(body, at=door.clock.now(), to="events") == 204
    assert door.welcomed == []
    body = added(integration_type=0, guild={"id": "7", "name": "Inn"})
    assert await door.post(body, at=door.clock.now(), to="events") == 204
    assert door.welcomed == [7]


async def test_a_webhook_event_that_is_not_signed_or_not_noted_is_not_acknowledged(door: Door) -> None:
    body = added(integration_type=0, guild={"id": "7"})
    assert await door.post(body, at=door.clock.now() - DAY, to="events") == 401
    with capture_logs() as lines:
        lost = added(integration_type=0, guild={"id": str(LOST)})
        assert await door.post(lost, at=door.clock.now(), to="events") == 400
    assert [line["event"] for line in lines] == ["not taken"]
    assert door.welcomed == []


async def test_a_body_that_is_too_long_is_refused(door: Door) -> None:
    url = f"http://{HERE}:{door.port}/interactions"
    async with aiohttp.ClientSession() as session, session.post(url, data=BytesIO(bytes(MOST_BODY + 1))) as answer:
        assert answer.status == 413


HALVES: Final = {
    "nothing": b"",
    "half a line": b"POST /inter",
    "half a head": b"POST /interactions HTTP/1.1\r\nHost: here\r\n",
    "half a body": b"POST /interactions HTTP/1.1\r\nHost: here\r\nContent-Length: 10\r\n\r\n{",
}


@hurried
@pytest.mark.parametrize("sent", HALVES.values(), ids=HALVES)
async def test_a_request_that_never_becomes_whole_is_cut(door: Door, sent: bytes) -> None:
    reader, writer = await asyncio.open_connection(HERE, door.port)
    writer.write(sent)
    answer = await reader.read()
    assert answer == b"" or b" 408 " in answer.splitlines()[0]
    writer.close()
    assert door.taken == []


async def test_connections_that_bring_nothing_make_room_for_others(door: Door) -> None:
    idle = [await asyncio.open_connection(HERE, door.port) for _ in range(MOST_WAITING)]
    assert await door.post(msgspec.json.encode(COMMAND), at=door.clock.now()) == 202
    assert await idle[0][0].read() == b"", "the oldest was cut"
    for _, writer in idle:
        writer.close()


@on_sqlite
async def test_neither_listener_has_a_route_of_the_other(database: Database, door: Door) -> None:
    pages = Pages(Host(database, GAMES, ManualClock(), SeededChance(7), HOOKS), dict)
    port = await pages.start(HERE, 0)
    routes = [
        {resource.canonical for resource in listener.app.router.resources()} for listener in (pages, door.listener)
    ]
    assert routes == [{"/health", "/metrics"}, {"/interactions", "/events"}]
    async with aiohttp.ClientSession() as session:
        for there, others in ((port, routes[1]), (door.port, routes[0])):
            for path in others:
                async with session.post(f"http://{HERE}:{there}{path}") as answer:
                    assert answer.status == 404
    await pages.close()


@on_sqlite
async def test_the_metrics_tell_of_processes_disk_and_version(database: Database) -> None:
    """A process that was replaced counts once, however often somebody looks."""
    with closing(ProcessPool("test", 1 << 30, 3600)) as pool:
        pages = Pages(Host(database, GAMES, ManualClock(), SeededChance(7), HOOKS), dict, [pool])
        port = await pages.start(HERE, 0)
        with pytest.raises(WorkLost):
            pool.begin(os._exit, 1).result()
        assert pool.begin(abs, -1).result() == 1
        async with aiohttp.ClientSession() as session:
            for told in [await text_of(session, f"http://{HERE}:{port}/metrics") for _ in range(2)]:
                figures = dict(re.findall(r"^(tableside_\S+) (\S+)$", told, re.MULTILINE))
                assert figures['tableside_processes_replaced_total{pool="test",why="died"}'] == "2.0"
                assert float(figures['tableside_resident_bytes{process="bot"}']) > 0
                assert float(figures['tableside_resident_bytes{process="test"}']) > 0
                assert float(figures["tableside_disk_free_bytes"]) > 0
                assert figures[f'tableside_version_info{{version="{__version__}"}}'] == "1.0"
        await pages.close()


async def text_of(session: aiohttp.ClientSession, url: str) -> str:
    async with session.get(url) as answer:
        return await answer.text()
