"""What is posted about a season: the table after an evening, the call for the final evening, and the end."""

from datetime import UTC, datetime
from pathlib import Path

from bot.host.kernel.host import Host
from bot.host.kernel.paces import DAY
from bot.host.operations import privacy
from bot.host.seasons import management
from bot.host.seasons import season as seasons_host
from bot.storage import people
from tests.host.players import click
from tests.host.recurring.evenings import Members, evenings, wake_at, weekly
from tests.host.seasons.evenings import announced, evening, held, planned
from tests.host.tournament.organisers import GUILD, ORGANISER, pass_time
from tests.rendering.test_tournament_posts import Wall
from tests.support.clocks import ManualClock
from tests.support.databases import sqlite

ADA, BEN, CLEO = 1, 2, 3


async def season_with_an_evening(host: Host, **settings: str) -> int:
    await host.store_sets()
    season = await planned(host, **settings)
    await evening(host, season, (ADA, BEN, CLEO))
    return season


async def test_the_table_is_a_picture_and_in_words_for_people_without_pictures(tmp_path: Path) -> None:
    async with sqlite(tmp_path) as database:
        wall = Wall(database)
        await season_with_an_evening(wall.host)
        post = await wall.post("season")
        assert [file.name.partition("-")[0] for file in post.files] == ["season"]
        assert post.embeds == ()
        assert post.silent
        await wall.without_pictures(BEN)
        assert f"**2.** <@{BEN}>" in ((await wall.post("season")).embeds[0].description or "")


async def test_the_end_of_an_evening_has_its_date_by_the_clocks_of_the_server(tmp_path: Path) -> None:
    async with sqlite(tmp_path) as database:
        wall = Wall(database)
        assert isinstance(wall.host.clock, ManualClock)
        wall.host.clock.advance(datetime(2027, 2, 19, 23, 30, tzinfo=UTC).timestamp() - wall.host.now())
        async with database.transaction() as tx:
            await people.change_guild(tx, GUILD, timezone="Asia/Tokyo")
        await season_with_an_evening(wall.host)
        over = await wall.post("over")
        assert (over.content or "").splitlines()[0] == "## 🏆 Friday, February 20"
        assert "Friday, February 20" in over.files[0].description
        await held(wall.host, await announced(wall.host, title="Alone"), (ADA, BEN))
        assert "Alone is over" in ((await wall.post("over", 1)).content or "")


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
        assert [file.name.partition("-")[0] for file in end.files] == ["podium"]
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
        assert await wall.drawn("season") is None
