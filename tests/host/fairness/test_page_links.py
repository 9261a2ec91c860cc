"""Links to pages of finished matches: who makes one, who takes it back, and with what they go."""

import re

import discord
import pytest

from bot.host import access
from bot.host.access import Person, Visit
from bot.host.fairness import page_links
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.kernel.paces import DAY
from bot.host.match import panel_actions
from bot.host.operations import closing, grace, privacy, retention
from bot.host.people import settings
from bot.host.workers import timekeeper
from bot.messenger.avatars import fetched
from bot.rendering.languages import Languages
from bot.rendering.posts import Posts
from bot.storage import page_links as stored
from bot.storage.destination import Destination
from bot.ui.games import RENDERERS
from bot.ui.messages.custom_ids import parse
from tests.host.players import ADA, BEN, CHANNEL, CLEO, DAN, click, posts_of, started
from tests.support.clicks import Everywhere
from tests.support.clocks import ManualClock

GUILD = 77


async def over(host: Host, guild: int | None = GUILD) -> int:
    """A match of Ada's that Ben left."""
    match = await started(host, guild=guild)
    await panel_actions.leave(host, click(BEN), match)
    return match


async def made(host: Host, user: int = ADA, *, guild: int | None = GUILD) -> tuple[int, str]:
    """A finished match and the key that somebody has made."""
    match = await over(host, guild)
    return match, await page_links.make(host, user, match, private=False)


async def leads_to(host: Host, key: str) -> int | None:
    """The match that a key leads to."""
    linked = await page_links.linked(host, key)
    return None if linked is None else linked.row.match


async def test_everybody_who_makes_a_link_gets_the_same_one(host: Host) -> None:
    match, key = await made(host)
    assert re.fullmatch(r"[\w-]{22}", key)
    assert await page_links.make(host, CLEO, match, private=False) == key
    assert await leads_to(host, key) == match
    assert (await made(host))[1] != key


async def told_of(host: Host, match: int) -> list[str]:
    """Who is told of a link to a match."""
    return [str(each.destination) for each in await posts_of(host, match, "linked")]


async def test_nobody_makes_a_page_of_a_match_without_its_players_knowing(host: Host) -> None:
    match, _ = await made(host)
    assert await told_of(host, match) == [str(Destination.dm(BEN))]
    await page_links.make(host, CLEO, match, private=False)
    assert await told_of(host, match) == [str(Destination.dm(BEN))], "there was a link already"
    match, _ = await made(host, CLEO)
    assert await told_of(host, match) == [str(Destination.dm(user)) for user in (ADA, BEN)]


async def test_players_are_not_told_of_a_link_that_is_taken_back(host: Host) -> None:
    posts = Posts(host, Languages(host), RENDERERS, fetched)
    match, _ = await made(host)
    (post,) = await posts_of(host, match, "linked")
    async with host.database.reading() as connection:
        shown = await (await posts.post(post, connection))()
    assert shown is not None
    assert f"<@{ADA}>" in (shown.content or "")
    assert shown.mentions == ()
    assert isinstance(shown.view, discord.ui.View)
    (button,) = shown.view.children
    assert isinstance(button, discord.ui.Button)
    assert parse(str(button.custom_id)).action == "unlink"
    await page_links.take_back(host, BEN, match, moderates=False)
    async with host.database.reading() as connection:
        assert await (await posts.post(post, connection))() is None


async def test_only_players_make_a_link_with_names_and_the_others_learn_of_it(host: Host) -> None:
    posts = Posts(host, Languages(host), RENDERERS, fetched)
    match, shared = await made(host)
    with pytest.raises(Refused, match="not_player"):
        await page_links.make(host, CLEO, match, private=False, named=True)
    named = await page_links.make(host, BEN, match, private=False, named=True)
    assert named != shared
    assert await page_links.make(host, ADA, match, private=False, named=True) == named
    linked = [await page_links.linked(host, key) for key in (shared, named)]
    assert [each is not None and each.players is not None for each in linked] == [False, True]
    of_shared, of_named = await posts_of(host, match, "linked")
    assert [str(each.destination) for each in (of_shared, of_named)] == [
        str(Destination.dm(BEN)),
        str(Destination.dm(ADA)),
    ]
    async with host.database.reading() as connection:
        shown = [await (await posts.post(each, connection))() for each in (of_shared, of_named)]
    assert ["players’ names" in (each.content or "") for each in shown if each is not None] == [False, True]
    await page_links.take_back(host, ADA, match, moderates=False, named=True)
    assert [await leads_to(host, key) for key in (shared, named)] == [match, None]
    async with host.database.reading() as connection:
        assert [await (await posts.post(each, connection))() is None for each in (of_shared, of_named)] == [False, True]


async def test_only_a_finished_match_has_a_page(host: Host) -> None:
    match = await started(host)
    with pytest.raises(Refused, match="no_page"):
        await page_links.make(host, ADA, match, private=False)


async def test_a_private_channel_has_links_only_if_its_server_allows_them(host: Host) -> None:
    match = await over(host)
    with pytest.raises(Refused, match="private"):
        await page_links.make(host, ADA, match, private=True)
    await settings.change_guild(host, GUILD, "private_links", ["yes"])
    key = await page_links.make(host, ADA, match, private=True)
    assert await leads_to(host, key) == match
    await settings.change_guild(host, GUILD, "private_links", ["no"])
    assert await leads_to(host, key) is None


async def test_its_maker_the_players_and_moderators_take_a_link_back(host: Host) -> None:
    for user, moderates in ((CLEO, False), (ADA, False), (BEN, False), (DAN, True)):
        match, key = await made(host, CLEO)
        with pytest.raises(Refused, match="not_yours"):
            await page_links.take_back(host, DAN, match, moderates=False)
        await page_links.take_back(host, user, match, moderates=moderates)
        assert await leads_to(host, key) is None
        with pytest.raises(Refused, match="none"):
            await page_links.take_back(host, user, match, moderates=moderates)


async def test_somebody_moderates_a_match_in_its_own_channel_and_server(host: Host) -> None:
    match = await over(host)
    for guild, channel, moderates in ((GUILD, CHANNEL, True), (GUILD, 1, False), (78, CHANNEL, False)):
        visit = Visit(host, Everywhere(), Person(DAN, guild, channel, moderates=True), match)
        assert await access.moderates_match(visit) is moderates


async def test_a_link_goes_with_its_maker_its_match_its_channel_and_its_server(host: Host, clock: ManualClock) -> None:
    (_, by_cleo), (lasting, by_ada) = await made(host, CLEO), await made(host)
    told = await privacy.told(host, CLEO)
    assert [row["key"] for row in told["links to pages of matches"]] == [by_cleo]
    await privacy.forget(host, CLEO)
    assert [await leads_to(host, key) for key in (by_cleo, by_ada)] == [None, lasting]
    await settings.change_guild(host, GUILD, "retention", ["30"])
    clock.advance(31 * DAY)
    await retention.sweep(host)
    async with host.database.reading() as connection:
        assert await stored.of_match(connection, lasting, named=False) is None
    (_, here), (elsewhere, outside) = await made(host), await made(host, guild=None)
    await grace.reconcile(host, set(), set(), lambda _: True)
    clock.advance(DAY)
    await timekeeper.work(host)
    await grace.back(host, [GUILD])
    assert [await leads_to(host, key) for key in (here, outside)] == [None, elsewhere]
    await closing.channel_gone(host, CHANNEL)
    assert await leads_to(host, outside) is None


async def test_a_link_opens_for_nobody_while_the_bot_is_removed_and_again_once_it_is_back(host: Host) -> None:
    (match, here), (elsewhere, outside) = await made(host), await made(host, guild=None)
    await grace.removed(host, GUILD)
    assert [await leads_to(host, key) for key in (here, outside)] == [None, elsewhere]
    await grace.back(host, [GUILD])
    assert await leads_to(host, here) == match
