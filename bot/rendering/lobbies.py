"""Tables before their matches, with their pictures."""

import asyncio
from collections.abc import Mapping
from functools import partial

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.host import Host
from bot.host.lobby import Lobby
from bot.rendering import pictures
from bot.rendering.faces import Faces, named_at
from bot.rendering.game_art import arts_of
from bot.rendering.languages import Languages
from bot.rendering.pictures import Draw, Show
from bot.ui import lobby as lobby_ui
from bot.ui.games.renderer import Renderer
from bot.ui.lobby_picture import table_picture
from bot.ui.messages import Outgoing
from bot.ui.pictures.picture import Picture


class Lobbies:
    """Renders tables before their matches."""

    def __init__(self, host: Host, languages: Languages, renderers: Mapping[str, Renderer], faces: Faces) -> None:
        self._host = host
        self._languages = languages
        self._renderers = renderers
        self._faces = faces

    async def soon(self, table: Lobby) -> tuple[Outgoing, asyncio.Future[Picture | None] | None]:
        """Return a table's message for the answer to a click, and the drawing of its picture if that takes too long."""
        async with self._host.database.reading() as connection:
            draw, show = await self.read(table, connection)
        if draw is None:
            return show(None), None
        picture, late = await pictures.soon_or_late(self._host.clock, draw(), pictures.HASTE)
        return show(picture), late

    async def read(self, table: Lobby, connection: AsyncConnection) -> tuple[Draw | None, Show]:
        """Read a table, and return what draws its picture, if somebody there wants one, and what makes the message."""
        row, rules = table.match, self._host.games[table.match.game]
        words = await self._languages.public(row, within=connection)
        worded = not await pictures.wanted_by_all(connection, table.seats)
        show = partial(lobby_ui.lobby, table, rules, words, worded=worded)
        if row.status == "closed" or not await pictures.wanted_at(connection, table.seats):
            return None, show
        named, renderer = await named_at(connection, table.seats), self._renderers[row.game]
        what = (table, arts_of(rules, renderer), renderer)
        return partial(self._faces.drawn, named, words, table_picture, *what), show
