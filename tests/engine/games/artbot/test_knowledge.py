"""What players can know after a Glitch, beyond what the laws ask: a guess puts no card where it cannot be."""

from collections import Counter
from collections.abc import Iterable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.contract import AnyGame, Seat, Viewer, mark
from engine.dice import Dice, FairDice
from engine.games.artbot.events import Glitched
from engine.games.artbot.rules import ArtBot
from engine.games.artbot.state import ArtBotState
from engine.registry import GAMES
from tests.engine.random_tables import begun, walk

ARTBOT = GAMES["artbot"]
SEEDS = st.integers(0, 2**32)


def glitches(seed: int) -> Iterator[tuple[ArtBotState, ArtBotState]]:
    """The states before and after each Glitch of a random match."""
    at, state, dice, chance = begun(ARTBOT, seed)
    for step in walk(at, state, dice, chance):
        after = ARTBOT.copy(step.state)
        told = ARTBOT.apply(after, step.decision.id, step.keys, FairDice.seeded(seed, step.number))
        if any(isinstance(event.fact, Glitched) for event in told) and after.outcome is None:
            yield ARTBOT.copy(step.state), after


def hands(state: ArtBotState, seats: Iterable[Seat]) -> set[int]:
    return {number for seat in seats for number in state.players[seat].active}


def given_away_cards_stay_in_hands(game: AnyGame, seed: int) -> int:
    """Who held a card before a Glitch, and does not after it, knows that it is in one of the other hands, and not in
    which. Says how many such cards there were."""
    met = 0
    for before, after in glitches(seed):
        for seat in after.living:
            others = hands(after, (other for other in after.living if other != seat))
            given = {number for number in others & hands(before, [seat]) if unknown(after, number, seat)}
            wanted = Counter(after.instances[number].card for number in given)
            met += len(given)
            for draw in range(5):
                guess = game.determinize(after, seat, FairDice.seeded(seed, draw))
                assert wanted <= Counter(guess.instances[number].card for number in others)
    return met


def test_what_a_player_gave_away_in_a_glitch_is_in_another_hand() -> None:
    assert sum(given_away_cards_stay_in_hands(ARTBOT, seed) for seed in range(30)) > 100


class ForgetsGlitches(ArtBot):
    """Takes whatever a viewer does not know of one owner's cards for able to lie anywhere."""

    def determinize(self, state: ArtBotState, viewer: Viewer, dice: Dice) -> ArtBotState:
        forgotten = state.copy()
        forgotten.mixes = ()
        return super().determinize(forgotten, viewer, dice)


def test_a_guess_that_forgets_glitches_is_caught() -> None:
    with pytest.raises(AssertionError):
        sum(given_away_cards_stay_in_hands(ForgetsGlitches(), seed) for seed in range(30))


def unknown(state: ArtBotState, number: int, seat: Seat) -> bool:
    return not state.instances[number].known_to & mark(seat)


@settings(deadline=None, max_examples=25)
@given(SEEDS)
def test_a_guess_keeps_every_deck_list(seed: int) -> None:
    at, state, dice, chance = begun(ARTBOT, seed)
    for step in walk(at, state, dice, chance):
        if step.number % 9 == 0:
            for seat in range(len(at.seats)):
                guess = ARTBOT.determinize(step.state, seat, FairDice.seeded(seed, step.number))
                assert lists(guess) == lists(step.state)


def lists(state: ArtBotState) -> Counter[tuple[Seat, str]]:
    return Counter((card.owner, card.card) for card in state.instances)
