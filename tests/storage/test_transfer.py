"""Everything moves from SQLite to PostgreSQL, and a match goes on there as if nothing had happened."""

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import select, text

from bot.host.features import HOOKS
from bot.host.kernel.host import Host
from bot.host.match import panel_actions
from bot.storage.database import Database
from bot.storage.schema import matches, metadata
from bot.storage.transfer import LEFT, NotMoved, transfer
from engine.registry import GAMES
from tests.host.players import ADA, BEN, click, click_randomly, probe_of, started
from tests.probe import PROBE
from tests.support.chance import SeededChance
from tests.support.clocks import ManualClock
from tests.support.databases import postgres, sqlite


@pytest.fixture
async def old(tmp_path: Path) -> AsyncIterator[Host]:
    """A host over SQLite with a match that is over and two that run."""
    async with sqlite(tmp_path) as database:
        host = Host(database, {**GAMES, "probe": PROBE}, ManualClock(), SeededChance(7), HOOKS)
        await host.store_sets()
        await panel_actions.leave(host, click(BEN), await probe_of(host))
        await started(host, pace="daily")
        match = await probe_of(host)
        for _ in range(4):
            await click_randomly(host, match, ADA, Random(2))
        yield host


@pytest.fixture
async def new(server: str) -> AsyncIterator[Database]:
    async with postgres(server) as database:
        yield database


async def test_every_row_arrives_and_numbers_go_on(old: Host, new: Database) -> None:
    told: dict[str, int] = {}
    await transfer(old.database, new, told.__setitem__)
    assert set(told) == {table.name for table in metadata.sorted_tables if table not in LEFT}
    assert told["matches"] == 3
    assert told["events"] > 0
    host = Host(new, old.games, old.clock, SeededChance(8), HOOKS)
    await host.store_sets()
    before, after = [await panel_actions.show(each, 3, ADA) for each in (old, host)]
    assert (before.view, before.draft.made, before.deadline) == (after.view, after.draft.made, after.deadline)
    assert await click_randomly(host, 3, ADA, Random(3)) is not None
    assert await probe_of(host) == 4


async def test_nothing_moves_into_a_database_that_is_in_use(old: Host, new: Database) -> None:
    await Host(new, old.games, old.clock, SeededChance(8), HOOKS).store_sets()
    with pytest.raises(NotMoved, match="card_sets"):
        await transfer(old.database, new, lambda *_: None)


async def test_a_row_that_arrives_as_another_stops_the_move(old: Host, new: Database) -> None:
    async with new.transaction() as tx:
        await tx.execute(
            text(
                "CREATE FUNCTION spoil() RETURNS trigger AS "
                "$$ BEGIN NEW.channel := NEW.channel + 1; RETURN NEW; END $$ LANGUAGE plpgsql"
            )
        )
        await tx.execute(text("CREATE TRIGGER spoil BEFORE INSERT ON matches FOR EACH ROW EXECUTE FUNCTION spoil()"))
    with pytest.raises(NotMoved, match="arrived as another"):
        await transfer(old.database, new, lambda *_: None)
    async with new.reading() as connection:
        assert (await connection.execute(select(matches))).first() is None, "all or nothing"
