"""Viewing a collection, and starting one with a starter deck."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.decks.choices import DeckChoice, ready_decks
from bot.host.kernel.click import Click
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.kernel.paces import DAY
from bot.host.people.accounts import account_made
from bot.storage import copies
from bot.storage.copies import CopyUse
from cardsdb.ledger import Copy, Movement
from engine.contract import Cards, Message
from engine.contract.collecting import Collected, Collecting

HISTORY = 15
"""How many movements are shown at once."""

ACCOUNT_AGE: Final = 30 * DAY
"""The minimum age, in seconds, of an account that gets packs."""

PLAYED_WITHIN: Final = 7 * DAY
"""A player gets a pack only if they have finished a match within this many seconds."""


class Shelf(Struct, frozen=True):
    """A player's collection for one game.

    Attributes:
        album: the cards that can be collected now, in album order.
        pool: the cards' definitions, for their names.
        held: the player's copies by card.
        uses: the trade or match for which each reserved copy is in use, by the copy's id.
        finished: how many matches the player has finished.
        starter: the deck that the collection started with; None if it has not been started.
        decks: the decks it can start with.
        now: when it was viewed.
        no_pack: why the player gets no packs now, or None if they do.
    """

    game: str
    album: Mapping[str, Collected]
    pool: Cards
    held: Mapping[str, tuple[Copy, ...]]
    uses: Mapping[int, CopyUse]
    finished: int
    starter: str | None
    decks: tuple[DeckChoice, ...]
    now: float
    no_pack: Message | None

    def barrier(self, copy: Copy) -> Message | None:
        """Return why a copy can be neither traded nor staked now, or None if it can."""
        use = self.uses.get(copy.id)
        if use is not None:
            number = use.match if use.trade is None else use.trade
            return Message("copy.at_stake" if use.trade is None else "copy.offered", {"number": number or 0})
        return copy.barrier(self.finished, self.now)


def collecting(host: Host, game: str) -> Collecting:
    """Return how a game's cards are collected. Raises Refused if they are not."""
    found = host.games[game].spec.collecting if game in host.games else None
    if found is None:
        raise Refused(Message("collection.refused.game"))
    return found


def games(host: Host) -> list[str]:
    """Return the games whose cards are collected."""
    return [key for key, game in host.games.items() if game.spec.collecting is not None]


def shipped(host: Host, game: str) -> tuple[str, ...]:
    """Return the versions of a game's collectable sets: those that ship with Tableside, the same on every server."""
    return tuple(version.hash for version in host.shipped[game])


async def pools(host: Host) -> dict[str, Cards]:
    """Return the cards of all collectable games, by game."""
    async with host.database.reading() as connection:
        return {game: await host.cards(connection, game, shipped(host, game)) for game in games(host)}


async def look(host: Host, user: int, game: str) -> Shelf:
    """Return a player's collection. Raises Refused."""
    collecting(host, game)
    async with host.database.reading() as connection:
        return await _shelf(host, connection, user, game)


async def _shelf(host: Host, connection: AsyncConnection, user: int, game: str) -> Shelf:
    pool = await host.cards(connection, game, shipped(host, game))
    held: dict[str, tuple[Copy, ...]] = {}
    for copy in await copies.of(connection, user):
        if copy.game == game:
            held[copy.card] = (*held.get(copy.card, ()), copy)
    return Shelf(
        game=game,
        album=collecting(host, game).album(pool),
        pool=pool,
        held=held,
        uses=await copies.uses(connection, user=user),
        finished=(await copies.finished(connection, user))[0],
        starter=await copies.starter(connection, user, game),
        decks=await ready_decks(host, connection, game, shipped(host, game)),
        now=host.now(),
        no_pack=await pack_barrier(host, connection, user),
    )


async def pack_barrier(host: Host, connection: AsyncConnection, user: int) -> Message | None:
    """Return why a player gets no pack, or None if they get one."""
    old_enough = account_made(user) + ACCOUNT_AGE
    if host.now() < old_enough:
        return Message("pack.barrier.account", {"when": int(old_enough)})
    _, last = await copies.finished(connection, user)
    if last < host.now() - PLAYED_WITHIN:
        return Message("pack.barrier.played")
    return None


async def begin(host: Host, click: Click, game: str, deck: str) -> Shelf:
    """Start a collection with a ready-made deck, whose copies are bound to their owner. Raises Refused."""
    collecting(host, game)
    async with click.transaction(host) as tx:
        choices = await ready_decks(host, tx, game, shipped(host, game))
        chosen = next((choice for choice in choices if choice.ready.name == deck), None)
        if chosen is None:
            raise Refused(Message("lobby.refused.deck"))
        if await copies.choose_starter(tx, click.user, game, deck, host.now()):
            cards: dict[str, int] = chosen.stored["cards"]
            fresh = [Copy(0, game, card, click.user, bound=True) for card, count in cards.items() for _ in range(count)]
            await copies.create(tx, fresh, "starter", host.now())
        return await _shelf(host, tx, click.user, game)


async def history(host: Host, user: int) -> list[Movement]:
    """Return the card movements to and from a player, newest first."""
    async with host.database.reading() as connection:
        return await copies.history(connection, user, HISTORY)
