"""What is posted about a season: the table after an evening, the call for the final evening, and the end."""

from datetime import UTC, datetime
from pathlib import Path

import discord

from bot.host.kernel.host import Host
from bot.host.kernel.paces import DAY
from bot.host.operations import privacy
from bot.host.seasons import management
from bot.host.seasons import season as seasons_host
from bot.host.tournament import management as organising
from bot.host.tournament.tournament import look
from bot.storage import people
from bot.ui.messages.outgoing import Outgoing
from tests.host.players import click
from tests.host.recurring.evenings import Members, evenings, wake_at, weekly
from tests.host.seasons.evenings import announced, choose, evening, held, planned
from tests.host.tournament.organisers import GUILD, ORGANISER, pass_time, settle
from tests.rendering.test_tournament_posts import Wall, text
from tests.support.clocks import ManualClock
from tests.support.databases import sqlite

ADA, BEN, CLEO = 1, 2, 3


def buttons_of(post: Outgoing) -> list[discord.ui.Button[discord.ui.LayoutView]]:
    """The buttons of a post."""
    assert post.view is not None
    return [item for item in post.view.walk_children() if isinstance(item, discord.ui.Button)]


async def season_with_an_evening(host: Host, **settings: str) -> int:
    await host.store_sets()
    season = await planned(host, **settings)
    await evening(host, season, (ADA, BEN, CLEO))
    return season


async def test_an_evening_has_one_post_with_its_podium_and_the_table(tmp_path: Path) -> None:
    async with sqlite(tmp_path) as database:
        wall = Wall(database)
        await season_with_an_evening(wall.host)
        assert await wall.kinds() == ["over"]
        post = await wall.post("over")
        [picture] = post.files
        assert picture.name.startswith("evening-")
        lines = picture.description.splitlines()
        assert lines[1:4] == ["1. Player 1", "2. Player 2", "3. Player 3"]
        assert lines[4] == "Season table of Autumn."
        assert f"<@{ADA}> leads with **10** points" in text(post)
        assert f"<@{BEN}>" not in text(post).partition("**Autumn**")[0], "the podium shows who was second"
        assert "Season table" in [item.label for item in buttons_of(post)]
        assert post.silent
        await wall.without_pictures(BEN)
        worded = text(await wall.post("over"))
        assert f"2nd: <@{BEN}>" in worded
        assert f"**2.** <@{BEN}>" in worded


async def test_a_correction_tells_the_evening_and_its_season_anew(tmp_path: Path) -> None:
    async with sqlite(tmp_path) as database:
        wall = Wall(database)
        await wall.host.store_sets()
        season = await planned(wall.host)
        number = await evening(wall.host, season, (ADA, BEN), provisional="24")
        found = await look(wall.host, number)
        ben = next(each.number for each in found.entrants if each.user == BEN)
        await organising.correct(wall.host, click(ORGANISER), number, found.series[0].id, ben, manages=False)
        post = await wall.post("over", 1)
        assert "the corrected result" in text(post)
        assert f"<@{BEN}> leads with **10** points" in text(post), "also before the season has followed"
        await settle(wall.host)
        assert await wall.kinds() == ["over", "over"]


async def test_a_tournament_that_counts_only_after_its_end_has_the_table_alone(tmp_path: Path) -> None:
    async with sqlite(tmp_path) as database:
        wall = Wall(database)
        await wall.host.store_sets()
        number = await announced(wall.host)
        await held(wall.host, number, (ADA, BEN))
        assert "leads with" not in text(await wall.post("over"))
        await choose(wall.host, await planned(wall.host), number)
        assert f"<@{ADA}> leads with" in text(await wall.post("season")), "also before the season has followed"
        assert (await wall.post("season")).files[0].name.startswith("season-")


async def test_a_namesake_has_the_same_letter_in_the_evening_and_in_the_season(tmp_path: Path) -> None:
    async with sqlite(tmp_path) as database:
        wall = Wall(database)
        await wall.host.store_sets()
        season, names = await planned(wall.host), {ADA: "Sam", BEN: "Ben", CLEO: "Sam"}
        await held(wall.host, await announced(wall.host, season), (BEN, ADA), names)
        await held(wall.host, await announced(wall.host, season), (CLEO, BEN), names)
        post = await wall.post("over", 1)
        assert f"<@{CLEO}> (B)**" in text(post)
        assert f"<@{CLEO}> (B), <@{BEN}> lead" in text(post) or f"<@{BEN}> leads" in text(post)
        assert post.files[0].description.splitlines()[1] == "1. Sam (B)"


async def test_the_end_of_an_evening_has_its_date(tmp_path: Path) -> None:
    async with sqlite(tmp_path) as database:
        wall = Wall(database)
        assert isinstance(wall.host.clock, ManualClock)
        begun = datetime(2027, 2, 19, 23, 30, tzinfo=UTC).timestamp()
        wall.host.clock.advance(begun - wall.host.now())
        async with database.transaction() as tx:
            await people.change_guild(tx, GUILD, timezone="Asia/Tokyo")
        await season_with_an_evening(wall.host)
        over = await wall.post("over")
        assert text(over).splitlines()[0] == f"## 🏆 Friday, <t:{int(begun)}:D>", "by the clock of each reader"
        assert "Friday, February 20" in over.files[0].description, "by the clocks of the server"
        await held(wall.host, await announced(wall.host, title="Alone"), (ADA, BEN))
        assert "Alone is over" in text(await wall.post("over", 1))


async def test_the_call_for_the_final_evening_reaches_those_who_are_invited(tmp_path: Path) -> None:
    async with sqlite(tmp_path) as database:
        wall = Wall(database)
        assert isinstance(wall.host.clock, ManualClock)
        season = await season_with_an_evening(wall.host, weeks="2", final="2")
        await pass_time(wall.host, wall.host.clock, 14 * DAY)
        final = await announced(wall.host, season, title="Final")
        assert (await wall.post("season_final")).mentions == (ADA, BEN)
        await held(wall.host, final, (BEN, ADA))
        end = await wall.post("season_over")
        assert f"<@{BEN}> is the champion" in (end.content or "")
        assert [file.name.partition("-")[0] for file in end.files] == ["evening"]
        await privacy.forget(wall.host, ADA)
        assert (await wall.post("season_final")).mentions == (BEN,)
        over = await wall.post("season_over")
        assert f"<@{ADA}>" not in (over.content or "")
        assert [line.user for line in (await seasons_host.look(wall.host, season)).table] == [BEN, CLEO]


async def test_an_announcement_says_how_often_it_is_held_in_what_it_counts_and_what_its_winner_gets(
    tmp_path: Path,
) -> None:
    async with sqlite(tmp_path) as database:
        wall = Wall(database)
        assert isinstance(wall.host.clock, ManualClock)
        await wall.host.store_sets()
        await weekly(wall.host, wall.host.clock, champion_role="77")
        await planned(wall.host, "Autumn")
        await wake_at(wall.host, wall.host.clock, Members(ORGANISER), "2027-02-17 12:00")
        shown = (await wall.announced((await evenings(wall.host))[-1].id)).embeds[0].description or ""
        for line in ("🔁 Every Friday", "📊 It counts in the season **Autumn**", "👑 The winner gets <@&77>"):
            assert line in shown


async def test_nothing_is_said_of_an_evening_that_no_longer_counts(tmp_path: Path) -> None:
    async with sqlite(tmp_path) as database:
        wall = Wall(database)
        season = await season_with_an_evening(wall.host)
        await management.choose(wall.host, click(ORGANISER), season, set(), manages=False)
        assert "Autumn" not in text(await wall.post("over"))
