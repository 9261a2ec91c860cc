"""House players: they play any game by the contract, never look at what is hidden, and the greedy one is the better."""

import pytest

from cardsdb.sets import deck_of, shipped_sets
from engine.contract import AnyGame, Seating
from engine.dice import FairDice
from engine.players.house import LEVELS, GreedyPlayer, House, RandomPlayer, is_final, own_decision
from engine.players.simulate import play, total
from engine.registry import GAMES
from tests.engine.tables import ALL_GAMES, begun, some_step

QUICK = GreedyPlayer(lines=6, guesses=2, horizon=30)


@pytest.mark.parametrize("game", ALL_GAMES.values(), ids=ALL_GAMES)
@pytest.mark.parametrize("player", [RandomPlayer(), QUICK], ids=["random", "greedy"])
def test_plays_any_game_to_its_end(game: AnyGame, player: House) -> None:
    for seed in range(3):
        at, _, _, _ = begun(game, seed)
        played = play(game, at.options, at.seats, at.cards, [player] * len(at.seats), seed)
        assert 0 < played.picks <= at.bound


@pytest.mark.parametrize("game", ALL_GAMES.values(), ids=ALL_GAMES)
@pytest.mark.parametrize("player", [RandomPlayer(), QUICK], ids=["random", "greedy"])
def test_a_line_is_legal_ends_with_the_first_final_pick_and_changes_nothing(game: AnyGame, player: House) -> None:
    for seed in range(12):
        _, step, _, _ = some_step(game, seed)
        seat = step.decision.seat
        guess = game.determinize(step.state, seat, FairDice.seeded(seed))
        before = game.dump(guess)
        line = player.line(game, guess, seat, FairDice.seeded("line", seed))
        assert game.dump(guess) == before
        state = step.state
        for number, (decision, keys) in enumerate(line):
            asked = own_decision(game, state, seat)
            assert asked is not None
            assert is_final(asked, keys) <= (number == len(line) - 1)
            game.apply(state, decision, keys, FairDice.seeded("play", seed))


def test_greedy_beats_random_nearly_always() -> None:
    game = GAMES["varia"]
    cards = game.cards(shipped_sets(game))
    decks = [deck_of(ready, cards) for card_set in shipped_sets(game) for ready in card_set.decks]
    played = [
        play(game, game.spec.options(), [Seating(decks[n % 2]), Seating(decks[1 - n % 2])], cards, players, n)
        for n in range(6)
        for players in ([LEVELS["normal"], LEVELS["easy"]],)
    ]
    assert total(played).wins.get(0, 0) >= 5


def test_simulations_repeat() -> None:
    game = GAMES["varia"]
    cards = game.cards(shipped_sets(game))
    decks = [deck_of(ready, cards) for card_set in shipped_sets(game) for ready in card_set.decks]
    seats = [Seating(deck) for deck in decks[: game.spec.most]]
    first, second = (
        [play(game, game.spec.options(), seats, cards, [QUICK, RandomPlayer()], seed) for seed in range(2)]
        for _ in "ab"
    )
    assert total(first) == total(second)
