"""Which card sets are played in a server: of those that come with Tableside, and of its own."""

from collections.abc import Collection, Sequence

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.card_sets.groups import set_groups
from bot.host.card_sets.uploads import check_playable, disable_within, enable_within
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.storage import card_sets, people
from engine.contract import JSON, Message


class SetHere(Struct, frozen=True):
    """A set of a game: whether it is the server's own, and whether it is played there."""

    key: str
    title: str
    own: bool
    played: bool


async def sets_here(host: Host, guild: int, game: str) -> list[SetHere]:
    """Return the sets of a game that a server can play with: those that come with it, then the server's own."""
    async with host.database.reading() as connection:
        return await _sets_here(host, connection, guild, game)


async def _sets_here(host: Host, connection: AsyncConnection, guild: int, game: str) -> list[SetHere]:
    row = await people.guild(connection, guild)
    closed = row.closed.get(game, [])
    own: dict[str, SetHere] = {}
    for each in await card_sets.of_guild(connection, guild):
        if each.game == game:
            played = each.enabled or (each.key in own and own[each.key].played)
            own[each.key] = SetHere(each.key, each.title, own=True, played=played)
    shipped = [SetHere(each.key, each.title, own=False, played=each.key not in closed) for each in host.shipped[game]]
    return [*shipped, *own.values()]


async def choose_sets(host: Host, guild: int, game: str, keys: Collection[str]) -> None:
    """Choose the sets that a server's new tables of a game are played with; without any, all that come with it.

    The server's own sets are enabled and disabled. Raises Refused, in which case nothing has changed.
    """
    if game not in host.games:
        raise Refused(Message("lobby.refused.game"))
    async with host.database.transaction() as tx:
        await people.hold_guild(tx, guild)
        await card_sets.lock(tx, guild)
        here = await _sets_here(host, tx, guild, game)
        wanted = set(keys) or {each.key for each in here if not each.own}
        if not wanted <= {each.key for each in here}:
            raise Refused(Message("set.refused.unknown"))
        closed = (await people.guild(tx, guild)).closed
        closed[game] = [each.key for each in here if not each.own and each.key not in wanted]
        await people.change_guild(tx, guild, closed={name: each for name, each in closed.items() if each})
        for each in here:
            if each.own and each.played != (each.key in wanted):
                await (disable_within if each.played else enable_within)(host, tx, guild, game, each.key)
        await check_playable(host, tx, guild, game)


async def check_cards(
    host: Host,
    connection: AsyncConnection,
    guild: int | None,
    game: str,
    hashes: Sequence[str],
    decks: Collection[JSON | None],
) -> None:
    """Raise Refused if a match with some sets and decks has cards that are not played in a server any more.

    If each seat brings a deck, only the cards in the decks count.
    """
    rules = host.games[game]
    offered = await set_groups(host, connection, game, guild)
    played = {each.key for group in offered for each in await host.sets(connection, game, group.sets)}
    gone = [each for each in await host.sets(connection, game, hashes) if each.key not in played]
    if gone and rules.spec.decks:
        cards = await host.cards(connection, game, hashes)
        lost = {cards.find(card.name) for each in gone for card in each.cards}
        gone = [] if all(deck is None or lost.isdisjoint(deck["cards"]) for deck in decks) else gone
    if gone:
        raise Refused(Message("server.refused.sets"))
