"""A server's log: every act that it speaks of adds one line, and a channel that is gone is told of once."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

import pytest
from sqlalchemy import select

from bot.host.card_sets import uploads
from bot.host.kernel.host import Host
from bot.host.kernel.server_log import PEOPLE
from bot.host.match.unit_of_work import NoSuchMatch
from bot.host.operations import closing, privacy, server_channels
from bot.host.people import settings
from bot.host.people.settings import Unsettable
from bot.host.tournament import management
from bot.host.tournament.tournament import look
from bot.storage import destinations
from bot.storage.destination import Destination
from bot.storage.outbox import PostRow
from bot.storage.schema import posts
from bot.ui.servers.posts import channel_lost, log_line
from bot.ui.texts.words import Words
from cardsdb.sets import example
from tests.host.card_sets.test_played import kept
from tests.host.players import ADA, CLEO, click, started
from tests.host.tournament.organisers import GUILD, ORGANISER, announced, begun

LOG, NEWS = 5001, 5002
"""Channels."""

Act: TypeAlias = Callable[[Host], Awaitable[object]]


async def lines(host: Host, kind: str = "log") -> list[PostRow]:
    async with host.database.reading() as connection:
        rows = await connection.execute(select(posts).where(posts.c.kind == kind).order_by(posts.c.id))
        return [PostRow(*row) for row in rows]


async def moderated(host: Host) -> None:
    await closing.by_moderator(host, click(CLEO), GUILD, await started(host, guild=GUILD), "A quarrel")


async def stopped(host: Host) -> None:
    await closing.by_operator(host, await started(host, guild=GUILD), "The disk is full")


async def cancelled(host: Host) -> None:
    await management.change_course(host, click(ORGANISER), await announced(host), "cancel", manages=False)


async def corrected(host: Host) -> None:
    number = await begun(host, 2)
    series = (await look(host, number)).series[0]
    await management.correct(host, click(ORGANISER), number, series.id, series.first, manages=False)


async def drawn(host: Host) -> None:
    number = await begun(host, 2)
    series = (await look(host, number)).series[0]
    await management.correct(host, click(ORGANISER), number, series.id, None, manages=False)


async def dropped(host: Host) -> None:
    await management.drop(host, click(ORGANISER), await begun(host, 2), 0, manages=False)


async def disqualified(host: Host) -> None:
    await management.disqualify(host, click(ORGANISER), await begun(host, 2), 0, manages=False)


def with_a_set(*acts: Callable[..., Awaitable[object]]) -> Act:
    async def act(host: Host) -> None:
        await settings.change_guild(host, GUILD, "log", [])
        row = await kept(host, "warmage", example(host.games["warmage"]))
        for each in acts[:-1]:
            await each(host, click(ADA), GUILD, row.id)
        await turn_on(host)
        await acts[-1](host, click(CLEO), GUILD, row.id)

    return act


ACTS: dict[str, Act] = {
    "log.closed": moderated,
    "log.closed.operator": stopped,
    "log.tournament.cancelled": cancelled,
    "log.tournament.corrected": corrected,
    "log.tournament.drawn": drawn,
    "log.tournament.drop": dropped,
    "log.tournament.disqualify": disqualified,
    "log.set.enabled": with_a_set(uploads.enable),
    "log.set.disabled": with_a_set(uploads.enable, uploads.disable),
    "log.set.deleted": with_a_set(uploads.delete),
}


async def turn_on(host: Host) -> None:
    await settings.change_guild(host, GUILD, "log", [str(LOG)])


@pytest.mark.parametrize("said", ACTS)
async def test_every_act_is_one_line_in_the_log(said: str, host: Host) -> None:
    await turn_on(host)
    await ACTS[said](host)
    (line,) = await lines(host)
    assert line.content["said"] == said
    assert str(line.destination) == str(Destination.log(GUILD))
    words = Words(None)
    (card,) = log_line(line.content, words).embeds
    assert card.description is not None
    assert "{" not in card.description, "every gap is filled"
    assert all(f"<@{person}>" in card.description for person in line.content["people"])
    assert set(line.content["people"]) == {line.content["args"][name] for name in PEOPLE & line.content["args"].keys()}


async def test_without_a_channel_there_is_no_log(host: Host) -> None:
    await moderated(host)
    await turn_on(host)
    await settings.change_guild(host, GUILD, "log", [])
    await moderated(host)
    assert await lines(host) == []


async def test_what_is_refused_is_not_logged(host: Host) -> None:
    await turn_on(host)
    with pytest.raises(NoSuchMatch):
        await closing.by_moderator(host, click(CLEO), GUILD + 1, await started(host, guild=GUILD), "Mine")
    assert await lines(host) == []


async def test_who_is_forgotten_is_in_no_log(host: Host) -> None:
    await turn_on(host)
    await moderated(host)
    await stopped(host)
    assert await privacy_of(host, CLEO) == 1
    await privacy.forget(host, CLEO)
    assert [line.content["said"] for line in await lines(host)] == ["log.closed.operator"]


async def privacy_of(host: Host, user: int) -> int:
    told: dict[str, Any] = await privacy.told(host, user)
    return len(told["in logs of servers"])


async def test_a_tournament_is_announced_in_the_chosen_channel_and_else_where_it_was_set_up(host: Host) -> None:
    async def places(number: int) -> list[int | None]:
        async with host.database.reading() as connection:
            kinds = (Destination.tournament(number), Destination.tournament_parent(number))
            return [await destinations.place(connection, each) for each in kinds]

    first = await announced(host)
    await settings.change_guild(host, GUILD, "announcements", [str(NEWS)])
    second = await announced(host)
    row = (await look(host, second)).row
    assert await places(first) == [row.channel, None]
    assert await places(second) == [NEWS, row.channel]


async def test_a_channel_that_is_gone_is_told_of_once(host: Host) -> None:
    await turn_on(host)
    await settings.change_guild(host, GUILD, "announcements", [str(LOG)])
    await settings.change_guild(host, GUILD + 1, "log", [str(NEWS)])
    for _ in range(2):
        await closing.channel_gone(host, LOG)
    (news,) = await lines(host, "lost")
    assert str(news.destination) == str(Destination.owner(GUILD))
    (card,) = channel_lost(news.content, Words(None)).embeds
    assert f"<#{LOG}>" in (card.description or "")
    row = await settings.guild(host, GUILD)
    assert (row.announcements, row.log) == (None, None)
    assert (await settings.guild(host, GUILD + 1)).log == NEWS
    await server_channels.channel_gone(host, NEWS + 1)
    assert len(await lines(host, "lost")) == 1


async def test_a_deleted_role_opens_no_door_and_the_owner_reads_who_may_do_what_now(host: Host) -> None:
    for name, role in (("openers", 7), ("uploaders", 7), ("organisers", 8)):
        await settings.change_guild(host, GUILD, name, [str(role)])
    await server_channels.role_gone(host, GUILD + 1, 7)
    assert await lines(host, "lost") == []
    await server_channels.role_gone(host, GUILD, 7)
    row = await settings.guild(host, GUILD)
    assert (row.openers, row.uploaders, row.organisers) == (7, None, 8), "without openers, everybody could open tables"
    (news,) = await lines(host, "lost")
    (card,) = channel_lost(news.content, Words(None)).embeds
    told = card.description or ""
    assert all(what in told for what in ("open tables", "upload card sets", "Choose another role"))
    await settings.change_guild(host, GUILD + 1, "openers", ["9"])
    await server_channels.role_gone(host, GUILD + 1, 9)
    assert len(await lines(host, "lost")) == 2


async def test_the_last_channel_for_tables_opens_no_other_one_when_it_is_deleted(host: Host) -> None:
    await settings.change_guild(host, GUILD, "channels", [str(LOG), str(NEWS)])
    await closing.channel_gone(host, LOG)
    assert (await settings.guild(host, GUILD)).channels == [NEWS]
    await closing.channel_gone(host, NEWS)
    assert (await settings.guild(host, GUILD)).channels == [NEWS]
    told = [channel_lost(post.content, Words(None)).embeds[0].description or "" for post in await lines(host, "lost")]
    assert ["other channels" in told[0], "Nobody can open a table" in told[1]] == [True, True]


@pytest.mark.parametrize("name", ["log", "announcements"])
async def test_what_is_no_channel_is_refused(name: str, host: Host) -> None:
    await turn_on(host)
    with pytest.raises(Unsettable):
        await settings.change_guild(host, GUILD, name, ["here"])
    assert (await settings.guild(host, GUILD)).log == LOG
