"""Packs: the contents of a pack, drawn in a way that anyone can verify.

Before a pack is opened, its owner is shown SHA-256(secret, "pack <number>"), so the secret can no longer be changed.
The owner may then name a lucky word, which nobody could have foreseen. The key of all draws is HMAC-SHA256(secret, pack
string); the pack string contains the number, the game, the sets and the word. The secret is published when the pack is
opened. The draws are those of `engine.dice`, with the purposes "rarity" and "card".
"""

import json
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from cardsdb.sets import content_hash, restored
from engine.contract import AnyGame
from engine.contract.collecting import Collected, Collecting
from engine.dice import Dice, FairDice, same_seal, table_key
from engine.dice import seal as seal_of

FORMAT: Final = "pack 1"
"""The file type and version of an exported pack. Its seal may be written as 64 hexadecimal digits, as in version 0.1.0,
or as 43 characters."""

HUNDRED: Final = 100


class OpenedPack(Struct, frozen=True):
    """An opened pack, with all the inputs to its draws; `sets` holds the contents of the card sets."""

    number: int
    game: str
    sets: tuple[str, ...]
    word: str
    secret: bytes


class FalsePack(Exception):
    """An exported pack has failed verification; the message gives the reason."""


class ExportedPack(Struct, frozen=True, forbid_unknown_fields=True):
    """An exported pack as a file."""

    format: Literal["pack 1"]
    pack: Annotated[int, Meta(ge=1)]
    game: str
    sets: list[str]
    word: str
    seal: str
    secret: Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
    cards: list[str]


class PackVerdict(Struct, frozen=True):
    """The result of verifying a pack; `seal` must be compared with the one shown before the pack was opened."""

    number: int
    cards: tuple[str, ...]
    seal: str


def seal(number: int, secret: bytes) -> str:
    """Return the seal, which is shown before a pack is opened so that its secret cannot be changed later."""
    return seal_of(secret, f"pack {number}")


def dice_of(number: int, game: str, hashes: Sequence[str], word: str, secret: bytes) -> FairDice:
    """Return the dice with which a pack is drawn."""
    agreed = {"pack": number, "game": game, "sets": list(hashes), "word": word}
    return FairDice(table_key(secret, json.dumps(agreed, sort_keys=True, separators=(",", ":"), ensure_ascii=False)))


def draw(collecting: Collecting, cards: Mapping[str, Collected], dice: Dice) -> tuple[str, ...]:
    """Return the cards in a pack: for each place, a rarity by its odds, then a new card of that rarity."""
    drawn: list[str] = []
    for odds in collecting.pack:
        rarity = next(iter(odds)) if len(odds) == 1 else _rarity(odds, dice.roll("rarity", HUNDRED))
        pool = [card for card, what in cards.items() if what.rarity == rarity and card not in drawn]
        drawn.append(dice.choose("card", pool))
    return tuple(drawn)


def _rarity(odds: Mapping[str, int], thrown: int) -> str:
    """Return the rarity for a roll from 1 to 100, with the odds laid end to end."""
    for rarity, share in odds.items():
        thrown -= share
        if thrown <= 0:
            return rarity
    raise ValueError(odds)


def places(collecting: Collecting) -> list[tuple[int, dict[str, int]]]:
    """Return the places in a pack for display: runs of places with equal odds, each as a count and the odds."""
    return [(len(list(alike)), odds) for odds, alike in groupby(collecting.pack)]


def export(pack: OpenedPack, cards: Sequence[str]) -> dict[str, Any]:
    """Return an opened pack as the file that `verify` checks. It does not identify any user."""
    return {
        "format": FORMAT,
        "pack": pack.number,
        "game": pack.game,
        "sets": list(pack.sets),
        "word": pack.word,
        "seal": seal(pack.number, pack.secret),
        "secret": pack.secret.hex(),
        "cards": list(cards),
    }


def verify(data: Mapping[str, Any], games: Mapping[str, AnyGame]) -> PackVerdict:
    """Redraw an exported pack from its published secret. Raises FalsePack if the file does not match."""
    try:
        told = msgspec.convert(data, ExportedPack)
    except (msgspec.ValidationError, OverflowError) as error:
        raise FalsePack(f"it is not as an exported pack has to be: {error}") from error
    game, secret = games.get(told.game), bytes.fromhex(told.secret)
    if game is None or game.spec.collecting is None:
        raise FalsePack(f"this version has no packs of the game {told.game}")
    if not same_seal(seal(told.pack, secret), told.seal):
        raise FalsePack("the secret is not the one that was sealed")
    dice = dice_of(told.pack, told.game, [content_hash(each) for each in told.sets], told.word, secret)
    try:
        cards = game.cards(restored(game, content) for content in told.sets)
        drawn = draw(game.spec.collecting, game.spec.collecting.album(cards), dice)
    except Exception as fault:
        # Forged sets can fail in any way.
        raise FalsePack(f"it cannot be drawn: {type(fault).__name__}") from fault
    if list(drawn) != told.cards:
        raise FalsePack("the cards do not follow from the secret")
    return PackVerdict(told.pack, tuple(cards.name(card) for card in drawn), seal(told.pack, secret))


def compare(verdict: PackVerdict, shown: str) -> None:
    """Raise FalsePack unless the verdict's seal is the one shown, given as 43 characters or 64 hexadecimal digits."""
    if not same_seal(verdict.seal, shown):
        raise FalsePack(f"its seal is {verdict.seal}, and not the one that was shown")
