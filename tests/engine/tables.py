"""Tables to try the laws on: each registered game and the probe, with options, seats and decks drawn at random."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Literal, get_args, get_origin

from msgspec import Struct
from pydantic import BaseModel

from cardsdb.sets import deck_of, played_with, shipped_sets
from engine.contract import AnyGame, Cards, Decision, Deck, Event, Key, Seating
from engine.decks import DeckFormat
from engine.dice import Dice, FairDice
from engine.registry import GAMES
from engine.spec import Spec
from engine.varia.rules import Varia
from engine.warmage.rules import WarMage
from tests.engine.artbot.tables import artbot_table
from tests.engine.random_sets import random_set
from tests.probe import PROBE

ALL_GAMES: dict[str, AnyGame] = {**GAMES, "probe": PROBE}

WRITTEN: tuple[AnyGame, ...] = (Varia(), WarMage())
"""The games whose cards are written in a language, each once more: here with sets made at random from it."""

OWN_TABLES: dict[str, Callable[[Spec, Any, Any, Random], tuple[Any, list[Seating]]]] = {"artbot": artbot_table}
"""For games whose options, seats and decks depend on each other: what makes a table of drawn options."""


class Table(Struct):
    """A match about to begin."""

    game: AnyGame
    options: Any
    seats: list[Seating]
    cards: Cards

    def new(self, dice: Dice) -> tuple[Any, tuple[Event, ...]]:
        return self.game.new(self.options, self.seats, self.cards, dice)

    @property
    def bound(self) -> int:
        return self.game.bound(self.options, len(self.seats))


def table(game: AnyGame, chance: Random) -> Table:
    """Draw a table of a game; of one in `WRITTEN`, with cards that are drawn too."""
    if game in WRITTEN:
        drawn = random_set(game, chance)
        sets = [*played_with(game, shipped_sets(game)), drawn]
        cards = game.cards(sets)
        decks = [deck_of(ready, cards) for ready in drawn.decks]
        return _seated(game, cards, decks, chance)
    sets = [*shipped_sets(game)]
    cards = game.cards(sets)
    if game.spec.key in OWN_TABLES:
        options, seats = OWN_TABLES[game.spec.key](game.spec, random_options(game.spec.options, chance), cards, chance)
        return Table(game, options, seats, cards)
    return _seated(game, cards, [deck_of(ready, cards) for each in sets for ready in each.decks], chance)


def _seated(game: AnyGame, cards: Cards, decks: list[Deck], chance: Random) -> Table:
    count = chance.randint(game.spec.least, game.spec.most)
    seats = [Seating(chance.choice(decks) if game.spec.decks else None) for _ in range(count)]
    return Table(game, random_options(game.spec.options, chance), seats, cards)


def random_options(model: type[BaseModel], chance: Random) -> BaseModel:
    """Draw every option, in the range that its field allows; the format is the most generous."""
    drawn: dict[str, Any] = {}
    for name, field in model.model_fields.items():
        kind = field.annotation
        if isinstance(kind, type) and issubclass(kind, DeckFormat):
            drawn[name] = next(each for each in field.metadata if isinstance(each, tuple))[-1]
        elif get_origin(kind) is Literal:
            drawn[name] = chance.choice(get_args(kind))
        elif kind is bool:
            drawn[name] = chance.random() < 0.5
        else:
            limits = {
                key: getattr(limit, key) for limit in field.metadata for key in ("ge", "le") if hasattr(limit, key)
            }
            drawn[name] = chance.randint(limits["ge"], min(limits["le"], limits["ge"] + 15))
    return model.model_validate(drawn)


class Step(Struct):
    """A match before a pick: the state as it stands, and what is about to be answered with which keys."""

    state: Any
    decision: Decision
    keys: tuple[Key, ...]
    number: int


def random_keys(asked: Decision, chance: Random) -> tuple[Key, ...]:
    count = chance.randint(asked.least, asked.most)
    return tuple(option.key for option in chance.sample(asked.options, count))


Choose = Callable[[Any, Decision], tuple[Key, ...]]


def walk(at: Table, state: Any, dice: Dice, chance: Random, choose: Choose | None = None) -> Iterator[Step]:
    """Play a match to its end in place, giving each step before it is taken."""
    number = 0
    while open_now := at.game.decisions(state):
        asked = chance.choice(open_now)
        keys = choose(state, asked) if choose else random_keys(asked, chance)
        yield Step(state, asked, keys, number)
        at.game.apply(state, asked.id, keys, dice)
        number += 1
        assert number <= at.bound, f"the match exceeds its bound of {at.bound} picks"


def begun(game: AnyGame, seed: int) -> tuple[Table, Any, FairDice, Random]:
    """A drawn table, its first state, its dice and a source of chance for the test."""
    chance = Random(seed)
    at = table(game, chance)
    dice = FairDice.seeded("law", seed)
    return at, at.new(dice)[0], dice, chance


def some_step(game: AnyGame, seed: int) -> tuple[Table, Step, FairDice, Random]:
    """A match played at random up to some step of it."""
    at, state, dice, chance = begun(game, seed)
    stop = chance.randrange(120)
    last = None
    for step in walk(at, state, dice, chance):
        last = Step(game.copy(step.state), step.decision, step.keys, step.number)
        if step.number == stop:
            break
    assert last is not None
    return at, last, FairDice.seeded("after", seed), chance
