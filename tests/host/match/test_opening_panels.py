"""Panels that are opened while somebody else's click is being stored, on PostgreSQL, where each locks rows."""

import asyncio

from msgspec.structs import replace

from bot.host.features import HOOKS
from bot.host.kernel.click import Click
from bot.host.kernel.host import Host
from bot.host.match import panel_actions
from bot.storage import matches, panels
from engine.registry import GAMES
from tests.host.held_transactions import doing, stands
from tests.host.players import ADA, click, started
from tests.support.chance import SeededChance
from tests.support.clocks import ManualClock
from tests.support.databases import postgres


def shown_by(name: str) -> Click:
    """A click of Ada's that is answered with her panel; its token is the name."""
    return replace(click(ADA), token=name)


async def test_who_opens_a_panel_holds_nothing_that_a_click_waits_for(server: str) -> None:
    """Else the two could wait for each other: the click for the panel's row, and the panel for the match's."""
    async with postgres(server) as database:
        host = Host(database, GAMES, ManualClock(), SeededChance(7), HOOKS)
        await host.store_sets()
        match = await started(host)
        await panel_actions.look(host, match, ADA, shown_by("first"))
        async with database.transaction() as other:
            await matches.get(other, match, lock=True)
            opening = doing(lambda: panel_actions.look(host, match, ADA, shown_by("second")))
            await asyncio.wait_for(stands(database, opening), 60)
            assert await panels.mark(other, match, 0)
        await opening
        host.worker_pool.close()
