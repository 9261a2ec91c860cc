"""Where rows of the outbox go, and how often the database is read for one."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from threading import Event, current_thread, main_thread
from typing import TYPE_CHECKING, Any, cast

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host import lobby
from bot.host.features import HOOKS
from bot.host.kernel.host import Host
from bot.host.match import panel_actions
from bot.host.match.praise import say_well_played
from bot.host.operations import privacy
from bot.host.workers.delivery_results import Sent
from bot.messenger.delivery import Delivery
from bot.messenger.failures import Anew, Busy
from bot.rendering import pictures
from bot.storage import destinations, outbox
from bot.storage.database import Database
from bot.storage.destination import Destination
from bot.storage.schema.waiting import MatchPost
from bot.ui.games import RENDERERS
from bot.ui.games.varia.renderer import VariaRenderer
from bot.ui.messages.outgoing import Outgoing
from engine.registry import GAMES
from tests.host.players import ADA, BEN, CHANNEL, click, opened, play_out, probe_of, started
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
    """A Discord that takes every message, and remembers those that were deleted."""

    def __init__(self) -> None:
        self.deleted: list[tuple[int, int]] = []

    async def send(self, channel: int, message: Outgoing, nonce: str) -> int:
        return 5

    async def edit(self, channel: int, message: int, shown: Outgoing, *, has_files: bool = False) -> None:
        return None

    async def delete(self, channel: int, message: int) -> None:
        self.deleted.append((channel, message))


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


class Hasty(Hall):
    """A Discord that remembers what it is sent and how that is edited, and is busy for the first edit."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[Outgoing] = []
        self.edited: list[Outgoing] = []
        self.tried, self.whole = asyncio.Event(), asyncio.Event()

    async def send(self, channel: int, message: Outgoing, nonce: str) -> int:
        self.sent.append(message)
        return 5

    async def edit(self, channel: int, message: int, shown: Outgoing, *, has_files: bool = False) -> None:
        self.edited.append(shown)
        self.tried.set()
        if len(self.edited) == 1:
            raise Busy("too many requests", 3.0)
        self.whole.set()


class Easel(VariaRenderer):
    """Draws no turn before it is let."""

    def __init__(self) -> None:
        self.let = Event()

    def turn_strip(self, *seen: Any) -> Any:
        self.let.wait()
        return super().turn_strip(*seen)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_turn_whose_picture_is_late_goes_out_in_words_and_is_edited_once_with_it(database: Database) -> None:
    clock = ManualClock()
    host = Host(database, {"varia": GAMES["varia"]}, clock, SeededChance(3), HOOKS)
    await host.store_sets()
    match = await started(host)
    await play_out(host, clock, match, Random(3), (ADA, BEN))
    discord, easel = Hasty(), Easel()
    delivery = Delivery(host, cast("Calls", discord), {"varia": easel})
    async with database.transaction() as tx:
        await destinations.keep_place(tx, Destination.thread(match), 77)
        post = [row for row in await outbox.posts_of(tx, match) if row.kind == "events"][1]
    going = asyncio.ensure_future(delivery.post(post))
    while not going.done():
        clock.advance(pictures.POSTED / 4)
        await asyncio.wait([going], timeout=0.01)
    assert [len(message.files) for message in discord.sent] == [0]
    easel.let.set()
    await discord.tried.wait()
    whole = asyncio.ensure_future(discord.whole.wait())
    while not whole.done():
        clock.advance(3.0)
        await asyncio.wait([whole], timeout=0.01)
    assert [len(message.files) for message in discord.edited] == [1, 1]
    [first], [then] = discord.sent[0].embeds, discord.edited[-1].embeds
    assert (then.title, then.footer) == (first.title, first.footer)
    assert then.description
    assert len(then.description) < len(first.description or ""), "words that the picture shows give way to it"


class LateTrophy(VariaRenderer):
    """Draws no trophy before it is let; its words need no drawing."""

    def __init__(self) -> None:
        self.let = Event()

    def record(self, facts: Any, view: Any, words: Any) -> Any:
        if current_thread() is not main_thread():
            self.let.wait()
        return super().record(facts, view, words)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_late_picture_takes_nothing_away_that_a_post_says_since(database: Database) -> None:
    clock = ManualClock()
    host = Host(database, {"varia": GAMES["varia"]}, clock, SeededChance(3), HOOKS)
    await host.store_sets()
    match = await started(host)
    await play_out(host, clock, match, Random(3), (ADA, BEN))
    discord, late = Hasty(), LateTrophy()
    delivery = Delivery(host, cast("Calls", discord), {"varia": late})
    async with database.transaction() as tx:
        await destinations.keep_place(tx, Destination.thread(match), 77)
        (end,) = [row for row in await outbox.posts_of(tx, match) if row.kind == "end"]
    going = asyncio.ensure_future(delivery.post(end))
    while not going.done():
        clock.advance(pictures.POSTED / 4)
        await asyncio.wait([going], timeout=0.01)
    assert [len(message.files) for message in discord.sent] == [0]
    await say_well_played(host, click(ADA), match)
    async with database.transaction() as tx:
        await outbox.post_sent(tx, end.id, 5)
        amended = [row for row in await outbox.posts_of(tx, match) if row.kind == "amended"][-1]
    late.let.set()
    with pytest.raises(Busy):
        await delivery.discord.edit(77, 5, discord.sent[0])
    assert isinstance(await delivery.post(amended), Sent)
    await asyncio.gather(*asyncio.all_tasks() - {asyncio.current_task()}, return_exceptions=True)
    assert [len(message.files) for message in discord.edited[1:]] == [1]
    assert "👏" in (discord.edited[-1].content or "")


THREAD = 78

VOID_AFTER = [
    ("turn", "vote", True),
    ("kept", "vote", True),
    ("kept", "turn", False),
    ("end", "still", True),
    ("turn", "still", False),
    ("end", "turn", True),
]
"""A post, an earlier one, and whether the earlier one's question is void then."""


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize(("later", "earlier", "void"), VOID_AFTER)
async def test_a_post_whose_question_is_void_is_deleted(
    database: Database, later: MatchPost, earlier: MatchPost, *, void: bool
) -> None:
    host = Host(database, {**GAMES, "probe": PROBE}, ManualClock(), SeededChance(7), HOOKS)
    await host.store_sets()
    match = await probe_of(host)
    hall, thread = Hall(), Destination.thread(match)
    delivery = Delivery(host, cast("Calls", hall), {"probe": renderer()})
    async with database.transaction() as tx:
        await destinations.keep_place(tx, thread, THREAD)
        await outbox.add_post(tx, match, earlier, thread, {}, host.now())
        await outbox.post_sent(tx, (await outbox.posts_of(tx, match))[-1].id, 4711)
        if later in ("turn", "kept"):
            await outbox.add_post(tx, match, later, thread, {"seats": [0, 1]}, host.now())
    if later == "end":
        await panel_actions.leave(host, click(BEN), match)
    async with database.reading() as connection:
        posted = [each for each in await outbox.posts_of(connection, match) if each.kind == later]
    reports = [await delivery.post(post) for post in posted]
    assert any(isinstance(report, Sent) and report.message is not None for report in reports)
    assert ((THREAD, 4711) in hall.deleted) == void


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize("kind", ["sought", "found", "changed", "invited"])
async def test_a_post_that_invites_to_a_table_stands_only_while_the_table_is_open(
    database: Database, kind: MatchPost
) -> None:
    host = Host(database, GAMES, ManualClock(), SeededChance(7), HOOKS)
    await host.store_sets()
    match = (await opened(host)).match.id
    hall, place = Hall(), Destination.lobby(match)
    delivery = Delivery(host, cast("Calls", hall), RENDERERS)
    async with database.transaction() as tx:
        await outbox.add_post(tx, match, kind, place, {}, host.now())
        await outbox.post_sent(tx, (await outbox.posts_of(tx, match))[-1].id, 4712)

    async def show() -> None:
        async with database.reading() as connection:
            surface = await outbox.surface(connection, match, "lobby", None)
        assert surface is not None
        assert isinstance(await delivery.surface(surface), Sent)

    await show()
    assert hall.deleted == []
    await lobby.withdraw(host, click(ADA), match)
    await show()
    assert hall.deleted == [(CHANNEL, 4712)]


class Forgetful(Hall):
    """A Discord that remembers the posts about ends, and in which somebody has deleted the first of them."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[str] = []
        self.edited: list[tuple[int, str]] = []

    async def send(self, channel: int, message: Outgoing, nonce: str) -> int:
        if message.view is None or ".praise." not in str(message.view.to_components()):
            return 5
        self.sent.append(message.content or "")
        return 100 + len(self.sent)

    async def edit(self, channel: int, message: int, shown: Outgoing, *, has_files: bool = False) -> None:
        if message == 101:
            raise Anew(message)
        self.edited.append((message, shown.content or ""))


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_post_that_says_more_is_edited_or_else_sent_anew(database: Database) -> None:
    host = Host(database, {**GAMES, "probe": PROBE}, ManualClock(), SeededChance(7), HOOKS)
    await host.store_sets()
    match = await probe_of(host)
    await panel_actions.leave(host, click(BEN), match)
    async with database.transaction() as tx:
        await destinations.keep_place(tx, Destination.thread(match), THREAD)
    hall = Forgetful()
    delivery = Delivery(host, cast("Calls", hall), {"probe": renderer()})
    async with database.reading() as connection:
        (end,) = [each for each in await outbox.posts_of(connection, match) if each.kind == "end"]
    sent = await delivery.post(end)
    assert isinstance(sent, Sent)
    async with database.transaction() as tx:
        await outbox.post_sent(tx, end.id, sent.message)
    for user in (ADA, BEN):
        await say_well_played(host, click(user), match)
        async with database.reading() as connection:
            amended = [each for each in await outbox.posts_of(connection, match) if each.kind == "amended"][-1]
        await delivery.post(amended)
    first, both = (f"👏 “Well played” from {names}" for names in (f"<@{ADA}>", f"<@{ADA}>, <@{BEN}>"))
    [plain, anew] = hall.sent
    assert anew == f"{plain}\n{first}"
    assert hall.edited == [(102, f"{plain}\n{both}")]
