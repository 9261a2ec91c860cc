"""Trial matches with a new card set: their length, their work, unplayed cards, and whether a pick spends its budget."""

from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import median
from typing import Any, Final

import msgspec
from msgspec import Struct

from cardsdb.sets import deck_of, fitted
from engine.budget import STEPS_A_FORECAST, StrictBudget
from engine.contract import AnyGame, Cards, CardSet, Deck, Event, Seating
from engine.dice import FairDice
from engine.players.lines import random_keys

MATCHES: Final = 200
"""The maximum number of matches, chosen by this project. The same set is played in the same matches each time."""

STEPS: Final = 1_500_000
A_PICK: Final = 50
"""The number of engine steps after which no further match begins, and the extra steps charged per pick. A set with long
or busy matches gets fewer matches, so that its trials take only seconds on an ordinary machine."""

FORECAST_STEPS: Final = 75_000
"""The number of steps of forecasts after which no more are asked for: they take longer than those of picks."""

DECKS: Final = 41
"""The number of different decks that are played: enough for each card of a large set to be in several. It is odd, so
that two seats meet with other decks when the decks begin anew."""

SWAPS: Final = 120
"""The number of attempts to swap a card in a ready deck for one of the set's, provided the deck stays legal."""


class Trials(Struct, frozen=True):
    """The results of trial matches.

    Attributes:
        matches: the number of matches played.
        turns: the median of their lengths in turns; None if the game has no turns.
        longest: the greatest length in turns.
        work: the largest share of its budget that a pick used, from 0 to 1.
        forecast: the same of a forecast; one that spends its budget is left out, which refuses no set.
        unplayed: the names of the set's cards that nobody played in any match.
    """

    matches: int
    turns: int | None
    longest: int | None
    work: float
    forecast: float
    unplayed: tuple[str, ...]

    @property
    def spent(self) -> bool:
        """Whether a pick used up its budget."""
        return self.work >= 1


def tried(game: AnyGame, card_set: CardSet, others: Sequence[CardSet]) -> Trials:
    """Play random matches with a sound set alongside others; stop at the first pick that spends its budget."""
    cards = fitted(game, card_set, others)
    own = {cards.find(card.name): card.name for card in card_set.cards}
    ready_made = [deck_of(ready, cards) for each in (card_set, *others) for ready in each.decks]
    decks = [_mixed(game, ready_made, own, cards, str(number)) for number in range(DECKS)] if game.spec.decks else []
    turns, played = list[int](), set[str]()
    steps, matches, work = 0, 0, 0.0
    forecast, foreseen = 0.0, 0
    while matches < MATCHES and steps < STEPS and work < 1:
        places = range(matches * game.spec.least, (matches + 1) * game.spec.least)
        seatings = [Seating(decks[place % DECKS] if decks else None) for place in places]
        dice, last = FairDice.seeded("trial", matches), None
        for state, turn, events in _match(game, seatings, cards, dice):
            last = turn
            for asked in game.decisions(state) if foreseen < FORECAST_STEPS else ():
                budget = StrictBudget(STEPS_A_FORECAST)
                game.forecast(state, asked.seat, budget)
                foreseen += min(budget.used, budget.limit)
                forecast = max(forecast, budget.used / budget.limit)
            steps += dice.budget.used + A_PICK
            work = max(work, dice.budget.used / dice.budget.limit)
            played |= {card for event in events if isinstance(event.fact, game.plays) for card in _cards_in(event)}
            if work >= 1:
                break
        matches += 1
        turns += [] if last is None else [last]
    unplayed = tuple(name for card, name in own.items() if card not in played)
    middle = round(median(turns)) if turns else None
    return Trials(matches, middle, max(turns, default=None), min(work, 1.0), min(forecast, 1.0), unplayed)


def _match(
    game: AnyGame, seatings: Sequence[Seating], cards: Cards, dice: FairDice
) -> Iterator[tuple[Any, int | None, Sequence[Event]]]:
    """Play a match at random; yield the state and the turn after each pick, and the pick's events."""
    options = game.spec.options()
    if game.spec.decks:
        options = options.model_copy(update={"format": game.spec.formats[-1]})
    state, events = game.new(options, seatings, cards, dice)
    yield state, None, events
    while asked := game.decisions(state):
        events = game.apply(state, asked[0].id, random_keys(asked[0], "trial", dice), dice)
        yield state, getattr(state, "turn", None), events


def _mixed(game: AnyGame, decks: Sequence[Deck], own: dict[str, str], cards: Cards, seed: str) -> Deck:
    """Return a ready deck with random cards from the set swapped in, as far as the format allows."""
    dice, wanted = FairDice.seeded("trial deck", seed), game.spec.formats[-1]
    deck, fillers = dice.choose("deck", decks), sorted(own)
    for _ in range(SWAPS):
        counts = Counter(deck.cards)
        counts[dice.choose("out", sorted(counts))] -= 1
        counts[dice.choose("in", fillers)] += 1
        swapped = Deck(deck.name, dict(+counts))
        if not tuple(game.deck_faults(swapped, cards, wanted)):
            deck = swapped
    return deck


def _cards_in(event: Event) -> Iterator[str]:
    """Yield the ids of the cards that an event's fact names."""
    waiting = [msgspec.to_builtins(event.fact, str_keys=True)]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            if isinstance(value.get("card"), str):
                yield value["card"]
            waiting += value.values()
        elif isinstance(value, list | tuple):
            waiting += value
