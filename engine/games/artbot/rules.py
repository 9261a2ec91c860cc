"""Art Bot Cards as an implementation of the game contract."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from pydantic import BaseModel

from engine.contract import Deck, Event, IllegalDeck, Message, Seating, letter
from engine.contract.decks import DeckFormat
from engine.contract.spec import Length, Preset, Spec
from engine.dice import Dice
from engine.games.artbot import events
from engine.games.artbot.answers import answer, default_picks
from engine.games.artbot.cards import ArtBotCards, ArtBotSet
from engine.games.artbot.collecting import ArtBotCollecting
from engine.games.artbot.decks import FORMATS, ArtBotFormat, deck_cards, deck_faults, resized
from engine.games.artbot.forecast import forecast, forecast_row
from engine.games.artbot.lengths import length
from engine.games.artbot.pieces import ArtBotInstance, ArtBotOptions
from engine.games.artbot.play import ArtBotPlay, ranked_by_strength
from engine.games.artbot.position import position
from engine.games.artbot.puzzles import ArtBotPuzzles
from engine.games.artbot.questions import questions
from engine.games.artbot.rulings import HAND, LEAST_DECK, LEAST_SEATS, MOST_SEATS, QUICK_SEATS, TIED_DRAWS
from engine.games.artbot.state import ArtBotPlayer, ArtBotState
from engine.games.artbot.tastes import TASTES, kind
from engine.games.artbot.terms import terms
from engine.games.artbot.turn import begin_turn, leave
from engine.games.artbot.view import deal_unknown, view
from engine.games.artbot.worth import worth
from engine.kit.facts import facts_of
from engine.kit.game import CardGame, expect

PICKS_PER_TURN = 4
"""The most picks in a turn: a card to play, one to return, a target or cards to recover, and a victim's answer."""


class ArtBot(CardGame[ArtBotState, ArtBotCards, ArtBotPlay]):
    """The rules of Art Bot Cards: the battle for two to eight players, and the duel Toe-to-Toe."""

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
        tastes=TASTES,
    )
    card_set = ArtBotSet
    plays = (events.Played,)
    puzzles = ArtBotPuzzles()
    state_version = 2
    pool = ArtBotCards
    state_class = ArtBotState
    play_class = ArtBotPlay
    facts = facts_of(events)
    position = staticmethod(position)
    questions = staticmethod(questions)
    answer = staticmethod(answer)
    default_picks = staticmethod(default_picks)
    take_out = staticmethod(leave)
    ranked = staticmethod(ranked_by_strength)
    view = staticmethod(view)
    foretell = staticmethod(forecast)
    foretell_row = staticmethod(forecast_row)
    deal_unknown = staticmethod(deal_unknown)
    deck_cards = staticmethod(deck_cards)
    worth = staticmethod(worth)
    terms = staticmethod(terms)
    kind = staticmethod(kind)

    def deck_format(self, options: BaseModel) -> DeckFormat:
        """Return the table's deck format, with the agreed size."""
        return _deck_format(expect(ArtBotOptions, options))

    def deck_faults(self, deck: Deck, cards: ArtBotCards, wanted: DeckFormat) -> tuple[Message, ...]:
        """Return every reason why a format refuses a deck (rules, 8.3)."""
        return tuple(deck_faults(deck, cards, expect(ArtBotFormat, wanted)))

    def ready_deck(self, deck: Deck, cards: ArtBotCards, wanted: DeckFormat) -> Deck:
        """Return a ready deck resized to the agreed number of cards."""
        return resized(deck, cards, expect(ArtBotFormat, wanted))

    def table_faults(self, options: BaseModel, seats: int) -> tuple[Message, ...]:
        """Return why a table cannot play: Toe-to-Toe is for two players, and a battle needs more than a few cards."""
        return tuple(_table_faults(expect(ArtBotOptions, options), seats))

    def length(self, options: BaseModel, seats: int) -> Length:
        """Return the usual length of a match, as measured in simulations."""
        return length(expect(ArtBotOptions, options), seats)

    def bound(self, options: BaseModel, seats: int) -> int:
        """Return a number of picks that no match exceeds: in a duel each draw takes one pick from each player."""
        table = expect(ArtBotOptions, options)
        if table.duel:
            return 2 * (table.size + TIED_DRAWS + 1)
        return table.round_cap * seats * PICKS_PER_TURN

    def new(
        self, options: BaseModel, seats: Sequence[Seating], cards: ArtBotCards, dice: Dice
    ) -> tuple[ArtBotState, tuple[Event, ...]]:
        """Shuffle the decks, and draw the turn order and the first hands (seed, Setup; rules, 3.2).

        Raises IllegalDeck if the table does not accept a deck or the match cannot be played with these decks.
        """
        table = expect(ArtBotOptions, options)
        decks = [seating.deck or Deck("", {}) for seating in seats]
        faults = _match_faults(table, decks, cards)
        if faults:
            raise IllegalDeck(faults)
        instances, players = _dealt(decks, dice)
        order = tuple(dice.shuffle("order", range(len(seats))))
        state = ArtBotState(cards, table, order, instances, players, order[0], dealt=tuple(instances))
        play = ArtBotPlay(state, dice)
        if table.duel:
            state.step = "draw"
            play.stand()
            return state, play.told()
        play.tell(events.Began(order))
        for seat in order:
            play.draw(seat, HAND)
        if table.starter_discards:
            play.discard_top(order[0])
        play.stand()
        begin_turn(play)
        return state, play.told()


def _deck_format(options: ArtBotOptions) -> ArtBotFormat:
    """Return a table's deck format, with the agreed size."""
    return options.format.model_copy(update={"size": options.size})


def _table_faults(options: ArtBotOptions, seats: int) -> Iterable[Message]:
    """Yield every reason why a table cannot play: Toe-to-Toe is for two, and a battle needs more than a few cards."""
    if options.duel and seats != LEAST_SEATS:
        yield Message("artbot.table.duel", {"seats": seats})
    if not options.duel and options.size < LEAST_DECK:
        yield Message("artbot.table.deck_size", {"agreed": options.size, "least": LEAST_DECK})


def _match_faults(options: ArtBotOptions, decks: Sequence[Deck], cards: ArtBotCards) -> list[Message]:
    """Return every reason why a match cannot begin: faults in a deck, including its size, or in the table's options."""
    faults = [fault for deck in decks for fault in deck_faults(deck, cards, _deck_format(options))]
    return [*faults, *_table_faults(options, len(decks))]


def _dealt(decks: Sequence[Deck], dice: Dice) -> tuple[list[ArtBotInstance], list[ArtBotPlayer]]:
    """Create all cards, with random ids so that no id reveals a card's place in a deck list, and shuffle every deck."""
    brought = [(seat, card) for seat, deck in enumerate(decks) for card in Counter(deck.cards).elements()]
    instances = [ArtBotInstance(card, seat, 0) for seat, card in dice.shuffle("ids", brought)]
    piles: list[list[int]] = [[] for _ in decks]
    for number, card in enumerate(instances):
        piles[card.owner].append(number)
    return instances, [ArtBotPlayer(dice.shuffle(f"shuffle.{letter(seat)}", pile)) for seat, pile in enumerate(piles)]


GAME: Final = ArtBot()
"""The game, which `engine/registry.py` loads by its key."""
