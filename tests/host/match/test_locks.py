"""Use cases that meet in PostgreSQL wait for each other in one order, so none of them is ended as a deadlock."""

from contextlib import suppress

from sqlalchemy import update

from bot.host.collections import trades
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.match import panel_actions
from bot.host.operations import outage
from bot.host.workers import delivery_reactions
from bot.host.workers.delivery_results import Lost, Moved
from bot.storage import destinations, outbox
from bot.storage.destination import Destination
from bot.storage.schema.waiting import surfaces
from tests.host.collections.collectors import FIVE, GAME, check, give
from tests.host.held_transactions import doing, held, reached_or_done, stands
from tests.host.operations.test_deletion_races import hosts, on_postgres
from tests.host.players import ADA, BEN, CHANNEL, CLEO, click, probe_of

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


@on_postgres
async def test_a_lost_thread_and_a_click_never_wait_for_each_other_in_a_ring(hosts: tuple[Host, Host]) -> None:
    """What is lost marks the board before it has the place looked for; a click has the match, and marks the board."""
    one, two = hosts
    match = await probe_of(one)
    thread = Destination.thread(match)
    async with one.database.transaction() as tx:
        await destinations.keep_place(tx, thread, CHANNEL)
    async with one.database.reading() as connection:
        board = await outbox.surface(connection, match, "status", None)
    assert board is not None

    with held(one.database, "INSERT INTO timers") as looking:
        losing = doing(lambda: delivery_reactions.react(one, board, Lost(CHANNEL)))
        assert await reached_or_done(looking, losing)
        clicking = doing(lambda: panel_actions.more_time(two, click(ADA), match))
        await stands(two.database, clicking)
        looking.go_on.set()
        assert isinstance(await losing, Moved)
        assert await clicking is not None


@on_postgres
async def test_a_starting_process_and_a_click_never_wait_for_each_other_in_a_ring(hosts: tuple[Host, Host]) -> None:
    """Found by torture: it released all boards, then waited for a match whose click was waiting for the board."""
    one, two = hosts
    match = await probe_of(one)
    await outage.heard(one)
    async with one.database.transaction() as tx:
        board = await outbox.surface(tx, match, "status", None)
        assert board is not None
        await tx.execute(update(surfaces).where(surfaces.c.id == board.id).values(claimed=one.now()))

    with held(one.database, "SELECT matches") as locking:
        repairing = doing(lambda: outage.repair(one))
        assert await reached_or_done(locking, repairing)
        clicking = doing(lambda: panel_actions.more_time(two, click(ADA), match))
        await stands(two.database, clicking)
        locking.go_on.set()
        await repairing
        assert await clicking is not None
