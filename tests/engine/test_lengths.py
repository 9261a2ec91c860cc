"""Stated lengths: simulated matches take as long as is said, played as the command says that was named beside them."""

from shlex import split
from statistics import median

import pytest

from cardsdb.sets import deck_of, shipped_cards, shipped_sets
from engine.contract import AnyGame, Seating
from engine.kit import lengths
from engine.kit.lengths import Measured
from engine.players.levels import LEVELS
from engine.players.policies import POLICIES
from engine.players.simulation import play
from engine.registry import GAMES

MATCHES = 5
"""So few that the test is quick; their dice are the same every time."""

MEASURED = {name: value for name, value in vars(lengths).items() if isinstance(value, Measured)}


def said(measured: Measured, option: str) -> str:
    """What the command says behind one of its options, or nothing."""
    words = split(measured.command)
    return words[words.index(option) + 1] if option in words else ""


@pytest.mark.parametrize("name", MEASURED)
def test_simulated_matches_take_as_long_as_is_stated(name: str) -> None:
    measured = MEASURED[name]
    game = GAMES[split(measured.command)[2]]
    player = {**LEVELS, **POLICIES}[said(measured, "--policy") or said(measured, "--players").partition(",")[0]]
    option, _, value = said(measured, "--option").partition("=")
    table = game.spec.options.model_validate({option: value} if option else {})
    sets = shipped_sets(game)
    cards = shipped_cards(game)
    decks = [deck_of(deck, cards) for each in sets for deck in each.decks]
    seats = min(measured.turns)
    turns = []
    for number in range(MATCHES):
        seatings = [Seating(decks[(number + seat) % len(decks)] if decks else None) for seat in range(seats)]
        turns.append(play(game, table, seatings, cards, [player] * seats, number).turns or 0)
    few, many = game.length(table, seats).turns
    assert few <= median(turns) <= many, turns


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_number_of_seats_has_a_length(game: AnyGame) -> None:
    for seats in range(game.spec.least, game.spec.most + 1):
        length = game.length(game.spec.options(), seats)
        assert 1 <= length.turns[0] <= length.turns[1]
        assert 1 <= length.minutes[0] <= length.minutes[1]
