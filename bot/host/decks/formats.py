"""Deck formats: those that come with a game, and those that a server has made from the same parameters."""

from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.click import Click
from bot.host.kernel.host import Host
from bot.storage import decks
from cardsdb.deck_codes import DeckRefused
from cardsdb.deck_formats import read_format
from engine.contract import Message
from engine.contract.decks import DeckFormat

MOST: Final = 20
"""How many formats of its own a server may have for a game: with the game's formats, they fit into one select menu."""


async def formats_of(host: Host, connection: AsyncConnection, guild: int | None, game: str) -> dict[str, DeckFormat]:
    """Return the formats for a game's decks in a server, by name: the game's own, default first, then the server's."""
    shipped = host.games[game].spec.formats
    own = [] if guild is None else await decks.formats_of(connection, guild, game)
    shape = type(shipped[0])
    return {each.name: each for each in (*shipped, *(shape.model_validate(figures) for figures in own))}


async def listed(host: Host, guild: int | None, game: str) -> dict[str, DeckFormat]:
    """Return the result of `formats_of`; nothing for an unknown game, or for one in which nobody brings a deck."""
    if game not in host.games or not host.games[game].spec.decks:
        return {}
    async with host.database.reading() as connection:
        return await formats_of(host, connection, guild, game)


async def own(host: Host, guild: int | None, game: str) -> list[DeckFormat]:
    """Return a server's own formats for a game."""
    shipped = {each.name for each in host.games[game].spec.formats}
    return [each for name, each in (await listed(host, guild, game)).items() if name not in shipped]


async def keep(host: Host, guild: int, game: str, text: str) -> DeckFormat:
    """Store a server's own format from its text, replacing one of the same name. Raises DeckRefused.

    Tables that are already open keep the parameters that they were opened with.
    """
    made = read_format(host.games[game], text)
    async with host.database.transaction() as tx:
        own = await decks.formats_of(tx, guild, game)
        names = {decks.folded(figures["name"]) for figures in own}
        if decks.folded(made.name) not in names and len(names) >= MOST:
            raise DeckRefused([Message("format.refused.many", {"most": MOST})])
        await decks.keep_format(tx, guild, game, made.model_dump(mode="json"))
    return made


async def drop(host: Host, click: Click, guild: int, game: str, name: str) -> bool:
    """Delete a server's own format, and return whether there was one. Raises Unsure."""
    async with click.transaction(host) as tx:
        if not await decks.drop_format(tx, guild, game, name):
            return False
        left = len(await formats_of(host, tx, guild, game))
        click.confirm(Message("ask.formatdrop", {"name": name, "count": left}))
        return True
