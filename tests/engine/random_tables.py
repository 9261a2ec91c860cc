"""Random tables for testing the laws: each registered game and the probe, with drawn options, seats and decks."""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final, Literal, get_args, get_origin

from msgspec import Struct
from msgspec.structs import replace
from pydantic import BaseModel

from cardsdb.sets import deck_of, fitted, played_with, shipped_cards, shipped_sets
from engine.contract import AnyGame, Cards, CardSet, Decision, Deck, Event, Key, Seating
from engine.contract.decks import DeckFormat
from engine.contract.spec import Spec
from engine.dice import Dice, FairDice
from engine.games.artbot.rules import ArtBot
from engine.games.varia.decks import VariaFormat
from engine.games.varia.rules import Varia
from engine.games.warmage.rules import WarMage
from engine.registry import EXAMPLES, GAMES
from tests.engine.games.artbot.tables import artbot_table
from tests.engine.games.varia import words as varia_words
from tests.engine.games.warmage import words as warmage_words
from tests.engine.hostile_sets import hostile_sets
from tests.engine.random_sets import random_set
from tests.probe import PROBE

ALL_GAMES: dict[str, AnyGame] = {**GAMES, **EXAMPLES, "probe": PROBE}

WRITTEN: tuple[AnyGame, ...] = (Varia(), WarMage())
"""The games whose cards are written in a language, a second time: here with random sets in that language."""

WORDS: dict[str, Callable[[], CardSet]] = {"varia": varia_words.words_set, "warmage": warmage_words.words_set}
"""The sets of all words that no shipped card has."""

WORDED: tuple[AnyGame, ...] = (Varia(), WarMage())
"""The games whose cards are written in a language, another time: here with these sets."""

HOSTILE: tuple[AnyGame, ...] = (ArtBot(), Varia(), WarMage())
"""The games for which servers write sets, another time: here with hostile sets."""

OWN_TABLES: dict[str, Callable[[Spec, Any, Any, Random], tuple[Any, list[Seating]]]] = {"artbot": artbot_table}
"""The functions that build a table from drawn options, for games whose options, seats and decks interact."""


HUGE: Final = VariaFormat(name="Huge", actions=100, copies=None, gold=100)
"""The largest decks that a server may allow."""

LONGEST: Final = 4000
"""After how many picks a walk through a hostile match ends: some of WarMage take a hundred times as long as others."""

IDLE: Final = ("lock", "pass", "stay", "no", "end", "decline", "gap")
"""Answers that keep a match from growing."""


class Table(Struct):
    """The table of a match that is about to begin. A walk through the match ends after `longest` picks."""

    game: AnyGame
    options: Any
    seats: list[Seating]
    cards: Cards
    longest: int = sys.maxsize

    def new(self, dice: Dice) -> tuple[Any, tuple[Event, ...]]:
        return self.game.new(self.options, self.seats, self.cards, dice)

    @property
    def bound(self) -> int:
        return self.game.bound(self.options, len(self.seats))


def table(game: AnyGame, chance: Random) -> Table:
    """Draw a table of a game; for one in `WRITTEN`, `WORDED` or `HOSTILE`, draw or read the cards as well."""
    if game in HOSTILE:
        made = chance.choice(list(hostile_sets(game.spec.key).values()))
        return hostile_table(game, made(), chance)
    if game in WRITTEN or game in WORDED:
        drawn = WORDS[game.spec.key]() if game in WORDED else random_set(game, chance)
        sets = [*played_with(game, drawn, shipped_sets(game)), drawn]
        cards = game.cards(sets)
        decks = [deck_of(ready, cards) for ready in drawn.decks]
        return _seated(game, cards, decks, chance)
    return shipped_table(game, chance)


def shipped_table(game: AnyGame, chance: Random) -> Table:
    """Draw a table of a game with its shipped cards."""
    sets = shipped_sets(game)
    cards = shipped_cards(game)
    if game.spec.key in OWN_TABLES:
        options, seats = OWN_TABLES[game.spec.key](game.spec, random_options(game.spec.options, chance), cards, chance)
        return Table(game, options, seats, cards)
    return _seated(game, cards, [deck_of(ready, cards) for each in sets for ready in each.decks], chance)


def hostile_table(game: AnyGame, card_set: CardSet, chance: Random) -> Table:
    """Return a table for playing a hostile set, in the most generous format or in a larger one."""
    spec = game.spec
    options: Any = random_options(spec.options, chance)
    if spec.key == "artbot":
        own: Any = game.cards([card_set])
        options, seats = artbot_table(spec, options.model_copy(update={"mode": "battle"}), own, chance)
        return Table(game, options, seats, own, LONGEST)
    cards: Any = fitted(game, card_set, shipped_sets(game))
    decks = [deck_of(ready, cards) for ready in card_set.decks]
    if spec.key == "varia" and chance.random() < 0.5:
        options = options.model_copy(update={"format": HUGE})
        decks = [_grown(deck, cards) for deck in decks]
    count = chance.randint(spec.least, spec.most)
    seats = [Seating(chance.choice(decks) if decks else None) for _ in range(count)]
    return Table(game, options, seats, cards, LONGEST)


def _grown(deck: Deck, cards: Any) -> Deck:
    """Return a deck of a hundred actions."""
    actions = [card for card in deck.cards if not cards.is_item(card)]
    items = {card: 1 for card in deck.cards if cards.is_item(card)}
    return Deck(deck.name, items | Counter(actions[number % len(actions)] for number in range(HUGE.actions)))


def _seated(game: AnyGame, cards: Cards, decks: list[Deck], chance: Random) -> Table:
    count = chance.randint(game.spec.least, game.spec.most)
    seats = [Seating(chance.choice(decks) if game.spec.decks else None) for _ in range(count)]
    return Table(game, random_options(game.spec.options, chance), seats, cards)


def random_options(model: type[BaseModel], chance: Random) -> BaseModel:
    """Draw every option within its field's range; the format is the most generous one."""
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
    """A match before a pick: the current state, the decision, and the keys that are about to answer it."""

    state: Any
    decision: Decision
    keys: tuple[Key, ...]
    number: int


def random_keys(asked: Decision, chance: Random) -> tuple[Key, ...]:
    count = chance.randint(asked.least, asked.most)
    return tuple(option.key for option in chance.sample(asked.options, count))


def busy_keys(asked: Decision, chance: Random) -> tuple[Key, ...]:
    """Answer a decision so that as much as possible happens; to turn to another part of a plan makes nothing happen."""
    asked = replace(asked, options=asked.moves)
    eager = [option.key for option in asked.options if option.key not in IDLE]
    if asked.most == 1 and eager and chance.random() < 0.9:
        return (chance.choice(eager),)
    return random_keys(asked, chance)


Choose = Callable[[Any, Decision], tuple[Key, ...]]


def walk(at: Table, state: Any, dice: Dice, chance: Random, choose: Choose | None = None) -> Iterator[Step]:
    """Play a match in place to its end, or as far as its table says, yielding each step before it is taken."""
    number = 0
    while number < at.longest and (open_now := at.game.decisions(state)):
        asked = chance.choice(open_now)
        keys = choose(state, asked) if choose else random_keys(asked, chance)
        yield Step(state, asked, keys, number)
        at.game.apply(state, asked.id, keys, dice)
        number += 1
        assert number <= at.bound, f"the match exceeds its bound of {at.bound} picks"


def begun(game: AnyGame, seed: int) -> tuple[Table, Any, FairDice, Random]:
    """Return a drawn table, its initial state, its dice and a source of randomness for the test."""
    chance = Random(seed)
    at = table(game, chance)
    dice = FairDice.seeded("law", seed)
    return at, at.new(dice)[0], dice, chance


def some_step(game: AnyGame, seed: int, choose: Choose | None = None) -> tuple[Table, Step, FairDice, Random]:
    """Play a random match up to a random step, and return that step."""
    at, state, dice, chance = begun(game, seed)
    stop = chance.randrange(120)
    last = None
    for step in walk(at, state, dice, chance, choose):
        last = Step(game.copy(step.state), step.decision, step.keys, step.number)
        if step.number == stop:
            break
    assert last is not None
    return at, last, FairDice.seeded("after", seed), chance


def busy_step(game: AnyGame, seed: int) -> tuple[Table, Step, FairDice, Random]:
    """Play a match in which as much as possible happens up to a random step, and return that step."""
    chance = Random(seed)
    return some_step(game, seed, lambda _, asked: busy_keys(asked, chance))
