"""Panels that are opened while somebody else's click is being stored, on PostgreSQL, where each locks rows."""

import asyncio

from msgspec.structs import replace
from sqlalchemy import select

from bot.host.features import HOOKS
from bot.host.kernel.click import Click
from bot.host.kernel.host import Host
from bot.host.match import panel_actions
from bot.storage import matches, panels
from bot.storage.schema import panel_tokens, surfaces
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


async def test_of_two_panels_opened_in_two_processes_at_once_one_says_where_the_hand_is(server: str) -> None:
    async with postgres(server) as database:
        hosts = [Host(database, GAMES, ManualClock(), SeededChance(seed), HOOKS) for seed in (7, 8)]
        await hosts[0].store_sets()
        match = await started(hosts[0])
        opened = {"first": 71, "second": 72}
        pairs = list(zip(hosts, opened.items(), strict=True))
        await asyncio.gather(*(panel_actions.look(host, match, ADA, shown_by(token)) for host, (token, _) in pairs))
        await asyncio.gather(*(panel_actions.opened(host, match, *each) for host, each in pairs))
        async with database.reading() as connection:
            rows = await connection.execute(
                select(surfaces.c.kind, surfaces.c.message, surfaces.c.wanted > surfaces.c.shown, panel_tokens.c.token)
                .join(panel_tokens, panel_tokens.c.surface == surfaces.c.id)
                .order_by(surfaces.c.kind)
            )
            (kind, message, stale, token), (replaced, before, waits, used) = rows.all()
        assert (kind, stale, replaced, waits) == ("panel", False, "replaced", True)
        assert {token: message, used: before} == opened
        for host in hosts:
            host.worker_pool.close()
