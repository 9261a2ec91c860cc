"""Card sets: reading them, validating them, and identifying each version by its content."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from msgspec import Struct
from pydantic import ValidationError

from cardsdb.source import SetFault, SetRefused, Source, Stage
from engine.contract import AnyGame, CardFault, Cards, CardSet, Deck, IllegalSet, Message, ReadyDeck
from engine.text import NAME_LENGTH, Names, imitates, looks, slug


class StoredSet(Struct, frozen=True):
    """A validated set in its stored form: never changed in place, identified by its content.

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
    """Return the set in a TOML text, validated on its own.

    Raises SetRefused with every fault and its line, and no other error, whatever the text is.
    """
    source = Source(text, file)
    return _prove(game, source.data(), source, ())


def read_upload(games: Mapping[str, AnyGame], content: bytes, file: str, beside: Sequence[CardSet] = ()) -> CardSet:
    """Return a set that people uploaded for their server; the file itself says for which game.

    `beside` holds the sets that the server already uses, for any game. The new set may not use any of their names, nor
    refer to their cards, as those sets may be removed. Raises SetRefused, and no other error, whatever the content is.
    """
    source = Source(_decoded(content, file), file)
    data = source.data()
    key = data.get("game")
    game = games.get(key) if isinstance(key, str) else None
    if game is None or not game.card_set.homebrew:
        open_games = [name for name, each in games.items() if each.card_set.homebrew]
        why = f'say which game the set is for: game = "{open_games[0]}" (there are: {", ".join(open_games)})'
        raise source.refused([CardFault("the set", "game", why)], data, stage="text")
    return _homebrew(game, data, source, [each for each in beside if each.game == game.spec.key])


def _decoded(content: bytes, file: str) -> str:
    """Return the text in a file. Raises SetRefused if it is not in UTF-8."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise SetRefused(
            file, [SetFault(line, "the file", "TOML", "save the file as text in UTF-8")], stage="text"
        ) from error


def read_homebrew(game: AnyGame, text: str, file: str) -> CardSet:
    """Return a set that people wrote for their server, validated with the shipped sets; its names must be its own.

    Raises SetRefused, as `read_set` does.
    """
    source = Source(text, file)
    return _homebrew(game, source.data(), source, ())


def _homebrew(game: AnyGame, data: dict[str, Any], source: Source, beside: Sequence[CardSet]) -> CardSet:
    faults = list(_taken(game, data))
    try:
        card_set = _prove(game, data, source, shipped_sets(game))
    except SetRefused as refused:
        told = source.refused(faults, data)
        more = told.more + refused.more
        raise source.refused([*told.faults, *refused.faults], data, more, refused.stage) from refused
    others = [each for each in beside if each.key != card_set.key]
    stage: Stage = "decks"
    faults += _imitations(game, card_set)
    try:
        fitted(game, card_set, [*shipped_sets(game), *others])
    except IllegalSet as error:
        faults += error.faults
        stage = _stage(error, card_set)
    if faults:
        raise source.refused(faults, data, stage=stage)
    return card_set


class _Unnamed(IllegalSet):
    """The names of a set are inconsistent, so its decks have not been checked."""


def _stage(error: IllegalSet, card_set: CardSet) -> Stage:
    return "names" if isinstance(error, _Unnamed) and card_set.decks else "decks"


def _prove(game: AnyGame, data: dict[str, Any], source: Source, beside: Sequence[CardSet]) -> CardSet:
    """Return a set from its data, if every card, every reference and every deck in it is sound. Raises SetRefused."""
    try:
        card_set = game.card_set.model_validate(data)
    except ValidationError as error:
        raise source.invalid(data, error.errors(include_url=False, include_input=False)) from error
    try:
        fitted(game, card_set, beside)
    except IllegalSet as error:
        raise source.refused(error.faults, data, stage=_stage(error, card_set)) from error
    return card_set


def fitted(game: AnyGame, card_set: CardSet, others: Sequence[CardSet]) -> Cards:
    """Return the definitions with which a set is played alongside others. Raises IllegalSet if the set does not fit.

    Without others, having too few cards to play with is not a fault, as the set may be part of something larger.
    """
    beside = played_with(game, card_set, others)
    faults = [*_twice(game, card_set, others), *card_set.unplayable(beside)] if others else []
    try:
        cards: Cards = game.cards([*beside, card_set])
    except IllegalSet as error:
        raise _Unnamed([*faults, *error.faults]) from error
    names = Names(card.name for each in [*others, card_set] for card in each.cards)
    faults += [fault for deck in card_set.decks for fault in _deck_faults(game, deck, cards, names)]
    if faults:
        raise IllegalSet(faults)
    return cards


def played_with(game: AnyGame, card_set: CardSet, others: Sequence[CardSet]) -> tuple[CardSet, ...]:
    """Return the sets among `others` with which a set is played at one table.

    These are all of them if each seat brings a deck. If the table has a common deck, that is a single set, or the
    shipped one and the sets that are added to it.
    """
    if game.spec.decks:
        return tuple(others)
    shipped = {each.key for each in shipped_sets(game)} if card_set.joins() else ()
    return tuple(each for each in others if card_set.joins() and (each.joins() or each.key in shipped))


def _twice(game: AnyGame, card_set: CardSet, others: Sequence[CardSet]) -> Iterable[CardFault]:
    """Return faults for names that people could confuse with another set's: the key, the title, decks and cards.

    Cards with identical names are found when the sets are combined.
    """
    alike = _alike(game, card_set, others)
    yield from (_looks_like(name, like) for name, like in alike if slug(like) != slug(name))
    if any(each.key == card_set.key for each in others):
        yield CardFault("the set", "key", "another set has this key")
    if any(looks(each.title) == looks(card_set.title) for each in others):
        yield CardFault("the set", "title", "another set has this title, or one that looks like it")
    taken = {looks(deck.name) for each in others for deck in each.decks}
    for deck in card_set.decks:
        if looks(deck.name) in taken:
            yield CardFault(deck.name, "name", "another deck has this name, or one that looks like it")
        taken.add(looks(deck.name))


def _alike(game: AnyGame, card_set: CardSet, others: Sequence[CardSet]) -> Iterable[tuple[str, str]]:
    """Return the names of a set's cards that resemble those of cards in other sets, paired with the latter."""
    known = {looks(card.name): card.name for each in played_with(game, card_set, others) for card in each.cards}
    return [(card.name, known[looks(card.name)]) for card in card_set.cards if looks(card.name) in known]


def _imitations(game: AnyGame, card_set: CardSet) -> Iterable[CardFault]:
    """Return faults for card names that pass for a shipped card's, beyond those that look the same."""
    shipped = [card.name for each in played_with(game, card_set, shipped_sets(game)) for card in each.cards]
    for card in card_set.cards:
        like = next((known for known in shipped if imitates(card.name, known)), None)
        if like is not None and looks(like) != looks(card.name):
            yield _looks_like(card.name, like)


def _looks_like(name: str, like: str) -> CardFault:
    return CardFault(name, "name", f"it looks like {like!r}, which is there already")


def taken_names(game: AnyGame, card_set: CardSet, others: Sequence[CardSet]) -> Iterable[CardFault]:
    """Return faults for card names that are taken because the publisher or another set has them or similar ones."""
    yield from _taken(game, {"cards": [{"name": card.name} for card in card_set.cards]})
    yield from (_looks_like(*alike) for alike in _alike(game, card_set, others))


def _taken(game: AnyGame, data: dict[str, Any]) -> Iterable[CardFault]:
    """Return faults for card names that are taken by one of the publisher's cards."""
    entries = data.get("cards")
    for entry in entries if isinstance(entries, list) else ():
        name = entry.get("name") if isinstance(entry, dict) else None
        if isinstance(name, str) and len(name) <= NAME_LENGTH and game.card_set.reserves(name):
            yield CardFault(name, "name", "an official card has this name, or one that looks like it")


def schema(game: AnyGame) -> dict[str, Any]:
    """Return the JSON Schema of a game's set files, for editors."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **game.card_set.model_json_schema()}


def schema_file(game: AnyGame) -> str:
    """Return the file name of the published schema, which set files refer to."""
    return f"{game.spec.key}.schema.json"


def example(game: AnyGame) -> str:
    """Return an example set file for a game, from which people can learn to write their own."""
    return files("cardsdb").joinpath("examples", f"{game.spec.key}.toml").read_text("utf-8")


def starter(game: AnyGame) -> str | None:
    """Return a set file in which one new card can be played at once among shipped ones; None if the game has none."""
    file = files("cardsdb").joinpath("examples", f"{game.spec.key}-starter.toml")
    return file.read_text("utf-8") if file.is_file() else None


def deck_of(ready: ReadyDeck, cards: Cards) -> Deck:
    """Return a ready deck with its cards given by id. Raises KeyError if a name is in none of the sets."""
    return Deck(ready.name, {cards.find(name): count for name, count in ready.cards.items()})


def stored(card_set: CardSet) -> StoredSet:
    """Return a set in its stored form."""
    content = json.dumps(card_set.model_dump(mode="json"), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return StoredSet(content_hash(content), card_set.game, card_set.key, card_set.title, content)


def content_hash(content: str) -> str:
    """Return the id of a version of a set: the SHA-256 of its content."""
    return hashlib.sha256(content.encode()).hexdigest()


def restored(game: AnyGame, content: str) -> CardSet:
    """Return a set from its stored content."""
    return game.card_set.model_validate_json(content)


@cache
def shipped_sets(game: AnyGame) -> tuple[CardSet, ...]:
    """Return the sets of a game that come with Tableside, sorted by file name. Raises SetRefused."""
    folder = files("cardsdb").joinpath(game.spec.key)
    if not folder.is_dir():
        return ()
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".toml"))
    return tuple(read_set(game, folder.joinpath(name).read_text("utf-8"), name) for name in names)


@cache
def shipped_cards(game: AnyGame) -> Any:
    """Return the definitions with which a game's shipped sets are played together. Raises SetRefused."""
    return game.cards(shipped_sets(game))


@cache
def shipped_versions(game: AnyGame) -> tuple[StoredSet, ...]:
    """Return the shipped sets of a game in their stored form, in the same order. Raises SetRefused."""
    return tuple(stored(card_set) for card_set in shipped_sets(game))


@cache
def restored_sets(game: AnyGame) -> tuple[CardSet, ...]:
    """Return the shipped sets of a game as they are restored: in stored decks, the cards are in alphabetical order."""
    return tuple(restored(game, version.content) for version in shipped_versions(game))


@cache
def restored_cards(game: AnyGame) -> Any:
    """Return the definitions with which a game's restored sets are played together."""
    return game.cards(restored_sets(game))


def game_of_shipped(games: Mapping[str, AnyGame], file: Path) -> AnyGame | None:
    """Return the game whose shipped sets a file stands among, or None if it stands elsewhere."""
    folders = {Path(str(files("cardsdb").joinpath(key))).resolve(): game for key, game in games.items()}
    return folders.get(file.resolve().parent)


def read_shipped(game: AnyGame, content: bytes, file: str) -> CardSet:
    """Return one of the shipped sets, validated with the others. Raises SetRefused."""
    source = Source(_decoded(content, file), file)
    data = source.data()
    _prove(game, data, source, ())
    return _prove(game, data, source, [each for each in shipped_sets(game) if each.key != data["key"]])


def _deck_faults(game: AnyGame, ready: ReadyDeck, cards: Cards, names: Names) -> Iterable[CardFault]:
    missing = [name for name in ready.cards if not _known(cards, name)]
    if missing:
        why = "there is no card of this name"
        return [CardFault(ready.name, f"cards.{name}", f"{why}{names.meant(name)}") for name in missing]
    if not game.spec.decks:
        return [CardFault(ready.name, "cards", "in this game nobody brings a deck")]
    reasons = game.deck_faults(deck_of(ready, cards), cards, game.spec.formats[-1])
    return [CardFault(ready.name, _of(reason, ready), f"{reason.id} {reason.args}", reason) for reason in reasons]


def _of(reason: Message, ready: ReadyDeck) -> str:
    """Return the path of the card that a reason is about, or of all the cards in the deck."""
    card = reason.args.get("card")
    return f"cards.{card}" if card in ready.cards else "cards"


def _known(cards: Cards, name: str) -> bool:
    try:
        cards.find(name)
    except KeyError:
        return False
    return True
