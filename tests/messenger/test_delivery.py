"""A destination that is deleted while it is being opened is not kept."""

from typing import TYPE_CHECKING, cast

import pytest

from bot.host.kernel.host import Host
from bot.host.operations import privacy
from bot.messenger.delivery import Delivery
from bot.storage import destinations, outbox
from bot.storage.database import Database
from bot.storage.destination import Destination
from engine.registry import GAMES
from tests.host.players import ADA, opened
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
    host = Host(database, GAMES, ManualClock(), SeededChance(7))
    await host.store_sets()
    match = (await opened(host)).match.id
    async with database.transaction() as tx:
        await outbox.add_post(tx, match, "end", Destination.dm(ADA), {}, host.now())
    async with database.reading() as connection:
        (post,) = [each for each in await outbox.posts_of(connection, match) if each.kind == "end"]
    await Delivery(host, cast("Calls", Slow(host)), {}).post(post)
    async with database.reading() as connection:
        assert await destinations.place(connection, Destination.dm(ADA)) is None
