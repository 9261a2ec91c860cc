"""The decks that a table can choose from."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.context import Host
from cardsdb.sets import deck_of
from engine.contract import ReadyDeck


class DeckChoice(Struct, frozen=True):
    """A ready deck, and the form in which a seat stores it."""

    ready: ReadyDeck
    stored: dict[str, Any]


async def ready_decks(
    host: Host, connection: AsyncConnection, game: str, hashes: Sequence[str]
) -> tuple[DeckChoice, ...]:
    """Return the ready decks of some versions of sets, in their order."""
    cards = await host.cards(connection, game, hashes)
    ready = [deck for each in await host.sets(connection, game, hashes) for deck in each.decks]
    return tuple(DeckChoice(deck, msgspec.to_builtins(deck_of(deck, cards))) for deck in ready)
