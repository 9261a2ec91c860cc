"""The bot: Discord's client, the host behind it, and the workers beside it."""

import asyncio
import hashlib
import json
import secrets
import sys
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, Final

import discord
import structlog
import yarl
from discord import app_commands
from discord.ext import commands
from discord.gateway import DiscordWebSocket
from discord.http import Route
from sqlalchemy.exc import SQLAlchemyError

from bot.discord_internals import take_in
from bot.host.card_sets import uploads
from bot.host.features import HOOKS
from bot.host.house import worker as house
from bot.host.house.thinking import InProcess, Processes, Thinkers
from bot.host.kernel.clock import Clock
from bot.host.kernel.host import Host
from bot.host.kernel.outages import surely, watch
from bot.host.kernel.paces import HOUR
from bot.host.kernel.randomness import Chance
from bot.host.match import thread_locks
from bot.host.operations import closing, fleet, grace, orders, outage, retention, server_channels
from bot.host.operations.fleet import Heartbeat
from bot.host.operations.greetings import Newcomers
from bot.host.tournament import pairing
from bot.host.workers import jobs, sender, timekeeper
from bot.interactions import answers, command_input, router
from bot.interactions.answers import PATIENCE, Front, incident_of
from bot.messenger import avatars, emoji_creation, servers
from bot.messenger.calls import Calls
from bot.messenger.channels import ServerChannels
from bot.messenger.delivery import Delivery
from bot.messenger.emojis import Emojis
from bot.messenger.failures import Busy
from bot.messenger.jobs import JobRequests
from bot.messenger.pacing import Traffic
from bot.process_pool import ProcessPool
from bot.rendering.faces import Faces
from bot.rendering.languages import Languages
from bot.settings import Settings
from bot.storage import notes
from bot.storage.database import Database
from bot.storage.migrate import upgrade
from bot.ui.games import emojis_of
from bot.ui.games.renderer import Renderer
from bot.web.interactions_endpoint import InteractionsEndpoint
from bot.web.listener import Listener, NotServed
from bot.web.match_pages import MatchPages
from bot.web.pages import Pages
from engine.contract import AnyGame

COMMANDS: Final = "cogs"
"""The package with the commands, which discord.py loads."""

RETRY: Final = 60.0
"""Seconds to wait before asking Discord again which servers the bot is in, if Discord was too busy to say."""

SPARE: Final = 20
"""If fewer sessions than this are left, the bot waits for Discord's next reset."""

log = structlog.get_logger()


class CommandTree(app_commands.CommandTree["Tableside"]):
    """The command tree."""

    async def interaction_check(self, interaction: discord.Interaction["Tableside"]) -> bool:
        """Accept a command, or a request for suggestions, if it can be parsed."""
        return await command_input.accepted(self.client.front, interaction)


class Tableside(commands.AutoShardedBot):
    """The Discord client. It keeps no match state; everything comes from the database.

    Args:
        drawing: the pool of the drawing process, for the metrics.

    Attributes:
        failed: whether the client closed because a worker failed or because its heartbeat was late.
    """

    def __init__(
        self,
        settings: Settings,
        clock: Clock,
        chance: Chance,
        games: Mapping[str, AnyGame],
        renderers: Mapping[str, Renderer],
        patience: float = PATIENCE,
        drawing: ProcessPool | None = None,
    ) -> None:
        database = Database(settings.database, settings.pool, pooler=settings.pooler)
        host = Host(database, games, clock, chance, HOOKS)
        traffic = Traffic(host)
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=CommandTree,
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            http_trace=traffic.trace(),
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
            shard_count=settings.shards,
            shard_ids=[],
        )
        self.settings = settings
        self.host = host
        self.host.grace = settings.grace_hours * HOUR
        self._served: list[Listener] = []
        self.renderers = renderers
        self.calls = Calls(self, traffic, Emojis(emojis_of(renderers.values())))
        self.delivery = Delivery(self.host, self.calls, renderers)
        self._drawing = drawing
        self.thinkers: Thinkers = Processes(settings.house_processes) if settings.house_processes else InProcess()
        channels, url = ServerChannels(self, self.calls), settings.public_url
        faces = Faces(self.host, avatars.fetched)
        self.front = Front(self.host, Languages(self.host), renderers, channels, faces, patience, url)
        self.newcomers = Newcomers(host)
        self.failed = False
        self._buckets = settings.identify_buckets
        self._heard: set[int] = set()
        self._closing = asyncio.Event()
        self._end: asyncio.Task[None] | None = None
        self._workers: list[asyncio.Task[None]] = []

    @property
    def mine(self) -> list[int]:
        """The ids of the shards that this process serves."""
        return self.shard_ids or []

    async def prepare(self) -> None:
        """Prepare the database (tables, card sets, claims left by a former process), and take shards.

        Passes on errors from the database and the card sets.
        """
        copied = await upgrade(self.host.database)
        if copied is not None:
            log.info("copied before the upgrade", copy=str(copied))
        await self.host.store_sets()
        await uploads.reconcile(self.host)
        self.host.hears = False
        await outage.repair(self.host)
        if self.settings.front == "gateway":
            most = self.settings.shards_here or self.settings.shards
            self.shard_ids = await fleet.join(self.host, self.settings.shards, most)
        await self._beat()

    async def start(self, token: str, *, reconnect: bool = True) -> None:
        """Log in and open the front door, while heartbeats keep the shards that this process has taken.

        A process that has lost its shards meanwhile closes its connections; what fails because of that is no news.
        """
        self._workers.append(asyncio.create_task(self._watched("fleet", self._live)))
        try:
            await super().start(token, reconnect=reconnect)
        except Exception:
            if not self.failed:
                raise

    async def setup_hook(self) -> None:
        """Prepare commands and workers before the gateway opens."""
        await self.load_extension(COMMANDS)
        self.tree.error(self._command_failed)
        await self._sync()
        public = Listener()
        if self.settings.front == "http" and self.application is not None:
            # An optional dependency, not installed by hosts that use the gateway.
            from bot.web.signatures import Signatures  # noqa: PLC0415

            signed = Signatures(self.application.verify_key).hold
            door = InteractionsEndpoint(self.host.clock, signed, partial(take_in, self), self._arrive)
            door.add_to(public.app)
        if self.settings.public_url is not None:
            url, proxy = self.settings.public_url, self.settings.public_proxy
            MatchPages(self.host, self.renderers, url, proxy).add_to(public.app)
        if public.app.router.resources():
            await self._listen(public, "public")
        if self.settings.web_port is not None:
            await self._listen(Pages(self.host, lambda: dict(self.latencies), self._pools()), "web")
        self._workers += [
            asyncio.create_task(self._watched("timekeeper", partial(timekeeper.run, self.host))),
            asyncio.create_task(self._watched("house", partial(house.run, self.host, self.thinkers))),
            asyncio.create_task(self._watched("pairing", partial(pairing.run, self.host))),
            asyncio.create_task(self._watched("sender", partial(sender.run, self.host, self.delivery))),
            asyncio.create_task(self._watched("jobs", partial(jobs.run, self.host, JobRequests(self.calls)))),
            asyncio.create_task(self._watched("answers", self._repair_answers)),
            asyncio.create_task(self._watched("hearing", partial(outage.hearing, self.host))),
            asyncio.create_task(self._watched("orders", partial(orders.run, self.host))),
            asyncio.create_task(self._watched("retention", partial(retention.run, self.host))),
            asyncio.create_task(self._watched("emojis", partial(emoji_creation.keep, self.host, self.calls))),
            asyncio.create_task(self._watched("database", partial(watch, self.host))),
            asyncio.create_task(self._watched("login", self._until_logged_out)),
        ]
        if self.settings.front == "gateway":
            self.host.metrics.servers.set_function(lambda: len(self.guilds))
        else:
            self._workers.append(asyncio.create_task(self._watched("newcomers", self._look_around)))

    def _pools(self) -> list[ProcessPool]:
        house = self.thinkers.pool if isinstance(self.thinkers, Processes) else None
        return [pool for pool in (self._drawing, self.host.worker_pool.processes, house) if pool is not None]

    async def _look_around(self) -> None:
        """Greet the servers that the bot is already in, and pause or resume what is played in others.

        Without a gateway, Discord does not announce them.
        """
        while True:
            try:
                found = await servers.joined(self.calls.get)
                self.host.metrics.servers.set(len(found))
                await self.newcomers.arrive(*found)
                return await grace.reconcile(self.host, found, (), lambda _: True)
            except Busy as error:
                await self.host.clock.sleep(error.after or RETRY, self.host.stopping)

    async def _listen(self, listener: Listener, what: str) -> None:
        """Serve at the address configured for "public" or "web". Raises NotServed."""
        address, port = getattr(self.settings, f"{what}_address"), getattr(self.settings, f"{what}_port")
        self._served.append(listener)
        try:
            taken = await listener.start(address, port)
        except NotServed as error:
            raise NotServed(f"TABLESIDE_{what.upper()}_PORT: {error}") from error
        log.info("serving", what=what, address=address, port=taken)

    async def _watched(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        """Run a worker, which begins anew after an outage of the database.

        If it fails, shut down the process, which resumes from the database once restarted.
        """
        try:
            await surely(self.host, work)
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("worker failed", worker=name)
            self.failed = True
            self._ending()  # which waits for this worker

    async def _until_logged_out(self) -> None:
        """Close the bot once Discord no longer accepts its token."""
        await self.calls.logged_out.wait()
        await self.close()

    async def connect(self, *, reconnect: bool = True) -> None:
        """Open the front door: the gateway, or the endpoint to which Discord sends interactions over HTTP."""
        if self.settings.front == "gateway":
            await self._heed_limits()
            if not self.is_closed():
                await super().connect(reconnect=reconnect)
            return
        await outage.heard(self.host)
        log.info("ready", user=str(self.user), front="http")
        await self._closing.wait()

    async def _heed_limits(self) -> None:
        """Respect Discord's session limits: how many may start at once, and how many are left today.

        If hardly any are left, wait for the next reset: after the last session, Discord resets the token.
        """
        told = await self.http.request(Route("GET", "/gateway/bot"))
        if told["shards"] > self.settings.shards:
            log.warning("more shards are recommended", shards=self.settings.shards, recommended=told["shards"])
        limit, metrics = told["session_start_limit"], self.host.metrics
        metrics.shards.set(self.settings.shards)
        metrics.shards_recommended.set(told["shards"])
        metrics.sessions_left.set(limit["remaining"])
        if limit["max_concurrency"] < self._buckets:
            log.warning("fewer identify at once", buckets=self._buckets, most=limit["max_concurrency"])
            self._buckets = limit["max_concurrency"]
        if limit["remaining"] < max(SPARE, len(self.mine)):
            seconds = limit["reset_after"] / 1000
            log.error("hardly any sessions are left today", remaining=limit["remaining"], seconds=seconds)
            await self.host.clock.sleep(seconds, self._closing)

    async def _beat(self) -> Heartbeat:
        # Without a gateway there are no shards to serve: Discord reaches every live process.
        shards = self.settings.shards if self.settings.front == "gateway" else 0
        return await fleet.beat(self.host, self.mine, shards)

    async def _live(self) -> None:
        """Send heartbeats, adopt abandoned shards, and shut down if another process has taken one of ours.

        Nothing here waits for Discord, so that a process never loses its shards because Discord is slow. Shards are
        adopted once our own are launched: one shard too many here is better than people nobody hears.
        """
        free = fleet.FreeShards(self.host.clock)
        async with asyncio.TaskGroup() as launches:
            while True:
                await self.host.clock.sleep(fleet.BEAT, self.host.stopping)
                found = await surely(self.host, self._beat)
                if found.lost:
                    log.warning("shards lost", shards=sorted(found.lost), worker=self.host.worker)
                    self.failed = True
                    await self.close()
                    return
                abandoned = free.abandoned(found.free)
                if self.shards.keys() >= set(self.mine):
                    for shard in abandoned:
                        if await surely(self.host, partial(self._adopted, shard)):
                            launches.create_task(self.launch_shard(DiscordWebSocket.DEFAULT_GATEWAY, shard))

    async def _adopted(self, shard: int) -> bool:
        """Try to take over a shard, and return whether it is to be launched.

        A shard that this process still serves is kept: its adopter died before this process noticed the adoption.
        """
        if not await fleet.adopt(self.host, shard) or shard in self.mine:
            return False
        log.warning("shard adopted", shard=shard, worker=self.host.worker)
        self.host.hears = False
        self.mine.append(shard)
        return True

    async def _repair_answers(self) -> None:
        """Answer the interactions whose answers a process announced and then ended."""
        while True:
            await self.host.clock.sleep(fleet.BEAT, self.host.stopping)
            await answers.repair(self.front, self._answer_late)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for this shard's turn to open a session."""
        await surely(self.host, partial(fleet.may_identify, self.host, (shard_id or 0) % self._buckets))

    async def _sync(self) -> None:
        """Register the commands with Discord if they have changed."""
        known = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        where = f"{self.application_id} {Route.BASE}"
        version = hashlib.sha256(f"{where} {json.dumps(known, sort_keys=True)}".encode()).hexdigest()
        async with self.host.database.reading() as connection:
            ids = await notes.note(connection, "command ids")
            if ids is not None and await notes.note(connection, "commands") == version:
                self.front.commands.update(json.loads(ids))
                return
        self.front.commands.update({command.name: command.id for command in await self.tree.sync()})
        async with self.host.database.transaction() as tx:
            await notes.keep(tx, "commands", version)
            await notes.keep(tx, "command ids", json.dumps(self.front.commands))
        log.info("commands synced", commands=len(known))

    async def on_shard_connect(self, shard_id: int) -> None:
        """Record that the shard receives events, give back the outage's time, and answer pending interactions."""
        await surely(self.host, partial(self._hear, shard_id))
        await surely(self.host, partial(answers.repair, self.front, self._answer_late))

    async def _hear(self, shard: int) -> None:
        self._heard.add(shard)
        if self._heard >= set(self.mine):
            self.host.hears = True
            await self._beat()
            await outage.heard(self.host)

    async def on_ready(self) -> None:
        """Log that the bot is ready, and pause or resume whatever is played in servers that it has left or joined."""
        log.info("ready", user=str(self.user), guilds=len(self.guilds))
        present, out = {guild.id for guild in self.guilds}, {guild.id for guild in self.guilds if guild.unavailable}

        def mine(guild: int) -> bool:
            return self._shard_of(guild) in self.mine

        await surely(self.host, partial(grace.reconcile, self.host, present, out, mine))

    def _shard_of(self, guild: int) -> int:
        return (guild >> 22) % self.settings.shards

    async def _answer_late(self, token: str, text: str) -> None:
        if self.application_id is not None:
            await self.calls.answer_late(self.application_id, token, text)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Record that the shard receives events again; by now, the missed ones have arrived."""
        await surely(self.host, partial(self._hear, shard_id))

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Record that the shard receives no events, so that nobody's time runs out in the meantime."""
        self._heard.discard(shard_id)
        self.host.hears = False

    async def _arrive(self, *guilds: int) -> None:
        """Greet servers that the bot has joined, but only once, and resume whatever has waited there."""
        await self.newcomers.arrive(*guilds)
        await grace.back(self.host, guilds)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a server that the bot has joined, but only once, and resume whatever has waited there."""
        await surely(self.host, partial(self._arrive, guild.id))

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Greet a server that has not been greeted yet, and resume whatever has waited there.

        The bot may have been down when it joined. Before the bot is ready, `on_ready` does the rest for all servers.
        """
        await surely(self.host, partial(self.newcomers.arrive, guild.id))
        if self.is_ready():
            await surely(self.host, partial(grace.back, self.host, [guild.id]))

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Pause everything in a server that Discord cannot reach."""
        await surely(self.host, partial(grace.unavailable, self.host, guild.id))

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Pause everything in a server from which the bot has been removed."""
        await surely(self.host, partial(grace.removed, self.host, guild.id))

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """Tell a server's owner if its settings name a role that has been deleted."""
        await surely(self.host, partial(server_channels.role_gone, self.host, role.guild.id, role.id))

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Pause the matches in a thread that has been locked, and resume those in one that has been unlocked."""
        locked = bool(payload.data["thread_metadata"].get("locked", False))
        await surely(self.host, partial(thread_locks.changed, self.host, payload.thread_id, locked=locked))

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Move the matches in a channel that has been deleted."""
        await surely(self.host, partial(closing.channel_gone, self.host, channel.id))

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Route clicks and modals; commands go to their cogs."""
        handle = _ROUTED.get(interaction.type)
        if handle is not None:
            try:
                await handle(self.front, interaction)
            except Exception as error:  # noqa: BLE001 - any error is reported to the person and logged
                await incident_of(interaction, error)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Log an error that no handler caught."""
        log.error("event failed", handler=event_method, incident=secrets.token_hex(4), exc_info=sys.exc_info())

    async def _command_failed(self, interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
        await incident_of(interaction, getattr(error, "original", error))

    async def close(self) -> None:
        """Close everything. Further calls wait for the first one."""
        await asyncio.shield(self._ending())

    def _ending(self) -> asyncio.Task[None]:
        """Begin to close everything, and return the task that does it."""
        if self._end is None:
            self._end = asyncio.create_task(self._close())
        return self._end

    async def _close(self) -> None:
        """Stop receiving, finish pending answers and posts, close the front door and the database, stop computing."""
        self._closing.set()
        await asyncio.gather(
            *(shard.disconnect() for shard in self.shards.values()), *(each.close() for each in self._served)
        )
        await answers.finish(self.front)
        for worker in self._workers:
            worker.cancel()
        await asyncio.gather(*self._workers, return_exceptions=True)
        await super().close()
        try:
            await fleet.leave(self.host)
        except SQLAlchemyError as error:
            log.warning("leases end by themselves", why=str(error))
        await self.host.database.close()
        self.host.worker_pool.close()
        self.thinkers.close()


_ROUTED: Final = {
    discord.InteractionType.component: router.component,
    discord.InteractionType.modal_submit: router.modal,
}


def point_at(settings: Settings) -> None:
    """Point discord.py at an address other than Discord's own, if the settings name one."""
    if settings.discord_api:
        Route.BASE = settings.discord_api
    if settings.discord_gateway:
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.discord_gateway)
    if settings.discord_cdn:
        discord.asset.Asset.BASE = settings.discord_cdn
