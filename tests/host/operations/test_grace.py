"""A server that the bot cannot reach: everything there waits, and ends only if the bot is not back in time."""

from collections import Counter

import pytest
from sqlalchemy import select

from bot.host import access, lobby
from bot.host.access import Person, Visit
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.kernel.paces import DAY, HOUR, MINUTE
from bot.host.match import panel_actions, pauses
from bot.host.match.unit_of_work import NoSuchMatch
from bot.host.operations import grace, health, outage
from bot.host.tournament import entry
from bot.host.tournament.tournament import look
from bot.host.workers import sender
from bot.host.workers.delivery_results import Report, Sent
from bot.storage import destinations, graces, matches, outbox, timers
from bot.storage.destination import Destination, Kind
from bot.storage.outbox import PostRow, SurfaceRow
from bot.storage.schema import posts
from engine.contract import Message
from tests.host.players import (
    ADA,
    BEN,
    CHANNEL,
    CLEO,
    DAN,
    begin,
    check_timers,
    click,
    opened,
    pass_time,
    posts_of,
    started,
    table_of,
)
from tests.host.tournament.organisers import GUILD as CUP_GUILD
from tests.host.tournament.organisers import ORGANISER, announced, begun, settle
from tests.host.tournament.organisers import pass_time as pass_tournament_time
from tests.support.clicks import Everywhere
from tests.support.clocks import ManualClock

GUILD = 800


class Post:
    """A messenger that reaches everyone, and remembers what it sent to whom."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, Destination]] = []

    async def post(self, row: PostRow) -> Report:
        self.sent.append((row.kind, row.destination))
        return Sent(1, row.id)

    async def surface(self, row: SurfaceRow) -> Report:
        self.sent.append((row.kind, row.destination))
        return Sent(1, row.message or 10**9 + row.id)


async def sent(host: Host) -> list[tuple[str, Destination]]:
    """Send what can be sent, and return it."""
    post = Post()
    await sender.drain(host, post)
    return post.sent


async def played_in(host: Host, guild: int = GUILD, users: tuple[int, int] = (ADA, BEN), pace: str = "daily") -> int:
    """Start a match of two people in a server."""
    table = await opened(host, game="probe", pace=pace, guild=guild, seats=2, user=users[0], opponent=None)
    await lobby.join(host, click(users[1]), table.match.id)
    await begin(host, click(users[0]), table.match.id)
    async with host.database.transaction() as tx:
        await destinations.keep_place(tx, Destination.thread(table.match.id), CHANNEL + table.match.id)
    return table.match.id


async def deadline(host: Host, match: int) -> float:
    """Return when the first deadline of a match is."""
    async with host.database.reading() as connection:
        return min(row.due for row in await timers.of_match(connection, match) if row.kind == "deadline")


async def status(host: Host, match: int) -> str:
    return (await table_of(host, match)).row.status


async def test_a_removal_ends_no_match_before_the_grace_is_over(host: Host, clock: ManualClock) -> None:
    match, elsewhere = await played_in(host), await played_in(host, GUILD + 1)
    before = await deadline(host, match)
    await grace.removed(host, GUILD)
    await pass_time(host, clock, DAY - MINUTE)
    row = (await table_of(host, match)).row
    assert (row.status, row.paused, row.entries) == ("running", "removed", 1)
    await grace.back(host, [GUILD])
    assert await deadline(host, match) == pytest.approx(before + DAY - MINUTE)
    assert (await table_of(host, match)).row.paused is None
    assert (await table_of(host, elsewhere)).row.paused is None
    await check_timers(host, match)


async def test_a_grace_takes_no_time_from_anybody_and_gives_none(host: Host, clock: ManualClock) -> None:
    match = await played_in(host, pace="live")
    clock.advance(60)
    before = (await panel_actions.show(host, match, ADA)).deadline
    assert before is not None
    await grace.removed(host, GUILD)
    assert (await panel_actions.show(host, match, ADA)).deadline is None
    await pass_time(host, clock, 5 * HOUR)
    await grace.back(host, [GUILD])
    assert (await panel_actions.show(host, match, ADA)).deadline == pytest.approx(before + 5 * HOUR)


async def test_the_bots_return_is_said_once_in_each_place(host: Host, clock: ManualClock) -> None:
    apart, together = await played_in(host), [await played_in(host, users=(CLEO, DAN)) for _ in range(3)]
    async with host.database.transaction() as tx:
        for match in together:
            await destinations.keep_place(tx, Destination.thread(match), CHANNEL)
    await grace.removed(host, GUILD)
    clock.advance(HOUR)
    for _ in range(2):
        await grace.back(host, [GUILD])
    told = [len(await posts_of(host, match, "outage")) for match in (apart, *together)]
    assert told == [1, 1, 0, 0]
    (post,) = await posts_of(host, apart, "outage")
    assert post.content == {"seconds": HOUR, "why": "removed"}


async def test_nobody_is_written_to_first_during_a_grace(host: Host, clock: ManualClock) -> None:
    match, elsewhere = await played_in(host), await played_in(host, GUILD + 1)
    await sent(host)
    await grace.removed(host, GUILD)
    async with host.database.transaction() as tx:
        for played in (match, elsewhere):
            await outbox.add_post(tx, played, "reminder", Destination.dm(ADA), {"seats": [0]}, clock.now())
            await outbox.add_post(tx, played, "kept", Destination.thread(played), {}, clock.now())
        await outbox.add_server_post(tx, GUILD, "log", {}, clock.now())
    await pass_time(host, clock, 10 * HOUR)
    kept = await sent(host)
    assert {place.number for _, place in kept if place.kind is Kind.THREAD} == {elsewhere}
    assert [kind for kind, _ in kept].count("reminder") == 1, "what waits holds up nothing else"
    async with host.database.reading() as connection:
        assert await outbox.waiting_since(connection) is None, "nobody is alarmed"
    await grace.back(host, [GUILD])
    went = await sent(host)
    assert ("reminder", Destination.dm(ADA)) in went
    assert ("log", Destination.log(GUILD)) in went
    assert [kind for kind, place in went if place == Destination.thread(match)].count("outage") == 1


async def test_whoever_clicks_during_a_grace_is_answered_and_cannot_move(host: Host) -> None:
    match = await played_in(host)
    panels = {user: await panel_actions.show(host, match, user) for user in (ADA, BEN)}
    user, panel = next((user, shown) for user, shown in panels.items() if shown.asked is not None)
    assert panel.asked is not None
    await grace.removed(host, GUILD)
    shown = await panel_actions.look(host, match, user)
    assert (shown.match.paused, shown.asked) == ("removed", None)
    key = panel.asked.options[0].key
    answer = await panel_actions.pick(host, click(user), match, panel.asked.id, panel.draft.revision, (key,))
    assert answer is not None
    assert answer.notice == Message("pause.notice")
    assert (await table_of(host, match)).row.entries == 1
    await panel_actions.leave(host, click(user), match)
    assert await status(host, match) == "over"


async def test_a_grace_that_is_over_ends_everything_with_one_message_a_person(host: Host, clock: ManualClock) -> None:
    pairs = [(ADA, BEN)] * (grace.BATCH - 2) + [(CLEO, DAN)] * 4
    found = [await played_in(host, users=pair) for pair in pairs]
    waiting = (await opened(host, game="probe", guild=GUILD, user=CLEO, opponent=None, seats=2)).match.id
    await sent(host)
    await grace.removed(host, GUILD)
    await pass_time(host, clock, DAY)
    assert [await status(host, match) for match in found] == ["closed"] * len(found)
    assert (await lobby.look(host, waiting)).match.status == "closed"
    told = await sent(host)
    assert sorted(place.number for kind, place in told if kind == "gone") == [ADA, BEN, CLEO, DAN]
    assert {kind for kind, _ in told} == {"gone"}
    async with host.database.reading() as connection:
        told_ada = (posts.c.kind == "gone", posts.c.destination == str(Destination.dm(ADA)))
        rows = [*(await connection.execute(select(posts.c.content).where(*told_ada))).scalars()]
        assert await graces.unsettled(connection) == {GUILD}
    assert sorted(rows[0]["matches"]) == found[: grace.BATCH - 2]
    await grace.back(host, [GUILD])
    assert await sent(host) == []


async def test_a_second_removal_within_a_week_gets_no_grace(host: Host, clock: ManualClock) -> None:
    match = await played_in(host)
    await grace.removed(host, GUILD)
    clock.advance(HOUR)
    await grace.back(host, [GUILD])
    clock.advance(grace.AGAIN - 2 * HOUR)
    await grace.removed(host, GUILD)
    await pass_time(host, clock, 1)
    assert await status(host, match) == "closed"
    await grace.back(host, [GUILD])
    again = await played_in(host)
    clock.advance(2 * HOUR)
    await grace.removed(host, GUILD)
    await pass_time(host, clock, HOUR)
    assert await status(host, again) == "running"


async def test_a_host_without_grace_ends_at_once(host: Host, clock: ManualClock) -> None:
    host.grace = 0.0
    match = await played_in(host)
    await grace.removed(host, GUILD)
    await pass_time(host, clock, 1)
    assert await status(host, match) == "closed"


async def test_a_removal_while_the_bot_was_down_is_the_same(host: Host, clock: ManualClock) -> None:
    match = await played_in(host)
    await grace.reconcile(host, {GUILD}, set(), lambda _: True)
    assert (await table_of(host, match)).row.paused is None
    await grace.reconcile(host, set(), set(), lambda _: False)
    assert (await table_of(host, match)).row.paused is None, "another process hears that server"
    await grace.reconcile(host, set(), set(), lambda _: True)
    assert (await table_of(host, match)).row.paused == "removed"
    clock.advance(HOUR)
    await grace.reconcile(host, {GUILD}, set(), lambda _: True)
    assert (await table_of(host, match)).row.paused is None
    assert len(await posts_of(host, match, "outage")) == 1
    await check_timers(host, match)


async def test_a_removal_that_was_interrupted_is_made_up_for(host: Host) -> None:
    found = [await played_in(host) for _ in range(2)]
    await grace.removed(host, GUILD)
    async with host.database.transaction() as tx:
        row = await matches.get(tx, found[1], lock=True)
        assert row is not None
        await pauses.end(host, tx, row)  # as if the process had died before it came to this match
    await grace.reconcile(host, set(), set(), lambda _: True)
    assert [(await table_of(host, match)).row.paused for match in found] == ["removed"] * 2


async def test_a_server_that_is_unavailable_loses_nobody_any_time(host: Host, clock: ManualClock) -> None:
    match = await played_in(host, pace="live")
    before = await deadline(host, match)
    await grace.unavailable(host, GUILD)
    await pass_time(host, clock, 2 * DAY)
    assert (await table_of(host, match)).row.paused == "unavailable"
    await grace.back(host, [GUILD])
    assert await deadline(host, match) == pytest.approx(before + 2 * DAY)
    (post,) = await posts_of(host, match, "outage")
    assert post.content == {"seconds": 2 * DAY, "why": "unavailable"}
    clock.advance(1)
    await grace.unavailable(host, GUILD)
    clock.advance(outage.SAID - 1)
    await grace.back(host, [GUILD])
    assert len(await posts_of(host, match, "outage")) == 1, "it was away too shortly to be noticed"


async def test_a_removal_from_an_unavailable_server_waits_no_longer_than_any_other(
    host: Host, clock: ManualClock
) -> None:
    match = await played_in(host)
    before = await deadline(host, match)
    await grace.unavailable(host, GUILD)
    clock.advance(HOUR)
    await grace.removed(host, GUILD)
    await pass_time(host, clock, HOUR)
    await grace.back(host, [GUILD])
    assert await deadline(host, match) == pytest.approx(before + 2 * HOUR)
    clock.advance(grace.AGAIN)
    await grace.unavailable(host, GUILD)
    await grace.removed(host, GUILD)
    await pass_time(host, clock, DAY)
    assert await status(host, match) == "closed"


async def test_a_match_is_open_for_its_players_alone_during_a_grace(host: Host) -> None:
    match = await started(host, guild=GUILD)
    reader = Person(CLEO, GUILD, CHANNEL)
    await access.match_reader(Visit(host, Everywhere(), reader, match))
    await grace.removed(host, GUILD)
    with pytest.raises(NoSuchMatch):
        await access.match_reader(Visit(host, Everywhere(), reader, match))
    await access.match_reader(Visit(host, Everywhere(), Person(ADA, None, 5), match))
    with pytest.raises(Refused):
        await access.table_opener(Visit(host, Everywhere(), reader, None))


async def test_a_removal_cancels_no_tournament_before_the_grace_is_over(host: Host, clock: ManualClock) -> None:
    number = await begun(host, 4, pace="slow", round_length="6")
    before = (await look(host, number)).row.deadline
    assert before is not None
    await grace.removed(host, CUP_GUILD)
    await pass_tournament_time(host, clock, 20 * HOUR)
    shown = await look(host, number)
    assert (shown.row.status, shown.row.round) == ("running", 1)
    assert all(series.state == "open" for series in shown.series)
    await grace.back(host, [CUP_GUILD])
    await settle(host)
    row = (await look(host, number)).row
    assert row.paused is None
    assert row.deadline == pytest.approx(before + 20 * HOUR)
    clock.advance(grace.AGAIN)
    await grace.removed(host, CUP_GUILD)
    await pass_tournament_time(host, clock, DAY)
    assert (await look(host, number)).row.status == "cancelled"
    told = Counter(place.number for kind, place in await sent(host) if kind == "gone")
    assert told == dict.fromkeys((1, 2, 3, 4, ORGANISER), 1)


async def test_a_tournament_that_was_to_start_during_a_grace_is_not_cancelled(host: Host, clock: ManualClock) -> None:
    number = await announced(host, starts="2")
    starts = (await look(host, number)).row.starts
    assert starts is not None
    await grace.removed(host, CUP_GUILD)
    await pass_tournament_time(host, clock, 5 * HOUR)
    assert (await look(host, number)).row.status == "open"
    await grace.back(host, [CUP_GUILD])
    assert (await look(host, number)).row.starts == pytest.approx(starts + 5 * HOUR)
    for user in (1, 2, 3, 4):
        await entry.join(host, click(user), number, f"Player {user}", ())
    await pass_tournament_time(host, clock, 2 * HOUR)
    assert (await look(host, number)).row.status == "running"


async def test_an_outage_during_a_grace_shortens_it_for_nobody_and_adds_no_post(host: Host, clock: ManualClock) -> None:
    """The bot may have been invited again while nobody could be heard."""
    match = await played_in(host)
    before = await deadline(host, match)
    await outage.heard(host)
    await grace.removed(host, GUILD)
    host.hears = False
    await pass_time(host, clock, 2 * DAY)
    assert await status(host, match) == "running"
    await outage.heard(host)
    await pass_time(host, clock, HOUR)
    assert await status(host, match) == "running"
    await grace.back(host, [GUILD])
    assert await deadline(host, match) == pytest.approx(before + 2 * DAY + HOUR)
    assert len(await posts_of(host, match, "outage")) == 1


async def test_a_grace_is_no_incident(host: Host, clock: ManualClock) -> None:
    await played_in(host)
    await grace.removed(host, GUILD)
    clock.advance(HOUR)
    async with host.database.reading() as connection:
        assert await outbox.tried_in_vain(connection, health.IN_VAIN) == 0
        assert await matches.without_timers(connection) == []
