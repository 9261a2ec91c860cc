"""Varia as an implementation of the game contract."""

from collections import Counter
from collections.abc import Sequence
from typing import Final, get_args

from pydantic import BaseModel

from engine.contract import EVERYBODY, JSON, Deck, Event, IllegalDeck, Message, Seat, Seating, letter
from engine.contract.decks import DeckFormat
from engine.contract.spec import Length, Spec
from engine.dice import Dice
from engine.draws import Draw
from engine.games.varia import events
from engine.games.varia.answers import answer, default_picks
from engine.games.varia.cards import VariaSet
from engine.games.varia.decks import FORMATS, VariaFormat, deck_cards, deck_faults
from engine.games.varia.forecast import forecast, forecast_row
from engine.games.varia.pieces import VariaInstance, VariaOptions
from engine.games.varia.play import VariaPlay, concede, ranked_by_hp
from engine.games.varia.pool import VariaCards
from engine.games.varia.position import position
from engine.games.varia.puzzles import VariaPuzzles
from engine.games.varia.questions import questions
from engine.games.varia.rulings import STARTING_AP, STARTING_HP
from engine.games.varia.state import VariaPlayer, VariaState
from engine.games.varia.tastes import TASTES, kind
from engine.games.varia.terms import terms
from engine.games.varia.turn import advance, begin_turn
from engine.games.varia.view import deal_unknown, view
from engine.games.varia.worth import worth
from engine.kit.facts import facts_of
from engine.kit.game import CardGame, expect
from engine.kit.lengths import VARIA, timed

SEATS = 2

TURN_SECONDS = 160
"""The seconds that both players' turn takes at the live pace; the game's boxes state half an hour per match at a
table."""

PICKS_PER_TURN = 20_000
"""More picks than any turn has: forty actions and thirty items used five times, each with all its questions, and five
hundred triggers with theirs."""


class Varia(CardGame[VariaState, VariaCards, VariaPlay]):
    """The rules of Varia, a duel for two players."""

    spec = Spec(key="varia", least=SEATS, most=SEATS, options=VariaOptions, formats=FORMATS, tastes=TASTES)
    card_set = VariaSet
    plays = (events.Performed, events.Occurred, events.StacksGained, events.TokenCreated, events.Became, events.Changed)
    puzzles = VariaPuzzles()
    state_version = 2
    pool = VariaCards
    state_class = VariaState
    play_class = VariaPlay
    facts = facts_of(events)
    unstored = ("cards", "open", "standing")
    position = staticmethod(position)
    questions = staticmethod(questions)
    answer = staticmethod(answer)
    default_picks = staticmethod(default_picks)
    take_out = staticmethod(concede)
    ranked = staticmethod(ranked_by_hp)
    view = staticmethod(view)
    foretell = staticmethod(forecast)
    foretell_row = staticmethod(forecast_row)
    deal_unknown = staticmethod(deal_unknown)
    deck_cards = staticmethod(deck_cards)
    worth = staticmethod(worth)
    terms = staticmethod(terms)
    kind = staticmethod(kind)

    def deck_format(self, options: BaseModel) -> DeckFormat:
        """Return the deck format chosen for the table."""
        return expect(VariaOptions, options).format

    def deck_faults(self, deck: Deck, cards: VariaCards, wanted: DeckFormat) -> tuple[Message, ...]:
        """Return every reason why a format rejects a deck (rules, section 3)."""
        return deck_faults(deck, cards, expect(VariaFormat, wanted))

    def length(self, options: BaseModel, seats: int) -> Length:
        """Return the usual length of a match, as measured in simulations."""
        few, many = (min(turns, expect(VariaOptions, options).turn_cap) for turns in VARIA.turns[seats])
        return timed((few, many), TURN_SECONDS, together=True)

    def bound(self, options: BaseModel, seats: int) -> int:
        """Return a number of picks that no match exceeds."""
        return expect(VariaOptions, options).turn_cap * PICKS_PER_TURN

    def new(
        self, options: BaseModel, seats: Sequence[Seating], cards: VariaCards, dice: Dice
    ) -> tuple[VariaState, tuple[Event, ...]]:
        """Set up the match, roll for the first player (seed, Getting Set Up) and begin turn 1. Raises IllegalDeck."""
        table = expect(VariaOptions, options)
        decks = [seating.deck or Deck("", {}) for seating in seats]
        faults = [fault for deck in decks for fault in deck_faults(deck, cards, table.format)]
        if faults:
            raise IllegalDeck(faults)
        instances, zones = _dealt(decks, cards, dice)
        players = [VariaPlayer(STARTING_HP, STARTING_AP, deck, items, tuple(items)) for deck, items in zones]
        state = VariaState(cards, table, instances, players, 0, table.starting_distance == "engaged")
        play = VariaPlay(state, dice)
        state.active = _first_player(play)
        play.stand()
        begin_turn(play)
        advance(play)
        return state, play.told()

    def upgraded(self, data: JSON, version: int) -> JSON:
        """Return a state in the current format. Version 1 kept one list of performed actions for all that counts."""
        if version > 1:
            return data
        return {**data, "players": [{**each, "treated": each["performed"]} for each in data["players"]]}

    def thrown(self, draw: Draw) -> Seat | None:
        """Return the seat that rolled a die, or None: only rolls for power, focus and effects belong to a player."""
        figure, _, of = draw.purpose.partition(".")
        return next((seat for seat in range(SEATS) if letter(seat) == of and figure in get_args(events.Figure)), None)


def _dealt(
    decks: Sequence[Deck], cards: VariaCards, dice: Dice
) -> tuple[list[VariaInstance], list[tuple[list[int], list[int]]]]:
    """Deal all cards. Random ids reveal no place in a deck list; decks are shuffled, and items are open."""
    brought = [(seat, card) for seat, deck in enumerate(decks) for card in Counter(deck.cards).elements()]
    instances = [
        VariaInstance(card, seat, EVERYBODY if cards.is_item(card) else 0)
        for seat, card in dice.shuffle("ids", brought)
    ]
    zones = []
    for seat in range(len(decks)):
        own = [number for number, card in enumerate(instances) if card.owner == seat]
        items = [number for number in own if cards.is_item(instances[number].card)]
        actions = [number for number in own if not cards.is_item(instances[number].card)]
        zones.append((dice.shuffle(f"shuffle.{letter(seat)}", actions)[::-1], items))
    return instances, zones


def _first_player(play: VariaPlay) -> Seat:
    """Roll a d6 for each player until one player rolls higher (seed, Getting Set Up)."""
    while True:
        rolls = tuple(play.dice.roll(f"first.{letter(seat)}", 6) for seat in range(SEATS))
        play.tell(events.FirstPlayerRolled(rolls))
        if rolls[0] != rolls[1]:
            return 0 if rolls[0] > rolls[1] else 1


GAME: Final = Varia()
"""The game, which `engine/registry.py` loads by its key."""
