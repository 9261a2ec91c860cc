"""What becomes of a row that is not sent at once."""

import asyncio

import pytest
from sqlalchemy import select, update
from structlog.testing import capture_logs

from bot.host import lobby
from bot.host.kernel.host import Host
from bot.host.match.places import Rung, keep_own_thread
from bot.host.operations import health
from bot.host.workers import sender
from bot.host.workers.delivery_results import Closed, Later, Never, Report, Sent
from bot.storage import leases, matches, outbox, people
from bot.storage.destination import Destination, Kind
from bot.storage.outbox import MatchPost, PostRow, SurfaceRow
from bot.storage.schema import posts
from tests.host.players import ADA, BEN, begin, click, opened, posts_of, probe_of
from tests.support.clocks import ManualClock


class Held:
    """A messenger that is held up with the first post and is quick with all others; `sent` are those that arrived."""

    def __init__(self) -> None:
        self.broken_off = False
        self.sent: list[int] = []

    async def post(self, row: PostRow) -> Report:
        if not self.broken_off:
            try:
                await asyncio.Event().wait()
            finally:
                self.broken_off = True
        self.sent.append(row.id)
        return Sent(1, row.id)

    async def surface(self, _: SurfaceRow) -> Report:
        return Sent()


async def test_a_try_is_broken_off_before_another_process_may_take_up_the_post(
    host: Host, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert sender.SENDING < sender.LEASE
    monkeypatch.setattr(sender, "SENDING", 0.05)
    match, messenger = await probe_of(host), Held()
    async with host.database.transaction() as tx:
        await outbox.add_post(tx, match, "reminder", Destination.dm(ADA), {}, clock.now())
    await sender.drain(host, messenger)
    assert messenger.broken_off
    clock.advance(sender.SLOWEST)
    await sender.drain(host, messenger)
    assert [post.status for post in await posts_of(host, match, "reminder")] == ["sent"]
    assert len(messenger.sent) == 1


class Looked:
    """A messenger who looks since when each post is claimed."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.claimed: list[float] = []

    async def post(self, row: PostRow) -> Report:
        async with self.host.database.reading() as connection:
            self.claimed.append(
                (await connection.execute(select(posts.c.claimed).where(posts.c.id == row.id))).scalar_one()
            )
        return Sent(1, row.id)

    async def surface(self, _: SurfaceRow) -> Report:
        return Sent()


async def test_a_lease_begins_when_the_post_is_had_however_long_that_was_waited_for(
    host: Host, clock: ManualClock
) -> None:
    """Found by torture: who came to claim last had the least time left of its lease."""
    match, messenger = await probe_of(host), Looked(host)
    async with host.database.transaction() as tx:
        await outbox.add_post(tx, match, "reminder", Destination.dm(ADA), {}, clock.now())
    async with host.database.transaction() as tx:
        await leases.one_at_a_time(tx, leases.CLAIMING)
        draining = asyncio.create_task(sender.drain(host, messenger))
        await asyncio.sleep(0)  # it waits for this transaction
        clock.advance(sender.LEASE)
    await draining
    assert set(messenger.claimed) == {clock.now()}


class Refused:
    """A messenger to whom Discord refuses everything."""

    async def post(self, _: PostRow) -> Report:
        return Later("refused")

    async def surface(self, _: SurfaceRow) -> Report:
        return Later("refused")


async def test_a_row_that_was_tried_a_thousand_times_is_tried_again(host: Host, clock: ManualClock) -> None:
    """Found by torture: two to the power of 1,024 is no number."""
    match = await probe_of(host)
    async with host.database.transaction() as tx:
        await outbox.add_post(tx, match, "reminder", Destination.dm(ADA), {}, clock.now())
        await tx.execute(update(posts).values(attempts=1023))
    for _ in range(2):
        await sender.drain(host, Refused())
        clock.advance(sender.SLOWEST)
    async with host.database.reading() as connection:
        found = (await connection.execute(select(posts.c.attempts, posts.c.claimed))).all()
    assert {(row.attempts, row.claimed) for row in found} == {(1025, None)}


async def test_a_row_that_is_tried_in_vain_is_counted_and_told_once(host: Host, clock: ManualClock) -> None:
    match = await probe_of(host)
    clock.advance(sender.SLOWEST)  # so that everything that waits is due
    await sender.drain(host, Everywhere())
    async with host.database.transaction() as tx:
        await outbox.add_post(tx, match, "reminder", Destination.dm(ADA), {}, clock.now())
    with capture_logs() as logged:
        for tries in range(1, health.IN_VAIN + 3):
            await sender.drain(host, Refused())
            clock.advance(sender.SLOWEST)
            assert (await health.look(host)).outbox_stuck == (tries >= health.IN_VAIN)
    told = [line for line in logged if line["event"] == "outbox row is stuck"]
    assert [(line["why"], line["destination"]) for line in told] == [("refused", Destination.dm(ADA))]
    await sender.drain(host, Everywhere())
    assert (await health.look(host)).outbox_stuck == 0


class Everywhere:
    """A messenger to whom each result is given beforehand, and who otherwise sends everything to one channel."""

    def __init__(self, *results: Report) -> None:
        self._results = list(results)
        self.posted = asyncio.Semaphore(0)

    async def post(self, _: PostRow) -> Report:
        self.posted.release()
        return self._results.pop(0) if self._results else Sent(1, 1)

    async def surface(self, _: SurfaceRow) -> Report:
        return Sent(1, 1)


async def test_what_is_sent_is_counted_by_the_place_where_it_arrives(host: Host, clock: ManualClock) -> None:
    match = await probe_of(host)
    await sender.drain(host, Everywhere())
    async with host.database.reading() as connection:
        row = await matches.get(connection, match)
    assert row is not None
    own, asked, around = 71, row.channel, 73
    async with host.database.transaction() as tx:
        await keep_own_thread(tx, match, Rung.NEW_THREAD, own)
    thread, dm = Destination.thread(match), Destination.dm(ADA)
    results: list[tuple[Destination, Report, str]] = [
        (thread, Sent(own, 5), "thread"),
        (thread, Sent(asked, 6), "channel"),
        (thread, Sent(around, 6), "channel"),
        (Destination.lobby(match), Sent(around, 6), "channel"),
        (thread, Sent(), "none"),
        (thread, Never("gone"), "none"),
        (dm, Sent(77, 7), "dm"),
        (dm, Closed(), "panel"),
        (Destination.panel(match, 0), Sent(asked, 8), "panel"),
        (Destination.tournament(3), Sent(asked, 8), "channel"),
        (Destination.event(3), Sent(asked, 8), "event"),
    ]
    for destination, result, place in results:
        kind: MatchPost = "once" if isinstance(result, Closed) else "reminder"
        outcome = "shelved" if isinstance(result, Closed) else type(result).__name__.lower()

        labels = {"what": "post", "outcome": outcome, "place": place}
        before = host.metrics.registry.get_sample_value("tableside_outbox_rows_total", labels) or 0
        async with host.database.transaction() as tx:
            await outbox.add_post(tx, match, kind, destination, {"seat": 0}, clock.now())
        await sender.drain(host, Everywhere(result))
        after = host.metrics.registry.get_sample_value("tableside_outbox_rows_total", labels)
        assert after == before + 1, destination


@pytest.mark.parametrize(("kind", "content"), [("events", {"first": 1, "last": 1}), ("end", {})])
async def test_what_a_closed_conversation_cannot_get_waits_for_the_panel(
    host: Host, clock: ManualClock, kind: MatchPost, content: dict[str, int]
) -> None:
    """Without a thread, everybody gets a match's posts by direct message, the last one as well."""
    match = await probe_of(host)
    await sender.drain(host, Everywhere())
    async with host.database.transaction() as tx:
        await outbox.add_post(tx, match, kind, Destination.dm(ADA), content, clock.now())
    await sender.drain(host, Everywhere(Closed()))
    last = (await posts_of(host, match, kind))[-1]
    assert (last.status, last.destination) == ("shelved", Destination.shelf(match, 0))


class WithoutConversations(Everywhere):
    """A messenger to whom everybody's direct messages are closed."""

    async def surface(self, row: SurfaceRow) -> Report:
        return Closed() if row.destination.kind is Kind.DM else await super().surface(row)


async def test_nobody_is_told_where_the_hand_is_before_there_is_one(host: Host) -> None:
    """Found by torture: the notice came before the match did, in its thread, and was given up there."""
    async with host.database.transaction() as tx:
        for user in (ADA, BEN):
            await people.change_user(tx, user, hand="dm")
    table = await opened(host, game="probe", seats=2, opponent=None)
    await lobby.join(host, click(BEN), table.match.id)
    await sender.drain(host, WithoutConversations())
    assert await posts_of(host, table.match.id, "closed") == []
    await begin(host, click(ADA), table.match.id)
    await sender.drain(host, WithoutConversations())
    told = [post.content["seats"] for post in await posts_of(host, table.match.id, "closed")]
    assert sorted(told) == [[0], [1]]


async def test_an_outbox_that_gets_late_is_told_once(host: Host, clock: ManualClock) -> None:
    match = await probe_of(host)
    await sender.drain(host, Everywhere())
    async with host.database.transaction() as tx:
        await outbox.mark(tx, match, "status", None, Destination.thread(match))  # nobody knows since when it is stale
        for number in range(3):
            await outbox.add_post(tx, match, "reminder", Destination.dm(number), {}, clock.now())
    clock.advance(2 * health.POST_LATE)
    with capture_logs() as logged:
        messenger = Everywhere()
        running = asyncio.create_task(sender.run(host, messenger))
        for _ in range(3):
            await messenger.posted.acquire()
        running.cancel()
        await asyncio.wait([running])
    told = [line for line in logged if line["event"] == "outbox is late"]
    assert [line["seconds"] for line in told] == [round(2 * health.POST_LATE)]


async def test_running_matches_are_counted_by_game(host: Host) -> None:
    assert (await health.look(host)).running == {}
    await probe_of(host)
    await probe_of(host)
    assert (await health.look(host)).running == {"probe": 2}
