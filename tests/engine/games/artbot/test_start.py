"""The start of a match: what beginning may cost."""

from cardsdb.sets import deck_of, shipped_sets
from engine.contract import EVERYBODY, Seating
from engine.dice import FairDice
from engine.games.artbot import events
from engine.games.artbot.pieces import ArtBotOptions
from engine.games.artbot.rules import ArtBot
from engine.games.artbot.rulings import HAND

SEATS = 3
SIZE = 20


def test_who_begins_may_have_to_discard_the_top_card() -> None:
    game = ArtBot()
    sets = shipped_sets(game)
    cards = game.cards(sets)
    seats = [Seating(deck_of(sets[0].decks[0], cards))] * SEATS
    usual, _ = game.new(ArtBotOptions(deck_size=SIZE), seats, cards, FairDice.seeded(1))
    state, told = game.new(ArtBotOptions(deck_size=SIZE, starter_discards=True), seats, cards, FairDice.seeded(1))
    first, top = state.order[0], usual.players[state.order[0]].inactive[-1]
    assert state.players[first].discard == [top]
    assert state.instances[top].known_to == EVERYBODY
    assert [player.hp for player in state.players] == [
        10 * (SIZE - 1) if seat == first else 10 * SIZE for seat in range(SEATS)
    ]
    assert all(len(player.active) == HAND for player in state.players)
    (fact,) = [event.fact for event in told if isinstance(event.fact, events.StarterDiscarded)]
    assert (fact.seat, fact.card.card) == (first, state.instances[top].card)
