"""Forecasts for panels: computed in the drawing process, while nothing else waits for them."""

import asyncio
import secrets
from typing import Final

import structlog
from msgspec.structs import replace

from bot.host.kernel.host import Host
from bot.host.kernel.process_cards import UnknownCards
from bot.host.match.foresight import Forecasts, forecasts_of, foreseen, question
from bot.host.match.panel_actions import Panel
from bot.process_pool import WorkLost
from bot.rendering.pictures import soon
from bot.storage import set_versions
from bot.ui.pictures.drawing_process import begun

PATIENCE: Final = 0.8
"""How many seconds a panel waits for its forecasts, before it goes without any."""

log = structlog.get_logger()


async def with_forecasts(host: Host, shown: Panel) -> Panel:
    """Return a panel with its forecasts: that of its draft, and one after each choice that it offers.

    It has none of them if they take too long or fail, which is logged as an incident.
    """
    foresight = shown.foresight
    if foresight is None:
        return shown
    if foresight.computing is None:
        foresight.computing = asyncio.ensure_future(_computed(host, shown, foresight.state))
    computing = foresight.computing
    try:
        found = await soon(host.clock, asyncio.shield(computing), PATIENCE)
    except WorkLost:  # which is an incident already
        found, foresight.computing = None, None
    except Exception:
        log.exception("incident", incident=secrets.token_hex(4), kind="forecast", match=shown.match.id)
        found = None
    if found is None:
        return shown
    outlooks = {} if shown.question is None else found.outlooks
    return replace(shown, forecast=found.forecast, outlooks=outlooks)


async def _computed(host: Host, shown: Panel, state: object) -> Forecasts:
    game, hashes = host.games[shown.match.game], tuple(shown.match.sets)
    asked = question(game, hashes, state, shown.seat)
    computing = begun(foreseen, asked)
    if computing is None:
        return forecasts_of(game, state, shown.seat)
    try:
        return await asyncio.wrap_future(computing)
    except UnknownCards:
        async with host.database.reading() as connection:
            contents = tuple(await set_versions.contents(connection, hashes))
    again = begun(foreseen, replace(asked, contents=contents))
    return forecasts_of(game, state, shown.seat) if again is None else await asyncio.wrap_future(again)
