"""Art Bot Cards as a game of the contract."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from pydantic import BaseModel

from engine.contract import (
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
from engine.contract.spec import Length, Preset, Spec
from engine.dice import Dice
from engine.games.artbot import events
from engine.games.artbot.answers import answer, default
from engine.games.artbot.cards import ArtBotCards, ArtBotSet
from engine.games.artbot.collecting import ArtBotCollecting
from engine.games.artbot.decks import FORMATS, ArtBotFormat, deck_cards, deck_faults, resized
from engine.games.artbot.lengths import length
from engine.games.artbot.play import Play, ranked
from engine.games.artbot.position import position
from engine.games.artbot.questions import decisions
from engine.games.artbot.rulings import HAND, LEAST_DECK, LEAST_SEATS, MOST_SEATS, QUICK_SEATS, TIED_DRAWS
from engine.games.artbot.state import ArtBotOptions, Instance, Player, State
from engine.games.artbot.turn import begin_turn, leave
from engine.games.artbot.view import determinize, view
from engine.games.artbot.worth import worth

PICKS_PER_TURN = 4
"""A card to play, one to return, a target or cards to heal, and a victim's answer."""


class ArtBot(Game[State, ArtBotCards]):
    """The battle of two to eight, and Toe-to-Toe."""

    spec = Spec(
        key="artbot",
        least=LEAST_SEATS,
        most=MOST_SEATS,
        options=ArtBotOptions,
        formats=FORMATS,
        presets=(
            Preset("classic", {}),
            Preset("quick", {"rules": "quick"}, QUICK_SEATS),
            Preset("duel", {"mode": "toe-to-toe"}),
        ),
        collecting=ArtBotCollecting(),
        foresight=2,
    )
    card_set = ArtBotSet
    plays = (events.Played,)
    state_version = 2

    def cards(self, sets: Iterable[CardSet]) -> ArtBotCards:
        """Return the definitions of some sets together. Raises IllegalSet."""
        return ArtBotCards(each for each in sets if isinstance(each, ArtBotSet))

    def deck_format(self, options: BaseModel) -> DeckFormat:
        """Return the format that the table has chosen, with the size that it agreed on."""
        return _deck_format(_options(options))

    def deck_cards(self, cards: ArtBotCards) -> tuple[DeckCard, ...]:
        """Return every card."""
        return deck_cards(cards)

    def deck_faults(self, deck: Deck, cards: ArtBotCards, wanted: DeckFormat) -> tuple[Message, ...]:
        """Return every reason why a format refuses a deck (rules, 8.3)."""
        return tuple(deck_faults(deck, cards, _format(wanted)))

    def ready_deck(self, deck: Deck, cards: ArtBotCards, wanted: DeckFormat) -> Deck:
        """Return a ready deck with as many cards as the table agreed on."""
        return resized(deck, cards, _format(wanted))

    def table_faults(self, options: BaseModel, seats: int) -> tuple[Message, ...]:
        """Return why so many seats cannot play so: Toe-to-Toe is for two, and a battle needs more than a few cards."""
        return tuple(_table_faults(_options(options), seats))

    def length(self, options: BaseModel, seats: int) -> Length:
        """Return how long a match usually is, as simulated."""
        return length(_options(options), seats)

    def bound(self, options: BaseModel, seats: int) -> int:
        """Return a number of picks that no match exceeds: in a duel each draw takes one of both players."""
        table = _options(options)
        if table.duel:
            return 2 * (table.size + TIED_DRAWS + 1)
        return table.round_cap * seats * PICKS_PER_TURN

    def new(
        self, options: BaseModel, seats: Sequence[Seating], cards: ArtBotCards, dice: Dice
    ) -> tuple[State, tuple[Event, ...]]:
        """Shuffle the decks, draw the order of turns and the first hands (seed, Setup; rules, 3.2).

        Raises IllegalDeck, for a deck that this table does not take and for what it cannot be played with.
        """
        table = _options(options)
        decks = [seating.deck or Deck("", {}) for seating in seats]
        faults = _match_faults(table, decks, cards)
        if faults:
            raise IllegalDeck(faults)
        instances, players = _dealt(decks, dice)
        order = tuple(dice.shuffle("order", range(len(seats))))
        state = State(cards, table, order, instances, players, order[0], dealt=tuple(instances))
        play = Play(state, dice)
        if table.duel:
            state.step = "draw"
            return state, ()
        play.tell(events.Began(order))
        for seat in order:
            play.draw(seat, HAND)
        if table.starter_discards:
            play.discard_top(order[0])
        begin_turn(play)
        return state, tuple(play.events)

    def position(self, data: JSON, cards: ArtBotCards) -> State:
        """Return the state that a scenario describes. Raises IllegalPosition."""
        return position(data, cards)

    def decisions(self, state: State) -> tuple[Decision, ...]:
        """Return the open decisions."""
        return decisions(state)

    def apply(self, state: State, decision: str, keys: Sequence[Key], dice: Dice) -> tuple[Event, ...]:
        """Play a pick. Raises IllegalPick, and then nothing has changed."""
        asked = check_pick(decisions(state), decision, keys)
        play = Play(state, dice)
        answer(play, asked, keys)
        return tuple(play.events)

    def default(self, state: State, decision: str, dice: Dice) -> tuple[Key, ...]:
        """Return what an absent player does (rules, 6)."""
        return default(state, find_open(decisions(state), decision), dice)

    def leave(self, state: State, seat: Seat, dice: Dice) -> tuple[Event, ...]:
        """Take a seat out; the others play on while they are two or more."""
        if state.outcome is not None or seat not in state.living:
            return ()
        play = Play(state, dice)
        state.open = None
        leave(play, seat)
        return tuple(play.events)

    def stop(self, state: State) -> Outcome:
        """Rank by health points and Rarity Points, a duel by the cards won (rules, 3.11 and 3.10)."""
        return state.outcome or Outcome(ranked(state), "artbot.end.stopped")

    def outcome(self, state: State) -> Outcome | None:
        """Return how the match ended, or None."""
        return state.outcome

    def view(self, state: State, viewer: Viewer) -> View:
        """Return what a viewer sees."""
        return view(state, viewer)

    def determinize(self, state: State, viewer: Viewer, dice: Dice) -> State:
        """Return a state in which what the viewer does not know is dealt anew."""
        return determinize(state, viewer, dice)

    def worth(self, state: State, seat: Seat) -> float:
        """Return how good a state is for a seat, from -1 to 1."""
        return worth(state, seat)

    def copy(self, state: State) -> State:
        """Return a state of its own."""
        return state.copy()

    def dump(self, state: State) -> JSON:
        """Return the state as JSON values."""
        data: JSON = msgspec.to_builtins(state, enc_hook=_plain)
        del data["cards"], data["open"]
        return data

    def load(self, data: JSON, version: int, cards: ArtBotCards) -> State:
        """Return the state that `dump` wrote; version 1 knew of no seats that could follow a mix.

        Raises ValueError for a version that was never released.
        """
        if not 1 <= version <= self.state_version:
            raise ValueError(f"Art Bot Cards has no state version {version}")
        return msgspec.convert({**data, "cards": cards}, State, dec_hook=_rich)

    def fact(self, data: JSON) -> Fact:
        """Return a fact from its JSON form."""
        fact: Fact = msgspec.convert(data, events.ArtBotFact)
        return fact


def _options(options: BaseModel) -> ArtBotOptions:
    if not isinstance(options, ArtBotOptions):
        raise TypeError(options)
    return options


def _format(wanted: DeckFormat) -> ArtBotFormat:
    if not isinstance(wanted, ArtBotFormat):
        raise TypeError(wanted)
    return wanted


def _deck_format(options: ArtBotOptions) -> ArtBotFormat:
    """Return the format of a table, with the size that it agreed on."""
    return options.format.model_copy(update={"size": options.size})


def _table_faults(options: ArtBotOptions, seats: int) -> Iterable[Message]:
    """Give every reason why a table cannot be: Toe-to-Toe is for two, and a battle needs more than a few cards."""
    if options.duel and seats != LEAST_SEATS:
        yield Message("artbot.table.duel", {"seats": seats})
    if not options.duel and options.size < LEAST_DECK:
        yield Message("artbot.table.deck_size", {"agreed": options.size, "least": LEAST_DECK})


def _match_faults(options: ArtBotOptions, decks: Sequence[Deck], cards: ArtBotCards) -> list[Message]:
    """Return every reason why a match cannot begin so: a deck's own, its size, or the table's."""
    faults = [fault for deck in decks for fault in deck_faults(deck, cards, _deck_format(options))]
    return [*faults, *_table_faults(options, len(decks))]


def _dealt(decks: Sequence[Deck], dice: Dice) -> tuple[list[Instance], list[Player]]:
    """Lay out all cards: ids by lot, so that none follows a deck list, and every deck shuffled."""
    brought = [(seat, card) for seat, deck in enumerate(decks) for card in Counter(deck.cards).elements()]
    instances = [Instance(card, seat, 0) for seat, card in dice.shuffle("ids", brought)]
    piles: list[list[int]] = [[] for _ in decks]
    for number, card in enumerate(instances):
        piles[card.owner].append(number)
    return instances, [Player(dice.shuffle(f"shuffle.{letter(seat)}", pile)) for seat, pile in enumerate(piles)]


def _plain(value: Any) -> Any:
    """Give msgspec the plain form of what is not its own: options are pydantic's, cards are pinned."""
    return value.model_dump(mode="json") if isinstance(value, BaseModel) else None


def _rich(kind: type[Any], data: Any) -> Any:
    return data if isinstance(data, kind) else kind.model_validate(data)
