"""Varia as a game of the contract."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, get_args

import msgspec
from pydantic import BaseModel

from engine.contract import (
    EVERYBODY,
    JSON,
    CardSet,
    Decision,
    Deck,
    Event,
    Fact,
    Game,
    IllegalDeck,
    Key,
    Message,
    Outcome,
    Seat,
    Seating,
    View,
    Viewer,
    check_pick,
    find_open,
    letter,
)
from engine.contract.decks import DeckCard, DeckFormat
from engine.contract.spec import Length, Spec
from engine.dice import Dice, Draw
from engine.games.varia import events
from engine.games.varia.answers import answer
from engine.games.varia.cards import VariaSet
from engine.games.varia.decks import FORMATS, VariaFormat, deck_cards, deck_faults
from engine.games.varia.play import Play, ranked_by_hp
from engine.games.varia.pool import VariaCards
from engine.games.varia.position import position
from engine.games.varia.questions import decisions
from engine.games.varia.rulings import STARTING_AP, STARTING_HP
from engine.games.varia.state import Instance, Player, State, VariaOptions
from engine.games.varia.turn import advance, begin_turn
from engine.games.varia.view import determinize, view
from engine.kit.lengths import VARIA, timed

SEATS = 2

CARD_WORTH = 0.4
"""What a card in hand or in the queue is worth in health points, to house players."""

TURN_SECONDS = 160
"""What a turn of both players takes at the live pace: the boxes speak of half an hour, at a table."""

PICKS_PER_TURN = 20_000
"""More picks than any turn holds: forty actions and thirty items used five times, each with all its questions, and five
hundred triggers with theirs."""


class Varia(Game[State, VariaCards]):
    """The duel."""

    spec = Spec(key="varia", least=SEATS, most=SEATS, options=VariaOptions, formats=FORMATS)
    card_set = VariaSet
    plays = (events.Performed, events.Occurred, events.StacksGained, events.TokenCreated, events.Became, events.Changed)
    state_version = 2

    def cards(self, sets: Iterable[CardSet]) -> VariaCards:
        """Return the definitions of some sets together. Raises IllegalSet."""
        return VariaCards(each for each in sets if isinstance(each, VariaSet))

    def deck_format(self, options: BaseModel) -> DeckFormat:
        """Return the format that the table has chosen."""
        return _options(options).format

    def deck_cards(self, cards: VariaCards) -> tuple[DeckCard, ...]:
        """Return actions and items."""
        return deck_cards(cards)

    def deck_faults(self, deck: Deck, cards: VariaCards, wanted: DeckFormat) -> tuple[Message, ...]:
        """Return every reason why a format refuses a deck (rules, section 3)."""
        return deck_faults(deck, cards, _format(wanted))

    def length(self, options: BaseModel, seats: int) -> Length:
        """Return how long a match usually is, as simulated."""
        few, many = (min(turns, _options(options).turn_cap) for turns in VARIA.turns[seats])
        return timed((few, many), TURN_SECONDS, together=True)

    def bound(self, options: BaseModel, seats: int) -> int:
        """Return a number of picks that no match exceeds."""
        return _options(options).turn_cap * PICKS_PER_TURN

    def new(
        self, options: BaseModel, seats: Sequence[Seating], cards: VariaCards, dice: Dice
    ) -> tuple[State, tuple[Event, ...]]:
        """Set up, roll for the first player (seed, Getting Set Up) and begin the first turn. Raises IllegalDeck."""
        table = _options(options)
        decks = [seating.deck or Deck("", {}) for seating in seats]
        faults = [fault for deck in decks for fault in deck_faults(deck, cards, table.format)]
        if faults:
            raise IllegalDeck(faults)
        instances, zones = _dealt(decks, cards, dice)
        players = [Player(STARTING_HP, STARTING_AP, deck, items, tuple(items)) for deck, items in zones]
        state = State(cards, table, instances, players, 0, table.starting_distance == "engaged")
        play = Play(state, dice)
        state.active = _first_player(play)
        begin_turn(play)
        advance(play)
        return state, play.told()

    def position(self, data: JSON, cards: VariaCards) -> State:
        """Return the state that a scenario describes. Raises IllegalPosition."""
        return position(data, cards)

    def decisions(self, state: State) -> tuple[Decision, ...]:
        """Return the open decision."""
        return decisions(state)

    def apply(self, state: State, decision: str, keys: Sequence[Key], dice: Dice) -> tuple[Event, ...]:
        """Play a pick. Raises IllegalPick, and then nothing has changed."""
        asked = check_pick(decisions(state), decision, keys)
        play = Play(state, dice)
        answer(play, asked, keys)
        return play.told()

    def default(self, state: State, decision: str, dice: Dice) -> tuple[Key, ...]:
        """Stay, plan nothing, pass, keep the order as shown, combine a token where it can be, decline to pay.

        Only a payment that may be declined is asked (rules, ambiguities and further rulings). What may be done is not,
        dice are rolled, and of cards to choose from the first are taken. No way is taken that a panel warns of.
        """
        asked = find_open(decisions(state), decision)
        keys = [option.key for option in asked.options]
        if asked.kind in ("order", "place", "fuse", "token", "aim", "pay", "may", "choose", "dice"):
            unwarned = [option.key for option in asked.options if option.warning is None]
            return tuple((unwarned or keys)[: asked.least])
        return (keys[-1],)

    def leave(self, state: State, seat: Seat, dice: Dice) -> tuple[Event, ...]:
        """Concede: the other player wins."""
        if state.outcome is not None:
            return ()
        play = Play(state, dice)
        state.open = None
        play.tell(events.Left(seat))
        play.end(Outcome(((1 - seat,), (seat,)), "varia.end.left"))
        return play.told()

    def stop(self, state: State) -> Outcome:
        """Rank by health points (rules, ambiguities: turn cap)."""
        return state.outcome or ranked_by_hp(state, "varia.end.stopped")

    def outcome(self, state: State) -> Outcome | None:
        """Return how the match ended, or None."""
        return state.outcome

    def view(self, state: State, viewer: Viewer) -> View:
        """Return what a viewer sees."""
        return view(state, viewer)

    def determinize(self, state: State, viewer: Viewer, dice: Dice) -> State:
        """Return a state in which what the viewer does not know is dealt anew."""
        return determinize(state, viewer, dice)

    def thrown(self, draw: Draw) -> Seat | None:
        """Return whose die a draw was: all rolls for power, focus and effects are by a player."""
        figure, _, of = draw.purpose.partition(".")
        return next((seat for seat in range(SEATS) if letter(seat) == of and figure in get_args(events.Figure)), None)

    def worth(self, state: State, seat: Seat) -> float:
        """Return how good a state is: health points first, then what is left to act with."""
        if state.outcome is not None:
            return 0.0 if state.outcome.drawn else (1.0 if state.outcome.ranking[0] == (seat,) else -1.0)
        return (_strength(state, seat) - _strength(state, 1 - seat)) / (2 * STARTING_HP)

    def copy(self, state: State) -> State:
        """Return a state of its own."""
        return state.copy()

    def dump(self, state: State) -> JSON:
        """Return the state as JSON values."""
        data: JSON = msgspec.to_builtins(state, enc_hook=_plain, str_keys=True)
        del data["cards"], data["open"], data["standing"], data["budget"]
        return data

    def load(self, data: JSON, version: int, cards: VariaCards) -> State:
        """Return the state that `dump` wrote; what version 1 did not write stands as usual.

        Raises ValueError for a version that was never released.
        """
        if version not in (1, self.state_version):
            raise ValueError(f"Varia has no state version {version}")
        return msgspec.convert({**data, "cards": cards}, State, dec_hook=_rich, str_keys=True)

    def fact(self, data: JSON) -> Fact:
        """Return a fact from its JSON form."""
        fact: Fact = msgspec.convert(data, events.VariaFact)
        return fact


def _options(options: BaseModel) -> VariaOptions:
    if not isinstance(options, VariaOptions):
        raise TypeError(options)
    return options


def _format(wanted: DeckFormat) -> VariaFormat:
    if not isinstance(wanted, VariaFormat):
        raise TypeError(wanted)
    return wanted


def _dealt(
    decks: Sequence[Deck], cards: VariaCards, dice: Dice
) -> tuple[list[Instance], list[tuple[list[int], list[int]]]]:
    """Lay out all cards: ids by lot, so that none follows a deck list; decks shuffled, items open."""
    brought = [(seat, card) for seat, deck in enumerate(decks) for card in Counter(deck.cards).elements()]
    instances = [
        Instance(card, seat, EVERYBODY if cards.is_item(card) else 0) for seat, card in dice.shuffle("ids", brought)
    ]
    zones = []
    for seat in range(len(decks)):
        own = [number for number, card in enumerate(instances) if card.owner == seat]
        items = [number for number in own if cards.is_item(instances[number].card)]
        actions = [number for number in own if not cards.is_item(instances[number].card)]
        zones.append((dice.shuffle(f"shuffle.{letter(seat)}", actions)[::-1], items))
    return instances, zones


def _first_player(play: Play) -> Seat:
    """Roll a d6 each until one is higher (seed, Getting Set Up)."""
    while True:
        rolls = tuple(play.dice.roll(f"first.{letter(seat)}", 6) for seat in range(SEATS))
        play.tell(events.FirstPlayerRolled(rolls))
        if rolls[0] != rolls[1]:
            return 0 if rolls[0] > rolls[1] else 1


def _strength(state: State, seat: Seat) -> float:
    player = state.players[seat]
    return player.hp + CARD_WORTH * (len(player.hand) + len(player.queue))


def _plain(value: Any) -> Any:
    """Give msgspec the plain form of what is not its own: options are pydantic's, cards are pinned."""
    return value.model_dump(mode="json") if isinstance(value, BaseModel) else None


def _rich(kind: type[Any], data: Any) -> Any:
    return data if isinstance(data, kind) else kind.model_validate(data)
