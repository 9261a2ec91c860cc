"""What is posted about a tournament shows who plays as a picture, and loses no word for people without pictures."""

import re
from pathlib import Path

import pytest
from sqlalchemy import select

from bot.host.features import HOOKS
from bot.host.kernel.host import Host
from bot.host.match.players import Player
from bot.host.tournament import entry, management
from bot.host.tournament.meetings import meetings_of
from bot.host.tournament.rules import course
from bot.host.tournament.tournament import look
from bot.messenger.avatars import fetched
from bot.rendering.languages import Languages
from bot.rendering.posts import Posts
from bot.rendering.threads import series_thread
from bot.storage import outbox, people
from bot.storage.database import Database
from bot.storage.outbox import PostRow, SurfaceRow
from bot.storage.rows import every
from bot.storage.schema import posts, surfaces
from bot.ui.games import RENDERERS
from bot.ui.messages.outgoing import Outgoing
from bot.ui.texts.words import Words
from bot.ui.tournaments import texts
from bot.ui.tournaments.bracket import tree_of
from bot.ui.tournaments.pictures.bracket import bracket_picture
from bot.ui.tournaments.player import player_panel
from bot.ui.tournaments.tournament_view import view_of
from engine.registry import GAMES
from tests.host.players import click
from tests.host.tournament.organisers import ORGANISER, announced, begun, play_round, play_to_the_end, settle
from tests.support.chance import SeededChance
from tests.support.clocks import ManualClock
from tests.support.databases import sqlite

PEOPLE = 4


FACTS = 4
"""The lines of an announcement: when it starts, how and at which pace it is played, and what for."""


class Wall:
    """Renders what is posted about tournaments."""

    def __init__(self, database: Database, game: str = "artbot") -> None:
        self.host = Host(database, {game: GAMES[game]}, ManualClock(), SeededChance(3), HOOKS)
        self.posts = Posts(self.host, Languages(self.host), RENDERERS, fetched)

    async def announcement(self) -> Outgoing:
        """The tournament's announcement as it is now."""
        async with self.host.database.reading() as connection:
            [row] = await every(connection, SurfaceRow, select(surfaces).where(surfaces.c.kind == "tournament"))
            draw = await self.posts.surface(row, connection)
        return await self._shown(draw())

    async def kinds(self) -> list[str]:
        """The kinds of all posts about ends and seasons, in order."""
        told = ("over", "season", "season_final", "season_over")
        async with self.host.database.reading() as connection:
            return [*await connection.scalars(select(posts.c.kind).where(posts.c.kind.in_(told)).order_by(posts.c.id))]

    async def post(self, kind: str, number: int = 0) -> Outgoing:
        """A post of a kind, the first as number 0."""
        message = await self.drawn(kind, number)
        assert message is not None
        return message

    async def drawn(self, kind: str, number: int = 0) -> Outgoing | None:
        """A post of a kind; None if it says nothing."""
        query = select(posts).where(posts.c.kind == kind, posts.c.tournament.is_not(None)).order_by(posts.c.id)
        async with self.host.database.reading() as connection:
            row = (await every(connection, PostRow, query))[number]
            draw = await self.posts.post(row, connection)
        return await draw()

    async def match_end(self, match: int) -> Outgoing:
        """The post about the end of a match."""
        query = select(posts).where(posts.c.kind == "end", posts.c.match == match)
        async with self.host.database.reading() as connection:
            [row] = await every(connection, PostRow, query)
            draw = await self.posts.post(row, connection)
        return await self._shown(draw())

    async def tables(self) -> list[int]:
        """The matches that have a message of their own."""
        query = select(surfaces.c.match).where(surfaces.c.kind == "lobby").order_by(surfaces.c.id)
        async with self.host.database.reading() as connection:
            return [number for number in await connection.scalars(query) if number is not None]

    async def card(self, match: int) -> Outgoing:
        """The message about a match of a round as it is now."""
        async with self.host.database.reading() as connection:
            row = await outbox.surface(connection, match, "lobby", None)
            assert row is not None
            draw = await self.posts.surface(row, connection)
        return await self._shown(draw())

    async def announced(self, tournament: int) -> Outgoing:
        """A tournament's announcement as it is now."""
        async with self.host.database.reading() as connection:
            [row] = await every(
                connection,
                SurfaceRow,
                select(surfaces).where(surfaces.c.kind == "tournament", surfaces.c.tournament == tournament),
            )
            draw = await self.posts.surface(row, connection)
        return await self._shown(draw())

    async def without_pictures(self, user: int) -> None:
        """Have a person do without pictures."""
        async with self.host.database.transaction() as tx:
            await people.change_user(tx, user, pictures=False)

    async def _shown(self, drawing: object) -> Outgoing:
        message = await drawing  # type: ignore[misc]
        assert isinstance(message, Outgoing)
        return message


def text(message: Outgoing) -> str:
    """All words of a message."""
    return "\n".join(filter(None, message.texts))


async def test_an_announcement_shows_who_has_joined(tmp_path: Path) -> None:
    async with sqlite(tmp_path) as database:
        wall = Wall(database)
        await wall.host.store_sets()
        number = await announced(wall.host)
        nobody = await wall.announcement()
        assert nobody.files[0].description == "Friday: Art Bot Cards · 0 of 32 players."
        for user, name in ((1, "Ada"), (2, "Ben")):
            await entry.join(wall.host, click(user), number, name, ())
        shown = await wall.announcement()
        [picture] = shown.files
        assert "2 of 32 players" in picture.description
        assert picture.description.splitlines()[1:] == ["Ada", "Ben"]
        assert "<@2>" not in text(shown)
        [embed] = shown.embeds
        assert embed.title is None
        assert len((embed.description or "").splitlines()) == FACTS + 1, "the seal follows"
        await wall.without_pictures(2)
        worded = await wall.announcement()
        assert "<@1>, <@2>" in text(worded)
        assert worded.embeds[0].title == "Friday"


@pytest.mark.parametrize(("kind", "title"), [("single", "Bracket of Friday."), ("swiss", "Friday, round 1.")])
async def test_a_running_tournament_shows_its_matches_and_words_list_them_only_where_needed(
    tmp_path: Path, kind: str, title: str
) -> None:
    async with sqlite(tmp_path) as database:
        wall = Wall(database)
        await wall.host.store_sets()
        number = await begun(wall.host, PEOPLE, format=kind)
        everybody = [f"Player {user}" for user in range(1, PEOPLE + 1)]
        surface, post = await wall.announcement(), await wall.post("round")
        for message, begins in ((surface, title), (post, "Friday, round 1.")):
            [picture] = message.files
            assert picture.description.splitlines()[0] == begins
            assert all(name in picture.description for name in everybody)
            assert "<@1>" not in text(message)
        await wall.without_pictures(2)
        for message in (await wall.announcement(), await wall.post("round")):
            assert message.files
            assert all(f"<@{user}>" in text(message) for user in range(1, PEOPLE + 1))
        await play_to_the_end(wall.host, number)
        over = await wall.post("over")
        [podium] = over.files
        thirds = {"single": ["3. ", "3. "], "swiss": ["3. "]}[kind]
        assert [line[:3] for line in podium.description.splitlines()[1:]] == ["1. ", "2. ", *thirds]
        assert "1st" in text(over), "no match was played, so nothing else says who won"


async def test_a_rounds_post_says_who_has_a_bye_and_how_the_round_before_it_ended(tmp_path: Path) -> None:
    async with sqlite(tmp_path) as database:
        wall = Wall(database)
        await wall.host.store_sets()
        number = await begun(wall.host, 5, format="swiss", rounds="2")
        first = text(await wall.post("round"))
        assert first.count("has a bye") == 1
        assert "Results" not in first
        await play_round(wall.host, number)
        second = text(await wall.post("round", 1))
        assert "Results of round 1" in second
        assert second.count(" beat ") == 2
        assert second.count("has a bye") == 1


@pytest.mark.parametrize(("form", "finals"), [("single", 1), ("double", 1), ("swiss", 0)])
async def test_only_the_thread_of_a_final_is_named_so(tmp_path: Path, form: str, finals: int) -> None:
    async with sqlite(tmp_path) as database:
        wall = Wall(database)
        await wall.host.store_sets()
        number = await begun(wall.host, PEOPLE, format=form, rounds="1")
        await play_to_the_end(wall.host, number)
        found, words = await look(wall.host, number), Words(None, [Player(name=str(seat)) for seat in (0, 1)])
        names = [series_thread(found, series, words) for series in found.series]
        assert names.count("Final · 0 – 1") == finals
        assert names[:2] == ["R1 · 0 – 1"] * 2


async def test_the_post_about_a_set_result_says_what_it_was_before(tmp_path: Path) -> None:
    async with sqlite(tmp_path) as database:
        wall = Wall(database)
        await wall.host.store_sets()
        number = await begun(wall.host, 2, format="swiss", rounds="1")
        [series] = (await look(wall.host, number)).series
        first, second = series.first, series.second
        for winner in (first, second):
            await management.correct(wall.host, click(ORGANISER), number, series.id, winner, manages=True)
        users = {each.number: each.user for each in (await look(wall.host, number)).entrants}
        assert "Before, it was: not played." in text(await wall.post("corrected"))
        assert f"Before, it was: <@{users[first]}> won." in text(await wall.post("corrected", 1))


GOES_ON = re.compile(
    r"to play|so far|\b[Nn]ow\b|is ready|being played|(?<!was )still in\b|begins|you're playing|you advance"
)
"""What is said of a tournament only while it is played."""


async def said_behind_buttons(wall: Wall, number: int) -> dict[str, str]:
    """What the messages about a tournament say now, and what each of their buttons shows."""
    words, found = Words(None), await look(wall.host, number)
    event, tree = view_of(found), tree_of(found)
    said = {"announcement": text(await wall.announcement())}
    for user in range(1, PEOPLE + 1):
        said[f"tmy {user}"] = text(player_panel(await entry.own(wall.host, number, user), 0, words))
    said["tpairings"] = "\n".join(texts.pairings(event, 0, meetings_of(found, 1), words))
    if tree is not None:
        said["tbracket"] = "\n".join(texts.bracket(event, tree, words))
        said["bracket"] = bracket_picture(event, tree, 0, words).description
        table = course.knockout_table(found.course)
        said["tstandings"] = "\n".join(texts.knockout(event, table, words))
    for match in await wall.tables():
        card = await wall.card(match)
        said[f"table {match}"] = text(card)
        assert (found.row.status == "running") == bool(card.view and card.view.children)
    return said


@pytest.mark.parametrize("form", ["single", "double", "swiss"])
async def test_nothing_goes_on_in_what_a_cancelled_tournament_says(tmp_path: Path, form: str) -> None:
    async with sqlite(tmp_path) as database:
        wall = Wall(database)
        await wall.host.store_sets()
        number = await begun(wall.host, PEOPLE, format=form)
        before = await said_behind_buttons(wall, number)
        assert {key for key, each in before.items() if GOES_ON.search(each)} >= {"tmy 1", "tpairings", "table 1"}
        await management.change_course(wall.host, click(ORGANISER), number, "cancel", manages=False)
        await settle(wall.host)
        assert (await wall.announcement()).view is None or not (await wall.announcement()).view.children  # type: ignore[union-attr]
        after = await said_behind_buttons(wall, number)
        assert {key: each for key, each in after.items() if GOES_ON.search(each)} == {}
