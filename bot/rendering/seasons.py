"""Pictures of seasons, with the avatars of the players on the page."""

from collections.abc import Iterable, Sequence

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.host import Host
from bot.host.seasons.hall import Feat
from bot.host.seasons.season import Season
from bot.rendering.faces import Faces, Named, named_by
from bot.rendering.season_pictures import hall_picture, users_in
from bot.ui.pictures.picture import Picture
from bot.ui.seasons.picture import season_picture, shown_on
from bot.ui.texts.words import Words
from bot.ui.tournaments.pictures.podium import PLACES


def on_page(season: Season, page: int) -> list[int]:
    """Return the users on a page of a season's table, counted from 0."""
    return [line.user for line in shown_on(season, page)]


def on_picture(season: Season, tournament: int) -> list[int]:
    """Return the users in the picture of an evening: on its podium, or on the first page of the table."""
    best = [each.user for each in season.places if each.tournament == tournament and each.place <= PLACES]
    return [*best, *on_page(season, 0)]


async def named(season: Season, users: Iterable[int], connection: AsyncConnection) -> Named:
    """Return the names of the avatars of some players, by their numbers in the season."""
    return await named_by(connection, {season.numbers[user]: user for user in users})


async def drawn(host: Host, faces: Faces, season: Season, page: int, reader: int, words: Words) -> Picture | None:
    """Return the picture of a page of a season's table for the answer to a person; None if it cannot be drawn."""
    async with host.database.reading() as connection:
        there = await named(season, on_page(season, page), connection)
    return await faces.drawn(there, words, lambda words: season_picture(season, page, words, reader))


async def hall(host: Host, faces: Faces, feats: Sequence[Feat], words: Words) -> Picture | None:
    """Return the picture of the hall of fame for the answer to a person; None if it cannot be drawn."""
    async with host.database.reading() as connection:
        there = await named_by(connection, dict(enumerate(users_in(feats))))
    return await faces.drawn(there, words, lambda words: hall_picture(feats, words))
