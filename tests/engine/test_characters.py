"""House players are characters: the same match always has the same ones, and each plays as it likes."""

from collections.abc import Iterator, Mapping
from itertools import count, islice
from typing import Any

import pytest

from engine.contract import AnyGame, Seat
from engine.dice import FairDice
from engine.players.characters import CHARACTERS, TASTES, cast, level_of, newcomer, own_deck
from engine.players.levels import HOUSE_PLAYERS, LEVELS
from engine.players.lines import liking, own_decision
from engine.players.players import HousePlayer
from engine.players.rollouts import Trial, Weighed
from engine.registry import GAMES
from tests.engine.random_tables import some_step

OPPOSITES = {frozenset(("eager", "sparing")), frozenset(("fierce", "gentle")), frozenset(("tricky", "plain"))}


def test_every_level_has_a_character_for_every_seat_of_the_largest_table() -> None:
    most = max(game.spec.most for game in GAMES.values())
    assert set(CHARACTERS.values()) == set(LEVELS)
    for level in LEVELS:
        assert sum(plays == level for plays in CHARACTERS.values()) >= most


def test_stored_levels_and_characters_have_a_level() -> None:
    assert [level_of(each) for each in LEVELS] == list(LEVELS)
    assert level_of("wren") == "normal"


@pytest.mark.parametrize("wanted", [*LEVELS, *CHARACTERS])
def test_a_table_full_of_one_level_has_eight_different_characters_of_it(wanted: str) -> None:
    seated: list[str | None] = []
    for _ in range(8):
        seated.append(newcomer(wanted, seated, 12))
    assert len(set(seated)) == 8
    assert {level_of(each or "") for each in seated} == {level_of(wanted)}
    assert wanted in LEVELS or seated[0] == wanted


def test_another_match_of_a_level_has_other_company() -> None:
    first = {newcomer("easy", (), match) for match in range(8)}
    assert first == {key for key, level in CHARACTERS.items() if level == "easy"}


@pytest.mark.parametrize("match", range(1, 20))
def test_seats_that_hold_only_a_level_are_characters_too_and_stay_so_when_somebody_takes_over(match: int) -> None:
    houses = [None, "easy", "hard", "easy", "pip"]
    before = cast(houses, match)
    assert before == cast(houses, match)
    assert [None if each is None else level_of(each) for each in before] == [None, "easy", "hard", "easy", "easy"]
    assert len(set(before)) == 5
    houses[0] = newcomer("easy", before, match)
    assert houses[0] not in before
    assert cast(houses, match)[1:] == before[1:]


@pytest.mark.parametrize("level", LEVELS)
def test_the_characters_of_a_level_share_out_all_ready_decks(level: str) -> None:
    company = [key for key, plays in CHARACTERS.items() if plays == level]
    for decks in range(1, len(company) + 1):
        assert {own_deck(each, decks) for each in company} == set(range(decks))


def test_a_newcomer_and_the_character_they_meet_first_play_different_decks() -> None:
    assert own_deck("pip", 8) != 0


def test_every_character_has_two_tastes_that_go_together() -> None:
    assert set(TASTES) == set(CHARACTERS)
    for likes in TASTES.values():
        assert len(set(likes)) == 2
        assert frozenset(likes) not in OPPOSITES


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_each_taste_of_a_game_shows_in_what_is_played(game: AnyGame) -> None:
    """A taste whose kinds of answers never occur, or that weighs nothing, would be the same player."""
    easy = LEVELS["easy"]
    turns = list(enumerate(islice(own_turns(game), 300)))

    def liked(player: HousePlayer, kinds: Mapping[str, float]) -> float:
        lines = ((at, tuple(player.line(game, *at, FairDice.seeded(number)))) for number, at in turns)
        return sum(liking(game, *at, line, kinds) for at, line in lines)

    for taste, kinds in game.spec.tastes.items():
        assert liked(easy.like(taste), kinds) > liked(easy, kinds), taste


def own_turns(game: AnyGame) -> Iterator[tuple[Any, Seat]]:
    """Yield guesses at positions in which a seat is asked in its own turn and has a choice."""
    for seed in count():
        _, step, _, _ = some_step(game, seed)
        if step.decision.tempo == "turn" and len(step.decision.options) > 1:
            yield game.determinize(step.state, step.decision.seat, FairDice.seeded(seed)), step.decision.seat


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_line_is_liked_for_each_of_its_answers(game: AnyGame) -> None:
    for seed in range(20):
        _, step, _, _ = some_step(game, seed)
        seat = step.decision.seat
        guess = game.determinize(step.state, seat, FairDice.seeded(seed))
        line = tuple(LEVELS["easy"].line(game, guess, seat, FairDice.seeded(seed)))
        before, kinds = game.dump(guess), []
        state = game.copy(guess)
        for decision, keys in line:
            asked = own_decision(game, state, seat)
            assert asked is not None
            kinds += [game.kind(state, option) for option in asked.options if option.key in keys]
            if not asked.commits(keys):
                game.apply(state, decision, keys, FairDice.seeded(seed))
        assert liking(game, guess, seat, line, dict.fromkeys(kinds, 1.0)) == len(kinds)
        assert liking(game, guess, seat, line, {}) == 0
        assert game.dump(guess) == before


def test_nobody_gives_a_sure_win_away_for_what_they_like() -> None:
    trial = Trial(GAMES["varia"], None, 0, 0)
    sure, likely = Weighed((), 5, 5.0, liking=-0.9), Weighed((), 5, 4.9, liking=0.9)
    assert trial.rank(sure) > trial.rank(likely)
    lost, open_still = Weighed((), 5, -5.0, liking=0.9), Weighed((), 5, -4.9, liking=-0.9)
    assert trial.rank(open_still) > trial.rank(lost)


def test_what_a_player_likes_decides_between_lines_that_are_as_good() -> None:
    trial = Trial(GAMES["varia"], None, 0, 0)
    assert trial.rank(Weighed((), 5, 1.0, liking=0.1)) > trial.rank(Weighed((), 5, 1.0))


def test_a_character_plays_with_the_effort_of_its_level() -> None:
    for character, level in CHARACTERS.items():
        one, other = HOUSE_PLAYERS[character], LEVELS[level]
        assert (one.playouts, one.foresight, one.thorough) == (other.playouts, other.foresight, other.thorough)
        assert one.tastes == TASTES[character]
        assert not other.tastes
