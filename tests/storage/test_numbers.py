"""Numbers that outlive their rows are never given again: those of tournaments and seasons."""

from bot.storage import seasons, tournaments
from bot.storage.database import Database
from bot.storage.schema.seasons import SeasonRow
from bot.storage.schema.tournaments import TournamentRow

EVENT = TournamentRow(
    title="Friday", status="over", guild=1, channel=2, organiser=3, game="artbot", options={}, sets=[], format="swiss",
    pace="live", most=8, secret=b"", opened=0.0,
)  # fmt: skip
SEASON = SeasonRow(guild=1, channel=2, organiser=3, title="Autumn", points=[3, 2, 1], opened=0.0)


async def test_a_deleted_tournaments_number_is_not_given_again(database: Database) -> None:
    async with database.transaction() as tx:
        number = await tournaments.create(tx, EVENT)
        await tournaments.delete(tx, [number])
        assert await tournaments.create(tx, EVENT) > number


async def test_a_deleted_seasons_number_is_not_given_again(database: Database) -> None:
    async with database.transaction() as tx:
        number = await seasons.create(tx, SEASON)
        await seasons.drop(tx, number)
        assert await seasons.create(tx, SEASON) > number
