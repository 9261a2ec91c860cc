"""Beginning a match."""

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.collections.stakes import stake
from bot.host.context import Host
from bot.host.desk import lay, store, thread_of
from bot.host.fairness import table_string
from bot.host.lobby import agreement
from bot.host.lobby.lobby import Lobby, find, find_seated, show
from bot.host.play import Click
from bot.host.refusal import Refused
from bot.storage import inbox, matches, outbox, people
from engine.contract import Message


async def start(host: Host, click: Click, match: int) -> Lobby:
    """Begin the match. Raises Refused and IllegalDeck."""
    async with host.database.transaction() as tx:
        await inbox.take_up(tx, click.interaction, click.user, match, host.now())
        lobby, _ = await find_seated(host, tx, match, click.user)
        await people.note_act(tx, click.user, host.now(), click.locale)
        return await begin(host, tx, lobby)


async def begin(host: Host, tx: AsyncConnection, lobby: Lobby) -> Lobby:
    """Begin a match whose table was found. Raises Refused and IllegalDeck."""
    if not lobby.full:
        raise Refused(Message("lobby.refused.waiting"))
    agreement.check(lobby)
    row = lobby.match
    await stake(host, tx, row, lobby.seats)
    await set_off(host, tx, lobby)
    for user in await matches.watchers_of(tx, row.id):
        await outbox.add_post(tx, row.id, "watch", thread_of(row.id), {"user": user}, host.now())
    await show(host, tx, lobby)
    return await find(host, tx, row.id)


async def set_off(host: Host, tx: AsyncConnection, lobby: Lobby) -> None:
    """Play the beginning of a match for which everything is ready. Raises IllegalDeck."""
    row = lobby.match
    row.table_string = table_string(row, lobby.seats)
    row.started, row.status = host.now(), "running"
    table = await lay(host, tx, row)
    table.begin()
    await store(host, tx, table, ())
