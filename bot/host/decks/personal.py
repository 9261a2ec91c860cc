"""A person's own decks: the same in every server, built card by card, copied, imported and exported as text.

Every change is one transaction. A change to a deck's cards or format names the revision that the panel shows, so that a
click on an outdated panel changes nothing.
"""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.card_sets.groups import set_groups
from bot.host.decks.choices import DeckChoice, ready_decks
from bot.host.decks.formats import formats_of
from bot.host.kernel.click import Click
from bot.host.kernel.errors import NotFound
from bot.host.kernel.host import Host
from bot.storage import decks, people
from bot.storage.decks import DeckRow, folded
from cardsdb.deck_codes import MOST, DeckRefused, code_game, deck_code, read_deck
from cardsdb.sets import deck_of
from engine.contract import Cards, Deck, Message
from engine.contract.decks import DeckCard, DeckFormat
from engine.text import acting, crowded, unseen

MOST_DECKS: Final = 50
"""The maximum number of decks that one person can have."""

NAME_LENGTH: Final = 32
"""The maximum length of a deck's name."""


class NoSuchDeck(NotFound):
    """The person has no such deck, or no longer has it."""

    reason = Message("deck.gone")


class Bench(Struct, frozen=True):
    """A deck being built.

    Attributes:
        row: the deck; its id is 0 if it is not the person's own.
        cards: the card definitions for new matches.
        held: the cards that a deck may hold, in their groups.
        formats: the formats that a deck can be built for here, by name.
        wanted: the deck's format, or the default format if the deck's own is not known here.
        faults: why that format rejects the deck.
        lost: the ids of the deck's cards that are not known here.
        notice: the message about the last click, or None.
    """

    row: DeckRow
    cards: Cards
    held: tuple[DeckCard, ...]
    formats: dict[str, DeckFormat]
    wanted: DeckFormat
    faults: tuple[Message, ...]
    lost: tuple[str, ...]
    notice: Message | None = None

    @property
    def deck(self) -> Deck:
        """The deck without the cards that are not known here."""
        known = {card: count for card, count in self.row.cards.items() if card not in self.lost}
        return Deck(self.row.name, known)

    @property
    def code(self) -> str:
        """The code for the full deck, including cards that are not known here."""
        return deck_code(self.row.game, Deck(self.row.name, self.row.cards))


class DeckStarts(Struct, frozen=True):
    """What a new deck can start from, so that it is legal at once.

    Attributes:
        name: the new deck's name, or None for a free one.
        cards: the card definitions for new matches.
        ready: the ready decks that are legal in the game's first format.
        own: the person's own decks for the game that are legal in their formats.
    """

    game: str
    name: str | None
    cards: Cards
    ready: tuple[DeckChoice, ...]
    own: tuple[Bench, ...]


def key_of(card: str) -> str:
    """Return the key of a card in custom ids: short for any card id, and unique."""
    return hashlib.sha256(card.encode()).hexdigest()[:24]


# Queries


async def own(host: Host, user: int, guild: int | None) -> list[Bench]:
    """Return a person's decks, sorted by name."""
    async with host.database.reading() as connection:
        rows = await decks.of_user(connection, user)
        return [await _bench(host, connection, row, guild) for row in rows if row.game in host.games]


async def names(host: Host, user: int, game: str | None = None) -> list[str]:
    """Return the names of a person's decks, for all games or for one."""
    async with host.database.reading() as connection:
        return [row.name for row in await decks.of_user(connection, user) if game in (None, row.game)]


async def ready_names(host: Host, guild: int | None) -> list[str]:
    """Return the names of the ready decks that a server has, for all games."""
    async with host.database.reading() as connection:
        return [row.name for row in await _ready(host, connection, guild)]


async def show(host: Host, user: int, guild: int | None, deck: int) -> Bench:
    """Return a deck by its id. Raises NoSuchDeck."""
    async with host.database.reading() as connection:
        row = await decks.get(connection, user, deck)
        if row is None:
            raise NoSuchDeck
        return await _bench(host, connection, row, guild)


async def find(host: Host, user: int, guild: int | None, name: str) -> Bench:
    """Return a deck by its name, the person's own or a ready one. Raises NoSuchDeck."""
    async with host.database.reading() as connection:
        return await _bench(host, connection, await _named(host, connection, user, guild, name), guild)


async def starts(host: Host, user: int, guild: int | None, game: str, name: str | None) -> Bench | DeckStarts:
    """Return the person's own deck with a given name or, without one, what a new deck with this name can start from.

    Raises DeckRefused if there can be no such deck.
    """
    _check_game(host, game)
    async with host.database.reading() as connection:
        rows = await decks.of_user(connection, user)
        named = None if name is None else await decks.named(connection, user, name)
        if named is not None:
            return await _bench(host, connection, named, guild)
        _check_limit(rows)
        if name is not None:
            await _check_name(host, connection, user, guild, name.strip(), 0)
        sets, rules = await _sets(host, connection, game, guild), host.games[game]
        cards, wanted = await host.cards(connection, game, sets), rules.spec.formats[0]
        ready = await ready_decks(host, connection, game, sets)
        own = [await _bench(host, connection, row, guild) for row in rows if row.game == game]
    return DeckStarts(
        game=game,
        name=name,
        cards=cards,
        ready=tuple(each for each in ready if not rules.deck_faults(deck_of(each.ready, cards), cards, wanted)),
        own=tuple(each for each in own if not each.faults),
    )


async def format_for(
    host: Host, user: int, guild: int | None, game: str, name: str, first: DeckFormat | None
) -> DeckFormat | None:
    """Return a format that accepts the named deck, the person's own or a ready one, or None if none does.

    `first` is the one to try first.
    """
    async with host.database.reading() as connection:
        try:
            row = await _named(host, connection, user, guild, name)
        except NoSuchDeck:
            return None
        if row.game != game:
            return None
        cards, deck = await _cards(host, connection, game, guild), Deck(row.name, row.cards)
        offered = await formats_of(host, connection, guild, game)
    tried = offered.values() if first is None else (first, *offered.values())
    return next((each for each in tried if not host.games[game].deck_faults(deck, cards, each)), None)


# Changes


async def build(host: Host, click: Click, guild: int | None, game: str, name: str | None, like: str) -> Bench | None:
    """Return the person's own deck with a given name, or begin a new one. Raises DeckRefused.

    If no name is given, the new deck's name is based on `like`. Returns None for an interaction that has already been
    taken up, as does every other function that changes something.
    """
    async with host.database.transaction() as tx:
        if not await _taken_up(host, tx, click):
            return None
        row = None if name is None else await decks.named(tx, click.user, name)
        if row is None:
            row = await _add(host, tx, click.user, guild, _empty(host, game, click.user, like), name)
        return await _bench(host, tx, row, guild)


async def copy(host: Host, click: Click, guild: int | None, source: str | int, name: str | None) -> Bench | None:
    """Copy a deck, given its id or its name, the person's own or a ready one. Raises NoSuchDeck and DeckRefused."""
    async with host.database.transaction() as tx:
        if not await _taken_up(host, tx, click):
            return None
        if isinstance(source, str):
            found: DeckRow | None = await _named(host, tx, click.user, guild, source)
        else:
            found = await decks.get(tx, click.user, source)
        if found is None:
            raise NoSuchDeck
        return await _bench(host, tx, await _add(host, tx, click.user, guild, found, name), guild)


async def take_in(
    host: Host, click: Click, guild: int | None, game: str, text: str, name: str | None, like: str
) -> Bench | None:
    """Import a new deck from a code, which names its game, or from text.

    Its name is `name`, or else the one in the text, or else one based on `like`. Raises DeckRefused with every reason
    at once.
    """
    async with host.database.transaction() as tx:
        if not await _taken_up(host, tx, click):
            return None
        key = code_game(text) or game
        row = _empty(host, key, click.user, like)
        cards = await _cards(host, tx, key, guild)
        faults = list(_name_faults(name)) if name else []
        try:
            read = read_deck(key, text, cards, [each.card for each in host.games[key].deck_cards(cards)])
        except DeckRefused as refused:
            raise DeckRefused([*faults, *refused.reasons]) from refused
        row.cards = read.cards
        return await _bench(host, tx, await _add(host, tx, click.user, guild, row, name or read.name or None), guild)


async def set_count(
    host: Host, click: Click, guild: int | None, deck: int, revision: int, card: str, count: int
) -> Bench | None:
    """Set how many copies of a card, given by its key, a deck holds. Raises NoSuchDeck."""

    def change(row: DeckRow, cards: Cards) -> Message | None:
        able = {key_of(each.card): each.card for each in host.games[row.game].deck_cards(cards)}
        found = able.get(card) or next((each for each in row.cards if key_of(each) == card), None)
        if found is None or not 0 <= count <= MOST or (count and card not in able):
            return Message("deck.lost")
        if found not in row.cards and len(row.cards) >= MOST:
            return Message("deck.refused.many", {"most": MOST})
        held = {each: count if each == found else number for each, number in row.cards.items()} | {found: count}
        row.cards = {each: number for each, number in held.items() if number}
        return None

    return await _change(host, click, guild, deck, revision, change)


async def set_format(host: Host, click: Click, guild: int | None, deck: int, revision: int, name: str) -> Bench | None:
    """Set a deck's format. Raises NoSuchDeck."""

    def change(row: DeckRow, cards: Cards) -> Message | None:
        row.format = name[:NAME_LENGTH]
        return None

    return await _change(host, click, guild, deck, revision, change)


async def rename(host: Host, click: Click, guild: int | None, deck: int, name: str) -> Bench | None:
    """Rename a deck. Raises NoSuchDeck and DeckRefused."""
    async with host.database.transaction() as tx:
        row = await _locked(host, tx, click, deck)
        if row is None:
            return None
        name = name.strip()
        if name != row.name:
            await _check_name(host, tx, click.user, guild, name, row.id)
            row.name = name
            await decks.change(tx, row, host.now())
        return await _bench(host, tx, row, guild)


async def drop(host: Host, click: Click, deck: int) -> str | None:
    """Delete a deck, and return the name that it had. Raises NoSuchDeck and Unsure."""
    async with host.database.transaction() as tx:
        row = await _locked(host, tx, click, deck)
        if row is None:
            return None
        click.confirm(Message("ask.deckdrop", {"name": row.name, "count": sum(row.cards.values())}))
        await decks.drop(tx, row)
        return row.name


async def _locked(host: Host, tx: AsyncConnection, click: Click, deck: int) -> DeckRow | None:
    """Return a person's deck, locked; None if the click has already been taken up. Raises NoSuchDeck."""
    if not await _taken_up(host, tx, click):
        return None
    row = await decks.get(tx, click.user, deck, lock=True)
    if row is None:
        raise NoSuchDeck
    return row


async def _taken_up(host: Host, tx: AsyncConnection, click: Click) -> bool:
    """Record an interaction, and return whether it is new; the person's other concurrent interactions wait for it."""
    if not await click.take_up(host, tx):
        return False
    await people.hold(tx, click.user)
    return True


async def _change(
    host: Host,
    click: Click,
    guild: int | None,
    deck: int,
    revision: int,
    change: Callable[[DeckRow, Cards], Message | None],
) -> Bench | None:
    """Change a deck, unless it has changed since it was shown; `change` returns a reason if it refuses."""
    async with host.database.transaction() as tx:
        if not await _taken_up(host, tx, click):
            return None
        row = await decks.get(tx, click.user, deck, lock=True)
        if row is None or row.game not in host.games:
            raise NoSuchDeck
        notice: Message | None = Message("deck.stale")
        if row.revision == revision:
            notice = change(row, await _cards(host, tx, row.game, guild))
            if notice is None:
                await decks.change(tx, row, host.now())
        return await _bench(host, tx, row, guild, notice)


async def _bench(
    host: Host, connection: AsyncConnection, row: DeckRow, guild: int | None, notice: Message | None = None
) -> Bench:
    """Return a deck with everything known about it here. Raises NoSuchDeck if its game no longer exists."""
    game = host.games.get(row.game)
    if game is None or not game.spec.decks:
        raise NoSuchDeck
    cards = await _cards(host, connection, row.game, guild)
    held = game.deck_cards(cards)
    able = {each.card for each in held}
    formats = await formats_of(host, connection, guild, row.game)
    wanted = formats.get(row.format) or game.spec.formats[0]
    faults = game.deck_faults(Deck(row.name, row.cards), cards, wanted)
    lost = tuple(card for card in row.cards if card not in able)
    return Bench(row, cards, held, formats, wanted, faults, lost, notice)


async def _sets(host: Host, connection: AsyncConnection, game: str, guild: int | None) -> tuple[str, ...]:
    """Return the hashes of the sets that a server's decks are built from."""
    return (await set_groups(host, connection, game, guild))[0].sets


async def _cards(host: Host, connection: AsyncConnection, game: str, guild: int | None) -> Cards:
    return await host.cards(connection, game, await _sets(host, connection, game, guild))


async def _ready(host: Host, connection: AsyncConnection, guild: int | None) -> list[DeckRow]:
    """Return the ready decks of a server in the form of personal ones."""
    return [
        DeckRow(0, 0, key, choice.ready.name, game.spec.formats[0].name, dict(choice.stored["cards"]), 0, 0.0)
        for key, game in host.games.items()
        if game.spec.decks
        for choice in await ready_decks(host, connection, key, await _sets(host, connection, key, guild))
    ]


async def _named(host: Host, connection: AsyncConnection, user: int, guild: int | None, name: str) -> DeckRow:
    row = await decks.named(connection, user, name)
    if row is not None:
        return row
    wanted = folded(name)
    for ready in await _ready(host, connection, guild):
        if folded(ready.name) == wanted:
            return ready
    raise NoSuchDeck


def _empty(host: Host, game: str, user: int, name: str) -> DeckRow:
    """Return an empty deck, without storing it. Raises DeckRefused for a game in which nobody brings one."""
    _check_game(host, game)
    return DeckRow(0, user, game, name, host.games[game].spec.formats[0].name, {}, 0, 0.0)


def _check_game(host: Host, game: str) -> None:
    """Raise DeckRefused for a game in which nobody brings a deck."""
    if game not in host.games or not host.games[game].spec.decks:
        raise DeckRefused([Message("deck.refused.no_decks", {"game": game})])


async def _add(
    host: Host, tx: AsyncConnection, user: int, guild: int | None, like: DeckRow, name: str | None
) -> DeckRow:
    """Store a copy of a deck under `name` or, if that is None, a free name based on the deck's. Raises DeckRefused."""
    rows = await decks.of_user(tx, user)
    _check_limit(rows)
    if name is None:
        name = _free(like.name, (*(row.name for row in rows), *(row.name for row in await _ready(host, tx, guild))))
    name = name.strip()
    await _check_name(host, tx, user, guild, name, 0)
    row = DeckRow(0, user, like.game, name, like.format, like.cards, 0, host.now())
    await decks.add(tx, row)
    return row


def _check_limit(rows: Sequence[DeckRow]) -> None:
    """Raise DeckRefused if a person with these decks can have no more."""
    if len(rows) >= MOST_DECKS:
        raise DeckRefused([Message("deck.refused.decks", {"most": MOST_DECKS})])


async def _check_name(host: Host, tx: AsyncConnection, user: int, guild: int | None, name: str, deck: int) -> None:
    """Raise DeckRefused if a deck may not have this name."""
    faults = list(_name_faults(name))
    there = await decks.named(tx, user, name)
    if there is not None and there.id != deck:
        faults.append(Message("deck.refused.name_taken", {"name": name}))
    if folded(name) in {folded(row.name) for row in await _ready(host, tx, guild)}:
        faults.append(Message("deck.refused.name_ready", {"name": name}))
    if faults:
        raise DeckRefused(faults)


def _name_faults(name: str) -> Iterable[Message]:
    """Yield the reasons why nobody's deck may have this name."""
    faults: list[Message] = []
    if not name.strip():
        faults.append(Message("deck.refused.name_empty"))
    if len(name) > NAME_LENGTH:
        faults.append(Message("deck.refused.name_long", {"most": NAME_LENGTH}))
    if unseen(name) is not None or crowded(name):
        faults.append(Message("deck.refused.name_unseen"))
    part = acting(name)
    if part is not None:
        faults.append(Message("deck.refused.name_acting", {"part": part}))
    return faults


def _free(like: str, taken: Iterable[str]) -> str:
    """Return an unused name based on another."""
    there = {folded(name) for name in taken}
    number, name = 1, like[:NAME_LENGTH].strip()
    while folded(name) in there:
        number += 1
        name = f"{like[: NAME_LENGTH - 3].strip()} {number}"
    return name
