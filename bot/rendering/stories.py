"""What a tournament's games tell of its evening, read from their facts when it is over."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.host import Host
from bot.host.match import queries
from bot.host.match.unit_of_work import NoSuchMatch
from bot.host.tournament.rules import course
from bot.host.tournament.rules.standings import Series
from bot.host.tournament.tournament import Tournament
from bot.rendering.faces import Faces, named_at
from bot.rendering.languages import Languages
from bot.rendering.pictures import Draw, wanted_at
from bot.storage.tournaments import GameRow, SeriesRow
from bot.ui.games.renderer import Renderer
from bot.ui.games.turns import last_turn, turn_picture
from bot.ui.texts.words import Spoken
from bot.ui.tournaments.story import PlayedGame, Told

READ: Final = 64
"""The number of games that are read at most, the latest of them."""


class Stories:
    """Reads what games tell."""

    def __init__(self, host: Host, languages: Languages, renderers: Mapping[str, Renderer], faces: Faces) -> None:
        self._host = host
        self._languages = languages
        self._renderers = renderers
        self._faces = faces

    async def read(self, found: Tournament, connection: AsyncConnection) -> tuple[Told, list[Draw]]:
        """Return what there is to tell of a tournament, and what draws the last turn of the deciding game if it can."""
        places = {each.player: each.place for each in course.places(found.course) if each.place is not None}
        played = [each for each in found.series if each.second is not None and each.how in ("played", "dice")]
        games = [game for each in played for game in found.games.get(each.id, ())][-READ:]
        told = [await self._told(found, game, connection) for game in games]
        deciding = _deciding(found, played, places)
        draw = None if deciding is None else await self._last_turn(deciding, connection)
        lost, won = sorted(found.games_won(found.final)) if found.final in played else (0, 0)
        return Told(
            places,
            [Series(each.round, each.first, each.second, "won", each.winner) for each in played],
            [each for each in told if each is not None],
            (won, lost) if won else None,
        ), [] if draw is None else [draw]

    async def _told(self, found: Tournament, game: GameRow, connection: AsyncConnection) -> PlayedGame | None:
        """Return what a game tells; None if it is not stored any more, or its players have left."""
        try:
            table = await queries.table(self._host, game.match, within=connection)
            facts = await queries.record(self._host, game.match, within=connection)
        except NoSuchMatch:
            return None
        words = await self._languages.public(table.match, within=connection)
        record = self._renderers[table.match.game].record(facts, table.view, Spoken.of(words))
        entrants = [None if each.user is None else found.entrant_of(each.user) for each in table.seats]
        players = tuple(each.number for each in entrants if each is not None)
        complete = record is not None and len(players) == len(table.seats) and bool(record.values)
        return PlayedGame(record, players) if record is not None and complete else None

    async def _last_turn(self, match: int, connection: AsyncConnection) -> Draw | None:
        try:
            table = await queries.table(self._host, match, within=connection)
            facts = await queries.record(self._host, match, within=connection)
        except NoSuchMatch:
            return None
        if not await wanted_at(connection, table.seats):
            return None
        renderer = self._renderers[table.match.game]
        words = await self._languages.public(table.match, within=connection)
        drawing = partial(turn_picture, renderer)
        return partial(
            self._faces.drawn, await named_at(connection, table.seats), words, drawing, *last_turn(renderer, facts)
        )


def _deciding(found: Tournament, played: Sequence[SeriesRow], places: Mapping[int, int]) -> int | None:
    """Return the match that decided a tournament: the last of its final or, without one, of its winner."""
    own = [found.final] if found.final is not None else [each for each in played if places.get(each.winner or 0) == 1]
    games = [game for each in own for game in found.games.get(each.id, ())]
    return games[-1].match if games else None
