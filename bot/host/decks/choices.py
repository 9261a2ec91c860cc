"""The decks that a table accepts: the ready decks in its sets, and those that its people have built."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import msgspec
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.host import Host
from bot.storage import decks
from cardsdb.sets import deck_of
from engine.contract import JSON, Deck, IllegalDeck, Message, ReadyDeck
from engine.players.characters import own_deck


class Ruled(Protocol):
    """A match or a tournament, whose rules decks are checked against."""

    game: str
    options: JSON
    sets: list[str]


class Decked(Protocol):
    """A seat or an entrant of a tournament, which may have a deck."""

    deck: JSON | None


class DeckChoice(Struct, frozen=True):
    """A ready deck, and the form in which a seat stores it."""

    ready: ReadyDeck
    stored: dict[str, Any]


async def ready_decks(
    host: Host, connection: AsyncConnection, game: str, hashes: Sequence[str], options: JSON | None = None
) -> tuple[DeckChoice, ...]:
    """Return the ready decks in some versions of sets, in the order of the sets.

    If `options` are given, the decks are adjusted to a table with those options.
    """
    rules, cards = host.games[game], await host.cards(connection, game, hashes)
    ready = [deck for each in await host.sets(connection, game, hashes) for deck in each.decks]
    decks = [deck_of(deck, cards) for deck in ready]
    if options is not None and decks:
        wanted = rules.deck_format(rules.spec.options.model_validate(options))
        decks = [rules.ready_deck(deck, cards, wanted) for deck in decks]
    return tuple(DeckChoice(each, msgspec.to_builtins(deck)) for each, deck in zip(ready, decks, strict=True))


async def fitting(host: Host, row: Ruled, user: int) -> list[str]:
    """Return the names of a person's own decks that a table accepts."""
    async with host.database.reading() as connection:
        own = await decks.of_user(connection, user)
        stored = [(each.name, _stored(each)) for each in own if each.game == row.game]
        return [name for name, deck in stored if not await faults_of(host, connection, row, deck)]


async def faults_of(
    host: Host, connection: AsyncConnection, row: Ruled, deck: Mapping[str, Any]
) -> tuple[Message, ...]:
    """Return every reason why a table rejects a deck, given in the form in which a seat stores it."""
    game = host.games[row.game]
    cards = await host.cards(connection, row.game, tuple(row.sets))
    wanted = game.deck_format(game.spec.options.model_validate(row.options))
    return game.deck_faults(msgspec.convert(deck, Deck), cards, wanted)


async def chosen(
    host: Host, connection: AsyncConnection, row: Ruled, ready: Sequence[DeckChoice], user: int, name: str
) -> dict[str, Any] | None:
    """Return a copy of the named deck for the seat, the person's own or a ready one; None if no deck has this name.

    Raises IllegalDeck if the table rejects the deck.
    """
    own = await decks.named(connection, user, name)
    stored = next((choice.stored for choice in ready if choice.ready.name == name), None)
    if own is not None and own.game == row.game:
        stored = _stored(own)
    faults = () if stored is None else await faults_of(host, connection, row, stored)
    if faults:
        raise IllegalDeck([Message("deck.refused.here", {"name": name}), *faults])
    return stored


def characters_choice(house: str | None, ready: Sequence[DeckChoice]) -> Sequence[DeckChoice]:
    """Return the one ready deck that a character plays; nothing without a character or without ready decks."""
    by_difficulty = sorted(ready, key=lambda choice: choice.ready.difficulty)
    return [] if house is None or not ready else [by_difficulty[own_deck(house, len(ready))]]


async def usual(
    host: Host,
    connection: AsyncConnection,
    row: Ruled,
    ready: Sequence[DeckChoice],
    seats: Sequence[Decked],
    house: str | None = None,
) -> dict[str, Any] | None:
    """Return the deck with which a newcomer to a table begins: a ready one that the table accepts, or None.

    A house player has one of its own. For a person it is the easiest and, of equally easy ones, one that nobody at the
    table has.
    """
    taken = [seat.deck["name"] for seat in seats if seat.deck is not None]
    choices = sorted(ready, key=lambda choice: (choice.ready.difficulty, choice.ready.name in taken))
    for choice in [*characters_choice(house, ready), *choices]:
        if not await faults_of(host, connection, row, choice.stored):
            return choice.stored
    return None


def _stored(row: decks.DeckRow) -> dict[str, Any]:
    stored: dict[str, Any] = msgspec.to_builtins(Deck(row.name, row.cards))
    return stored
