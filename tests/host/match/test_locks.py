"""Use cases that meet in PostgreSQL wait for each other in one order, so none of them is ended as a deadlock."""

from contextlib import suppress

from bot.host.collections import trades
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from tests.host.collections.collectors import FIVE, GAME, check, give
from tests.host.held_transactions import doing, held, reached_or_done, stands
from tests.host.operations.test_deletion_races import hosts, on_postgres
from tests.host.players import ADA, BEN, CLEO, click

__all__ = ["hosts"]


@on_postgres
async def test_offers_in_two_trades_of_one_person_never_wait_for_each_other_in_a_ring(hosts: tuple[Host, Host]) -> None:
    """What the second trade waits for is taken by the first, which then changes its offer."""
    one, two = hosts
    await give(one, ADA, FIVE)
    opened = [await trades.open_trade(one, click(ADA), partner) for partner in (BEN, CLEO)]
    first, second = (each.row.id for each in opened if each is not None)

    with held(one.database, "commit") as committing:
        offering = doing(lambda: trades.offer(one, click(ADA), first, {(GAME, "PHY1"): 1}))
        assert await reached_or_done(committing, offering)
        with held(two.database, "INSERT INTO reservations") as reserving:
            waiting = doing(lambda: trades.offer(two, click(ADA), second, {(GAME, "PHY1"): 1}))
            await stands(one.database, waiting)
            committing.go_on.set()
            await offering
            await reached_or_done(reserving, waiting)
            changing = doing(lambda: trades.offer(one, click(ADA), first, {(GAME, "PSY1"): 1}))
            await stands(one.database, changing)
            reserving.go_on.set()
            for each in (waiting, changing):
                with suppress(Refused):
                    await each
    await check(one, 5)
