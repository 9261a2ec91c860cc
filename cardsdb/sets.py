"""Card sets: reading them, proving them sound, and naming each version by its content."""

import hashlib
import json
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

from msgspec import Struct
from pydantic import ValidationError

from cardsdb.source import SetFault, SetRefused, Source
from engine.contract import AnyGame, CardFault, Cards, CardSet, Deck, IllegalSet, ReadyDeck


class StoredSet(Struct, frozen=True):
    """A proved set as it is stored: never changed in place, named by its content.

    Attributes:
        hash: SHA-256 of the content.
        content: the set as canonical JSON.
    """

    hash: str
    game: str
    key: str
    title: str
    content: str


def read_set(game: AnyGame, text: str, file: str) -> CardSet:
    """Return the set that a TOML text holds, proved by itself.

    Raises SetRefused with every fault and its line, and nothing else, whatever the text is.
    """
    source = Source(text, file)
    return _prove(game, source.data(), source, ())


def read_homebrew(game: AnyGame, text: str, file: str) -> CardSet:
    """Return a set that people wrote for their server: proved beside the shipped sets, and under names of its own.

    Raises SetRefused like `read_set`.
    """
    source = Source(text, file)
    data = source.data()
    shipped = shipped_sets(game)
    faults = [*_taken(game, data, shipped, source)]
    try:
        card_set = _prove(game, data, source, shipped)
    except SetRefused as refused:
        raise SetRefused(file, [*faults, *refused.faults]) from refused
    if faults:
        raise SetRefused(file, faults)
    return card_set


def _prove(game: AnyGame, data: dict[str, Any], source: Source, beside: tuple[CardSet, ...]) -> CardSet:
    """Return a set from its data, if every card, every reference and every deck in it is sound. Raises SetRefused."""
    try:
        card_set = game.card_set.model_validate(data)
        cards = game.cards([*beside, card_set])
    except ValidationError as error:
        found = [
            source.invalid(data, each["loc"], each["msg"], missing=each["type"] == "missing") for each in error.errors()
        ]
        raise SetRefused(source.file, found) from error
    except IllegalSet as error:
        raise SetRefused(source.file, [source.unsound(data, fault) for fault in error.faults]) from error
    faults = [fault for deck in card_set.decks for fault in _deck_faults(game, deck, cards)]
    if faults:
        raise SetRefused(source.file, [source.unsound(data, fault) for fault in faults])
    return card_set


def _taken(game: AnyGame, data: dict[str, Any], shipped: tuple[CardSet, ...], source: Source) -> Iterable[SetFault]:
    """The names and keys that are not free: of shipped sets, and of the publisher's cards."""
    if any(each.key == data.get("key") for each in shipped):
        yield source.unsound(data, CardFault("the set", "key", "a set that comes with the game has this key"))
    entries = data.get("cards")
    for entry in entries if isinstance(entries, list) else ():
        name = entry.get("name") if isinstance(entry, dict) else None
        if isinstance(name, str) and game.card_set.reserves(name):
            yield source.unsound(data, CardFault(name, "name", "an official card has this name"))


def schema(game: AnyGame) -> dict[str, Any]:
    """Return the JSON Schema of a game's set files, for editors."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **game.card_set.model_json_schema()}


def deck_of(ready: ReadyDeck, cards: Cards) -> Deck:
    """Return a ready deck by its cards' ids. Raises KeyError for a name that is in none of the sets."""
    return Deck(ready.name, {cards.find(name): count for name, count in ready.cards.items()})


def stored(card_set: CardSet) -> StoredSet:
    """Return a set in the form in which it is stored."""
    content = json.dumps(card_set.model_dump(mode="json"), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    digest = hashlib.sha256(content.encode()).hexdigest()
    return StoredSet(digest, card_set.game, card_set.key, card_set.title, content)


def restored(game: AnyGame, content: str) -> CardSet:
    """Return a set from its stored content."""
    return game.card_set.model_validate_json(content)


@cache
def shipped_sets(game: AnyGame) -> tuple[CardSet, ...]:
    """Return the sets of a game that come with Tableside, in the order of their file names. Raises SetRefused."""
    folder = files("cardsdb").joinpath(game.spec.key)
    if not folder.is_dir():
        return ()
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".toml"))
    return tuple(read_set(game, folder.joinpath(name).read_text("utf-8"), name) for name in names)


def _deck_faults(game: AnyGame, ready: ReadyDeck, cards: Cards) -> Iterable[CardFault]:
    missing = [name for name in ready.cards if not _known(cards, name)]
    if missing:
        return [CardFault(ready.name, f"cards.{name}", "there is no card of this name") for name in missing]
    if not game.spec.decks:
        return [CardFault(ready.name, "cards", "in this game nobody brings a deck")]
    reasons = game.deck_faults(deck_of(ready, cards), cards, game.spec.formats[-1])
    return [CardFault(ready.name, "cards", f"{reason.id} {reason.args}") for reason in reasons]


def _known(cards: Cards, name: str) -> bool:
    try:
        cards.find(name)
    except KeyError:
        return False
    return True


__all__ = [
    "SetFault",
    "SetRefused",
    "StoredSet",
    "deck_of",
    "read_homebrew",
    "read_set",
    "restored",
    "schema",
    "shipped_sets",
    "stored",
]
