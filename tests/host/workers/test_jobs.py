"""Jobs: requests to Discord for a match that post nothing."""

from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from bot.host import lobby
from bot.host.kernel.errors import NotNow
from bot.host.kernel.host import Host
from bot.host.match.places import ReturnAttempt, Rung, keep_own_thread, look_later
from bot.host.workers import jobs, sender
from bot.host.workers.delivery_results import Later
from bot.storage import destinations, outbox, timers
from bot.storage.destination import Destination
from bot.storage.outbox import PostRow, SurfaceRow
from bot.storage.timers import TimerKey
from tests.host.players import ADA, BEN, CLEO, begin, click, jobs_of, leave_job, opened, posts_of, table_of
from tests.support.clocks import ManualClock

GUILD, THREAD, ASIDE = 5, 71, 72
CHANNELS = st.integers(1, 2**63 - 1)


@given(st.none() | CHANNELS, st.integers(0, 999), st.sets(CHANNELS, max_size=3))
def test_a_text_form_reads_back_as_its_look_and_fits_its_column(lost: int | None, looks: int, gone: set[int]) -> None:
    look = ReturnAttempt.of(lost, looks, gone if lost in gone else set(list(gone)[:2]))
    assert ReturnAttempt.parse(str(look)) == look
    assert len(str(look)) <= 80


class Town:
    """A Discord in which some people are members, some threads can be used and some channels are gone."""

    def __init__(self, *members: int, threads: tuple[int, ...] = (THREAD,), gone: tuple[int, ...] = ()) -> None:
        self.members = members
        self.threads = threads
        self.gone = gone
        self.locked: set[int] = set()
        self.busy = False
        self.fault: str | None = None
        self.done: list[tuple[str, int, int]] = []

    async def is_member(self, _: int, user: int) -> bool:
        self._answer()
        return user in self.members

    async def organises(self, _: int, user: int, role: int | None) -> bool:
        self._answer()
        return user in self.members

    async def add_to_thread(self, thread: int, user: int) -> bool:
        self._answer()
        self.done.append(("watch", thread, user))
        return thread in self.threads

    async def archive_soon(self, thread: int) -> None:
        self._answer()
        self.done.append(("tidy", thread, 0))

    async def may_speak(self, _: int, channel: int) -> bool | None:
        self._answer()
        self.done.append(("look", channel, 0))
        return None if channel in self.gone else channel in self.threads

    async def prize_fault(self, guild: int, role: int, chooser: int) -> str | None:
        self._answer()
        return self.fault

    async def mention_fault(self, guild: int, role: int, organiser: int, channel: int) -> str | None:
        self._answer()
        return self.fault

    async def move_role(self, guild: int, role: int, takes: Iterable[int], gives: Iterable[int]) -> str | None:
        self._answer()
        self.done += [("take", role, user) for user in takes] + [("give", role, user) for user in gives]
        return None

    async def is_locked(self, _: int, thread: int) -> bool:
        self._answer()
        return thread in self.locked

    def _answer(self) -> None:
        if self.busy:
            raise NotNow("busy", 30.0)


class Outage:
    """Nothing can be sent."""

    async def post(self, _: PostRow) -> Later:
        return Later("an outage")

    async def surface(self, _: SurfaceRow) -> Later:
        return Later("an outage")


async def spoken_of(host: Host) -> int:
    """Begin a match that is in its own thread and about which all is said."""
    match = (await opened(host, game="probe", seats=2, opponent=None, guild=GUILD)).match.id
    await lobby.join(host, click(BEN), match)
    await begin(host, click(ADA), match)
    async with host.database.transaction() as tx:
        await destinations.keep_place(tx, Destination.thread(match), THREAD)
        await keep_own_thread(tx, match, Rung.THREAD, THREAD)
        for post in await outbox.posts_of(tx, match):
            await outbox.post_sent(tx, post.id, 1)
    return match


async def ask(host: Host, match: int, kind: str, seat: int | None = None, subject: str = "") -> None:
    async with host.database.transaction() as tx:
        await timers.put(tx, match, TimerKey(kind, seat, subject), host.now())


async def test_who_has_left_the_server_leaves_the_match_and_who_is_there_stays(host: Host) -> None:
    match = await spoken_of(host)
    for seat in range(2):
        await ask(host, match, "check", seat)
    await jobs.work(host, Town(ADA))
    assert [seat.left for seat in (await table_of(host, match)).seats] == [False, True]
    assert [post.content for post in await posts_of(host, match, "departed")] == [{"seats": [1]}], "it is said once"
    assert await jobs_of(host, match, "check") == []


async def test_a_job_that_discord_cannot_do_now_is_done_when_it_wants_to_be_asked_again(
    host: Host, clock: ManualClock
) -> None:
    match, town = await spoken_of(host), Town()
    await ask(host, match, "tidy")
    town.busy = True
    await jobs.work(host, town)
    town.busy = False
    clock.advance(29)
    assert not await jobs.work(host, town)
    clock.advance(2)
    assert await jobs.work(host, town)
    assert town.done == [("tidy", THREAD, 0)]


async def test_a_thread_is_tidied_after_what_is_to_be_said_there(host: Host) -> None:
    match, town = await spoken_of(host), Town()
    async with host.database.transaction() as tx:
        await outbox.add_post(tx, match, "end", Destination.thread(match), {}, host.now())
    await ask(host, match, "tidy")
    assert not await jobs.work(host, town)
    async with host.database.transaction() as tx:
        for post in await outbox.posts_of(tx, match):
            await outbox.post_sent(tx, post.id, 1)
    assert await jobs.work(host, town)
    assert town.done == [("tidy", THREAD, 0)]


async def test_who_watches_is_added_to_the_next_thread_if_the_first_is_gone(host: Host) -> None:
    match, town = await spoken_of(host), Town(threads=(ASIDE,))
    await ask(host, match, "watch", subject=str(CLEO))
    await jobs.work(host, town)
    async with host.database.transaction() as tx:
        assert await destinations.place(tx, Destination.thread(match)) is None
        await destinations.keep_place(tx, Destination.thread(match), ASIDE)
    await jobs.work(host, town)
    assert town.done == [("watch", THREAD, CLEO), ("watch", ASIDE, CLEO)]
    assert await jobs_of(host, match, "watch") == []


async def test_a_place_takes_a_match_back_once(host: Host, clock: ManualClock) -> None:
    match, town = await spoken_of(host), Town()
    for _ in range(2):
        async with host.database.transaction() as tx:
            await destinations.lose_place(tx, Destination.thread(match), THREAD)
            await look_later(tx, match, THREAD, host.now())
            await look_later(tx, match, THREAD, host.now())
            await destinations.keep_place(tx, Destination.thread(match), ASIDE)
        clock.advance(601)
        await jobs.work(host, town)
    assert town.done == [("look", THREAD, 0)]


async def test_what_an_older_version_left_in_the_outbox_is_done(host: Host) -> None:
    """Before version 0.2.0 jobs were posts that said nothing."""
    match, town = await spoken_of(host), Town(ADA, gone=(ASIDE,))
    thread, looked = Destination.thread(match), {"lost": ASIDE, "looks": 2, "gone": []}
    async with host.database.transaction() as tx:
        await leave_job(tx, match, "watch", thread, {"user": CLEO}, host.now())
        await leave_job(tx, match, "return", Destination.returned(match), looked, host.now())
        await leave_job(tx, match, "check", thread, {"seats": [1]}, host.now())
        await leave_job(tx, match, "tidy", thread, {}, host.now())
    await sender.drain(host, Outage())
    await jobs.work(host, town)
    assert set(town.done) == {("look", ASIDE, 0), ("tidy", THREAD, 0), ("watch", THREAD, CLEO)}
    assert (await table_of(host, match)).seats[1].left
    async with host.database.reading() as connection:
        kept = {post.status for post in await outbox.posts_of(connection, match) if post.kind in timers.JOBS}
    assert kept == {"sent"}
