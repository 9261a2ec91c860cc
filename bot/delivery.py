"""The courier: finds where a row of the outbox goes, renders it from the database as it is now, and hands it over."""

import base64
import hashlib
from collections.abc import Mapping
from typing import Final

import structlog

from bot.calls import Busy, Calls, Closed, Forbidden, Gone
from bot.host import lobby, play, reading
from bot.host.context import Host
from bot.host.desk import NoSuchMatch
from bot.host.sender import Elsewhere, Later, Never, Result, Sent
from bot.languages import Languages
from bot.storage import matches, outbox, people
from bot.storage.outbox import PostRow, SurfaceRow
from bot.ui import lobby as lobby_ui
from bot.ui import match as match_ui
from bot.ui import panel as panel_ui
from bot.ui.games.renderer import Renderer
from bot.ui.messages import Outgoing
from bot.ui.words import Words

NONCE_LIFE: Final = 120.0
"""For how many seconds after its first try a post's nonce surely protects from a second message."""

STALE_AFTER: Final = 50 * 60.0
"""A surface older than this is sent anew: Discord limits edits of messages older than an hour."""

log = structlog.get_logger()


class Delivery:
    """See `bot.host.sender.Courier`."""

    def __init__(self, host: Host, discord: Calls, renderers: Mapping[str, Renderer]) -> None:
        self.host = host
        self.discord = discord
        self.renderers = renderers
        self.languages = Languages(host)

    async def post(self, row: PostRow) -> Result:
        """Send a post; the same post is never there twice."""
        try:
            channel = await self._place(row.destination)
            if channel is None:
                return Later("the place is not open yet")
            message = await self._post(row)
            if message is None:
                return Sent()
            if row.tried is not None and self.host.now() - row.tried > NONCE_LIFE:
                there = await self.discord.find(channel, match_ui.mark(row.match, row.id))
                if there is not None:
                    return Sent(channel, there)
            return Sent(channel, await self.discord.send(channel, message, _nonce("post", row.id)))
        except Busy as error:
            return Later(str(error), error.after)
        except NoSuchMatch as error:
            return Never(str(error))
        except (Gone, Forbidden, Closed) as error:
            return await self._other_way(row, str(error))

    async def surface(self, row: SurfaceRow) -> Result:
        """Bring a surface up to date: edit its message, or send it anew below what was said since."""
        try:
            channel = await self._place(row.destination)
            if channel is None:
                return Later("the place is not open yet")
            message = await self._surface(row)
            if message is None:
                return Sent()
            return await self._show(row, channel, message)
        except Busy as error:
            return Later(str(error), error.after)
        except Closed:
            await self._dm_closed(row)
            return Never("direct messages are closed")
        except (Gone, Forbidden, NoSuchMatch) as error:
            return Never(str(error))

    async def _show(self, row: SurfaceRow, channel: int, message: Outgoing) -> Result:
        old = row.kind != "lobby" and row.sent is not None and self.host.now() - row.sent > STALE_AFTER
        if row.message is not None and row.channel == channel and row.below <= row.shown and not old:
            try:
                await self.discord.edit(channel, row.message, message)
            except Gone:
                log.info("surface was deleted", surface=row.id, match=row.match)
            else:
                return Sent(channel, row.message)
        sent = await self.discord.send(channel, message, _nonce("surface", row.id, row.wanted))
        if row.message is not None and row.channel is not None:
            await self.discord.delete(row.channel, row.message)
        return Sent(channel, sent)

    # Where

    async def _place(self, destination: str) -> int | None:
        """Return the channel of a destination, opening it where that is needed. None where it cannot be opened yet."""
        async with self.host.database.reading() as connection:
            known = await outbox.place(connection, destination)
        if known is not None:
            return known
        kind, number, what = destination.split(" ")
        channel = await (self._open_dm(int(number)) if kind == "user" else self._open_match(int(number), what))
        if channel is not None:
            async with self.host.database.transaction() as tx:
                await outbox.keep_place(tx, destination, channel)
        return channel

    async def _open_dm(self, user: int) -> int:
        return await self.discord.open_dm(user)

    async def _open_match(self, match: int, what: str) -> int | None:
        """Open a match's thread under its lobby; where threads cannot be, a match is played in the channel."""
        async with self.host.database.reading() as connection:
            row = await matches.get(connection, match)
            if row is None:
                raise NoSuchMatch(match)
            guild = await people.guild(connection, row.guild)
            opened = await outbox.surface(connection, match, "lobby", -1)
        if what != "thread" or row.guild is None or not guild.threads:
            return row.channel
        if opened is None or opened.message is None or opened.channel is None:
            return None
        words = Words(guild.locale)
        name = words.plain("thread.name", game=words.plain(f"{row.game}.name"), match=match)
        try:
            return await self.discord.open_thread(opened.channel, opened.message, name)
        except (Forbidden, Gone):
            return row.channel

    async def _other_way(self, row: PostRow, why: str) -> Result:
        """A match whose thread is gone or closed to us goes on in its channel; if that is gone too, nobody is told."""
        async with self.host.database.reading() as connection:
            match = await matches.get(connection, row.match)
            place = await outbox.place(connection, row.destination)
        if match is None or place == match.channel:
            return Never(why)
        async with self.host.database.transaction() as tx:
            await outbox.keep_place(tx, row.destination, match.channel)
        return Elsewhere(row.destination)

    async def _dm_closed(self, row: SurfaceRow) -> None:
        """Note that somebody's direct messages are closed, and say once where the hand is instead."""
        async with self.host.database.transaction() as tx:
            seats = await matches.seats_of(tx, row.match)
            user = seats[row.seat].user
            if user is None or (await people.user(tx, user)).dm_closed:
                return
            await people.change_user(tx, user, dm_closed=True)
            where = f"match {row.match} thread"
            await outbox.add_post(tx, row.match, "closed", where, {"seats": [row.seat]}, self.host.now())
        self.host.outbox_due.set()

    # What

    async def _post(self, row: PostRow) -> Outgoing | None:
        shown = await reading.table(self.host, row.match)
        words = await self.languages.public(shown.match)
        renderer = self.renderers[shown.match.game]
        match row.kind:
            case "events":
                first, last = row.content["first"], row.content["last"]
                facts = await reading.story(self.host, row.match, first, last)
                return match_ui.happened(shown.match, facts, row.id, words, renderer)
            case "turn":
                return match_ui.your_turn(shown.match, row.content["seats"], shown.seats, row.id, words)
            case "closed":
                return match_ui.dm_closed(shown.match, row.content["seats"], shown.seats, row.id, words)
            case _:
                return match_ui.ended(shown, row.id, words)

    async def _surface(self, row: SurfaceRow) -> Outgoing | None:
        if row.kind == "lobby":
            shown = await lobby.look(self.host, row.match)
            words = await self.languages.public(shown.match)
            return lobby_ui.lobby(shown, self.host.games[shown.match.game], words)
        if row.kind == "status":
            table = await reading.table(self.host, row.match)
            return match_ui.status(table, await self.languages.public(table.match), self.renderers[table.match.game])
        return await self._hand(row)

    async def _hand(self, row: SurfaceRow) -> Outgoing | None:
        table = await lobby.look(self.host, row.match)
        seat = table.seats[row.seat]
        if seat.user is None:
            return None
        words = await self.languages.private(table.match, seat.user)
        if table.match.started is None:
            return lobby_ui.waiting(table, words)
        panel = await play.show(self.host, row.match, seat.user)
        return panel_ui.panel(panel, words, self.renderers[table.match.game])


def _nonce(*parts: object) -> str:
    """Return the nonce of a row: the same for every try, 24 characters."""
    digest = hashlib.blake2b(" ".join(map(str, parts)).encode(), digest_size=15).digest()
    return base64.b32encode(digest).decode()
