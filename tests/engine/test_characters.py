"""House players are characters: two at one table are two, and the same match always has the same ones."""

import pytest

from engine.players.characters import CHARACTERS, cast, level_of, newcomer
from engine.players.levels import LEVELS
from engine.registry import GAMES


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
