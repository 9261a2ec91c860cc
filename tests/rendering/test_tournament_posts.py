"""What is posted about a tournament shows who plays as a picture, and loses no word for people without pictures."""

from pathlib import Path

import pytest
from sqlalchemy import select

from bot.host.features import HOOKS
from bot.host.kernel.host import Host
from bot.host.tournament import entry
from bot.messenger.avatars import fetched
from bot.rendering.languages import Languages
from bot.rendering.posts import Posts
from bot.storage import people
from bot.storage.database import Database
from bot.storage.outbox import PostRow, SurfaceRow
from bot.storage.rows import every
from bot.storage.schema import posts, surfaces
from bot.ui.games import RENDERERS
from bot.ui.messages import Outgoing
from engine.registry import GAMES
from tests.host.players import click
from tests.host.tournament.organisers import announced, begun, play_to_the_end
from tests.support.chance import SeededChance
from tests.support.clocks import ManualClock
from tests.support.databases import sqlite

PEOPLE = 4


FACTS = 4
"""The lines of an announcement: when it starts, how and at which pace it is played, and what for."""


class Wall:
    """Renders what is posted about tournaments."""

    def __init__(self, database: Database) -> None:
        self.host = Host(database, {"artbot": GAMES["artbot"]}, ManualClock(), SeededChance(3), HOOKS)
        self.posts = Posts(self.host, Languages(self.host), RENDERERS, fetched)

    async def announcement(self) -> Outgoing:
        """The tournament's announcement as it is now."""
        async with self.host.database.reading() as connection:
            [row] = await every(connection, SurfaceRow, select(surfaces).where(surfaces.c.kind == "tournament"))
            draw = await self.posts.surface(row, connection)
        return await self._shown(draw())

    async def post(self, kind: str) -> Outgoing:
        """The first post of a kind."""
        query = select(posts).where(posts.c.kind == kind, posts.c.tournament.is_not(None)).order_by(posts.c.id)
        async with self.host.database.reading() as connection:
            row = (await every(connection, PostRow, query))[0]
            draw = await self.posts.post(row, connection)
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
    return message.words.content or ""


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
        assert len((embed.description or "").splitlines()) == FACTS
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
        assert "1st" in text(over)
