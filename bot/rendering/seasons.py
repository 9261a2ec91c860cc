"""Pictures of seasons, with the avatars of the players on the page."""

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.host import Host
from bot.host.seasons.season import Season
from bot.rendering.faces import Faces, Named, named_by
from bot.ui.pictures.picture import Picture
from bot.ui.seasons.picture import season_picture, shown_on
from bot.ui.texts.words import Words


async def named(season: Season, page: int, connection: AsyncConnection) -> Named:
    """Return the names of the avatars of the players on a page of a season's table, by their numbers."""
    return await named_by(connection, {season.numbers[line.user]: line.user for line in shown_on(season, page)})


async def drawn(host: Host, faces: Faces, season: Season, page: int, words: Words) -> Picture | None:
    """Return the picture of a page of a season's table for the answer to a person; None if it cannot be drawn."""
    async with host.database.reading() as connection:
        there = await named(season, page, connection)
    return await faces.drawn(there, words, lambda words: season_picture(season, page, words))
