"""Leagues: the dates of their rounds, by the server's clocks, and that everything calls them leagues."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.host.kernel.host import Host
from bot.host.tournament import entry
from bot.host.tournament.meetings import meetings_of
from bot.host.tournament.tournament import Tournament, look
from bot.storage import people
from bot.ui.texts.words import Words, moment
from bot.ui.tournaments import texts
from bot.ui.tournaments.announcement import announcement, tournament_post
from bot.ui.tournaments.story import Told, over_post
from bot.ui.tournaments.tournament_view import view_of
from engine.registry import GAMES
from tests.host.players import click
from tests.host.tournament.organisers import GUILD, announced, begun, pass_time, play_round
from tests.support.clocks import ManualClock

WORDS = Words("en")
BERLIN = "Europe/Berlin"
CHANGED = datetime(2027, 3, 28, 3, tzinfo=ZoneInfo(BERLIN)).timestamp()
"""When the clocks of Berlin change."""


async def in_berlin(host: Host) -> None:
    async with host.database.transaction() as tx:
        await people.change_guild(tx, GUILD, timezone=BERLIN)


def local_times(found: Tournament) -> set[tuple[int, int, int]]:
    """Return the weekdays and times at which a league's rounds begin in Berlin."""
    times = [datetime.fromtimestamp(at, ZoneInfo(BERLIN)) for at in found.dates.values()]
    return {(each.weekday(), each.hour, each.minute) for each in times}


async def test_a_league_begins_its_rounds_at_the_same_time_although_the_clocks_change(
    host: Host, clock: ManualClock
) -> None:
    await in_berlin(host)
    clock.advance(CHANGED - 10 * 86400 - host.now())
    number = await begun(host, 6, format="robin", weekly="yes", pace="slow")
    first = await look(host, number)
    assert list(first.dates) == [1, 2, 3, 4, 5]
    assert len(local_times(first)) == 1
    planned = dict(first.dates)
    for round_ in (2, 3):
        await play_round(host, number)
        await pass_time(host, clock, planned[round_] - host.now())
        found = await look(host, number)
        assert found.row.begun == pytest.approx(planned[round_], abs=60)
        assert list(found.dates) == list(range(round_, 6))
        assert len(local_times(found)) == 1


@pytest.mark.parametrize(
    ("settings", "people", "rounds"),
    [
        ({"format": "swiss", "rounds": "5"}, 3, 5),
        ({"format": "swiss", "cut": "4"}, 8, 5),
        ({"format": "single"}, 5, 3),
        ({"format": "robin"}, 4, 3),
        ({"format": "double"}, 4, 1),
    ],
)
async def test_the_dates_are_known_before_the_start(
    host: Host, settings: dict[str, str], people: int, rounds: int
) -> None:
    number = await announced(host, starts="24", weekly="yes", pace="slow", **settings)
    for user in range(1, people + 1):
        await entry.join(host, click(user), number, f"Player {user}", ())
    found = await look(host, number)
    assert list(found.dates) == list(range(1, rounds + 1))
    assert found.dates[1] == found.row.starts


async def test_a_tournament_of_one_evening_lists_no_dates(host: Host) -> None:
    found = await look(host, await announced(host, starts="24"))
    assert not found.dates
    assert "League" not in str(announcement(found, GAMES["artbot"], WORDS))


async def test_a_league_is_called_a_league_and_says_when_its_rounds_begin(host: Host) -> None:
    number = await announced(host, weekly="yes", starts="24", format="swiss", rounds="3", pace="slow")
    found = await look(host, number)
    entering = announcement(found, GAMES["artbot"], WORDS)
    assert "is holding a league" in str(entering.content)
    [embed] = entering.embeds
    told = str(embed.to_dict())
    assert all(moment(at) in told for at in found.dates.values())
    assert "League 1" in told
    running = await look(host, await begun(host, 4, weekly="yes", format="swiss", rounds="3", pace="slow"))
    view = view_of(running)
    pairings = texts.pairings(view, 0, meetings_of(running, 1), WORDS)[0]
    assert all(moment(at) in pairings for at in running.dates.values())
    assert texts.standings_title(view, WORDS).startswith("### League table")
    assert "League" in str(tournament_post(running, "round", {"round": 1}, WORDS).content)
    assert "league" in str(over_post(running, view, Told({}, [], []), WORDS).texts)
