"""Packs: what lies in one, drawn so that anybody can check it.

Before a pack is opened its owner is shown SHA-256(secret, "pack <number>"), so the secret cannot be changed any more;
then the owner may say a lucky word, which nobody could foresee. The key of all its draws is HMAC-SHA256(secret, pack
string), and the pack string names all that was agreed on: number, game, sets and word. When the pack is open the
secret is published with it. The draws are those of `engine.dice`, with the purposes "rarity" and "card".
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
"""What kind of file an exported pack is, and its version. Its seal may be written as 64 hexadecimal digits, as version
0.1.0 did, or as 43 characters."""

HUNDRED: Final = 100


class Pack(Struct, frozen=True):
    """A pack that was opened, with all that its draws follow from; `sets` are the contents of the card sets."""

    number: int
    game: str
    sets: tuple[str, ...]
    word: str
    secret: bytes


class FalsePack(Exception):
    """An exported pack does not hold; the message says what in it does not."""


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


class Verdict(Struct, frozen=True):
    """What a checked pack came to; `seal` is the one that has to be compared with what was shown before."""

    number: int
    cards: tuple[str, ...]
    seal: str


def seal(number: int, secret: bytes) -> str:
    """Return what is shown before a pack is opened, so that its secret cannot be changed later."""
    return seal_of(secret, f"pack {number}")


def dice_of(number: int, game: str, hashes: Sequence[str], word: str, secret: bytes) -> FairDice:
    """Return the dice with which a pack is drawn."""
    agreed = {"pack": number, "game": game, "sets": list(hashes), "word": word}
    return FairDice(table_key(secret, json.dumps(agreed, sort_keys=True, separators=(",", ":"), ensure_ascii=False)))


def draw(collecting: Collecting, cards: Mapping[str, Collected], dice: Dice) -> tuple[str, ...]:
    """Return the cards of a pack: for each place a rarity by its odds, then any card of it that is not in yet."""
    drawn: list[str] = []
    for odds in collecting.pack:
        rarity = next(iter(odds)) if len(odds) == 1 else _rarity(odds, dice.roll("rarity", HUNDRED))
        pool = [card for card, what in cards.items() if what.rarity == rarity and card not in drawn]
        drawn.append(dice.choose("card", pool))
    return tuple(drawn)


def _rarity(odds: Mapping[str, int], thrown: int) -> str:
    """Return the rarity of a throw from 1 to 100: the odds lie one after another."""
    for rarity, share in odds.items():
        thrown -= share
        if thrown <= 0:
            return rarity
    raise ValueError(odds)


def places(collecting: Collecting) -> list[tuple[int, dict[str, int]]]:
    """Return the places of a pack as they are shown: how many alike, and their odds."""
    return [(len(list(alike)), odds) for odds, alike in groupby(collecting.pack)]


def export(pack: Pack, cards: Sequence[str]) -> dict[str, Any]:
    """Return an opened pack as a file that `verify` checks. It names nobody."""
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


def verify(data: Mapping[str, Any], games: Mapping[str, AnyGame]) -> Verdict:
    """Draw an exported pack again from its published secret. Raises FalsePack."""
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
        # Sets that somebody has made up fail in as many ways as there are sets.
        raise FalsePack(f"it cannot be drawn: {type(fault).__name__}") from fault
    if list(drawn) != told.cards:
        raise FalsePack("the cards do not follow from the secret")
    return Verdict(told.pack, tuple(cards.name(card) for card in drawn), seal(told.pack, secret))


def compare(verdict: Verdict, shown: str) -> None:
    """Compare a verdict with the seal that was shown, in 43 characters or 64 hexadecimal digits. Raises FalsePack."""
    if not same_seal(verdict.seal, shown):
        raise FalsePack(f"its seal is {verdict.seal}, and not the one that was shown")
