"""`tableside stats`: what is played on all servers together, as CSV."""

from contextlib import closing
from typing import Annotated

import typer

from bot.cli.service_commands import clock_of, naming_the_database
from bot.host.features import HOOKS
from bot.host.kernel.host import Host
from bot.host.kernel.randomness import SystemChance
from bot.host.operations import numbers
from bot.settings import load
from bot.storage.database import Database
from bot.ui.servers.numbers import stats_csv
from engine.registry import EXAMPLES, GAMES


async def stats(
    weeks: Annotated[int, typer.Option(help="How many of the latest weeks.", min=1, max=numbers.KEPT // 7)] = 4,
) -> int:
    """Print what was played on all servers that are counted, by week, as CSV. The bot may be running."""
    found = load()
    with naming_the_database(found):
        database = Database(found.database)
        host = Host(database, {**GAMES, **EXAMPLES}, clock_of(found), SystemChance(), HOOKS)
        try:
            with closing(host.worker_pool):
                told = await numbers.weeks(host, None, weeks)
        finally:
            await database.close()
    typer.echo(stats_csv(told or []).decode("utf-8-sig"), nl=False)
    return 0
