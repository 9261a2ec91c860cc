"""What becomes of a row whose sending takes too long."""

import asyncio

import pytest

from bot.host import sender
from bot.host.context import Host
from bot.host.sender import Result, Sent
from bot.storage import outbox
from bot.storage.outbox import PostRow, SurfaceRow
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
