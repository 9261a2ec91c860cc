"""Turns of Zarcana in which nobody plays share a post; every fact is told once, and everybody is still asked."""

from random import Random

import pytest

from bot.host.features import HOOKS
from bot.host.kernel.host import Host
from bot.host.kernel.paces import LATELY
from bot.host.match import panel_actions, queries, quiet_turns
from bot.host.match.unit_of_work import say
from bot.messenger.avatars import fetched
from bot.rendering.languages import Languages
from bot.rendering.posts import Posts
from bot.storage import outbox
from bot.storage.database import Database
from bot.storage.outbox import PostRow
from bot.ui.games import RENDERERS
from bot.ui.messages.outgoing import Outgoing
from engine.kit.facts import Standing
from engine.registry import GAMES
from tests.host.players import ADA, BEN, answer, play_out, posts_of, started, table_of
from tests.support.chance import SeededChance
from tests.support.clocks import ManualClock

pytestmark = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


async def opened(database: Database, game: str = "zarcana", seed: int = 3) -> tuple[Host, ManualClock, int]:
    clock = ManualClock()
    host = Host(database, {game: GAMES[game]}, clock, SeededChance(seed), HOOKS)
    await host.store_sets()
    return host, clock, await started(host, game=game)


async def turn(host: Host, match: int, *words: str) -> int:
    """Take a turn with the first options that begin with some words, and return whose turn it was."""
    user = (ADA, BEN)[(await table_of(host, match)).open()[0].seat]
    for word in words:
        asked = (await panel_actions.show(host, match, user)).asked
        assert asked is not None
        await answer(host, match, user, next(each.key for each in asked.options if each.key.startswith(word)))
    return user


async def shown(host: Host, row: PostRow) -> Outgoing:
    async with host.database.reading() as connection:
        draw = await Posts(host, Languages(host), RENDERERS, fetched).post(row, connection)
    message = await draw()
    assert message is not None
    return message


async def test_draws_and_passes_in_a_row_are_lines_of_one_post(database: Database) -> None:
    host, _, match = await opened(database)
    people = [await turn(host, match, word) for word in ("draw:2", "pass", "draw:1")]
    start, quiet = await posts_of(host, match, "events")
    [embed] = (await shown(host, quiet)).embeds
    draws, passes, draws_one = [f"<@{user}>" for user in people]
    assert (embed.description or "").splitlines() == [
        f"{draws} draws 2 cards.",
        f"{passes} passes.",
        f"{draws_one} draws 1 card.",
    ]
    assert embed.title == "Turns 1 to 3"
    assert "passes" not in ((await shown(host, start)).embeds[0].description or "")


async def test_no_post_has_more_lines_than_it_shows_and_the_next_begins_another(database: Database) -> None:
    host, _, match = await opened(database)
    for _ in range(quiet_turns.MOST + 1):
        await turn(host, match, "draw:1" if _ < quiet_turns.MOST else "pass")
    _start, full, other = await posts_of(host, match, "events")
    assert [len(((await shown(host, row)).embeds[0].description or "").splitlines()) for row in (full, other)] == [6, 1]


async def test_what_stands_between_two_quiet_turns_keeps_them_apart(database: Database) -> None:
    host, _, match = await opened(database)
    await turn(host, match, "draw:1")
    async with database.transaction() as tx:
        await say(tx, (await table_of(host, match)).row, "outage", {"seconds": 60}, host.now())
    await turn(host, match, "draw:1")
    assert len(await posts_of(host, match, "events")) == 3


async def test_a_post_that_could_not_be_sent_gets_no_more_lines(database: Database) -> None:
    host, _, match = await opened(database)
    await turn(host, match, "draw:1")
    async with database.transaction() as tx:
        await outbox.post_failed(tx, (await posts_of(host, match, "events"))[-1].id, "gone")
    await turn(host, match, "draw:1")
    assert len(await posts_of(host, match, "events")) == 3


async def test_the_next_player_is_still_mentioned_and_an_edited_post_mentions_nobody(database: Database) -> None:
    host, clock, match = await opened(database)
    await turn(host, match, "draw:1")
    clock.advance(LATELY + 1)
    await turn(host, match, "pass")
    clock.advance(LATELY + 1)
    await turn(host, match, "pass")
    quiet = (await posts_of(host, match, "events"))[-1]
    asked = [post.content["seats"] for post in await posts_of(host, match, "turn")]
    waiting = (await table_of(host, match)).open()[0].seat
    assert asked[-1] == [waiting]
    message = await shown(host, quiet)
    assert (message.content, message.mentions) == (None, ())
    assert (await shown(host, (await posts_of(host, match, "turn"))[-1])).mentions == ((ADA, BEN)[waiting],)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", ["zarcana", "varia"])
async def test_every_event_of_a_match_is_in_one_post(database: Database, game: str, seed: int) -> None:
    host, clock, match = await opened(database, game, seed)
    for _ in range(4 if game == "zarcana" else 0):
        await turn(host, match, "draw:1")
    await play_out(host, clock, match, Random(seed), (ADA, BEN))
    rows = await posts_of(host, match, "events")
    told = [number for row in rows for number in range(row.content["first"], row.content["last"] + 1)]
    assert told == [*range(1, (await table_of(host, match)).row.events + 1)]
    quiet = [row for row in rows if quiet_turns.QUIET in row.content]
    assert bool(quiet) == (game == "zarcana")
    usual = {*GAMES[game].quiet, Standing, *RENDERERS[game].turns}
    for row in rows:
        facts = await queries.story(host, match, row.content["first"], row.content["last"])
        assert (row in quiet) == (usual >= {type(fact) for fact in facts}) or game != "zarcana"
    amended = await posts_of(host, match, "amended")
    assert {post.content["post"] for post in amended} <= {row.id for row in quiet}
