"""What becomes of a row that is not sent at once."""

import asyncio

import pytest
from sqlalchemy import select, update

from bot.host import sender
from bot.host.context import Host
from bot.host.sender import Later, Result, Sent
from bot.storage import leases, outbox
from bot.storage.outbox import PostRow, SurfaceRow
from bot.storage.schema import posts
from tests.host.play_through import ADA, posts_of, probe_of
from tests.support.clocks import ManualClock


class Held:
    """A courier who is held up with the first post and is quick with all others; `sent` are the posts that arrived."""

    def __init__(self) -> None:
        self.broken_off = False
        self.sent: list[int] = []

    async def post(self, row: PostRow) -> Result:
        if not self.broken_off:
            try:
                await asyncio.Event().wait()
            finally:
                self.broken_off = True
        self.sent.append(row.id)
        return Sent(1, row.id)

    async def surface(self, _: SurfaceRow) -> Result:
        return Sent()


async def test_a_try_is_broken_off_before_another_process_may_take_up_the_post(
    host: Host, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert sender.SENDING < sender.LEASE
    monkeypatch.setattr(sender, "SENDING", 0.05)
    match, courier = await probe_of(host), Held()
    async with host.database.transaction() as tx:
        await outbox.add_post(tx, match, "reminder", f"user {ADA} dm", {}, clock.now())
    await sender.drain(host, courier)
    assert courier.broken_off
    clock.advance(sender.SLOWEST)
    await sender.drain(host, courier)
    assert [post.status for post in await posts_of(host, match, "reminder")] == ["sent"]
    assert len(courier.sent) == 1


class Looked:
    """A courier who looks since when each post is claimed."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.claimed: list[float] = []

    async def post(self, row: PostRow) -> Result:
        async with self.host.database.reading() as connection:
            self.claimed.append(
                (await connection.execute(select(posts.c.claimed).where(posts.c.id == row.id))).scalar_one()
            )
        return Sent(1, row.id)

    async def surface(self, _: SurfaceRow) -> Result:
        return Sent()


async def test_a_lease_begins_when_the_post_is_had_however_long_that_was_waited_for(
    host: Host, clock: ManualClock
) -> None:
    """Found by torture: who came to claim last had the least time left of its lease."""
    match, courier = await probe_of(host), Looked(host)
    async with host.database.transaction() as tx:
        await outbox.add_post(tx, match, "reminder", f"user {ADA} dm", {}, clock.now())
    async with host.database.transaction() as tx:
        await leases.one_at_a_time(tx, leases.CLAIMING)
        draining = asyncio.create_task(sender.drain(host, courier))
        await asyncio.sleep(0)  # it waits for this transaction
        clock.advance(sender.LEASE)
    await draining
    assert set(courier.claimed) == {clock.now()}


class Refused:
    """A courier to whom Discord refuses everything."""

    async def post(self, _: PostRow) -> Result:
        return Later("refused")

    async def surface(self, _: SurfaceRow) -> Result:
        return Later("refused")


async def test_a_row_that_was_tried_a_thousand_times_is_tried_again(host: Host, clock: ManualClock) -> None:
    """Found by torture: two to the power of 1,024 is no number."""
    match = await probe_of(host)
    async with host.database.transaction() as tx:
        await outbox.add_post(tx, match, "reminder", f"user {ADA} dm", {}, clock.now())
        await tx.execute(update(posts).values(attempts=1023))
    for _ in range(2):
        await sender.drain(host, Refused())
        clock.advance(sender.SLOWEST)
    async with host.database.reading() as connection:
        found = (await connection.execute(select(posts.c.attempts, posts.c.claimed))).all()
    assert {(row.attempts, row.claimed) for row in found} == {(1025, None)}
