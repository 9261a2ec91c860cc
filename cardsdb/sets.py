"""Card sets: reading them, proving them sound, and naming each version by its content."""

import hashlib
import json
import tomllib
from collections.abc import Iterable
from importlib.resources import files
from typing import Any

from msgspec import Struct
from pydantic import ValidationError

from engine.contract import AnyGame, CardFault, Cards, CardSet, Deck, IllegalSet, ReadyDeck


class SetRefused(Exception):
    """A card set may not be used: the file, and for each fault the card, the field and why."""

    def __init__(self, file: str, faults: Iterable[CardFault]) -> None:
        self.file = file
        self.faults = tuple(faults)
        super().__init__("\n".join(f"{file}: {fault.card}: {fault.field}: {fault.why}" for fault in self.faults))


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
    """Return the set that a TOML text holds, proved by itself. Raises SetRefused."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SetRefused(file, [CardFault("the file", "TOML", str(error))]) from error
    return prove(game, data, file)


def prove(game: AnyGame, data: dict[str, Any], file: str) -> CardSet:
    """Return a set from its data, if every card, every reference and every deck in it is sound. Raises SetRefused."""
    try:
        card_set = game.card_set.model_validate(data)
        cards = game.cards([card_set])
    except ValidationError as error:
        raise SetRefused(file, [_fault(data, each["loc"], each["msg"]) for each in error.errors()]) from error
    except IllegalSet as error:
        raise SetRefused(file, error.faults) from error
    faults = [fault for deck in card_set.decks for fault in _deck_faults(game, deck, cards)]
    if faults:
        raise SetRefused(file, faults)
    return card_set


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


def shipped_sets(game: AnyGame) -> tuple[CardSet, ...]:
    """Return the sets of a game that come with Tableside, in the order of their file names. Raises SetRefused."""
    folder = files("cardsdb").joinpath(game.spec.key)
    if not folder.is_dir():
        return ()
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".toml"))
    return tuple(read_set(game, folder.joinpath(name).read_text("utf-8"), name) for name in names)


def _fault(data: dict[str, Any], path: tuple[int | str, ...], why: str) -> CardFault:
    """Name the card that a validation error speaks of, and the path of the field within it."""
    if len(path) > 1 and path[0] in ("cards", "decks") and isinstance(path[1], int):
        entries = data[path[0]]
        entry = entries[path[1]]
        name = entry.get("name") if isinstance(entry, dict) else None
        return CardFault(name or f"{path[0]} {path[1] + 1}", ".".join(map(str, path[2:])) or "kind", why)
    return CardFault("the set", ".".join(map(str, path)), why)


def _deck_faults(game: AnyGame, ready: ReadyDeck, cards: Cards) -> Iterable[CardFault]:
    missing = [name for name in ready.cards if not _known(cards, name)]
    if missing:
        return [CardFault(ready.name, f"cards.{name}", "there is no card of this name") for name in missing]
    reasons = game.deck_faults(deck_of(ready, cards), cards)
    return [CardFault(ready.name, "cards", f"{reason.id} {reason.args}") for reason in reasons]


def _known(cards: Cards, name: str) -> bool:
    try:
        cards.find(name)
    except KeyError:
        return False
    return True
