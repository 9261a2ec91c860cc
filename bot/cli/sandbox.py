"""The command for the local Discord. It imports nothing of the bot, which runs in a process of its own."""

import asyncio
import os
import socket
import sys
from collections.abc import Mapping
from contextlib import AsyncExitStack
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from bot.cli.errors import StartFailed
from bot.cli.signals import until_stopped
from bot.settings import Settings, load

WORLD = Path("var/sandbox.json")
"""Where the sandbox stores its state between runs, because the bot does not resend earlier messages."""

CLOCK = Path("var/sandbox.clock").absolute()
"""Where the sandbox publishes and keeps its time if the bot follows its clock; the bot may start elsewhere."""


class TimeKeeping(StrEnum):
    """Whose clock the bot in the sandbox follows."""

    MACHINE = "machine"
    SANDBOX = "sandbox"


async def sandbox(
    *,
    alone: Annotated[bool, typer.Option("--alone", help="Start the local Discord without the bot.")] = False,
    clock: Annotated[
        TimeKeeping, typer.Option(help="Whose clock the bot follows; the sandbox's can be moved in the chat page.")
    ] = TimeKeeping.MACHINE,
) -> int:
    """Run a local Discord with the bot in it, and print the address of its chat page. No token is needed."""
    try:
        from sandbox.clock import seconds_ahead  # noqa: PLC0415 - part of an extra that a host does not install
        from sandbox.description import PLAY_WORLD  # noqa: PLC0415 - the same
        from sandbox.errors import CannotDo  # noqa: PLC0415 - the same
        from sandbox.schema import find_openapi  # noqa: PLC0415 - the same
        from sandbox.server import Sandbox  # noqa: PLC0415 - the same
    except ImportError as error:
        raise StartFailed("the sandbox needs an extra: pip install 'tableside[sandbox]'") from error

    settings = load()
    openapi = settings.openapi or find_openapi()
    clock_file = CLOCK if clock is TimeKeeping.SANDBOX else None
    async with AsyncExitStack() as held:
        try:
            if clock_file is None and seconds_ahead(CLOCK):
                raise StartFailed(f"{CLOCK}: the saved world is ahead of this machine's time: add --clock sandbox")
            port = settings.sandbox_port
            begun = Sandbox(PLAY_WORLD, port=port, openapi=openapi, snapshot=WORLD, clock_file=clock_file)
            local = await held.enter_async_context(begun)
        except CannotDo as error:
            raise StartFailed(f"{error}; without it and the bot's database, the sandbox starts from scratch") from error
        except OSError as error:
            raise StartFailed(f"TABLESIDE_SANDBOX_PORT: {error}") from error
        pointing = {
            "TABLESIDE_TOKEN": local.token,
            "TABLESIDE_DISCORD_API": local.api_base,
            "TABLESIDE_DISCORD_GATEWAY": local.gateway_url,
            "TABLESIDE_DISCORD_CDN": local.cdn_base,
            **({} if clock_file is None else {"TABLESIDE_CLOCK_FILE": str(clock_file)}),
        }
        typer.echo(f"The chat page: {local.page_url}")
        if openapi is None:
            typer.echo("Discord's OpenAPI file was not found, so requests are not checked against it.")
        if alone:
            typer.echo("The settings of a bot that is to take it for Discord:\n")
            for name, value in pointing.items():
                typer.echo(f"{name}={value}")
        bot = None if alone else asyncio.create_task(_keep_running({**pointing, **_own_pages(settings)}))
        await until_stopped()
        if bot is not None:
            bot.cancel()
            await asyncio.gather(bot, return_exceptions=True)
    return 0


def _own_pages(settings: Settings) -> dict[str, str]:
    """Return the settings with which the bot serves match pages on this machine, unless it has a public address."""
    if settings.public_url is not None:
        return {}
    port = settings.public_port or _free_port()
    return {"TABLESIDE_PUBLIC_URL": f"http://127.0.0.1:{port}", "TABLESIDE_PUBLIC_PORT": str(port)}


def _free_port() -> int:
    """Return a port of this machine that nothing uses; the bot gets the same one whenever it is restarted."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


async def _keep_running(pointing: Mapping[str, str]) -> None:
    """Run the bot in a process of its own, with settings that point it at a sandbox. Restart it whenever it ends."""
    environment = {
        **os.environ,
        **pointing,
        "TABLESIDE_DATABASE": os.environ.get("TABLESIDE_DATABASE", "sqlite+aiosqlite:///var/sandbox.db"),
    }
    while True:
        process = await asyncio.create_subprocess_exec(sys.executable, "-P", "-m", "tableside", "run", env=environment)
        try:
            await process.wait()
        except asyncio.CancelledError:
            process.terminate()
            await process.wait()
            raise
        await asyncio.sleep(1)
