"""Delivery of outbox rows: find the destination, render the current state of the database, and send it."""

import asyncio
import base64
import hashlib
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from typing import Final, TypeAlias

import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.kernel.paces import pace_of
from bot.host.match.places import OWN, Rung, keep_own_thread, ladder_of
from bot.host.match.unit_of_work import NoSuchMatch
from bot.host.tournament.schedule import EVENT
from bot.host.workers.delivery_results import (
    Asleep,
    Closed,
    Later,
    Locked,
    Lost,
    Never,
    NoPlace,
    Removed,
    Report,
    Sent,
)
from bot.messenger import avatars, scheduled_events, server_posts
from bot.messenger.calls import Calls
from bot.messenger.failures import AlreadyDone, Anew, Busy, NextPlace, Rejected, ThreadLocked, Unreachable
from bot.messenger.greetings import greet
from bot.messenger.threads import archive_minutes, is_full
from bot.rendering.languages import Languages
from bot.rendering.posts import Drawing, Posts
from bot.storage import destinations, matches, outbox, panels, tournaments, void_posts
from bot.storage.destination import Destination, Kind
from bot.storage.outbox import PostRow, SurfaceRow
from bot.ui.games.renderer import Renderer
from bot.ui.messages.outgoing import Outgoing

NONCE_LIFE: Final = 120.0
"""How many seconds after the first try a post's nonce is sure to prevent a second message."""

STALE_AFTER: Final = 50 * 60.0
"""Age in seconds at which a surface is sent again: Discord limits edits to messages older than an hour."""

AGAIN: Final = 2.0
"""After how many seconds the edit of a post is tried again."""

ANSWERING: Final = 3
"""How many times to try a panel that Discord does not know: the click that opens it may still be unanswered."""

LASTING: Final = ("lobby", "tournament")
"""The kinds of surface that stay in place: people find a thread or enter a tournament through them."""

Whole: TypeAlias = Callable[[], Awaitable[Outgoing | None]]
"""Waits for a post's late picture, and returns the whole post; None if the picture never comes."""

Sending: TypeAlias = Callable[[int], Awaitable[Report]]
"""Sends rendered content to a channel."""

log = structlog.get_logger()


class _NoPlace(Exception):
    """No channel is left for a match or a tournament."""


class Delivery:
    """See `bot.host.workers.sender.Sender`."""

    def __init__(self, host: Host, discord: Calls, renderers: Mapping[str, Renderer]) -> None:
        self.host = host
        self.discord = discord
        self.languages = Languages(host)
        self.posts = Posts(host, self.languages, renderers, avatars.fetched)
        self._completing: set[asyncio.Task[None]] = set()

    async def post(self, row: PostRow) -> Report:
        """Send a post; it never appears twice."""
        if row.kind == outbox.GREETING:
            return await greet(self.host, self.discord, row, self._send_to)
        if row.destination.kind in server_posts.CHOSEN:
            report = await server_posts.to_chosen(self.host, row, self._send_to)
            return await self._removed(row.destination) or report if isinstance(report, Lost) else report
        if row.kind == "lost":
            return await server_posts.tell_owner(self.discord, row, self._send_to)
        return await self._to_place(row.destination, partial(self._read_post, row))

    async def _send_to(self, row: PostRow, channel: int) -> Report:
        async with self.host.database.reading() as connection:
            send = await self._read_post(row, connection)
        return await send(channel)

    async def _read_post(self, row: PostRow, connection: AsyncConnection) -> Sending:
        if row.kind != outbox.AMENDED:
            return partial(self._send, row, await self.posts.post(row, connection))
        post = await outbox.amended(connection, row)
        if post is None:
            raise NoSuchMatch(row.match)
        return partial(self._amend, row, post, await self.posts.post(post, connection))

    async def _send(self, row: PostRow, draw: Drawing, channel: int) -> Sent:
        message = await draw()
        whole = self.posts.unfinished.pop(row.id, None)
        if message is None:
            return Sent()
        if row.tried is not None and self.host.now() - row.tried > NONCE_LIFE:
            there = await self.discord.find(channel, row.mark, row.tried)
            if there is not None:
                return Sent(channel, there)
        sent = await self._say(channel, message, "post", row.id)
        self._complete_later(row, channel, sent, message.digest, whole)
        await self._take_away_void(row, channel)
        return Sent(channel, sent)

    async def _amend(self, row: PostRow, post: PostRow, draw: Drawing, channel: int) -> Sent:
        """Edit the message of a post; if there is none to edit, send it anew, so that nothing it says is lost.

        The picture that is there stays until a late one has come.
        """
        message = await draw()
        whole = self.posts.unfinished.pop(post.id, None)
        if message is None:
            return Sent()
        sent = await self._edited(post, message, channel, late=whole is not None)
        if sent is None and post.destination.kind is Kind.PUZZLES:
            return Sent()  # whoever deleted it does not want it
        if sent is None and row.tried is not None and self.host.now() - row.tried > NONCE_LIFE:
            there = await self.discord.find(channel, post.mark, row.tried)
            sent = None if there == post.message else there
        if sent is None:
            sent = await self._say(channel, message, "post", row.id)
        if sent != post.message:
            async with self.host.database.transaction() as tx:
                await outbox.post_sent(tx, post.id, sent)
        self._complete_later(post, channel, sent, message.digest, whole)
        await self._take_away_void(row, channel)
        return Sent(channel, sent)

    async def _edited(self, post: PostRow, message: Outgoing, channel: int, *, late: bool) -> int | None:
        """Edit the message of a post, and return its id; None if that is impossible."""
        if post.message is None:
            return None
        try:
            await self.discord.edit(channel, post.message, message, has_files=late)
        except (Anew, Rejected) as error:
            log.info("post is sent anew", post=post.id, match=post.match, why=str(error))
            return None
        return post.message

    async def _take_away_void(self, row: PostRow, channel: int) -> None:
        """Delete the posts whose questions are void after this one."""
        if row.kind in void_posts.REPLACES and row.destination.kind is Kind.THREAD:
            void, match = void_posts.REPLACES[row.kind], outbox.match_of(row)
            async with self.host.database.reading() as connection:
                earlier = await void_posts.standing(connection, match, void, row.destination, row.id)
            await self._take_away(earlier, channel)

    def _complete_later(self, row: PostRow, channel: int, message: int, digest: str, whole: Whole | None) -> None:
        """Have a post edited once its picture has come, if it went without."""
        if whole is not None:
            completing = asyncio.create_task(self._complete(row, channel, message, digest, whole))
            self._completing.add(completing)
            completing.add_done_callback(self._completing.discard)

    async def _complete(self, row: PostRow, channel: int, message: int, digest: str, whole: Whole) -> None:
        """Edit a post once with the picture that it went without, if that comes before an amendment, which has it."""
        shown = await whole()
        if shown is None or shown.digest == digest:
            return
        async with self.host.database.reading() as connection:
            now = await outbox.amended(connection, row)
        if now is None or now.content != row.content:
            return
        for _ in range(ANSWERING):
            try:
                await self.discord.edit(channel, message, shown)
            except Busy as error:
                await self.host.clock.sleep(error.after or AGAIN, asyncio.Event())
            except (AlreadyDone, Anew, NextPlace, Rejected, Unreachable) as error:
                log.info("a picture came too late for its post", message=message, why=str(error))
                return
            else:
                return

    async def _take_away(self, void: Iterable[PostRow], channel: int) -> None:
        """Delete posts whose buttons do nothing any more; one that cannot be deleted now is deleted next time."""
        gone = []
        with suppress(Busy):
            for post in void:
                if post.message is not None:
                    await self._tidy(channel, post.message)
                    gone.append(post.id)
        if gone:
            async with self.host.database.transaction() as tx:
                await void_posts.taken_away(tx, gone)

    async def _say(self, channel: int, message: Outgoing, *what: object) -> int:
        """Send a message and return its id; if Discord rejects its form, send only its text.

        Both have one nonce: whichever got through without an answer is there for the other's next try.
        """
        nonce = _nonce(*what)
        try:
            return await self.discord.send(channel, message, nonce)
        except Rejected:
            return await self.discord.send(channel, message.words, nonce)

    async def surface(self, row: SurfaceRow) -> Report:
        """Update a surface: edit its message, or send it again below later messages."""
        if row.kind == EVENT:
            return await scheduled_events.keep(self.host, self.languages, self.discord, row)
        if row.destination.kind is Kind.PANEL:
            return await self._panel(row)
        return await self._to_place(row.destination, partial(self._read_surface, row))

    async def _read_surface(self, row: SurfaceRow, connection: AsyncConnection) -> Sending:
        show = partial(self._show, row, await self.posts.surface(row, connection))
        void = await self._void_invitations(row, connection)
        return partial(self._show_without, show, void) if void else show

    async def _void_invitations(self, row: SurfaceRow, connection: AsyncConnection) -> list[PostRow]:
        """Return the posts that invite people to a table that is no longer open; its message is what `row` shows."""
        if row.kind != "lobby" or row.destination.kind is not Kind.LOBBY:
            return []
        match = await matches.get(connection, outbox.match_of(row))
        if match is None or match.status == "lobby":
            return []
        return await void_posts.standing(connection, match.id, void_posts.INVITING, row.destination)

    async def _show_without(self, show: Sending, void: Iterable[PostRow], channel: int) -> Report:
        report = await show(channel)
        await self._take_away(void, channel)
        return report

    async def _panel(self, row: SurfaceRow) -> Report:
        """Update the panel that answered a click, or edit it for the last time: it sleeps or has been replaced."""
        async with self.host.database.reading() as connection:
            token = await panels.token_of(connection, row.id)
            if token is None:
                return Never("its token has run out")
            last = token.sleep is None or row.kind == "replaced"
            try:
                draw = await self.posts.panel(row, connection, last=last)
            except NoSuchMatch as error:
                return Never(str(error))
        try:
            message = await draw()
            if message is None:
                return Asleep(token.token)
            if message.digest == row.digest:
                return Sent(row.channel, row.message, row.digest)
            shown = await self.discord.edit_answer(token.token, message)
        except Busy as error:
            return Later(str(error), error.after)
        except (Anew, NextPlace) as error:
            return Later(str(error)) if row.attempts < ANSWERING else Asleep(token.token)
        except (AlreadyDone, Rejected):
            return Asleep(token.token)
        return Asleep(token.token) if last else Sent(row.channel, shown, message.digest)

    async def _show(self, row: SurfaceRow, draw: Drawing, channel: int) -> Sent:
        message = await draw()
        if message is None:
            return Sent()
        old = row.kind not in LASTING and row.sent is not None and self.host.now() - row.sent > STALE_AFTER
        if row.message is not None and row.channel == channel and row.below <= row.shown and not old:
            if row.digest == message.digest:
                return Sent(channel, row.message, row.digest)
            try:
                await self.discord.edit(channel, row.message, message, has_files=message.has_files_of(row.digest))
            except (Anew, Rejected) as error:
                # The message was deleted, the thread is archived until a new message, or the form was rejected.
                log.info("surface is sent anew", surface=row.id, match=row.match, why=str(error))
            else:
                return Sent(channel, row.message, message.digest)
        sent = await self._say(channel, message, "surface", row.id, row.wanted)
        if row.message is not None and row.channel is not None:
            await self._tidy(row.channel, row.message)
        return Sent(channel, sent, message.digest)

    async def _tidy(self, channel: int, message: int) -> None:
        """Delete a message that another one has replaced; leave it if that is impossible."""
        with suppress(NextPlace):
            await self.discord.delete(channel, message)

    # Places

    async def _to_place(
        self, destination: Destination, read: Callable[[AsyncConnection], Awaitable[Sending]]
    ) -> Report:
        """Read a row's place and content in one transaction, send the content there, and report the result."""
        channel, send = None, None
        try:
            async with self.host.database.reading() as connection:
                channel, moves = await destinations.place_and_moves(connection, destination)
                if channel is not None:
                    send = await read(connection)
            if channel is None:
                channel = await self._open(destination, moves)
            if channel is None:
                return Later("the place is not open yet")
            if send is None:
                async with self.host.database.reading() as connection:
                    send = await read(connection)
            return await send(channel)
        except Busy as error:
            return Later(str(error), error.after)
        except (NoSuchMatch, Refused) as error:
            return Never(str(error))
        except _NoPlace as error:
            return await self._removed(destination) or NoPlace(str(error))
        except (NextPlace, Unreachable) as error:
            return await self._refused(destination, channel, error)

    async def _refused(self, destination: Destination, channel: int | None, error: Exception) -> Report:
        """Return the report about a destination that Discord does not let the bot use."""
        if destination.kind is Kind.DM:
            return Closed()
        if channel is None:
            return Never(str(error))
        if destination.kind is Kind.THREAD and isinstance(error, ThreadLocked):
            return Locked(channel)
        return await self._removed(destination) or Lost(channel)

    async def _removed(self, destination: Destination) -> Report | None:
        """Return a report if a destination cannot be reached because the bot is no longer in its server, or None.

        A lost channel looks the same, and the gateway's news may arrive later than the refusal.
        """
        number = destination.number
        async with self.host.database.reading() as connection:
            if destination.kind is Kind.TOURNAMENT:
                event = await tournaments.get(connection, number)
                guild = None if event is None else event.guild
            elif destination.kind in server_posts.CHOSEN:
                guild = number
            else:
                match = await matches.whereabouts(connection, number)
                guild = None if match is None else match.guild
        if guild is None:
            return None
        try:
            return None if await self.discord.is_in(guild) else Removed(guild)
        except Busy as error:
            return Later(str(error), error.after)

    async def _open(self, destination: Destination, moves: int) -> int | None:
        """Open a destination that has no channel, and return its channel, or None if it cannot be opened yet."""
        number, rung = destination.number, None
        match destination.kind:
            case Kind.DM:
                channel: int | None = await self.discord.open_dm(number)
            case Kind.TOURNAMENT:
                channel = await self._open_tournament(number, moves)
            case _:
                channel, rung = await self._open_match(number, destination.kind, moves)
        if channel is not None:
            async with self.host.database.transaction() as tx:
                if await destinations.awaited(tx, destination):
                    await destinations.keep_place(tx, destination, channel)
                    if rung is not None and rung in OWN:
                        await keep_own_thread(tx, number, rung, channel)
        return channel

    async def _open_tournament(self, tournament: int, moves: int) -> int:
        """Return the parent channel of a tournament's announcement thread. Raises _NoPlace if there is none."""
        async with self.host.database.reading() as connection:
            parent = await destinations.place(connection, Destination.tournament_parent(tournament))
        if parent is None or moves > 1:
            raise _NoPlace(tournament)
        return parent

    async def _open_match(self, match: int, kind: Kind, moves: int) -> tuple[int | None, Rung]:
        """Find a place for a match or its lobby, and return its channel with the rung that the match has reached.

        The channel is None until the lobby has been sent; a lobby that could not be sent has no thread under it.
        If threads are unwanted or impossible, the match is played where it was requested. Raises _NoPlace.
        """
        async with self.host.database.reading() as connection:
            row = await matches.get(connection, match)
            if row is None:
                raise NoSuchMatch(match)
            rungs = await ladder_of(connection, row, kind)
            name = await self.posts.thread_name(row, connection)
            opened = await outbox.surface(connection, match, "lobby", None)
            parent = await destinations.place(connection, Destination.parent(match))
        if moves >= len(rungs):
            raise _NoPlace(match)
        rung = rungs[moves]
        if rung is Rung.PARENT:
            return parent, rung
        if rung is Rung.ASKED:
            return row.channel, rung
        lobby = opened if rung is Rung.THREAD else None
        if lobby is not None and lobby.message is None and lobby.shown < lobby.wanted:
            return None, rung
        minutes = archive_minutes(pace_of(row.pace))
        try:
            if row.guild is not None and await is_full(self.host, self.discord, row.guild):
                return row.channel, Rung.ASKED
            if lobby is not None and lobby.channel is not None and lobby.message is not None:
                with suppress(Anew):  # the lobby's message was deleted
                    return await self.discord.open_thread(lobby.channel, lobby.message, name, minutes), rung
            return await self.discord.open_new_thread(row.channel, name, minutes), rung
        except NextPlace:
            return row.channel, Rung.ASKED


def _nonce(*parts: object) -> str:
    """Return a row's nonce: 24 characters, the same for every try."""
    digest = hashlib.blake2b(" ".join(map(str, parts)).encode(), digest_size=15).digest()
    return base64.b32encode(digest).decode()
