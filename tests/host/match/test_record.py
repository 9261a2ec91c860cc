"""The facts of a whole match, from which the picture of its end is made."""

from random import Random

from sqlalchemy import delete

from bot.host.kernel.host import Host
from bot.host.match import queries
from bot.storage.schema.matches import events
from engine.kit.facts import Standing
from tests.host.players import ADA, BEN, play_out, started
from tests.support.clocks import ManualClock


async def test_points_that_were_not_stored_come_from_replaying_the_match(host: Host, clock: ManualClock) -> None:
    match = await started(host, game="zarcana")
    await play_out(host, clock, match, Random(3), (ADA, BEN))
    whole = await queries.record(host, match)
    async with host.database.transaction() as tx:
        await tx.execute(delete(events).where(events.c.fact["fact"].as_string() == "standing"))
    shown = await queries.table(host, match)
    stored = await queries.story(host, match, 1, shown.match.events)
    assert stored == [fact for fact in whole if not isinstance(fact, Standing)] != whole
    assert await queries.record(host, match) == whole
