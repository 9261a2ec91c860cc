"""A whole smoke test, from the first request to the report."""

import asyncio
import platform
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

import discord
from discord.http import Route

from bot import __version__
from bot.smoke import clicks, requests
from bot.smoke.clicks import Clicks, Tell
from bot.smoke.report import SmokeReport
from bot.smoke.session import SmokeClient, SmokeSession


async def run(
    token: str,
    guild: int,
    channel: int,
    known: Sequence[Any],
    tell: Tell,
    stopped: asyncio.Event,
    patience: float = clicks.PATIENCE,
) -> SmokeReport:
    """Run the whole test in a channel of a server until it is done or stopped, and clean up in either case.

    Args:
        token: the bot's token.
        guild: the id of the server.
        channel: the id of a text channel there.
        known: the payloads of the bot's commands.
        tell: shows an instruction to the person who clicks.
        stopped: set to end the test early.
        patience: for how many seconds to wait for a click.

    Raises NoChannel, and the errors of discord.py and aiohttp if the bot cannot log in.
    """
    now = discord.utils.utcnow().strftime("%Y-%m-%d %H:%M UTC")
    ran_on = (
        f"Run on {now} against {urlsplit(Route.BASE).hostname} by Tableside {__version__} "
        f"with discord.py {discord.__version__} on Python {platform.python_version()}."
    )
    async with SmokeClient() as client:
        await client.login(token)
        session = SmokeSession(client, guild, channel, SmokeReport(ran_on, [], []))
        testing = asyncio.create_task(_try_all(session, known, tell, patience))
        stopping = asyncio.create_task(stopped.wait())
        await asyncio.wait({testing, stopping}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        if testing.cancel():
            await asyncio.wait({testing})
            session.note("the rest of the test", ("reached",), "not reached: it was stopped")
        await session.clean_up()
        if not testing.cancelled():
            testing.result()
        return session.report


async def _try_all(session: SmokeSession, known: Sequence[Any], tell: Tell, patience: float) -> None:
    await requests.server(session)
    await requests.register_commands(session, known, clicks.smoke_commands())
    thread = await requests.threads(session, await requests.messages(session))
    await requests.attachments(session)
    await requests.events(session)
    await requests.roles(session)
    await requests.emojis(session)
    await requests.refusals(session)
    await _click(session, tell, patience)
    await requests.people(session, thread)


async def _click(session: SmokeSession, tell: Tell, patience: float) -> None:
    """Connect to the gateway, through which clicks arrive, and ask for them."""
    connection = asyncio.create_task(session.client.connect())
    try:
        await Clicks(session, tell, connection, patience).run()
    finally:
        connection.cancel()
        await asyncio.wait({connection})
