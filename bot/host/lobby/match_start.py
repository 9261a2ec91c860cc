"""Starting a match."""

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.collections.stakes import stake
from bot.host.fairness.verification import table_string
from bot.host.kernel.click import Click
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.lobby import agreement
from bot.host.lobby.lobby import Lobby, close_found, find, find_seated, seat_of, show
from bot.host.match.explanations import note_early
from bot.host.match.seals import posted, seal_state
from bot.host.match.unit_of_work import lay, store
from bot.host.people.server_rules import check_people
from bot.storage import matches, outbox, panels, people, seals, timers
from bot.storage.destination import Destination
from bot.storage.matches import MatchRow
from bot.storage.timers import TimerKey
from engine.contract import IllegalDeck, Message


async def start(host: Host, click: Click, match: int) -> Lobby:
    """Start a match. Raises Refused and IllegalDeck."""
    async with click.transaction(host, match) as tx:
        lobby, _ = await find_seated(host, tx, match, click.user)
        await check_people(tx, lobby.match.guild, click.user, [row.user for row in lobby.seats])
        await people.note_act(tx, click.user, host.now(), click.locale, click.avatar)
        if lobby.match.solo and click.message is not None:
            # The Start button is on the message that carries the seal, so the click holds that message's id.
            await posted(host, tx, match, lobby.match.channel, click.message)
        return await begin(host, tx, lobby)


async def begin(host: Host, tx: AsyncConnection, lobby: Lobby) -> Lobby:
    """Begin a match whose table has been loaded. Raises Refused and IllegalDeck.

    If its seal is still on its way to Discord, the table can no longer be changed, and the match begins once the seal
    has been posted.
    """
    if not lobby.full:
        raise Refused(Message("lobby.refused.waiting"))
    agreement.check(lobby)
    row = lobby.match
    _check_rules(host, row)
    if await seals.get(tx, row.id) is not None:
        await _deal(host, tx, lobby)
    else:
        (await lay(host, tx, row)).begin()  # discarded: this only raises the errors that the beginning would raise
        await wait_for_seal(host, tx, row.id)
    await show(host, tx, lobby)
    return await find(host, tx, row.id)


def _check_rules(host: Host, row: MatchRow) -> None:
    """Raise Refused if the position from which a match begins was stored by other rules than those of now."""
    if row.origin is not None and row.state_version != host.games[row.game].state_version:
        raise Refused(Message("fork.refused.rules"))


async def wait_for_seal(host: Host, tx: AsyncConnection, match: int) -> None:
    """Make a match begin as soon as its seal has been posted. Raises NoSuchMatch."""
    row = (await find(host, tx, match)).match
    await matches.change(tx, row, {"starting": host.now()})


async def begin_sealed_match(host: Host, tx: AsyncConnection, row: MatchRow) -> None:
    """Begin a locked match that was waiting for its seal, or end it without a result if no place accepts the seal.

    If something has changed in the meantime so that the match cannot begin, its table is unlocked, and the player who
    presses Start again sees the reason.
    """
    match await seal_state(host, tx, row.id):
        case "posted":
            lobby = await find(host, tx, row.id)
            savepoint = await tx.begin_nested()
            try:
                await _deal(host, tx, lobby)
            except (Refused, IllegalDeck):
                await savepoint.rollback()
                lobby = await find(host, tx, row.id)
                await matches.change(tx, lobby.match, {"starting": None})
            await show(host, tx, lobby)
        case "refused":
            await give_up(host, tx, row)


async def keep_hand(host: Host, click: Click, match: int, token: str, message: int) -> None:
    """Record that a message, the answer to a click, becomes the person's panel once the match has begun.

    `token` edits the message. The message carries a solo match's seal, so nothing is recorded at a solo table that is
    open, nor for a person without a seat.
    """
    async with host.database.transaction() as tx:
        lobby = await find(host, tx, match)
        seat, channel = seat_of(lobby, click.user), click.channel or lobby.match.channel
        if seat is None or (lobby.open and lobby.match.solo):
            return
        if lobby.match.solo:
            await posted(host, tx, match, channel, message)
        await panels.opened(tx, match, seat.seat, channel=channel, message=message, token=token, at=click.at)
        if lobby.match.started is not None or lobby.match.status == "closed":
            await panels.mark(tx, match, seat.seat)
    host.wake()


async def give_up(host: Host, tx: AsyncConnection, row: MatchRow) -> None:
    """End a match without a result because no place accepts its seal, and notify its people."""
    lobby = await find(host, tx, row.id)
    await close_found(host, tx, lobby, Message("lobby.closed.unsealed"))
    for seat in lobby.seats:
        if seat.user is not None:
            await outbox.add_post(tx, row.id, "unsealed", Destination.dm(seat.user), {}, host.now())


async def _deal(host: Host, tx: AsyncConnection, lobby: Lobby) -> None:
    """Stake cards, begin a match whose seal has been posted, and add its watchers. Raises Refused and IllegalDeck."""
    row = lobby.match
    _check_rules(host, row)
    await stake(host, tx, row, lobby.seats)
    await set_off(host, tx, lobby)
    for user in await matches.watchers_of(tx, row.id):
        await timers.put(tx, row.id, TimerKey("watch", None, str(user)), host.now())


async def set_off(host: Host, tx: AsyncConnection, lobby: Lobby) -> None:
    """Start play in a match that is ready. Raises IllegalDeck."""
    row = lobby.match
    row.table_string = row.table_string or table_string(row, lobby.seats)
    row.started, row.status = host.now(), "running"
    for seat in await note_early(tx, row, lobby.seats):
        await matches.change_seat(tx, seat)
    table = await lay(host, tx, row)
    table.begin()
    await store(host, tx, table, ())
