"""The steps of `tableside setup`, in their order."""

import asyncio
import os
import secrets
import signal
import subprocess
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Final

import typer
from pydantic import SecretStr

from bot.app import point_at
from bot.cli.errors import StartFailed
from bot.cli.setup import env_file, running, services
from bot.cli.setup.application import INSTALLS, Application, Declined, JoinedServer, TokenRefused
from bot.cli.setup.terminal import ENGLISH, Terminal
from bot.messenger.permissions import invitation
from bot.settings import PREFIX, Settings, load

PORTAL: Final = "https://discord.com/developers/applications"

TOKEN: Final = f"{PREFIX}TOKEN"

PUBLIC_PORT: Final = 8081
"""Where the bot takes Discord's requests over HTTPS from its proxy, unless `.env` names another port."""

PAUSE: Final = 2.0
"""How many seconds pass between two looks for a server that the bot has joined."""

COMPOSE: Final = Path("deploy/compose.yaml")
PASSWORD: Final = "DATABASE_PASSWORD"  # noqa: S105 - the name of a setting
"""The compose file, and the setting in which it finds the password of its database."""


def setup(
    *,
    address: Annotated[
        str | None,
        typer.Option(help="The bot's own HTTPS address, if Discord should send clicks there: https://your.address"),
    ] = None,
) -> int:
    """Go from nothing to a running bot, step by step. Stop whenever you like: it goes on where it was.

    The settings go into .env in this folder. Without a terminal, the first line of the input is the token, and every
    question gets its default answer.
    """
    terminal = Terminal()
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)
    try:
        if address is not None:
            _answer_over_http(address)
        settings = load()
        point_at(settings)
        settings, application = _log_in(terminal, settings)
        _prepare(terminal, application, settings)
        server = _wait_for_server(terminal, application)
        _offer_smoke(terminal, application, server)
        return _start(terminal, application, settings, server, address)
    except TokenRefused as error:
        raise StartFailed(ENGLISH.plain("doctor.token.broken")) from error
    except (Declined, OSError) as error:
        raise StartFailed(str(error)) from error


def _answer_over_http(address: str) -> None:
    """Note in `.env` that interactions come over HTTP. Raises StartFailed."""
    if find_spec("cryptography") is None:
        raise StartFailed(ENGLISH.plain("setup.http.extra"))
    settings = load()
    port = PUBLIC_PORT if settings.public_port is None else settings.public_port
    env_file.write({f"{PREFIX}FRONT": "http", f"{PREFIX}PUBLIC_PORT": str(port)})


def _log_in(terminal: Terminal, settings: Settings) -> tuple[Settings, Application]:
    """Find or ask for a token that Discord accepts, and keep it in `.env`. Raises StartFailed if there is none."""
    terminal.step("setup.token")
    token = None if settings.token is None else settings.token.get_secret_value()
    if token is None:
        terminal.say("setup.token.how", portal=PORTAL)
    while True:
        token = token or terminal.secret("setup.token.ask")
        if token is None:
            raise StartFailed(ENGLISH.plain("doctor.token.set.broken"))
        application = Application(token)
        try:
            found = asyncio.run(application.read()) if token else None
        except TokenRefused as error:
            if TOKEN in os.environ:
                raise StartFailed(ENGLISH.plain("setup.token.environment", name=TOKEN)) from error
            found = None
        if found is not None:
            break
        terminal.say("setup.token.refused", portal=PORTAL)
        token = None
    env_file.write({TOKEN: token})
    terminal.say("setup.token.accepted", name=found["name"], path=str(env_file.ENV.absolute()))
    return settings.model_copy(update={"token": SecretStr(token)}), application


def _prepare(terminal: Terminal, application: Application, settings: Settings) -> None:
    """Set what the application lacks. What Discord does not let us set, a person can set on the portal."""
    terminal.step("setup.application")
    found = asyncio.run(application.read())
    try:
        if not found["description"]:
            asyncio.run(application.describe(ENGLISH.plain("setup.description")))
            terminal.say("setup.application.described")
        if not _is_installable(found.get("integration_types_config")):
            asyncio.run(application.allow_installs())
            terminal.say("setup.application.installable")
        if settings.front == "gateway" and found.get("interactions_endpoint_url"):
            where = str(found["interactions_endpoint_url"])
            if terminal.confirm("setup.application.endpoint", default=True, where=where):
                asyncio.run(application.answer_at(None))
        terminal.say("setup.application.ready")
    except Declined as declined:
        terminal.say("setup.application.declined", why=str(declined), where=f"{PORTAL}/{found['id']}")


def _is_installable(config: object) -> bool:
    """Return whether servers and people can install the application with scopes and permissions that are set."""
    if not isinstance(config, dict):
        return False
    return all(config.get(kind) and config[kind].get("oauth2_install_params") for kind in INSTALLS)


def _wait_for_server(terminal: Terminal, application: Application) -> JoinedServer:
    """Print the invite link, and wait until the bot is in a server."""
    terminal.step("setup.invite")
    joined = asyncio.run(application.joined())
    if not joined:
        number = int(asyncio.run(application.read())["id"])
        terminal.say("setup.invite.how", link=invitation(number))
        terminal.say("setup.invite.waiting")
    while not joined:
        time.sleep(PAUSE)
        joined = asyncio.run(application.joined())
    terminal.say("setup.invite.joined", server=joined[0].name)
    return joined[0]


def _offer_smoke(terminal: Terminal, application: Application, server: JoinedServer) -> None:
    """Offer the smoke test, which needs a channel, a stopped bot, and a person who clicks."""
    terminal.step("setup.smoke")
    if not terminal.confirm("setup.smoke.ask", default=False):
        return
    channels = asyncio.run(application.channels(server.id))
    if not channels:
        terminal.say("setup.smoke.nowhere", server=server.name)
        return
    number = terminal.choose("setup.smoke.where", [f"#{channel.name}" for channel in channels])
    where = ("--guild", str(server.id), "--channel", str(channels[number].id))
    subprocess.run([*services.COMMAND, "smoke", *where], check=False)  # noqa: S603 - this program


def _start(
    terminal: Terminal, application: Application, settings: Settings, server: JoinedServer, address: str | None
) -> int:
    """Start the bot as the person wants, and say what comes next once it is ready. Return the exit code."""
    terminal.step("setup.start")
    since = time.time()
    if running.is_running(settings):
        terminal.say("setup.start.running")
        return _finish(terminal, application, settings, server, address, None, 0.0)
    offers = {"here": True, "user": services.has_systemd(), "system": True, "compose": COMPOSE.exists()}
    forms = [form for form, offered in offers.items() if offered]
    texts = [ENGLISH.plain(f"setup.start.{form}") for form in forms]
    match forms[terminal.choose("setup.start.how", texts)]:
        case "here":
            with running.Bot() as bot:
                code = _finish(terminal, application, settings, server, address, bot.process, since)
                return code or bot.keep(lambda code, pause: terminal.say("setup.start.again", code=code, seconds=pause))
        case "user":
            try:
                services.start_user_service(Path.cwd())
            except services.NoService as error:
                raise StartFailed(str(error)) from error
        case "system":
            Path(services.UNIT).write_text(services.unit(Path.cwd(), user=os.environ.get("USER", "root")), "utf-8")
            terminal.say("setup.start.system.how", unit=services.UNIT)
        case _:
            if PASSWORD not in env_file.names():
                env_file.write({PASSWORD: secrets.token_hex(16)})
            terminal.say("setup.start.compose.how", file=str(COMPOSE))
            terminal.say("setup.next", server=server.name)
            return 0
    return _finish(terminal, application, settings, server, address, None, since)


def _finish(
    terminal: Terminal,
    application: Application,
    settings: Settings,
    server: JoinedServer,
    address: str | None,
    process: "subprocess.Popen[bytes] | None",
    since: float,
) -> int:
    """Wait for the bot and its greeting, tell Discord its address, and say what comes next. Return the exit code."""
    if not running.wait_until_ready(settings, server.id, since, process):
        terminal.say("setup.start.silent")
        return 1
    if address is not None:
        try:
            asyncio.run(application.answer_at(address.rstrip("/")))
            terminal.say("setup.address.taken", address=address)
        except Declined as declined:
            terminal.say("setup.address.refused", address=address, why=str(declined))
            return 1
    terminal.step("setup.done")
    terminal.say("setup.next", server=server.name)
    return 0
