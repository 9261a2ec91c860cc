"""Tables before their matches, with their pictures."""

from collections.abc import Awaitable, Callable, Coroutine, Mapping
from functools import partial
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host import lobby
from bot.host.kernel.host import Host
from bot.host.lobby import Lobby
from bot.rendering import pictures
from bot.rendering.faces import Faces, Named, named_at
from bot.rendering.game_art import arts_of
from bot.rendering.languages import Languages
from bot.rendering.pictures import Draw, Show
from bot.storage import destinations, people
from bot.storage.destination import Destination
from bot.ui.games.renderer import Renderer
from bot.ui.lobby import lobby as lobby_ui
from bot.ui.lobby.picture import table_picture
from bot.ui.messages.outgoing import Outgoing
from bot.ui.pictures.picture import Picture
from bot.ui.texts.words import Words


class Lobbies:
    """Renders tables before their matches."""

    def __init__(self, host: Host, languages: Languages, renderers: Mapping[str, Renderer], faces: Faces) -> None:
        self._host = host
        self._languages = languages
        self._renderers = renderers
        self._faces = faces

    async def soon(self, table: Lobby) -> "tuple[Outgoing, Callable[[], Awaitable[Outgoing | None]] | None]":
        """Return a table's message for the answer to a click, and if its picture takes too long, what waits for it.

        That returns the message with its picture, or None if it could not be drawn.
        """
        async with self._host.database.reading() as connection:
            draw, show = await self.read(table, connection)
        if draw is None:
            return show(None), None
        picture, late = await pictures.soon_or_late(self._host.clock, draw(), pictures.HASTE)

        async def whole(drawing: Awaitable[Picture | None]) -> Outgoing | None:
            found = await drawing
            return None if found is None else show(found)

        return show(picture), None if late is None else partial(whole, late)

    async def picture(self, table: Lobby, user: int) -> Picture | None:
        """Return a table's picture for the answer to a person; None if they want none, or if it takes too long.

        A tournament's table has none: it would show decks, which can be hidden there.
        """
        if table.match.series is not None:
            return None
        async with self._host.database.reading() as connection:
            words = await self._languages.private(table.match, user, within=connection)
            if not (await people.user(connection, user)).pictures:
                return None
            named = await named_at(connection, table.players)
        return await pictures.soon(self._host.clock, self._drawn(table, named, words), pictures.HASTE)

    def _drawn(self, table: Lobby, named: Named, words: Words) -> Coroutine[Any, Any, Picture | None]:
        """Draw a table."""
        rules, renderer = self._host.games[table.match.game], self._renderers[table.match.game]
        return self._faces.drawn(named, words, table_picture, table, arts_of(rules, renderer), renderer)

    async def read(self, table: Lobby, connection: AsyncConnection) -> tuple[Draw | None, Show]:
        """Read a table, and return what draws its picture, if somebody there wants one, and what makes the message."""
        row, rules = table.match, self._host.games[table.match.game]
        words = await self._languages.public(row, within=connection)
        if row.started is not None and row.status != "running":
            thread = await destinations.place(connection, Destination.thread(row.id))
            ended = lobby_ui.outcome(table, thread, words)
            return None, lambda _: ended
        worded = not await pictures.wanted_by_all(connection, table.players)
        usual = await lobby.defaults(self._host, row.guild, row.game, len(table.seats), within=connection)
        show = partial(lobby_ui.lobby, table, rules, usual, words, worded=worded)
        if row.status == "closed" or not await pictures.wanted_at(connection, table.players):
            return None, show
        return partial(self._drawn, table, await named_at(connection, table.players), words), show
