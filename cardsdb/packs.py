"""Packs: what lies in one, drawn so that anybody can check it.

Before a pack is opened its owner is shown SHA-256(secret, "pack <number>"), so the secret cannot be changed any more;
then the owner may say a lucky word, which nobody could foresee. The key of all its draws is HMAC-SHA256(secret, pack
string), and the pack string names all that was agreed on: number, game, sets and word. When the pack is open the
secret is published with it. The draws are those of `engine.dice`, with the purposes "rarity" and "card".
"""

import json
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from msgspec import Struct

from cardsdb.sets import content_hash, restored
from engine.collecting import Collected, Collecting
from engine.contract import (
    AnyGame,
)
from engine.dice import Dice, FairDice, commitment, table_key

FORMAT: Final = "pack 1"
"""What kind of file an exported pack is, and its version."""

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


def seal(number: int, secret: bytes) -> str:
    """Return what is shown before a pack is opened, so that its secret cannot be changed later."""
    return commitment(secret, f"pack {number}")


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


def verify(data: Mapping[str, Any], games: Mapping[str, AnyGame]) -> tuple[str, ...]:
    """Return the names of an exported pack's cards, drawn again from its published secret. Raises FalsePack."""
    game, secret = games.get(data["game"]), bytes.fromhex(data["secret"])
    if game is None or game.spec.collecting is None:
        raise FalsePack(f"this version has no packs of the game {data['game']}")
    if seal(data["pack"], secret) != data["seal"]:
        raise FalsePack("the secret is not the one that was sealed")
    cards = game.cards(restored(game, content) for content in data["sets"])
    dice = dice_of(data["pack"], data["game"], [content_hash(each) for each in data["sets"]], data["word"], secret)
    drawn = draw(game.spec.collecting, game.spec.collecting.album(cards), dice)
    if list(drawn) != data["cards"]:
        raise FalsePack("the cards do not follow from the secret")
    return tuple(cards.name(card) for card in drawn)
