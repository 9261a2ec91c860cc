"""Whatever goes on while somebody's data is deleted: afterwards no row of any table holds the person's id.

A use case is held before each of its commits, in a process of its own, and the person is deleted meanwhile in another
one. On SQLite a writer is alone anyhow, so this is about PostgreSQL.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from itertools import count
from typing import Any, Final, TypeAlias

import pytest
from msgspec import Struct
from sqlalchemy import select

from bot.host import lobby
from bot.host.card_sets import uploads
from bot.host.collections import boosters, collection, trades
from bot.host.decks import personal
from bot.host.features import HOOKS
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.lobby import Opening, stakes
from bot.host.match import away, panel_actions
from bot.host.operations import closing, privacy
from bot.host.people import blocks, settings
from bot.host.tournament import creation, entry, management, rounds
from bot.storage import copies
from bot.storage.database import Database
from bot.storage.schema import metadata
from engine.registry import GAMES
from tests.host.card_sets.test_uploads import TINY
from tests.host.collections.collectors import FIVE, GAME, GUILD, TEN, check, for_keeps, give, table_for
from tests.host.held_transactions import doing, held, reached_or_done, stands
from tests.host.players import CHANNEL, answer, begin, click
from tests.probe import PROBE
from tests.support.chance import SeededChance
from tests.support.clocks import ManualClock

_ids = count(910_000_000_000_000_000)


class People(Struct, frozen=True):
    """Who takes part: the first one is deleted. Their ids stand in no row by chance."""

    ada: int
    ben: int
    cleo: int


Act: TypeAlias = Callable[[], Awaitable[Any]]
Scene: TypeAlias = Callable[[Host, People], Awaitable[Act]]
"""Prepares what a use case needs, and returns the use case."""

SCENES: Final[dict[str, Scene]] = {}


def scene(prepare: Scene) -> Scene:
    SCENES[prepare.__name__] = prepare
    return prepare


def at_once(name: str, act: Callable[[Host, People], Awaitable[Any]]) -> None:
    """A use case that needs nothing."""

    async def prepare(host: Host, who: People) -> Act:
        return lambda: act(host, who)

    SCENES[name] = prepare


at_once("trading_with_somebody", lambda h, w: trades.open_trade(h, click(w.ada), w.ben))
at_once("being_asked_for_a_trade", lambda h, w: trades.open_trade(h, click(w.ben), w.ada))
at_once("beginning_a_collection", lambda h, w: collection.begin(h, click(w.ada), GAME, "Foundry"))
at_once("opening_a_table", lambda h, w: lobby.open_table(h, click(w.ada), table_of_probe(h)))
at_once("being_challenged", lambda h, w: lobby.open_table(h, click(w.ben), table_of_probe(h, w.ada)))
at_once("going_away", lambda h, w: away.go(h, click(w.ada), 3))
at_once("blocking", lambda h, w: blocks.change(h, w.ada, w.ben))
at_once("being_blocked", lambda h, w: blocks.change(h, w.ben, w.ada))
at_once("changing_a_setting", lambda h, w: settings.change_person(h, w.ada, "pictures", ["no"]))
at_once("building_a_deck", lambda h, w: personal.build(h, click(w.ada), None, "varia", "Mine", "Deck"))
at_once("making_a_tournament", lambda h, w: creation.create(h, click(w.ada), GUILD, CHANNEL, "artbot", "Friday"))
at_once("uploading_a_set", lambda h, w: uploads.upload(h, click(w.ada), GUILD, "tiny.toml", TINY.encode()))


def table_of_probe(host: Host, opponent: int | None = None) -> Opening:
    options, asked = host.games["probe"].spec.options(), () if opponent is None else (opponent,)
    return Opening("probe", "live", GUILD, CHANNEL, options, opponents=asked, seats=2)


async def probe_of(host: Host, who: People) -> int:
    """A running match of Ada and Ben."""
    opened = await lobby.open_table(host, click(who.ada), table_of_probe(host))
    assert opened is not None
    await lobby.join(host, click(who.ben), opened.match.id)
    await begin(host, click(who.ada), opened.match.id)
    return opened.match.id


async def waiting_for_ada(host: Host, who: People) -> int:
    opened = await lobby.open_table(host, click(who.ben), table_of_probe(host))
    assert opened is not None
    return opened.match.id


async def offered(host: Host, who: People) -> tuple[int, int]:
    """A trade for which both offer a card, and its revision."""
    await give(host, who.ada, FIVE)
    await give(host, who.ben, FIVE)
    opened = await trades.open_trade(host, click(who.ada), who.ben)
    assert opened is not None
    trade = opened.row.id
    await trades.offer(host, click(who.ada), trade, {(GAME, "PHY1"): 1})
    return trade, (await trades.offer(host, click(who.ben), trade, {(GAME, "PSY1"): 1})).row.revision


async def open_tournament(host: Host, who: People) -> int:
    made = await creation.create(host, click(who.cleo), GUILD, CHANNEL, "artbot", "Friday")
    assert made is not None
    await creation.announce(host, click(who.cleo), made.row.id, manages=False)
    return made.row.id


@scene
async def opening_a_pack(host: Host, who: People) -> Act:
    async with host.database.transaction() as tx:
        await copies.count_finished(tx, who.ada, host.now())
    await boosters.look(host, who.ada, GAME)
    return lambda: boosters.open_pack(host, click(who.ada), GAME, "please")


@scene
async def looking_at_a_pack(host: Host, who: People) -> Act:
    async with host.database.transaction() as tx:
        await copies.count_finished(tx, who.ada, host.now())
    return lambda: boosters.look(host, who.ada, GAME)


@scene
async def a_reversal(host: Host, who: People) -> Act:
    for user in (who.ada, who.ben):
        await give(host, user, TEN)
    match = await for_keeps(host, (who.ada, who.ben), TEN)
    await panel_actions.leave(host, click(who.ada), match)
    return lambda: closing.reverse(host, click(who.cleo), GUILD, match, "cheating")


@scene
async def the_end_of_a_match_for_keeps(host: Host, who: People) -> Act:
    for user in (who.ada, who.ben):
        await give(host, user, TEN)
    match = await for_keeps(host, (who.ada, who.ben), TEN)
    return lambda: panel_actions.leave(host, click(who.ben), match)


@scene
async def putting_cards_at_stake(host: Host, who: People) -> Act:
    for user in (who.ada, who.ben):
        await give(host, user, FIVE)
    match = await table_for(host, (who.ben, who.ada))
    await stakes.offer(host, click(who.ben), match)
    for user in (who.ben, who.ada):
        await stakes.agree_to_stakes(host, click(user), match, (await stakes.look(host, match, user)).digest)
    return lambda: begin(host, click(who.ben), match)


@scene
async def offering_in_a_trade(host: Host, who: People) -> Act:
    trade, _ = await offered(host, who)
    return lambda: trades.offer(host, click(who.ada), trade, {(GAME, "PHY1"): 2})


@scene
async def settling_a_trade(host: Host, who: People) -> Act:
    trade, revision = await offered(host, who)
    await trades.agree(host, click(who.ada), trade, revision)
    return lambda: trades.agree(host, click(who.ben), trade, revision)


@scene
async def joining_a_table(host: Host, who: People) -> Act:
    match = await waiting_for_ada(host, who)
    return lambda: lobby.join(host, click(who.ada), match)


@scene
async def saying_a_lucky_word(host: Host, who: People) -> Act:
    match = await waiting_for_ada(host, who)
    await lobby.join(host, click(who.ada), match)
    return lambda: lobby.say_word(host, click(who.ada), match, "please")


@scene
async def starting_a_match(host: Host, who: People) -> Act:
    match = await waiting_for_ada(host, who)
    await lobby.join(host, click(who.ada), match)
    return lambda: begin(host, click(who.ben), match)


@scene
async def asking_for_a_rematch(host: Host, who: People) -> Act:
    match = await probe_of(host, who)
    await panel_actions.leave(host, click(who.ada), match)
    return lambda: lobby.rematch(host, click(who.ben), match)


@scene
async def a_pick(host: Host, who: People) -> Act:
    match = await probe_of(host, who)
    return lambda: answer(host, match, who.ada, "done")


@scene
async def leaving_a_match(host: Host, who: People) -> Act:
    match = await probe_of(host, who)
    return lambda: panel_actions.leave(host, click(who.ada), match)


@scene
async def watching(host: Host, who: People) -> Act:
    match = await waiting_for_ada(host, who)
    return lambda: lobby.watch(host, click(who.ada), match)


@scene
async def a_match_that_is_stopped(host: Host, who: People) -> Act:
    match = await probe_of(host, who)
    return lambda: closing.by_moderator(host, click(who.cleo), GUILD, match, "enough")


@scene
async def a_channel_that_is_gone(host: Host, who: People) -> Act:
    await probe_of(host, who)
    return lambda: closing.channel_gone(host, CHANNEL)


@scene
async def entering_a_tournament(host: Host, who: People) -> Act:
    number = await open_tournament(host, who)
    return lambda: entry.join(host, click(who.ada), number, "Ada", ())


@scene
async def being_invited_to_a_tournament(host: Host, who: People) -> Act:
    number = await open_tournament(host, who)
    return lambda: management.invite(host, click(who.cleo), number, who.ada, "Ada", manages=False)


@scene
async def the_start_of_a_tournament(host: Host, who: People) -> Act:
    number = await open_tournament(host, who)
    for user in (who.ada, who.ben):
        await entry.join(host, click(user), number, "Somebody", ())
    return lambda: rounds.start(host, click(who.cleo), number, manages=False)


@scene
async def announcing_a_tournament(host: Host, who: People) -> Act:
    made = await creation.create(host, click(who.ada), GUILD, CHANNEL, "artbot", "Friday")
    assert made is not None
    return lambda: creation.announce(host, click(who.ada), made.row.id, manages=False)


@pytest.fixture
async def hosts(server: str, database: Database, clock: ManualClock) -> AsyncIterator[tuple[Host, Host]]:
    """Two processes on one database."""
    other = Database(database.url.render_as_string(hide_password=False))
    found = tuple(Host(each, {**GAMES, "probe": PROBE}, clock, SeededChance(7), HOOKS) for each in (database, other))
    for host in found:
        await host.store_sets()
    yield found[0], found[1]
    await other.close()


on_postgres = pytest.mark.parametrize("database", ["postgres"], indirect=True)


async def deleted_beside(hosts: tuple[Host, Host], prepare: Scene, who: People, moment: str, nth: int) -> bool:
    """Delete Ada while a use case is held at a moment, and return whether it comes to that moment."""
    one, two = hosts
    act = await prepare(one, who)
    with held(one.database, moment, nth) as hold:
        acting = doing(act)
        reached = await reached_or_done(hold, acting)
        deleting = doing(lambda: privacy.forget(two, who.ada))
        await stands(two.database, deleting)
        hold.go_on.set()
        await deleting
        with suppress(Refused):
            await acting
    return reached


async def rows_with(host: Host, user: int) -> list[tuple[str, object]]:
    """Every row of any table in which a person's id stands, in a column of its own or within a text or JSON."""
    async with host.database.reading() as connection:
        return [
            (table.name, row)
            for table in metadata.sorted_tables
            for row in await connection.execute(select(table))
            if any(str(user) in str(value) for value in row)
        ]


@on_postgres
@pytest.mark.parametrize("name", SCENES)
async def test_no_row_holds_the_id_of_who_was_deleted_while_something_was_going_on(
    hosts: tuple[Host, Host], name: str
) -> None:
    for nth in count(1):
        who = People(next(_ids), next(_ids), next(_ids))
        reached = await deleted_beside(hosts, SCENES[name], who, "commit", nth)
        assert await rows_with(hosts[0], who.ada) == []
        if not reached:
            assert nth > 1, "the use case was never held"
            break


@on_postgres
async def test_an_upload_that_is_being_proved_while_its_uploader_is_deleted_is_nobodys(
    hosts: tuple[Host, Host],
) -> None:
    who = People(next(_ids), next(_ids), next(_ids))
    assert await deleted_beside(hosts, SCENES["uploading_a_set"], who, "begin", 2)
    assert await rows_with(hosts[0], who.ada) == []


@on_postgres
async def test_copies_are_conserved_while_their_owner_is_deleted(hosts: tuple[Host, Host]) -> None:
    who = People(next(_ids), next(_ids), next(_ids))
    assert await deleted_beside(hosts, SCENES["a_reversal"], who, "commit", 1)
    await check(hosts[0], 20)
