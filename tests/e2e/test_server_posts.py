"""Posts about a server: its log and its announcements, and what its owner hears if a channel is lost."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.host.operations import closing
from bot.host.people import settings
from sandbox.person import Person
from tests.e2e.post_office import LOOK_AGAIN, PostOffice, post_office
from tests.host.players import click
from tests.support.discord import Stage


@pytest.fixture
async def office(stage: Stage, tmp_path: Path) -> AsyncIterator[PostOffice]:
    async with post_office(stage, tmp_path) as opened:
        yield opened


async def choose(office: PostOffice, name: str, channel: int) -> None:
    await settings.change_guild(office.host, office.guild, name, [str(channel)])


async def close_a_match(office: PostOffice, reason: str) -> None:
    match = await office.lobby(office.ada.here)
    await closing.by_moderator(office.host, click(office.ada.id), office.guild, match, reason)
    await office.settle()


async def seen_in(person: Person, channel: int | None, text: str) -> None:
    await person.until(lambda: count(person, channel, text) > 0, text)


def count(person: Person, channel: int | None, text: str) -> int:
    return sum(text in each.text for each in person.seen() if each.channel_id == channel)


@pytest.mark.parametrize("direct", [True, False])
async def test_a_log_that_is_closed_to_the_bot_is_told_of_once(office: PostOffice, direct: bool) -> None:  # noqa: FBT001 - a parameter
    """By direct message to the owner or, if that is closed, where the bot may post."""
    ada, log = office.ada, office.ada.channel_id("card-room")
    if not direct:
        await office.client.close_dms("Ada")
    await choose(office, "log", log)
    await close_a_match(office, "First reason")
    await seen_in(ada, log, "First reason")
    await office.client.permit(log, "bot", "send_messages", allowed=False)
    await close_a_match(office, "Second reason")
    await office.pass_time(LOOK_AGAIN)
    await seen_in(ada, ada.dm_id if direct else ada.here, f"<#{log}>")
    await close_a_match(office, "Third reason")
    assert (await settings.guild(office.host, office.guild)).log is None
    told = [each for each in ada.seen() if f"<#{log}>" in each.text]
    assert len(told) == 1


async def test_tournaments_are_announced_in_their_channel_and_played_where_they_were_set_up(
    office: PostOffice,
) -> None:
    ada, news = office.ada, office.ada.channel_id("card-room")
    await choose(office, "announcements", news)
    game = await office.series("Cup")
    assert game is not None
    await seen_in(ada, news, "Cup")
    assert (await office.row(game)).channel == ada.here
    await office.client.delete_channel(news)
    await office.end_tournaments()
    await office.pass_time(LOOK_AGAIN)
    await seen_in(ada, ada.here, "Cup")
    await seen_in(ada, ada.dm_id, f"<#{news}>")
    assert (await settings.guild(office.host, office.guild)).announcements is None
