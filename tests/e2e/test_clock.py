"""A daily match and a league of six weeks, watched in minutes: the chat page's control moves Discord and the bot."""

import re
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import select

from bot.host.kernel.paces import DAY, HOUR, MINUTE, REMOVED_AFTER
from bot.host.people.time_zones import days_later
from bot.storage import matches
from bot.storage.schema import tournaments
from bot.ui.messages.custom_ids import CustomId
from sandbox.description import DEFAULT_WORLD
from sandbox.person import Person
from sandbox.seen import Message
from tests.e2e.players import Player, Room, confirmed, found, ids_of, offered
from tests.e2e.tournament_panels import chosen, opened, set_up, turned
from tests.support.discord import Stage

COUNTING_DOWN: Final = re.compile(r"<t:(\d+):R>")
DATED: Final = re.compile(r"<t:(\d+):f>")
ZONE: Final = ZoneInfo("Europe/Berlin")
WEEKS: Final = 6
BUSY: Final = 60.0
"""The seconds that a bot may take for what falls due in a week, on a machine that does much else."""


@pytest.mark.timeout(400)  # a busy machine takes longer than the usual limit
async def test_a_daily_match_is_watched_to_its_end(stage: Stage, tmp_path: Path, figures: list[str]) -> None:
    """One of two people never comes back: they are reminded, their days run out, and in the end they are out."""
    room = await Room.opened(stage, tmp_path, seed=7)
    ada, ben = await room.client.person("Ada"), await room.client.person("Ben")
    match = await room.open_match()
    players = [Player(room, ada, match), Player(room, ben, match)]
    begun = room.sandbox.clock.elapsed
    asked = [player for player in players if offered(await player.shown())]
    (gone,) = asked
    (here,) = [player for player in players if player is not gone]
    reminder = f"Match {match}: your time ends"
    for _ in range(17):
        await room.client.advance(HOUR)
    await room.quiet(gone.person)
    assert await due(room, gone) == pytest.approx(room.sandbox.clock.seconds() + 7 * HOUR, abs=HOUR)
    assert said(gone.person, reminder) == []
    await room.client.advance(2 * HOUR)
    await gone.person.until(lambda: said(gone.person, reminder) != [], "the reminder")
    await later(room, DAY, gone.person)
    assert [bool(offered(await player.shown())) for player in (gone, here)] == [False, True], "the day has not ended"
    while not is_over(here.person, match):
        while not is_over(here.person, match) and await here.act():
            await room.quiet(here.person)
        await later(room, DAY, here.person)
        assert room.sandbox.clock.elapsed - begun < 4 * REMOVED_AFTER * DAY, "nobody is removed"
    row = await room.row(match)
    assert row.outcome is not None
    assert said(here.person, "I was away") == [], "a move of the clock counts as an outage"
    days = (room.sandbox.clock.elapsed - begun) / DAY
    figures.append(f"a daily match over {days:.0f} days: {room.clicks} clicks")


@pytest.mark.timeout(400)  # a busy machine takes longer than the usual limit
async def test_a_league_of_six_weeks_is_watched_to_its_podium(stage: Stage, tmp_path: Path, figures: list[str]) -> None:
    """Four weeks of Swiss rounds and two of a knockout, each opened by time; a week's first match is played late.

    The clocks change in the third week, and each round begins at the time that the announcement has named.
    """
    names = ("Ada", *(f"P{number}" for number in range(5)))
    room = await Room.prepared(stage, tmp_path, seed=5, world=replace(DEFAULT_WORLD, people=names))
    await room.client.advance(before_the_clocks_change(room.sandbox.clock.now()).total_seconds())
    await room.start()
    ada, *entering = [await room.client.person(name) for name in names]
    await ada.finished(await ada.slash("settings", timezone=ZONE.key))
    panel = await set_up(room, "Winter league", ("format", "swiss"), ("cut", "4"), game="warmage")
    panel = await turned(ada, panel, 3)
    for what, value in (("pace", "daily"), ("rounds", "4"), ("weekly", "yes")):
        panel = await chosen(ada, panel, what, value)
    announcement = await opened(ada, panel, "Winter league")
    for person in entering:
        joined = await person.click(person.now(announcement), found(person.now(announcement), "tjoin"))
        assert joined.kind == "update", joined.reason
    manage = (await ada.slash("tournament manage")).message
    assert manage is not None
    begun = room.sandbox.clock.seconds()
    await confirmed(ada, manage, "tstart")
    await room.quiet(ada)
    dates = [datetime.fromtimestamp(float(each), ZONE) for each in DATED.findall(ada.now(announcement).text)]
    assert len({f"{date:%H:%M}" for date in dates}) == 1, "a round begins at another time of the day"
    assert dates[0].utcoffset() != dates[-1].utcoffset(), "the clocks do not change between the rounds"
    played: set[int] = set()
    for week in range(1, WEEKS + 1):
        if week <= len(dates):
            assert abs(dates[week - 1].timestamp() - await paired(room)) <= MINUTE, f"round {week} begins another time"
        await later(room, HOUR, ada)  # the games of a round open one after another
        fresh = running(ada, played)
        assert len(fresh) == (1 if week == WEEKS else 2), f"the matches of week {week}"
        for match in fresh:
            await give_up(room, entering, match)
        played |= fresh
        begins = days_later(await paired(room), 7, ZONE.key)
        while (left := begins - room.sandbox.clock.seconds()) > 0:
            assert running(ada, played) == set(), f"week {week + 1} begins {left} seconds too early"
            await later(room, min(left, DAY), ada)
    await ada.until(lambda: said(ada, "Winter league** is over") != [], "the end", timeout=BUSY)
    figures.append(f"a league over {(room.sandbox.clock.seconds() - begun) / DAY:.0f} days: {len(played)} matches")


@pytest.mark.gateway("over HTTP such a bot takes requests that were signed on another day for forged ones")
async def test_a_bot_whose_clock_does_not_follow_is_seen(stage: Stage, tmp_path: Path) -> None:
    """Its day ends before the world's has begun."""
    room = await Room.opened(stage, tmp_path, seed=7, TEST_FAULT="keeps its own time")
    await room.client.advance(2 * DAY)
    match = await room.open_match()
    ada, ben = await room.client.person("Ada"), await room.client.person("Ben")
    players = [Player(room, ada, match), Player(room, ben, match)]
    (asked,) = [player for player in players if offered(await player.shown())]
    with pytest.raises(AssertionError, match="is over already"):
        await due(room, asked)


def before_the_clocks_change(now: datetime) -> timedelta:
    """Return how long it is until two weeks and a half before the next change of clocks, but for one that is near."""
    start = now + timedelta(days=17.5)
    changes = (start + timedelta(days=day) for day in range(366))
    return (
        next(each for each in changes if each.astimezone(ZONE).utcoffset() != start.astimezone(ZONE).utcoffset())
        - start
    )


async def paired(room: Room) -> float:
    """Return when the current round of the only tournament was paired."""
    async with room.reading() as connection:
        begun = await connection.scalar(select(tournaments.c.begun))
    assert begun is not None
    return float(begun)


async def later(room: Room, seconds: float, watcher: Person) -> None:
    """Move the time as the chat page does, and wait until the bot has done everything that is due."""
    await room.client.advance(seconds)
    await room.quiet(watcher)


async def due(room: Room, player: Player) -> float:
    """Return when the time of a player who is asked ends, as their panel says."""
    panel = await player.shown()
    (moment,) = {float(each) for each in COUNTING_DOWN.findall(panel.text)}
    assert moment > room.sandbox.clock.seconds(), "the time of somebody who was just asked is over already"
    return moment


def said(person: Person, text: str) -> list[Message]:
    """The messages with some text that a person sees."""
    return [message for message in person.seen() if text in message.text]


def is_over(person: Person, match: int) -> bool:
    return any(CustomId("verify", match) in ids_of(message) for message in person.seen())


def running(person: Person, played: set[int]) -> set[int]:
    """The matches with a board that a person sees, but for those that were played."""
    return {each.number for message in person.seen() for each in ids_of(message) if each.action == "hand"} - played


async def give_up(room: Room, people: list[Person], match: int) -> None:
    """Let a player of a match look at their hand, and leave."""
    async with room.reading() as connection:
        seated = await matches.people_at(connection, match)
    person = next(person for person in people if person.id in seated)
    status = next(message for message in reversed(person.seen()) if CustomId("hand", match) in ids_of(message))
    panel = (await person.click(status, found(status, "hand"))).message
    for action in ("more", "leave", "leave"):
        assert panel is not None
        panel = await person.finished(await person.click(panel, found(panel, action)))
    await person.until(lambda: is_over(person, match), "the end of the match", BUSY)
