"""What outlooks cost in matches of house players with the decks that come with the bot."""

from collections.abc import Iterator
from itertools import cycle, islice
from typing import Any

import pytest

from cardsdb.sets import deck_of, shipped_cards, shipped_sets
from engine.budget import STEPS_A_FORECAST, STEPS_A_ROW, StrictBudget
from engine.contract import AnyGame, Decision, Seating
from engine.dice import FairDice, NoDice
from engine.players.lines import own_decision
from engine.players.policies import POLICIES
from engine.registry import GAMES


def asked_in(game: AnyGame, seed: int) -> Iterator[tuple[Any, Decision]]:
    """Yield the states of a match of random players that have outlooks, with their questions."""
    cards, player, dice = shipped_cards(game), POLICIES["random"], FairDice.seeded("outlooks", seed)
    decks = [deck_of(ready, cards) for card_set in shipped_sets(game) for ready in card_set.decks]
    seating = [Seating(deck) for deck in decks] or [Seating()]
    seats = list(islice(cycle(seating), seed, seed + game.spec.least))
    state, _ = game.new(game.spec.options(), seats, cards, dice)
    while open_now := game.decisions(state):
        seat = open_now[0].seat
        for decision, keys in player.line(game, game.copy(state), seat, dice):
            asked = own_decision(game, state, seat)
            if asked is None or asked.id != decision:
                break
            if asked.least == asked.most == 1 and not all(option.final for option in asked.moves):
                yield state, asked
            game.apply(state, decision, keys, dice)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_nearly_every_row_fits_and_together_they_cost_no_more_than_their_forecasts(game: AnyGame) -> None:
    rows, fitting, together, alone = 0, 0, 0, 0
    for state, asked in (each for seed in range(4) for each in islice(asked_in(game, seed), 25)):
        row = StrictBudget(STEPS_A_ROW)
        outlooks = game.outlooks(state, asked, row)
        rows, fitting, together = rows + 1, fitting + bool(outlooks), together + row.used
        for key in outlooks:
            after, dice, one = game.copy(state), NoDice(), StrictBudget(STEPS_A_FORECAST)
            game.apply(after, asked.id, (key,), dice)
            game.forecast(after, asked.seat, one)
            alone += 1 + dice.budget.used + one.used
    assert rows > 30
    assert fitting >= 0.98 * rows
    assert together <= alone
