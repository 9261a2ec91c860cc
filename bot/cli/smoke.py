"""`tableside smoke`: try every kind of request on a real server, with a person clicking the buttons."""

import asyncio
import signal
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from bot.app import COMMANDS, Tableside, point_at
from bot.cli.errors import StartFailed
from bot.cli.service_commands import refused_start
from bot.host.kernel.clock import SystemClock
from bot.host.kernel.randomness import SystemChance
from bot.settings import Settings, load
from bot.smoke.report import SmokeReport, markdown
from bot.smoke.requests import NoChannel
from bot.smoke.run import run
from bot.ui.games import RENDERERS
from bot.ui.texts.words import Words
from engine.registry import GAMES

ENGLISH: Final = Words(None)


def smoke(
    *,
    guild: Annotated[int, typer.Option(help="The id of a server that the bot is in, for trying things.")],
    channel: Annotated[int, typer.Option(help="The id of a text channel there.")],
    report: Annotated[Path, typer.Option(dir_okay=False, help="Where the report goes, as Markdown.")] = Path(
        "var/smoke.md"
    ),
) -> int:
    """Try every kind of request on a real server. You will click ten times; stop the bot first."""
    settings = load()
    if settings.token is None:
        raise StartFailed("TABLESIDE_TOKEN: no token is set; it is the bot's, from Discord's developer portal")
    point_at(settings)
    report.parent.mkdir(parents=True, exist_ok=True)
    found = asyncio.run(_tried(settings, settings.token.get_secret_value(), guild, channel))
    report.write_text(markdown(found), "utf-8")
    well = sum(step.well for step in found.steps)
    typer.echo(ENGLISH.plain("smoke.told", well=well, count=len(found.steps), path=str(report)))
    if found.left:
        typer.echo(ENGLISH.plain("smoke.left"))
    return 0 if found.well else 1


async def _tried(settings: Settings, token: str, guild: int, channel: int) -> SmokeReport:
    """Run the test until it is done or the process receives a signal to stop."""
    stopped, loop = asyncio.Event(), asyncio.get_running_loop()

    def stop() -> None:
        typer.echo(ENGLISH.plain("smoke.stopping"))
        stopped.set()

    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        loop.add_signal_handler(number, stop)
    with refused_start():
        try:
            return await run(token, guild, channel, await _commands(settings), typer.echo, stopped)
        except NoChannel as error:
            raise StartFailed(f"the bot sees no text channel {error} in this server") from error


async def _commands(settings: Settings) -> list[dict[str, Any]]:
    """Return the payloads of the bot's commands."""
    bot = Tableside(settings, SystemClock(), SystemChance(), GAMES, RENDERERS)
    try:
        await bot.load_extension(COMMANDS)
        return [command.to_dict(bot.tree) for command in bot.tree.get_commands()]
    finally:
        await bot.host.database.close()
