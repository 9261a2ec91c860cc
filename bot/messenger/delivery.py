"""The courier: finds where a row of the outbox goes, renders it from the database as it is now, and hands it over."""

import base64
import hashlib
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

import structlog

from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.kernel.paces import PACES
from bot.host.lobby import match_start
from bot.host.match import actions, unreachable
from bot.host.match.places import OWN, RETURN, Rung, keep_own_thread, ladder_of, look_later, parent_of, tell_directly
from bot.host.match.unit_of_work import NoSuchMatch, thread_of
from bot.host.tournament import entry, rounds
from bot.host.tournament.schedule import EVENT
from bot.host.tournament.tournament import around
from bot.host.workers.sender import Later, Moved, Never, Result, Sent, Shelved
from bot.messenger import scheduled_events, thread_recovery
from bot.messenger.calls import Calls
from bot.messenger.failures import AlreadyDone, Anew, Busy, NextPlace, Rejected, Unreachable
from bot.messenger.greetings import greet
from bot.messenger.threads import archive_minutes, is_full, tidy
from bot.rendering.languages import Languages
from bot.rendering.posts import Posts
from bot.storage import destinations, matches, outbox, people, seals
from bot.storage.outbox import PostRow, SurfaceRow
from bot.storage.privacy import GONE
from bot.ui import greetings
from bot.ui import match as match_ui
from bot.ui.games.renderer import Renderer
from bot.ui.messages import Outgoing
from bot.ui.tournaments import announcement
from bot.ui.words import Words

NONCE_LIFE: Final = 120.0
"""For how many seconds after its first try a post's nonce surely protects from a second message."""

STALE_AFTER: Final = 50 * 60.0
"""A surface older than this is sent anew: Discord limits edits of messages older than an hour."""

ANSWERING: Final = 3
"""How often a panel is tried that Discord does not know: the click that it answers may not be answered yet."""

LASTING: Final = ("lobby", "tournament")
"""The kinds of surface that stay where people have seen them: by them a thread is found, or a tournament entered."""

log = structlog.get_logger()


class NoPlace(Exception):
    """There is no channel left in which a match could be spoken of."""


class Delivery:
    """See `bot.host.workers.sender.Courier`."""

    def __init__(self, host: Host, discord: Calls, renderers: Mapping[str, Renderer]) -> None:
        self.host = host
        self.discord = discord
        self.languages = Languages(host)
        self.posts = Posts(host, self.languages, renderers)

    async def post(self, row: PostRow) -> Result:
        """Send a post; the same post is never there twice."""
        if row.kind == outbox.GREETING:
            return await greet(self.host, self.discord, row, self._send)
        if row.kind == outbox.TIDY:
            return await tidy(self.host, self.discord, row)
        return await self._post(row)

    async def _post(self, row: PostRow) -> Result:
        """Send a post of a match or tournament, or do for it what else has to be done."""
        channel = None
        try:
            if row.kind == RETURN:
                return await thread_recovery.look(self.host, self.discord, row)
            channel = await self._place(row.destination)
            if channel is None:
                return Later("the place is not open yet")
            return await self._send(row, channel)
        except Busy as error:
            return Later(str(error), error.after)
        except (NoSuchMatch, Refused) as error:
            return Never(str(error))
        except NoPlace:
            return await self._to_everybody(row)
        except (NextPlace, Unreachable) as error:
            if _person_of(row.destination) is not None:
                return await self._closed(row)
            return await self._lost(row, channel, str(error))

    async def _send(self, row: PostRow, channel: int) -> Result:
        """Do what a post is about: a few change something in Discord or at the table, all others say something."""
        if row.kind == "watch":
            return await self._add(channel, row.content["user"])
        if row.kind == "check":
            await self._check(row)
            return Sent()
        message = await self.posts.post(row)
        if message is None:
            return Sent()
        if row.tried is not None and self.host.now() - row.tried > NONCE_LIFE:
            there = await self.discord.find(channel, _mark(row))
            if there is not None:
                return Sent(channel, there)
        return Sent(channel, await self._say(channel, message, "post", row.id))

    async def _add(self, thread: int, user: int) -> Result:
        """Put a match's thread into somebody's list; one whom Discord refuses that finds it in the channel.

        Nobody can be added to an archived thread, so it is woken first, as a post would do (Discord documentation,
        "Add Thread Member").
        """
        try:
            try:
                await self.discord.add_to_thread(thread, user)
            except Anew:
                await self.discord.wake(thread)
                await self.discord.add_to_thread(thread, user)
        except (AlreadyDone, Anew, Unreachable) as error:
            return Never(str(error))
        return Sent()

    async def _say(self, channel: int, message: Outgoing, *what: object) -> int:
        """Send a message and return its id; where Discord refuses its form, its words alone."""
        try:
            return await self.discord.send(channel, message, _nonce(*what))
        except Rejected:
            return await self.discord.send(channel, message.words, _nonce(*what, "in words"))

    async def surface(self, row: SurfaceRow) -> Result:
        """Bring a surface up to date: edit its message, or send it anew below what was said since."""
        if row.kind == EVENT:
            return await scheduled_events.keep(self.host, self.languages, self.discord, row)
        if row.destination.startswith("panel"):
            return await self._panel(row)
        channel = None
        try:
            channel = await self._place(row.destination)
            if channel is None:
                return Later("the place is not open yet")
            message = await self.posts.surface(row)
            if message is None:
                return Sent()
            return await self._reached(row, await self._show(row, channel, message))
        except Busy as error:
            return Later(str(error), error.after)
        except NoPlace as error:
            await self._stranded(row)
            return Never(str(error))
        except (NoSuchMatch, Refused) as error:
            return Never(str(error))
        except (NextPlace, Unreachable) as error:
            if _person_of(row.destination) is not None:
                return await self._hand_closed(row)
            return await self._lost(row, channel, str(error))

    async def _panel(self, row: SurfaceRow) -> Result:
        """Bring a panel up to date with which a click was answered; whoever does not click any more looks again."""
        if row.token is None:
            return Never("nothing was answered with it yet")
        try:
            message = await self.posts.surface(row)
            if message is None:
                return Sent()
            shown = await self.discord.edit_answer(row.token, message)
        except Busy as error:
            return Later(str(error), error.after)
        except (Anew, NextPlace) as error:
            return Later(str(error)) if row.attempts < ANSWERING else Never(str(error))
        except (NoSuchMatch, Refused, AlreadyDone) as error:
            return Never(str(error))
        return Sent(row.channel, shown, message.digest)

    async def _show(self, row: SurfaceRow, channel: int, message: Outgoing) -> Result:
        old = row.kind not in LASTING and row.sent is not None and self.host.now() - row.sent > STALE_AFTER
        if row.message is not None and row.channel == channel and row.below <= row.shown and not old:
            if row.digest == message.digest:
                return Sent(channel, row.message, row.digest)
            try:
                await self.discord.edit(channel, row.message, message, has_files=message.has_files_of(row.digest))
            except (Anew, Rejected) as error:
                # The message was deleted, the thread sleeps until there is a new one, or the form is refused.
                log.info("surface is sent anew", surface=row.id, match=row.match, why=str(error))
            else:
                return Sent(channel, row.message, message.digest)
        sent = await self._say(channel, message, "surface", row.id, row.wanted)
        if row.message is not None and row.channel is not None:
            await self._tidy(row.channel, row.message)
        return Sent(channel, sent, message.digest)

    async def _tidy(self, channel: int, message: int) -> None:
        """Delete a message in whose place another one stands; where that cannot be, it stays."""
        with suppress(NextPlace):
            await self.discord.delete(channel, message)

    # Where

    async def _place(self, destination: str) -> int | None:
        """Return the channel of a destination, opening it where that is needed. None where it cannot be opened yet."""
        async with self.host.database.reading() as connection:
            known, moves = await destinations.place_and_moves(connection, destination)
        if known is not None:
            return known
        kind, number, what = destination.split(" ")
        rung = None
        match kind:
            case "user":
                channel: int | None = await self.discord.open_dm(int(number))
            case "tournament":
                channel = await self._open_tournament(int(number), moves)
            case _:
                channel, rung = await self._open_match(int(number), what, moves)
        if channel is not None:
            async with self.host.database.transaction() as tx:
                if await destinations.awaited(tx, destination):
                    await destinations.keep_place(tx, destination, channel)
                    if rung is not None and rung in OWN:
                        await keep_own_thread(tx, int(number), rung, channel)
        return channel

    async def _open_tournament(self, tournament: int, moves: int) -> int:
        """Return the channel of the thread in which a tournament was announced. Raises NoPlace if there is none."""
        async with self.host.database.reading() as connection:
            parent = await destinations.place(connection, around(tournament))
        if parent is None or moves > 1:
            raise NoPlace(tournament)
        return parent

    async def _open_match(self, match: int, what: str, moves: int) -> tuple[int | None, Rung]:
        """Find a place for a match or its lobby, and return it with its rung: the one to which the match has come.

        None while the lobby is still to be shown; one that could not be shown has no thread under it. Where threads are
        not wanted or cannot be, the match is played where it was asked for. Raises NoPlace.
        """
        async with self.host.database.reading() as connection:
            row = await matches.get(connection, match)
            if row is None:
                raise NoSuchMatch(match)
            rungs = await ladder_of(connection, row, what)
            guild = await people.guild(connection, row.guild)
            opened = await outbox.surface(connection, match, "lobby", -1)
            parent = await destinations.place(connection, parent_of(match))
        if moves >= len(rungs):
            raise NoPlace(match)
        rung = rungs[moves]
        if rung is Rung.PARENT:
            return parent, rung
        if rung is Rung.ASKED:
            return row.channel, rung
        lobby = opened if rung is Rung.THREAD else None
        if lobby is not None and lobby.message is None and lobby.shown < lobby.wanted:
            return None, rung
        words = Words(guild.locale)
        name = words.plain("thread.name", game=words.plain(f"{row.game}.name"), match=match)
        minutes = archive_minutes(PACES[row.pace])
        try:
            if row.guild is not None and await is_full(self.host, self.discord, row.guild):
                return row.channel, Rung.ASKED
            if lobby is not None and lobby.channel is not None and lobby.message is not None:
                with suppress(Anew):  # the lobby's message was deleted
                    return await self.discord.open_thread(lobby.channel, lobby.message, name, minutes), rung
            return await self.discord.open_new_thread(row.channel, name, minutes), rung
        except NextPlace:
            return row.channel, Rung.ASKED

    async def _lost(self, row: PostRow | SurfaceRow, channel: int | None, why: str) -> Result:
        """A place is gone or closed to us: the destination is found anew, where there is another one for it."""
        if channel is None:
            return Never(why)
        async with self.host.database.transaction() as tx:
            lost = await destinations.lose_place(tx, row.destination, channel)
            if lost and row.match and row.destination == thread_of(row.match):
                await look_later(tx, row.match, channel, self.host.now())
        return Moved()

    # People who cannot be reached

    async def _stranded(self, row: PostRow | SurfaceRow) -> None:
        """Whatever has no place any more is told to its people directly.

        A tournament stands still, and its organiser is told. A match shows its hands by direct message; a lobby that
        nobody has seen is closed.
        """
        async with self.host.database.transaction() as tx:
            if row.tournament:
                await rounds.place_gone(self.host, tx, row.tournament, for_good=False)
                return
            match = await matches.get(tx, row.match, lock=True)
            if match is None:
                return
            if match.status == "running" and row.destination == thread_of(row.match):
                await tell_directly(tx, row.match)
                await look_later(tx, row.match, None, self.host.now())
            elif match.status == "lobby" and match.starting is None and await seals.get(tx, row.match) is None:
                await match_start.give_up(self.host, tx, match)
        self.host.outbox_due.set()

    async def _to_everybody(self, row: PostRow) -> Result:
        """A match that has no channel any more speaks to each of its people directly."""
        await self._stranded(row)
        if row.kind == "check":
            await self._check(row)
        if row.tournament or row.kind in ("check", "watch", "closed"):
            return Sent()
        async with self.host.database.transaction() as tx:
            for seat in await matches.seats_of(tx, row.match):
                if seat.user is not None and not seat.left:
                    place = f"user {seat.user} dm"
                    await outbox.add_post(tx, row.match, row.kind, place, row.content, self.host.now())
        return Sent()

    async def _closed(self, row: PostRow) -> Result:
        """Somebody's direct messages are closed: a secret waits on the person's panel, a reminder is a mention."""
        if row.kind == "once":
            seat = row.content["seat"]
            await self._dm_closed(row.match, seat)
            return Shelved(f"seat {row.match} {seat}")
        if row.kind == "reminder":
            async with self.host.database.transaction() as tx:
                await matches.get(tx, row.match, lock=True)
                await outbox.add_post(
                    tx, row.match, row.kind, f"match {row.match} thread", row.content, self.host.now()
                )
        await self._note_untold(row)
        return Never("direct messages are closed")

    async def _hand_closed(self, row: SurfaceRow) -> Result:
        await self._dm_closed(row.match, row.seat)
        await self._note_untold(row)
        return Never("direct messages are closed")

    async def _reached(self, row: SurfaceRow, result: Result) -> Result:
        """Note that somebody takes direct messages: an edit does not tell that, a new message does."""
        user = _person_of(row.destination)
        if user is not None and isinstance(result, Sent) and result.message != row.message:
            await unreachable.reached(self.host, row.match, user)
        return result

    async def _note_untold(self, row: PostRow | SurfaceRow) -> None:
        user = _person_of(row.destination)
        if row.match and user is not None:
            await unreachable.note(self.host, row.match, user)

    async def _dm_closed(self, match: int, seat: int) -> None:
        """Note that somebody's direct messages are closed, and say once where the hand is instead."""
        async with self.host.database.transaction() as tx:
            await matches.get(tx, match, lock=True)  # whatever is said about a match has its number in order
            seats = await matches.seats_of(tx, match)
            user = seats[seat].user
            if user in (None, GONE) or (await people.user(tx, user)).dm_closed:
                return
            await people.change_user(tx, user, dm_closed=True)
            await outbox.add_post(tx, match, "closed", f"match {match} thread", {"seats": [seat]}, self.host.now())
        self.host.outbox_due.set()

    async def _check(self, row: PostRow) -> None:
        """Somebody has missed a turn: who has left the server as well leaves the match."""
        async with self.host.database.reading() as connection:
            match = await matches.get(connection, row.match)
            seats = await matches.seats_of(connection, row.match)
        for number in row.content["seats"]:
            user = seats[number].user
            if match is None or match.guild is None or user is None:
                continue
            if not await self._is_member(match.guild, user):
                await actions.remove(self.host, row.match, number)
                if match.series is not None:
                    await entry.gone(self.host, match.series, user)

    async def _is_member(self, guild: int, user: int) -> bool:
        """Return whether somebody is still in a server; yes if Discord does not say."""
        try:
            return await self.discord.is_member(guild, user)
        except NextPlace:
            return True


def _person_of(destination: str) -> int | None:
    """Return whose direct messages a destination is, or None."""
    kind, number, _ = destination.split(" ")
    return int(number) if kind == "user" else None


def _mark(row: PostRow) -> str:
    """Return the mark by which a post is found again."""
    if row.kind == outbox.GREETING:
        return greetings.mark(row.id)
    return announcement.mark(row.tournament, row.id) if row.tournament else match_ui.mark(row.match, row.id)


def _nonce(*parts: object) -> str:
    """Return the nonce of a row: the same for every try, 24 characters."""
    digest = hashlib.blake2b(" ".join(map(str, parts)).encode(), digest_size=15).digest()
    return base64.b32encode(digest).decode()
