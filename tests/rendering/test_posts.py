"""What is posted is rendered beside people's clicks, and keeps none of them waiting."""

import asyncio
import re
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.features import HOOKS
from bot.host.kernel.host import Host
from bot.host.kernel.paces import HOUR
from bot.host.match import panel_actions
from bot.messenger.avatars import fetched
from bot.priority import going_first
from bot.rendering import pictures
from bot.rendering.languages import Languages
from bot.rendering.posts import Posts
from bot.storage import outbox, people
from bot.storage.database import Database
from bot.storage.destination import Destination
from bot.storage.matches import MatchRow
from bot.storage.outbox import PostRow, SurfaceRow
from bot.ui.games import RENDERERS
from bot.ui.messages.custom_ids import parse
from bot.ui.messages.outgoing import Outgoing
from bot.ui.pictures.picture import Picture
from bot.ui.pictures.tones import Tones
from bot.ui.texts.words import Words
from engine.contract import Cards
from engine.registry import GAMES
from tests.host.players import (
    ADA,
    BEN,
    click,
    click_randomly,
    pass_time,
    play_out,
    posts_of,
    probe_of,
    started,
    table_of,
)
from tests.probe import PROBE
from tests.probe.renderer import ProbeRenderer
from tests.support.chance import SeededChance
from tests.support.clocks import ManualClock
from tests.support.databases import sqlite

BOARDS = 3

LOSSES = re.compile(r"(?:<@[0-9]+> (?:loses|gains) \*\*[0-9]+ HP\*\*(?:, )?)+\.")
"""The sentence below a drawn turn that says who lost how much."""

PAID = re.compile(r"(?:<@[0-9]+> pays \*\*[0-9]+ HP\*\* for [^.]+\.(?: |$))+")
"""A line that a turn's picture leaves out of its figures, and that the words have within its moments."""


class Painter(ProbeRenderer):
    """Notes what it draws, and finishes no board before it is let."""

    def __init__(self) -> None:
        self.drawn: list[str] = []
        self.let = Event()

    def board_picture(self, view: Any, words: Words) -> Picture | None:
        self.drawn.append("board")
        self.let.wait()
        return None

    def card_picture(self, name: str, cards: Cards, words: Words) -> Picture | None:
        self.drawn.append("card")
        return None


class CountedLanguages(Languages):
    """Says when all boards have their words, which is all that they need to be drawn."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.ready, self._given = asyncio.Event(), 0

    async def public(self, row: MatchRow, *, within: AsyncConnection | None = None) -> Words:
        words = await super().public(row, within=within)
        self._given += 1
        if self._given == BOARDS:
            self.ready.set()
        return words


async def test_a_picture_for_a_click_waits_for_no_board_that_is_to_be_drawn(database: Database) -> None:
    """Issue 10. However many matches house players have moved in."""
    host = Host(database, {"probe": PROBE}, ManualClock(), SeededChance(7), HOOKS)
    await host.store_sets()
    languages, painter = CountedLanguages(host), Painter()
    posts = Posts(host, languages, {"probe": painter}, fetched)
    found = []
    for _ in range(BOARDS):
        match = await probe_of(host)
        async with database.reading() as connection:
            found.append(await outbox.surface(connection, match, "status", None))

    async def drawn(row: SurfaceRow) -> None:
        async with database.reading() as connection:
            draw = await posts.surface(row, connection)
        await draw()

    boards = [asyncio.create_task(drawn(row)) for row in found if row is not None]
    assert len(boards) == BOARDS
    await languages.ready.wait()
    cards: Any = None
    with going_first():
        await pictures.drawn(painter.card_picture, "Oak", cards, Words(None))
    painter.let.set()
    await asyncio.gather(*boards)
    assert sorted(painter.drawn) == ["board", "board", "board", "card"]


class Slow(ProbeRenderer):
    """Has no colours before it is let."""

    def __init__(self) -> None:
        self.let = Event()

    @property
    def tones(self) -> Tones:  # type: ignore[override]
        self.let.wait()
        return ProbeRenderer.tones


async def test_a_table_goes_out_without_a_picture_that_is_late_and_once_more_with_it(database: Database) -> None:
    host = Host(database, {"probe": PROBE}, ManualClock(), SeededChance(7), HOOKS)
    await host.store_sets()
    match = await probe_of(host)
    slow, clock = Slow(), host.clock
    assert isinstance(clock, ManualClock)
    posts = Posts(host, Languages(host), {"probe": slow}, fetched)

    async def lobby() -> SurfaceRow:
        async with database.reading() as connection:
            row = await outbox.surface(connection, match, "lobby", None)
        assert row is not None
        return row

    async def drawing() -> asyncio.Future[Outgoing | None]:
        async with database.reading() as connection:
            draw = await posts.surface(await lobby(), connection)
        return asyncio.ensure_future(draw())

    before, shown = (await lobby()).wanted, await drawing()
    while not shown.done():
        clock.advance(pictures.PATIENCE)
        await asyncio.wait([shown], timeout=0)
    early = shown.result()
    assert early is not None
    assert not early.files
    assert f"<@{ADA}>" in (early.words.content or "")
    host.outbox_due.clear()
    slow.let.set()
    await host.outbox_due.wait()
    assert (await lobby()).wanted == before + 1
    late = await (await drawing())
    assert late is not None
    assert len(late.files) == 1


async def test_nobody_who_has_left_is_reminded(database: Database) -> None:
    """Otherwise the reminder would be tried again and again, and everything after it would wait."""
    clock = ManualClock()
    host = Host(database, {"probe": PROBE}, clock, SeededChance(7), HOOKS)
    await host.store_sets()
    match = await probe_of(host, pace="daily")
    await pass_time(host, clock, 18 * HOUR + 1)
    (reminder,) = await posts_of(host, match, "reminder")
    posts = Posts(host, Languages(host), {"probe": ProbeRenderer()}, fetched)

    async def said() -> Outgoing | None:
        async with database.reading() as connection:
            draw = await posts.post(reminder, connection)
        return await draw()

    assert await said() is not None
    await panel_actions.leave(host, click(ADA), match)
    assert await said() is None


async def test_a_turn_and_the_end_come_with_a_picture_and_lose_no_word_without(tmp_path: Path) -> None:
    """Each picture says in its description what it shows; whoever turns pictures off reads that in the posts."""
    async with sqlite(tmp_path) as database:
        await _compare(database)


async def _compare(database: Database) -> None:
    clock = ManualClock()
    host = Host(database, {"varia": GAMES["varia"]}, clock, SeededChance(3), HOOKS)
    await host.store_sets()
    match = await started(host)
    await play_out(host, clock, match, Random(3), (ADA, BEN))
    posts = Posts(host, Languages(host), RENDERERS, fetched)

    async def rendered() -> list[Outgoing]:
        found = []
        for kind in ("events", "end"):
            for row in await posts_of(host, match, kind):
                async with database.reading() as connection:
                    draw = await posts.post(row, connection)
                message = await draw()
                assert message is not None
                found.append(message)
        return found

    seen = await rendered()
    turns = [file for message in seen[:-1] for file in message.files]
    assert turns
    for message in seen:
        reduced = message.words
        assert not reduced.files
        assert all(line in (reduced.content or "") for file in message.files for line in file.description.splitlines())
    assert all(file.description.startswith("Turn ") for file in turns)
    [trophy] = seen[-1].files
    assert "HP by turn" in trophy.description
    for user in (ADA, BEN):
        async with database.transaction() as tx:
            await people.change_user(tx, user, pictures=False)
    read = await rendered()
    assert not any(message.files for message in read)
    named = {f"<@{user}>": f"player {number}" for number, user in enumerate((ADA, BEN), 1)}
    for drawn, message in zip(seen, read, strict=True):
        below, full = (set("\n".join(filter(None, each.texts)).splitlines()) for each in (drawn, message))
        shown = {line.replace("||", "") for line in below}
        shown = {line for line in shown if not LOSSES.fullmatch(line)}
        paid = {line for line in shown if PAID.fullmatch(line)}
        assert all(each in "\n".join(full) for line in paid for each in line.split(". "))
        shown -= paid
        assert shown < full or not drawn.files
        assert all("||" in line for line in below - full), "below a moving picture, nothing tells the end first"
        picture = drawn.files[0] if drawn.files else trophy
        for line in full - shown:
            plain = re.sub("<@[0-9]+>", lambda mention: named[mention[0]], line)
            told = plain if picture is trophy else " ".join(re.findall(r"\*\*(.+?)\*\*", plain))
            assert set(re.findall(r"\w+", told)) <= set(re.findall(r"\w+", picture.description))


TURNS = 3
"""How many turns are posted."""


async def test_my_hand_stands_below_each_turn_and_not_on_its_post(database: Database) -> None:
    """The status moves below each turn, and has it; in direct messages no status follows, so there each post has it."""
    host = Host(database, {"zarcana": GAMES["zarcana"]}, ManualClock(), SeededChance(3), HOOKS)
    await host.store_sets()
    match = await started(host, game="zarcana")
    chance, posts = Random(3), Posts(host, Languages(host), RENDERERS, fetched)
    marked = set[str]()
    while len(rows := await posts_of(host, match, "events")) < TURNS:
        user = (ADA, BEN)[(await table_of(host, match)).open()[0].seat]
        await click_randomly(host, match, user, chance)
        if len(await posts_of(host, match, "events")) > len(rows):
            status = await _status(host, match)
            assert status.below == status.wanted
    for row in rows:
        post = await _posted(posts, host, row)
        assert not {"hand", "more"} & _actions(post)
        marked |= {text.split()[-1] for text in _marks(post)} & {row.mark}
        direct = await _posted(posts, host, msgspec.structs.replace(row, destination=Destination.dm(ADA)))
        assert {"hand", "more"} <= _actions(direct)
    assert marked == {row.mark for row in rows}, "each can be found again, so that it is never sent twice"
    async with database.reading() as connection:
        draw = await posts.surface(await _status(host, match), connection)
    shown = await draw()
    assert shown is not None
    assert {"hand", "more"} <= _actions(shown)


async def _status(host: Host, match: int) -> SurfaceRow:
    async with host.database.reading() as connection:
        row = await outbox.surface(connection, match, "status", None)
    assert row is not None
    return row


async def _posted(posts: Posts, host: Host, row: PostRow) -> Outgoing:
    async with host.database.reading() as connection:
        draw = await posts.post(row, connection)
    message = await draw()
    assert message is not None
    return message


def _ids(message: Outgoing) -> list[str]:
    items = () if message.view is None else message.view.walk_children()
    return [custom_id for item in items if (custom_id := getattr(item, "custom_id", None))]


def _actions(message: Outgoing) -> set[str]:
    return {parse(custom_id).action for custom_id in _ids(message)}


def _marks(message: Outgoing) -> list[str]:
    return [*_ids(message), *(embed.footer.text or "" for embed in message.embeds)]
