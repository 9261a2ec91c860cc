"""Players who do not show up for a live game: when they are mentioned again, when they lose, and a second offer.

A game's call is the message with its seal, and the game begins once Discord has accepted it. From then on each player
is expected, until they click on anything in the match. The match is locked first, then the tournament, then the series.
"""

from collections.abc import Collection, Mapping
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.host import EndedMatch, Host, TimerHandler
from bot.host.kernel.paces import GRACE, MINUTE, PACES
from bot.host.kernel.timers import apart
from bot.host.match.unit_of_work import close, load
from bot.host.tournament.corrections import REOPENED
from bot.host.tournament.entry import take_out
from bot.host.tournament.progress import decide, lose_both
from bot.host.tournament.timers import ABSENT, MISSED, Expected
from bot.host.tournament.tournament import Tournament, find, say
from bot.storage import matches, outbox, people, timers, tournaments
from bot.storage.destination import Destination, Kind
from bot.storage.matches import MatchRow
from bot.storage.outbox import PostRow, match_of
from bot.storage.tournaments import SeriesRow, TournamentRow
from engine.contract import Message, Seat, letter

SEATS: Final = (0, 1)

PAUSED: Final = 5 * MINUTE
"""Seconds after which it is looked again whether a paused game has been resumed, before a player is mentioned."""

_STOPPED: Final = "end.absent"
"""Why a game was stopped for which somebody did not show up."""


async def expect_players(host: Host, tx: AsyncConnection, row: TournamentRow, match: MatchRow) -> None:
    """Expect the players of a game that has just begun; in a match offered again, those who missed it before.

    Nobody is expected in a game that is played over days.
    """
    if PACES[row.pace].days or match.series is None:
        return
    earlier = [number for number, _ in await tournaments.matches_of(tx, match.series) if number < match.id]
    before = await matches.get(tx, earlier[-1]) if earlier else None
    is_again = before is not None and before.closing is not None and before.closing["id"] == _STOPPED
    time, now = REOPENED if is_again else row.absent_after, host.now()
    entrants = {entrant.user: entrant for entrant in await tournaments.entrants_of(tx, row.id)}
    for seat in await matches.seats_of(tx, match.id):
        if seat.user in entrants and (entrants[seat.user].absent or not is_again):
            expected = Expected(match.id, seat.seat)
            await timers.put_apart(tx, MISSED, expected, now + time / 2)
            await timers.put_apart(tx, ABSENT, expected, now + time + GRACE)


async def note_click(host: Host, match: int, user: int) -> None:
    """Record that a person has clicked on something in a match, who is then no longer expected there."""
    async with host.database.reading() as connection:
        if not await dues_of(connection, match):
            return
    async with host.database.transaction() as tx:
        row = await matches.get(tx, match, lock=True)
        own = [seat.seat for seat in await matches.seats_of(tx, match) if seat.user == user]
        event = None if row is None or row.series is None else await tournaments.of_series(tx, row.series)
        if not own or event is None:
            return
        await _expect_no_longer(tx, match, own)
        entrant = (await find(host, tx, event.id)).entrant_of(user)
        if entrant is not None and entrant.absent:
            entrant.absent = False
            await tournaments.change_entrant(tx, entrant)


async def dues_of(connection: AsyncConnection, match: int) -> dict[Seat, float]:
    """Return when the time of each expected player in a match is up."""
    dues = await timers.dues_apart(connection, ABSENT, [Expected(match, seat) for seat in SEATS])
    return {expected.seat: due for expected, due in dues.items()}


async def _expect_no_longer(tx: AsyncConnection, match: int, seats: Collection[Seat]) -> None:
    for seat in seats:
        for kind in (MISSED, ABSENT):
            await timers.drop_apart(tx, kind, Expected(match, seat))


async def _on_missed(host: Host, tx: AsyncConnection, expected: Expected) -> None:
    """Mention a player who has pressed nothing for half of the time, in the thread and by direct message."""
    table = await load(host, tx, expected.match, lock=True)
    due = (await dues_of(tx, expected.match)).get(expected.seat)
    user = table.seats[expected.seat].user
    if table.row.status != "running" or due is None or user is None:
        return
    if table.row.paused is not None:
        await timers.put_apart(tx, MISSED, expected, host.now() + PAUSED)
        return
    places = [Destination.thread(expected.match)]
    if not (await people.user(tx, user)).dm_closed:
        places.append(Destination.dm(user))
    content = {"seats": [expected.seat], "due": due - GRACE, "rest": due - GRACE - host.now()}
    for place in places:
        await outbox.add_post(tx, expected.match, "missing", place, content, host.now())
    host.outbox_due.set()


async def note_mention(host: Host, row: PostRow) -> None:
    """Record that Discord has accepted the mention of an expected player, who has the rest of the time from then on."""
    match = match_of(row)
    async with host.database.transaction() as tx:
        table = await load(host, tx, match, lock=True)
        dues, least = await dues_of(tx, match), host.now() + row.content["rest"]
        for seat in row.content["seats"]:
            if _is_for(row, table.seats[seat].user) and dues.get(seat, least) < least:
                await timers.drop_apart(tx, ABSENT, Expected(match, seat))
                await timers.put_apart(tx, ABSENT, Expected(match, seat), least + GRACE)


async def _on_absent(host: Host, tx: AsyncConnection, expected: Expected) -> None:
    """End a match for a player who has not shown up although they were mentioned, or for both if neither has."""
    table = await load(host, tx, expected.match, lock=True)
    dues = await dues_of(tx, expected.match)
    locked = await _locked(host, tx, table.row) if table.row.status == "running" else None
    if locked is None or expected.seat not in dues:
        return
    found, series = locked
    later, waits = max(dues.values()), found.row.paused is not None or table.row.paused is not None
    if later <= host.now() and (waits or not dues.keys() <= await _reached(tx, table)):
        later = host.now() + found.row.absent_after / 2
    if later > host.now():
        await timers.put_apart(tx, ABSENT, expected, later)
        return
    await _lose(host, tx, found, series, {table.seats[seat].user for seat in dues})
    await _expect_no_longer(tx, expected.match, dues)
    await close(host, tx, table, Message(_STOPPED))


async def on_end(host: Host, tx: AsyncConnection, table: EndedMatch) -> bool:
    """End a match for players whom the clock removed from its game without their having pressed anything at all.

    Returns False: whether another game follows does not depend on it.
    """
    expected = {} if table.row.series is None else await dues_of(tx, table.row.id)
    missed = {seat for seat in expected if table.seats[seat].left}
    missed &= await _reached(tx, table) if missed else set()
    locked = await _locked(host, tx, table.row) if missed else None
    if locked is not None:
        await _lose(host, tx, *locked, {table.seats[seat].user for seat in missed})
    await _expect_no_longer(tx, table.row.id, expected)
    return False


async def _locked(host: Host, tx: AsyncConnection, row: MatchRow) -> tuple[Tournament, SeriesRow] | None:
    """Lock the tournament of a locked match, then its series; None if either of them is over."""
    event = None if row.series is None else await tournaments.of_series(tx, row.series)
    if event is None or row.series is None:
        return None
    found = await find(host, tx, event.id)
    series = await tournaments.get_series(tx, row.series, lock=True)
    if series is None or series.state != "open" or found.row.status != "running":
        return None
    return found, series


async def _reached(tx: AsyncConnection, table: EndedMatch) -> set[Seat]:
    """Return the seats whose people have got their mention, and who can still be reached."""
    untold = table.row.clocks.get("untold", ())
    posts = [post for post in await outbox.posts_of(tx, table.row.id) if post.kind == "missing"]
    return {
        seat
        for post in posts
        for seat in post.content["seats"]
        if post.message is not None and _is_for(post, table.seats[seat].user) and letter(seat) not in untold
    }


def _is_for(post: PostRow, user: int | None) -> bool:
    """Whether a post reaches a person: their direct message, or anything in the thread."""
    return post.destination.kind is not Kind.DM or post.destination.number == user


async def _lose(
    host: Host, tx: AsyncConnection, found: Tournament, series: SeriesRow, users: Collection[int | None]
) -> None:
    """End a series that some of its players lose because they have not shown up, and remove these players."""
    players = [found.entrant(number) for number in (series.first, series.second) if number is not None]
    there = [entrant.number for entrant in players if entrant.user not in users]
    if there:
        await decide(host, tx, found.row, series, there[0], "absent")
    else:
        await lose_both(host, tx, found.row, series, "absent")
    absent = [entrant for entrant in players if entrant.number not in there]
    await say(host, tx, found.row, "absent", series=series.id, players=[entrant.number for entrant in absent])
    found = await find(host, tx, found.row.id)
    for entrant in absent:
        entrant.absent = True
        await take_out(host, tx, found, entrant, "absent")
        await tournaments.note(tx, found.row.id, None, "absent", {"entrant": entrant.number}, host.now())
        place = Destination.dm(entrant.user)
        await outbox.add_tournament_post(tx, found.row.id, "no_show", place, {}, host.now())


TIMERS: Final[Mapping[str, TimerHandler]] = dict([apart(MISSED, _on_missed), apart(ABSENT, _on_absent)])
"""The handlers by kind of timer."""
