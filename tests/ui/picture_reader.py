"""Pictures read again, and matches played at random for them to be drawn."""

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Any

from PIL import Image

from engine.contract import AnyGame, Cards, Deck, Event, Seating
from engine.dice import FairDice

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gil", "Hana")
"""The names of the people at a table that is drawn."""


def opened(content: bytes) -> Image.Image:
    """Return a picture's pixels."""
    with Image.open(BytesIO(content)) as image:
        return image.convert("RGBA").convert("RGB")


def at_random(game: AnyGame, cards: Cards, decks: Sequence[Deck | None], seed: int, every: int) -> Iterator[Any]:
    """Play a match at random, and give its state after every so many answers."""
    dice = FairDice.seeded("pictures", seed)
    state, _ = game.new(game.spec.options(), [Seating(deck) for deck in decks], cards, dice)
    number = 0
    while asked := game.decisions(state):
        options = dice.shuffle("pick", asked[0].options)[: max(1, asked[0].least)]
        game.apply(state, asked[0].id, [option.key for option in options], dice)
        number += 1
        if number % every == 0:
            yield state


def played_out(
    game: AnyGame, cards: Cards, decks: Sequence[Deck | None], seed: int, **options: Any
) -> tuple[list[Event], Any]:
    """Play a match at random, without passing where something else can be done; give its events and its last state."""
    dice = FairDice.seeded("pictures", seed)
    state, begun = game.new(game.spec.options(**options), [Seating(deck) for deck in decks], cards, dice)
    events = list(begun)
    while asked := game.decisions(state):
        options_now = [each for each in asked[0].moves if not each.passes] or list(asked[0].moves)
        keys = [option.key for option in dice.shuffle("pick", options_now)[: max(1, asked[0].least)]]
        events += game.apply(state, asked[0].id, keys, dice)
    return events, state
