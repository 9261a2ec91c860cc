"""Where rows of the outbox go, and how often the database is read for one."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, cast

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.features import HOOKS
from bot.host.kernel.host import Host
from bot.host.operations import privacy
from bot.host.workers.delivery_results import Sent
from bot.messenger.delivery import Delivery
from bot.storage import destinations, outbox
from bot.storage.database import Database
from bot.storage.destination import Destination
from bot.ui.messages import Outgoing
from engine.registry import GAMES
from tests.host.players import ADA, opened, probe_of
from tests.probe import PROBE
from tests.probe.renderer import renderer
from tests.support.chance import SeededChance
from tests.support.clocks import ManualClock

if TYPE_CHECKING:
    from bot.messenger.calls import Calls


class Slow:
    """A Discord that opens direct messages while the person's data is deleted."""

    def __init__(self, host: Host) -> None:
        self.host = host

    async def open_dm(self, user: int) -> int:
        await privacy.forget(self.host, user)
        return 77


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_direct_messages_that_are_opened_while_their_person_is_deleted_are_not_kept(database: Database) -> None:
    host = Host(database, GAMES, ManualClock(), SeededChance(7), HOOKS)
    await host.store_sets()
    match = (await opened(host)).match.id
    async with database.transaction() as tx:
        await outbox.add_post(tx, match, "end", Destination.dm(ADA), {}, host.now())
    async with database.reading() as connection:
        (post,) = [each for each in await outbox.posts_of(connection, match) if each.kind == "end"]
    await Delivery(host, cast("Calls", Slow(host)), {}).post(post)
    async with database.reading() as connection:
        assert await destinations.place(connection, Destination.dm(ADA)) is None


class Hall:
    """A Discord that takes every message."""

    async def send(self, channel: int, message: Outgoing, nonce: str) -> int:
        return 5

    async def delete(self, channel: int, message: int) -> None:
        return None


class CountedDatabase(Database):
    """Counts how often it is read."""

    reads = 0

    @asynccontextmanager
    async def reading(self, within: AsyncConnection | None = None) -> AsyncIterator[AsyncConnection]:
        self.reads += within is None
        async with super().reading(within) as connection:
            yield connection


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize("kind", ["events", "still", "status", "lobby", "hand"])
async def test_the_database_is_read_once_for_a_row(database: Database, kind: str) -> None:
    counted = CountedDatabase(database.url.render_as_string(hide_password=False))
    host = Host(counted, {**GAMES, "probe": PROBE}, ManualClock(), SeededChance(7), HOOKS)
    await host.store_sets()
    match = await probe_of(host)
    delivery = Delivery(host, cast("Calls", Hall()), {"probe": renderer()})
    async with counted.transaction() as tx:
        for destination in (Destination.thread(match), Destination.lobby(match), Destination.dm(ADA)):
            await destinations.keep_place(tx, destination, 77)
        await outbox.mark(tx, match, "hand", 0, Destination.dm(ADA), anew=True)
        await outbox.add_post(tx, match, "events", Destination.thread(match), {"first": 1, "last": 1}, host.now())
        await outbox.add_post(tx, match, "still", Destination.thread(match), {"seats": [0]}, host.now())
        rows = await outbox.posts_of(tx, match)
        surfaces = [await outbox.surface(tx, match, "status", None), await outbox.surface(tx, match, "lobby", None)]
        surfaces.append(await outbox.surface(tx, match, "hand", 0))
    post = next((row for row in rows if row.kind == kind), None)
    surface = next((row for row in surfaces if row is not None and row.kind == kind), None)
    counted.reads = 0
    report = await delivery.post(post) if post is not None else surface and await delivery.surface(surface)
    await counted.close()
    assert (type(report), counted.reads) == (Sent, 1)
