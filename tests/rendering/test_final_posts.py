"""The final is posted as a final: who plays it, how they got there and who is out; its best turn is on the podium."""

from pathlib import Path
from random import Random

import pytest
from sqlalchemy import select

from bot.host.tournament import entry, rounds
from bot.host.tournament.tournament import look
from bot.storage.destination import Destination
from bot.storage.destinations import keep_place
from bot.storage.outbox import PostRow
from bot.storage.rows import every
from bot.storage.schema import posts
from bot.ui.messages.outgoing import Outgoing
from tests.host.players import click, play_out
from tests.host.tournament.organisers import ORGANISER, announced, begun, game_of, play_round, play_to_the_end, settle
from tests.rendering.test_tournament_posts import Wall, text
from tests.support.clocks import ManualClock
from tests.support.databases import sqlite


async def rounds_posted(wall: Wall) -> list[Outgoing]:
    """The posts at the beginning of all rounds so far."""
    query = select(posts).where(posts.c.kind == "round").order_by(posts.c.id)
    async with wall.host.database.reading() as connection:
        rows = await every(connection, PostRow, query)
        drawings = [await wall.posts.post(row, connection) for row in rows]
    shown = [await drawing() for drawing in drawings]
    return [each for each in shown if each is not None]


def mentions_in(text: str) -> set[int]:
    """The people whom a text mentions, of those with the ids up to ten."""
    return {user for user in range(1, 11) if f"<@{user}>" in text}


def line_with(message: Outgoing, sign: str) -> str:
    """The line of a message that begins with a sign."""
    [line] = [line for line in text(message).splitlines() if line.startswith(sign)]
    return line


@pytest.mark.parametrize("form", ["single", "double"])
async def test_the_final_of_a_knockout_calls_its_two_players_and_names_the_others(tmp_path: Path, form: str) -> None:
    async with sqlite(tmp_path) as database:
        wall = Wall(database)
        await wall.host.store_sets()
        number = await begun(wall.host, 4, format=form)
        while (found := await look(wall.host, number)).final is None:
            await play_round(wall.host, number)
        final = found.final
        assert final is not None
        finalists = {found.entrant(player).user for player in (final.first, final.second) if player is not None}
        *earlier, post = await rounds_posted(wall)
        heading, players = text(post).splitlines()[:2]
        assert heading == "# 🏆 THE FINAL"
        assert mentions_in(players) == finalists
        assert {*post.mentions} == finalists
        assert mentions_in(line_with(post, "❌")) == {1, 2, 3, 4} - finalists
        ways = [line for line in text(post).splitlines() if line.startswith("⚔️")]
        assert mentions_in("".join(line.split(" beat ")[0] for line in ways)) == finalists
        said = {"single": "in the semi-final", "double": "lost one"}[form]
        assert said in text(post)
        [picture] = post.files
        assert picture.name.startswith("final-")
        names = [found.entrant_of(user).name for user in finalists]  # type: ignore[union-attr]
        assert all(name in picture.description for name in names)
        assert all("FINAL" not in text(each) and not each.mentions for each in earlier)


async def test_the_second_final_of_a_double_knockout_says_why_it_is_played(tmp_path: Path) -> None:
    async with sqlite(tmp_path) as database:
        wall = Wall(database)
        await wall.host.store_sets()
        number = await begun(wall.host, 4, format="double")
        while (await look(wall.host, number)).final is None:
            await play_round(wall.host, number)
        await play_round(wall.host, number, upset=True)
        *_, post = await rounds_posted(wall)
        assert "Both have lost once" in text(post)
        assert len(post.mentions) == 2


@pytest.mark.parametrize(("cut", "people"), [("2", 5), ("4", 7)])
async def test_after_swiss_rounds_it_says_who_qualified_who_just_missed_it_and_who_is_out(
    tmp_path: Path, cut: str, people: int
) -> None:
    async with sqlite(tmp_path) as database:
        wall = Wall(database)
        await wall.host.store_sets()
        number = await begun(wall.host, people, format="swiss", cut=cut, rounds="2")
        while not (found := await look(wall.host, number)).course.knockout:
            await play_round(wall.host, number)
        on = {entrant.user for entrant in found.entrants if entrant.cut is not None}
        *earlier, post = await rounds_posted(wall)
        assert len(on) == int(cut)
        missed, out = mentions_in(line_with(post, "😮")), mentions_in(line_with(post, "❌"))
        assert len(missed) == 1
        assert missed | out == {*range(1, people + 1)} - on
        if cut == "2":
            assert "THE FINAL" in text(post)
            assert "in the rounds" in text(post)
            assert {*post.mentions} == on
        else:
            assert mentions_in(line_with(post, "✅")) == on
            assert not post.mentions
        assert all("❌" not in text(each) for each in earlier)


async def test_the_podium_has_the_best_turn_of_the_final_and_leads_to_its_thread(tmp_path: Path) -> None:
    async with sqlite(tmp_path) as database:
        wall = Wall(database, "varia")
        await wall.host.store_sets()
        number = await announced(wall.host, "varia", format="single")
        for user in (1, 2):
            await entry.join(wall.host, click(user), number, f"Player {user}", ())
        await rounds.start(wall.host, click(ORGANISER), number, manages=False)
        await settle(wall.host)
        final = (await look(wall.host, number)).final
        assert final is not None
        game = await game_of(wall.host, final)
        assert game is not None
        async with wall.host.database.transaction() as tx:
            await keep_place(tx, Destination.thread(game.id), 4321)
        assert isinstance(wall.host.clock, ManualClock)
        await play_out(wall.host, wall.host.clock, game.id, Random(5), (1, 2))
        await settle(wall.host)
        trophy = (await wall.match_end(game.id)).files[0].description
        over = await wall.post("over")
        podium, last = over.files
        assert podium.name.startswith("podium-")
        assert "beat" in line_with(over, "🏆")
        await wall.without_pictures(1)
        worded = await wall.post("over")
        _, name, told = next(line for line in text(worded).splitlines() if "Best turn of the final" in line).split("**")
        figure = told.split(" (")[0].strip()
        assert f"{name}, {figure}." in trophy
        assert f"{name}, {figure}." in podium.description
        assert "Best turn of the final" not in text(over), "the podium shows it"
        assert "<#4321>" in text(over)
        assert last.name.startswith("turn-")


async def test_a_podium_without_a_final_has_no_best_turn(tmp_path: Path) -> None:
    async with sqlite(tmp_path) as database:
        wall = Wall(database)
        await wall.host.store_sets()
        await play_to_the_end(wall.host, await begun(wall.host, 4, format="swiss"))
        assert "💥" not in text(await wall.post("over"))


async def test_two_people_of_one_name_are_distinguished_in_all_that_is_posted(tmp_path: Path) -> None:
    async with sqlite(tmp_path) as database:
        wall = Wall(database)
        await wall.host.store_sets()
        number = await announced(wall.host, format="single")
        for user in (1, 2):
            await entry.join(wall.host, click(user), number, "Sam", ())
        board = await wall.announcement()
        assert board.files[0].description.splitlines()[1:] == ["Sam (1)", "Sam (2)"]
        await rounds.start(wall.host, click(ORGANISER), number, manages=False)
        await settle(wall.host)
        [post] = await rounds_posted(wall)
        assert {"<@1> (1)", "<@2> (2)"} <= {*_numbered(text(post))}
        assert "Sam (1)" in post.files[0].description
        assert "Sam (2)" in post.files[0].description
        await play_to_the_end(wall.host, number)
        over = await wall.post("over")
        assert _numbered(text(over)), "the winner"
        assert {"1. Sam (1)", "2. Sam (2)"} == {*over.files[0].description.splitlines()[1:]}


def _numbered(said: str) -> list[str]:
    return [f"<@{user}> ({user})" for user in (1, 2) if f"<@{user}> ({user})" in said]
