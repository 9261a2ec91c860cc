"""Pictures of tournaments, with the avatars of the players who are in them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.host import Host
from bot.host.tournament.meetings import SeriesView, meetings_of
from bot.host.tournament.rules import course
from bot.host.tournament.rules.standings import Player
from bot.host.tournament.tournament import Tournament
from bot.rendering.faces import Faces, Named, named_by
from bot.rendering.game_art import arts_of
from bot.storage import people
from bot.storage.privacy import GONE
from bot.ui.games.renderer import Renderer
from bot.ui.pictures.picture import Picture
from bot.ui.texts.words import Words
from bot.ui.tournaments.bracket import BracketTree, pages, tree_of
from bot.ui.tournaments.milestones import milestone_of
from bot.ui.tournaments.pictures.bracket import bracket_picture
from bot.ui.tournaments.pictures.entry import Entry, entry_picture, here
from bot.ui.tournaments.pictures.final import FinalView, final_picture
from bot.ui.tournaments.pictures.knockout import ROWS as KNOCKOUT_ROWS
from bot.ui.tournaments.pictures.knockout import knockout_picture
from bot.ui.tournaments.pictures.pairings import in_order, pairings_picture
from bot.ui.tournaments.pictures.podium import best_of, podium_picture
from bot.ui.tournaments.pictures.standings import ROWS, standings_picture
from bot.ui.tournaments.tournament_view import Highlight, awaits_first_result, evening_of, view_of

Sketch: TypeAlias = tuple[Sequence[Player], Callable[[Words], Picture]]
"""The players whose faces a picture shows, and what draws it."""


class TournamentPictures:
    """Draws pictures of tournaments."""

    def __init__(self, host: Host, renderers: Mapping[str, Renderer], faces: Faces) -> None:
        self._host = host
        self._renderers = renderers
        self._faces = faces

    async def named(self, found: Tournament, players: Iterable[Player], connection: AsyncConnection) -> Named:
        """Return the names of the avatars of some players, by their numbers."""
        wanted = set(players)
        users = {each.number: each.user for each in found.entrants if each.number in wanted and each.user != GONE}
        return await named_by(connection, users)

    async def drawn(self, found: Tournament, sketch: Sketch, words: Words) -> Picture | None:
        """Return a picture of a tournament for the answer to a person; None if it cannot be drawn."""
        players, draw = sketch
        async with self._host.database.reading() as connection:
            named = await self.named(found, players, connection)
        return await self._faces.drawn(named, words, draw)

    def round_begun(self, found: Tournament, content: Mapping[str, Any]) -> Sketch:
        """Return the picture at the beginning of a round: of its pairings or, in the final, of its two players."""
        milestone = milestone_of(content)
        if milestone is None or milestone.final is None:
            return pairings(found, content["round"])
        row, renderer, players = found.row, self._renderers[found.row.game], milestone.advancing
        arts = arts_of(self._host.games[row.game], renderer)
        final = FinalView(view_of(found), players, row.game, row.best_of, arts, renderer.tones)
        return players, lambda words: final_picture(final, words)

    def announced(self, found: Tournament) -> Sketch | None:
        """Return the picture of a tournament: its format, entrants, bracket or standings; None if cancelled."""
        row = found.row
        if row.status in ("draft", "template", "open"):
            rules, renderer = self._host.games[row.game], self._renderers[row.game]
            kind = "" if row.status == "open" else row.format
            entry = Entry(view_of(found), row.game, row.most, arts_of(rules, renderer), renderer.tones, kind)
            return here(entry), lambda words: entry_picture(entry, words)
        if row.status not in ("running", "over") or not row.round:
            return None
        tree = tree_of(found)
        return standings(found, 0) if tree is None else bracket(found, tree, len(pages(tree)) - 1)


async def worded(found: Tournament, connection: AsyncConnection) -> bool:
    """Return whether anyone in a tournament does without pictures, so that words have to say what they show."""
    return await people.any_without_pictures(connection, [each.user for each in found.entrants])


def standings(found: Tournament, page: int) -> Sketch:
    """Return the picture of a page of the standings, or its pairings until something has been played."""
    if awaits_first_result(found):
        return pairings(found, found.row.round)
    event, table, on = view_of(found), course.table(found.course), course.advancing(found.course)
    players = [each.player for each in table[page * ROWS :][:ROWS]]
    return players, lambda words: standings_picture(event, table, page, words, on)


def knockout(found: Tournament, page: int) -> Sketch:
    """Return the picture of a page of a knockout's standings, or its pairings until something has been played."""
    if awaits_first_result(found):
        return pairings(found, found.row.round)
    event, table = view_of(found), course.knockout_table(found.course)
    players = [each.player for each in table[page * KNOCKOUT_ROWS :][:KNOCKOUT_ROWS]]
    return players, lambda words: knockout_picture(event, table, page, words)


def bracket(found: Tournament, tree: BracketTree, page: int) -> Sketch:
    """Return the picture of a page of the bracket."""
    seats = [tree.seats[node] for panel in pages(tree)[page] for node in panel.nodes]
    players = [player for each in seats for player in (each.first, each.second) if player is not None]
    event = view_of(found)
    return players, lambda words: bracket_picture(event, tree, page, words)


def pairings(found: Tournament, round_: int) -> Sketch:
    """Return the picture of the pairings of a round, which is counted from 1."""
    return _meetings(found, round_, meetings_of(found, round_))


def meeting(found: Tournament, shown: SeriesView) -> Sketch:
    """Return the picture of a single match."""
    return _meetings(found, shown.series.round + 1, [shown])


def _meetings(found: Tournament, round_: int, meetings: Sequence[SeriesView]) -> Sketch:
    sides = [player for each in in_order(meetings) for player in (each.series.first, each.series.second)]
    event = view_of(found)
    players = [player for player in sides if player is not None]
    return players, lambda words: pairings_picture(event, round_ - 1, meetings, words)


def podium(found: Tournament, best: Highlight | None = None, *, evening: bool = False) -> Sketch:
    """Return the picture of the end of a tournament, with the best turn of its final if that is known.

    The title of an `evening` has its date.
    """
    places = course.places(found.course)
    players = [player for _, player in best_of(places)]
    return players, lambda words: podium_picture(
        evening_of(found, words) if evening else view_of(found), places, words, best
    )
