"""House players: they play any game by the contract, never look at what is hidden, and the greedy one is the better."""

from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardsdb.sets import deck_of, shipped_cards, shipped_sets
from engine.contract import AnyGame, Outcome, Seating
from engine.dice import FairDice
from engine.players.levels import LEVELS
from engine.players.lines import own_decision, some_lines
from engine.players.players import HousePlayer
from engine.players.policies import POLICIES
from engine.players.rollout_dice import ImaginedDice
from engine.players.search import SearchPlayer
from engine.players.simulation import Share, SimulatedMatch, Z, play, total
from engine.registry import GAMES
from tests.engine.random_tables import ALL_GAMES, begun, some_step


@pytest.mark.parametrize("game", ALL_GAMES.values(), ids=ALL_GAMES)
@pytest.mark.parametrize("player", POLICIES.values(), ids=POLICIES)
def test_plays_any_game_to_its_end(game: AnyGame, player: HousePlayer) -> None:
    for seed in range(3):
        at, _, _, _ = begun(game, seed)
        played = play(game, at.options, at.seats, at.cards, [player] * len(at.seats), seed)
        assert 0 < played.picks <= at.bound


@pytest.mark.parametrize("game", ALL_GAMES.values(), ids=ALL_GAMES)
@pytest.mark.parametrize("player", POLICIES.values(), ids=POLICIES)
def test_a_line_is_legal_ends_with_the_first_final_pick_and_changes_nothing(game: AnyGame, player: HousePlayer) -> None:
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
            assert asked.commits(keys) <= (number == len(line) - 1)
            game.apply(state, decision, keys, FairDice.seeded("play", seed))


@pytest.mark.parametrize("game", ALL_GAMES.values(), ids=ALL_GAMES)
@pytest.mark.parametrize(
    "player",
    [LEVELS["easy"], SearchPlayer(3, foresight=True), POLICIES["greedy"]],
    ids=["search", "foresight", "greedy"],
)
def test_what_is_hidden_has_no_part_in_the_choice(game: AnyGame, player: HousePlayer) -> None:
    for seed in range(6):
        _, step, _, _ = some_step(game, seed)
        seat = step.decision.seat
        dealt_anew = (game.determinize(step.state, seat, FairDice.seeded(seed, name)) for name in "abc")
        guesses = [game.determinize(state, seat, FairDice.seeded("guess", seed)) for state in (step.state, *dealt_anew)]
        lines = [player.line(game, guess, seat, FairDice.seeded("line", seed)) for guess in guesses]
        assert all(line == lines[0] for line in lines)


def test_thinking_can_be_cut_off() -> None:
    game = GAMES["varia"]
    _, step, _, _ = some_step(game, 3)
    seat = step.decision.seat
    guess = game.determinize(step.state, seat, FairDice.seeded(1))
    asked_for: list[bool] = []

    def after_four() -> bool:
        asked_for.append(len(asked_for) >= 4)
        return asked_for[-1]

    line = LEVELS["hard"].line(game, guess, seat, FairDice.seeded(2), after_four)
    assert line
    assert len(asked_for) == 5


@pytest.mark.parametrize("game", ALL_GAMES.values(), ids=ALL_GAMES)
def test_most_playouts_go_to_the_best_lines_and_no_more_than_there_are(game: AnyGame) -> None:
    for seed in range(4):
        _, step, _, _ = some_step(game, seed)
        seat = step.decision.seat
        guess = game.determinize(step.state, seat, FairDice.seeded(seed))
        weighed = SearchPlayer(30).weigh(game, guess, seat, FairDice.seeded(seed))
        assert len(weighed) == 1 or sum(each.tries for each in weighed) <= 30
        assert [each.tries for each in weighed] == sorted((each.tries for each in weighed), reverse=True)


@pytest.mark.parametrize("game", ALL_GAMES.values(), ids=ALL_GAMES)
def test_a_line_that_is_kept_is_tried_as_often_as_the_best(game: AnyGame) -> None:
    _, step, _, _ = some_step(game, 5)
    seat = step.decision.seat
    guess = game.determinize(step.state, seat, FairDice.seeded(5))
    kept = tuple(POLICIES["random"].line(game, guess, seat, FairDice.seeded(6)))
    weighed = SearchPlayer(40).weigh(game, guess, seat, FairDice.seeded(7), kept=[kept])
    tries = {each.line: each.tries for each in weighed}
    assert abs(tries[kept] - weighed[0].tries) <= 1


@pytest.mark.parametrize("game", ALL_GAMES.values(), ids=ALL_GAMES)
def test_every_way_to_begin_is_tried_where_there_is_room(game: AnyGame) -> None:
    for seed in range(4):
        _, step, _, _ = some_step(game, seed)
        asked = own_decision(game, step.state, step.decision.seat)
        assert asked is not None
        if asked.least == asked.most == 1 and not any(option.warning for option in asked.options):
            lines = some_lines(game, step.state, asked.seat, 2 * len(asked.options), ImaginedDice(seed, 0))
            beginnings = {line[0][1][0] for line in lines}
            final = {option.key for option in asked.options if option.final}
            assert final <= beginnings


@given(st.integers(0, 2**63), st.integers(-1, 1000), st.text(max_size=5), st.integers(1, 300))
def test_imagined_dice_show_the_same_for_a_purpose_whatever_else_is_drawn(
    seed: int, playout: int, purpose: str, sides: int
) -> None:
    plain, mixed = ImaginedDice(seed, playout), ImaginedDice(seed, playout)
    for number in range(5):
        mixed.roll(f"not {purpose}", 6)
        drawn = plain.roll(purpose, sides)
        assert 1 <= drawn <= sides
        assert mixed.roll(purpose, sides) == drawn
        assert mixed.shuffle(purpose, range(number)) == plain.shuffle(purpose, range(number))


def test_imagined_dice_are_even() -> None:
    thrown = [ImaginedDice(3, playout).roll("power.A", 6) for playout in range(6000)]
    assert all(abs(thrown.count(side) - 1000) < 5 * sqrt(6000 * 5 / 36) for side in range(1, 7))
    orders = [tuple(ImaginedDice(4, playout).shuffle("deck", "abc")) for playout in range(6000)]
    assert len(set(orders)) == 6
    assert all(abs(orders.count(order) - 1000) < 5 * sqrt(6000 * 5 / 36) for order in set(orders))


def test_normal_beats_easy_in_two_of_three_matches_at_least() -> None:
    """Of 60 matches it won 80% (68-88): docs/lab/balance.md says how the levels are measured."""
    game = GAMES["varia"]
    cards = shipped_cards(game)
    decks = [deck_of(ready, cards) for card_set in shipped_sets(game) for ready in card_set.decks]
    played = [
        play(game, game.spec.options(), [Seating(decks[n % 2]), Seating(decks[1 - n % 2])], cards, players, n)
        for n in range(12)
        for players in ([LEVELS["normal"], LEVELS["easy"]],)
    ]
    assert total(played).seats[0].wins >= 8


def test_simulations_repeat() -> None:
    game = GAMES["varia"]
    cards = shipped_cards(game)
    decks = [deck_of(ready, cards) for card_set in shipped_sets(game) for ready in card_set.decks]
    seats = [Seating(deck) for deck in decks[: game.spec.most]]
    first, second = (
        [
            play(game, game.spec.options(), seats, cards, [POLICIES["greedy"], POLICIES["random"]], seed)
            for seed in range(2)
        ]
        for _ in "ab"
    )
    assert total(first) == total(second)


@pytest.mark.parametrize("game", ALL_GAMES.values(), ids=ALL_GAMES)
def test_defaults_are_what_the_clock_plays(game: AnyGame) -> None:
    for seed in range(12):
        _, step, _, _ = some_step(game, seed)
        seat = step.decision.seat
        line = POLICIES["defaults"].line(game, step.state, seat, FairDice.seeded("line", seed))
        state, dice = step.state, FairDice.seeded("line", seed)
        for decision, keys in line:
            assert game.default(state, decision, dice) == keys
            game.apply(state, decision, keys, dice)


@given(st.integers(1, 5000), st.data())
def test_an_interval_ends_where_the_share_lies_at_the_edge_of_chance(games: int, data: st.DataObject) -> None:
    share = Share(data.draw(st.integers(0, games)), games)
    for true in share.interval:
        assert abs(share.part - true) == pytest.approx(Z * sqrt(max(0, true * (1 - true)) / games), abs=1e-7)


def match(
    *ranking: tuple[int, ...], reason: str = "game.end.last", turns: int | None = 1, first: int = 0
) -> SimulatedMatch:
    order = (first, 1 - first)
    return SimulatedMatch(7, turns, order, ("Oak", "Elm"), Outcome(ranking, reason), "digest")


def test_a_shared_first_place_is_a_draw_and_counts_divided() -> None:
    totals = total([match((0,), (1,)), match((0, 1)), match((0, 1), reason="game.end.turn_cap"), match((1,), (0,))])
    assert (totals.draws, totals.capped) == (2, 1)
    assert totals.seats == (Share(2, 4), Share(2, 4))


def test_wins_are_counted_by_seat_by_order_of_turns_and_by_deck() -> None:
    totals = total([match((0,), (1,), first=1), match((0,), (1,), first=0), match((0,), (1,), first=1)])
    assert totals.seats == (Share(3, 3), Share(0, 3))
    assert totals.order == (Share(1, 3), Share(2, 3))
    assert totals.decks == {"Elm": Share(0, 3), "Oak": Share(3, 3)}


def test_nine_of_ten_matches_keep_the_length_given_for_it() -> None:
    totals = total([match((0,), (1,), turns=turns) for turns in range(1, 21)])
    assert (totals.median, totals.ninety, totals.unit) == (10.5, 18, "turns")


def test_a_game_without_turns_is_as_long_as_its_picks() -> None:
    totals = total([match((0,), (1,), turns=None)])
    assert (totals.median, totals.ninety, totals.unit) == (7, 7, "picks")
