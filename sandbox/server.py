"""The sandbox itself: one process on this machine that a bot uses in place of Discord.

async with Sandbox() as sandbox:
    ...  # point a bot at sandbox.api_base and sandbox.gateway_url with sandbox.token
"""

from __future__ import annotations

import asyncio
import math
import signal
import socket
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from aiohttp import web

from sandbox.cdn import Cdn
from sandbox.channel_types import ARCHIVE_MINUTES
from sandbox.clock import WALL_TIME, ClockFile, SandboxClock, TimeSource
from sandbox.control.people import PeopleApi
from sandbox.control.requests import guard
from sandbox.control.seats import SeatUpdates
from sandbox.control.world import WorldApi
from sandbox.description import DEFAULT_WORLD, WorldDescription
from sandbox.endpoint import BotEndpoint, SigningKey, WebhookEvents
from sandbox.faults import Faults
from sandbox.findings import Finding, Findings
from sandbox.gateway import Gateway, GatewaySettings
from sandbox.interactions import Interactions, InteractionSettings
from sandbox.journal import Journal
from sandbox.parts import Parts
from sandbox.people import People
from sandbox.rest.api import Api
from sandbox.rest.gateway_routes import ADDRESSES
from sandbox.rest.limits import LimitMode, Limits, LimitSettings
from sandbox.rest.quotas import CommandQuotas, Nonces, Quota
from sandbox.schema import SchemaChecker
from sandbox.world import ThreadLimits, World, load, save
from sandbox.world.payloads import GATEWAY_ONLY

if TYPE_CHECKING:
    import ssl
    from collections.abc import Callable
    from types import TracebackType

    from sandbox.wire import Json
    from sandbox.world import Happening

_HOST: Final = "127.0.0.1"
_GATEWAY_BY_NAME: Final = "wss://gateway.discord.gg/"
_PAGE: Final = Path(__file__).parent / "page"
_LEAST_IDLE: Final = ARCHIVE_MINUTES[0] * 60.0
_LARGEST_REQUEST: Final = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class SandboxSettings:
    """Sizes, times and strictness that a test can change. Times are in seconds.

    Attributes:
        limits: the mode of the rate limits: `off`, `observe` (report a finding but refuse nothing) or `enforce`.
        nonce_window: how long a nonce is remembered.
        new_dms: the number of direct messages that may be opened within `new_dms_window`.
        threads: the number of active threads that a server has room for.
    """

    gateway: GatewaySettings = field(default_factory=GatewaySettings)
    interactions: InteractionSettings = field(default_factory=InteractionSettings)
    limits: LimitMode = "observe"
    limit_sizes: LimitSettings = field(default_factory=LimitSettings)
    nonce_window: float = 300.0
    new_dms: int = 60
    new_dms_window: float = 60.0
    threads: ThreadLimits = field(default_factory=ThreadLimits)


class Sandbox:
    """A local Discord that runs for the length of its `async with` block.

    Args:
        world: the initial servers, people and channels.
        port: the port to listen on; 0 takes any free port.
        clock: the source of the current time; a test can pass one that it moves itself (see `SandboxClock`).
        clock_file: a file by which bots follow the sandbox's clock, and which keeps it between runs (see `ClockFile`).
        settings: sizes and times.
        openapi: Discord's OpenAPI file; without it, nothing is validated against schemas.
        snapshot: a file that keeps the world between runs; None starts from scratch.
        tls: also serve TLS on `tls_port`, for a bot that connects to Discord's real host names.
    """

    def __init__(
        self,
        world: WorldDescription = DEFAULT_WORLD,
        *,
        port: int = 0,
        clock: TimeSource = WALL_TIME,
        clock_file: Path | None = None,
        settings: SandboxSettings | None = None,
        openapi: Path | None = None,
        snapshot: Path | None = None,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self.description = world
        self.settings = settings or SandboxSettings()
        self.clock = SandboxClock(clock)
        self.clock_file: ClockFile | None = None
        self.token = world.token
        self.port = port
        self.tls_port = 0
        self._followed_by = clock_file
        self._openapi = openapi
        self._snapshot = snapshot
        self._tls = tls
        self._key = SigningKey(self.token)
        self._endpoint: BotEndpoint | None = None
        self._webhook: WebhookEvents | None = None
        self._runner: web.AppRunner | None = None
        self._archiving: asyncio.Task[None] | None = None

    # ---------------------------------------------------------------- addresses

    @property
    def address(self) -> str:
        """The address of this sandbox, without a path."""
        return f"http://{_HOST}:{self.port}"

    @property
    def api_base(self) -> str:
        """The REST API's base, for `discord.http.Route.BASE`."""
        return f"{self.address}/api/v10"

    @property
    def gateway_url(self) -> str:
        """The gateway's address, for `discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY`."""
        return f"ws://{_HOST}:{self.port}/"

    @property
    def cdn_base(self) -> str:
        """The CDN's base, for `discord.asset.Asset.BASE`."""
        return self.address

    @property
    def page_url(self) -> str:
        """The chat page's address."""
        return f"{self.address}/"

    @property
    def application_id(self) -> int:
        """The bot application's id."""
        return self.parts.world.application_id

    @property
    def public_key(self) -> str:
        """The key with which a bot verifies interactions sent over HTTP, in hexadecimal."""
        return self.parts.public_key

    # ------------------------------------------------------------------ serving

    async def __aenter__(self) -> Self:
        """Start listening, with the world ready."""
        listener = socket.create_server((_HOST, self.port))
        self.port = listener.getsockname()[1]
        self._build()
        app = self._application()
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        await web.SockSite(self._runner, listener).start()
        if self._tls is not None:
            secure = socket.create_server((_HOST, 0))
            self.tls_port = secure.getsockname()[1]
            await web.SockSite(self._runner, secure, ssl_context=self._tls).start()
        self._archiving = asyncio.create_task(self._archive_idle_threads())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop, and save the world if a snapshot file was given."""
        if self._archiving is not None:
            self._archiving.cancel()
            with suppress(asyncio.CancelledError):
                await self._archiving
        for address in (self._endpoint, self._webhook):
            if address is not None:
                await address.close()
        await self._seats.close()
        await self.parts.gateway.close()
        if self._runner is not None:
            await self._runner.cleanup()
        if self._snapshot is not None:
            save(self.parts.world, self._snapshot)

    async def _archive_idle_threads(self) -> None:
        """Archive threads when their period of inactivity ends.

        No thread's period is shorter than an hour, so a thread changed between two checks falls due after the second.
        """
        backend, clock = self.parts.world.backend, self.clock
        while True:
            due = min(backend.next_idle() or math.inf, clock.seconds() + _LEAST_IDLE)
            await clock.reach(partial(float, due))
            backend.archive_idle(clock.seconds())

    def _build(self) -> None:
        """Create the parts and connect them to each other."""
        settings, clock = self.settings, self.clock
        if self._followed_by is not None:
            self.clock_file = ClockFile(self._followed_by, clock)
        journal = Journal(clock.seconds)
        findings = Findings(self._found)
        schema = SchemaChecker(self._openapi, findings)
        if not schema.active:
            journal.write("complaint", "without Discord's OpenAPI file nothing is held against its schemas")
        world = World(self.description, clock, self.cdn_base)
        if self._snapshot is not None and self._snapshot.exists():
            load(world, self._snapshot)
        world.backend.thread_limits = settings.threads
        gateway = Gateway(world, clock, journal, findings, settings.gateway, self.token, schema.check_event)
        gateway.address = self.gateway_url if self._tls is None else _GATEWAY_BY_NAME
        interactions = Interactions(world, clock, settings.interactions)
        self.parts = Parts(
            token=self.token,
            public_key=self._key.public,
            world=world,
            clock=clock,
            journal=journal,
            findings=findings,
            schema=schema,
            gateway=gateway,
            interactions=interactions,
            faults=Faults(lambda fault, where: journal.write("fault", where, asdict(fault))),
            limits=Limits(settings.limits, clock, findings, settings.limit_sizes),
            nonces=Nonces(clock, settings.nonce_window),
            dms=Quota(clock, settings.new_dms, settings.new_dms_window, "dms_too_fast"),
            command_quotas=CommandQuotas(clock),
        )
        self.people = People(world, interactions, journal)
        self._seats = SeatUpdates(world, gateway)
        self._world_api = WorldApi(self.parts, self.facts, {"endpoint": self.use_endpoint, "webhook": self.use_webhook})
        self._api = Api(self.parts, dict(zip(ADDRESSES, (self.use_endpoint, self.use_webhook), strict=True)))
        world.listeners.append(self._joined)

    def _application(self) -> web.Application:
        cdn = Cdn(self.parts.world.file, self.cdn_base, self.parts.faults)
        app = web.Application(client_max_size=_LARGEST_REQUEST, middlewares=[guard])
        app.router.add_get("/", self._front_door)
        app.router.add_get("/attachments/{tail:.*}", cdn.serve)
        app.router.add_get("/avatars/{user}/{file}", cdn.serve_avatar)
        app.router.add_get(r"/emojis/{emoji:\d+}.{kind:png|webp}", cdn.serve_emoji)
        app.router.add_route("*", "/api/v10/{tail:.*}", self._api.serve)
        app.router.add_routes(PeopleApi(self.parts, self.people, self._seats).routes())
        app.router.add_routes(self._world_api.routes())
        app.router.add_static("/page", _PAGE)
        return app

    async def _front_door(self, request: web.Request) -> web.StreamResponse:
        """Serve the gateway to a WebSocket request and the chat page to any other; both share one address."""
        if request.headers.get("Upgrade", "").lower() == "websocket":
            return await self.parts.gateway.serve(request)
        return web.FileResponse(_PAGE / "index.html")

    def _found(self, finding: Finding) -> None:
        self.parts.journal.write("complaint", f"{finding.kind}: {finding.where}", finding.what)
        self._world_api.found(finding)

    def facts(self) -> Json:
        """Return the addresses, the ids, the world's time, people and channels, and whether bots follow its clock."""
        world = self.parts.world
        return {
            "api_base": self.api_base,
            "gateway_url": self.gateway_url,
            "cdn_base": self.cdn_base,
            "page_url": self.page_url,
            "token": self.token,
            "application_id": str(self.application_id),
            "bot_id": str(world.bot_id),
            "public_key": self.public_key,
            "schemas": self.parts.schema.active,
            "limits": self.settings.limits,
            "seconds": self.clock.seconds(),
            "followed": self.clock_file is not None,
            "people": {name: str(identifier) for name, identifier in world.people.items()},
            "display_names": {name: world.person(name).global_name for name in world.people},
            "guilds": [
                {
                    "id": str(guild.id),
                    "name": guild.name,
                    "channels": {str(world.channel(each).name): str(each) for each in guild.channel_ids},
                }
                for guild in world.backend.guilds.values()
            ],
        }

    # ------------------------------------------------------ interactions by HTTP

    async def use_endpoint(self, url: str | None) -> None:
        """Send interactions to this URL from now on; None sends them over the gateway.

        Raises:
            CannotDo: If the URL fails the tests that Discord makes.
        """
        endpoint = None
        if url is not None:
            endpoint = BotEndpoint(url, self._key, self.clock, self.parts.journal, self._answer_from_endpoint)
            await _verified(endpoint)
        former, self._endpoint = self._endpoint, endpoint
        self.parts.interactions.deliver_to(None if endpoint is None else endpoint.deliver)
        self.parts.world.profile["interactions_endpoint_url"] = url
        if former is not None:
            await former.close()

    async def use_webhook(self, url: str | None) -> None:
        """Send webhook events to this URL from now on; None sends them nowhere.

        Raises:
            CannotDo: If the URL fails the tests that Discord makes.
        """
        webhook = None
        if url is not None:
            webhook = WebhookEvents(url, self._key, self.clock, self.parts.journal)
            await _verified(webhook)
        former, self._webhook = self._webhook, webhook
        self.parts.world.profile["event_webhooks_url"] = url
        if former is not None:
            await former.close()

    def _joined(self, happening: Happening) -> None:
        """Send a webhook event when the bot is added to a server."""
        if self._webhook is None or happening.event != "GUILD_CREATE":
            return
        world, guild = self.parts.world, happening.payload
        added: Json = {
            "integration_type": 0,
            "user": world.user_payload(int(guild["owner_id"])),
            "scopes": ["bot", "applications.commands"],
            "guild": {name: value for name, value in guild.items() if name not in GATEWAY_ONLY},
        }
        self._webhook.tell(world.application_id, "APPLICATION_AUTHORIZED", added)

    async def _answer_from_endpoint(self, payload: Json, answer: Json) -> None:
        self._api.answer_interaction(payload["id"], payload["token"], answer)


async def _verified(address: BotEndpoint | WebhookEvents) -> None:
    """Try an address of the bot's as Discord does; close it if it fails. Raises CannotDo."""
    try:
        await address.verify()
    except BaseException:
        await address.close()
        raise


async def serve(
    world: WorldDescription = DEFAULT_WORLD,
    *,
    port: int = 0,
    settings: SandboxSettings | None = None,
    openapi: Path | None = None,
    snapshot: Path | None = None,
    started: Callable[[Sandbox], None] | None = None,
) -> None:
    """Run a sandbox until the process receives SIGINT or SIGTERM.

    `started` is called with the sandbox once it listens.
    """
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    async with Sandbox(world, port=port, settings=settings, openapi=openapi, snapshot=snapshot) as sandbox:
        if started is not None:
            started(sandbox)
        await stop.wait()
